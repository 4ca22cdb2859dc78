import Markup
import Style
import TextShaping

/// Roots (MathML Core §3.3.3).
extension LayoutContext {
  mutating func mathRadical(_ index: Int, _ layout: inout FormulaLayout) -> MathBox {
    let node = layout.formula.nodes[index]
    guard node.kind == .root else {
      let base = mathRow(node.children, of: index, isSpaced: true, .none, &layout)
      return radical(base, degree: nil, node, &layout)
    }
    let base = mathBox(node.children[0], .none, &layout)
    let degree = mathBox(node.children[1], .none, &layout)
    return radical(base, degree: degree, node, &layout)
  }

  /// A root of something that was laid out.
  mutating func radical(
    _ base: MathBox, degree: MathBox?, _ node: Formula.Node, _ layout: inout FormulaLayout
  ) -> MathBox {
    let constants = mathConstants(node.style, &layout)
    let isDisplay = !self[node.style].text.math.isCompact
    let gap = constants[isDisplay ? .radicalDisplayStyleVerticalGap : .radicalVerticalGap]
    let (line, extra) = (constants[.radicalRuleThickness], constants[.radicalExtraAscender])
    let sign = shaper.stretched(
      "\u{221A}", in: font(node.style), along: .vertical, to: base.height + gap + line)
    let (signWidth, signHeight) = (sign?.width ?? 0, sign?.height ?? 0)
    var ascent = base.ascent + gap + line + extra
    var descent = max(base.descent, signHeight + extra - ascent)
    let top = ascent - extra
    var builder = MathBoxBuilder(style: node.style, element: node.element)
    if let degree {
      let raise = constants[.radicalDegreeBottomRaisePercent] * signHeight
      let before = max(0, constants[.radicalKernBeforeDegree])
      let after = max(constants[.radicalKernAfterDegree], -degree.width)
      builder.addInside(degree, x: before, y: descent - raise - degree.descent)
      ascent = max(ascent, raise - descent + degree.height)
      descent = max(descent, descent - raise)
      builder.width = before + degree.width + after
    }
    if let sign {
      let box = addMathText(sign.text, node.style, node.element, &layout)
      builder.addInside(box, x: builder.width, y: sign.ascent - top)
    }
    builder.width += signWidth
    builder.addInside(base, x: builder.width)
    builder.addInside(
      mathRule(width: base.width, height: line, node.style, &layout), x: builder.width, y: line - top)
    builder.width += base.width
    builder.setHeights(ascent: ascent, descent: descent)
    return builder.finish(&layout)
  }
}
