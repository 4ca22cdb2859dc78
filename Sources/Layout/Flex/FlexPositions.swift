import Style

/// The positions of lines and items along both axes (css-flexbox-1 §9.5, §9.6).
extension LayoutContext {
  /// `align-content` (§9.4 step 9, §9.6 steps 15 and 16). Returns the content size of the container along the cross
  /// axis.
  func placeLines(_ lines: inout FlexLines, _ container: BoxID, heights: ContainerHeights) -> Double {
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
    let (start, extra) = alignment.distribute(free: free, count: lines.lines.count, isReversed: axes.reversesWrap)
    var position = start
    for index in lines.lines.indices {
      lines.lines[index].position = position
      position += lines.lines[index].cross + axes.crossGap + extra
    }
    return extent
  }

  /// `auto` margins, then `justify-content` (§9.5).
  func alignAlongMain(_ lines: inout FlexLines, line: Int, _ container: BoxID, extent: Double) {
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
    let (start, extra) = alignment.distribute(free: free, count: range.count, isReversed: lines.axes.reversesFlow)
    var position = start
    for index in range {
      lines.items[index].mainPosition = position + lines.items[index].mainMargins.start
      position += lines.items[index].outerMain + lines.axes.mainGap + extra
    }
  }

  /// `auto` margins, then `align-self` (§9.6).
  func alignAcross(_ lines: inout FlexLines, line: Int) {
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

extension FlexLines {
  /// Converts positions along the axes to positions in the container.
  mutating func setFrames(main: Double, cross: Double) {
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
  mutating func setBaselines() {
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
