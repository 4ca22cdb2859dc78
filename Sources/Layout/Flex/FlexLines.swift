import Style

/// The items of a flex container in their lines, sized and placed as if unbroken (css-flexbox-1 §9), px.
struct FlexLines {
  let axes: FlexAxes
  let width: Double
  var items: [FlexItem]
  var lines: [FlexLine]
  /// The content height of the container.
  var height = 0.0
  var definiteHeight: Double?
  /// The baselines of the container, from its content edge.
  var firstBaseline: Double?
  var lastBaseline: Double?
}

extension LayoutContext {
  /// Sizes and places the items for a given content width.
  mutating func solveFlex(_ container: BoxID, _ boxes: [BoxID], width: Double, heights: ContainerHeights) -> FlexLines {
    guard boxes.contains(where: { isCollapsedItem($0) }) else {
      return solveFlex(container, boxes, struts: [], width: width, heights: heights)
    }
    // Collapsed items only leave the cross size of the line that they would be in (§4.4).
    let whole = solveFlex(container, boxes, struts: [], width: width, heights: heights)
    var shown: [BoxID] = []
    var struts: [FlexStrut] = []
    for line in whole.lines {
      for index in line.items {
        if isCollapsedItem(boxes[index]) {
          struts.append(FlexStrut(preceding: shown.count, cross: line.cross))
        } else {
          shown.append(boxes[index])
        }
      }
    }
    return solveFlex(container, shown, struts: struts, width: width, heights: heights)
  }

  func isCollapsedItem(_ box: BoxID) -> Bool { self[box].text.visibility == .collapse }

  private mutating func solveFlex(
    _ container: BoxID, _ boxes: [BoxID], struts: [FlexStrut], width: Double, heights: ContainerHeights
  ) -> FlexLines {
    let axes = FlexAxes(self[container], width: width, height: heights.definite)
    let space = FlexSpace(container: container, axes: axes, width: width, height: heights.definite)
    let items = boxes.map { flexItem($0, in: space) }
    var lines = FlexLines(axes: axes, width: width, items: items, lines: [])
    lines.definiteHeight = heights.definite
    let available = axes.isColumn ? heights.definite ?? heights.most : width
    lines.lines = Self.breakLines(items, axes, available: available)
    let extent = axes.isColumn ? heights.height(for: lines.longest) : width
    for index in lines.lines.indices { resolveFlexibleLengths(&lines, line: index, extent: extent) }
    if items.isEmpty, !struts.isEmpty { lines.lines = [FlexLine(items: 0..<0)] }
    setCrossSizes(&lines, space, struts: struts, heights: heights)
    let across = placeLines(&lines, container, heights: heights)
    lines.height = axes.isColumn ? extent : across
    if items.isEmpty { lines.lines = [] }
    stretchItems(&lines, space)
    for index in lines.lines.indices {
      alignAlongMain(&lines, line: index, container, extent: extent)
      alignAcross(&lines, line: index)
    }
    lines.setFrames(main: extent, cross: axes.isColumn ? width : across)
    lines.setBaselines()
    return lines
  }

  /// Collects items into lines (§9.3 step 5).
  private static func breakLines(_ items: [FlexItem], _ axes: FlexAxes, available: Double) -> [FlexLine] {
    guard axes.wraps, available.isFinite else { return items.isEmpty ? [] : [FlexLine(items: 0..<items.count)] }
    var lines: [FlexLine] = []
    var start = 0
    var used = 0.0
    for (index, item) in items.enumerated() {
      let size = item.outerMain + (index > start ? axes.mainGap : 0)
      if index > start, used + size > available + Fragmentainer.tolerance {
        lines.append(FlexLine(items: start..<index))
        start = index
        used = item.outerMain
      } else {
        used += size
      }
    }
    if start < items.count { lines.append(FlexLine(items: start..<items.count)) }
    return lines
  }

  private func resolveFlexibleLengths(_ lines: inout FlexLines, line: Int, extent: Double) {
    let range = lines.lines[line].items
    let isColumn = lines.axes.isColumn
    let factors = lines.items[range].map { (grow: self[$0.box].item.flexGrow, shrink: self[$0.box].item.flexShrink) }
    let paddings = lines.items[range].map { isColumn ? $0.edges.top + $0.edges.bottom : $0.edges.left + $0.edges.right }
    FlexibleLengths.resolve(
      &lines.items[range], available: extent, gaps: lines.axes.mainGap * Double(range.count - 1), factors: factors,
      paddings: paddings)
  }

}

extension FlexLines {
  /// The main size of the longest line.
  fileprivate var longest: Double {
    lines.map { line in items[line.items].reduce(axes.mainGap * Double(line.items.count - 1)) { $0 + $1.outerMain } }
      .max() ?? 0
  }
}
