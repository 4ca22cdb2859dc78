import Style

/// Boxes that establish a formatting context are placed beside the floats of the outer context, without overlapping
/// them (CSS 2.2 §9.5).
extension LayoutContext {
  /// The number of times a box is laid out again because it is higher than the space beside the floats that was
  /// assumed for it.
  private static let maxTries = 8

  /// Lays out an in-flow child at `y` below the content edge of its container, or further down where there is space
  /// beside the floats.
  mutating func layoutBesideFloats(
    _ child: BoxID, y: Double, space: ConstraintSpace, from token: BreakToken?
  ) -> (result: BlockResult, x: Double, y: Double) {
    guard let context = page.floats.last, !context.isEmpty, establishesContext(child) else {
      return (layout(child, space: space, from: token), 0, y)
    }
    let arena = page.fragments.checkpoint
    let base = space.contextY - y
    var place = position(for: child, below: y, height: 0, base: base, space: space, context)
    var tries = 0
    while true {
      var moved = space
      moved.fragmentainer = space.fragmentainer?.moved(by: place.y - y)
      if place.y > Fragmentainer.tolerance { moved.fragmentainer = moved.fragmentainer?.belowEdge() }
      moved.contextY = base + place.y
      moved.borderBoxWidth = place.borderBoxWidth
      let result = layout(child, space: moved, from: token)
      tries += 1
      guard result.fits, tries < Self.maxTries else { return (result, place.x, place.y) }
      let next = position(for: child, below: place.y, height: result.height, base: base, space: space, context)
      if next == place { return (result, place.x, place.y) }
      page.fragments.rewind(to: arena)
      place = next
    }
  }

  private struct Position: Equatable {
    /// The distance from the container's content edge.
    var x, y: Double
    /// Set if the box fills the available width.
    var borderBoxWidth: Double?
  }

  /// The highest position at or below `top` with space for a box of a given height. `base` is the content edge of the
  /// container in the formatting context.
  private mutating func position(
    for child: BoxID, below top: Double, height: Double, base: Double, space: ConstraintSpace, _ context: FloatContext
  ) -> Position {
    let left = space.contextX
    let right = space.contextX + space.width
    let edges = usedEdges(tree[child].style, containerWidth: space.width)
    let fills = fillsSpace(child, edges: edges, space: space)
    let needed = leastWidth(child, fills: fills, edges: edges, space: space)
    var y = top
    while true {
      let free = context.edges(at: base + y, height: height, left: left, right: right)
      if free.left <= left, free.right >= right { return Position(x: 0, y: y) }
      // Only the border box must not overlap the floats: its margins reach to the edges of the container.
      var between = edges.margin
      if free.left > left { between.left = max(0, between.left - (free.left - left)) }
      if free.right < right { between.right = max(0, between.right - (right - free.right)) }
      let most = free.right - free.left - between.left - between.right
      let width = fills ? max(needed, self.width(of: child, filling: most, edges: edges, space: space)) : needed
      if width <= most + Fragmentainer.tolerance {
        let shift = shift(
          child, in: free.right - free.left, edges, between: between, borderBoxWidth: width, isImposed: fills, space)
        return Position(x: free.left - left + shift, y: y, borderBoxWidth: fills ? width : nil)
      }
      guard let next = context.nextEdge(below: base + y) else { return Position(x: 0, y: y) }
      y = next - base
    }
  }

  /// Whether the width of a box follows from the space beside the floats.
  private mutating func fillsSpace(_ child: BoxID, edges: UsedEdges, space: ConstraintSpace) -> Bool {
    switch self[child].box.width {
    case .auto, .stretch, .fitContent(nil):
      tree[child].kind != .replaced && widthByRatio(child, edges: edges, space: space) == nil
    default: false
    }
  }

  /// The border-box width that a box needs beside the floats.
  ///
  /// - Parameter fills: whether it fills the space, so that it only needs that of its content.
  private mutating func leastWidth(
    _ child: BoxID, fills: Bool, edges: UsedEdges, space: ConstraintSpace
  ) -> Double {
    let outside = edges.left + edges.right
    switch tree[child].kind {
    case .replaced: return replacedSize(child, edges: edges, space: space).width + outside
    case .table:
      return fills
        ? contribution(of: child).min - edges.margin.left - edges.margin.right : tableWidth(child, space: space)
    default:
      guard fills else { return blockEdges(child, space: space).borderBoxWidth }
      let least = limitedByRatio(intrinsicSize(child).min, child, edges: edges, space: space)
      return constrainWidth(least, child, edges: edges, space: space) + outside
    }
  }

  /// The border-box width of a box in a space of a given width, limited by `min-width` and `max-width` (CSS 2.2 §10.4).
  private mutating func width(
    of child: BoxID, filling most: Double, edges: UsedEdges, space: ConstraintSpace
  ) -> Double {
    guard tree[child].kind != .table else { return min(most, tableWidth(child, space: space)) }
    let own = self[child].box.width
    let available = max(0, most - edges.left - edges.right)
    let width =
      own == .fitContent(nil) || own == .auto && shrinksToAlign(child)
      ? shrinkToFit(child, available: available, edges: edges, space: space)
      : own == .auto ? limitedByRatio(available, child, edges: edges, space: space) : available
    return constrainWidth(width, child, edges: edges, space: space, available: available) + edges.left + edges.right
  }

  /// How much further to the right a box is between the floats than at the left: layout places it as if it had the
  /// whole width of the container.
  ///
  /// - Parameters:
  ///   - between: its margins between the floats.
  ///   - isImposed: whether layout gets the width of the box from here.
  private func shift(
    _ child: BoxID, in width: Double, _ edges: UsedEdges, between: Sides<Double>, borderBoxWidth: Double,
    isImposed: Bool, _ space: ConstraintSpace
  ) -> Double {
    var (between, whole) = (between, edges.margin)
    distribute(width - borderBoxWidth, to: &between, of: child)
    // The margins of blocks whose width is imposed are not changed.
    if !isImposed || tree[child].kind == .table {
      distribute(space.width - borderBoxWidth, to: &whole, of: child)
    }
    return between.left - whole.left
  }
}
