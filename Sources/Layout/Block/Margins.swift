import Style

/// Collapsing margins (CSS 2.2 §8.3.1), worked out before a box is laid out.
extension Flow {
  /// The margins that meet at a box's start: its own, and its first children's where nothing keeps them apart.
  ///
  /// - Parameters:
  ///   - strut: the margins above that they collapse with.
  ///   - y: where that strut starts in the formatting context, which tells whether a child has clearance.
  func startMargin(
    of box: BoxID, containerWidth: Double, after strut: MarginStrut = MarginStrut(), at y: Double = .infinity
  ) -> MarginStrut {
    var strut = strut
    let edges = usedEdges(tree[box].style, containerWidth: containerWidth)
    strut.add(edges.margin.top)
    guard !establishesContext(box), edges.top == 0, !tree[box].hasLines, stack.hasRoom else { return strut }
    var adjoiningFloats: Set<BoxStyle.Float> = []
    // Percentages of a nested width are rare enough here: the container's stands for it.
    for child in tree.children(of: box) where !isOutOfFlow(child) {
      if isFloat(child) {
        adjoiningFloats.insert(self[child].box.float)
        continue
      }
      // A box with clearance keeps its margin to itself: always below floats that wait for this very margin.
      let clear = self[child].box.clear
      if clear != .none, adjoiningFloats.contains(where: clear.applies(to:)) { break }
      let collapses = collapsesThrough(child)
      let hypothetical =
        collapses
        ? strut.adding(collapsedMargin(of: child, containerWidth: containerWidth))
        : startMargin(of: child, containerWidth: containerWidth, after: strut, at: y)
      if clear != .none, let bottom = floats.last?.bottom(clear), bottom > y + hypothetical.sum { break }
      strut = hypothetical
      if !collapses { break }
    }
    return strut
  }

  /// All margins of a box that collapse through it.
  func collapsedMargin(of box: BoxID, containerWidth: Double) -> MarginStrut {
    var strut = MarginStrut()
    let edges = usedEdges(tree[box].style, containerWidth: containerWidth)
    strut.add(edges.margin.top)
    strut.add(edges.margin.bottom)
    guard stack.hasRoom else { return strut }
    for child in tree.children(of: box) where !isOutOfFlow(child) && !isFloat(child) {
      strut.add(collapsedMargin(of: child, containerWidth: containerWidth))
    }
    return strut
  }

  /// True for a box whose start and end margins adjoin: nothing in it has height.
  func collapsesThrough(_ box: BoxID) -> Bool {
    guard tree[box].kind == .block, !establishesContext(box), tree[box].marker == Box.absent else { return false }
    let edges = usedEdges(tree[box].style, containerWidth: 0)
    guard edges.top + edges.bottom == 0, self[box].box.height.isZero, self[box].box.minHeight.isZero,
      self[box].box.aspectRatio == nil
    else { return false }
    if tree[box].hasLines { return !makesLines(tree[box].inline) }
    guard stack.hasRoom else { return false }
    var meetsFloats = floats.last?.isEmpty == false
    for child in tree.children(of: box) where !isOutOfFlow(child) {
      if isFloat(child) {
        meetsFloats = true
      } else if !collapsesThrough(child) || meetsFloats && self[child].box.clear != .none {
        // Clearance is height.
        return false
      }
    }
    return true
  }

  /// False where an inline formatting context has nothing that makes a line box.
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
