import Style

/// The rows of a table on one page, under construction.
struct TableFragmentBuilder {
  let table: BoxID
  let columns: ColumnLayout
  let space: ConstraintSpace
  let isResumed: Bool
  let spacing: Pair<Double>
  /// The edges of the table are repeated on every page (`box-decoration-break: clone`).
  var clones: Bool
  /// The content height that percentages in the table refer to, and the one to which rows are stretched.
  var definite: Double?
  var wanted: Double?
  var heights: TableHeights
  /// The heights of rows at the start of this page that cells continue in, px, instead of those in `heights`.
  var rest: [Int: Double]?
  var fragmentainer: Fragmentainer?
  /// The height of the captions that stay below the last row, px.
  var captionsBelow = 0.0
  var start: TablePosition?
  /// The header and the footer are on this page as parts that are repeated.
  var repeatsHead = false
  var repeatsFoot = false
  var consumed = 0.0
  /// The distance from the table's border edge to the top of the next row.
  var y = 0.0
  var fragment = FragmentID.none
  /// The current row group.
  var group = BoxID.none
  var groupFragment = FragmentID.none
  var groupY = 0.0
  var hasBody = false
  var firstBaseline: Double?
  var lastBaseline: Double?
  /// Cells that span into the next row.
  var spanning: [SpanningCell] = []
  /// Rows on this page, for layers and collapsed borders.
  var placed: [PlacedRow] = []
  /// Cells on this page, for layers.
  var cells: [PlacedCell] = []

  init(
    table: BoxID, columns: ColumnLayout, space: ConstraintSpace, isResumed: Bool, spacing: Pair<Double>, clones: Bool,
    heights: TableHeights
  ) {
    self.table = table
    self.columns = columns
    self.space = space
    self.isResumed = isResumed
    self.spacing = spacing
    self.clones = clones
    self.heights = heights
  }

  /// The bottom of the rows so far.
  var bottom: Double { placed.isEmpty ? y : y - spacing.y }
}

/// A row on the page.
struct PlacedRow {
  var row: Int
  var y: Double
  var height: Double
  var fragment: FragmentID
  /// The fragment of its row group, if any.
  var group: FragmentID
  /// Parts of the row are on the previous or next page.
  var isCutAbove = false
  var isCutBelow = false
}

/// A cell on the page.
struct PlacedCell {
  /// Index in the grid's cells.
  var cell: Int
  var fragment: FragmentID
  /// Index in `TableFragmentBuilder.placed`.
  var row: Int
}

/// A cell that is laid out but waits for its last row.
struct SpanningCell {
  var cell: Int
  var result: BlockResult
  var y: Double
  var isResumed: Bool
  /// Whether the content of the cell continues on the next page.
  var continues: Bool { result.token != nil && !result.isParallel }
}

/// The result of laying out a row on a page.
enum RowOutcome {
  case placed
  case broken(TablePosition, BreakAppeal)
  case doesNotFit
}
