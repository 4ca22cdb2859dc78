import Style
import TextShaping

/// The lines of a block container on one page (CSS 2.2 §9.4.2, css-break-3 §4.3).
struct LinesResult {
  var height = 0.0
  /// Where the next page resumes.
  var next: InlinePosition?
  var appeal = BreakAppeal.perfect
  /// False if not even the lines that must stay together fit on this page.
  var fits = true
  var firstBaseline: Double?
  var lastBaseline: Double?
  /// Floats among the lines that continue on the next page.
  var floats: [BreakToken] = []
  /// If the line at `next` is higher than a page: the part of its height that this and earlier pages show, px.
  var shownOfLine = 0.0
}

/// The state of the lines at the end of the previous page, besides the position.
struct ResumedLines {
  /// A preceding float has to wait for the next page.
  var floatsWait = false
  /// The part of the first line's height that earlier pages show, px.
  var shownOfLine = 0.0
}

extension LayoutContext {
  /// - Parameters:
  ///   - space: with the content width, and the fragmentainer as seen from the content edge.
  ///   - parent: the fragment to which those of the lines are added, offset by `x` and `y` from its border edge.
  mutating func layoutLines(
    of box: BoxID, space: ConstraintSpace, from start: InlinePosition, into parent: FragmentID, x: Double, y: Double,
    resumed: ResumedLines = ResumedLines()
  ) -> LinesResult {
    var breaker = lineBreaker(of: box, space: space, from: start, resumed: resumed)
    let inline = breaker.inline
    let root = tree.inlines[Int(inline)].rootStyle
    var stack = LineStack(
      orphans: Int(self[root].text.orphans), widows: Int(self[root].text.widows), space: space)
    var position = start
    let trim = textTrim(of: box)
    let beginsContent = start.byte == 0 && resumed.shownOfLine == 0
    var bottom = beginsContent ? -trim.start : 0
    let length = UInt32(tree.inlines[Int(inline)].bytes.count)
    let itemCount = UInt32(tree.inlines[Int(inline)].items.count)
    repeat {
      let floatsBefore = page.floats.last?.mark
      var (line, built) = layoutLine(&breaker, from: position, y: bottom)
      if let over = trim.over, beginsContent, stack.count == 0 { line.y -= max(0, built.baseline - over + line.y) }
      var end = line.y + built.height
      if let fragmentainer = space.fragmentainer, !built.isPhantom {
        keepsWhole(end, in: fragmentainer, isFirst: stack.count == 0)
      }
      if stack.count == 0, fitsOnlyBelowFloat(line, end: end, in: space.fragmentainer) {
        var result = LinesResult(next: position)
        result.next?.placedItems = breaker.placedItems
        take(breaker.placedFloats, space, into: parent, x: x, y: y, &result)
        return result
      }
      if stack.count == 0,
        let shown = cutLine(&built, line, shown: resumed.shownOfLine, fragmentainer: space.fragmentainer, box)
      {
        end = line.y + built.height
        if let shown {
          stack.add(line, built, floats: breaker.placedFloats)
          var result = take(stack, count: 1, into: parent, x: x, y: y, next: position)
          result.shownOfLine = shown
          return result
        }
      }
      if let fragmentainer = space.fragmentainer, !built.isPhantom,
        stack.count > 0 || !fragmentainer.keeps(height: built.height),
        !fragmentainer.fits(end) || stack.count == breakAfter(lines: box)
      {
        if let floatsBefore { page.innermostFloats.rewind(to: floatsBefore) }
        return finish(
          &stack, box, fragmentainer: fragmentainer, overflow: (line, built), &breaker, into: parent, x: x, y: y)
      }
      let isLastOfLimit = endsLineLimit(&line, &built, &breaker, box)
      stack.add(line, built, floats: breaker.placedFloats)
      if isLastOfLimit { break }
      breaker.hyphenatedLines = line.showsHyphen ? breaker.hyphenatedLines + 1 : 0
      breaker.placedFloats.removeAll(keepingCapacity: true)
      bottom = end
      position = line.end
      if tree.inlines[Int(inline)].hasClears { clear(after: position, inline, space, &bottom) }
      if position.byte >= length { position.item = itemCount }
      position.placedItems = breaker.placedItems
    } while position.byte < length
    endLines(stack, box, inline)
    var result = take(stack, count: stack.count, into: parent, x: x, y: y, next: nil)
    if position.byte >= length {
      placeFloatsAfterLastBreak(&breaker, at: position, y: bottom)
      take(breaker.placedFloats, space, into: parent, x: x, y: y, &result)
    }
    if let under = trim.under, let baseline = result.lastBaseline { result.height = max(0, baseline + under) }
    if tree.inlines[Int(inline)].hasClears { result.height = max(result.height, bottom) }
    return result
  }

