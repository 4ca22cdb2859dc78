import Diagnostics
import Markup

/// Positioned boxes that are too far from all others. A box counts once, although pages may be laid out several times.
struct LeftOutBoxes {
  enum Direction { case below, beside }

  private var known: Set<BoxID> = []
  private var below = WarningPlaces()
  private var beside = WarningPlaces()

  mutating func add(_ box: BoxID, _ direction: Direction, _ node: NodeID) {
    guard known.insert(box).inserted else { return }
    switch direction {
    case .below: below.add(node)
    case .beside: beside.add(node)
    }
  }

  /// A warning for each direction, with the places.
  func warnings(in document: Document) -> [Diagnostic] {
    let (pages, columns) = (Int(PageCollector.maxPagesBelow), PageCollector.maxColumnsBeside)
    let code = "positioned_box_too_far"
    return [
      below.warning(code, "Positioned boxes more than \(pages) pages below the others are left out", document),
      beside.warning(code, "Positioned boxes more than \(columns) columns beside the others are left out", document),
    ].compactMap { $0 }
  }
}
