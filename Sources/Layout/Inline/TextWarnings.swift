import Markup
import Style
import TextShaping

/// What shaping warns of, at the element that it concerns.
extension Flow {
  /// Takes over what came up while a font was looked for: the first element that asks for its families is the place.
  mutating func noteFontWarnings(for style: StyleID) {
    let families = document.styles[Int(style.index)].text.font.families
    let styles = document.styles
    let asks = styles.indices.map { styles[$0].text.font.families == families && styles[$0].box.display != .none }
    let element = document.styleOfNode.indices.first {
      document.document.nodes[$0].kind == .element && asks[Int(document.styleOfNode[$0].index)]
    }
    for warning in shaper.takeDiagnostics() { warn(warning, at: element.map { NodeID(UInt32($0)) } ?? .none) }
  }

  /// Takes over what came up with the text of an inline formatting context.
  /// - Parameter byte: where in the text, for warnings that do not say it themselves.
  mutating func noteTextWarnings(in inline: UInt32, at byte: Int = 0) {
    for warning in shaper.takeDiagnostics() {
      let offset = warning.offset ?? byte
      let content = tree.inlines[Int(inline)]
      let item = content.items.last { $0.kind == .text && Int($0.bytes.lowerBound) <= offset }
      var box = item?.box ?? InlineItem.root
      while box != InlineItem.root, content.boxes[Int(box)].node.isNone { box = content.boxes[Int(box)].parent }
      warn(warning, at: box == InlineItem.root ? content.node : content.boxes[Int(box)].node)
    }
  }

  private mutating func warn(_ warning: TextDiagnostic, at node: NodeID) {
    let place = document.document.place(node)
    let warning = LayoutWarning(message: warning.diagnostic.message, line: place.line, column: place.column)
    if warnings.count < 100, !warnings.contains(warning) { warnings.append(warning) }
  }
}
