import Style

/// The lines laid out so far on a page.
struct LineStack {
  struct Entry {
    var line: Line
    var built: BuiltLine
    var floats: [LayoutContext.FloatPlacement]
  }
  var entries: [Entry] = []
  let box: BoxID
  let orphans: Int
  let widows: Int
  let space: ConstraintSpace
  /// The fragment to which those of the lines are added, offset by `x` and `y` from its border edge.
  let parent: FragmentID
  let x: Double
  let y: Double
  var count: Int { entries.count }

  init(box: BoxID, style: TextStyle, space: ConstraintSpace, parent: FragmentID, x: Double, y: Double) {
    self.box = box
    orphans = Int(style.orphans)
    widows = Int(style.widows)
    self.space = space
    self.parent = parent
    self.x = x
    self.y = y
  }

  mutating func add(_ line: Line, _ built: BuiltLine, floats: [LayoutContext.FloatPlacement]) {
    entries.append(Entry(line: line, built: built, floats: floats))
  }

  /// The position after the first `count` lines; nil unless the line that starts there has been laid out.
  func end(of count: Int) -> InlinePosition? { count < entries.count ? entries[count].line.start : nil }

  /// The number of lines to keep on this page if `following` lines do not fit, and the appeal of the break after them.
  /// If not enough lines are left for `widows`, no more than `orphans` are kept, as in browsers.
  func breakPoint(following: Int) -> (Int, BreakAppeal) {
    let missing = max(0, widows - following)
    if count - missing >= orphans { return (count - missing, .perfect) }
    return count >= orphans ? (max(1, orphans), .violatesWidows) : (count, .violatesOrphansAndWidows)
  }
}
