import Style

/// Columns side by side, from the container's start, a spanner or a page's top to the next one.
struct ColumnRow {
  /// What a row depends on.
  struct Request {
    let container: BoxID
    let columns: ColumnMetrics
    /// Of the container's content box.
    let space: BlockSpace
    /// The page as the row's top sees it.
    let page: PageSpace?
    /// px that the container's height leaves; infinite for `auto`.
    let extent: Double
    /// The container's height depends on its content.
    let isAutoHeight: Bool
  }
  var columns: [BlockResult] = []
  /// px of each column.
  var height = 0.0
  /// Where the content goes on.
  var next: BreakToken?
  /// The spanner that ended it.
  var spanner: BoxID?
  /// The worst of the breaks between its columns, and that at its end.
  var appeal = BreakAppeal.perfect
  var isEmpty: Bool { spanner != nil && height <= 0 && columns.count <= 1 && !hasContent }
  var hasContent = false
  /// A break to a new page ended it, or the page is full.
  var endsPage = false
}

extension Flow {
  /// Columns beyond these are an error: content of that height in columns of that little.
  static let mostColumnsInARow = 20_000
  /// Columns nested deeper than this are not balanced, since each level sets its content several times.
  static let deepestBalancing = 4
  /// Columns that are set for one document at most, all tries counted.
  static let mostColumnPasses = 2_000_000
  /// Heights that are tried for one row at most.
  static let mostBalancingPasses = 40

  /// Sets one row of columns; nil where nothing of it fits on the page.
  mutating func setRow(_ request: ColumnRow.Request, from token: BreakToken?) -> ColumnRow? {
    let left = request.page.map { $0.height - $0.offset } ?? .infinity
    if left <= 0, request.page?.mustProgress == false { return nil }
    let extent = max(0, self[request.container].item.columnHeight ?? request.extent)
    let limit = max(0, min(extent, left))
    // Where only the page's end limits, what does not fit goes on over it.
    let isLimitedByPage = left < .infinity && left <= extent + PageSpace.tolerance
    let outer = columnFit
    columnFit = ColumnFit()
    let row = setRow(request, limit: limit, isLimitedByPage: isLimitedByPage, from: token)
    let inner = columnFit
    columnFit = outer
    if isLimitedByPage, request.page?.isColumn == true, row == nil || (row?.next != nil && row?.spanner == nil) {
      columnFit.shortage = min(columnFit.shortage, inner.shortage)
    }
    return row
  }

  private mutating func setRow(
    _ request: ColumnRow.Request, limit: Double, isLimitedByPage: Bool, from token: BreakToken?
  ) -> ColumnRow? {
    let item = self[request.container].item
    if columnDepth > Self.deepestBalancing {
      return setDeepRow(request, limit: limit, isLimitedByPage: isLimitedByPage, from: token)
    }
    // Only the last part of balanced content is balanced, unless all parts are to be (css-multicol-1 §7.1).
    let fills = item.columnFillBalance ? isLimitedByPage && !item.columnFillBalanceAll : limit < .infinity
    if fills {
      let before = fragments.entries.count
      guard var row = fill(request, height: limit, from: token, atMost: isLimitedByPage ? request.columns.count : nil)
      else { return nil }
      // What stands before a spanner is balanced always (§6).
      let isBalanced = row.spanner != nil || (item.columnFillBalance && row.next == nil)
      guard isBalanced else {
        row.endsPage = row.endsPage || (isLimitedByPage && row.next != nil)
        if request.isAutoHeight, row.columns.count == 1 { row.height = row.columns[0].height }
        return row
      }
      fragments.entries.removeSubrange(before...)
    }
    var row = balance(request, limit: limit, isLimitedByPage: isLimitedByPage, from: token)
    if isLimitedByPage, row?.next != nil, row?.spanner == nil { row?.endsPage = true }
    return row
  }

  /// A row nested so deep that its content is set once only, else the time would grow exponentially with the depth: columns
  /// of a known height are filled, others become one.
  private mutating func setDeepRow(
    _ request: ColumnRow.Request, limit: Double, isLimitedByPage: Bool, from token: BreakToken?
  ) -> ColumnRow? {
    guard var row = fill(request, height: limit, from: token, atMost: isLimitedByPage ? request.columns.count : nil)
    else { return nil }
    if request.isAutoHeight || limit == .infinity { row.height = row.columns.map(\.height).max() ?? 0 }
    if isLimitedByPage, row.next != nil, row.spanner == nil { row.endsPage = true }
    return row
  }

