import Diagnostics
import Markup
import Style
import TextShaping

/// Problems reported by shaping, with the position of the element concerned.
extension LayoutContext {
  /// Reports problems found while a font was selected. Their position is that of the first element that uses its
  /// families.
  mutating func reportFontWarnings(for style: StyleID) {
    let families = document.styles[Int(style.index)].text.font.families
    let styles = document.styles
    let asks = styles.indices.map { styles[$0].text.font.families == families && styles[$0].box.display != .none }
    let element = document.styleOfNode.indices.first {
      document.document.nodes[$0].kind == .element && asks[Int(document.styleOfNode[$0].index)]
    }
    for warning in shaper.takeDiagnostics() { warn(warning, at: element.map { NodeID(UInt32($0)) } ?? .none) }
  }

  /// Reports problems found in the text of an inline formatting context.
  ///
  /// - Parameter byte: the position in the text, for problems without one.
  mutating func reportTextWarnings(in inline: UInt32, at byte: Int = 0) {
    for warning in shaper.takeDiagnostics() {
      let offset = warning.offset ?? byte
      let content = tree.inlines[Int(inline)]
      let item = content.items.last { $0.kind == .text && Int($0.bytes.lowerBound) <= offset }
      var box = item?.box ?? InlineItem.root
      while box != InlineItem.root, content.boxes[Int(box)].node.isNone { box = content.boxes[Int(box)].parent }
      warn(warning, at: box == InlineItem.root ? content.node : content.boxes[Int(box)].node)
    }
  }

  /// Reports problems found in the text of an element.
  mutating func reportTextWarnings(at node: NodeID) {
    for warning in shaper.takeDiagnostics() { warn(warning, at: node) }
  }

  private mutating func warn(_ warning: TextDiagnostic, at node: NodeID) {
    var diagnostic = warning.diagnostic
    diagnostic.location = document.document.place(node)
    diagnostics.add(diagnostic)
  }
}
