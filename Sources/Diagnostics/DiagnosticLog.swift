/// A list of diagnostics without duplicates, limited so that a large document cannot fill memory with messages.
package struct DiagnosticLog: Sendable {
  /// The diagnostics in the order in which they were added.
  package private(set) var entries: [Diagnostic] = []
  private var known: Set<Diagnostic> = []
  private let limit: Int

  /// - Parameter limit: the largest number of entries; later ones are dropped.
  package init(limit: Int = 100) { self.limit = limit }

  package var isFull: Bool { entries.count >= limit }

  /// Adds a diagnostic unless it is in the list or the list is full.
  /// - Returns: whether it was added.
  @discardableResult
  package mutating func add(_ diagnostic: Diagnostic) -> Bool {
    guard !isFull, known.insert(diagnostic).inserted else { return false }
    entries.append(diagnostic)
    return true
  }

  package mutating func removeAll() {
    entries = []
    known = []
  }
}
