import Markup
import Style

/// Ruby annotations (css-ruby-1): small text above its base, such as the pronunciation of Chinese characters.
extension BoxTreeBuilder {
  /// Builds the contents of a `ruby` element. Each base with its annotation is a box in the line, which is as wide as
  /// the wider of the two, which are centred. A base is everything before its `rt`.
  mutating func buildRuby(
    of node: NodeID, style: StyleID, into parent: inout ContainerBuilder
  ) throws(LayoutError) {
    var base: [NodeID] = []
    var child = document.document[node].firstChild
    while !child.isNone {
      if isAnnotation(child), !isBlank(base) {
        try addAnnotated(base, by: child, style: style, into: &parent)
        base = []
      } else {
        base.append(child)
      }
      child = document.document[child].nextSibling
    }
    for node in base { try build(node, into: &parent) }
  }

  private func isAnnotation(_ node: NodeID) -> Bool {
    guard document.document.isElement(node, .rt) || document.document.isElement(node, .rtc) else { return false }
    let box = document[document.styleOfNode[Int(node.index)]].box
    return box.display == .inline && box.float == .none && box.position == .static
  }

  /// Whether nodes are white space only, or not displayed.
  func isBlank(_ nodes: [NodeID]) -> Bool {
    nodes.allSatisfy { node in
      switch document.document[node].kind {
      case .text: document.document.text(node).allSatisfy { $0 == 0x20 || (0x09...0x0D).contains($0) }
      case .element: document[document.styleOfNode[Int(node.index)]].box.display == .none
      case .document: true
      }
    }
  }

  private mutating func addAnnotated(
    _ base: [NodeID], by annotation: NodeID, style: StyleID, into parent: inout ContainerBuilder
  ) throws(LayoutError) {
    let pairStyle = document.rubyStyle(.pair, of: style)
    let pair = place(Box(kind: .block, style: pairStyle), display: .inlineBlock, in: &parent)
    var inner = ContainerBuilder(container: pair)

    let annotationStyle = document.rubyStyle(.annotation, of: document.styleOfNode[Int(annotation.index)])
    let above = place(Box(kind: .block, style: annotationStyle, node: annotation), display: .block, in: &inner)
    var annotationContent = ContainerBuilder(container: above)
    try buildContents(of: annotation, into: &annotationContent)
    finish(&annotationContent)

    // The baseline of the pair is that of its last line.
    let below = place(Box(kind: .block, style: document.rubyStyle(.base, of: style)), display: .block, in: &inner)
    var baseContent = ContainerBuilder(container: below)
    for node in base { try build(node, into: &baseContent) }
    finish(&baseContent)
    finish(&inner)
  }
}
