import Style

/// Multi-column containers (css-multicol-1): rows of columns with spanners between them.
///
/// Columns are fragmentainers like pages: their content is laid out from a break token and ends with one.
extension LayoutContext {
  /// The layout of a container's content on one page.
  private struct Work {
    let container: BoxID
    let columns: ColumnMetrics
    /// The constraint space of the content.
    let space: ConstraintSpace
    /// The container's height left for content on this page and later ones, px; infinite for `auto`.
    let extent: Double
    let isAutoHeight: Bool
    /// The container's definite or least height left for content on this page and later ones, px.
    let least: Double
    var position: ColumnsPosition
    /// The container started on an earlier page, and its content from there.
    let isResumed: Bool
    var pageStart: BreakToken?
    /// The spanner that precedes the next row on this page.
    var spanner = BoxID.none
    /// The last spanner on this page.
    var lastSpanner = BoxID.none
    /// The end of the content so far, from the content edge, and the margin of the last spanner.
    var y = 0.0
    var margin = MarginStrut()
  }

  /// - Parameters:
  ///   - extent: px left of a definite or maximum content height.
  ///   - least: px left of a definite or minimum content height.
  mutating func layoutColumns(
    of container: BoxID, into builder: inout BoxFragmentBuilder, space: ConstraintSpace, from token: BreakToken?,
    extent: Double, least: Double,
    isAutoHeight: Bool
  ) {
    var work = Work(
      container: container, columns: ColumnMetrics(self[container], available: space.width), space: space,
      extent: extent,
      isAutoHeight: isAutoHeight, least: least, position: ColumnsPosition(isAtStart: true), isResumed: token != nil)
    if case .columns(let position)? = token?.position {
      work.position = position
      work.pageStart = position.content
    }
    nesting.columns += 1
    defer { nesting.columns -= 1 }
    while builder.fits, builder.next == nil, failure == nil {
      if let spanner = work.position.spanner {
        addSpanner(spanner, &work, into: &builder)
      } else if work.position.isAtStart || work.position.content != nil {
        addRow(&work, into: &builder)
      } else {
        break
      }
    }
    builder.bottom = work.y
    builder.margin = work.margin
  }

  private func endPage(_ builder: inout BoxFragmentBuilder, _ work: Work, _ appeal: BreakAppeal) {
    builder.next = .columns(work.position)
    builder.appeal = min(appeal, work.space.fragmentainer?.cap ?? .perfect)
  }

  // MARK: - Spanners

  /// Lays out a block across all columns (css-multicol-1 §6.1). It establishes a formatting context, and its margins
  /// adjoin only those of adjacent spanners.
  private mutating func addSpanner(_ token: BreakToken, _ work: inout Work, into builder: inout BoxFragmentBuilder) {
    let box = token.box
    let edges = usedEdges(tree[box].style, containerWidth: work.space.width)
    let isResumed = !token.isBefore
    let appealBefore = isResumed ? .lastResort : appeal(before: box, &work, &builder)
    guard builder.next == nil else { return }
    // An unforced break before the spanner truncates its margin (css-break-3 §5.2).
    let isAfterBreak = work.isResumed && !builder.hasContent && !token.forced.isForced
    if !isResumed, !isAfterBreak { work.margin.add(edges.margin.top) }
    let top = isResumed ? work.y : afterGap(max(0, work.y + work.margin.sum), work).top
    var space = work.space
    space.isContextRoot = true
    space.allowsSpanners = false
    space.fragmentainer = work.space.fragmentainer?.moved(
      by: top, mustProgress: (work.space.fragmentainer?.mustProgress ?? false) && !builder.hasContent)
    let result = layout(box, space: space, from: isResumed ? token : nil)
    let isWorse = builder.hasContent && result.token != nil && result.appeal < appealBefore
    guard result.fits, !isWorse else {
      if builder.hasContent { endPage(&builder, work, appealBefore) } else { builder.fits = false }
      return
    }
    page.fragments.append(result.fragment, to: builder.fragment, x: builder.x + result.marginLeft, y: builder.y + top)
    moveIfRelative(result.fragment, containerWidth: space.width, containerHeight: space.height)
    recordBaselines([result], top: top, &builder)
    builder.hasContent = true
    work.y = top + result.height
    work.margin = result.endMargin
    work.position.spanner = result.token
    work.spanner = box
    work.lastSpanner = box
    if result.token != nil { endPage(&builder, work, result.appeal) }
  }

