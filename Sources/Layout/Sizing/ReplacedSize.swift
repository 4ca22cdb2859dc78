import Style

/// The used size of replaced elements (CSS 2.2 §10.3.2, §10.6.2 and the table in §10.4).
extension LayoutContext {
  /// The content size, unless the parent determines it. For intrinsic widths, percentages are treated as `auto`.
  mutating func replacedSize(_ box: BoxID, edges: UsedEdges, space: ConstraintSpace, forIntrinsicSize: Bool = false)
    -> Size
  {
    if turn(of: box) != nil { return turnedSize(box, space: space, forIntrinsicSize: forIntrinsicSize) }
    let style = self[box].box
    let content = containedContent(tree.replaced[Int(tree[box].payload)], style)
    let natural = content.ratio ?? 0
    let ratio = style.aspectRatio.flatMap { $0.isAuto && natural > 0 ? nil : $0.ratio } ?? natural
    func width(_ value: SizeValue) -> Double? {
      guard case .length(let length) = value else {
        guard value == .stretch, !forIntrinsicSize else { return nil }
        return max(0, space.width - edges.margin.left - edges.margin.right - edges.left - edges.right)
      }
      if forIntrinsicSize, length.hasPercent { return nil }
      let width = length.resolve(against: space.width)
      return max(0, style.boxSizing == .borderBox ? width - edges.left - edges.right : width)
    }
    func height(_ value: SizeValue) -> Double? { contentHeight(value, box, edges: edges, space: space) }

    let least = Size(width: width(style.minWidth) ?? 0, height: height(style.minHeight) ?? 0)
    let most = Size(
      width: max(least.width, width(style.maxWidth) ?? .infinity),
      height: max(least.height, height(style.maxHeight) ?? .infinity))
    let imposedWidth = space.borderBoxWidth.map { max(0, $0 - edges.left - edges.right) }
    let imposedHeight = space.borderBoxHeight.map { max(0, $0 - edges.top - edges.bottom) }
    if let imposedWidth, let imposedHeight { return Size(width: imposedWidth, height: imposedHeight) }
    switch (imposedWidth ?? width(style.width), imposedHeight ?? height(style.height)) {
    case (let width?, let height?):
      return Size(width: clamp(width, least.width, most.width), height: clamp(height, least.height, most.height))
    case (let width?, nil):
      let used = clamp(width, least.width, most.width)
      return Size(width: used, height: clamp(ratio > 0 ? used / ratio : content.height, least.height, most.height))
    case (nil, let height?):
      let used = clamp(height, least.height, most.height)
      return Size(width: clamp(ratio > 0 ? used * ratio : content.width, least.width, most.width), height: used)
    case (nil, nil):
      let size = naturalSize(content, ratio: ratio, edges: edges, space: space, forIntrinsicSize: forIntrinsicSize)
      return constrain(size, ratio: ratio, least: least, most: most)
    }
  }

  /// Whether a replaced box has a ratio but no size, so that it is as wide as its container. Its intrinsic widths are 0, as
  /// in browsers.
  func hasOnlyRatio(_ box: BoxID) -> Bool {
    let (style, content) = (self[box].box, tree.replaced[Int(tree[box].payload)])
    return content.ratio != nil && content.naturalWidth == nil && content.naturalHeight == nil
      && style.width == .auto && style.height == .auto && style.containment.isDisjoint(with: [.size, .inlineSize])
  }

  /// The natural sizes as containment leaves them (css-contain-2 §3.1 and §3.2).
  private func containedContent(_ content: ReplacedContent, _ style: BoxStyle) -> ReplacedContent {
    guard !style.containment.isDisjoint(with: [.size, .inlineSize]) else { return content }
    let height = style.containment.contains(.size) ? style.containedHeight ?? 0 : content.height
    var contained = ReplacedContent(kind: content.kind, width: style.containedWidth ?? 0, height: height)
    contained.ratio = nil
    return contained
  }

  /// The size if both properties are `auto` (CSS 2.2 §10.3.2). With only a ratio, the width is that of a block.
  private func naturalSize(
    _ content: ReplacedContent, ratio: Double, edges: UsedEdges, space: ConstraintSpace, forIntrinsicSize: Bool
  ) -> Size {
    guard ratio > 0 else { return Size(width: content.width, height: content.height) }
    switch (content.naturalWidth, content.naturalHeight) {
    // The ratio of the style takes precedence over the natural height.
    case (let width?, _): return Size(width: width, height: width / ratio)
    case (nil, let height?): return Size(width: height * ratio, height: height)
    case (nil, nil):
      guard !forIntrinsicSize else { return Size(width: 0, height: 0) }
      let isOpen = !space.width.isFinite
      let margins = (edges.margin.left, edges.margin.right)
      let width = isOpen ? content.width : max(0, space.width - edges.left - edges.right - margins.0 - margins.1)
      return Size(width: width, height: width / ratio)
    }
  }

  private func clamp(_ value: Double, _ least: Double, _ most: Double) -> Double { max(least, min(most, value)) }

  /// Applies minimum and maximum sizes if both properties are `auto`, preserving the ratio if possible (CSS 2.2
  /// §10.4, the table).
  private func constrain(_ size: Size, ratio: Double, least: Size, most: Size) -> Size {
    guard ratio > 0, size.width > 0, size.height > 0 else {
      return Size(
        width: clamp(size.width, least.width, most.width), height: clamp(size.height, least.height, most.height))
    }
    let shrink = min(1, most.width / size.width, most.height / size.height)
    var used = Size(width: size.width * shrink, height: size.height * shrink)
    let grow = max(1, least.width / used.width, least.height / used.height)
    used = Size(width: used.width * grow, height: used.height * grow)
    return Size(
      width: clamp(used.width, least.width, most.width), height: clamp(used.height, least.height, most.height))
  }
}
