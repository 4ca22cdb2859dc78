import Style

/// The fixed table layout (CSS 2.2 §17.5.2.1).
extension LayoutContext {
  /// Whether `table-layout: fixed` applies: not to tables whose width is `auto` or `max-content` (css-tables-3 §3.2).
  func hasFixedLayout(_ table: BoxID) -> Bool {
    let style = self[table].box
    return style.tableLayoutFixed && style.width != .auto && style.width != .maxContent
  }

  /// The columns of a fixed table get their widths from `<col>` and the first row (CSS 2.2 §17.5.2.1).
  /// - Parameter withContent: whether the preferred widths of columns without a width are those of their cells.
  mutating func fixedColumns(_ table: BoxID, withContent: Bool) -> [ColumnSize] {
    var sizes = fixedColumns(table)
    guard withContent else { return sizes }
    for (index, measured) in measureColumns(table).enumerated()
    where sizes.indices.contains(index) && !sizes[index].isFixed && sizes[index].percent == nil {
      sizes[index].max = measured.max
    }
    return sizes
  }

  mutating func fixedColumns(_ table: BoxID) -> [ColumnSize] {
    let grid = grid(table)
    var sizes = declaredColumns(grid)
    guard let first = grid.rows.first else { return sizes }
    let spacing = borderSpacing(table).x
    for index in first.cells {
      let cell = grid.cells[index]
      var edges = usedEdges(tree[cell.box].style, containerWidth: 0)
      if let border = cellBorder(table, index) { edges.border = border }
      let outside = self[cell.box].box.boxSizing == .borderBox ? 0 : edges.left + edges.right
      let columns = cell.column..<Swift.min(sizes.count, cell.column + cell.columns)
      let open = columns.filter { !sizes[$0].isFixed && sizes[$0].percent == nil }
      let count = Double(columns.count)
      for column in open {
        if case .length(.percent(let percent)) = self[cell.box].box.width {
          sizes[column].percent = percent / count
          sizes[column].percentOutside = outside / count
        } else if let width = pixels(self[cell.box].box.width) {
          sizes[column].max = Swift.max(0, (width + outside - spacing * (count - 1)) / count)
          sizes[column].isFixed = true
        }
      }
    }
    return sizes
  }
}