  /// Fills columns of one height; without `atMost`, content that is left overflows into further columns. Nil where
  /// nothing of it fits on the page.
  mutating func fill(_ request: ColumnRow.Request, height: Double, from token: BreakToken?, atMost: Int?) -> ColumnRow?
  {
    var row = ColumnRow(height: height)
    var token = token
    let most = wraps(request.container) && height < .infinity ? request.columns.count : atMost
    while true {
      var page = PageSpace(offset: 0, height: height, mustProgress: true)
      page.isColumn = true
      // Columns that end with the page leave what does not fit to the next one, where they may be higher.
      if let outer = request.page, !outer.mustProgress {
        page.mustProgress = height < outer.height - outer.offset - PageSpace.tolerance
      }
      guard let column = setColumn(request, in: page, from: token) else {
        guard !row.columns.isEmpty else { return nil }
        row.next = token
        row.endsPage = true
        return row
      }
      row.columns.append(column.result)
      row.hasContent = row.hasContent || column.hasContent
      token = column.result.token
      row.next = token
      if !column.result.spanner.isNone {
        row.spanner = column.result.spanner
        return row
      }
      guard let next = token else { return row }
      row.appeal = min(row.appeal, column.result.appeal)
      let forced = next.innermost.forced
      if forced.isForced, forced != .column, request.page != nil {
        row.endsPage = true
        return row
      }
      if let most, row.columns.count >= most { return row }
      guard row.columns.count < Self.mostColumnsInARow else {
        fail(
          .tooManyColumns, "A multi-column container has more than \(Self.mostColumnsInARow) columns.",
          request.container)
        row.next = nil
        return row
      }
    }
  }

  /// Sets one column, once more where that gives a better break.
  private mutating func setColumn(
    _ request: ColumnRow.Request, in page: PageSpace, from token: BreakToken?
  ) -> (result: BlockResult, hasContent: Bool)? {
    let outer = (breaks, isInColumn)
    isInColumn = true
    defer { (breaks, isInColumn) = outer }
    breaks = BreakCandidates()
    columnPasses += 1
    guard columnPasses <= Self.mostColumnPasses else {
      fail(.tooManyPasses, "Nested columns take more than \(Self.mostColumnPasses) layout passes.", request.container)
      return nil
    }
    let before = fragments.entries.count
    var column = layoutColumn(request, in: page, from: token)
    if columnDepth <= Self.deepestBalancing, column.result.token != nil, let best = breaks.best,
      best.appeal > column.result.appeal
    {
      breaks.reset(target: best.place)
      fragments.entries.removeSubrange(before...)
      column = layoutColumn(request, in: page, from: token)
    }
    if !column.result.fits { fragments.entries.removeSubrange(before...) }
    return column.result.fits ? column : nil
  }

  /// One column's part of the container's content.
  private mutating func layoutColumn(
    _ request: ColumnRow.Request, in page: PageSpace, from token: BreakToken?
  ) -> (result: BlockResult, hasContent: Bool) {
    let container = request.container
    var space = request.space
    space.width = request.columns.width
    space.page = page
    (space.contextX, space.contextY) = (0, 0)
    space.allowsSpanners = true
    let fragment = fragments.add(
      .init(
        width: space.width, height: 0, style: tree[container].style, node: .none, box: .none, content: .position))
    floats.append(FloatContext())
    defer { floats.removeLast() }
    var flow = BlockFlow(x: 0, y: 0, fragment: fragment)
    if tree[container].hasLines {
      layoutLines(of: container, into: &flow, space: space, from: token)
    } else {
      layoutChildren(of: container, into: &flow, space: space, from: token)
    }
    guard flow.fits else { return (.doesNotFit, false) }
    var result = BlockResult(fragment: fragment, firstBaseline: flow.firstBaseline, lastBaseline: flow.lastBaseline)
    result.height = max(flow.bottomWithMargin, floats.last?.bottom(.both) ?? 0)
    fragments[fragment].height = result.height
    if let next = flow.next {
      result.token = BreakToken(box: container, position: next)
      result.token?.floats = flow.lineFloats
      result.appeal = flow.appeal
      result.spanner = flow.spanner
    }
    return (result, flow.hasContent || result.height > 0)
  }
}