  /// Moves the bottom of the lines so far below the floats that the `br` before a position clears.
  private func clear(
    after position: InlinePosition, _ inline: UInt32, _ space: ConstraintSpace, _ bottom: inout Double
  ) {
    guard let clear = tree.inlines[Int(inline)].detail.clears[position.byte],
      let floats = page.floats.last?.bottom(clear)
    else { return }
    bottom = max(bottom, floats - space.contextY)
  }

  /// True for a first line that fits only below a float, after which the page ends; the float makes the progress.
  private func fitsOnlyBelowFloat(_ line: Line, end: Double, in fragmentainer: Fragmentainer?) -> Bool {
    guard line.y > 0, let fragmentainer, fragmentainer.mustProgress else { return false }
    return !fragmentainer.fits(end)
  }

  /// Starts filling the lines of a box. Measures and shapes its content if necessary.
  private mutating func lineBreaker(
    of box: BoxID, space: ConstraintSpace, from start: InlinePosition, resumed: ResumedLines
  ) -> LineBreaker {
    let inline = tree[box].inline
    measureInlineBoxes(inline, width: space.width)
    let shaped = shape(inline)
    let root = tree.inlines[Int(inline)].rootStyle
    var breaker = LineBreaker(
      inline: inline, shaped: shaped, space: space, contextX: space.contextX, contextY: space.contextY,
      indent: self[root].text.textIndent.resolve(against: space.width), placedItems: max(start.item, start.placedItems))
    breaker.floatsWait = resumed.floatsWait
    breaker.startsBlock = !tree[box].isAnonymous || isFirstLines(box)
    breaker.lineEnd = lineEnd(of: box)
    if self[root].text.balancesLines, start.byte == 0 { breaker.widest = balancedWidth(breaker) }
    return breaker
  }

  /// Fills and builds a line of the content for the first line or for the others.
  mutating func layoutLine(_ breaker: inout LineBreaker, from start: InlinePosition, y: Double) -> (Line, BuiltLine) {
    let first = start.byte == 0 ? tree.inlines[Int(breaker.inline)].firstLine : Box.absent
    return first == Box.absent
      ? fillAndBuildLine(&breaker, from: start, y: y) : layoutFirstLine(&breaker, content: first, y: y)
  }

  /// Fills and builds a line, once more if it is so high that floats further down intrude (CSS 2.2 §9.5).
  mutating func fillAndBuildLine(
    _ breaker: inout LineBreaker, from start: InlinePosition, y: Double
  ) -> (Line, BuiltLine) {
    let before = floats(breaker)
    var line = fillLine(&breaker, from: start, y: y)
    var built = build(line, breaker)
    guard meetsFloats(line, breaker, height: built.height) else { return (line, built) }
    rewindFloats(to: before, &breaker)
    line = fillLine(&breaker, from: start, y: y, height: built.height)
    built = build(line, breaker)
    return (line, built)
  }

  /// Slices a line that is higher than a page. Returns nil if the line is not sliced, `.some(nil)` if this page shows
  /// the end of the line, and otherwise the height in px that has been shown so far.
  private mutating func cutLine(
    _ built: inout BuiltLine, _ line: Line, shown: Double, fragmentainer: Fragmentainer?,
    _ box: BoxID
  ) -> Double?? {
    guard let fragmentainer,
      shown > 0 || fragmentainer.keeps(height: built.height) && !fragmentainer.fits(line.y + built.height)
    else { return nil }
    if shown == 0, hasAtomicBoxes(line, in: box) { checkSlices(built.height, on: fragmentainer, box) }
    let extent = built.height
    guard extent > shown,
      let slice = slice(built.fragment, from: shown, extent: extent, on: fragmentainer.moved(by: line.y))
    else { return nil }
    built.fragment = window(on: built.fragment, from: shown, height: slice.height)
    built.height = slice.height
    built.baseline -= shown
    return slice.end < extent - Fragmentainer.tolerance ? .some(slice.end) : .some(nil)
  }

  /// Whether a line contains boxes with content of their own, such as inline-blocks.
  private func hasAtomicBoxes(_ line: Line, in box: BoxID) -> Bool {
    tree.inlines[Int(tree[box].inline)].items[line.items].contains {
      $0.kind == .atomic && tree[$0.object].kind != .replaced
    }
  }

