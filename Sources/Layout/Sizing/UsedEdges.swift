import Style

/// Used margins, borders, padding and widths (CSS 2.2 §10.2 to §10.4).
extension LayoutContext {
  /// The edges of a box in a containing block of a given width. `auto` margins are 0, and the content width is not
  /// set.
  @inline(__always)
  func usedEdges(_ style: StyleID, containerWidth: Double) -> UsedEdges {
    // Inlined to avoid a copy of the whole context.
    UsedEdges(document.styles, style, containerWidth: containerWidth)
  }

  /// The edges of any box as `usedEdges`; those of a table are those of its border model.
  mutating func outerEdges(of box: BoxID, containerWidth: Double) -> UsedEdges {
    tree[box].kind == .table
      ? tableEdges(box, containerWidth: containerWidth) : usedEdges(tree[box].style, containerWidth: containerWidth)
  }

  /// The edges and the used content width of a block-level box in normal flow (CSS 2.2 §10.3.3).
  mutating func blockEdges(_ box: BoxID, space: ConstraintSpace) -> UsedEdges {
    let styleID = tree[box].style
    var edges = usedEdges(styleID, containerWidth: space.width)
    if tree[box].kind == .cell || tree[box].kind == .row || Self.isGroup(tree[box].kind) { edges.margin = Sides(0) }
    if let border = space.collapsedBorder { edges.border = border }
    if let width = space.borderBoxWidth {
      edges.contentWidth = max(0, width - edges.left - edges.right)
      return edges
    }
    let available = space.width - edges.margin.left - edges.margin.right - edges.left - edges.right
    var own =
      contentWidth(box, self[styleID].box.width, edges: edges, space: space)
      ?? widthByRatio(box, edges: edges, space: space)
    if own == nil {
      own =
        shrinksToAlign(box)
        ? shrinkToFit(box, available: available, edges: edges, space: space)
        : limitedByRatio(max(0, available), box, edges: edges, space: space)
    }
    edges.contentWidth = constrainWidth(own ?? 0, box, edges: edges, space: space)
    distribute(space.width - edges.borderBoxWidth, to: &edges.margin, of: box)
    return edges
  }

  /// The horizontal margins of a block-level box of known width (CSS 2.2 §10.3.3): `auto` margins take the free space.
  /// If there are none, `justify-self` or `align` of the container decides where it is, and otherwise the left margin
  /// takes it in right-to-left containers.
  ///
  /// - Parameter free: the width of the container that the border box leaves.
  func distribute(_ free: Double, to margin: inout Sides<Double>, of box: BoxID) {
    let style = tree[box].style
    let isAuto = (self[style].box.margin.left == .auto, self[style].box.margin.right == .auto)
    let parent = tree[box].parent
    let rest = free - margin.left - margin.right
    switch isAuto {
    case (false, false): if !parent.isNone { align(rest, &margin, of: box, in: parent) }
    // In an overfull container `auto` margins are 0, and the one at the end side of the container is ignored.
    case _ where rest < 0: if isInRightToLeft(box) { margin.left = free - margin.right }
    case (true, true): (margin.left, margin.right) = (free / 2, free / 2)
    case (true, false): margin.left = free - margin.right
    case (false, true): margin.right = free - margin.left
    }
  }

  /// Aligns a block-level box without `auto` margins in the width that its margin box leaves.
  private func align(_ rest: Double, _ margin: inout Sides<Double>, of box: BoxID, in parent: BoxID) {
    if let alignment = inlineAlignment(of: box) {
      let isReversed = isRTL(parent)
      let isSafe = rest < 0 && isSafe(box, in: parent, .justifySelf, .justifyItems)
      let offset = BoxAlignment.offset(
        isSafe ? .start : alignment, free: rest, isReversed: isReversed, ownIsReversed: isRTL(box))
      margin.left += isReversed ? rest - offset : offset
    } else if let align = self[parent].text.blockAlign {
      if align != .left { margin.left += max(0, align == .center ? rest / 2 : rest) }
    } else if isRTL(parent) {
      margin.left += rest
    }
  }