  /// The appeal of a break between what precedes a spanner on the page and the spanner, a class A break point
  /// (css-break-3 §4.1). Ends the page there if the break is forced, or the one to be made.
  private mutating func appeal(
    before spanner: BoxID, _ work: inout Work, _ builder: inout BoxFragmentBuilder
  ) -> BreakAppeal {
    guard builder.hasContent, let fragmentainer = work.space.fragmentainer else { return .lastResort }
    let between = breakBefore(
      spanner: spanner, after: work.lastSpanner, pageStart: work.pageStart, in: fragmentainer)
    if between.isForced || page.breaks.target == .before(spanner) {
      work.position.spanner?.forced = between.isForced ? between : .auto
      endPage(&builder, work, .perfect)
      return .perfect
    }
    let appeal = between.isAvoid ? min(.violatesAvoid, fragmentainer.cap) : fragmentainer.cap
    if fragmentainer.recordsBreaks { page.breaks.record(.before(spanner), appeal) }
    return appeal
  }

  /// The appeal of a break between the spanner above and the content that follows it. Ends the page there if the break
  /// is forced.
  private mutating func appeal(afterSpanner work: inout Work, _ builder: inout BoxFragmentBuilder) -> BreakAppeal {
    guard !work.spanner.isNone, let fragmentainer = work.space.fragmentainer else { return .perfect }
    let between = breakAfter(spanner: work.spanner, in: fragmentainer)
    guard between.isForced else { return between.isAvoid ? .violatesAvoid : .perfect }
    work.position.content?.forced = between
    endPage(&builder, work, .perfect)
    return .perfect
  }

  /// The highest first and the lowest last baseline of a spanner or of a row of columns (css-align-3 §9.1).
  private func recordBaselines(_ results: [BlockResult], top: Double, _ builder: inout BoxFragmentBuilder) {
    let (first, last) = (results.compactMap(\.firstBaseline).min(), results.compactMap(\.lastBaseline).max())
    if builder.firstBaseline == nil { builder.firstBaseline = first.map { builder.y + top + $0 } }
    if let last { builder.lastBaseline = builder.y + top + last }
  }

  // MARK: - Rows of columns

  private mutating func addRow(_ work: inout Work, into builder: inout BoxFragmentBuilder) {
    let appealBefore = appeal(afterSpanner: &work, &builder)
    guard builder.next == nil else { return }
    let (top, left) = afterGap(max(0, work.y + work.margin.sum), work)
    let fragmentainer = work.space.fragmentainer?.moved(
      by: top, mustProgress: (work.space.fragmentainer?.mustProgress ?? false) && !builder.hasContent)
    let request = ColumnRow.Request(
      container: work.container, columns: work.columns, space: work.space, fragmentainer: fragmentainer,
      extent: left ?? work.extent - top,
      isAutoHeight: work.isAutoHeight)
    let row = layoutColumnRow(request, from: work.position.isAtStart ? nil : work.position.content)
    guard let row else {
      if builder.hasContent { endPage(&builder, work, appealBefore) } else { builder.fits = false }
      return
    }
    work.spanner = .none
    work.position = ColumnsPosition(spanner: nil, content: row.next)
    if let spanner = row.spanner {
      work.position.spanner = BreakToken(box: spanner, position: .before)
      work.position.content = row.next?.afterSpanner
      if let rest = work.position.content, isExhausted(rest) { work.position.content = nil }
    }
    // Nothing precedes the spanner, so its margins still adjoin the preceding ones.
    guard !row.isEmpty else { return }
    place(row, request, at: top, ruleHeight: ruleHeight(row, request, least: work.least - top), into: &builder)
    builder.hasContent = true
    work.y = top + row.height
    work.margin = MarginStrut()
    guard row.spanner == nil, row.next != nil else { return }
    guard wraps(work.container), !row.endsPage else { return endPage(&builder, work, row.appeal) }
    if (self[work.container].item.columnHeight ?? 0) <= 0 { work.y += rowGap(of: work.container, work.space) }
  }

