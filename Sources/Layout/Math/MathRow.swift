import Style

/// Rows (MathML Core §3.3.1).
extension LayoutContext {
  /// - Parameter isSpaced: operators have their space. In an embellished operator the space is around the whole.
  mutating func mathRow(
    _ children: [Int], of index: Int, isSpaced: Bool, _ target: MathTarget, _ layout: inout FormulaLayout
  ) -> MathBox {
    let node = layout.formula.nodes[index]
    let boxes = rowBoxes(children, target, &layout)
    var builder = MathBoxBuilder(style: node.style, element: node.element)
    var widths: [Double] = []
    for (child, box) in zip(children, boxes) {
      let used = isSpaced ? usedOperator(of: child, &layout) : nil
      builder.width += used?.leftSpace ?? 0
      builder.add(box, x: builder.width)
      if box.piece >= 0 { widths.append(box.width) }
      builder.width += box.width + (used?.rightSpace ?? 0)
    }
    if self[node.style].text.direction == .rightToLeft { builder.mirror(layout, widths: widths) }
    if boxes.count == 1, let only = boxes.first {
      var box = builder.finish(&layout)
      box.italicCorrection = only.italicCorrection
      return box
    }
    return builder.finish(&layout)
  }

  /// Lays out the children, those that stretch vertically to the height of the others (MathML Core §3.3.1.1).
  private mutating func rowBoxes(
    _ children: [Int], _ target: MathTarget, _ layout: inout FormulaLayout
  ) -> [MathBox] {
    switch target {
    case .block: return children.map { mathBox($0, stretchesVertically($0, &layout) ? target : .none, &layout) }
    case .inline: return children.map { mathBox($0, stretchesHorizontally($0, &layout) ? target : .none, &layout) }
    case .none: break
    }
    var boxes = [MathBox?](repeating: nil, count: children.count)
    var (ascent, descent) = (0.0, 0.0)
    for (place, child) in children.enumerated() where !stretchesVertically(child, &layout) {
      let box = mathBox(child, .none, &layout)
      (ascent, descent) = (max(ascent, box.ascent), max(descent, box.descent))
      boxes[place] = box
    }
    if boxes.allSatisfy({ $0 == nil }) {
      for child in children {
        let size = leastSize(ofOperator: layout.formula.nodes[child].core, &layout)
        (ascent, descent) = (max(ascent, size.ascent), max(descent, size.descent))
      }
    }
    return zip(children, boxes).map { child, box in
      box ?? mathBox(child, .block(ascent: ascent, descent: descent), &layout)
    }
  }

  func coreOperator(of index: Int, _ layout: FormulaLayout) -> Int? {
    let core = layout.formula.nodes[index].core
    return core < 0 ? nil : core
  }

  /// The properties of the operator of which an element is an embellished form.
  mutating func usedOperator(of index: Int, _ layout: inout FormulaLayout) -> UsedOperator? {
    coreOperator(of: index, layout).map { usedOperator($0, &layout) }
  }

  mutating func stretchesVertically(_ index: Int, _ layout: inout FormulaLayout) -> Bool {
    guard let used = usedOperator(of: index, &layout) else { return false }
    return used.isStretchy && !used.isHorizontal
  }

  mutating func stretchesHorizontally(_ index: Int, _ layout: inout FormulaLayout) -> Bool {
    guard let used = usedOperator(of: index, &layout) else { return false }
    return used.isStretchy && used.isHorizontal
  }
}