  /// Whether the container of a box is right-to-left.
  func isInRightToLeft(_ box: BoxID) -> Bool {
    let parent = tree[box].parent
    return !parent.isNone && isRTL(parent)
  }

  static func isGroup(_ kind: Box.Kind) -> Bool { kind == .rowGroup || kind == .headerGroup || kind == .footerGroup }

  /// The content width for a `width`, `min-width` or `max-width`; nil for `auto`.
  ///
  /// - Parameter available: the content width that the space allows, if it is not that of the containing block.
  mutating func contentWidth(
    _ box: BoxID, _ value: SizeValue, edges: UsedEdges, space: ConstraintSpace, available: Double? = nil
  ) -> Double? {
    // The widths by content of a box with a ratio are that of its definite height (css-sizing-4 §5.1).
    if value.isIntrinsic, tree[box].kind == .block, let width = widthByRatio(box, edges: edges, space: space) {
      return width
    }
    let available =
      available ?? space.width - edges.margin.left - edges.margin.right - edges.left - edges.right
    switch value {
    case .auto, .content: return nil
    case .length(let length):
      let width = length.resolve(against: space.width)
      return max(0, self[box].box.boxSizing == .borderBox ? width - edges.left - edges.right : width)
    case .stretch: return max(0, available)
    case .minContent: return limitedByRatio(intrinsicSize(box).min, box, edges: edges, space: space)
    case .maxContent: return limitedByRatio(intrinsicSize(box).max, box, edges: edges, space: space)
    case .fitContent(let limit):
      return shrinkToFit(
        box, available: limit?.resolve(against: space.width) ?? available, edges: edges, space: space)
    }
  }

  /// Limits a content width to `min-width` and `max-width`.
  mutating func constrainWidth(
    _ width: Double, _ box: BoxID, edges: UsedEdges, space: ConstraintSpace, available: Double? = nil
  ) -> Double {
    var width = width
    let (least, most) = (self[box].box.minWidth, self[box].box.maxWidth)
    if let most = contentWidth(box, most, edges: edges, space: space, available: available) { width = min(width, most) }
    if let least = contentWidth(box, least, edges: edges, space: space, available: available) {
      width = max(width, least)
    }
    return max(0, width)
  }

  /// The content height for a height property; nil for `auto` and for percentages of an indefinite height.
  func contentHeight(_ value: SizeValue, _ box: BoxID, edges: UsedEdges, space: ConstraintSpace) -> Double? {
    guard case .length(let length) = value else {
      guard value == .stretch, let height = space.height else { return nil }
      return max(0, height - space.insetHeight - edges.margin.top - edges.margin.bottom - edges.top - edges.bottom)
    }
    if length.hasPercent, space.height == nil { return nil }
    let height = length.resolve(against: space.height ?? 0)
    return max(0, self[box].box.boxSizing == .borderBox ? height - edges.top - edges.bottom : height)
  }

  /// The definite content height of a box, if any, known before its content is laid out.
  func definiteHeight(_ box: BoxID, edges: UsedEdges, space: ConstraintSpace) -> Double? {
    var height: Double
    if let imposed = space.borderBoxHeight {
      return max(0, imposed - edges.top - edges.bottom)
    } else if tree[box].kind == .cell {
      return nil
    } else if let own = contentHeight(self[box].box.height, box, edges: edges, space: space) {
      height = own
    } else if let byRatio = heightByRatio(box, edges: edges) {
      height = byRatio
    } else {
      return nil
    }
    if let most = contentHeight(self[box].box.maxHeight, box, edges: edges, space: space) { height = min(height, most) }
    if let least = contentHeight(self[box].box.minHeight, box, edges: edges, space: space) {
      height = max(height, least)
    }
    return height
  }

  /// `max-height` as a content height; infinite for `none`.
  func greatestHeight(_ box: BoxID, edges: UsedEdges, space: ConstraintSpace) -> Double {
    contentHeight(self[box].box.maxHeight, box, edges: edges, space: space) ?? .infinity
  }

