import Style
import TextShaping

/// Sets the lines of a block container on one page (CSS 2.2 §9.4.2, css-break-3 §4.3).
struct LinesResult {
  var height = 0.0
  /// Where the next page goes on.
  var next: InlinePosition?
  var appeal = BreakAppeal.perfect
  /// Not even the lines that must stand together fit on this page.
  var fits = true
  var firstBaseline: Double?
  var lastBaseline: Double?
  /// Floats among the lines that go on over the page.
  var floats: [BreakToken] = []
  /// px that this and earlier pages show of the line at `next`, which is higher than a page.
  var shownOfLine = 0.0
}

/// What earlier pages left of lines besides their place.
struct LinesResume {
  /// A float before them has to wait for the next page.
  var floatsWait = false
  /// px of the first line that earlier pages show.
  var shownOfLine = 0.0
}

extension Flow {
  /// - Parameters:
  ///   - space: its width is the content width, its page that of the content edge.
  ///   - parent: gets the lines' fragments, moved by `x` and `y` from its border edge.
  mutating func layoutLines(
    of box: BoxID, space: BlockSpace, from start: InlinePosition, into parent: FragmentID, x: Double, y: Double,
    resumed: LinesResume = LinesResume()
  ) -> LinesResult {
    let inline = tree[box].inline
    measureInlineBoxes(inline, width: space.width)
    let shaped = shape(inline)
    let root = tree.inlines[Int(inline)].rootStyle
    let indent = self[root].text.textIndent.resolve(against: space.width)
    var breaker = LineBreaker(
      inline: inline, shaped: shaped, space: space, contextX: space.contextX, contextY: space.contextY, indent: indent,
      placedItems: start.item)
    breaker.floatsWait = resumed.floatsWait
    breaker.startsBlock = !tree[box].isAnonymous || isFirstLines(box)
    breaker.showsEllipsis = cutsLines(of: box)
    if self[root].text.balancesLines, start.byte == 0 { breaker.widest = balancedWidth(breaker) }
    var stack = LineStack(
      orphans: Int(self[root].text.orphans), widows: Int(self[root].text.widows), isResumed: start.byte > 0)
    var position = start
    var bottom = 0.0
    let length = UInt32(tree.inlines[Int(inline)].bytes.count)
    let itemCount = UInt32(tree.inlines[Int(inline)].items.count)
    repeat {
      let floatsBefore = floats.last?.mark
      let first = position.byte == 0 ? tree.inlines[Int(inline)].firstLine : Box.absent
      var (line, built) =
        first == Box.absent
        ? setLine(&breaker, from: position, y: bottom) : setFirstLine(&breaker, content: first, y: bottom)
      var end = line.y + built.height
      if let page = space.page, !built.isPhantom { keepsWhole(end, in: page, isFirst: stack.count == 0) }
      if stack.count == 0, let shown = cutLine(&built, line, shown: resumed.shownOfLine, page: space.page) {
        end = line.y + built.height
        if let shown {
          stack.add(line, built, floats: breaker.placedFloats)
          var result = take(stack, count: 1, into: parent, x: x, y: y, next: position)
          result.shownOfLine = shown
          return result
        }
      }
      if let page = space.page, !built.isPhantom, stack.count > 0 || !page.mustProgress,
        !page.fits(end) || stack.count == breakAfter(lines: box)
      {
        if let floatsBefore { floats[floats.count - 1].rewind(to: floatsBefore) }
        return finish(&stack, box, page: page, overflow: (line, built), &breaker, into: parent, x: x, y: y)
      }
      stack.add(line, built, floats: breaker.placedFloats)
      breaker.hyphenatedLines = line.showsHyphen ? breaker.hyphenatedLines + 1 : 0
      breaker.placedFloats.removeAll(keepingCapacity: true)
      bottom = end
      position = line.end
      if position.byte >= length { position.item = itemCount }
    } while position.byte < length
    if space.page != nil { endedLines.append(inline) }
    if let page = space.page, !page.isParallel { noteBreak(between: stack, box, page: page) }
    return take(stack, count: stack.count, into: parent, x: x, y: y, next: nil)
  }

  /// Fills and builds a line; once more where it came out so tall that floats further down reach into it (CSS 2.2 §9.5).
  mutating func setLine(_ breaker: inout LineBreaker, from start: InlinePosition, y: Double) -> (Line, BuiltLine) {
    let isFirst = start.byte == 0
    let before = (breaker.placedItems, breaker.placedFloats.count, floats.last?.mark)
    var line = fillLine(&breaker, from: start, y: y, isFirst: isFirst)
    var built = build(line, breaker)
    guard meetsFloats(line, breaker, height: built.height) else { return (line, built) }
    breaker.placedItems = before.0
    breaker.placedFloats.removeSubrange(before.1...)
    if let mark = before.2 { floats[floats.count - 1].rewind(to: mark) }
    line = fillLine(&breaker, from: start, y: y, height: built.height, isFirst: isFirst)
    built = build(line, breaker)
    return (line, built)
  }

