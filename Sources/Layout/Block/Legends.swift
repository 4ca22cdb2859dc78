import Style

/// The rendered legend of a fieldset (HTML 15.3.13): it stands over the border, and its fieldset's content begins below it.
struct RenderedLegend {
  var fragment: FragmentID
  /// Its border edge, from the fieldset's.
  var x, y: Double
  /// px that it takes of the fieldset's height beyond the border.
  var spill: Double
  /// What the fieldset's border is painted as.
  var border: FieldsetBorder
}

/// Where the border of a fieldset with a legend runs: lower than its box, and with a gap.
package struct FieldsetBorder: Hashable, Sendable {
  /// px from the top of the border box to where the border begins: its middle is the legend's.
  package var top: Double
  /// px that the legend takes up at the top of the border box, or the border where that is higher.
  package var space: Double
  /// The legend's border box, from the left edge.
  package var gapStart, gapWidth: Double
  package init(top: Double, space: Double, gapStart: Double, gapWidth: Double) {
    self.top = top
    self.space = space
    self.gapStart = gapStart
    self.gapWidth = gapWidth
  }
}

extension Flow {
  /// Sets the legend of a fieldset, if it has one, and makes the top border as high as it needs.
  mutating func setLegend(of box: BoxID, _ edges: inout UsedEdges, space: BlockSpace) -> RenderedLegend? {
    guard let legend = tree.legends[box] else { return nil }
    let (own, result) = layoutShrunk(legend, space: BlockSpace(width: edges.contentWidth))
    guard result.fits else { return nil }
    let (width, height) = (fragments[result.fragment].width, result.height)
    let outer = height + own.margin.top + own.margin.bottom
    let border = edges.border.top
    // Where the border is higher the legend's margin box stands in its middle; else the border is moved to the legend's.
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

  /// From the fieldset's content edge to the legend's border edge: as blocks stand, by margins and `justify-self`.
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
      self[legend].item.justifySelf, free: free, isReversed: isReversed,
      ownIsReversed: self[legend].text.direction == .rightToLeft)
    return edges.margin.left + (isReversed ? free - offset : offset)
  }

  /// Puts the legend on its fieldset's fragment.
  mutating func place(_ legend: RenderedLegend, in fieldset: FragmentID) {
    fragments[fieldset].content = .fragment(.fieldset(legend.border))
    fragments.append(legend.fragment, to: fieldset, x: legend.x, y: legend.y)
    moveIfRelative(legend.fragment, containerWidth: fragments[fieldset].width, containerHeight: nil)
  }
}
