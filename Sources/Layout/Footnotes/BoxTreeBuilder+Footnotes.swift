import Markup
import Style

/// Footnotes in the box tree (css-gcpm-3 §2): a call in the lines at the element's position, and a separate box for
/// the footnote area.
extension BoxTreeBuilder {
  /// The name of the counter of footnotes.
  static let footnoteCounter = "footnote"

  /// The counter properties of an element. A footnote increments the `footnote` counter unless its style does (§2.3).
  func countingFootnote(_ content: ContentStyle, style: StyleID) -> ContentStyle {
    guard document[style].box.float == .footnote,
      !content.counterIncrement.contains(where: { $0.name == Self.footnoteCounter })
    else { return content }
    var content = content
    content.counterIncrement.append(CounterChange(name: Self.footnoteCounter, value: 1))
    return content
  }

  mutating func buildFootnote(_ node: NodeID, style: StyleID, into parent: inout ContainerBuilder) throws(LayoutError) {
    let kind: Box.Kind = document[style].box.display == .table ? .table : .block
    let body = tree.add(Box(kind: kind, style: document.footnoteStyle(style), node: node))
    tree.footnotes.insert(body)
    tree.watched.insert(node)
    let outerLink = link
    link = addLink(to: "#" + FootnoteLinks.note(node), node, part: .footnoteCall)
    defer { link = outerLink }
    let call = pseudoStyle(.footnoteCall, of: node, style: style)
    openInline(style: call, node: .none, in: &parent)
    // Before the text of the call, so that both are on the same line.
    withContent(&parent) { content in content.append(object: body, kind: .outOfFlow) }
    addContent(document[call].content.content ?? [], style: call, of: node, to: &parent)
    closeInline(in: &parent)
    link = outerLink

    let outer = firstLetter
    firstLetter = nil
    defer { firstLetter = outer }
    var inner = ContainerBuilder(container: body)
    if let marker = document.pseudoStyles[PseudoElement(node, .footnoteMarker)] {
      link = addLink(to: "#" + FootnoteLinks.call(node), node, part: .footnoteMarker)
      openInline(style: marker, node: .none, in: &inner)
      addContent(document[marker].content.content ?? [], style: marker, of: node, to: &inner)
      closeInline(in: &inner)
      link = outerLink
    }
    try buildContents(of: node, into: &inner)
    finish(&inner)
    if kind == .table { buildGrid(of: body) }
  }

  private mutating func pseudoStyle(_ kind: PseudoElement.Kind, of node: NodeID, style: StyleID) -> StyleID {
    document.pseudoStyles[PseudoElement(node, kind)] ?? document.anonymousStyle(inheriting: style, display: .inline)
  }
}

/// Link targets for a footnote's call and body. They contain a space, so that they differ from every `id`.
enum FootnoteLinks {
  static func note(_ node: NodeID) -> String { "footnote \(node.index)" }
  static func call(_ node: NodeID) -> String { "footnote call \(node.index)" }
}