  /// Shows the part of a line higher than a page that stands on this one; gives how much is shown then where the line
  /// goes on, nil for its end; nothing for a line that is whole.
  private mutating func cutLine(_ built: inout BuiltLine, _ line: Line, shown: Double, page: PageSpace?) -> Double?? {
    guard let page, page.mustProgress || shown > 0, shown > 0 || !page.fits(line.y + built.height) else { return nil }
    let rest = built.height - shown
    guard rest > 0, let part = shownPart(of: rest, on: page.moved(by: line.y)) else { return nil }
    built.fragment = window(on: built.fragment, from: shown, height: part)
    built.height = part
    built.baseline -= shown
    return part < rest - PageSpace.tolerance ? .some(shown + part) : .some(nil)
  }

  private func breakAfter(lines box: BoxID) -> Int? {
    if case .lines(box, let count) = breaks.target { return count }
    return nil
  }

  /// An anonymous block's lines are the first of their container where nothing precedes it.
  private func isFirstLines(_ box: BoxID) -> Bool { tree[tree[box].parent].firstChild == box }

  /// The lines above a page's end: how many of them stay, by orphans and widows.
  private mutating func finish(
    _ stack: inout LineStack, _ box: BoxID, page: PageSpace, overflow: (line: Line, built: BuiltLine),
    _ breaker: inout LineBreaker, into parent: FragmentID, x: Double, y: Double
  ) -> LinesResult {
    guard stack.count > 0 else { return LinesResult(appeal: .lastResort, fits: false) }
    if stack.count == breakAfter(lines: box) {
      return take(stack, count: stack.count, into: parent, x: x, y: y, next: overflow.line.start)
    }
    let following = linesFollowing(overflow.line, &breaker, atMost: stack.widows)
    let (count, appeal) = stack.breakPoint(following: following)
    var result = take(stack, count: count, into: parent, x: x, y: y, next: stack.end(of: count) ?? overflow.line.start)
    result.appeal = min(appeal, page.cap)
    return result
  }

  /// How many lines come from one on, counted no further than `limit`.
  private mutating func linesFollowing(_ line: Line, _ breaker: inout LineBreaker, atMost limit: Int) -> Int {
    var count = 1
    var next = line.end
    let length = UInt32(tree.inlines[Int(breaker.inline)].bytes.count)
    let saved = floats.last?.mark
    while count < limit, next.byte < length {
      next = fillLine(&breaker, from: next, y: line.y, isFirst: false).end
      count += 1
    }
    if let saved { floats[floats.count - 1].rewind(to: saved) }
    return count
  }

  private mutating func noteBreak(between stack: LineStack, _ box: BoxID, page: PageSpace) {
    let count = stack.count - stack.widows
    guard count >= (stack.isResumed ? 1 : stack.orphans), count > 0 else { return }
    breaks.note(.lines(box, count), page.cap)
  }

  private mutating func take(
    _ stack: LineStack, count: Int, into parent: FragmentID, x: Double, y: Double, next: InlinePosition?
  ) -> LinesResult {
    var result = LinesResult(next: next)
    for entry in stack.entries[..<count] {
      for float in entry.floats {
        if let fragment = float.fragment {
          fragments.append(fragment, to: parent, x: x + float.place.x, y: y + float.place.y)
        }
        if let token = float.token { result.floats.append(token) }
      }
      fragments.append(entry.built.fragment, to: parent, x: x + entry.line.left, y: y + entry.line.y)
      guard !entry.built.isPhantom else { continue }
      let baseline = entry.line.y + entry.built.baseline
      if result.firstBaseline == nil { result.firstBaseline = baseline }
      result.lastBaseline = baseline
      result.height = entry.line.y + entry.built.height
    }
    return result
  }
}

/// The lines set on a page so far.
private struct LineStack {
  struct Entry {
    var line: Line
    var built: BuiltLine
    var floats: [Flow.FloatOutcome]
  }
  var entries: [Entry] = []
  let orphans: Int
  let widows: Int
  let isResumed: Bool
  var count: Int { entries.count }

  init(orphans: Int, widows: Int, isResumed: Bool) {
    self.orphans = orphans
    self.widows = widows
    self.isResumed = isResumed
  }

  mutating func add(_ line: Line, _ built: BuiltLine, floats: [Flow.FloatOutcome]) {
    entries.append(Entry(line: line, built: built, floats: floats))
  }

  /// Where the line after the first `count` starts, if it is among these.
  func end(of count: Int) -> InlinePosition? { count < entries.count ? entries[count].line.start : nil }

  /// How many lines stay when `following` ones do not fit, and how good that is.
  func breakPoint(following: Int) -> (Int, BreakAppeal) {
    let missing = max(0, widows - following)
    let least = isResumed ? 1 : orphans
    if count - missing >= least { return (count - missing, .perfect) }
    return (count, .violatesOrphansAndWidows)
  }
}
