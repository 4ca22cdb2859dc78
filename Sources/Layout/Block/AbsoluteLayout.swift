import Style

/// Absolutely positioned boxes (CSS 2.2 §10.3.7, §10.6.4).
extension LayoutContext {
  /// The insets of a box, resolved against its containing block; nil for `auto`.
  private struct ResolvedInsets {
    var left, right, top, bottom: Double?

    init(_ inset: Sides<MarginValue>, _ containing: Rect) {
      left = inset.left.resolve(against: containing.width)
      right = inset.right.resolve(against: containing.width)
      top = inset.top.resolve(against: containing.height)
      bottom = inset.bottom.resolve(against: containing.height)
    }
  }

  /// Lays out a box in its containing block. The position of the fragment is on the page.
  ///
  /// - Parameters:
  ///   - alignment: for a child of a flex or grid container, used instead of the static position.
  ///   - container: the box that establishes the containing block; none for the initial one.
  mutating func layoutAbsolute(
    _ box: BoxID, staticPosition: Point, containing: Rect, alignment: StaticAlignment? = nil, container: BoxID = .none
  ) -> FragmentID {
    let style = self[box].box
    let insets = ResolvedInsets(style.inset, containing)
    var edges = outerEdges(of: box, containerWidth: containing.width)
    var space = ConstraintSpace(width: containing.width, height: containing.height)
    space.isContextRoot = true
    let top = insets.top ?? (insets.bottom == nil ? max(0, staticPosition.y - containing.y) : 0)
    space.insetHeight = top + (insets.bottom ?? 0)
    let start =
      insets.left ?? insets.right ?? alignment.map { containing.width - $0.available(containing) }
      ?? max(0, staticPosition.x - containing.x)
    resolveSize(of: box, insets, start: start, &edges, &space)
    let result = layout(box, space: space, from: nil)
    let isMirrored = isInMirroredContent(box)
    if tree[box].kind != .replaced, isMirrored, result.fits { mirror(result.fragment) }
    let margin = edges.margin
    let size = Size(width: edges.borderBoxWidth, height: result.height)
    let origin =
      (isMirrored ? alignment?.mirrored : alignment)?.place(
        Size(width: size.width + margin.left + margin.right, height: size.height + margin.top + margin.bottom))
      ?? staticPosition
    page.fragments[result.fragment].x = place(
      start: insets.left, end: insets.right, margins: (style.margin.left, style.margin.right),
      used: (margin.left, margin.right), size: size.width, extent: containing.width, origin: containing.x,
      staticStart: origin.x + margin.left, ignoresStart: !container.isNone && isRTL(container),
      alignment: selfAlignment(of: box, vertical: false, insets).map {
        ($0, self[box].item.safe.contains(.justifySelf), isRTL(box))
      })
    page.fragments[result.fragment].y = place(
      start: insets.top, end: insets.bottom, margins: (style.margin.top, style.margin.bottom),
      used: (margin.top, margin.bottom), size: size.height, extent: containing.height, origin: containing.y,
      staticStart: isMirrored && alignment == nil ? origin.y - size.height - margin.bottom : origin.y + margin.top,
      isVertical: true,
      alignment: selfAlignment(of: box, vertical: true, insets).map {
        ($0, self[box].item.safe.contains(.alignSelf), false)
      })
    return result.fragment
  }

  /// Whether boxes follow one another from the bottom to the top around a box (`vertical-lr`).
  private func isInMirroredContent(_ box: BoxID) -> Bool {
    let parent = tree[box].parent
    // Positioned boxes in lines have no parent in the tree.
    return parent.isNone ? self[box].text.vertical.isFlipped : self[parent].text.vertical.isMirrored
  }

  /// Sets the size of a box as far as it follows from its insets and properties.
  private mutating func resolveSize(
    of box: BoxID, _ insets: ResolvedInsets, start: Double, _ edges: inout UsedEdges, _ space: inout ConstraintSpace
  ) {
    let between = space.width - start - (insets.left == nil ? 0 : insets.right ?? 0)
    let most = between - edges.margin.left - edges.margin.right
    guard tree[box].kind != .replaced else {
      if fillsWidth(box) { space.borderBoxWidth = max(0, most) }
      edges.contentWidth = replacedSize(box, edges: edges, space: space).width
      return
    }
    let height = heightBetween(insets, box, edges: edges, space: space)
    let available = max(0, most - edges.left - edges.right)
    let width = absoluteWidth(box, insets, between: between, available, height: height, edges: edges, space: space)
    edges.contentWidth = constrainWidth(width, box, edges: edges, space: space, available: available)
    space.borderBoxWidth = edges.borderBoxWidth
    // A height by a ratio takes precedence if the width does not follow from the height (css-sizing-4 §5).
    let style = self[box].box
    if style.aspectRatio == nil || positionedWidth(box) == .auto && (insets.left == nil || insets.right == nil) {
      space.borderBoxHeight = height
    }
  }

