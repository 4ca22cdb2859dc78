import Style

/// Flex containers (css-flexbox-1 §9), broken between lines, between the items of a column, and inside items.
extension Flow {
  /// Sets a flex container's items into its block flow.
  mutating func layoutFlex(_ container: BoxID, into flow: inout BlockFlow, space: BlockSpace, from token: BreakToken?) {
    for child in tree.children(of: container) where isOutOfFlow(child) { addPlaceholder(child, into: &flow) }
    let axes = FlexAxes(self[container], width: space.width, height: space.height)
    var resumed: [BoxID: BreakToken] = [:]
    var remaining = orderedItems(of: container)
    if case .items(let position)? = token?.position {
      resumed = Dictionary(position.going.map { ($0.box, $0) }, uniquingKeysWith: { $1 })
      remaining = position.going.map(\.box) + position.waiting
    }
    let available = axes.isColumn ? space.height : space.width
    var items = remaining.map { flexItem($0, axes: axes, space: space, containerCross: axes.isColumn ? space.width : space.height) }
    var lines = flexLines(items, axes: axes, available: available)
    for line in lines.indices {
      if let available, resumed.isEmpty || !axes.isColumn { resolveFlexibleLengths(&items, line: lines[line], axes: axes, available: available) }
    }
    if axes.isColumn, lines.count <= 1, !axes.reversesMain {
      setColumn(container, &items, axes: axes, into: &flow, space: space, resumed: resumed)
    } else {
      setLines(container, &items, &lines, axes: axes, into: &flow, space: space, resumed: resumed)
    }
  }

  /// Lays an item out at its main size and, where given, its cross size.
  private mutating func layoutItem(
    _ item: inout FlexItem, axes: FlexAxes, cross: Double?, space: BlockSpace, page: PageSpace?, from token: BreakToken?
  ) {
    var inner = BlockSpace(width: space.width, height: space.height)
    inner.isContextRoot = true
    inner.page = page
    inner.borderBoxWidth = axes.isColumn ? cross ?? item.cross : item.main
    if axes.isColumn {
      let isDefinite = space.height != nil || abs(item.main - item.base) > PageSpace.tolerance
      if isDefinite, token == nil { inner.borderBoxHeight = item.main }
    } else if let cross, token == nil {
      inner.borderBoxHeight = cross
    }
    if tree[item.box].kind == .replaced {
      item.result = layoutStretchedReplaced(item, inner)
    } else {
      item.result = layout(item.box, space: inner, from: token)
    }
    if !axes.isColumn { item.cross = item.result.height } else { item.cross = inner.borderBoxWidth ?? item.cross }
  }

  /// An image as a flex item takes the size that flexing gave it.
  private mutating func layoutStretchedReplaced(_ item: FlexItem, _ space: BlockSpace) -> BlockResult {
    var result = layoutReplaced(item.box, space: space)
    guard result.fits, let width = space.borderBoxWidth else { return result }
    let edges = item.edges
    var area = Size(width: max(0, width - edges.left - edges.right), height: result.height - edges.top - edges.bottom)
    let content = tree.replaced[Int(tree[item.box].payload)]
    let natural = replacedSize(item.box, edges: edges, space: space)
    if let height = space.borderBoxHeight {
      area.height = max(0, height - edges.top - edges.bottom)
    } else if natural.width > 0, self[item.box].box.height == .auto, content.width > 0 {
      area.height = area.width * natural.height / natural.width
    }
    fragments[result.fragment].width = width
    fragments[result.fragment].height = area.height + edges.top + edges.bottom
    fragments[result.fragment].content = .image(
      .init(replaced: tree[item.box].payload, area: Rect(x: edges.left, y: edges.top, width: area.width, height: area.height)))
    result.height = area.height + edges.top + edges.bottom
    return result
  }

  // MARK: - A column of one line

