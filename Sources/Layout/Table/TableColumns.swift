import Style

/// What the cells of a column ask for (CSS 2.2 §17.5.2.2), border boxes in px.
struct ColumnSize {
  var min = 0.0
  var max = 0.0
  var percent: Double?
  /// A cell or the column itself has a width in px.
  var isFixed = false
}

/// The used widths of a table's columns.
struct ColumnLayout {
  /// The containing block's width that it was made for.
  var available: Double
  var edges: UsedEdges
  var widths: [Double]
  /// Each column's left edge, from the table's border edge.
  var x: [Double]
  var isRTL: Bool

  /// The place of the edge before a column, or after the last.
  func edge(_ index: Int) -> Double {
    guard !widths.isEmpty else { return 0 }
    if index < widths.count { return isRTL ? x[index] + widths[index] : x[index] }
    return isRTL ? x[index - 1] : x[index - 1] + widths[index - 1]
  }

  func frame(column: Int, columns: Int, spacing: Double) -> (x: Double, width: Double) {
    let last = Swift.min(widths.count, column + columns) - 1
    var width = 0.0
    for index in column...Swift.max(column, last) where index < widths.count { width += widths[index] }
    width += Double(Swift.max(0, last - column)) * spacing
    return (x[isRTL ? Swift.max(column, last) : column], width)
  }
}

extension Flow {
  func grid(_ table: BoxID) -> TableGrid {
    tree[table].payload == Box.absent ? TableGrid() : tree.tables[Int(tree[table].payload)]
  }

  func isCollapsed(_ table: BoxID) -> Bool { self[table].text.borderCollapse }

  /// px between columns and between rows.
  func borderSpacing(_ table: BoxID) -> Pair<Double> {
    isCollapsed(table) ? Pair(0, 0) : self[table].text.borderSpacing
  }

  /// A table's own edges: in the collapsing model half of its outer borders, and no padding (CSS 2.2 §17.6.2).
  mutating func tableEdges(_ table: BoxID, containerWidth: Double) -> UsedEdges {
    var edges = usedEdges(tree[table].style, containerWidth: containerWidth)
    if isCollapsed(table) {
      edges.padding = Sides(0)
      edges.border = borders(of: table).tableBorder
    }
    return edges
  }

  mutating func cellBorder(_ table: BoxID, _ cell: Int) -> Sides<Double>? {
    isCollapsed(table) ? borders(of: table).cellBorders[cell] : nil
  }

  /// The intrinsic content widths of a table.
  mutating func tableIntrinsicSize(_ table: BoxID) -> IntrinsicSize {
    let sizes = measureColumns(table)
    let spacing = borderSpacing(table).x * Double(sizes.isEmpty ? 0 : sizes.count + 1)
    var size = IntrinsicSize(min: spacing + sizes.reduce(0) { $0 + $1.min }, max: 0)
    var most = sizes.reduce(0) { $0 + $1.max }
    // Percentage columns make the table wide enough that their preferred widths are their share.
    var percentages = 0.0
    for column in sizes {
      guard let percent = column.percent, percent > 0, percentages < 100 else { continue }
      most = Swift.max(most, column.max * 100 / Swift.min(percent, 100 - percentages))
      percentages += percent
    }
    let others = sizes.filter { $0.percent == nil }.reduce(0) { $0 + $1.max }
    if percentages > 0, percentages < 100 { most = Swift.max(most, others * 100 / (100 - percentages)) }
    size.max = Swift.max(size.min, Swift.min(most, 1e7) + spacing)
    for caption in grid(table).captions { size.min = Swift.max(size.min, contribution(of: caption).min) }
    size.max = Swift.max(size.min, size.max)
    let style = self[table].box
    if case .length(let length) = style.width, !length.hasPercent {
      var width = length.resolve(against: 0)
      if style.boxSizing == .borderBox {
        let edges = tableEdges(table, containerWidth: 0)
        width -= edges.left + edges.right
      }
      size.min = Swift.max(size.min, width)
      size.max = size.min
    }
    return size
  }

  /// The border-box width of a table.
  mutating func tableWidth(_ table: BoxID, space: BlockSpace) -> Double {
    columns(of: table, space: space).edges.borderBoxWidth
  }

