import Diagnostics
import Markup

/// The changes of counters of a document. A style sheet can change any number of counters of every element, and all
/// counters can be needed at every target of a `target-counter()`.
struct CounterEffort {
  private var changes = 0
  private var excess = WarningPlaces()
  private let limit: Int

  private static let leastLimit = 1_000_000
  static let message = "The document changes counters too often; the later changes were left out"

  init(limit: Int) { self.limit = limit }

  /// - Parameter bytes: of the text and the attributes of the document, which allow one change each besides those of
  ///   any document.
  init(bytes: Int) { self.init(limit: Self.leastLimit + bytes) }

  /// Counts changes of counters, or counters that are copied. Returns false if there are too many.
  mutating func take(_ count: Int, at node: NodeID) -> Bool {
    guard changes + count > limit else {
      changes += count
      return true
    }
    excess.add(node)
    return false
  }

  func warnings(in document: Document) -> [Diagnostic] {
    [excess.warning("counter_limit", Self.message, document)].compactMap { $0 }
  }
}
