import Style

/// Boxes that keep their floats to themselves stand beside the floats of others, never over them (CSS 2.2 §9.5).
extension Flow {
  /// How often a box is set again because it came out taller than the room beside the floats that it was set for.
  private static let mostTries = 8

  /// Lays out an in-flow child at `y` below its container's content edge, or where it has room beside the floats.
  mutating func layoutBesideFloats(
    _ child: BoxID, y: Double, space: BlockSpace, from token: BreakToken?
  ) -> (result: BlockResult, x: Double, y: Double) {
    guard let context = floats.last, !context.isEmpty, establishesContext(child) else {
      return (layout(child, space: space, from: token), 0, y)
    }
    let arena = fragments.entries.count
    let base = space.contextY - y
    var place = room(for: child, below: y, height: 0, base: base, space: space, context)
    var tries = 0
    while true {
      var moved = space
      moved.page = space.page?.moved(by: place.y - y)
      moved.contextY = base + place.y
      moved.borderBoxWidth = place.borderBoxWidth
      let result = layout(child, space: moved, from: token)
      tries += 1
      guard result.fits, tries < Self.mostTries else { return (result, place.x, place.y) }
      let next = room(for: child, below: place.y, height: result.height, base: base, space: space, context)
      if next == place { return (result, place.x, place.y) }
      fragments.entries.removeSubrange(arena...)
      place = next
    }
  }

  private struct Room: Equatable {
    /// From the container's content edge.
    var x, y: Double
    /// Set where the box takes what room there is.
    var borderBoxWidth: Double?
  }

  /// The highest place at or below `top` where a box of some height has room; `base` is the container's content edge in
  /// the formatting context.
  private mutating func room(
    for child: BoxID, below top: Double, height: Double, base: Double, space: BlockSpace, _ context: FloatContext
  ) -> Room {
    let left = space.contextX
    let right = space.contextX + space.width
    let edges = usedEdges(tree[child].style, containerWidth: space.width)
    let outside = edges.margin.left + edges.margin.right
    let isAuto = self[child].box.width == .auto && tree[child].kind != .replaced
    let needed: Double
    switch tree[child].kind {
    case .replaced: needed = replacedSize(child, edges: edges, space: space).width + edges.left + edges.right + outside
    case .table where !isAuto: needed = tableWidth(child, space: space) + outside
    default: needed = isAuto ? contribution(of: child).min : blockEdges(child, space: space).borderBoxWidth + outside
    }
    var y = top
    while true {
      let free = context.edges(at: base + y, height: height, left: left, right: right)
      if free.left <= left, free.right >= right { return Room(x: 0, y: y) }
      if needed <= free.right - free.left + PageSpace.tolerance {
        let most = free.right - free.left - outside
        let width = tree[child].kind == .table ? min(most, tableWidth(child, space: space)) : most
        return Room(x: free.left - left, y: y, borderBoxWidth: isAuto ? width : nil)
      }
      guard let next = context.nextEdge(below: base + y) else { return Room(x: 0, y: y) }
      y = next - base
    }
  }
}