  private mutating func setColumn(
    _ container: BoxID, _ items: inout [FlexItem], axes: FlexAxes, into flow: inout BlockFlow, space: BlockSpace,
    resumed: [BoxID: BreakToken]
  ) {
    var y = 0.0
    var gap = axes.mainGap
    if let height = space.height, resumed.isEmpty {
      let free = height - items.reduce(axes.mainGap * Double(max(0, items.count - 1))) { $0 + $1.outerMain }
      (y, gap) = distribute(free, count: items.count, gap: axes.mainGap, self[container].item.justifyContent, autoMargins: shareAutoMargins(&items, 0..<items.count, free: free))
    }
    for index in items.indices {
      let token = resumed[items[index].box]
      let forced = index == 0 ? .auto : breakBetween(items[index - 1].box, items[index].box)
      if forced.isForced, space.page != nil {
        endPage(at: index, items, going: [], &flow, .perfect)
        return
      }
      let top = token == nil ? y + items[index].mainStart : y
      if let page = space.page, flow.hasContent, !page.isParallel { breaks.note(.before(items[index].box), page.cap) }
      if flow.hasContent, breaks.target == .before(items[index].box) { return endPage(at: index, items, going: [], &flow, .perfect) }
      let page = space.page?.moved(by: top, mustProgress: (space.page?.mustProgress ?? false) && !flow.hasContent)
      layoutItem(&items[index], axes: axes, cross: nil, space: space, page: page, from: token)
      let result = items[index].result
      let isLastResort = result.token != nil && result.appeal < (space.page?.cap ?? .perfect) && flow.hasContent
      if !result.fits || isLastResort {
        guard flow.hasContent else {
          flow.fits = false
          return
        }
        return endPage(at: index, items, going: [], &flow, space.page?.cap ?? .perfect)
      }
      let free = space.width - items[index].outerCross
      var x = crossOffset(items[index], container, free: free)
      if axes.reversesCross { x = free - x }
      append(items[index], x: x + items[index].crossStart, y: top, to: &flow, space: space)
      flow.hasContent = true
      flow.bottom = top + result.height
      if let token = result.token {
        flow.appeal = result.appeal
        flow.next = .items(ItemsPosition(going: [token], waiting: items[(index + 1)...].map(\.box)))
        return
      }
      y = flow.bottom + items[index].mainEnd + gap
      flow.bottom += items[index].mainEnd
    }
  }

  private func endPage(at index: Int, _ items: [FlexItem], going: [BreakToken], _ flow: inout BlockFlow, _ appeal: BreakAppeal) {
    flow.appeal = appeal
    flow.next = .items(ItemsPosition(going: going, waiting: items[index...].map(\.box)))
  }

  private mutating func append(_ item: FlexItem, x: Double, y: Double, to flow: inout BlockFlow, space: BlockSpace) {
    fragments.append(item.result.fragment, to: flow.fragment, x: flow.x + x, y: flow.y + y)
    moveIfRelative(item.result.fragment, containerWidth: space.width, containerHeight: space.height)
    if flow.firstBaseline == nil { flow.firstBaseline = flow.y + y + (item.result.firstBaseline ?? item.result.height) }
    flow.lastBaseline = flow.y + y + (item.result.lastBaseline ?? item.result.height)
  }

  // MARK: - Lines

  private mutating func setLines(
    _ container: BoxID, _ items: inout [FlexItem], _ lines: inout [FlexLine], axes: FlexAxes, into flow: inout BlockFlow,
    space: BlockSpace, resumed: [BoxID: BreakToken]
  ) {
    measureLines(container, &items, &lines, axes: axes, space: space)
    let crossExtent = axes.isColumn ? space.width : space.height
    placeLines(container, &lines, axes: axes, extent: crossExtent)
    let mainExtent = axes.isColumn ? space.height ?? mainSize(items, lines, axes) : space.width
    var lineOrder = Array(lines.indices)
    let total = lines.last.map { $0.position + $0.cross } ?? 0
    if axes.reversesCross {
      let extent = crossExtent ?? total
      for line in lines.indices { lines[line].position = extent - lines[line].position - lines[line].cross }
      if !axes.isColumn { lineOrder.reverse() }
    }
    for line in lineOrder {
      alignAlongMain(container, &items, lines[line], axes: axes, extent: mainExtent)
      guard set(line: lines[line], container, &items, axes: axes, into: &flow, space: space, resumed: resumed) else {
        let later = lineOrder.drop { $0 != line }.dropFirst().flatMap { lines[$0].items.map { items[$0].box } }
        if case .items(var position)? = flow.next {
          position.waiting += later
          flow.next = .items(position)
        }
        return
      }
    }
    flow.bottom = max(flow.bottom, axes.isColumn ? mainExtent : total)
  }

