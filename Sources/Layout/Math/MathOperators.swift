import Markup
import Style
import TextShaping

/// The used properties of an operator: those of the dictionary, replaced by its attributes.
struct UsedOperator {
  /// px.
  var leftSpace, rightSpace: Double
  var isStretchy, isSymmetric, isLarge, hasMovableLimits: Bool
  var isHorizontal: Bool
  /// It is nil if the operator is not a single character.
  var character: Unicode.Scalar?
  /// px; nil if there is no limit.
  var leastSize, greatestSize: Double?
}

/// Operators (MathML Core §3.2.4).
extension LayoutContext {
  mutating func usedOperator(_ index: Int, _ layout: inout FormulaLayout) -> UsedOperator {
    if let known = layout.operators[index] { return known }
    let node = layout.formula.nodes[index]
    let attributes = document.document
    func flag(_ name: String) -> Bool? {
      switch attributes.attribute(node.element, name)?.lowercased() {
      case "true": true
      case "false": false
      default: nil
      }
    }
    let form: MathOperator.Form =
      switch attributes.attribute(node.element, "form")?.lowercased() {
      case "prefix": .prefix
      case "infix": .infix
      case "postfix": .postfix
      default: node.form
      }
    let entry = MathOperator(node.text, form)
    let (em, lengths) = (fontSize(node.style), mathLengths(index, layout))
    let scalars = node.text.unicodeScalars
    let character = scalars.count == 1 ? scalars.first : nil
    func size(_ name: String) -> Double? {
      attributes.attribute(node.element, name).flatMap { lengths.length($0, of: em) }
    }
    let used = UsedOperator(
      leftSpace: max(0, lengths["lspace"] ?? entry.leftSpace * em),
      rightSpace: max(0, lengths["rspace"] ?? entry.rightSpace * em),
      isStretchy: (flag("stretchy") ?? entry.isStretchy) && character != nil,
      isSymmetric: flag("symmetric") ?? entry.isSymmetric, isLarge: flag("largeop") ?? entry.isLarge,
      hasMovableLimits: flag("movablelimits") ?? entry.hasMovableLimits,
      isHorizontal: character.map(MathOperator.isHorizontal) ?? false, character: character,
      leastSize: size("minsize"), greatestSize: size("maxsize"))
    layout.operators[index] = used
    return used
  }

  /// An operator, stretched to the target or large (MathML Core §3.2.4.3).
  mutating func mathOperator(_ index: Int, _ target: MathTarget, _ layout: inout FormulaLayout) -> MathBox {
    let node = layout.formula.nodes[index]
    let used = usedOperator(index, &layout)
    if let character = used.character {
      switch target {
      case .inline(let width) where used.isStretchy && used.isHorizontal:
        if let box = stretched(character, along: .horizontal, to: width, node, &layout) { return box }
      case .block(let ascent, let descent) where used.isStretchy && !used.isHorizontal:
        let target = verticalTarget(used, node.style, ascent: ascent, descent: descent, &layout)
        guard
          let box = stretched(character, along: .vertical, to: target.ascent + target.descent, node, &layout)
        else { break }
        return centred(box, target, node, &layout)
      default:
        if used.isLarge, !self[node.style].text.math.isCompact, let box = largeOperator(character, node, &layout) {
          return box
        }
        // The ink of accents and fences is what counts even if they are not stretched.
        if used.isStretchy,
          let box = stretched(
            character, along: used.isHorizontal ? .horizontal : .vertical, to: 0, node, &layout)
        {
          return box
        }
      }
    }
    return mathText(node.text, node.style, node.element, &layout)
  }

  private mutating func stretched(
    _ character: Unicode.Scalar, along axis: StretchAxis, to size: Double, _ node: Formula.Node,
    _ layout: inout FormulaLayout
  ) -> MathBox? {
    guard let glyphs = shaper.stretched(character, in: font(node.style), along: axis, to: min(size, Self.mostStretched))
    else { return nil }
    var box = addMathText(glyphs.text, node.style, node.element, &layout)
    (box.width, box.ascent, box.descent) = (glyphs.width, glyphs.ascent, glyphs.descent)
    box.italicCorrection = glyphs.italicCorrection
    return box
  }

  /// px.
  private static let mostStretched = 50_000.0

  /// The size to which an operator grows (MathML Core §3.2.4.3, steps for the block axis).
  private mutating func verticalTarget(
    _ used: UsedOperator, _ style: StyleID, ascent: Double, descent: Double, _ layout: inout FormulaLayout
  ) -> (ascent: Double, descent: Double) {
    var (ascent, descent) = (ascent, descent)
    if used.isSymmetric {
      let axis = mathConstants(style, &layout)[.axisHeight]
      let half = max(ascent - axis, descent + axis)
      (ascent, descent) = (half + axis, half - axis)
    }
    let size = ascent + descent
    let least = max(0, used.leastSize ?? fontSize(style))
    let most = max(least, used.greatestSize ?? .infinity)
    if size <= 0 { return (least / 2, least / 2) }
    let wanted = max(least, min(most, size))
    return (ascent * wanted / size, wanted - ascent * wanted / size)
  }

  /// Moves a glyph so that its middle is that of the target.
  private func centred(
    _ box: MathBox, _ target: (ascent: Double, descent: Double), _ node: Formula.Node, _ layout: inout FormulaLayout
  ) -> MathBox {
    let shift = ((box.ascent - box.descent) - (target.ascent - target.descent)) / 2
    var builder = MathBoxBuilder(style: node.style, element: node.element)
    builder.add(box, x: 0, y: shift)
    builder.width = box.width
    var moved = builder.finish(&layout)
    moved.italicCorrection = box.italicCorrection
    return moved
  }

  /// A sum or integral in a formula that is not in a line. Fonts without a size for it show it 1.4 times as large,
  /// around the axis.
  private mutating func largeOperator(
    _ character: Unicode.Scalar, _ node: Formula.Node, _ layout: inout FormulaLayout
  ) -> MathBox? {
    let constants = mathConstants(node.style, &layout)
    let size = constants[.displayOperatorMinHeight]
    if size > 0 { return stretched(character, along: .vertical, to: size, node, &layout) }
    guard let own = shaper.stretched(character, in: font(node.style), along: .vertical, to: 0), own.height > 0,
      let box = stretched(character, along: .vertical, to: own.height * 1.4, node, &layout)
    else { return nil }
    let (axis, half) = (constants[.axisHeight], box.height / 2)
    return centred(box, (half + axis, half - axis), node, &layout)
  }

  /// The size of an operator that is stretched to nothing.
  mutating func leastSize(ofOperator index: Int, _ layout: inout FormulaLayout) -> (ascent: Double, descent: Double) {
    guard index >= 0 else { return (0, 0) }
    let used = usedOperator(index, &layout)
    let style = layout.formula.nodes[index].style
    let target = verticalTarget(used, style, ascent: 0, descent: 0, &layout)
    guard let character = used.character,
      let glyphs = shaper.stretched(
        character, in: font(style), along: .vertical, to: min(target.ascent + target.descent, Self.mostStretched))
    else { return (0, 0) }
    let shift = ((glyphs.ascent - glyphs.descent) - (target.ascent - target.descent)) / 2
    return (glyphs.ascent - shift, glyphs.descent + shift)
  }
}
