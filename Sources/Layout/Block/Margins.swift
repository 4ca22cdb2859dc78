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
    var strut = strut
    let edges = usedEdges(tree[box].style, containerWidth: containerWidth)
    strut.add(edges.margin.top)
    guard !establishesContext(box), edges.top == 0, !tree[box].hasLines, nesting.stack.hasSpace else { return strut }
    var adjoiningFloats: Set<BoxStyle.Float> = []
    let inner = innerWidth(of: box, edges, containerWidth)
    for child in tree.children(of: box) where !isOutOfFlow(child) {
      if isFloat(child) {
        adjoiningFloats.insert(self[child].box.float)
        continue
      }
      // The margin of a box with clearance does not collapse with the margins above it. The position of the floats it
      // clears depends on those margins.
      let clear = self[child].box.clear
      if clear != .none, adjoiningFloats.contains(where: clear.applies(to:)) { break }
      var hypothetical = strut.adding(collapsedMargin(of: child, containerWidth: inner))
      let collapses = collapsesThrough(child, at: y + hypothetical.sum)
      if !collapses { hypothetical = startMargin(of: child, containerWidth: inner, after: strut, at: y) }
      if clear != .none, let bottom = page.floats.last?.bottom(clear), bottom > y + hypothetical.sum { break }
      strut = hypothetical
      if !collapses { break }
    }
    return strut
  }

  /// The content width of a block, to which percentages in its children refer, before it is laid out. Widths by its content are
  /// taken as `auto`.
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

  /// True for a box whose start and end margins adjoin because nothing in it has height or clearance.
  ///
  /// - Parameter y: its top border edge in the formatting context; floats that end above it do not cause clearance.
  func collapsesThrough(_ box: BoxID, at y: Double) -> Bool {
    guard tree[box].kind == .block, !establishesContext(box), tree[box].marker == Box.absent else { return false }
    let edges = usedEdges(tree[box].style, containerWidth: 0)
    guard edges.top + edges.bottom == 0, self[box].box.height.isZero, self[box].box.minHeight.isZero,
      self[box].box.aspectRatio == nil
    else { return false }
    if tree[box].hasLines { return !makesLines(tree[box].inline) }
    guard nesting.stack.hasSpace else { return false }
    var adjoiningFloats: Set<BoxStyle.Float> = []
    for child in tree.children(of: box) where !isOutOfFlow(child) {
      if isFloat(child) {
        adjoiningFloats.insert(self[child].box.float)
        continue
      }
      // A box with clearance separates the margins.
      let clear = self[child].box.clear
      if adjoiningFloats.contains(where: clear.applies(to:)) { return false }
      if let bottom = page.floats.last?.bottom(clear), bottom > y { return false }
      if !collapsesThrough(child, at: y) { return false }
    }
    return true
  }

  /// False for an inline formatting context without any line box.
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