  private func rowGap(of container: BoxID, _ space: ConstraintSpace) -> Double {
    self[container].item.rowGap.gap(in: space.height, normal: self[container].text.font.size)
  }

  /// Where content or a spanner may start, at or below `y`, and the rest of the `column-height` there; nil without one.
  ///
  /// Rows that wrap are a column height and a gap apart, whether columns or spanners are in them, and the gaps stay
  /// empty (css-multicol-2 §4).
  private func afterGap(_ y: Double, _ work: Work) -> (top: Double, left: Double?) {
    guard wraps(work.container), let height = self[work.container].item.columnHeight, height > 0 else {
      return (y, self[work.container].item.columnHeight)
    }
    let step = height + rowGap(of: work.container, work.space)
    let start = ((y + Fragmentainer.tolerance) / step).rounded(.down) * step
    let used = max(0, y - start)
    return used < height - Fragmentainer.tolerance ? (y, height - used) : (start + step, height)
  }

  /// Whether nothing of a container's content follows the spanner at which it stopped.
  private func isExhausted(_ token: BreakToken) -> Bool {
    guard case .blocks(let parallel, let next?) = token.position else { return false }
    return parallel.isEmpty && next.isFinished && tree[next.box].nextSibling.isNone
  }

  /// Whether further columns go into another row below (css-multicol-2 §4).
  func wraps(_ container: BoxID) -> Bool {
    let item = self[container].item
    return item.columnWrap == .wrap || (item.columnWrap == .auto && item.columnHeight != nil)
  }

  private mutating func place(
    _ row: ColumnRow, _ request: ColumnRow.Request, at top: Double, ruleHeight: Double,
    into builder: inout BoxFragmentBuilder
  ) {
    addColumnRules(row, request, at: top, height: ruleHeight, into: builder)
    let columns = request.columns
    for (index, column) in row.columns.enumerated() {
      page.fragments[column.fragment].content = .column(
        ColumnArea(
          container: request.container, step: columns.x(1) - columns.x(0), height: row.height, index: Int32(index),
          count: Int32(row.columns.count)))
      page.fragments.append(
        column.fragment, to: builder.fragment, x: builder.x + columns.x(index), y: builder.y + top)
    }
    recordBaselines(row.columns, top: top, &builder)
  }

  /// The height of the rules of a row: as in browsers, those of the last row extend to the end of the container.
  private func ruleHeight(_ row: ColumnRow, _ request: ColumnRow.Request, least: Double) -> Double {
    guard row.next == nil, row.spanner == nil, !wraps(request.container) else { return row.height }
    let left = request.fragmentainer.map { $0.height - $0.offset } ?? .infinity
    return max(row.height, min(least, left))
  }

  /// Adds rules between columns that both have content (css-multicol-1 §4.3). They do not take space.
  private mutating func addColumnRules(
    _ row: ColumnRow, _ request: ColumnRow.Request, at top: Double, height: Double, into builder: BoxFragmentBuilder
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
      let rule = page.fragments.add(
        .init(
          width: item.columnRuleWidth, height: height, style: tree[request.container].style, node: .none,
          box: .none,
          content: .fragment(.rule(style: item.columnRuleStyle, color: item.columnRuleColor))))
      page.fragments.append(rule, to: builder.fragment, x: builder.x + x - item.columnRuleWidth / 2, y: builder.y + top)
    }
  }
}
