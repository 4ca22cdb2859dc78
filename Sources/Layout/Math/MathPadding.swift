import Markup
import Style

/// `mpadded` (MathML Core §3.3.6).
extension LayoutContext {
  mutating func mathPadded(_ index: Int, _ target: MathTarget, _ layout: inout FormulaLayout) -> MathBox {
    let node = layout.formula.nodes[index]
    let content = mathRow(node.children, of: index, isSpaced: node.core < 0, target, &layout)
    let lengths = mathLengths(index, layout)
    func size(_ name: String, _ own: Double) -> Double {
      guard let text = document.document.attribute(node.element, name) else { return own }
      return max(0, Self.padded(text, own, content, lengths) ?? own)
    }
    var builder = MathBoxBuilder(style: node.style, element: node.element)
    builder.width = size("width", content.width)
    let x = lengths["lspace"] ?? 0
    let y = lengths["voffset"] ?? 0
    let isRTL = self[node.style].text.direction == .rightToLeft
    builder.addInside(content, x: isRTL ? builder.width - content.width - x : x, y: -y)
    builder.setHeights(ascent: size("height", content.ascent), descent: size("depth", content.descent))
    return builder.finish(&layout)
  }

  /// A length; with a sign, an addition to the size of the content (MathML 3 §3.3.6.2). `width`, `height`, `depth` and
  /// percentages refer to the content.
  private static func padded(_ text: String, _ own: Double, _ content: MathBox, _ lengths: MathLengths) -> Double? {
    var text = text.trimmed.lowercased()
    var reference = own
    for (name, size) in [("width", content.width), ("height", content.ascent), ("depth", content.descent)]
    where text.hasSuffix(name) {
      (text, reference) = (String(text.dropLast(name.count)).trimmed, size)
    }
    let isAddition = text.hasPrefix("+") || text.hasPrefix("-")
    guard let length = lengths.length(text, of: reference) else { return nil }
    return isAddition ? own + length : length
  }
}
