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

  // MARK: - Cross sizes (§9.4)

  private mutating func setCrossSizes(
    _ lines: inout FlexLines, _ space: FlexSpace, struts: [FlexStrut], heights: ContainerHeights
  ) {
    let axes = lines.axes
    for index in lines.items.indices {
      guard !axes.isColumn else { continue }
      var inner = space.block
      inner.borderBoxWidth = lines.items[index].main
      let natural = measure(lines.items[index].box, space: inner)
      lines.items[index].natural = natural
      lines.items[index].cross = natural.height
    }
    for index in lines.lines.indices { setCrossSize(&lines, line: index) }
    var line = 0
    for strut in struts {
      while lines.lines[line].items.upperBound < strut.preceding { line += 1 }
      lines.lines[line].cross = max(lines.lines[line].cross, strut.cross)
    }
    guard !axes.wraps, !lines.lines.isEmpty else { return }
    lines.lines[0].cross = axes.isColumn ? lines.width : heights.height(for: lines.lines[0].cross)
  }

  /// The cross size of a line, from its items (§9.4 step 8).
  private func setCrossSize(_ lines: inout FlexLines, line: Int) {
    var largest = 0.0
    var first = (above: 0.0, below: 0.0)
    var last = (above: 0.0, below: 0.0)
    for item in lines.items[lines.lines[line].items] {
      guard let above = item.aboveBaseline(lines.axes) else {
        largest = max(largest, item.outerCross)
        continue
      }
      if item.alignment == .firstBaseline {
        first = (max(first.above, above), max(first.below, item.outerCross - above))
      } else {
        last = (max(last.above, above), max(last.below, item.outerCross - above))
      }
    }
    lines.lines[line].cross = max(0, largest, first.above + first.below, last.above + last.below)
    lines.lines[line].firstBaseline = first.above
    lines.lines[line].lastBaseline = last.above
  }

  /// `align-content` (§9.4 step 9, §9.6 steps 15 and 16). Returns the content size of the container along the cross
  /// axis.
  private func placeLines(_ lines: inout FlexLines, _ container: BoxID, heights: ContainerHeights) -> Double {
    let axes = lines.axes
    let used = lines.lines.reduce(axes.crossGap * Double(max(0, lines.lines.count - 1))) { $0 + $1.cross }
    let extent = axes.isColumn ? lines.width : heights.height(for: used)
    var free = extent - used
    // The line of a single-line container fills it regardless of `align-content`.
    var alignment = axes.wraps ? FlexAlignment.lines(self[container].item.alignContent, axes) : .stretch
    if axes.wraps, free < 0, self[container].item.safe.contains(.alignContent) { alignment = .lines(.start, axes) }
    if alignment == .stretch, free > 0, !lines.lines.isEmpty {
      for index in lines.lines.indices { lines.lines[index].cross += free / Double(lines.lines.count) }
      free = 0
    }
    let (start, extra) = alignment.distribute(free: free, count: lines.lines.count)
    var position = start
    for index in lines.lines.indices {
      lines.lines[index].position = position
      position += lines.lines[index].cross + axes.crossGap + extra
    }
    return extent
  }

  /// Stretched items (§9.4 step 11).
  private mutating func stretchItems(_ lines: inout FlexLines, _ space: FlexSpace) {
    for line in lines.lines {
      for index in line.items where lines.items[index].isStretched {
        let item = lines.items[index]
        lines.items[index].cross = stretchedCross(item, max(0, line.cross - item.crossMargins.sum), space)
        lines.items[index].fillsLine = true
      }
    }
  }

  private mutating func stretchedCross(_ item: FlexItem, _ cross: Double, _ space: FlexSpace) -> Double {
    let outside = space.axes.isColumn ? item.edges.left + item.edges.right : item.edges.top + item.edges.bottom
    let inner = max(0, cross - outside)
    return outside
      + (space.axes.isColumn
        ? constrainWidth(inner, item.box, edges: item.edges, space: space.block)
        : constrainHeight(inner, item.box, edges: item.edges, space: space.block))
  }

  // MARK: - Positions

  /// `auto` margins, then `justify-content` (§9.5).
  private func alignAlongMain(_ lines: inout FlexLines, line: Int, _ container: BoxID, extent: Double) {
    let range = lines.lines[line].items
    let gaps = lines.axes.mainGap * Double(range.count - 1)
    var free = extent - lines.items[range].reduce(gaps) { $0 + $1.outerMain }
    let autos = lines.items[range].reduce(0) {
      $0 + ($1.mainMargins.startIsAuto ? 1 : 0) + ($1.mainMargins.endIsAuto ? 1 : 0)
    }
    if free > 0, autos > 0 {
      for index in range {
        if lines.items[index].mainMargins.startIsAuto { lines.items[index].mainMargins.start = free / Double(autos) }
        if lines.items[index].mainMargins.endIsAuto { lines.items[index].mainMargins.end = free / Double(autos) }
      }
      free = 0
    }
    var alignment = FlexAlignment.main(self[container].item.justifyContent, lines.axes)
    if free < 0, self[container].item.safe.contains(.justifyContent) { alignment = .main(.start, lines.axes) }
    let (start, extra) = alignment.distribute(free: free, count: range.count)
    var position = start
    for index in range {
      lines.items[index].mainPosition = position + lines.items[index].mainMargins.start
      position += lines.items[index].outerMain + lines.axes.mainGap + extra
    }
  }

  /// `auto` margins, then `align-self` (§9.6).
  private func alignAcross(_ lines: inout FlexLines, line: Int) {
    let line = lines.lines[line]
    for index in line.items {
      let item = lines.items[index]
      let free = line.cross - item.outerCross
      var alignment = item.alignment
      if free < 0, isSafe(item.box, in: tree[item.box].parent, .alignSelf, .alignItems) {
        alignment = .item(.start, lines.axes, ownIsReversed: false)
      }
      var offset = alignment.distribute(free: free, count: 1).start
      switch (item.crossMargins.startIsAuto, item.crossMargins.endIsAuto) {
      case (true, true): offset = max(0, free) / 2
      case (true, false): offset = max(0, free)
      case (false, true): offset = 0
      default:
        if let above = item.aboveBaseline(lines.axes) {
          offset = item.alignment == .firstBaseline ? line.firstBaseline - above : free - (line.lastBaseline - above)
        }
      }
      lines.items[index].crossPosition = line.position + offset + item.crossMargins.start
    }
  }
}

