import Style

/// Where an absolutely positioned child of a flex or grid container stands while its insets are `auto`
/// (css-flexbox-1 §4.1, css-grid-2 §10.2).
struct StaticArea {
  /// A place along one axis, in terms of the page.
  enum Edge { case start, center, end }

  /// The size of the container's content box; its corner is the placeholder's place.
  var size: Size
  var x = Edge.start
  var y = Edge.start
  /// For a child of a grid container: its grid area from the container's content corner, `nil` where an edge is
  /// that of the padding box.
  var gridArea: GridArea?

  struct GridArea {
    var left: Double?
    var top: Double?
    var right: Double?
    var bottom: Double?
  }
}

/// The rectangle in which a box of no insets is aligned, on the page.
struct StaticAlignment {
  var area: Rect
  var x = StaticArea.Edge.start
  var y = StaticArea.Edge.start

  /// The width that the box may take: from its edge, or around its centre, to the edges of the containing block.
  func available(_ containing: Rect) -> Double {
    switch x {
    case .start: return containing.maxX - area.x
    case .end: return area.maxX - containing.x
    case .center:
      let center = area.x + area.width / 2
      return 2 * min(center - containing.x, containing.maxX - center)
    }
  }

  /// The margin box's start along one axis.
  static func place(_ edge: StaticArea.Edge, start: Double, extent: Double, size: Double) -> Double {
    switch edge {
    case .start: start
    case .center: start + (extent - size) / 2
    case .end: start + extent - size
    }
  }
}

extension Flow {
  /// Marks where an absolutely positioned child stands, in the content box of its container.
  mutating func addPlaceholder(_ child: BoxID, _ area: StaticArea, into flow: inout BlockFlow) {
    fragments.staticAreas.append(area)
    let entry = FragmentArena.Entry(
      width: 0, height: 0, style: tree[child].style, node: tree[child].node, box: child,
      content: .alignedOutOfFlow(UInt32(fragments.staticAreas.count - 1)))
    fragments.append(fragments.add(entry), to: flow.fragment, x: flow.x, y: flow.y)
  }

  /// The containing block and the alignment of such a child on the page.
  func staticAlignment(_ index: UInt32, of child: BoxID, at corner: Point, containing: Rect) -> (Rect, StaticAlignment)
  {
    let area = fragments.staticAreas[Int(index)]
    let content = Rect(x: corner.x, y: corner.y, width: area.size.width, height: area.size.height)
    guard let grid = area.gridArea, isContainingBlock(tree[child].parent), self[child].box.position == .absolute else {
      return (containing, StaticAlignment(area: content, x: area.x, y: area.y))
    }
    let left = grid.left.map { corner.x + $0 } ?? containing.x
    let top = grid.top.map { corner.y + $0 } ?? containing.y
    let right = grid.right.map { corner.x + $0 } ?? containing.maxX
    let bottom = grid.bottom.map { corner.y + $0 } ?? containing.maxY
    let own = Rect(x: left, y: top, width: max(0, right - left), height: max(0, bottom - top))
    return (own, StaticAlignment(area: own, x: area.x, y: area.y))
  }

  private func isContainingBlock(_ box: BoxID) -> Bool {
    !box.isNone && (self[box].box.position != .static || !self[box].paint.transforms.isEmpty)
  }
}
