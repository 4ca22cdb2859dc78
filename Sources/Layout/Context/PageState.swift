/// The page in progress.
struct PageState {
  /// The width of the page area, px.
  var width = 0.0
  /// The fragments laid out so far.
  var fragments = FragmentArena()
  /// The floats of each open block formatting context, innermost last.
  var floats: [FloatContext] = []
  /// The limit of the innermost block formatting context.
  var lineLimit: LineLimit?
  /// Break points passed on the way, in case the page had to be broken at a worse one (css-break-3 §4.5).
  var breaks = BreakCandidates()
  /// The amount by which content missed the height of the columns that are being tried.
  var columnFit = ColumnFit()
  /// Inline formatting contexts whose last line is on this page. Their words are released when the page is finished.
  var endedLines: [UInt32] = []

  /// The floats of the innermost block formatting context.
  var innermostFloats: FloatContext {
    _read { yield floats[floats.count - 1] }
    _modify { yield &floats[floats.count - 1] }
  }
}

extension LayoutContext {
  /// Runs the layout of a column or parallel box, which has break candidates of its own.
  mutating func withOwnBreakCandidates<Result>(_ body: (inout LayoutContext) -> Result) -> Result {
    let outer = page.breaks
    page.breaks = BreakCandidates()
    let result = body(&self)
    page.breaks = outer
    return result
  }

  /// Runs layout and returns by how much its content missed the height of the columns it tried.
  mutating func withOwnColumnFit<Result>(_ body: (inout LayoutContext) -> Result) -> (Result, ColumnFit) {
    let outer = page.columnFit
    page.columnFit = ColumnFit()
    let result = body(&self)
    let fit = page.columnFit
    page.columnFit = outer
    return (result, fit)
  }
}
