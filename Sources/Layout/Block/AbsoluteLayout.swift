import Style

/// Absolutely positioned boxes (CSS 2.2 §10.3.7, §10.6.4).
extension LayoutContext {
  /// Lays out a box in its containing block. The position of the fragment is on the page.
  ///
  /// - Parameter alignment: for a child of a flex or grid container, used instead of the static position.
  mutating func layoutAbsolute(
    _ box: BoxID, staticPosition: Point, containing: Rect, alignment: StaticAlignment? = nil
  ) -> FragmentID {
    let style = self[box].box
    var edges = usedEdges(tree[box].style, containerWidth: containing.width)
    var space = ConstraintSpace(width: containing.width, height: containing.height)
    space.isContextRoot = true
    let left = style.inset.left.resolve(against: containing.width)
    let right = style.inset.right.resolve(against: containing.width)
    let top = style.inset.top.resolve(against: containing.height)
    let bottom = style.inset.bottom.resolve(against: containing.height)

    if tree[box].kind == .replaced {
      edges.contentWidth = replacedSize(box, edges: edges, space: space).width
    } else {
      let outside = edges.left + edges.right + edges.margin.left + edges.margin.right
      let width: Double
      if let own = contentWidth(box, style.width, edges: edges, space: space) {
        width = own
      } else if let left, let right, tree[box].kind == .block {
        width = max(0, containing.width - left - right - outside)
      } else {
        let used =
          left ?? right ?? alignment.map { containing.width - $0.available(containing) }
          ?? max(0, staticPosition.x - containing.x)
        width =
          tree[box].kind == .table
          ? tableWidth(box, space: space) - edges.left - edges.right
          : shrinkToFit(box, available: containing.width - used - outside)
      }
      edges.contentWidth = constrainWidth(width, box, edges: edges, space: space)
      space.borderBoxWidth = edges.borderBoxWidth
      if style.height == .auto, let top, let bottom, tree[box].kind == .block {
        space.borderBoxHeight = max(0, containing.height - top - bottom - edges.margin.top - edges.margin.bottom)
      }
    }
    let result = layout(box, space: space, from: nil)
    let fragment = result.fragment
    let width = edges.borderBoxWidth
    var staticPosition = staticPosition
    if let alignment {
      staticPosition.x = StaticAlignment.place(
        alignment.x, start: alignment.area.x, extent: alignment.area.width,
        size: width + edges.margin.left + edges.margin.right)
      staticPosition.y = StaticAlignment.place(
        alignment.y, start: alignment.area.y, extent: alignment.area.height,
        size: result.height + edges.margin.top + edges.margin.bottom)
    }
    page.fragments[fragment].x = place(
      start: left, end: right, margins: (style.margin.left, style.margin.right),
      used: (edges.margin.left, edges.margin.right),
      size: width, extent: containing.width, origin: containing.x, staticStart: staticPosition.x + edges.margin.left)
    page.fragments[fragment].y = place(
      start: top, end: bottom, margins: (style.margin.top, style.margin.bottom),
      used: (edges.margin.top, edges.margin.bottom),
      size: result.height, extent: containing.height, origin: containing.y,
      staticStart: staticPosition.y + edges.margin.top)
    return fragment
  }

  /// The position of the border edge along one axis. `auto` margins divide the space that two definite insets leave.
  private func place(
    start: Double?, end: Double?, margins: (MarginValue, MarginValue), used: (Double, Double), size: Double,
    extent: Double,
    origin: Double, staticStart: Double
  ) -> Double {
    switch (start, end) {
    case (let start?, let end?):
      let free = extent - start - end - size
      switch margins {
      case (.auto, .auto): return origin + start + max(0, free / 2)
      case (.auto, _): return origin + start + free - used.1
      default: return origin + start + used.0
      }
    case (let start?, nil): return origin + start + used.0
    case (nil, let end?): return origin + extent - end - used.1 - size
    case (nil, nil): return staticStart
    }
  }
}
