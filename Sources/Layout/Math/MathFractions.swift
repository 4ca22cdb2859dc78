import Markup
import Style
import TextShaping

/// Fractions (MathML Core §3.3.2).
extension LayoutContext {
  mutating func mathFraction(_ index: Int, _ target: MathTarget, _ layout: inout FormulaLayout) -> MathBox {
    let node = layout.formula.nodes[index]
    let numerator = mathBox(node.children[0], node.core >= 0 ? target : .none, &layout)
    let denominator = mathBox(node.children[1], .none, &layout)
    let constants = mathConstants(node.style, &layout)
    if document.document.attribute(node.element, "bevelled")?.lowercased() == "true" {
      return bevelled(numerator, denominator, node, constants, &layout)
    }
    let isDisplay = !self[node.style].text.math.isCompact
    let line = lineThickness(index, constants, layout)
    let (up, down) =
      line > 0
      ? Self.shifts(numerator, denominator, line: line, constants, isDisplay)
      : Self.stackShifts(numerator, denominator, constants, isDisplay)
    var builder = MathBoxBuilder(style: node.style, element: node.element)
    builder.width = max(numerator.width, denominator.width)
    builder.add(numerator, x: (builder.width - numerator.width) / 2, y: -up)
    builder.add(denominator, x: (builder.width - denominator.width) / 2, y: down)
    builder.setHeights(ascent: max(0, builder.ascent), descent: max(0, builder.descent))
    let rule = mathRule(width: builder.width, height: line, node.style, &layout)
    builder.addInside(rule, x: 0, y: line / 2 - constants[.axisHeight])
    return builder.finish(&layout)
  }

  /// px; `linethickness` in any unit, or relative to that of the font.
  private mutating func lineThickness(_ index: Int, _ constants: MathConstants, _ layout: FormulaLayout) -> Double {
    let standard = constants[.fractionRuleThickness]
    guard
      let text = document.document.attribute(layout.formula.nodes[index].element, Atom.linethickness)?.lowercased()
    else { return standard }
    switch text.trimmed {
    case "thin": return standard / 2
    case "medium": return standard
    case "thick": return standard * 2
    default: return max(0, mathLengths(index, layout).length(text, of: standard) ?? standard)
    }
  }

  /// The baselines above and below that of the fraction (§3.3.2.1).
  private static func shifts(
    _ numerator: MathBox, _ denominator: MathBox, line: Double, _ constants: MathConstants, _ isDisplay: Bool
  ) -> (up: Double, down: Double) {
    let axis = constants[.axisHeight]
    let above = constants[isDisplay ? .fractionNumDisplayStyleGapMin : .fractionNumeratorGapMin]
    let below = constants[isDisplay ? .fractionDenomDisplayStyleGapMin : .fractionDenominatorGapMin]
    let up = constants[isDisplay ? .fractionNumeratorDisplayStyleShiftUp : .fractionNumeratorShiftUp]
    let down = constants[isDisplay ? .fractionDenominatorDisplayStyleShiftDown : .fractionDenominatorShiftDown]
    return (
      max(up, axis + line / 2 + above + numerator.descent), max(down, line / 2 + below + denominator.ascent - axis)
    )
  }

  /// The baselines above and below that of a fraction without a line (§3.3.2.2).
  private static func stackShifts(
    _ numerator: MathBox, _ denominator: MathBox, _ constants: MathConstants, _ isDisplay: Bool
  ) -> (up: Double, down: Double) {
    let up = constants[isDisplay ? .stackTopDisplayStyleShiftUp : .stackTopShiftUp]
    let down = constants[isDisplay ? .stackBottomDisplayStyleShiftDown : .stackBottomShiftDown]
    let gap = down - denominator.ascent + up - numerator.descent
    let missing = max(0, constants[isDisplay ? .stackDisplayStyleGapMin : .stackGapMin] - gap)
    return (up + missing / 2, down + missing / 2)
  }

  /// A numerator and a denominator beside a slash (MathML 3 §3.3.2).
  private mutating func bevelled(
    _ numerator: MathBox, _ denominator: MathBox, _ node: Formula.Node, _ constants: MathConstants,
    _ layout: inout FormulaLayout
  ) -> MathBox {
    let shift = fontSize(node.style) * 0.25
    let height = max(numerator.height, denominator.height) + 2 * shift
    var builder = MathBoxBuilder(style: node.style, element: node.element)
    builder.add(numerator, x: 0, y: -shift)
    builder.width = numerator.width
    if let glyphs = shaper.stretched("/", in: font(node.style), along: .vertical, to: height) {
      var slash = addMathText(glyphs.text, node.style, node.element, &layout)
      (slash.ascent, slash.descent) = (glyphs.ascent, glyphs.descent)
      builder.add(
        slash, x: builder.width, y: (glyphs.ascent - glyphs.descent) / 2 - constants[.axisHeight])
      builder.width += glyphs.width
    }
    builder.add(denominator, x: builder.width, y: shift)
    builder.width += denominator.width
    return builder.finish(&layout)
  }
}
