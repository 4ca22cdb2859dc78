import Style

/// Laying out cells and aligning their content (CSS 2.2 §17.5.4).
extension LayoutContext {
  /// Lays out the part of a cell on one page.
  mutating func layoutCell(
    _ index: Int, _ grid: TableGrid, _ builder: TableFragmentBuilder, fragmentainer: Fragmentainer?,
    from token: BreakToken?
  ) -> BlockResult {
    let cell = grid.cells[index]
    let width = builder.columns.frame(column: cell.column, columns: cell.columns).width
    var space = builder.space.child(width: builder.columns.edges.contentWidth, height: builder.definite)
    // Content is laid out as if no column were collapsed, and then clipped.
    space.borderBoxWidth =
      width + builder.columns.hidden(column: cell.column, columns: cell.columns, spacing: builder.spacing.x).total
    space.collapsedBorder = cellBorder(builder.table, index)
    space.isContextRoot = true
    space.fragmentainer = fragmentainer
    // Percentages in a cell refer to its used height (css-tables-3 §3.10.6).
    if builder.definite != nil, token == nil, usesPercentHeights {
      let height = builder.heights.height(cell.row..<cell.row + cell.rows, spacing: builder.spacing.y)
      if let height, fragmentainer?.fits(height) ?? true { space.borderBoxHeight = height }
    }
    let result = layoutParallel(cell.box, space: space, from: token)
    if result.fits { page.fragments[result.fragment].width = width }
    return result
  }

  /// The border-box height specified by a cell's `height`; nil for `auto` and percentages.
  mutating func ownHeight(ofCell index: Int, _ grid: TableGrid, _ builder: TableFragmentBuilder) -> Double? {
    let cell = grid.cells[index].box
    guard case .length(let length) = self[cell].box.height, !length.hasPercent else { return nil }
    let height = max(0, length.resolve(against: 0))
    if self[cell].box.boxSizing == .borderBox || hasQuirkyHeight(cell) { return height }
    let edges = usedEdges(tree[cell].style, containerWidth: builder.columns.edges.contentWidth)
    let border = cellBorder(builder.table, index) ?? edges.border
    return height + edges.padding.top + edges.padding.bottom + border.top + border.bottom
  }

  /// Whether the height of a cell includes its padding and border ("table cell height box sizing quirk").
  private func hasQuirkyHeight(_ cell: BoxID) -> Bool {
    guard document.document.isQuirky, !tree[cell].node.isNone else { return false }
    let name = document.document[tree[cell].node].name
    return name == .td || name == .th
  }

  func alignsToBaseline(_ cell: BoxID) -> Bool {
    switch self[cell].box.verticalAlign {
    case .top, .middle, .bottom: false
    default: true
    }
  }

  /// Whether any box of the document has a height in percent, which is rare.
  var usesPercentHeights: Bool {
    mutating get {
      if let known = caches.usesPercentHeights { return known }
      let styles = document.styles
      let uses = styles.indices.contains {
        styles[$0].box.height.hasPercent || styles[$0].box.minHeight.hasPercent || styles[$0].box.maxHeight.hasPercent
      }
      caches.usesPercentHeights = uses
      return uses
    }
  }

  /// Adds a cell to its row.
  mutating func place(
    _ cell: SpanningCell, in row: FragmentID, left: Double, _ grid: TableGrid, _ builder: inout TableFragmentBuilder
  ) {
    let spec = grid.cells[cell.cell]
    let frame = builder.columns.frame(column: spec.column, columns: spec.columns)
    let fragment = cell.result.fragment
    let hidden = builder.columns.hidden(column: spec.column, columns: spec.columns, spacing: builder.spacing.x)
    if hidden.total > 0 {
      guard frame.width > 0 else { return }
      page.fragments[fragment].style = clippingStyle(page.fragments[fragment].style)
      page.fragments.moveChildren(of: fragment, x: -hidden.start, y: 0)
    }
    page.fragments.append(fragment, to: row, x: frame.x - left, y: 0)
    let collapses = isCollapsed(builder.table)
    if collapses {
      page.fragments[fragment].content = .fragment(
        .collapsedBox(border: cellBorder(builder.table, cell.cell) ?? Sides(0)))
    }
    if !collapses, hidesEmpty(spec.box) {
      page.fragments[fragment].content = .fragment(.group)
    } else {
      builder.cells.append(PlacedCell(cell: cell.cell, fragment: fragment, row: builder.placed.count))
    }
    moveIfRelative(fragment, containerWidth: builder.columns.edges.contentWidth, containerHeight: nil)
  }

