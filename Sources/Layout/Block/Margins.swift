import Style

/// Collapsing margins (CSS 2.2 §8.3.1), computed before a box is laid out.
extension LayoutContext {
  /// The adjoining margins at the start of a box: its own, and those of its first children if nothing separates them.
  ///
  /// - Parameters:
  ///   - strut: the preceding margins that they collapse with.
  ///   - y: where those margins start in the formatting context, needed to determine whether a child has clearance.
  func startMargin(
    of box: BoxID, containerWidth: Double, after strut: MarginStrut = MarginStrut(), at y: Double = .infinity
  ) -> MarginStrut {
    startMargins(of: box, containerWidth: containerWidth, after: strut, at: y).strut
  }

  /// The adjoining margins at the start of a box, and whether they adjoin those at its end.
  private struct StartMargins {
    /// The adjoining margins, without the margin below the box.
    var strut: MarginStrut
    var collapsesThrough = false
    var bottom: Double
  }

  /// Visits each box once, because `collapsesThrough` would visit all descendants of each again.
  private func startMargins(
    of box: BoxID, containerWidth: Double, after strut: MarginStrut, at y: Double
  ) -> StartMargins {
    let edges = usedEdges(tree[box].style, containerWidth: containerWidth)
    var result = StartMargins(strut: strut, bottom: edges.margin.bottom)
    result.strut.add(edges.margin.top)
    guard !establishesContext(box), edges.top == 0, nesting.stack.hasSpace else { return result }
    let isFlat = isFlat(box, edges)
    if tree[box].hasLines {
      result.collapsesThrough = isFlat && !makesLines(tree[box].inline)
      return result
    }
    var adjoiningFloats: Set<BoxStyle.Float> = []
    let inner = innerWidth(of: box, edges, containerWidth)
    for child in tree.children(of: box) where !isOutOfFlow(child) {
      if isFloat(child) {
        adjoiningFloats.insert(self[child].box.float)
        continue
      }
      // The margins of a spanner are not in the column (css-multicol-1 §6.1).
      if isSpanner(child) { return result }
      // The margin of a box with clearance does not collapse with the margins above it. The position of the floats it
      // clears depends on those margins.
      let clear = self[child].box.clear
      if clear != .none, adjoiningFloats.contains(where: clear.applies(to:)) { return result }
      var next = startMargins(of: child, containerWidth: inner, after: result.strut, at: y)
      if next.collapsesThrough { next.strut.add(next.bottom) }
      if clear != .none, let bottom = page.floats.last?.bottom(clear), bottom > y + next.strut.sum { return result }
      result.strut = next.strut
      if !next.collapsesThrough { return result }
    }
    result.collapsesThrough = isFlat
    return result
  }

  /// The content width of a block, to which percentages in its children refer, before it is laid out. Widths by its
  /// content are taken as `auto`.
  private func innerWidth(of box: BoxID, _ edges: UsedEdges, _ outer: Double) -> Double {
    let outside = edges.left + edges.right
    func content(_ value: SizeValue) -> Double? {
      guard case .length(let length) = value else { return nil }
      return length.resolve(against: outer) - (self[box].box.boxSizing == .borderBox ? outside : 0)
    }
    var width = content(self[box].box.width) ?? outer - outside - edges.margin.left - edges.margin.right
    if let most = content(self[box].box.maxWidth) { width = min(width, most) }
    if let least = content(self[box].box.minWidth) { width = max(width, least) }
    return max(0, width)
  }

  /// All margins of a box that collapses through.
  func collapsedMargin(of box: BoxID, containerWidth: Double) -> MarginStrut {
    var strut = MarginStrut()
    let edges = usedEdges(tree[box].style, containerWidth: containerWidth)
    strut.add(edges.margin.top)
    strut.add(edges.margin.bottom)
    guard nesting.stack.hasSpace else { return strut }
    let inner = innerWidth(of: box, edges, containerWidth)
    for child in tree.children(of: box) where !isOutOfFlow(child) && !isFloat(child) {
      strut.add(collapsedMargin(of: child, containerWidth: inner))
    }
    return strut
  }

  /// Returns true for a box whose start and end margins adjoin because nothing in it has height or clearance.
  ///
  /// - Parameter y: its top border edge in the formatting context; floats that end above it do not cause clearance.
  func collapsesThrough(_ box: BoxID, containerWidth: Double, at y: Double) -> Bool {
    let edges = usedEdges(tree[box].style, containerWidth: containerWidth)
    guard isFlat(box, edges), !establishesContext(box) else { return false }
    if tree[box].hasLines { return !makesLines(tree[box].inline) }
    guard nesting.stack.hasSpace else { return false }
    var adjoiningFloats: Set<BoxStyle.Float> = []
    let inner = innerWidth(of: box, edges, containerWidth)
    for child in tree.children(of: box) where !isOutOfFlow(child) {
      if isFloat(child) {
        adjoiningFloats.insert(self[child].box.float)
        continue
      }
      // A box with clearance separates the margins.
      let clear = self[child].box.clear
      if adjoiningFloats.contains(where: clear.applies(to:)) { return false }
      if let bottom = page.floats.last?.bottom(clear), bottom > y { return false }
      if !collapsesThrough(child, containerWidth: inner, at: y) { return false }
    }
    return true
  }

  /// Whether a block has no height besides that of its content, and nothing between its margins and its content.
  private func isFlat(_ box: BoxID, _ edges: UsedEdges) -> Bool {
    guard tree[box].kind == .block, tree[box].marker == Box.absent else { return false }
    guard edges.top + edges.bottom == 0, self[box].box.aspectRatio == nil else { return false }
    return (self[box].box.height.isZero || self[box].box.height.hasPercent && isInAutomaticHeight(box))
      && (self[box].box.minHeight.isZero || self[box].box.minHeight.hasPercent && isInAutomaticHeight(box))
  }

  /// Whether percentages of heights in a block behave as `auto`, because its containing block is as high as its content
  /// (CSS 2.2 §10.5). Returns false if that is not certain before layout.
  private func isInAutomaticHeight(_ box: BoxID) -> Bool {
    var parent = tree[box].parent
    while !parent.isNone, tree[parent].isAnonymous { parent = tree[parent].parent }
    guard !document.document.isQuirky, !parent.isNone, tree[parent].kind == .block, !isOutOfFlow(parent) else {
      return false
    }
    let container = tree[parent].parent
    return self[parent].box.height == .auto && self[parent].box.aspectRatio == nil
      && (container.isNone || !isFlex(container) && !isGrid(container))
  }

  /// Returns false for an inline formatting context without any line box.
  private func makesLines(_ inline: UInt32) -> Bool {
    let content = tree.inlines[Int(inline)]
    if content.hasText { return true }
    return content.items.contains { item in
      guard item.kind == .open else { return false }
      let edges = usedEdges(content.boxes[Int(item.box)].style, containerWidth: 0)
      return edges.left + edges.right + abs(edges.margin.left) + abs(edges.margin.right) > 0
    }
  }
}
