import Markup
import Style

/// A column, as its fragment describes it.
struct ColumnArea {
  /// The multi-column container.
  var container: BoxID
  /// The distance from one column to the next, px; negative from right to left.
  var step: Double
  /// The height of each column of the row, px.
  var height: Double
  var index, count: Int32
}

/// A row of columns on a page.
struct ColumnRowPlace {
  let container: BoxID
  let page: Int
  /// The top left corner of the first column.
  let origin: Point
  let step, height: Double
  let count: Int
  let previous: Int?
  /// The row in which the content continues.
  var next: Int?
  /// The container has ended, so that its last row can have further columns, which overflow it.
  var isLast = false
}

/// A column of one of the collector's rows.
struct ColumnPlace {
  var row, index: Int
}

/// Absolutely positioned boxes whose containing block is in a column. As on pages, they are placed in the containing
/// block as if there were no breaks, then broken between columns (css-multicol-1 §8.2, css-break-3 §5).
extension PageCollector {
  /// The most columns that a box may be to the side of all others. Boxes further away are left out.
  static let maxColumnsBeside = 1000

  /// The columns so far, and the boxes that continue in the next row, by multi-column container.
  struct Columns {
    var rows: [ColumnRowPlace] = []
    var last: [BoxID: Int] = [:]
    var waiting: [BoxID: [WaitingBox]] = [:]
    /// Boxes that extend over the columns of a containing block that has not ended. They are placed at its end, since
    /// they are painted over all parts of it.
    var deferred: [BoxID: [(box: WaitingBox, place: ColumnPlace)]] = [:]

    func origin(_ place: ColumnPlace) -> Point {
      let row = rows[place.row]
      return Point(x: row.origin.x + Double(place.index) * row.step, y: row.origin.y)
    }

    /// The left and the right edge of a column with the gap beside it, px.
    func edges(_ place: ColumnPlace) -> ClosedRange<Double> {
      let left = origin(place).x
      return left...(left + max(abs(rows[place.row].step) - Fragmentainer.tolerance, 0))
    }

    /// Removes the rows from a page on.
    mutating func restart(at page: Int) {
      rows.removeSubrange((rows.firstIndex { $0.page >= page } ?? rows.count)...)
      for index in rows.indices where rows[index].next.map({ $0 >= rows.count }) == true { rows[index].next = nil }
      last = last.filter { $0.value < rows.count }
      (waiting, deferred) = ([:], [:])
    }
  }

  /// Records a column, and places the boxes that waited for it.
  mutating func enterColumn(
    _ area: ColumnArea, at origin: Point, on number: Int, context: inout LayoutContext
  ) -> ColumnPlace {
    if area.index > 0, let row = columns.last[area.container] { return ColumnPlace(row: row, index: Int(area.index)) }
    let row = columns.rows.count
    let previous = columns.last[area.container]
    if let previous { columns.rows[previous].next = row }
    columns.rows.append(
      ColumnRowPlace(
        container: area.container, page: number,
        origin: Point(x: origin.x - Double(area.index) * area.step, y: origin.y), step: area.step,
        height: area.height, count: Int(area.count), previous: previous))
    columns.last[area.container] = row
    for box in columns.waiting.removeValue(forKey: area.container) ?? [] {
      layoutInColumns(box, from: ColumnPlace(row: row, index: 0), context: &context)
    }
    return ColumnPlace(row: row, index: Int(area.index))
  }

  /// Ends a container whose last row is known. The boxes that did not fit continue beside it.
  mutating func endColumns(of container: BoxID, context: inout LayoutContext) {
    guard let row = columns.last.removeValue(forKey: container) else { return }
    columns.rows[row].isLast = true
    let place = ColumnPlace(row: row, index: columns.rows[row].count)
    for box in columns.waiting.removeValue(forKey: container) ?? [] {
      layoutInColumns(box, from: place, context: &context)
    }
  }

  /// Adds a box whose containing block is in a column, or breaks it between columns.
  ///
  /// - Parameters:
  ///   - count: the fragments before its own one, which is laid out without breaks.
  ///   - isApart: its place in the tree of fragments precedes the end of the page's fragments, and is recorded.
  mutating func setInColumns(
    _ fragment: FragmentID, of origin: BoxOrigin, _ place: Place, in column: ColumnPlace,
    from count: FragmentArena.Checkpoint, isApart: Bool, on number: Int, context: inout LayoutContext
  ) {
    let entry = context.page.fragments[fragment]
    let corner = columns.origin(column)
    if fitsColumn(column, top: entry.y - corner.y, height: entry.height) {
      var inner = Place(x: 0, y: 0, containing: place.containing, node: place.node, fragment: place.fragment)
      (inner.column, inner.transform) = (column, place.transform)
      let start = records[number].page.fragments.count
      walk(fragment, inner, on: number, context: &context)
      if isApart { addApart(origin, at: start, in: place.containing.group, columns.edges(column), on: number) }
      return
    }
    if !isApart { addTreePlace(of: origin, in: place, on: number) }
    let waiting = WaitingBox(
      origin: origin, x: entry.x - corner.x, y: entry.y - corner.y,
      containing: Size(width: place.containing.rect.width, height: place.containing.rect.height),
      size: Size(width: entry.width, height: entry.height), group: place.containing.group)
    context.page.fragments.rewind(to: count)
    guard !place.containing.isOpen else {
      columns.deferred[place.containing.box, default: []].append((waiting, column))
      return
    }
    layoutInColumns(waiting, from: column, context: &context)
  }