  private func mainSize(_ items: [FlexItem], _ lines: [FlexLine], _ axes: FlexAxes) -> Double {
    lines.map { line in line.items.reduce(axes.mainGap * Double(line.items.count - 1)) { $0 + items[$1].outerMain } }.max() ?? 0
  }

  /// The cross size of each line, from its items at their main sizes (§9.4).
  private mutating func measureLines(
    _ container: BoxID, _ items: inout [FlexItem], _ lines: inout [FlexLine], axes: FlexAxes, space: BlockSpace
  ) {
    for line in lines.indices {
      var baseline = 0.0
      var below = 0.0
      for index in lines[line].items {
        let before = fragments.entries.count
        layoutItem(&items[index], axes: axes, cross: nil, space: space, page: nil, from: nil)
        fragments.entries.removeSubrange(before...)
        if !axes.isColumn, alignment(of: items[index].box, in: container) == .baseline {
          let own = items[index].crossStart + (items[index].result.firstBaseline ?? items[index].cross)
          baseline = max(baseline, own)
          below = max(below, items[index].outerCross - own)
        } else {
          lines[line].cross = max(lines[line].cross, items[index].outerCross)
        }
      }
      lines[line].cross = max(lines[line].cross, baseline + below)
      lines[line].baseline = baseline
    }
    if lines.count == 1, self[container].item.flexWrap == .nowrap, let extent = axes.isColumn ? space.width : space.height {
      lines[0].cross = extent
    }
  }

  /// `align-content` (§8.4).
  private func placeLines(_ container: BoxID, _ lines: inout [FlexLine], axes: FlexAxes, extent: Double?) {
    guard !lines.isEmpty else { return }
    let used = lines.reduce(axes.crossGap * Double(lines.count - 1)) { $0 + $1.cross }
    var align = self[container].item.alignContent
    if align == .normal || align == .auto { align = .stretch }
    var free = extent.map { $0 - used } ?? 0
    if align == .stretch, free > 0, self[container].item.flexWrap != .nowrap {
      for line in lines.indices { lines[line].cross += free / Double(lines.count) }
      free = 0
    }
    var (position, gap) = distribute(free, count: lines.count, gap: axes.crossGap, align, autoMargins: false)
    for line in lines.indices {
      lines[line].position = position
      position += lines[line].cross + gap
    }
    gap = 0
  }

  /// Main-axis positions of a line's items: `auto` margins, then `justify-content` (§9.5).
  private func alignAlongMain(_ container: BoxID, _ items: inout [FlexItem], _ line: FlexLine, axes: FlexAxes, extent: Double) {
    let used = line.items.reduce(axes.mainGap * Double(line.items.count - 1)) { $0 + items[$1].outerMain }
    let hasAuto = shareAutoMargins(&items, line.items, free: extent - used)
    var (position, gap) = distribute(
      extent - used, count: line.items.count, gap: axes.mainGap, self[container].item.justifyContent, autoMargins: hasAuto,
      isReversed: axes.reversesMain)
    for index in line.items {
      items[index].mainPosition = position + items[index].mainStart
      position += items[index].outerMain + gap
      if axes.reversesMain { items[index].mainPosition = extent - items[index].mainPosition - items[index].main }
    }
    gap = 0
  }

  private func shareAutoMargins(_ items: inout [FlexItem], _ range: Range<Int>, free: Double) -> Bool {
    let count = range.reduce(0) { $0 + (items[$1].autoMain.start ? 1 : 0) + (items[$1].autoMain.end ? 1 : 0) }
    guard count > 0, free > 0 else { return false }
    for index in range {
      if items[index].autoMain.start { items[index].mainStart += free / Double(count) }
      if items[index].autoMain.end { items[index].mainEnd += free / Double(count) }
    }
    return true
  }

  /// Where the first of `count` things starts and how far apart they are (css-align-3 §5).
  private func distribute(
    _ free: Double, count: Int, gap: Double, _ alignment: ItemStyle.Alignment, autoMargins: Bool, isReversed: Bool = false
  ) -> (start: Double, gap: Double) {
    guard !autoMargins, count > 0 else { return (0, gap) }
    switch alignment {
    case .center: return (free / 2, gap)
    case .end, .flexEnd: return (alignment == .end && isReversed ? 0 : free, gap)
    case .right: return (isReversed ? 0 : free, gap)
    case .left, .start: return (isReversed ? free : 0, gap)
    case .spaceBetween where free > 0 && count > 1: return (0, gap + free / Double(count - 1))
    case .spaceAround where free > 0: return (free / Double(count) / 2, gap + free / Double(count))
    case .spaceEvenly where free > 0: return (free / Double(count + 1), gap + free / Double(count + 1))
    default: return (0, gap)
    }
  }

