import Style

/// The used widths and positions of a table's columns.
struct ColumnLayout {
  /// The inputs: the containing block's width, and the border-box width if the parent determines it.
  var available: Double
  var imposed: Double?
  var edges: UsedEdges
  /// px; 0 for collapsed and merged columns.
  var widths: [Double]
  /// The widths before columns with `visibility: collapse` were removed.
  var fullWidths: [Double]
  /// Each column's left edge, from the table's border edge.
  var x: [Double]
  var isRTL: Bool

  /// The position of the edge before a column, or after the last one.
  func edge(_ index: Int) -> Double {
    guard !widths.isEmpty else { return 0 }
    if index < widths.count { return isRTL ? x[index] + widths[index] : x[index] }
    return isRTL ? x[index - 1] : x[index - 1] + widths[index - 1]
  }

  /// Whether `visibility: collapse` hides a column.
  func isCollapsed(_ column: Int) -> Bool { fullWidths[column] > 0 && widths[column] == 0 }

  /// The border box of a cell that covers these columns.
  func frame(column: Int, columns: Int) -> (x: Double, width: Double) {
    var left = Double.infinity
    var right = -Double.infinity
    for index in column..<Swift.min(widths.count, column + columns) where widths[index] > 0 || columns == 1 {
      left = Swift.min(left, x[index])
      right = Swift.max(right, x[index] + widths[index])
    }
    return left <= right ? (left, right - left) : (x.indices.contains(column) ? x[column] : 0, 0)
  }

  /// The width of a cell hidden by collapsed columns: at its start, and in total.
  func hidden(column: Int, columns: Int, spacing: Double) -> (start: Double, total: Double) {
    var hidden = (start: 0.0, total: 0.0)
    var isStart = true
    for index in column..<Swift.min(widths.count, column + columns) {
      if isCollapsed(index) {
        hidden.total += fullWidths[index] + spacing
        if isStart { hidden.start += fullWidths[index] + spacing }
      } else if widths[index] > 0 {
        isStart = false
      }
    }
    return hidden
  }
}

extension LayoutContext {
  /// The rows, columns and cells of a table.
  func grid(_ table: BoxID) -> TableGrid {
    tree[table].payload == Box.absent ? TableGrid() : tree.tables[Int(tree[table].payload)]
  }

  /// Whether a table has collapsed borders (CSS 2.2 §17.6.2).
  func isCollapsed(_ table: BoxID) -> Bool { self[table].text.borderCollapse }

  /// The spacing between columns and between rows, px.
  func borderSpacing(_ table: BoxID) -> Pair<Double> {
    isCollapsed(table) ? Pair(0, 0) : self[table].text.borderSpacing
  }

  /// The edges of the table itself. In the collapsing model they are half of its outer borders, without padding (CSS
  /// 2.2 §17.6.2).
  mutating func tableEdges(_ table: BoxID, containerWidth: Double) -> UsedEdges {
    var edges = usedEdges(tree[table].style, containerWidth: containerWidth)
    if isCollapsed(table) {
      edges.padding = Sides(0)
      edges.border = borders(of: table).tableBorder
    }
    return edges
  }

  /// The borders of a cell in the collapsing model; nil in the separate model.
  mutating func cellBorder(_ table: BoxID, _ cell: Int) -> Sides<Double>? {
    isCollapsed(table) ? borders(of: table).border(ofCell: cell, tree.tables[Int(tree[table].payload)]) : nil
  }

  /// The border-box width of a table.
  mutating func tableWidth(_ table: BoxID, space: ConstraintSpace) -> Double {
    columns(of: table, space: space).edges.borderBoxWidth
  }

  /// The used widths and positions of a table's columns, cached for each width.
  mutating func columns(of table: BoxID, space: ConstraintSpace) -> ColumnLayout {
    if let known = caches.columnLayouts[table], known.available == space.width, known.imposed == space.borderBoxWidth {
      return known
    }
    var edges = tableEdges(table, containerWidth: space.width)
    let style = self[table].box
    let inside = ConstraintSpace(width: space.width)
    let own =
      space.borderBoxWidth.map { $0 - edges.left - edges.right }
      ?? contentWidth(table, style.width, edges: edges, space: inside)
    let isFixed = hasFixedLayout(table)
    var width: Double
    var natural = 0.0
    if let own, isFixed, grid(table).captions.isEmpty {
      width = own
    } else {
      let size = containsWidth(table) ? intrinsicSize(table) : tableIntrinsicSize(table, scales: true)
      let available = space.width - edges.margin.left - edges.margin.right - edges.left - edges.right
      width = own ?? Swift.max(size.min, Swift.min(size.max, Swift.max(0, available)))
      if !isFixed { natural = size.min }
    }
    if let most = contentWidth(table, style.maxWidth, edges: edges, space: inside) { width = Swift.min(width, most) }
    width = Swift.max(width, natural)
    if let least = contentWidth(table, style.minWidth, edges: edges, space: inside) { width = Swift.max(width, least) }
    let sizes = isFixed ? fixedColumns(table) : measureColumns(table)
    let available = width - gaps(of: table, sizes)
    let widths =
      isFixed
      ? ColumnDistribution.fixed(available, over: sizes) : ColumnDistribution.automatic(available, over: sizes[...])
    edges.contentWidth = Swift.max(width, widths.reduce(0, +) + gaps(of: table, sizes))
    var layout = ColumnLayout(
      available: space.width, imposed: space.borderBoxWidth, edges: edges, widths: widths, fullWidths: widths,
      x: Array(repeating: 0, count: widths.count), isRTL: self[table].text.direction == .rightToLeft)
    collapseColumns(of: table, &layout)
    placeColumns(of: table, sizes, &layout)
    centre(table, &layout.edges, available: space.width)
    caches.columnLayouts[table] = layout
    return layout
  }

  /// Removes columns with `visibility: collapse` from the table's width (CSS 2.2 §17.5.5).
  private func collapseColumns(of table: BoxID, _ layout: inout ColumnLayout) {
    let spacing = borderSpacing(table).x
    for (index, column) in grid(table).columns.enumerated() where layout.widths[index] > 0 {
      let isCollapsed =
        self[column.box].text.visibility == .collapse
        || column.group.map { self[$0].text.visibility == .collapse } ?? false
      guard isCollapsed else { continue }
      layout.edges.contentWidth -= layout.widths[index] + spacing
      layout.widths[index] = 0
    }
  }

  private func placeColumns(of table: BoxID, _ sizes: [ColumnSize], _ layout: inout ColumnLayout) {
    let spacing = borderSpacing(table).x
    var x = layout.edges.left + spacing
    for step in layout.widths.indices {
      let index = layout.isRTL ? layout.widths.count - 1 - step : step
      if sizes[index].isMergeable || layout.isCollapsed(index) {
        // The column is at the end of the preceding one.
        layout.x[index] = step == 0 ? x : x - spacing
      } else {
        layout.x[index] = x
        x += layout.widths[index] + spacing
      }
    }
  }

  /// `auto` margins of a table that is narrower than its container (CSS 2.2 §10.3.3).
  private func centre(_ table: BoxID, _ edges: inout UsedEdges, available: Double) {
    var margin = edges.margin
    distribute(available - edges.borderBoxWidth, to: &margin, of: table)
    edges.margin.left = margin.left
  }
}
