import Style

/// Tables (CSS 2.2 §17, css-tables-3): captions, then rows up to the end of the page. Header and footer are repeated
/// on every page.
extension LayoutContext {
  mutating func layoutTable(_ table: BoxID, space: ConstraintSpace, from token: BreakToken?) -> BlockResult {
    let columns = columns(of: table, space: space)
    if token?.isBefore ?? true { warnIfOverfull(table, columns, space) }
    let checkpoint = page.fragments.checkpoint
    let hasCaptions = !grid(table).captions.isEmpty
    let wrapper = page.fragments.add(
      .init(
        width: columns.edges.borderBoxWidth, height: 0, style: tree[table].style,
        node: hasCaptions ? tree[table].node : .none, box: .none,
        content: hasCaptions ? .fragment(.group) : .position))
    var builder = TableBuilder(
      table: table, columns: columns, space: space, wrapper: wrapper, captions: grid(table).captions, token: token,
      isBelow: { self[$0].text.captionSideBottom })
    while builder.part < builder.partCount, builder.next == nil, builder.fits, failure == nil {
      if case let forced = forcedBreak(before: builder), forced.isForced {
        builder.endPage(forced)
        break
      }
      if let caption = builder.caption {
        addCaption(caption, to: &builder, from: token)
      } else {
        addRows(to: &builder, from: token)
      }
      builder.part += 1
    }
    guard builder.fits else {
      page.fragments.rewind(to: checkpoint)
      return .doesNotFit
    }
    page.fragments[wrapper].height = builder.y
    var result = BlockResult(
      fragment: wrapper, height: builder.y, marginLeft: columns.edges.margin.left, appeal: builder.appeal,
      firstBaseline: builder.firstBaseline, lastBaseline: builder.lastBaseline)
    result.token = builder.next
    if builder.next == nil { result.endMargin.add(columns.edges.margin.bottom) }
    return result
  }

  /// Lays out the rows of a table.
  private mutating func addRows(to builder: inout TableBuilder, from token: BreakToken?) {
    let isResumed = if case .rows = token?.position { true } else { false }
    var rows = fragmentBuilder(
      for: builder.table, columns: builder.columns, space: spaceForRows(of: builder), isResumed: isResumed, token: token
    )
    rows.fragmentainer = builder.fragmentainer
    if rows.clones, edgesFill(rows.fragmentainer, rows.columns.edges, of: builder.table) { rows.clones = false }
    rows.captionsBelow = heightOfCaptions(below: builder)
    if let fragmentainer = rows.fragmentainer, avoidsBreaks(builder.table, in: fragmentainer) {
      rows.fragmentainer?.cap = fragmentainer.cap.nested
    }
    let result = layoutRows(&rows)
    caches.tableHeights[builder.table] = rows.heights
    guard result.fits else { return builder.endPage() }
    page.fragments.append(result.fragment, to: builder.wrapper, x: 0, y: builder.y)
    builder.firstBaseline = result.firstBaseline.map { $0 + builder.y }
    builder.lastBaseline = result.lastBaseline.map { $0 + builder.y }
    builder.y += result.height
    builder.separates = true
    builder.next = result.token
    builder.appeal = result.appeal
  }

  /// The space of a table's rows. The height that a flex or grid container imposes is that of the captions and rows.
  private mutating func spaceForRows(of builder: TableBuilder) -> ConstraintSpace {
    var space = builder.space
    if let height = space.borderBoxHeight { space.borderBoxHeight = max(0, height - heightOfCaptions(of: builder)) }
    return space
  }

  /// Starts the fragment of a table's rows.
  private mutating func fragmentBuilder(
    for table: BoxID, columns: ColumnLayout, space: ConstraintSpace, isResumed: Bool, token: BreakToken?
  ) -> TableFragmentBuilder {
    let wanted = wantedHeight(of: table, edges: columns.edges, space: space)
    var heights = TableHeights(width: columns.edges.borderBoxWidth, wanted: wanted, rows: [])
    if let known = caches.tableHeights[table], known.width == heights.width, known.wanted == wanted {
      heights = known
    } else {
      heights.rows = Array(repeating: .nan, count: grid(table).rows.count)
    }
    var rows = TableFragmentBuilder(
      table: table, columns: columns, space: space, isResumed: isResumed, spacing: borderSpacing(table),
      clones: self[table].box.cloneDecoration, heights: heights)
    rows.definite = definiteHeight(table, edges: columns.edges, space: space)
    rows.wanted = wanted
    if case .rows(let position)? = token?.position { rows.start = position }
    rows.consumed = isResumed ? token?.consumed ?? 0 : 0
    return rows
  }

  /// Reports a table that is wider than the available width.
  private mutating func warnIfOverfull(_ table: BoxID, _ columns: ColumnLayout, _ space: ConstraintSpace) {
    guard space.fragmentainer != nil, space.borderBoxWidth == nil else { return }
    let excess = columns.edges.borderBoxWidth + columns.edges.margin.left - space.width
    if excess > 0.5 {
      let pixels = Int(min(excess, 1e9).rounded(.toNearestOrAwayFromZero))
      warn("table_too_wide", "A table is \(pixels) px wider than the available width", table)
    }
  }
}
