import Markup
import Style
import TextShaping

/// Limits, accents, bars and braces above and below (MathML Core §3.4.2).
extension LayoutContext {
  mutating func mathUnderOver(_ index: Int, _ target: MathTarget, _ layout: inout FormulaLayout) -> MathBox {
    let node = layout.formula.nodes[index]
    let used = usedOperator(of: node.children[0], &layout)
    if used?.hasMovableLimits == true, self[node.style].text.math.isCompact {
      return mathScripts(index, target, &layout)
    }
    let boxes = stretchedMembers(node, target, &layout)
    let base = boxes[0]
    let under = node.kind == .over ? nil : boxes[1]
    let over = node.kind == .under ? nil : boxes[boxes.count - 1]
    let gaps = LimitGaps(
      mathConstants(node.style, &layout), isLarge: used?.isLarge ?? false,
      isStretchy: used.map { $0.isStretchy && $0.isHorizontal } ?? false)
    var builder = MathBoxBuilder(style: node.style, element: node.element)
    builder.width = boxes.reduce(0) { max($0, $1.width) }
    func middle(_ box: MathBox) -> Double { (builder.width - box.width) / 2 }
    builder.add(base, x: middle(base))
    // Slanted integrals have their limits shifted.
    var ascent = base.ascent
    var descent = base.descent
    if let over {
      let gap = gaps.above(over, base, isAccent: isAccent(node, "accent"))
      builder.addInside(over, x: middle(over), y: -(base.ascent + gap + over.descent))
      ascent = base.ascent + gap + over.height + gaps.extraAscender
    }
    if let under {
      let gap = gaps.below(under, isAccent: isAccent(node, "accentunder"))
      builder.addInside(under, x: middle(under), y: base.descent + gap + under.ascent)
      descent = base.descent + gap + under.height + gaps.extraDescender
    }
    builder.setHeights(ascent: max(0, ascent), descent: descent)
    var box = builder.finish(&layout)
    box.italicCorrection = base.italicCorrection
    return box
  }

  private func isAccent(_ node: Formula.Node, _ attribute: String) -> Bool {
    document.document.attribute(node.element, attribute)?.lowercased() == "true"
  }

  /// Lays out the base and what is above and below. Operators that stretch along the line have the width of the others
  /// (§3.4.2.1); the base is stretched with its row if that says so.
  private mutating func stretchedMembers(
    _ node: Formula.Node, _ target: MathTarget, _ layout: inout FormulaLayout
  ) -> [MathBox] {
    var boxes = [MathBox?](repeating: nil, count: node.children.count)
    var isTargeted = false
    if node.core >= 0, case .none = target {} else { isTargeted = node.core >= 0 }
    var width = 0.0
    for (place, child) in node.children.enumerated() where !stretchesHorizontally(child, &layout) {
      let box = mathBox(child, place == 0 && isTargeted ? target : .none, &layout)
      width = max(width, box.width)
      boxes[place] = box
    }
    if boxes.allSatisfy({ $0 == nil }) {
      for child in node.children {
        let core = layout.formula.nodes[child].core
        guard let character = usedOperator(core, &layout).character else { continue }
        let own = shaper.stretched(
          character, in: font(layout.formula.nodes[core].style), along: .horizontal, to: 0)
        width = max(width, own?.width ?? 0)
      }
    }
    return zip(node.children, boxes).enumerated().map { place, member in
      member.1
        ?? mathBox(member.0, place == 0 && isTargeted ? target : .inline(width: width), &layout)
    }
  }
}

/// The least distances between a base and what is above and below it, px.
private struct LimitGaps {
  private var gapAbove = 0.0
  private var gapBelow = 0.0
  private var rise = 0.0
  private var drop = 0.0
  private var accentHeight = 0.0
  private(set) var extraAscender = 0.0
  private(set) var extraDescender = 0.0
  private let isBar: Bool

  init(_ constants: MathConstants, isLarge: Bool, isStretchy: Bool) {
    isBar = !isLarge && !isStretchy
    if isLarge {
      (gapAbove, gapBelow) = (constants[.upperLimitGapMin], constants[.lowerLimitGapMin])
      (rise, drop) = (constants[.upperLimitBaselineRiseMin], constants[.lowerLimitBaselineDropMin])
    } else if isStretchy {
      (gapAbove, gapBelow) = (constants[.stretchStackGapAboveMin], constants[.stretchStackGapBelowMin])
      (rise, drop) = (constants[.stretchStackTopShiftUp], constants[.stretchStackBottomShiftDown])
    } else {
      (gapAbove, gapBelow) = (constants[.overbarVerticalGap], constants[.underbarVerticalGap])
      (extraAscender, extraDescender) = (constants[.overbarExtraAscender], constants[.underbarExtraDescender])
      accentHeight = constants[.accentBaseHeight]
    }
  }

  /// An accent is as far from its base as it is from a base of the height that the font is made for.
  func above(_ over: MathBox, _ base: MathBox, isAccent: Bool) -> Double {
    guard isBar else { return max(gapAbove, rise - over.descent) }
    return isAccent ? max(0, accentHeight - base.ascent) : gapAbove
  }

  func below(_ under: MathBox, isAccent: Bool) -> Double {
    guard isBar else { return max(gapBelow, drop - under.ascent) }
    return isAccent ? 0 : gapBelow
  }
}