  private func breakAfter(lines box: BoxID) -> Int? {
    if case .lines(box, let count) = page.breaks.target { return count }
    return nil
  }

  /// The lines of an anonymous block are the first of its container if no sibling in flow precedes it. Items of flex
  /// and grid containers are containers of their own.
  private mutating func isFirstLines(_ box: BoxID) -> Bool {
    let parent = tree[box].parent
    if isFlex(parent) || isGrid(parent) { return true }
    if let known = caches.firstInFlow[parent] { return known == box }
    let first = tree.children(of: parent).first { !isFloat($0) && !isOutOfFlow($0) } ?? .none
    caches.firstInFlow[parent] = first
    return first == box
  }

  /// Ends the page before a line that does not fit: orphans and widows determine how many lines stay.
  private mutating func finish(
    _ stack: inout LineStack, _ box: BoxID, fragmentainer: Fragmentainer, overflow: (line: Line, built: BuiltLine),
    _ breaker: inout LineBreaker, into parent: FragmentID, x: Double, y: Double
  ) -> LinesResult {
    guard stack.count > 0 else { return LinesResult(appeal: .lastResort, fits: false) }
    if stack.count == breakAfter(lines: box) {
      return take(stack, count: stack.count, into: parent, x: x, y: y, next: overflow.line.start)
    }
    let following = linesFollowing(overflow.line, &breaker, atMost: stack.widows)
    let (count, appeal) = stack.breakPoint(following: following)
    var result = take(stack, count: count, into: parent, x: x, y: y, next: stack.end(of: count) ?? overflow.line.start)
    result.appeal = min(appeal, fragmentainer.cap)
    return result
  }

  /// The number of lines from `line` to the end of the text, counted up to `limit`.
  private mutating func linesFollowing(_ line: Line, _ breaker: inout LineBreaker, atMost limit: Int) -> Int {
    var count = 1
    var next = line.end
    let length = UInt32(tree.inlines[Int(breaker.inline)].bytes.count)
    let saved = page.floats.last?.mark
    while count < limit, next.byte < length {
      next = fillLine(&breaker, from: next, y: line.y).end
      count += 1
    }
    if let saved { page.innermostFloats.rewind(to: saved) }
    return count
  }

  /// Records that the last line is on this page, and the possible break between the lines.
  private mutating func endLines(_ stack: LineStack, _ box: BoxID, _ inline: UInt32) {
    guard let fragmentainer = stack.space.fragmentainer else { return }
    page.endedLines.append(inline)
    guard !fragmentainer.isParallel else { return }
    let count = stack.count - stack.widows
    if count >= stack.orphans, count > 0 { return page.breaks.record(.lines(box, count), fragmentainer.cap) }
    // A break that leaves too few lines is better than one in the end padding or border (css-break-3 §4.4).
    let last = stack.count - 1
    guard last > 0 else { return }
    let appeal = last >= stack.orphans ? BreakAppeal.violatesWidows : .violatesOrphansAndWidows
    page.breaks.record(.lines(box, last), min(appeal, fragmentainer.cap))
  }

  private mutating func take(
    _ stack: LineStack, count: Int, into parent: FragmentID, x: Double, y: Double, next: InlinePosition?
  ) -> LinesResult {
    var result = LinesResult(next: next)
    for entry in stack.entries[..<count] {
      take(entry.floats, stack.space, into: parent, x: x, y: y, &result)
      page.fragments.append(entry.built.fragment, to: parent, x: x + entry.line.left, y: y + entry.line.y)
      guard !entry.built.isPhantom else { continue }
      let baseline = entry.line.y + entry.built.baseline
      if result.firstBaseline == nil { result.firstBaseline = baseline }
      result.lastBaseline = baseline
      result.height = entry.line.y + entry.built.height
    }
    return result
  }

  /// Adds the floats of a line to the fragment of its box.
  private mutating func take(
    _ floats: [FloatPlacement], _ space: ConstraintSpace, into parent: FragmentID, x: Double, y: Double,
    _ result: inout LinesResult
  ) {
    for float in floats {
      if let fragment = float.fragment {
        page.fragments.append(fragment, to: parent, x: x + float.place.x, y: y + float.place.y)
        moveIfRelative(fragment, containerWidth: space.width, containerHeight: space.height)
      }
      if let token = float.token { result.floats.append(token) }
    }
  }
}
