import Style
import TextShaping

/// Subscripts, superscripts and tensor indices (MathML Core §3.4.1, §3.4.3).
extension LayoutContext {
  /// A subscript and a superscript, one above the other.
  private struct ScriptPair {
    var sub: MathBox?
    var sup: MathBox?
    var width: Double { max(sub?.width ?? 0, sup?.width ?? 0) }
  }

  mutating func mathScripts(_ index: Int, _ target: MathTarget, _ layout: inout FormulaLayout) -> MathBox {
    let node = layout.formula.nodes[index]
    guard let first = node.children.first else { return MathBox() }
    let base = mathBox(first, node.core >= 0 ? target : .none, &layout)
    let scripts = Array(node.children.dropFirst())
    switch node.kind {
    case .sup, .over:
      let pair = ScriptPair(sub: nil, sup: mathBox(scripts[0], .none, &layout))
      return place([pair], [], around: base, index, &layout)
    case .sub, .under:
      let pair = ScriptPair(sub: mathBox(scripts[0], .none, &layout), sup: nil)
      return place([pair], [], around: base, index, &layout)
    case .multiscripts: break
    default:
      let sub = mathBox(scripts[0], .none, &layout)
      return place([ScriptPair(sub: sub, sup: mathBox(scripts[1], .none, &layout))], [], around: base, index, &layout)
    }
    let split = scripts.firstIndex { layout.formula.nodes[$0].kind == .prescripts } ?? scripts.count
    let after = scriptPairs(scripts[..<split], &layout)
    let before = scriptPairs(scripts[split...].filter { layout.formula.nodes[$0].kind != .prescripts }, &layout)
    return place(after, before, around: base, index, &layout)
  }

  private mutating func scriptPairs(_ scripts: some Collection<Int>, _ layout: inout FormulaLayout) -> [ScriptPair] {
    var pairs: [ScriptPair] = []
    for (place, script) in scripts.enumerated() {
      let isEmpty = layout.formula.nodes[script].kind == .empty
      let box = isEmpty ? nil : mathBox(script, .none, &layout)
      if place % 2 == 0 { pairs.append(ScriptPair(sub: box, sup: nil)) } else { pairs[pairs.count - 1].sup = box }
    }
    return pairs
  }

  private mutating func place(
    _ after: [ScriptPair], _ before: [ScriptPair], around base: MathBox, _ index: Int, _ layout: inout FormulaLayout
  ) -> MathBox {
    let node = layout.formula.nodes[index]
    let constants = mathConstants(node.style, &layout)
    let isCramped = self[node.style].text.math.isCramped
    let (down, up) = Self.scriptShifts(after + before, base, constants, isCramped: isCramped)
    let isLarge = usedOperator(of: node.children[0], &layout)?.isLarge ?? false
    // The italic correction of a slanted integral: the subscript is below its foot.
    let correction = isLarge ? max(0, min(base.width, base.italicCorrection)) : 0
    let space = constants[.spaceAfterScript]
    var builder = MathBoxBuilder(style: node.style, element: node.element)
    for pair in before {
      builder.width += space + pair.width
      if let sub = pair.sub { builder.add(sub, x: builder.width - sub.width, y: down) }
      if let sup = pair.sup { builder.add(sup, x: builder.width - sup.width, y: -up) }
    }
    builder.add(base, x: builder.width)
    builder.width += base.width
    for pair in after {
      if let sub = pair.sub { builder.add(sub, x: builder.width - correction, y: down) }
      if let sup = pair.sup { builder.add(sup, x: builder.width, y: -up) }
      builder.width += max((pair.sub?.width ?? 0) - correction, pair.sup?.width ?? 0) + space
    }
    return builder.finish(&layout)
  }

  /// How far subscripts are below the baseline and superscripts above it (§3.4.1.2 to §3.4.1.4).
  private static func scriptShifts(
    _ pairs: [ScriptPair], _ base: MathBox, _ constants: MathConstants, isCramped: Bool
  ) -> (down: Double, up: Double) {
    var (down, up) = (0.0, 0.0)
    for sub in pairs.compactMap(\.sub) {
      down = max(
        down, constants[.subscriptShiftDown], base.descent + constants[.subscriptBaselineDropMin],
        sub.ascent - constants[.subscriptTopMax])
    }
    for sup in pairs.compactMap(\.sup) {
      up = max(
        up, constants[isCramped ? .superscriptShiftUpCramped : .superscriptShiftUp],
        base.ascent - constants[.superscriptBaselineDropMax], sup.descent + constants[.superscriptBottomMin])
    }
    for case .some((let sub, let sup)) in pairs.map({ pair in pair.sub.flatMap { sub in pair.sup.map { (sub, $0) } } })
    {
      let gap = (up - sup.descent) + (down - sub.ascent)
      let missing = constants[.subSuperscriptGapMin] - gap
      guard missing > 0 else { continue }
      let raised = min(
        missing, max(0, constants[.superscriptBottomMaxWithSubscript] - (up - sup.descent)))
      up += raised
      down += missing - raised
    }
    return (down, up)
  }
}
