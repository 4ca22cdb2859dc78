import Style

/// Multi-column containers (css-multicol-1): rows of columns with spanners between them.
///
/// A column is a fragmentainer as a page is: its content is set from a break token and stops with one.
extension Flow {
  /// A container's content while it is set on one page.
  private struct Work {
    let container: BoxID
    let columns: ColumnMetrics
    /// Of the content box.
    let space: BlockSpace
    /// px that the container's height leaves for content on this page and later ones; infinite for `auto`.
    let extent: Double
    let isAutoHeight: Bool
    var position: ColumnsPosition
    /// Below the content edge, and the spanner's margin that waits there.
    var y = 0.0
    var margin = MarginStrut()
  }

  /// - Parameter extent: the content height that is left of a definite or greatest height, px.
  mutating func layoutColumns(
    of container: BoxID, into flow: inout BlockFlow, space: BlockSpace, from token: BreakToken?, extent: Double,
    isAutoHeight: Bool
  ) {
    var work = Work(
      container: container, columns: ColumnMetrics(self[container], available: space.width), space: space,
      extent: extent,
      isAutoHeight: isAutoHeight, position: ColumnsPosition(isAtStart: true))
    if case .columns(let position)? = token?.position { work.position = position }
    columnDepth += 1
    defer { columnDepth -= 1 }
    while flow.fits, flow.next == nil, failure == nil {
      if let spanner = work.position.spanner {
        addSpanner(spanner, &work, into: &flow)
      } else if work.position.isAtStart || work.position.content != nil {
        addRow(&work, into: &flow)
      } else {
        break
      }
    }
    flow.bottom = max(0, work.y + work.margin.sum)
  }

  private func endPage(_ flow: inout BlockFlow, _ work: Work, _ appeal: BreakAppeal) {
    flow.next = .columns(work.position)
    flow.appeal = min(appeal, work.space.page?.cap ?? .perfect)
  }

  // MARK: - Spanners

  /// A block across all columns (css-multicol-1 §6.1): a formatting context of its own, whose margins adjoin only
  /// those of spanners next to it.
  private mutating func addSpanner(_ token: BreakToken, _ work: inout Work, into flow: inout BlockFlow) {
    let box = token.box
    let edges = usedEdges(tree[box].style, containerWidth: work.space.width)
    let isResumed = if case .before = token.position { false } else { true }
    if !isResumed { work.margin.add(edges.margin.top) }
    let top = isResumed ? work.y : max(0, work.y + work.margin.sum)
    var space = work.space
    space.isContextRoot = true
    space.allowsSpanners = false
    space.page = work.space.page?.moved(
      by: top, mustProgress: (work.space.page?.mustProgress ?? false) && !flow.hasContent)
    let result = layout(box, space: space, from: isResumed ? token : nil)
    guard result.fits else {
      if flow.hasContent { endPage(&flow, work, .perfect) } else { flow.fits = false }
      return
    }
    fragments.append(result.fragment, to: flow.fragment, x: flow.x + result.marginLeft, y: flow.y + top)
    moveIfRelative(result.fragment, containerWidth: space.width, containerHeight: space.height)
    noteBaselines(result, top: top, &flow)
    flow.hasContent = true
    work.y = top + result.height
    work.margin = result.endMargin
    work.position.spanner = result.token
    if result.token != nil { endPage(&flow, work, result.appeal) }
  }

  private func noteBaselines(_ result: BlockResult, top: Double, _ flow: inout BlockFlow) {
    if flow.firstBaseline == nil { flow.firstBaseline = result.firstBaseline.map { flow.y + top + $0 } }
    if let last = result.lastBaseline { flow.lastBaseline = flow.y + top + last }
  }

  // MARK: - Rows of columns

  private mutating func addRow(_ work: inout Work, into flow: inout BlockFlow) {
    let top = max(0, work.y + work.margin.sum)
    let page = work.space.page?.moved(
      by: top, mustProgress: (work.space.page?.mustProgress ?? false) && !flow.hasContent)
    let request = ColumnRow.Request(
      container: work.container, columns: work.columns, space: work.space, page: page, extent: work.extent - top,
      isAutoHeight: work.isAutoHeight)
    let row = setRow(request, from: work.position.isAtStart ? nil : work.position.content)
    guard let row else {
      if flow.hasContent { endPage(&flow, work, .perfect) } else { flow.fits = false }
      return
    }
    work.position = ColumnsPosition(spanner: nil, content: row.next)
    if let spanner = row.spanner {
      work.position.spanner = BreakToken(box: spanner, position: .before)
      work.position.content = row.next?.afterSpanner
    }
    // Nothing before a spanner: its margins go on adjoining.
    guard !row.isEmpty else { return }
    place(row, request, at: top, into: &flow)
    flow.hasContent = true
    work.y = top + row.height
    work.margin = MarginStrut()
    guard row.spanner == nil, row.next != nil else { return }
    if wraps(work.container), !row.endsPage {
      work.y +=
        self[work.container].item.rowGap?.resolve(against: work.space.height ?? 0)
        ?? self[work.container].text.font.size
    } else {
      endPage(&flow, work, row.appeal)
    }
  }

  /// True where columns beyond the last one go into another row below (css-multicol-2 §4).
  func wraps(_ container: BoxID) -> Bool {
    let item = self[container].item
    return item.columnWrap == .wrap || (item.columnWrap == .auto && item.columnHeight != nil)
  }

  private mutating func place(
    _ row: ColumnRow, _ request: ColumnRow.Request, at top: Double, into flow: inout BlockFlow
  ) {
    addColumnRules(row, request, at: top, into: flow)
    for (index, column) in row.columns.enumerated() {
      fragments.append(column.fragment, to: flow.fragment, x: flow.x + request.columns.x(index), y: flow.y + top)
      noteBaselines(column, top: top, &flow)
    }
  }

  /// Rules between columns that both have content (css-multicol-1 §4.3); they take no room.
  private mutating func addColumnRules(
    _ row: ColumnRow, _ request: ColumnRow.Request, at top: Double, into flow: BlockFlow
  ) {
    let item = self[request.container].item
    guard item.columnRuleWidth > 0, item.columnRuleStyle != .none, item.columnRuleStyle != .hidden,
      row.columns.count > 1
    else { return }
    for index in 1..<row.columns.count {
      let x =
        request.columns.isRTL
        ? request.columns.x(index) + request.columns.width + request.columns.gap / 2
        : request.columns.x(index) - request.columns.gap / 2
      let rule = fragments.add(
        .init(
          width: item.columnRuleWidth, height: row.height, style: tree[request.container].style, node: .none,
          box: .none,
          content: .fragment(.rule(style: item.columnRuleStyle, color: item.columnRuleColor))))
      fragments.append(rule, to: flow.fragment, x: flow.x + x - item.columnRuleWidth / 2, y: flow.y + top)
    }
  }
}
