import Style

/// Cells: their layout, and how their content stands in them (CSS 2.2 §17.5.4).
extension Flow {
  /// Lays out one page's part of a cell.
  mutating func layoutCell(
    _ index: Int, _ grid: TableGrid, _ flow: TableFlow, page: PageSpace?, from token: BreakToken?
  ) -> BlockResult {
    let cell = grid.cells[index]
    let width = flow.columns.frame(column: cell.column, columns: cell.columns).width
    var space = BlockSpace(width: flow.columns.edges.contentWidth, height: flow.definite)
    // Content is set as if no column were collapsed, and then clipped.
    space.borderBoxWidth =
      width + flow.columns.hidden(column: cell.column, columns: cell.columns, spacing: flow.spacing.x).total
    space.collapsedBorder = cellBorder(flow.table, index)
    space.isContextRoot = true
    space.page = page
    if flow.definite != nil, token == nil, ownHeight(ofCell: index, grid, flow) == nil, usesPercentHeights {
      let height = flow.heights.height(cell.row..<cell.row + cell.rows, spacing: flow.spacing.y)
      if let height, page?.fits(height) ?? true { space.borderBoxHeight = height }
    }
    let result = layout(cell.box, space: space, from: token)
    if result.fits { fragments[result.fragment].width = width }
    return result
  }

  /// The border-box height that a cell's `height` asks for; nil where it is automatic or a percentage.
  mutating func ownHeight(ofCell index: Int, _ grid: TableGrid, _ flow: TableFlow) -> Double? {
    let cell = grid.cells[index].box
    guard case .length(let length) = self[cell].box.height, !length.hasPercent else { return nil }
    let height = max(0, length.resolve(against: 0))
    if self[cell].box.boxSizing == .borderBox { return height }
    let edges = usedEdges(tree[cell].style, containerWidth: flow.columns.edges.contentWidth)
    let border = cellBorder(flow.table, index) ?? edges.border
    return height + edges.padding.top + edges.padding.bottom + border.top + border.bottom
  }

  func alignsToBaseline(_ cell: BoxID) -> Bool {
    switch self[cell].box.verticalAlign {
    case .top, .middle, .bottom: false
    default: true
    }
  }

  /// Whether any box of the document has a height in percent; the common case is that none has.
  var usesPercentHeights: Bool {
    mutating get {
      if let known = percentHeights { return known }
      let uses = document.styles.contains { style in
        [style.box.height, style.box.minHeight, style.box.maxHeight].contains {
          if case .length(let length) = $0 { length.hasPercent } else { false }
        }
      }
      percentHeights = uses
      return uses
    }
  }

  /// Puts a cell into its row.
  mutating func place(
    _ cell: SpanningCell, in row: FragmentID, left: Double, _ grid: TableGrid, _ flow: inout TableFlow
  ) {
    let spec = grid.cells[cell.cell]
    let frame = flow.columns.frame(column: spec.column, columns: spec.columns)
    let fragment = cell.result.fragment
    let hidden = flow.columns.hidden(column: spec.column, columns: spec.columns, spacing: flow.spacing.x)
    if hidden.total > 0 {
      guard frame.width > 0 else { return }
      fragments[fragment].style = clippingStyle(fragments[fragment].style)
      fragments.moveChildren(of: fragment, x: -hidden.start, y: 0)
    }
    fragments.append(fragment, to: row, x: frame.x - left, y: 0)
    if isCollapsed(flow.table) {
      fragments[fragment].content = .fragment(.collapsedBox(border: cellBorder(flow.table, cell.cell) ?? Sides(0)))
    } else if hidesEmpty(spec.box) {
      fragments[fragment].content = .fragment(.group)
    } else {
      flow.cells.append(PlacedCell(cell: cell.cell, fragment: fragment, row: flow.placed.count))
    }
    if isCollapsed(flow.table) {
      flow.cells.append(PlacedCell(cell: cell.cell, fragment: fragment, row: flow.placed.count))
    }
    moveIfRelative(fragment, containerWidth: flow.columns.edges.contentWidth, containerHeight: nil)
  }

  /// `empty-cells: hide` on a cell without content (CSS 2.2 §17.6.1.1).
  private func hidesEmpty(_ cell: BoxID) -> Bool {
    self[cell].text.emptyCellsHidden && tree[cell].firstChild.isNone && !tree[cell].hasLines
  }

  /// A style that clips what overflows the padding box.
  private mutating func clippingStyle(_ style: StyleID) -> StyleID {
    if let known = clippingStyles[style] { return known }
    var clipping = self[style]
    clipping.box.overflow = .hidden
    clipping.box.overflowX = .hidden
    clipping.box.overflowY = .hidden
    let id = document.add(clipping)
    clippingStyles[style] = id
    return id
  }

  /// Makes a cell as high as its rows, and moves its content by `vertical-align`; a cell cut by a page's end keeps it at the top.
  mutating func stretch(_ cell: SpanningCell, _ grid: TableGrid, to height: Double, baseline: Double?, isBroken: Bool) {
    let fragment = cell.result.fragment
    fragments[fragment].height = height
    guard !isBroken, !cell.isResumed, cell.result.token == nil else { return }
    let free = height - cell.result.naturalHeight
    switch self[grid.cells[cell.cell].box].box.verticalAlign {
    case .top: break
    case .middle: if free > 0 { fragments.moveChildren(of: fragment, x: 0, y: free / 2) }
    case .bottom: if free > 0 { fragments.moveChildren(of: fragment, x: 0, y: free) }
    default: if let baseline { alignToBaseline(cell, grid, baseline) }
    }
  }

  mutating func alignToBaseline(_ cell: SpanningCell, _ grid: TableGrid, _ baseline: Double) {
    guard !cell.isResumed, alignsToBaseline(grid.cells[cell.cell].box), let own = cell.result.firstBaseline,
      baseline > own
    else { return }
    fragments.moveChildren(of: cell.result.fragment, x: 0, y: baseline - own)
  }

  /// The baseline of a row none of whose cells has one: the lowest bottom content edge.
  mutating func emptyBaseline(_ cells: [SpanningCell], _ grid: TableGrid, _ flow: TableFlow, height: Double) -> Double {
    var below: Double?
    for cell in cells {
      let edges = usedEdges(tree[grid.cells[cell.cell].box].style, containerWidth: flow.columns.edges.contentWidth)
      let border = cellBorder(flow.table, cell.cell) ?? edges.border
      below = min(below ?? .infinity, edges.padding.bottom + border.bottom)
    }
    return max(0, height - (below ?? height))
  }
}
