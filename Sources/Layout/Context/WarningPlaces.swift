import Diagnostics
import Markup

/// The elements that one warning is about: the first ones, and the number of all.
struct WarningPlaces {
  private var first: [NodeID] = []
  private var count = 0

  mutating func add(_ node: NodeID) {
    if first.count < 5, !first.contains(node) { first.append(node) }
    count += 1
  }

  /// The message with the number of places and the lines of the first ones; nil without places.
  func warning(_ code: String, _ message: String, _ document: Document) -> Diagnostic? {
    guard let node = first.first else { return nil }
    let lines = Set(first.filter { !$0.isNone }.map { document[$0].line }).sorted().map(String.init)
    let places = count > 1 ? " (\(count) times, first in line \(lines.joined(separator: ", ")))" : ""
    return Diagnostic(code, message + places, at: document.place(node))
  }
}
