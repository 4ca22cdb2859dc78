import Layout
import Style

/// The cells of a table by row, with spans resolved, and their formatting.
struct CellFormats {
  /// A cell, a part of one that spans rows, or a gap.
  struct Slot {
    var column: Int
    var columns: Int
    var merge: TableCell.Merge
    /// It is nil for a gap.
    var cell: FlowTable.Cell?
    /// The row in which the cell starts.
    var row: Int
  }

  private let table: FlowTable
  private let box: FlowBox
  private let converter: Converter
  /// The cells that span into the row, by first column.
  private var open: [(slot: Slot, end: Int)] = []
  private var slots: [[Slot]] = []
  private let collapses: Bool
  private let hasGaps: Bool

  init(_ table: FlowTable, _ box: FlowBox, converter: Converter) {
    self.table = table
    self.box = box
    self.converter = converter
    let text = converter[box.style].text
    collapses = text.borderCollapse
    hasGaps = !text.borderCollapse && text.borderSpacing.x > 0
    for row in table.rows.indices { slots.append(fill(row)) }
    open = []
  }

  private mutating func fill(_ row: Int) -> [Slot] {
    open.removeAll { $0.end <= row }
    var all = open.map { entry -> Slot in
      var slot = entry.slot
      slot.merge = .next
      return slot
    }
    for cell in table.rows[row].cells {
      let slot = Slot(
        column: cell.column, columns: min(cell.columns, table.columnCount - cell.column),
        merge: cell.rows > 1 ? .start : .none, cell: cell, row: row)
      // Overlapping cells, which HTML allows, are not possible in Word: the later one is cut.
      guard !all.contains(where: { $0.column < slot.column + slot.columns && slot.column < $0.column + $0.columns })
      else {
        converter.warn("word_cells_overlap", "The cell overlaps another one and is left out", cell.box.node)
        continue
      }
      all.append(slot)
      if cell.rows > 1 { open.append((slot, row + cell.rows)) }
    }
    all.sort { $0.column < $1.column }
    var result: [Slot] = []
    var column = 0
    for slot in all + [Slot(column: table.columnCount, columns: 0, merge: .none, cell: nil, row: row)] {
      if slot.column > column {
        result.append(Slot(column: column, columns: slot.column - column, merge: .none, cell: nil, row: row))
      }
      if slot.columns > 0 { result.append(slot) }
      column = slot.column + slot.columns
    }
    return result
  }

  func slots(inRow row: Int) -> [Slot] { slots[row] }

  /// The formatting of a cell. In the collapsing border model, an edge combines the borders of both cells.
  func format(of slot: Slot, row: Int) -> TableCell.Format {
    var format = TableCell.Format()
    guard let cell = slot.cell else { return format }
    let style = cell.box.style
    format.shading = shading(of: slot)
    format.forbidsWrap = !converter[style].text.whiteSpace.wraps
    switch converter[style].box.verticalAlign {
    case .middle: format.alignment = .center
    case .bottom, .textBottom: format.alignment = .bottom
    default: format.alignment = .top
    }
    let padding = converter.edges(of: style, width: 0).padding
    format.margins = Sides(
      top: Units.twips(padding.top), right: Units.twips(padding.right), bottom: Units.twips(padding.bottom),
      left: Units.twips(padding.left))
    format.borders = own(slot)
    guard !hasGaps else { return format }
    addNeighbours(of: slot, row: row, to: &format.borders)
    return format
  }

  private func own(_ slot: Slot) -> Sides<Border> {
    guard let cell = slot.cell else { return .none }
    var borders = converter[cell.box.style].borders()
    guard collapses else { return borders }
    let last = slot.row + cell.rows - 1
    for style in [table.rows[slot.row].style, table.rows[slot.row].group].compactMap({ $0 }) {
      let outer = converter[style].borders()
      let isGroup = style != table.rows[slot.row].style
      if !isGroup || slot.row == 0 || table.rows[slot.row - 1].group != style {
        borders.top = stronger(borders.top, outer.top)
      }
      if !isGroup || last + 1 >= table.rows.count || table.rows[last + 1].group != style {
        borders.bottom = stronger(borders.bottom, outer.bottom)
      }
    }
    let outer = converter[box.style].borders()
    if slot.row == 0 { borders.top = stronger(borders.top, outer.top) }
    if last + 1 >= table.rows.count { borders.bottom = stronger(borders.bottom, outer.bottom) }
    if slot.column == 0 { borders.left = stronger(borders.left, outer.left) }
    if slot.column + slot.columns >= table.columnCount { borders.right = stronger(borders.right, outer.right) }
    return borders
  }

  private func addNeighbours(of slot: Slot, row: Int, to borders: inout Sides<Border>) {
    let last = slot.row + (slot.cell?.rows ?? 1) - 1
    for other in slots[row] {
      if other.column + other.columns == slot.column { borders.left = stronger(borders.left, own(other).right) }
      if other.column == slot.column + slot.columns { borders.right = stronger(borders.right, own(other).left) }
    }
    func overlaps(_ other: Slot) -> Bool {
      other.column < slot.column + slot.columns && slot.column < other.column + other.columns
    }
    if slot.row > 0 {
      for other in slots[slot.row - 1] where overlaps(other) { borders.top = stronger(borders.top, own(other).bottom) }
    }
    if last + 1 < slots.count {
      for other in slots[last + 1] where overlaps(other) && other.merge != .next {
        borders.bottom = stronger(borders.bottom, own(other).top)
      }
    }
  }

  private func stronger(_ first: Border, _ second: Border) -> Border { second.wins(over: first) ? second : first }

  /// The background of the cell, its row, row group, column or table.
  private func shading(of slot: Slot) -> String {
    guard let cell = slot.cell else { return "auto" }
    let row = table.rows[slot.row]
    let column = slot.column < table.columnStyles.count ? table.columnStyles[slot.column] : nil
    for style in [cell.box.style, row.style, row.group, column, box.style].compactMap({ $0 }) {
      if converter[style].paint.backgroundColor.alpha > 0 { return converter[style].paint.backgroundColor.hex }
    }
    return "auto"
  }
}