  /// `empty-cells: hide` on a cell without content (CSS 2.2 §17.6.1.1).
  private func hidesEmpty(_ cell: BoxID) -> Bool {
    self[cell].text.emptyCellsHidden && tree[cell].firstChild.isNone && !tree[cell].hasLines
  }

  /// A style that clips at the padding box.
  private mutating func clippingStyle(_ style: StyleID) -> StyleID {
    if let known = caches.styles.clipping[style] { return known }
    var clipping = self[style]
    clipping.box.overflow = .hidden
    clipping.box.overflowX = .hidden
    clipping.box.overflowY = .hidden
    let id = document.add(clipping)
    caches.styles.clipping[style] = id
    return id
  }

  /// The height that collapsed rows take from a cell; 0 if the cell is broken between pages, because it would lose
  /// content there.
  func hiddenHeight(of cell: SpanningCell, _ grid: TableGrid, _ heights: TableHeights) -> Double {
    cell.isResumed || cell.result.token != nil ? 0 : heights.hidden(grid.rows(of: cell.cell))
  }

  /// Sets the height of a cell to that of its rows and aligns its content by `vertical-align`. The content of a
  /// broken cell stays at the top.
  ///
  /// - Parameter hidden: the height of the collapsed rows that the cell spans, px. The content is aligned as if they were
  ///   visible.
  mutating func stretch(
    _ cell: SpanningCell, _ grid: TableGrid, to height: Double, hidden: Double, baseline: Double?, isBroken: Bool
  ) {
    let fragment = cell.result.fragment
    page.fragments[fragment].height = height
    guard !isBroken, !cell.isResumed, cell.result.token == nil else { return }
    if hidden > 0 { page.fragments[fragment].style = clippingStyle(page.fragments[fragment].style) }
    let free = height + hidden - cell.result.naturalHeight
    if let share = shareAboveTurnedContent(of: grid.cells[cell.cell].box) {
      if free > 0 { page.fragments.moveChildren(of: fragment, x: 0, y: free * share) }
      return
    }
    switch self[grid.cells[cell.cell].box].box.verticalAlign {
    case .top: break
    case .middle: if free > 0 { page.fragments.moveChildren(of: fragment, x: 0, y: free / 2) }
    case .bottom: if free > 0 { page.fragments.moveChildren(of: fragment, x: 0, y: free) }
    default: if let baseline { alignToBaseline(cell, grid, baseline) }
    }
  }

  mutating func alignToBaseline(_ cell: SpanningCell, _ grid: TableGrid, _ baseline: Double) {
    guard !cell.isResumed, alignsToBaseline(grid.cells[cell.cell].box), let own = cell.result.firstBaseline,
      baseline > own
    else { return }
    page.fragments.moveChildren(of: cell.result.fragment, x: 0, y: baseline - own)
  }

  /// The baseline of a row without any text baseline: the lowest bottom content edge.
  mutating func emptyBaseline(
    _ cells: [SpanningCell], _ grid: TableGrid, _ builder: TableFragmentBuilder, height: Double
  ) -> Double {
    var below: Double?
    for cell in cells {
      let edges = usedEdges(tree[grid.cells[cell.cell].box].style, containerWidth: builder.columns.edges.contentWidth)
      let border = cellBorder(builder.table, cell.cell) ?? edges.border
      below = min(below ?? .infinity, edges.padding.bottom + border.bottom)
    }
    return max(0, height - (below ?? height))
  }
}
