import Style

/// A row of columns, between the container's start, spanners and page breaks.
struct ColumnRow {
  /// The inputs of laying out a row.
  struct Request {
    let container: BoxID
    let columns: ColumnMetrics
    /// The constraint space of the container's content.
    let space: ConstraintSpace
    /// The fragmentainer as seen from the top of the row.
    let fragmentainer: Fragmentainer?
    /// The rest of the column height or else of the container's height, px; infinite for `auto`.
    let extent: Double
    /// The container's height depends on its content.
    let isAutoHeight: Bool

    /// The fragmentainer of one column.
    func column(height: Double) -> Fragmentainer {
      var column = Fragmentainer(offset: 0, height: height, mustProgress: true)
      // Columns that end with the page leave what does not fit to the next page, where they may be higher.
      if let fragmentainer, height >= fragmentainer.height - fragmentainer.offset - Fragmentainer.tolerance {
        column = fragmentainer.column(height: height)
      }
      column.isColumn = true
      return column
    }
  }
  var columns: [BlockResult] = []
  /// The height of each column, px.
  var height = 0.0
  /// The break token with which the content continues.
  var next: BreakToken?
  /// The spanner that ended it.
  var spanner: BoxID?
  /// The worst appeal among the breaks between its columns and at its end.
  var appeal = BreakAppeal.perfect
  var isEmpty: Bool { spanner != nil && height <= 0 && columns.count <= 1 && !hasContent }
  var hasContent = false
  /// All content before its end is in its columns.
  var isWhole: Bool { next == nil || (spanner != nil && next?.parallel.isEmpty == true) }
  /// A forced page break ended it, or the page is full.
  var endsPage = false
}

extension LayoutContext {
  /// The most columns in a row. A document that needs more is rejected.
  static let maxColumnsInARow = 20_000
  /// Columns nested deeper are not balanced, because each level lays out its content several times.
  static let maxBalancingDepth = 4
  /// The most heights tried for one row, and those of them that grow by what did not fit.
  static let maxBalancingPasses = 40
  static let maxGrowingPasses = 24

  /// Lays out one row of columns. Returns nil if nothing of it fits on the page.
  mutating func layoutColumnRow(_ request: ColumnRow.Request, from token: BreakToken?) -> ColumnRow? {
    let left = request.fragmentainer.map { $0.height - $0.offset } ?? .infinity
    if left <= 0, let outer = request.fragmentainer, !outer.mustProgress || outer.nextExtent != nil { return nil }
    let extent = max(0, request.extent)
    let limit = max(0, min(extent, left))
    // If only the end of the page limits the height, the rest of the content continues on the next page.
    let isLimitedByPage = left < .infinity && left <= extent + Fragmentainer.tolerance
    let (row, inner) = withOwnColumnFit {
      $0.layoutColumnRow(request, limit: limit, isLimitedByPage: isLimitedByPage, from: token)
    }
    if isLimitedByPage, request.fragmentainer?.isColumn == true, row == nil || (row?.next != nil && row?.spanner == nil)
    {
      page.columnFit.shortage = min(page.columnFit.shortage, inner.shortage)
    }
    return row
  }

  private mutating func layoutColumnRow(
    _ request: ColumnRow.Request, limit: Double, isLimitedByPage: Bool, from token: BreakToken?
  ) -> ColumnRow? {
    let item = self[request.container].item
    if nesting.columns > Self.maxBalancingDepth {
      return layoutDeepColumnRow(request, limit: limit, isLimitedByPage: isLimitedByPage, from: token)
    }
    // With `column-fill: balance` only the last part is balanced; with `balance-all` each part is (css-multicol-1
    // §7.1).
    let fills = item.columnFillBalance ? isLimitedByPage && !item.columnFillBalanceAll : limit < .infinity
    if fills {
      let before = page.fragments.checkpoint
      guard var row = fill(request, height: limit, from: token, atMost: isLimitedByPage ? request.columns.count : nil)
      else { return nil }
      // The content before a spanner is always balanced (§6).
      let isBalanced = row.spanner != nil || (item.columnFillBalance && row.next == nil)
      guard isBalanced else {
        row.endsPage = row.endsPage || (isLimitedByPage && row.next != nil)
        if request.isAutoHeight, row.columns.count == 1 { row.height = row.columns[0].height }
        return row
      }
      page.fragments.rewind(to: before)
    }
    var row = balance(request, limit: limit, isLimitedByPage: isLimitedByPage, from: token)
    if isLimitedByPage, row?.next != nil, row?.spanner == nil { row?.endsPage = true }
    return row
  }