  /// Limits an automatic content height to `min-height` and `max-height`.
  func constrainHeight(_ height: Double, _ box: BoxID, edges: UsedEdges, space: ConstraintSpace) -> Double {
    var height = height
    if let most = contentHeight(self[box].box.maxHeight, box, edges: edges, space: space) { height = min(height, most) }
    if let least = contentHeight(self[box].box.minHeight, box, edges: edges, space: space) {
      height = max(height, least)
    }
    return height
  }

  /// Moves a relatively positioned fragment (CSS 2.2 §9.4.3), also with the inline boxes that contain it (§9.2.1.1).
  mutating func moveIfRelative(_ fragment: FragmentID, containerWidth: Double, containerHeight: Double?) {
    move(
      fragment, asIn: page.fragments[fragment].style, containerWidth: containerWidth, containerHeight: containerHeight)
    guard !tree.movedInlines.isEmpty, let inlines = tree.movedInlines[page.fragments[fragment].box] else { return }
    for style in inlines {
      move(fragment, asIn: style, containerWidth: containerWidth, containerHeight: containerHeight)
    }
  }

  /// Whether the container of a relatively positioned fragment is right-to-left. Inline boxes are taken as in their own
  /// direction.
  private func isInRightToLeft(_ fragment: FragmentID, _ style: StyleID) -> Bool {
    let box = page.fragments[fragment].box
    return box.isNone ? self[style].text.direction == .rightToLeft : isInRightToLeft(box)
  }

  private mutating func move(
    _ fragment: FragmentID, asIn style: StyleID, containerWidth: Double, containerHeight: Double?
  ) {
    // On paper nothing scrolls, so that a sticky box stays where it is.
    guard self[style].box.position == .relative else { return }
    let left = self[style].box.inset.left.resolve(against: containerWidth)
    let right = self[style].box.inset.right.resolve(against: containerWidth)
    // Of over-constrained insets, that on the end side of the containing block is ignored.
    if let left, right == nil || !isInRightToLeft(fragment, style) {
      page.fragments[fragment].x += left
    } else if let right {
      page.fragments[fragment].x -= right
    }
    func vertical(_ value: MarginValue) -> Double? {
      if case .length(let length) = value, length.hasPercent, containerHeight == nil { return nil }
      return value.resolve(against: containerHeight ?? 0)
    }
    if let top = vertical(self[style].box.inset.top) {
      page.fragments[fragment].y += top
    } else if let bottom = vertical(self[style].box.inset.bottom) {
      page.fragments[fragment].y -= bottom
    }
  }
}

extension MarginValue {
  /// Returns nil for `auto`.
  func resolve(against basis: Double) -> Double? {
    switch self {
    case .auto: nil
    case .length(let length): length.resolve(against: basis)
    }
  }
}

extension UsedEdges {
  /// The edges for a style in a containing block of a given width. `auto` margins are 0, and the content width is not
  /// set.
  init(_ styles: ContiguousArray<ComputedStyle>, _ id: StyleID, containerWidth width: Double) {
    // Reads each length in place, to avoid a copy of the whole `BoxStyle`.
    let index = Int(id.index)
    border = styles[index].box.borderWidth
    padding.top = max(0, styles[index].box.padding.top.resolve(against: width))
    padding.right = max(0, styles[index].box.padding.right.resolve(against: width))
    padding.bottom = max(0, styles[index].box.padding.bottom.resolve(against: width))
    padding.left = max(0, styles[index].box.padding.left.resolve(against: width))
    margin.top = styles[index].box.margin.top.resolve(against: width) ?? 0
    margin.right = styles[index].box.margin.right.resolve(against: width) ?? 0
    margin.bottom = styles[index].box.margin.bottom.resolve(against: width) ?? 0
    margin.left = styles[index].box.margin.left.resolve(against: width) ?? 0
  }
}
