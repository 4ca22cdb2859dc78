import Style

/// The static position of an absolutely positioned child of a flex or grid container whose insets are `auto`
/// (css-flexbox-1 §4.1, css-grid-2 §10.2).
struct StaticArea {
  /// An alignment along one axis of the page.
  enum Edge { case start, center, end }

  /// The size of the container's content box, whose corner is the position of the placeholder.
  var size: Size
  var x = Edge.start
  var y = Edge.start
  /// For a child of a grid container, its grid area from the container's content corner. An edge is nil if it is that
  /// of the padding box.
  var gridArea: GridArea?

  struct GridArea {
    var left: Double?
    var top: Double?
    var right: Double?
    var bottom: Double?
  }
}

/// The rectangle on the page in which a box with `auto` insets is aligned.
struct StaticAlignment {
  var area: Rect
  var x = StaticArea.Edge.start
  var y = StaticArea.Edge.start

  /// The width available to the box: from its edge, or on both sides of its centre, to the edges of the containing
  /// block.
  func available(_ containing: Rect) -> Double {
    switch x {
    case .start: return containing.maxX - area.x
    case .end: return area.maxX - containing.x
    case .center:
      let center = area.x + area.width / 2
      return 2 * min(center - containing.x, containing.maxX - center)
    }
  }

  /// The same in content that is mirrored: the area ends where the placeholder is, at the start of the blocks.
  var mirrored: StaticAlignment {
    var mirrored = self
    mirrored.area.y -= area.height
    mirrored.y =
      switch y {
      case .start: .end
      case .center: .center
      case .end: .start
      }
    return mirrored
  }

  /// The position of a margin box.
  func place(_ marginBox: Size) -> Point {
    Point(
      x: Self.place(x, start: area.x, extent: area.width, size: marginBox.width),
      y: Self.place(y, start: area.y, extent: area.height, size: marginBox.height))
  }

  /// The margin box's start along one axis.
  private static func place(_ edge: StaticArea.Edge, start: Double, extent: Double, size: Double) -> Double {
    switch edge {
    case .start: start
    case .center: start + (extent - size) / 2
    case .end: start + extent - size
    }
  }
}

extension LayoutContext {
  /// Adds a placeholder for an absolutely positioned child to the content box of its container.
  mutating func addPlaceholder(_ child: BoxID, _ area: StaticArea, into builder: inout BoxFragmentBuilder) {
    page.fragments.staticAreas.append(area)
    let entry = FragmentArena.Entry(
      width: 0, height: 0, style: tree[child].style, node: tree[child].node, box: child,
      content: .alignedOutOfFlow(UInt32(page.fragments.staticAreas.count - 1)))
    page.fragments.append(page.fragments.add(entry), to: builder.fragment, x: builder.x, y: builder.y)
  }

  /// Adds a placeholder at the static position of an absolutely positioned child of a block container (CSS 2.2
  /// §10.3.7): at the start of the content box, or where an empty line would be if the child were in a line.
  mutating func addPlaceholder(
    _ child: BoxID, of container: BoxID, into builder: inout BoxFragmentBuilder, space: ConstraintSpace
  ) {
    let y = builder.adjoinsStart && !builder.hasContent ? builder.bottom : builder.bottom + builder.margin.sum
    let isRTL = isInRightToLeft(child)
    let isBlock = self[child].box.isOriginallyBlockLevel
    if isBlock, let area = alignedStaticArea(of: child, in: container, width: space.width) {
      page.fragments.staticAreas.append(area)
      let entry = FragmentArena.Entry(
        width: 0, height: 0, style: tree[child].style, node: tree[child].node, box: child,
        content: .alignedOutOfFlow(UInt32(page.fragments.staticAreas.count - 1)))
      page.fragments.append(page.fragments.add(entry), to: builder.fragment, x: builder.x, y: builder.y + y)
      return
    }
    let x = isBlock ? (isRTL ? space.width : 0) : emptyLine(of: container, y: y, space)
    let entry = FragmentArena.Entry(
      width: 0, height: 0, style: tree[child].style, node: tree[child].node, box: child,
      content: isRTL ? endPlaceholder(child, width: x) : .outOfFlow)
    page.fragments.append(
      page.fragments.add(entry), to: builder.fragment, x: builder.x + (isRTL ? 0 : x), y: builder.y + y)
  }

