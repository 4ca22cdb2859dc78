import Style

/// The rendered legend of a fieldset (HTML 15.3.13). It overlaps the top border, and the content of the fieldset
/// starts below it.
struct RenderedLegend {
  var fragment: FragmentID
  /// The position of the legend's border edge, from that of the fieldset.
  var x, y: Double
  /// The part of the fieldset's height that the legend takes beyond the border, px.
  var spill: Double
  /// How the fieldset's border is painted.
  var border: FieldsetBorder
}

/// The border of a fieldset with a legend: it is lower than the border box and has a gap for the legend.
package struct FieldsetBorder: Hashable, Sendable {
  /// The distance from the top of the border box to the painted border, which is centred on the legend, px.
  package var top: Double
  /// The height at the top of the border box taken by the legend or, if that is higher, by the border, px.
  package var space: Double
  /// The border box of the legend, from the left edge.
  package var gapStart, gapWidth: Double
  /// Whether the legend is at the bottom of the box instead: in a mirrored box (`vertical-lr`).
  package var isAtBottom = false
  package init(top: Double, space: Double, gapStart: Double, gapWidth: Double) {
    self.top = top
    self.space = space
    self.gapStart = gapStart
    self.gapWidth = gapWidth
  }
}

extension LayoutContext {
  /// Lays out the legend of a fieldset, if any, and raises the top border to the height it needs.
  mutating func layoutLegend(of box: BoxID, _ edges: inout UsedEdges, space: ConstraintSpace) -> RenderedLegend? {
    guard let legend = tree.legends[box] else { return nil }
    let (own, result) = layoutShrunk(legend, space: space.child(width: edges.contentWidth))
    guard result.fits else { return nil }
    let (width, height) = (page.fragments[result.fragment].width, result.height)
    let outer = height + own.margin.top + own.margin.bottom
    let border = edges.border.top
    // If the border is higher than the legend, the legend's margin box is centred in it. Otherwise the border is
    // centred on the legend.
    let y = max(0, (border - outer) / 2) + own.margin.top
    let top = outer > border ? max(0, y + (height - border) / 2) : 0
    let x =
      edges.left
      + legendInset(legend, own, free: edges.contentWidth - width - own.margin.left - own.margin.right, in: box)
    edges.border.top = max(border, outer)
    return RenderedLegend(
      fragment: result.fragment, x: x, y: y, spill: edges.border.top - border,
      border: FieldsetBorder(top: top, space: edges.border.top, gapStart: x, gapWidth: width))
  }

  /// From the content edge of the fieldset to the border edge of the legend, determined like that of a block by
  /// margins and `justify-self`, and if that is `auto` by `text-align`, as browsers do.
  private func legendInset(_ legend: BoxID, _ edges: UsedEdges, free: Double, in fieldset: BoxID) -> Double {
    let isReversed = self[fieldset].text.direction == .rightToLeft
    let margin = self[legend].box.margin
    switch (margin.left, margin.right) {
    case (.auto, .auto): return max(0, free / 2)
    case (.auto, _): return max(0, free)
    case (_, .auto): return edges.margin.left
    default: break
    }
    let offset = BoxAlignment.offset(
      legendAlignment(legend), free: free, isReversed: isReversed,
      ownIsReversed: self[legend].text.direction == .rightToLeft)
    return edges.margin.left + (isReversed ? free - offset : offset)
  }

  private func legendAlignment(_ legend: BoxID) -> ItemStyle.Alignment {
    let alignment = self[legend].item.justifySelf
    guard alignment == .auto || alignment == .normal else { return alignment }
    switch self[legend].text.textAlign {
    case .left: return .left
    case .right: return .right
    case .center: return .center
    case .end: return .selfEnd
    case .start, .justify, .between, .around: return alignment
    }
  }

  /// Adds the legend to the fragment of its fieldset.
  mutating func place(_ legend: RenderedLegend, in fieldset: FragmentID) {
    page.fragments[fieldset].content = .fragment(.fieldset(legend.border))
    page.fragments.append(legend.fragment, to: fieldset, x: legend.x, y: legend.y)
    moveIfRelative(legend.fragment, containerWidth: page.fragments[fieldset].width, containerHeight: nil)
  }
}
