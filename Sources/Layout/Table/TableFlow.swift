import Style

/// A table's rows on one page, while they are set.
struct TableFlow {
  let table: BoxID
  let columns: ColumnLayout
  let space: BlockSpace
  let isResumed: Bool
  let spacing: Pair<Double>
  /// The table's edges stand on every page (`box-decoration-break: clone`).
  let clones: Bool
  /// The content height that percentages in the table are of, and the one that its rows are stretched to.
  var definite: Double?
  var wanted: Double?
  var heights: TableHeights
  var page: PageSpace?
  var start: TablePosition?
  var consumed = 0.0
  /// From the table's border edge to the next row's top.
  var y = 0.0
  var fragment = FragmentID.none
  /// The row group in progress.
  var group = BoxID.none
  var groupFragment = FragmentID.none
  var groupY = 0.0
  var hasBody = false
  var firstBaseline: Double?
  var lastBaseline: Double?
  /// Cells that reach into the row to come.
  var spanning: [SpanningCell] = []
  /// Rows set on this page, for layers and collapsed borders.
  var placed: [PlacedRow] = []
  /// Cells set on this page, for layers.
  var cells: [PlacedCell] = []

  init(
    table: BoxID, columns: ColumnLayout, space: BlockSpace, isResumed: Bool, spacing: Pair<Double>, clones: Bool,
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

  /// The bottom of the rows set so far.
  var bottom: Double { placed.isEmpty ? y : y - spacing.y }
}

/// A row on the page.
struct PlacedRow {
  var row: Int
  var y: Double
  var height: Double
  var fragment: FragmentID
  /// The fragment of its row group, if it stands in one.
  var group: FragmentID
  /// Parts of the row stand on the pages before and after.
  var isCutAbove = false
  var isCutBelow = false
}

/// A cell on the page.
struct PlacedCell {
  /// Index in the grid's cells.
  var cell: Int
  var fragment: FragmentID
  /// Index in the flow's `placed`.
  var row: Int
}

/// A cell that has been laid out and waits for its last row.
struct SpanningCell {
  var cell: Int
  var result: BlockResult
  var y: Double
  var isResumed: Bool
}

/// What became of a row on a page.
enum RowOutcome {
  case set
  case broken(TablePosition, BreakAppeal)
  case doesNotFit
}