  /// Where an item stands across its line, without its margins (§9.6).
  private func crossOffset(_ item: FlexItem, _ container: BoxID, free: Double, baseline: Double? = nil) -> Double {
    if free > 0 {
      switch item.autoCross {
      case (true, true): return free / 2
      case (true, false): return free
      case (false, true): return 0
      default: break
      }
    }
    switch alignment(of: item.box, in: container) {
    case .center: return free / 2
    case .end, .flexEnd, .selfEnd, .right: return free
    case .baseline:
      guard let baseline else { return 0 }
      return baseline - item.crossStart - (item.result.firstBaseline ?? item.cross)
    default: return 0
    }
  }

  /// Sets one line's items on the page; false where the page ends before or in it.
  private mutating func set(
    line: FlexLine, _ container: BoxID, _ items: inout [FlexItem], axes: FlexAxes, into flow: inout BlockFlow, space: BlockSpace,
    resumed: [BoxID: BreakToken]
  ) -> Bool {
    let top = axes.isColumn ? 0 : resumed.isEmpty ? line.position : flow.bottom
    let fragmentsBefore = fragments.entries.count
    if let page = space.page, flow.hasContent, !page.isParallel, let first = line.items.first { breaks.note(.before(items[first].box), page.cap) }
    for index in line.items {
      let isStretched =
        alignment(of: items[index].box, in: container) == .stretch && !items[index].autoCross.start && !items[index].autoCross.end
        && (axes.isColumn ? self[items[index].box].box.width == .auto : self[items[index].box].box.height == .auto)
      let cross = isStretched ? max(0, line.cross - items[index].crossStart - items[index].crossEnd) : nil
      var page = space.page?.moved(
        by: axes.isColumn ? items[index].mainPosition : top + items[index].crossStart,
        mustProgress: (space.page?.mustProgress ?? false) && !flow.hasContent)
      page?.isParallel = true
      // Stretching sets the height of what fits; what is broken takes the heights of its parts.
      let fits = page?.fits(max(line.cross - items[index].crossStart - items[index].crossEnd, items[index].cross)) ?? true
      layoutItem(&items[index], axes: axes, cross: fits || axes.isColumn ? cross : nil, space: space, page: page, from: resumed[items[index].box])
    }
    let results = line.items.map { items[$0].result }
    let appeal = results.filter { $0.token != nil }.map(\.appeal).min() ?? .perfect
    let isTarget = line.items.first.map { breaks.target == .before(items[$0].box) } ?? false
    if !results.allSatisfy(\.fits) || (flow.hasContent && (appeal < (space.page?.cap ?? .perfect) || isTarget)) {
      fragments.entries.removeSubrange(fragmentsBefore...)
      if flow.hasContent {
        flow.appeal = space.page?.cap ?? .perfect
        flow.next = .items(ItemsPosition(going: [], waiting: line.items.map { items[$0].box }))
      } else {
        flow.fits = false
      }
      return false
    }
    for index in line.items {
      let free = line.cross - items[index].outerCross
      var offset = crossOffset(items[index], container, free: free, baseline: line.baseline)
      if axes.reversesCross { offset = free - offset }
      let cross = items[index].crossStart + offset
      if axes.isColumn {
        append(items[index], x: line.position + cross, y: items[index].mainPosition, to: &flow, space: space)
      } else {
        append(items[index], x: items[index].mainPosition, y: top + cross, to: &flow, space: space)
      }
      let bottom = (axes.isColumn ? items[index].mainPosition : top + cross) + items[index].result.height
      flow.bottom = max(flow.bottom, bottom)
    }
    flow.hasContent = true
    let going = results.compactMap(\.token)
    if !going.isEmpty {
      flow.appeal = appeal
      flow.next = .items(ItemsPosition(going: going, waiting: []))
      return false
    }
    return true
  }
}
