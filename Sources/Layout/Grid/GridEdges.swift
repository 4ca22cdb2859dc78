import Style

/// The items at the edges of grid containers, whose break values propagate to the container (css-grid-2 §13).
extension LayoutContext {
  /// The items that start in the first row of a grid container, and those that end in its last.
  mutating func gridEdges(_ container: BoxID) -> LayoutCaches.GridEdges {
    guard !isGridLanes(container) else { return LayoutCaches.GridEdges() }
    let width = repeatsAutomatically(container) ? flowWidth(of: container) : nil
    if let known = caches.gridEdges[container], known.width == width { return known }
    var rowFill = ExplicitGrid.FillSize()
    if let width {
      let edges = usedEdges(tree[container].style, containerWidth: width)
      rowFill.definite = contentHeight(
        self[container].box.height, container, edges: edges, space: ConstraintSpace(width: width))
    }
    let grid = placeGrid(
      container, width: width, height: rowFill.definite, columnFill: .init(definite: width), rowFill: rowFill,
      recordsSubgrids: false)
    let rows = grid.rows.tracks.count
    let found = LayoutCaches.GridEdges(
      width: width, first: grid.items.filter { $0.rows.lowerBound == 0 }.map(\.box),
      last: grid.items.filter { $0.rows.upperBound == rows }.map(\.box))
    caches.gridEdges[container] = found
    return found
  }

  /// Whether the number of tracks depends on the size of the container.
  private func repeatsAutomatically(_ container: BoxID) -> Bool {
    let grid = self[container].item.grid
    return (grid.templateColumns.items + grid.templateRows.items).contains {
      if case .autoRepeat = $0 { true } else { false }
    }
  }

  /// The content width of a box in the flow of the page, px, if it and its ancestors are blocks as wide as their
  /// containers allow. Returns nil for others, whose widths are not known before they are laid out.
  private mutating func flowWidth(of box: BoxID) -> Double? {
    var chain: [BoxID] = []
    var ancestor = box
    while !ancestor.isNone {
      guard tree[ancestor].kind == .block, !isFloat(ancestor), !isOutOfFlow(ancestor), !isMulticol(ancestor),
        ancestor == box || !isFlex(ancestor) && !isGrid(ancestor)
      else { return nil }
      chain.append(ancestor)
      ancestor = tree[ancestor].parent
    }
    return chain.reversed().reduce(page.width) {
      blockEdges($1, space: ConstraintSpace(width: $0)).contentWidth
    }
  }
}
