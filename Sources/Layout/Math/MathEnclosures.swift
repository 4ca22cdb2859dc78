import Markup
import Style

/// `menclose` (MathML 3 §3.3.9), which browsers show without its lines.
extension LayoutContext {
  mutating func mathEnclosure(_ index: Int, _ layout: inout FormulaLayout) -> MathBox {
    let node = layout.formula.nodes[index]
    let text = document.document.attribute(node.element, "notation") ?? "longdiv"
    let notations = Set(text.lowercased().split(separator: " ").prefix(20).map(String.init))
    var content = mathRow(node.children, of: index, isSpaced: true, .none, &layout)
    if notations.contains("radical") { content = radical(content, degree: nil, node, &layout) }
    let lines = EnclosureLines(notations)
    let em = fontSize(node.style)
    let thickness = max(mathConstants(node.style, &layout)[.overbarRuleThickness], em / 20)
    let padding = lines.isEmpty ? 0 : em * 0.3
    var builder = MathBoxBuilder(style: node.style, element: node.element)
    let start = lines.hasCurve ? em * 0.4 : lines.padsSides ? padding : 0
    builder.width = start + content.width + (lines.padsSides ? padding : 0)
    builder.addInside(content, x: start)
    let ascent = content.ascent + (lines.padsTop ? padding : 0)
    let descent = content.descent + (lines.padsBottom ? padding : 0)
    builder.setHeights(ascent: ascent, descent: descent)
    addLines(lines, thickness, node, to: &builder, &layout)
    return builder.finish(&layout)
  }

  private mutating func addLines(
    _ lines: EnclosureLines, _ thickness: Double, _ node: Formula.Node, to builder: inout MathBoxBuilder,
    _ layout: inout FormulaLayout
  ) {
    let (width, ascent, descent) = (builder.width, builder.ascent, builder.descent)
    func horizontal(_ y: Double) {
      builder.addInside(mathRule(width: width, height: thickness, node.style, &layout), x: 0, y: y)
    }
    func vertical(_ x: Double) {
      builder.addInside(
        mathRule(width: thickness, height: ascent + descent, node.style, &layout), x: x, y: descent)
    }
    if lines.sides.contains(.top) { horizontal(thickness - ascent) }
    if lines.sides.contains(.bottom) { horizontal(descent) }
    if lines.sides.contains(.left) { vertical(0) }
    if lines.sides.contains(.right) { vertical(width - thickness) }
    if lines.strikes.contains(.horizontal) { horizontal(descent - (ascent + descent - thickness) / 2) }
    if lines.strikes.contains(.vertical) { vertical((width - thickness) / 2) }
    for isRising in [true, false] where lines.strikes.contains(isRising ? .up : .down) {
      var strike = FormulaLayout.Piece(
        content: .line(isRising ? .rising(Float(thickness)) : .falling(Float(thickness))), style: node.style,
        element: .none)
      (strike.width, strike.ascent, strike.descent) = (width, ascent, descent)
      if self[node.style].text.visibility == .visible { builder.addInside(MathBox(piece: layout.add(strike)), x: 0) }
    }
    if let rounding = lines.rounding {
      var frame = FormulaLayout.Piece(
        content: .frame, style: roundedStyle(node.style, thickness, rounding), element: .none)
      (frame.width, frame.ascent, frame.descent) = (width, ascent, descent)
      builder.addInside(MathBox(piece: layout.add(frame)), x: 0)
    }
    if lines.hasCurve,
      let curve = shaper.stretched(")", in: font(node.style), along: .vertical, to: ascent + descent)
    {
      let sign = addMathText(curve.text, node.style, node.element, &layout)
      builder.addInside(sign, x: 0, y: (curve.ascent - curve.descent - ascent + descent) / 2)
    }
  }

  /// The style of a frame with round corners.
  /// - Parameter rounding: the radius, in ems; infinite for ellipses.
  private mutating func roundedStyle(_ style: StyleID, _ thickness: Double, _ rounding: Double) -> StyleID {
    let plain = document.anonymousStyle(inheriting: style, display: .inline)
    var frame = document[plain]
    frame.box.borderWidth = Sides(thickness)
    frame.box.borderStyle = Sides(.solid)
    let radius: LengthPercentage = rounding.isFinite ? .px(rounding * fontSize(style)) : .percent(50)
    frame.paint.borderRadius = Corners(Pair(radius, radius))
    return document.add(frame)
  }
}

/// The lines of an enclosure.
private struct EnclosureLines {
  enum Side { case top, right, bottom, left }
  enum Strike { case horizontal, vertical, up, down }
  var sides: Set<Side> = []
  var strikes: Set<Strike> = []
  /// The radius of the corners of a frame, in ems.
  var rounding: Double?
  /// The curve of a long division.
  var hasCurve = false

  init(_ notations: Set<String>) {
    for notation in notations {
      switch notation {
      case "longdiv":
        hasCurve = true
        sides.insert(.top)
      case "actuarial": sides.formUnion([.top, .right])
      case "madruwb": sides.formUnion([.bottom, .right])
      case "box": sides.formUnion([.top, .right, .bottom, .left])
      case "roundedbox": rounding = 0.4
      case "circle": rounding = .infinity
      case "left": sides.insert(.left)
      case "right": sides.insert(.right)
      case "top": sides.insert(.top)
      case "bottom": sides.insert(.bottom)
      case "updiagonalstrike": strikes.insert(.up)
      case "downdiagonalstrike": strikes.insert(.down)
      case "horizontalstrike": strikes.insert(.horizontal)
      case "verticalstrike": strikes.insert(.vertical)
      default: break
      }
    }
  }

  var isEmpty: Bool { sides.isEmpty && rounding == nil && !hasCurve }
  var padsTop: Bool { sides.contains(.top) || rounding != nil }
  var padsBottom: Bool { sides.contains(.bottom) || rounding != nil }
  var padsSides: Bool { sides.contains(.left) || sides.contains(.right) || rounding != nil }
}