  /// Whether a replaced box with a ratio but without a size is as wide as the space between its insets (css-position-3
  /// §4.1).
  private func fillsWidth(_ box: BoxID) -> Bool {
    let content = tree.replaced[Int(tree[box].payload)]
    let style = self[box].box
    if style.width == .stretch { return true }
    return style.width == .auto && style.height == .auto && content.naturalWidth == nil && content.naturalHeight == nil
      && (content.ratio ?? style.aspectRatio?.ratio ?? 0) > 0
      && style.containment.isDisjoint(with: [.size, .inlineSize])
  }

  /// The alignment of a box between two insets (css-position-3 §4.3); nil if it fills the space between them or is at
  /// the start.
  private func selfAlignment(of box: BoxID, vertical: Bool, _ insets: ResolvedInsets) -> ItemStyle.Alignment? {
    let isBetween =
      vertical ? insets.top != nil && insets.bottom != nil : insets.left != nil && insets.right != nil
    guard isBetween else { return nil }
    let alignment = vertical ? self[box].item.alignSelf : self[box].item.justifySelf
    switch alignment {
    case .auto, .normal, .stretch: return nil
    case .baseline: return .start
    case .lastBaseline: return .end
    default: return alignment
    }
  }

  /// The border-box height of a box that fills the space between its insets: with an automatic height between two of
  /// them (CSS 2.2 §10.6.4, §10.7), or with `stretch`.
  private func heightBetween(_ insets: ResolvedInsets, _ box: BoxID, edges: UsedEdges, space: ConstraintSpace)
    -> Double?
  {
    let fills =
      self[box].box.height == .auto && insets.top != nil && insets.bottom != nil
      && selfAlignment(of: box, vertical: true, insets) == nil
    guard fills || self[box].box.height == .stretch, tree[box].kind == .block else { return nil }
    let outside = edges.top + edges.bottom
    let free = (space.height ?? 0) - space.insetHeight - edges.margin.top - edges.margin.bottom
    return constrainHeight(max(0, free - outside), box, edges: edges, space: space) + outside
  }

  /// The content width before `min-width` and `max-width` (CSS 2.2 §10.3.7).
  ///
  /// - Parameters:
  ///   - between: the width of the containing block without its insets (css-position-3 §4.1).
  ///   - available: the content width that fills it.
  ///   - height: of the border box, if it does not depend on the content.
  private mutating func absoluteWidth(
    _ box: BoxID, _ insets: ResolvedInsets, between: Double, _ available: Double, height: Double?, edges: UsedEdges,
    space: ConstraintSpace
  ) -> Double {
    if let own = contentWidth(box, positionedWidth(box), edges: edges, space: space, available: available) {
      return own
    }
    if insets.left != nil, insets.right != nil, tree[box].kind == .block,
      selfAlignment(of: box, vertical: false, insets) == nil
    {
      return limitedByRatio(available, box, edges: edges, space: space)
    }
    if let width = widthByRatio(box, edges: edges, borderBoxHeight: height, space: space) { return width }
    guard tree[box].kind == .table else {
      return shrinkToFit(box, available: available, edges: edges, space: space)
    }
    return tableWidth(box, space: ConstraintSpace(width: max(0, min(between, space.width)))) - edges.left - edges.right
  }

  /// The position of the border edge along one axis. `auto` margins divide the space that two definite insets leave;
  /// if it is negative, only vertical ones do (CSS 2.2 §10.3.7, §10.6.4).
  ///
  /// - Parameters:
  ///   - ignoresStart: of over-constrained insets the first is ignored: the containing block is right-to-left.
  ///   - alignment: of a box that does not fill the space between two insets; whether it is `safe`, and whether the box
  ///     runs from right to left.
  private func place(
    start: Double?, end: Double?, margins: (MarginValue, MarginValue), used: (Double, Double), size: Double,
    extent: Double, origin: Double, staticStart: Double, ignoresStart: Bool = false, isVertical: Bool = false,
    alignment: (value: ItemStyle.Alignment, isSafe: Bool, isReversed: Bool)? = nil
  ) -> Double {
    switch (start, end) {
    case (let start?, let end?):
      let free = extent - start - end - size
      switch margins {
      case (.auto, .auto) where isVertical: return origin + start + free / 2
      case (.auto, .auto): return origin + start + (ignoresStart && free < 0 ? free : max(0, free / 2))
      case (.auto, _): return origin + start + free - used.1
      case (_, .auto): return origin + start + used.0
      case _ where alignment != nil:
        guard let alignment else { return 0 }
        let rest = free - used.0 - used.1
        let value = rest < 0 && alignment.isSafe ? .start : alignment.value
        let offset = BoxAlignment.offset(
          value, free: rest, isReversed: ignoresStart, ownIsReversed: alignment.isReversed)
        return origin + start + used.0 + (ignoresStart ? rest - offset : offset)
      case _ where ignoresStart: return origin + start + free - used.1
      default: return origin + start + used.0
      }
    case (let start?, nil): return origin + start + used.0
    case (nil, let end?): return origin + extent - end - used.1 - size
    case (nil, nil): return staticStart
    }
  }
}
