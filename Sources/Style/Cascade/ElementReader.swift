import Markup

/// The element that substitution functions read, and that decides details of its computed style.
///
/// It is made for each style. What all elements have in common is in `source`, so that a copy retains one object.
struct ElementReader {
  let source: ElementSource
  let node: NodeID
  /// The name of the element, in any namespace.
  let name: Atom

  init(_ source: ElementSource, node: NodeID) {
    self.source = source
    self.node = node
    name = source.document.nodes[Int(node.index)].name
  }

  var document: Document { source.document }

  func attribute(_ name: String) -> String? {
    document.attribute(node, name) ?? document.attribute(node, name.asciiLowercased)
  }
}

/// What `ElementReader`s of one document share.
final class ElementSource {
  let document: Document
  let siblings: SiblingCounts
  /// What `if(media(…))` tests.
  let media: MediaContext

  init(_ document: Document, media: MediaContext) {
    self.document = document
    self.media = media
    siblings = SiblingCounts(document)
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