extension FlexItem {
  /// From the margin edge at the line's start (its end for a last baseline) to the baseline with which the item
  /// participates in baseline alignment (§8.3). Nil if it does not.
  fileprivate func aboveBaseline(_ axes: FlexAxes) -> Double? {
    guard let natural, !crossMargins.hasAuto, alignment == .firstBaseline || alignment == .lastBaseline else {
      return nil
    }
    let isFirst = alignment == .firstBaseline
    let baseline = (isFirst ? natural.firstBaseline : natural.lastBaseline) ?? natural.height
    // Measured from the top, or from the bottom if the line starts there or the last baseline is meant.
    let isFromTop = isFirst != axes.reversesWrap
    let top = axes.crossIsNegative ? crossMargins.end : crossMargins.start
    let bottom = axes.crossIsNegative ? crossMargins.start : crossMargins.end
    return isFromTop ? top + baseline : bottom + natural.height - baseline
  }
}

extension FlexLines {
  /// The main size of the longest line.
  fileprivate var longest: Double {
    lines.map { line in items[line.items].reduce(axes.mainGap * Double(line.items.count - 1)) { $0 + $1.outerMain } }
      .max() ?? 0
  }

  /// Converts positions along the axes to positions in the container.
  fileprivate mutating func setFrames(main: Double, cross: Double) {
    for index in items.indices {
      let item = items[index]
      let along = axes.mainIsNegative ? main - item.mainPosition - item.main : item.mainPosition
      let across = axes.crossIsNegative ? cross - item.crossPosition - item.cross : item.crossPosition
      items[index].frame =
        axes.isColumn
        ? Rect(x: across, y: along, width: item.cross, height: item.main)
        : Rect(x: along, y: across, width: item.main, height: item.cross)
    }
  }

  /// The baselines of the container (§8.5): that of a baseline-aligned item in the first line, or else of the first
  /// item.
  fileprivate mutating func setBaselines() {
    guard let first = lines.first, let last = lines.last else { return }
    func baseline(_ range: Range<Int>, _ alignment: FlexAlignment, isFirst: Bool) -> Double? {
      guard
        let index = range.first(where: { items[$0].alignment == alignment && !items[$0].crossMargins.hasAuto })
          ?? (isFirst ? range.first : range.last)
      else { return nil }
      let item = items[index]
      return item.frame.y + ((isFirst ? item.natural?.firstBaseline : item.natural?.lastBaseline) ?? item.frame.height)
    }
    firstBaseline = baseline(first.items, .firstBaseline, isFirst: true)
    lastBaseline = baseline(last.items, .lastBaseline, isFirst: false)
  }
}