  /// Lays out a deeply nested row only once, since the time would otherwise grow exponentially with the depth.
  /// Columns of a known height are filled; otherwise there is one column.
  private mutating func layoutDeepColumnRow(
    _ request: ColumnRow.Request, limit: Double, isLimitedByPage: Bool, from token: BreakToken?
  ) -> ColumnRow? {
    guard var row = fill(request, height: limit, from: token, atMost: isLimitedByPage ? request.columns.count : nil)
    else { return nil }
    if request.isAutoHeight || limit == .infinity { row.height = row.columns.map(\.height).max() ?? 0 }
    if isLimitedByPage, row.next != nil, row.spanner == nil { row.endsPage = true }
    return row
  }

  /// Fills columns of a given height. Without `atMost`, content that does not fit overflows into further columns. Nil
  /// if nothing fits on the page.
  mutating func fill(_ request: ColumnRow.Request, height: Double, from token: BreakToken?, atMost: Int?) -> ColumnRow?
  {
    var row = ColumnRow(height: height)
    var token = token
    // Where the content continues after a spanner, while floats before it fill further columns.
    var spannerToken: BreakToken?
    let most = wraps(request.container) && height < .infinity ? request.columns.count : atMost
    while true {
      guard let column = layoutColumn(request, in: request.column(height: height), from: token) else {
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
        spannerToken = token
        if let rest = token, !rest.parallel.isEmpty {
          token?.position = .blocks(floats: rest.parallel, next: nil)
        } else {
          return row
        }
      } else if let spannerToken {
        row.next = spannerToken.with(parallel: token?.parallel ?? [])
      }
      guard let next = token else { return row }
      row.appeal = min(row.appeal, column.result.appeal)
      let forced = next.innermost.forced
      if forced.isForced, forced != .column, request.fragmentainer != nil {
        row.endsPage = true
        return row
      }
      if let most, row.columns.count >= most { return row }
      guard row.columns.count < Self.maxColumnsInARow else {
        fail(
          .tooManyColumns, "A multi-column container has more than \(Self.maxColumnsInARow) columns.",
          request.container)
        row.next = nil
        return row
      }
    }
  }

  /// Lays out one column, and once more if that gives a better break.
  private mutating func layoutColumn(
    _ request: ColumnRow.Request, in fragmentainer: Fragmentainer, from token: BreakToken?
  ) -> (result: BlockResult, hasContent: Bool)? {
    guard countColumnPass(of: request.container) else { return nil }
    let checkpoint = self.page.fragments.checkpoint
    return withOwnBreakCandidates { context in
      var column = context.layoutColumnContent(request, in: fragmentainer, from: token)
      if context.nesting.columns <= Self.maxBalancingDepth, column.result.token != nil,
        let best = context.page.breaks.best, best.appeal > column.result.appeal
      {
        context.page.breaks.reset(target: best.place)
        context.page.fragments.rewind(to: checkpoint)
        column = context.layoutColumnContent(request, in: fragmentainer, from: token)
      }
      if !column.result.fits { context.page.fragments.rewind(to: checkpoint) }
      return column.result.fits ? column : nil
    }
  }

  /// Lays out the part of the container's content in one column.
  private mutating func layoutColumnContent(
    _ request: ColumnRow.Request, in fragmentainer: Fragmentainer, from token: BreakToken?
  ) -> (result: BlockResult, hasContent: Bool) {
    let container = request.container
    var space = request.space
    space.width = request.columns.width
    space.fragmentainer = fragmentainer
    (space.contextX, space.contextY) = (0, 0)
    space.allowsSpanners = true
    let fragment = page.fragments.add(
      .init(
        width: space.width, height: 0, style: tree[container].style, node: .none, box: .none, content: .position))
    page.floats.append(FloatContext())
    defer { page.floats.removeLast() }
    var builder = BoxFragmentBuilder(x: 0, y: 0, fragment: fragment)
    if tree[container].hasLines {
      layoutLines(of: container, into: &builder, space: space, from: token)
    } else {
      layoutChildren(of: container, into: &builder, space: space, from: token)
    }
    guard builder.fits else { return (.doesNotFit, false) }
    var result = BlockResult(
      fragment: fragment, firstBaseline: builder.firstBaseline, lastBaseline: builder.lastBaseline)
    // A column of unlimited height includes the margin at its end, as the content of a box that collapses no margins.
    result.height = max(builder.bottom(truncatedAt: fragmentainer.height), page.floats.last?.bottom(.both) ?? 0)
    page.fragments[fragment].height = result.height
    if let next = builder.next {
      result.token = BreakToken(box: container, position: next)
      result.token?.floats = builder.lineFloats
      result.token?.shownOfLine = builder.shownOfLine
      result.appeal = builder.appeal
      result.spanner = builder.spanner
    }
    return (result, builder.hasContent || result.height > 0)
  }
}
