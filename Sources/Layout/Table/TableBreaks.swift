import Markup
import Style

/// The break values between the rows of a table (css-break-3 §3.1, css-page-3 §6.2).
extension LayoutContext {
  /// The break value between two rows on one page; `auto` outside a fragmentainer.
  /// - Parameter spanning: the cells that span from rows above into other rows.
  mutating func breakBetween(
    rows grid: TableGrid, _ above: Int, _ below: Int, spanning: [SpanningCell], in fragmentainer: Fragmentainer?
  ) -> BoxStyle.Break {
    guard let fragmentainer else { return .auto }
    var before = [self[grid.rows[below].box].box.breakBefore] + forcedBreaks(inRow: below, grid, atStart: true)
    var after = [self[grid.rows[above].box].box.breakAfter] + forcedBreaks(inRow: above, grid, atStart: false)
    if grid.rows[above].group != grid.rows[below].group {
      if !grid.rows[below].group.isNone { before.append(self[grid.rows[below].group].box.breakBefore) }
      if !grid.rows[above].group.isNone { after.append(self[grid.rows[above].group].box.breakAfter) }
    } else if avoidsBreaks(grid.rows[below].group, in: fragmentainer) {
      after.append(.avoid)
    }
    // A break between rows that a cell spans breaks the cell and the row in which it starts.
    for span in spanning where grid.lastRow(of: span.cell) >= below {
      let row = grid.rows[grid.cells[span.cell].row].box
      if avoidsBreaks(grid.cells[span.cell].box, in: fragmentainer) || avoidsBreaks(row, in: fragmentainer) {
        after.append(.avoid)
      }
    }
    let value = combine(after, before, in: fragmentainer)
    guard !value.isForced, tree.usesNamedPages, !fragmentainer.isColumn,
      pageName(endOf: grid.rows[above].box) != pageName(startOf: grid.rows[below].box)
    else { return value }
    return .page
  }

  /// The break values of a table's first or last row and its group, which propagate to the table.
  mutating func breaksOfRows(_ table: BoxID, atStart: Bool) -> [BoxStyle.Break] {
    let grid = grid(table)
    guard let row = atStart ? grid.rows.indices.first : grid.rows.indices.last else { return [] }
    let boxes = grid.rows[row].group.isNone ? [grid.rows[row].box] : [grid.rows[row].group, grid.rows[row].box]
    let own = boxes.map { atStart ? self[$0].box.breakBefore : self[$0].box.breakAfter }.filter { $0 != .auto }
    return own + forcedBreaks(inRow: row, grid, atStart: atStart)
  }

  /// The forced breaks before the first boxes of the cells that start in a row, or after the last boxes of those that
  /// are in no other row. They propagate to the row, since the cells are side by side.
  ///
  /// `avoid` does not: it would apply to all cells of the row, and rows are often whole pages of layout tables.
  private mutating func forcedBreaks(inRow row: Int, _ grid: TableGrid, atStart: Bool) -> [BoxStyle.Break] {
    guard nesting.stack.hasSpace else { return [] }
    var values: [BoxStyle.Break] = []
    for cell in grid.cells[grid.rows[row].cells] where (atStart || cell.rows == 1) && hasForcedBreaks(cell.box) {
      values += (atStart ? breaksAtStart(of: cell.box) : breaksAtEnd(of: cell.box)).filter(\.isForced)
    }
    return values
  }

  /// Whether an element or one of its descendants forces a break or names a page.
  func hasForcedBreaks(_ box: BoxID) -> Bool {
    let node = tree[box].node
    if node.isNone { return tree.forcedBreaks.occur(from: NodeID(0), to: node) }
    return tree.forcedBreaks.occur(from: node, to: document.document[node].subtreeEnd)
  }

  /// Whether `break-inside` of a box avoids breaks of the fragmentainer.
  func avoidsBreaks(_ box: BoxID, in fragmentainer: Fragmentainer) -> Bool {
    guard !box.isNone else { return false }
    let inside = self[box].box.breakInside
    return inside == .avoid || inside == (fragmentainer.isColumn ? .avoidColumn : .avoidPage)
  }
}