  /// The static-position rectangle of a block-level child, as wide as the content box and without height, if
  /// `justify-self` or `align-self` aligns the child in it (css-position-3 §4.1).
  private func alignedStaticArea(of child: BoxID, in container: BoxID, width: Double) -> StaticArea? {
    let (justify, align) = (self[child].item.justifySelf, self[child].item.alignSelf)
    func isAligned(_ value: ItemStyle.Alignment) -> Bool {
      ![.auto, .normal, .stretch, .baseline, .lastBaseline].contains(value)
    }
    guard isAligned(justify) || isAligned(align), !tree.footnotes.contains(child) else { return nil }
    var area = StaticArea(size: Size(width: width, height: 0))
    let isReversed = isInRightToLeft(child)
    area.x =
      isAligned(justify)
      ? staticEdge(justify, isReversed: isReversed, ownIsReversed: isRTL(child)) : isReversed ? .end : .start
    if isAligned(align) { area.y = staticEdge(align, isReversed: false, ownIsReversed: false) }
    return area
  }

  /// The edge of the page that an alignment refers to.
  func staticEdge(_ alignment: ItemStyle.Alignment, isReversed: Bool, ownIsReversed: Bool) -> StaticArea.Edge {
    let offset = BoxAlignment.offset(alignment, free: 2, isReversed: isReversed, ownIsReversed: ownIsReversed)
    if offset == 1 { return .center }
    return (offset == 0) != isReversed ? .start : .end
  }

  /// The position of an empty line in the content box of a container, beside the floats.
  private func emptyLine(of container: BoxID, y: Double, _ space: ConstraintSpace) -> Double {
    let text = self[container].text
    let isRTL = text.direction == .rightToLeft
    let indent = text.indentHangs ? 0 : text.textIndent.resolve(against: space.width)
    let edges = page.floats.last?.edges(
      at: space.contextY + y, left: space.contextX, right: space.contextX + space.width)
    let left = (edges?.left ?? space.contextX) - space.contextX + (isRTL ? 0 : indent)
    let right = (edges?.right ?? space.contextX + space.width) - space.contextX - (isRTL ? indent : 0)
    return emptyLineStart(tree[container].style, from: left, to: right)
  }

  /// Where text that starts a line between two edges would be aligned, if the line contained nothing else.
  func emptyLineStart(_ style: StyleID, from left: Double, to right: Double) -> Double {
    let isRTL = self[style].text.direction == .rightToLeft
    switch self[style].text.textAlign {
    case .center: return (left + right) / 2
    case .left: return left
    case .right: return right
    case .end: return isRTL ? left : right
    default: return isRTL ? right : left
    }
  }

  /// The placeholder of an absolutely positioned box whose right edge is at the static position, as in right-to-left
  /// containers.
  ///
  /// - Parameter width: the distance of the right edge from the placeholder.
  mutating func endPlaceholder(_ child: BoxID, width: Double) -> FragmentArena.Content {
    if tree.footnotes.contains(child) { return .outOfFlow }
    page.fragments.staticAreas.append(StaticArea(size: Size(width: width, height: 0), x: .end))
    return .alignedOutOfFlow(UInt32(page.fragments.staticAreas.count - 1))
  }

  /// The containing block and the alignment of a placeholder's box on the page.
  func staticAlignment(_ index: UInt32, of child: BoxID, at corner: Point, containing: Rect) -> (Rect, StaticAlignment)
  {
    let area = page.fragments.staticAreas[Int(index)]
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
    !box.isNone && (self[box].box.position != .static || self[box].containsPositioned)
  }
}
