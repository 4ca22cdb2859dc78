/// The lines laid out so far on a page.
struct LineStack {
  struct Entry {
    var line: Line
    var built: BuiltLine
    var floats: [LayoutContext.FloatPlacement]
  }
  var entries: [Entry] = []
  let orphans: Int
  let widows: Int
  let space: ConstraintSpace
  var count: Int { entries.count }

  init(orphans: Int, widows: Int, space: ConstraintSpace) {
    self.orphans = orphans
    self.widows = widows
    self.space = space
  }

  mutating func add(_ line: Line, _ built: BuiltLine, floats: [LayoutContext.FloatPlacement]) {
    entries.append(Entry(line: line, built: built, floats: floats))
  }

  /// The position after the first `count` lines; nil unless the line that starts there has been laid out.
  func end(of count: Int) -> InlinePosition? { count < entries.count ? entries[count].line.start : nil }

  /// The number of lines to keep on this page if `following` lines do not fit, and the appeal of the break after them.
  func breakPoint(following: Int) -> (Int, BreakAppeal) {
    let missing = max(0, widows - following)
    if count - missing >= orphans { return (count - missing, .perfect) }
    return (count, count >= orphans ? .violatesWidows : .violatesOrphansAndWidows)
  }
}
