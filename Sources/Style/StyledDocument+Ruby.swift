import Markup

/// Styles of the boxes of ruby annotations (css-ruby-1).
extension StyledDocument {
  /// The style of a box of a ruby annotation (css-ruby-1). Each has one line without leading, so that the lines of
  /// the paragraph need little more space.
  @export(interface)
  package mutating func rubyStyle(_ box: RubyBox, of id: StyleID) -> StyleID {
    variant(of: id, .ruby(box)) { style in
      switch box {
      case .annotation: style.box.display = .block
      case .pair, .base:
        let text = style.text
        style.box = BoxStyle()
        style.box.display = box == .pair ? .inlineBlock : .block
        style.paint = PaintStyle()
        style.content = ContentStyle()
        style.item = ItemStyle()
        style.text = text
      case .inline:
        style.text.lineHeight = .number(1)
        return
      }
      style.text.lineHeight = .number(1)
      style.text.textAlign =
        switch style.text.ruby.align {
        case .start: .start
        case .center: .center
        case .spaceBetween: .between
        case .spaceAround: .around
        }
      style.text.textAlignLast = nil
      style.text.textIndent = .zero
      style.text.whiteSpace.wraps = false
      if box == .pair {
        style.text.decorations = []
        // The baseline of the pair is that of its base.
        style.box.baselineSource = style.text.ruby.isUnder ? .first : .last
      }
    }
  }

  package enum RubyBox: Hashable, Sendable { case pair, base, annotation, inline }

  /// Inline boxes in a ruby base have no leading either, so that all annotations are at the same height, unless they
  /// specify another line height.
  @export(interface)
  package mutating func removeLeading(of base: [NodeID], inRuby ruby: StyleID) {
    var open = base
    while let node = open.popLast() {
      guard document[node].kind == .element else { continue }
      let style = styleOfNode[Int(node.index)]
      guard self[style].box.display == .inline, self[style].text.lineHeight == self[ruby].text.lineHeight else {
        continue
      }
      // A variant of a variant at each level would take memory without end, and nested ruby has bases of its own.
      if self[style].text.lineHeight != .number(1) { styleOfNode[Int(node.index)] = rubyStyle(.inline, of: style) }
      if !document.isElement(node, .ruby) { open += document.children(of: node) }
    }
  }
}
