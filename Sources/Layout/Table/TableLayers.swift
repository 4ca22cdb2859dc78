import Style

/// The backgrounds behind a table's cells (CSS 2.2 §17.5.1): column groups, columns, row groups, rows.
///
/// Each is painted behind the cells that start in it, all over such a cell even where it spans out; but images stand where
/// they would in the column's, group's or row's own box.
extension Flow {
  mutating func addLayers(_ flow: TableFlow, _ grid: TableGrid) {
    guard !flow.placed.isEmpty else { return }
    addColumnLayers(flow, grid)
    var start = 0
    while start < flow.placed.count {
      let group = grid.rows[flow.placed[start].row].group
      var end = start + 1
      while end < flow.placed.count, grid.rows[flow.placed[end].row].group == group { end += 1 }
      if !group.isNone, self[group].paint.hasBackground { addGroupLayers(group, start..<end, flow, grid) }
      start = end
    }
    addRowLayers(flow, grid)
  }

  /// True where the cells cover all slots of these rows without gaps, so that one background does for all.
  private func isTiled(_ count: Int, rows: Int, _ flow: TableFlow, _ grid: TableGrid) -> Bool {
    count == rows * grid.columnCount && flow.spacing.x == 0 && (rows == 1 || flow.spacing.y == 0)
  }

  private mutating func addColumnLayers(_ flow: TableFlow, _ grid: TableGrid) {
    guard let first = flow.placed.first, let last = flow.placed.last else { return }
    let decorated = grid.columns.indices.filter { index in
      let column = grid.columns[index]
      return self[column.box].paint.hasBackground || (column.group.map { self[$0].paint.hasBackground } ?? false)
    }
    guard !decorated.isEmpty else { return }
    let isTiled = isTiled(flow.cells.count, rows: flow.placed.count, flow, grid)
    var cells: [Int: [PlacedCell]] = [:]
    if !isTiled { for cell in flow.cells { cells[grid.cells[cell.cell].column, default: []].append(cell) } }
    var layers: [FragmentID] = []
    func area(_ columns: Range<Int>) -> Rect {
      let frame = flow.columns.frame(column: columns.lowerBound, columns: columns.count)
      return Rect(x: frame.x, y: first.y, width: frame.width, height: last.y + last.height - first.y)
    }
    for index in decorated {
      let column = grid.columns[index]
      var boxes: [(BoxID, Rect)] = []
      if let group = column.group, self[group].paint.hasBackground {
        boxes.append((group, area(columns(of: group, around: index, grid))))
      }
      if column.group != column.box, self[column.box].paint.hasBackground {
        boxes.append((column.box, area(index..<index + 1)))
      }
      for (box, area) in boxes {
        if isTiled {
          let frame = flow.columns.frame(column: index, columns: 1)
          layers.append(addLayer(box, Rect(x: frame.x, y: area.y, width: frame.width, height: area.height), area: area))
        } else {
          for cell in cells[index] ?? [] { layers.append(addLayer(box, frame(of: cell, flow, grid), area: area)) }
        }
      }
    }
    fragments.prepend(layers, to: flow.fragment)
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

  private mutating func addGroupLayers(_ group: BoxID, _ rows: Range<Int>, _ flow: TableFlow, _ grid: TableGrid) {
    let (first, last) = (flow.placed[rows.lowerBound], flow.placed[rows.upperBound - 1])
    let parent = first.group
    let area = Rect(x: 0, y: 0, width: fragments[parent].width, height: last.y + last.height - first.y)
    let cells = flow.cells.filter { rows.contains($0.row) }
    var layers: [FragmentID] = []
    if isTiled(cells.count, rows: rows.count, flow, grid) {
      layers.append(addLayer(group, area, area: area))
    } else {
      for cell in cells {
        var frame = frame(of: cell, flow, grid)
        frame.x -= flow.columns.edges.left + flow.spacing.x
        frame.y -= first.y
        layers.append(addLayer(group, frame, area: area))
      }
    }
    fragments.prepend(layers, to: parent)
  }

  private mutating func addRowLayers(_ flow: TableFlow, _ grid: TableGrid) {
    var start = 0
    for (index, placed) in flow.placed.enumerated() {
      var end = start
      while end < flow.cells.count, flow.cells[end].row == index { end += 1 }
      defer { start = end }
      let box = grid.rows[placed.row].box
      guard self[box].paint.hasBackground else { continue }
      let area = Rect(x: 0, y: 0, width: fragments[placed.fragment].width, height: placed.height)
      if isTiled(end - start, rows: 1, flow, grid) {
        fragments.prepend([addLayer(box, area, area: area)], to: placed.fragment)
        continue
      }
      var layers: [FragmentID] = []
      for cell in flow.cells[start..<end] {
        var frame = frame(of: cell, flow, grid)
        frame.x -= flow.columns.edges.left + flow.spacing.x
        frame.y -= placed.y
        layers.append(addLayer(box, frame, area: area))
      }
      fragments.prepend(layers, to: placed.fragment)
    }
  }

  /// A cell's border box, from the table's border edge.
  private func frame(of cell: PlacedCell, _ flow: TableFlow, _ grid: TableGrid) -> Rect {
    let spec = grid.cells[cell.cell]
    let frame = flow.columns.frame(column: spec.column, columns: spec.columns)
    return Rect(x: frame.x, y: flow.placed[cell.row].y, width: frame.width, height: fragments[cell.fragment].height)
  }

  private mutating func addLayer(_ box: BoxID, _ frame: Rect, area: Rect) -> FragmentID {
    var area = area
    area.x -= frame.x
    area.y -= frame.y
    return fragments.add(
      .init(
        x: frame.x, y: frame.y, width: frame.width, height: frame.height, style: tree[box].style, node: .none,
        box: .none,
        content: .layer(area: area)))
  }
}

extension FragmentArena {
  /// Puts fragments before the children that a parent has.
  fileprivate mutating func prepend(_ children: [FragmentID], to parent: FragmentID) {
    guard let first = children.first, let last = children.last else { return }
    for (child, next) in zip(children, children.dropFirst()) { self[child].nextSibling = next }
    self[last].nextSibling = self[parent].firstChild
    if self[parent].lastChild.isNone { self[parent].lastChild = last }
    self[parent].firstChild = first
  }
}
