import Style

/// The pieces of a table's collapsed borders on one page: straight lines, and the edges drawn over their crossings.
extension LayoutContext {
  mutating func addCollapsedBorders(_ builder: TableFragmentBuilder) {
    let borders = borders(of: builder.table)
    guard !builder.placed.isEmpty, !borders.isLeftOut else { return }
    let lines = CollapsedLines(borders: borders, columns: builder.columns, rows: builder.placed)
    let style = tree[builder.table].style
    lines.forEachPiece { piece in
      let rule = page.fragments.add(
        .init(
          width: piece.frame.width, height: piece.frame.height, style: style, node: .none, box: .none,
          content: .fragment(.rule(style: piece.edge.style, color: piece.edge.color))))
      page.fragments.append(rule, to: builder.fragment, x: piece.frame.x, y: piece.frame.y)
    }
  }
}

/// The grid lines between the rows on one page.
struct CollapsedLines {
  typealias Edge = CollapsedBorders.Edge
  let borders: CollapsedBorders
  let columns: ColumnLayout
  let rows: [PlacedRow]

  struct Piece {
    var frame: Rect
    var edge: Edge
  }

  /// The edge above a placed row, or below the last one.
  private func horizontal(_ line: Int, _ column: Int) -> Edge {
    guard column >= 0, column < borders.columnCount else { return Edge() }
    let above = line > 0 ? rows[line - 1] : nil
    let below = line < rows.count ? rows[line] : nil
    if let above, let below, below.row == above.row + 1 {
      return borders.horizontalEdge(row: below.row, column: column)
    }
    // At the end of a page and next to a repeated header or footer, the edges of both sides compete.
    var edge = Edge()
    if let above, !above.isCutBelow { edge = borders.horizontalEdge(row: above.row + 1, column: column) }
    if let below, !below.isCutAbove {
      edge = CollapsedBorders.winner(edge, borders.horizontalEdge(row: below.row, column: column))
    }
    return edge
  }

  private func vertical(_ row: Int, _ column: Int) -> Edge {
    rows.indices.contains(row) ? borders.verticalEdge(row: rows[row].row, column: column) : Edge()
  }

  /// The crossing of a row line and a column line: the widths that meet, and the edge drawn over it.
  private struct Crossing {
    var width = 0.0
    var height = 0.0
    var winner = Edge()
    var isWonByRow = false

    /// The distance that an edge extends beyond the middle of the crossing; negative if it ends before it.
    func reach(_ edge: Edge, isHorizontal: Bool) -> Double {
      let half = (isHorizontal ? width : height) / 2
      let wins =
        winner.looksLike(edge) && (isWonByRow == isHorizontal || (edge.style == .solid && edge.color.alpha == 1))
      return wins ? half : -half
    }
  }

  private func crossing(_ line: Int, _ column: Int) -> Crossing {
    let (before, after) = (horizontal(line, column - 1), horizontal(line, column))
    let (above, below) = (vertical(line - 1, column), vertical(line, column))
    var crossing = Crossing(width: max(above.width, below.width), height: max(before.width, after.width))
    crossing.winner = after.beats(before) ? after : before
    crossing.isWonByRow = true
    for edge in [above, below] where edge.beats(crossing.winner) {
      crossing.winner = edge
      crossing.isWonByRow = false
    }
    return crossing
  }

  private func y(_ line: Int) -> Double { line < rows.count ? rows[line].y : rows[line - 1].y + rows[line - 1].height }

  /// Passes all pieces to a closure. Adjacent pieces that look alike are joined.
  func forEachPiece(_ body: (Piece) -> Void) {
    var crossings = (0...borders.columnCount).map { crossing(0, $0) }
    // The open vertical edges by column, with their tops.
    var open = [(edge: Edge, top: Double)?](repeating: nil, count: borders.columnCount + 1)
    for line in 0...rows.count {
      if line > 0 { crossings = (0...borders.columnCount).map { crossing(line, $0) } }
      forEachHorizontal(line, crossings, body)
      for column in 0...borders.columnCount {
        let next = vertical(line, column)
        let crossing = crossings[column]
        if let piece = open[column] {
          if piece.edge.looksLike(next), crossing.reach(piece.edge, isHorizontal: false) >= 0 { continue }
          emit(piece, column, to: y(line) + crossing.reach(piece.edge, isHorizontal: false), body)
          open[column] = nil
        }
        if next.isVisible { open[column] = (next, y(line) - crossing.reach(next, isHorizontal: false)) }
      }
    }
  }

  private func forEachHorizontal(_ line: Int, _ crossings: [Crossing], _ body: (Piece) -> Void) {
    var open: (edge: Edge, column: Int)?
    for column in 0...borders.columnCount {
      let next = horizontal(line, column)
      if let piece = open {
        let reach = crossings[column].reach(piece.edge, isHorizontal: true)
        if column < borders.columnCount, piece.edge.looksLike(next), reach >= 0 { continue }
        let start = columns.edge(piece.column)
        let end = columns.edge(column)
        let before = crossings[piece.column].reach(piece.edge, isHorizontal: true)
        let left = columns.isRTL ? end - reach : start - before
        let right = columns.isRTL ? start + before : end + reach
        if right > left {
          body(
            Piece(
              frame: Rect(x: left, y: y(line) - piece.edge.width / 2, width: right - left, height: piece.edge.width),
              edge: piece.edge))
        }
        open = nil
      }
      if column < borders.columnCount, next.isVisible { open = (next, column) }
    }
  }

  private func emit(_ piece: (edge: Edge, top: Double), _ column: Int, to bottom: Double, _ body: (Piece) -> Void) {
    guard bottom > piece.top else { return }
    body(
      Piece(
        frame: Rect(
          x: columns.edge(column) - piece.edge.width / 2, y: piece.top, width: piece.edge.width,
          height: bottom - piece.top),
        edge: piece.edge))
  }
}
