import Style

/// A margin box's border box along both axes, from its containing block's top left corner.
struct MarginBoxFrame {
  var across, down: MarginBoxPosition
}

/// A border box's start and size along one axis, px.
struct MarginBoxPosition {
  var start: Double
  var size: Double
}

/// The size of a margin box along its page edge, before distribution (css-page-3 §5.3.2).
struct MarginBoxExtent {
  /// 0 at the start of the edge, 1 in its middle, 2 at its end.
  var position: Int
  /// Margins; `auto` ones are 0 here.
  var before, after: Double
  /// Outer sizes: from margin edge to margin edge.
  var minContent, maxContent: Double
  /// It is nil for `auto`.
  var size: Double?
  var least: Double
  /// Infinite for `none`.
  var most: Double
}

extension LayoutContext {
  /// The inputs of the distribution for one box.
  mutating func marginBoxExtent(_ box: BoxID, area: Rect, isAcross: Bool, place: MarginBoxPlace) -> MarginBoxExtent {
    let axis = marginBoxAxis(box, area: area, isAcross: isAcross)
    let outside = axis.before ?? 0
    let margins = outside + (axis.after ?? 0)
    var extent = MarginBoxExtent(
      position: place.position, before: outside, after: axis.after ?? 0, minContent: 0, maxContent: 0,
      size: axis.size.map { $0 + axis.edges + margins }, least: axis.least + axis.edges + margins,
      most: axis.most + axis.edges + margins)
    if isAcross {
      let size = intrinsicSize(box)
      extent.minContent = size.min + axis.edges + margins
      extent.maxContent = size.max + axis.edges + margins
    } else {
      let width = marginBoxFixed(box, area: area, isAcross: true, outerStart: place.hasOuterStart(isAcross: true)).size
      extent.minContent = marginBoxHeight(box, area: area, borderBoxWidth: width) + margins
      extent.maxContent = extent.minContent
    }
    return extent
  }

  /// The size and margins of a box across its page edge, or of a corner box: they fill its containing block
  /// (css-page-3 §5.3.1).
  ///
  /// Over-constrained boxes keep their position next to the page area, and the outer margin is ignored.
  mutating func marginBoxFixed(_ box: BoxID, area: Rect, isAcross: Bool, outerStart: Bool) -> MarginBoxPosition {
    let axis = marginBoxAxis(box, area: area, isAcross: isAcross)
    let extent = isAcross ? area.width : area.height
    let margins = (axis.before ?? 0) + (axis.after ?? 0)
    var size = axis.size ?? intrinsicMarginBoxSize(box, area: area, isAcross: isAcross)
    let filled = max(0, extent - margins - axis.edges)
    let isAuto = size == nil && filled <= axis.most && filled >= axis.least
    size = max(axis.least, min(axis.most, size ?? filled))
    let border = (size ?? 0) + axis.edges
    if isAuto { return MarginBoxPosition(start: axis.before ?? 0, size: border) }
    let free = extent - border
    switch (axis.before, axis.after) {
    case (nil, nil) where free >= 0: return MarginBoxPosition(start: free / 2, size: border)
    case (nil, let after?) where free - after >= 0: return MarginBoxPosition(start: free - after, size: border)
    case (let before?, nil) where free - before >= 0: return MarginBoxPosition(start: before, size: border)
    default:
      let start = outerStart ? free - (axis.after ?? 0) : axis.before ?? 0
      return MarginBoxPosition(start: start, size: border)
    }
  }

  /// The properties of a box along one axis, px; `auto` is nil.
  private struct MarginBoxAxis {
    var before, after: Double?
    var edges: Double
    var size: Double?
    var least: Double
    var most: Double
  }

  /// Percentages refer to the containing block's width or height, depending on the axis.
  private func marginBoxAxis(_ box: BoxID, area: Rect, isAcross: Bool) -> MarginBoxAxis {
    let style = self[box].box
    let extent = isAcross ? area.width : area.height
    // Layout resolves the padding; its percentages refer to the width.
    let used = usedEdges(tree[box].style, containerWidth: area.width)
    let edges = isAcross ? used.left + used.right : used.top + used.bottom
    func length(_ value: SizeValue) -> Double? {
      guard case .length(let length) = value else { return nil }
      return max(0, length.resolve(against: extent) - (style.boxSizing == .borderBox ? edges : 0))
    }
    return MarginBoxAxis(
      before: (isAcross ? style.margin.left : style.margin.top).resolve(against: extent),
      after: (isAcross ? style.margin.right : style.margin.bottom).resolve(against: extent), edges: edges,
      size: length(isAcross ? style.width : style.height),
      least: length(isAcross ? style.minWidth : style.minHeight) ?? 0,
      most: length(isAcross ? style.maxWidth : style.maxHeight) ?? .infinity)
  }

  /// The style of a margin box. Lines of vertical text are at most as long as the area of the box is high
  /// (css-writing-modes-4 §7.3.1).
  mutating func marginBoxStyle(_ id: StyleID, in area: Rect) -> StyleID {
    guard self[id].text.turn != nil, self[id].box.maxHeight == .auto else { return id }
    let key = DerivedStyles.MarginBox(style: id, height: area.height)
    if let known = caches.styles.marginBoxes[key] { return known }
    var style = self[id]
    let edges = usedEdges(id, containerWidth: area.width)
    let inside = style.box.boxSizing == .borderBox ? 0 : edges.top + edges.bottom
    style.box.maxHeight = .length(.px(max(0, area.height - edges.margin.top - edges.margin.bottom - inside)))
    let limited = document.add(style)
    caches.styles.marginBoxes[key] = limited
    return limited
  }

  /// The size for `min-content`, `max-content` and `fit-content`; nil for `auto`.
  private mutating func intrinsicMarginBoxSize(_ box: BoxID, area: Rect, isAcross: Bool) -> Double? {
    let style = self[box].box
    switch isAcross ? style.width : style.height {
    case .auto, .length, .stretch, .content: return nil
    case .minContent, .maxContent, .fitContent: break
    }
    var edges = usedEdges(tree[box].style, containerWidth: area.width)
    if isAcross { return contentWidth(box, style.width, edges: edges, space: ConstraintSpace(width: area.width)) }
    edges.contentWidth =
      marginBoxFixed(box, area: area, isAcross: true, outerStart: false).size - edges.left - edges.right
    return max(0, marginBoxHeight(box, area: area, borderBoxWidth: edges.borderBoxWidth) - edges.top - edges.bottom)
  }

  /// The border-box height determined by the content.
  private mutating func marginBoxHeight(_ box: BoxID, area: Rect, borderBoxWidth: Double) -> Double {
    var space = ConstraintSpace(width: area.width)
    space.isContextRoot = true
    space.borderBoxWidth = borderBoxWidth
    let checkpoint = page.fragments.checkpoint
    let own = tree[box].style
    tree[box].style = document.autoHeightStyle(own)
    defer {
      tree[box].style = own
      page.fragments.rewind(to: checkpoint)
    }
    return layout(box, space: space, from: nil).height
  }
}
