import Style

/// The backgrounds behind a table's cells (CSS 2.2 §17.5.1): column groups, columns, row groups, rows.
///
/// Each is painted behind the cells that start in it, over the whole cell even if it spans further. Images are
/// positioned relative to the column, group or row.
extension LayoutContext {
  mutating func addLayers(_ builder: TableFragmentBuilder, _ grid: TableGrid) {
    guard !builder.placed.isEmpty else { return }
    addColumnLayers(builder, grid)
    var (start, cell) = (0, 0)
    while start < builder.placed.count {
      let group = grid.rows[builder.placed[start].row].group
      var end = start + 1
      while end < builder.placed.count, grid.rows[builder.placed[end].row].group == group { end += 1 }
      // The cells are in the order of their rows.
      let firstCell = cell
      while cell < builder.cells.count, builder.cells[cell].row < end { cell += 1 }
      if !group.isNone, self[group].paint.hasBackground {
        addGroupLayers(group, start..<end, builder.cells[firstCell..<cell], builder, grid)
      }
      start = end
    }
    addRowLayers(builder, grid)
  }

  /// Whether the cells cover all slots of the rows without gaps, so that a single background is sufficient.
  private func isTiled(_ count: Int, rows: Int, _ builder: TableFragmentBuilder, _ grid: TableGrid) -> Bool {
    count == rows * grid.columnCount && builder.spacing.x == 0 && (rows == 1 || builder.spacing.y == 0)
  }

  private mutating func addColumnLayers(_ builder: TableFragmentBuilder, _ grid: TableGrid) {
    guard let first = builder.placed.first, let last = builder.placed.last else { return }
    let decorated = grid.columns.indices.filter { index in
      let column = grid.columns[index]
      return self[column.box].paint.hasBackground || (column.group.map { self[$0].paint.hasBackground } ?? false)
    }
    guard !decorated.isEmpty else { return }
    let isTiled = isTiled(builder.cells.count, rows: builder.placed.count, builder, grid)
    var cells: [Int: [PlacedCell]] = [:]
    if !isTiled { for cell in builder.cells { cells[grid.cells[cell.cell].column, default: []].append(cell) } }
    var layers: [FragmentID] = []
    func area(_ columns: Range<Int>) -> Rect {
      let frame = builder.columns.frame(column: columns.lowerBound, columns: columns.count)
      return Rect(x: frame.x, y: first.y, width: frame.width, height: last.y + last.height - first.y)
    }
    var latest: (columns: Range<Int>, area: Rect)?
    for index in decorated {
      let column = grid.columns[index]
      var boxes: [(BoxID, Rect)] = []
      if let group = column.group, self[group].paint.hasBackground {
        if latest?.columns.contains(index) != true {
          let columns = columns(of: group, around: index, grid)
          latest = (columns, area(columns))
        }
        if let latest { boxes.append((group, latest.area)) }
      }
      if column.group != column.box, self[column.box].paint.hasBackground {
        boxes.append((column.box, area(index..<index + 1)))
      }
      for (box, area) in boxes {
        if isTiled {
          let frame = builder.columns.frame(column: index, columns: 1)
          layers.append(addLayer(box, Rect(x: frame.x, y: area.y, width: frame.width, height: area.height), area: area))
        } else {
          for cell in cells[index] ?? [] { layers.append(addLayer(box, frame(of: cell, builder, grid), area: area)) }
        }
      }
    }
    page.fragments.prepend(layers, to: builder.fragment)
  }

  private func columns(of group: BoxID, around index: Int, _ grid: TableGrid) -> Range<Int> {
    var range = index..<index + 1
    while range.lowerBound > 0, grid.columns[range.lowerBound - 1].group == group {
      range = range.lowerBound - 1..<range.upperBound
    }
    while range.upperBound < grid.columns.count, grid.columns[range.upperBound].group == group {
      range = range.lowerBound..<range.upperBound + 1
    }
    return range
  }

  private mutating func addGroupLayers(
    _ group: BoxID, _ rows: Range<Int>, _ cells: ArraySlice<PlacedCell>, _ builder: TableFragmentBuilder,
    _ grid: TableGrid
  ) {
    let (first, last) = (builder.placed[rows.lowerBound], builder.placed[rows.upperBound - 1])
    let parent = first.group
    let area = Rect(x: 0, y: 0, width: page.fragments[parent].width, height: last.y + last.height - first.y)
    var layers: [FragmentID] = []
    if isTiled(cells.count, rows: rows.count, builder, grid) {
      layers.append(addLayer(group, area, area: area))
    } else {
      for cell in cells {
        var frame = frame(of: cell, builder, grid)
        frame.x -= builder.columns.edges.left + builder.spacing.x
        frame.y -= first.y
        layers.append(addLayer(group, frame, area: area))
      }
    }
    page.fragments.prepend(layers, to: parent)
  }

  private mutating func addRowLayers(_ builder: TableFragmentBuilder, _ grid: TableGrid) {
    var start = 0
    for (index, placed) in builder.placed.enumerated() {
      var end = start
      while end < builder.cells.count, builder.cells[end].row == index { end += 1 }
      defer { start = end }
      let cells = builder.cells[start..<end]
      let area = Rect(x: 0, y: 0, width: page.fragments[placed.fragment].width, height: placed.height)
      let isWhole = cells.allSatisfy { grid.cells[$0.cell].row == placed.row && grid.cells[$0.cell].rows == 1 }
      if isWhole, isTiled(cells.count, rows: 1, builder, grid) {
        let box = grid.rows[placed.row].box
        guard self[box].paint.hasBackground else { continue }
        page.fragments.prepend([addLayer(box, area, area: area)], to: placed.fragment)
        continue
      }
      var layers: [FragmentID] = []
      for cell in cells {
        // A cell that continues from an earlier page is in front of the row in which it starts.
        let row = grid.cells[cell.cell].row
        let box = grid.rows[row].box
        guard self[box].paint.hasBackground else { continue }
        var frame = frame(of: cell, builder, grid)
        frame.x -= builder.columns.edges.left + builder.spacing.x
        frame.y -= placed.y
        layers.append(addLayer(box, frame, area: row == placed.row ? area : frame))
      }
      page.fragments.prepend(layers, to: placed.fragment)
    }
  }

  /// A cell's border box, from the table's border edge.
  private func frame(of cell: PlacedCell, _ builder: TableFragmentBuilder, _ grid: TableGrid) -> Rect {
    let spec = grid.cells[cell.cell]
    let frame = builder.columns.frame(column: spec.column, columns: spec.columns)
    return Rect(
      x: frame.x, y: builder.placed[cell.row].y, width: frame.width, height: page.fragments[cell.fragment].height)
  }

  private mutating func addLayer(_ box: BoxID, _ frame: Rect, area: Rect) -> FragmentID {
    var area = area
    area.x -= frame.x
    area.y -= frame.y
    return page.fragments.add(
      .init(
        x: frame.x, y: frame.y, width: frame.width, height: frame.height, style: tree[box].style, node: .none,
        box: .none,
        content: .layer(area: area)))
  }
}

extension FragmentArena {
  /// Inserts fragments before the children of a parent.
  fileprivate mutating func prepend(_ children: [FragmentID], to parent: FragmentID) {
    guard let first = children.first, let last = children.last else { return }
    for (child, next) in zip(children, children.dropFirst()) { self[child].nextSibling = next }
    self[last].nextSibling = self[parent].firstChild
    if self[parent].lastChild.isNone { self[parent].lastChild = last }
    self[parent].firstChild = first
  }
}