  /// The widths and places of a table's columns, worked out once a width.
  mutating func columns(of table: BoxID, space: BlockSpace) -> ColumnLayout {
    if let known = columnLayouts[table], known.available == space.width, space.borderBoxWidth == nil { return known }
    var edges = tableEdges(table, containerWidth: space.width)
    let style = self[table].box
    let inside = BlockSpace(width: space.width)
    let available = space.width - edges.margin.left - edges.margin.right - edges.left - edges.right
    let size = intrinsicSize(table)
    let own = space.borderBoxWidth.map { $0 - edges.left - edges.right } ?? contentWidth(table, style.width, edges: edges, space: inside)
    var width = own ?? Swift.max(size.min, Swift.min(size.max, Swift.max(0, available)))
    if let most = contentWidth(table, style.maxWidth, edges: edges, space: inside) { width = Swift.min(width, most) }
    if let least = contentWidth(table, style.minWidth, edges: edges, space: inside) { width = Swift.max(width, least) }
    let spacing = borderSpacing(table).x
    let isFixed = style.tableLayoutFixed && own != nil
    let sizes = isFixed ? fixedColumns(table, width: width) : measureColumns(table)
    let room = width - spacing * Double(sizes.isEmpty ? 0 : sizes.count + 1)
    let widths = distribute(room, over: sizes)
    let used = widths.reduce(0, +) + spacing * Double(sizes.isEmpty ? 0 : sizes.count + 1)
    edges.contentWidth = Swift.max(width, used)
    let free = space.width - edges.borderBoxWidth
    switch (style.margin.left, style.margin.right) {
    case (.auto, .auto): edges.margin.left = Swift.max(0, free / 2)
    case (.auto, _): edges.margin.left = Swift.max(0, free - edges.margin.right)
    default: break
    }
    let isRTL = self[table].text.direction == .rightToLeft
    var layout = ColumnLayout(available: space.width, edges: edges, widths: widths, x: Array(repeating: 0, count: widths.count), isRTL: isRTL)
    var x = edges.left + spacing
    for index in isRTL ? Array(widths.indices.reversed()) : Array(widths.indices) {
      layout.x[index] = x
      x += widths[index] + spacing
    }
    if space.borderBoxWidth == nil { columnLayouts[table] = layout }
    return layout
  }

  // MARK: - Measuring

  /// Minimum and preferred widths of the columns, from all cells (CSS 2.2 §17.5.2.2).
  private mutating func measureColumns(_ table: BoxID) -> [ColumnSize] {
    if let known = columnSizes[table] { return known }
    let grid = grid(table)
    var sizes = Array(repeating: ColumnSize(), count: grid.columnCount)
    for (index, column) in grid.columns.enumerated() {
      note(self[column.box].box.width, outside: 0, least: nil, in: &sizes[index])
      if let least = pixels(self[column.box].box.minWidth) { sizes[index].min = Swift.max(sizes[index].min, least) }
    }
    var spanning: [(cell: TableGrid.Cell, size: ColumnSize)] = []
    for (index, cell) in grid.cells.enumerated() {
      let size = measure(cell.box, border: cellBorder(table, index))
      if cell.columns == 1 {
        merge(size, into: &sizes[cell.column])
      } else {
        spanning.append((cell, size))
      }
    }
    let spacing = borderSpacing(table).x
    spanning.sort { $0.cell.columns < $1.cell.columns }
    for (cell, size) in spanning {
      spread(size, over: cell.column..<Swift.min(sizes.count, cell.column + cell.columns), spacing: spacing, in: &sizes)
    }
    for index in sizes.indices { sizes[index].max = Swift.max(sizes[index].max, sizes[index].min) }
    columnSizes[table] = sizes
    return sizes
  }

  private mutating func measure(_ cell: BoxID, border: Sides<Double>?) -> ColumnSize {
    var edges = usedEdges(tree[cell].style, containerWidth: 0)
    if let border { edges.border = border }
    let outside = edges.left + edges.right
    let content = intrinsicSize(cell)
    var size = ColumnSize(min: content.min + outside, max: content.max + outside)
    let style = self[cell].box
    note(style.width, outside: style.boxSizing == .borderBox ? 0 : outside, least: size.min, in: &size)
    if let least = pixels(style.minWidth) {
      size.min = Swift.max(size.min, least + outside)
      size.max = Swift.max(size.max, size.min)
    }
    return size
  }

  private func pixels(_ value: SizeValue) -> Double? {
    guard case .length(let length) = value, !length.hasPercent else { return nil }
    return length.resolve(against: 0)
  }

  private func note(_ width: SizeValue, outside: Double, least: Double?, in size: inout ColumnSize) {
    switch width {
    case .length(.percent(let percent)): size.percent = Swift.max(size.percent ?? 0, percent)
    case .length(let length) where !length.hasPercent:
      let width = length.resolve(against: 0) + outside
      if let least { size.max = Swift.max(least, width) } else { size.min = Swift.max(size.min, width) }
      if least == nil { size.max = Swift.max(size.max, width) }
      size.isFixed = true
    default: break
    }
  }

  private func merge(_ size: ColumnSize, into column: inout ColumnSize) {
    column.min = Swift.max(column.min, size.min)
    if size.isFixed && !column.isFixed {
      column.max = Swift.max(size.max, column.min)
    } else if size.isFixed == column.isFixed {
      column.max = Swift.max(column.max, size.max)
    }
    column.max = Swift.max(column.max, column.min)
    column.isFixed = column.isFixed || size.isFixed
    if let percent = size.percent { column.percent = Swift.max(column.percent ?? 0, percent) }
  }

