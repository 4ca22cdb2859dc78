import Style

/// Tables (CSS 2.2 §17, css-tables-3): captions, then rows up to the end of the page. Header and footer are repeated
/// on every page.
extension LayoutContext {
  mutating func layoutTable(_ table: BoxID, space: ConstraintSpace, from token: BreakToken?) -> BlockResult {
    let columns = columns(of: table, space: space)
    let captions = grid(table).captions
    let isResumed = token.map { !$0.isBefore } ?? false
    if !isResumed { warnIfOverfull(table, columns, space) }
    let checkpoint = page.fragments.checkpoint
    let wrapper = page.fragments.add(
      .init(
        width: columns.edges.borderBoxWidth, height: 0, style: tree[table].style,
        node: captions.isEmpty ? .none : tree[table].node,
        box: .none, content: captions.isEmpty ? .position : .fragment(.group)))
    let width = columns.edges.borderBoxWidth
    let bottom = captions.filter { self[$0].text.captionSideBottom }
    var y = 0.0
    if !isResumed {
      for caption in captions where !self[caption].text.captionSideBottom {
        y += addCaption(caption, to: wrapper, at: y, width: width, in: space)
      }
    }
    var rows = fragmentBuilder(for: table, columns: columns, space: space, isResumed: isResumed, token: token)
    rows.fragmentainer = space.fragmentainer?.moved(by: y)
    for caption in bottom { rows.fragmentainer?.height -= captionHeight(caption, width: width, in: space) }
    if let fragmentainer = rows.fragmentainer, avoidsBreaks(table, in: fragmentainer) {
      rows.fragmentainer?.cap = fragmentainer.cap.nested
    }
    var result = layoutRows(&rows)
    caches.tableHeights[table] = rows.heights
    guard result.fits else {
      page.fragments.rewind(to: checkpoint)
      return .doesNotFit
    }
    page.fragments.append(result.fragment, to: wrapper, x: 0, y: y)
    var height = y + result.height
    if result.token == nil {
      for caption in bottom { height += addCaption(caption, to: wrapper, at: height, width: width, in: space) }
      result.endMargin.add(columns.edges.margin.bottom)
    }
    page.fragments[wrapper].height = height
    result.fragment = wrapper
    result.height = height
    result.naturalHeight = height
    result.marginLeft = columns.edges.margin.left
    result.firstBaseline = result.firstBaseline.map { $0 + y }
    result.lastBaseline = result.lastBaseline.map { $0 + y }
    return result
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
      warn("table_too_wide", "A table is \(pixels) px wider than the room it has", table)
    }
  }

  private mutating func addCaption(
    _ caption: BoxID, to wrapper: FragmentID, at y: Double, width: Double, in space: ConstraintSpace
  ) -> Double {
    let edges = usedEdges(tree[caption].style, containerWidth: width)
    var inner = space.child(width: width)
    inner.isContextRoot = true
    let result = layout(caption, space: inner, from: nil)
    page.fragments.append(result.fragment, to: wrapper, x: result.marginLeft, y: y + edges.margin.top)
    moveIfRelative(result.fragment, containerWidth: width, containerHeight: nil)
    return edges.margin.top + result.height + edges.margin.bottom
  }

  private mutating func captionHeight(_ caption: BoxID, width: Double, in space: ConstraintSpace) -> Double {
    let before = page.fragments.checkpoint
    defer { page.fragments.rewind(to: before) }
    let edges = usedEdges(tree[caption].style, containerWidth: width)
    return edges.margin.top
      + layout(caption, space: ConstraintSpace(width: width, isContextRoot: true), from: nil).height
      + edges.margin.bottom
  }
}
