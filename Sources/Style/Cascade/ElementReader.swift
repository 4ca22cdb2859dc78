import Markup

/// The element that substitution functions read.
struct ElementReader {
  let document: Document
  let node: NodeID
  let siblings: SiblingCounts
  /// What `if(media(…))` tests.
  let media: MediaContext

  func attribute(_ name: String) -> String? {
    document.attribute(node, name) ?? document.attribute(node, name.asciiLowercased)
  }
}

/// The values of `sibling-index()` and `sibling-count()` (css-values-5 §9.1), counted for a document at their first
/// use.
final class SiblingCounts {
  private var positions: SiblingPositions

  init(_ document: Document) { positions = SiblingPositions(document: document) }

  func index(of node: NodeID) -> Int { positions.index(of: Int(node.index)) }
  func count(of node: NodeID) -> Int { positions.siblings(of: Int(node.index)) }
}