  /// A spanning cell widens its columns in proportion to their preferred widths.
  private func spread(_ size: ColumnSize, over columns: Range<Int>, spacing: Double, in sizes: inout [ColumnSize]) {
    guard !columns.isEmpty else { return }
    let gaps = spacing * Double(columns.count - 1)
    let least = sizes[columns].reduce(0) { $0 + $1.min }
    let most = sizes[columns].reduce(0) { $0 + $1.max }
    let flexible = columns.filter { !sizes[$0].isFixed && sizes[$0].percent == nil }
    let targets = flexible.isEmpty ? Array(columns) : flexible
    let weight = targets.reduce(0) { $0 + sizes[$1].max }
    for index in targets {
      let share = weight > 0 ? sizes[index].max / weight : 1 / Double(targets.count)
      if size.min - gaps > least { sizes[index].min += (size.min - gaps - least) * share }
      if size.max - gaps > most { sizes[index].max += (size.max - gaps - most) * share }
    }
    if let percent = size.percent {
      let known = sizes[columns].reduce(0) { $0 + ($1.percent ?? 0) }
      let open = columns.filter { sizes[$0].percent == nil }
      for index in open where percent > known { sizes[index].percent = (percent - known) / Double(open.count) }
    }
  }

  /// Columns of a fixed table take their widths from `<col>` and the first row (CSS 2.2 §17.5.2.1).
  private mutating func fixedColumns(_ table: BoxID, width: Double) -> [ColumnSize] {
    let grid = grid(table)
    var sizes = Array(repeating: ColumnSize(), count: grid.columnCount)
    for (index, column) in grid.columns.enumerated() {
      note(self[column.box].box.width, outside: 0, least: nil, in: &sizes[index])
    }
    if let first = grid.rows.first {
      for index in first.cells {
        let cell = grid.cells[index]
        var edges = usedEdges(tree[cell.box].style, containerWidth: width)
        if let border = cellBorder(table, index) { edges.border = border }
        var size = ColumnSize()
        note(
          self[cell.box].box.width, outside: self[cell.box].box.boxSizing == .borderBox ? 0 : edges.left + edges.right, least: nil,
          in: &size)
        for column in cell.column..<Swift.min(sizes.count, cell.column + cell.columns)
        where !sizes[column].isFixed && sizes[column].percent == nil {
          sizes[column].isFixed = size.isFixed
          sizes[column].min = size.min / Double(cell.columns)
          sizes[column].max = sizes[column].min
          sizes[column].percent = size.percent.map { $0 / Double(cell.columns) }
        }
      }
    }
    // Columns without a width share what is left evenly.
    for index in sizes.indices where !sizes[index].isFixed && sizes[index].percent == nil { sizes[index].max = 1 }
    return sizes
  }

  // MARK: - Distributing

  /// Shares a table's width out to its columns (CSS 2.2 §17.5.2.2, css-tables-3 §3.9.3).
  private func distribute(_ room: Double, over sizes: [ColumnSize]) -> [Double] {
    let least = sizes.reduce(0) { $0 + $1.min }
    guard room > least, !sizes.isEmpty else { return sizes.map(\.min) }
    // Each step raises one kind of column from its minimum to what it wants, as far as the room reaches.
    var widths = sizes.map(\.min)
    let percentages = sizes.indices.filter { sizes[$0].percent != nil }
    raise(&widths, percentages, to: { Swift.max(sizes[$0].min, room * Swift.min(100, sizes[$0].percent ?? 0) / 100) }, within: room)
    let fixed = sizes.indices.filter { sizes[$0].percent == nil && sizes[$0].isFixed }
    raise(&widths, fixed, to: { sizes[$0].max }, within: room)
    let flexible = sizes.indices.filter { sizes[$0].percent == nil && !sizes[$0].isFixed }
    raise(&widths, flexible, to: { sizes[$0].max }, within: room)
    // What is still left goes to the flexible columns, else to the fixed ones, else to the percentages.
    let left = room - widths.reduce(0, +)
    guard left > 0.0001 else { return widths }
    let takers = !flexible.isEmpty ? flexible : !fixed.isEmpty ? fixed : percentages
    let weight = takers.reduce(0) { $0 + sizes[$1].max }
    for index in takers { widths[index] += left * (weight > 0 ? sizes[index].max / weight : 1 / Double(takers.count)) }
    return widths
  }

  private func raise(_ widths: inout [Double], _ columns: [Int], to wanted: (Int) -> Double, within room: Double) {
    let left = room - widths.reduce(0, +)
    let missing = columns.reduce(0) { $0 + Swift.max(0, wanted($1) - widths[$1]) }
    guard missing > 0, left > 0 else { return }
    let share = Swift.min(1, left / missing)
    for index in columns { widths[index] += Swift.max(0, wanted(index) - widths[index]) * share }
  }
}
