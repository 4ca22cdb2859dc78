import Diagnostics

/// The problems found while a document is laid out: each one once, and at most 100.
struct DiagnosticLog {
  private(set) var entries: [Diagnostic] = []

  private static let capacity = 100

  mutating func add(_ diagnostic: Diagnostic) {
    if entries.count < Self.capacity, !entries.contains(diagnostic) { entries.append(diagnostic) }
  }
}
