import Markup
import Style

/// The box of one element by its kind and `display` (css-display-3 §2), and its content.
extension BoxTreeBuilder {
  mutating func buildBox(
    of node: NodeID, style styleID: StyleID, display: BoxStyle.Display, into parent: inout ContainerBuilder
  ) throws(LayoutError) {
    // Elements that are more than boxes around their children are not shown with `display: contents` (css-display-3,
    // appendix B).
    if document.document.isElement(node, .br) {
      if display != .contents { addForcedBreak(style: styleID, node: node, to: &parent) }
      return
    }
    if document.document.isElement(node, .wbr) {
      if display != .contents { addBreakOpportunity(style: styleID, to: &parent) }
      return
    }
    if let replaced = replacedContent(of: node, style: styleID) {
      if display == .contents { return }
      return try buildReplaced(replaced, of: node, style: styleID, display: display, into: &parent)
    }
    if document.document[node].namespace == .mathML, document.document[node].name == .math, display != .contents {
      return try buildFormula(of: node, style: styleID, display: display, into: &parent)
    }
    if document.document.isElement(node, .img) {
      if display == .contents { return }
      placeMissingImage(node, style: styleID, display: display, in: &parent)
      return
    }
    if document[styleID].box.float == .footnote, owner.isNone {
      return try buildFootnote(node, style: styleID, into: &parent)
    }
    switch display {
    case .none: return
    case .contents: try buildContents(of: node, into: &parent)
    case .inline where isInlineBox(node, styleID, in: parent),
      .inlineListItem where isInlineBox(node, styleID, in: parent):
      try buildInline(of: node, style: styleID, isListItem: display == .inlineListItem, into: &parent)
    case _ where document.turns[node] != nil && document.isTurnedAsAWhole(node):
      try buildTurnedContainer(of: node, style: styleID, display: display, into: &parent)
    default:
      let box = place(Box(kind: Self.kind(of: display), style: styleID, node: node), display: display, in: &parent)
      let outerOwner = owner
      if owner.isNone, repeats(styleID) { owner = box }
      try fill(box, from: node, style: styleID, display: display)
      owner = outerOwner
    }
  }

  private mutating func buildReplaced(
    _ content: ReplacedContent, of node: NodeID, style styleID: StyleID, display: BoxStyle.Display,
    into parent: inout ContainerBuilder
  ) throws(LayoutError) {
    var content = content
    if document[styleID].box.containment.contains(.skipsContents) { content.kind = .blank }
    tree.replaced.append(content)
    let payload = UInt32(tree.replaced.count - 1)
    if document.turns[node] != nil {
      return try buildTurnedContainer(of: node, style: styleID, display: display, replaced: payload, into: &parent)
    }
    var box = Box(kind: .replaced, style: styleID, node: node)
    box.payload = payload
    let id = place(box, display: display, in: &parent)
    if document.document[node].namespace == .svg { try addForeignObjects(of: node, to: id) }
  }

  private mutating func buildInline(
    of node: NodeID, style styleID: StyleID, isListItem: Bool, into parent: inout ContainerBuilder
  ) throws(LayoutError) {
    openInline(style: styleID, onFirstLine: document.firstLines.styles[node], node: node, in: &parent)
    if isListItem {
      let marker = markerStyle(of: node, style: styleID)
      addInlineMarker(of: node, style: marker, to: &parent)
    }
    addControlText(of: node, style: styleID, to: &parent)
    if document.document.isElement(node, .ruby) {
      try buildPseudo(.before, of: node, into: &parent)
      try buildRuby(of: node, style: styleID, into: &parent)
      try buildPseudo(.after, of: node, into: &parent)
    } else {
      try buildContents(of: node, into: &parent)
    }
    closeInline(in: &parent)
  }

  /// Builds a table, flex or grid container, a fieldset, or a replaced box, that is turned as a whole.
  /// - Parameter replaced: index of the content of a replaced box.
  private mutating func buildTurnedContainer(
    of node: NodeID, style styleID: StyleID, display: BoxStyle.Display, replaced: UInt32? = nil,
    into parent: inout ContainerBuilder
  ) throws(LayoutError) {
    guard let turn = document.turns[node] else { return }
    let outside = document.turnedFrameStyle(styleID)
    let frame = place(Box(kind: .block, style: outside), display: document[outside].box.display, in: &parent)
    let plain = document.anonymousStyle(inheriting: styleID, display: .flowRoot)
    let inner = tree.addTurnedFrame(to: frame, style: plain, turn, link: link)
    let style = document.turnedContainerStyle(styleID, turn)
    var content = Box(kind: replaced == nil ? Self.kind(of: display) : .replaced, style: style, node: node)
    if let replaced { content.payload = replaced }
    let box = tree.add(content)
    tree.append(box, to: inner)
    guard replaced == nil else { return }
    let outerOwner = owner
    if owner.isNone, repeats(outside) { owner = frame }
    try fill(box, from: node, style: style, display: display)
    owner = outerOwner
  }

  /// Builds the content of a block container or table part.
  mutating func fill(
    _ box: BoxID, from node: NodeID, style styleID: StyleID, display: BoxStyle.Display
  ) throws(LayoutError) {
    var container = box
    if let turn = document.turns[node], !document.isTurnedAsAWhole(node) {
      container = tree.addTurnedContent(to: box, style: styleID, turn, &document, link: link)
    }
    var inner = ContainerBuilder(container: container)
    let outerLine = beginFirstLine(of: node, box: container)
    if display.isListItem {
      addMarker(to: box, node: node, style: markerStyle(of: node, style: styleID), inside: &inner)
    }
    addControlText(of: node, style: styleID, to: &inner)
    let outer = firstLetter
    beginFirstLetter(of: node, style: styleID)
    let own = firstLetter
    if !document[styleID].box.containment.contains(.skipsContents) { try buildContents(of: node, into: &inner) }
    endFirstLetter(own: own, outer: outer, style: styleID)
    finish(&inner)
    endFirstLine(outer: outerLine, style: styleID)
    if tree[box].kind == .table { buildGrid(of: box) }
  }
}