  /// Adds the boxes that waited for the end of their containing block.
  mutating func placeDeferred(in containing: BoxID, context: inout LayoutContext) {
    for (box, place) in columns.deferred.removeValue(forKey: containing) ?? [] {
      layoutInColumns(box, from: place, context: &context)
    }
  }

  /// Whether a box is within its column, from `top` px below that column's top.
  private func fitsColumn(_ place: ColumnPlace, top: Double, height: Double) -> Bool {
    let row = columns.rows[place.row]
    let isFirst = place.index == 0 && row.previous == nil
    return top + height <= row.height + Fragmentainer.tolerance && (isFirst || top > -Fragmentainer.tolerance)
  }

  /// Lays out a box from a column on, `box.y` px below the column's top. The rest waits for the next row.
  private mutating func layoutInColumns(
    _ box: WaitingBox, from start: ColumnPlace, context: inout LayoutContext
  ) {
    var box = box
    var place = start
    while box.y < -Fragmentainer.tolerance, let previous = column(before: place) {
      place = previous
      box.y += columns.rows[place.row].height
    }
    while true {
      let row = columns.rows[place.row]
      if box.token == nil, box.y >= row.height - Fragmentainer.tolerance, row.height > Fragmentainer.tolerance {
        guard let next = skip(from: place, &box.y) else {
          return wait(box, after: place, context: &context)
        }
        place = next
        continue
      }
      if box.token != nil, row.height <= Fragmentainer.tolerance, let next = row.next {
        // Nothing continues in an empty row between spanners.
        place = ColumnPlace(row: next, index: 0)
        continue
      }
      let origin = columns.origin(place)
      guard context.countColumnPass(of: row.container) else { return }
      let result = part(of: box, onHeight: row.height, isColumn: true, context: &context)
      if result.fits {
        context.page.fragments[result.fragment].x = origin.x + box.x
        context.page.fragments[result.fragment].y = origin.y + box.y
        if row.page != records.count - 1 { sharesBoxesAcrossPages = true }
        var inner = Place(x: 0, y: 0, containing: initialContainingBlock(from: row.page), node: .none)
        (inner.column, inner.transform) = (place, pageTransform(row.page, context))
        let start = records[row.page].page.fragments.count
        walk(result.fragment, inner, on: row.page, context: &context)
        addApart(box.origin, at: start, in: box.group, columns.edges(place), on: row.page)
        box.token = result.token
      }
      guard !result.fits || result.token != nil else { return }
      box.y = 0
      guard let next = column(after: place) else {
        return wait(box, after: place, context: &context)
      }
      place = next
    }
  }

  private mutating func wait(
    _ box: WaitingBox, after place: ColumnPlace, context: inout LayoutContext
  ) {
    let row = columns.rows[place.row]
    guard !row.isLast else {
      return leftOut.add(box.box, .beside, context.tree[box.box].node)
    }
    columns.waiting[row.container, default: []].append(box)
  }

  private func column(before place: ColumnPlace) -> ColumnPlace? {
    if place.index > 0 { return ColumnPlace(row: place.row, index: place.index - 1) }
    return columns.rows[place.row].previous.map { ColumnPlace(row: $0, index: columns.rows[$0].count - 1) }
  }

  private func column(after place: ColumnPlace) -> ColumnPlace? {
    let row = columns.rows[place.row]
    let most = row.count + (row.isLast ? Self.maxColumnsBeside : 0)
    if place.index + 1 < most { return ColumnPlace(row: place.row, index: place.index + 1) }
    return row.next.map { ColumnPlace(row: $0, index: 0) }
  }

  /// The column that contains a y below the end of a column, or the first one of the next row. The y becomes that below
  /// its top; without such a column, that below the top of the next row.
  private func skip(from place: ColumnPlace, _ y: inout Double) -> ColumnPlace? {
    let row = columns.rows[place.row]
    let most = row.count + (row.isLast ? Self.maxColumnsBeside : 0)
    let columns = min(Double(most - place.index), ((y + Fragmentainer.tolerance) / row.height).rounded(.down))
    y -= columns * row.height
    let index = place.index + Int(columns)
    if index < most { return ColumnPlace(row: place.row, index: index) }
    return row.next.map { ColumnPlace(row: $0, index: 0) }
  }
}
