import Style

/// The end of a page above, inside or between lines (css-break-3 §4.3, §4.4).
extension LayoutContext {
  /// Ends a page above or inside its first line: if that fits only below a float, or if it is higher than the page.
  /// Returns nil if the page does not end there.
  ///
  /// - Parameter shown: the part of the line's height that earlier pages show, px.
  mutating func endPage(
    inFirst line: Line, _ built: inout BuiltLine, _ stack: inout LineStack, _ breaker: LineBreaker,
    from position: InlinePosition, shown: Double
  ) -> LinesResult? {
    let fragmentainer = stack.space.fragmentainer
    if fitsOnlyBelowFloat(line, end: line.y + built.height, in: fragmentainer) {
      var result = LinesResult(next: position)
      result.next?.placedItems = breaker.placedItems
      take(breaker.placedFloats, stack, &result)
      return result
    }
    guard let shown = cutLine(&built, line, shown: shown, fragmentainer: fragmentainer, stack.box) else { return nil }
    stack.add(line, built, floats: breaker.placedFloats)
    var result = take(stack, count: 1, next: position)
    result.shownOfLine = shown
    return result
  }

  /// Returns true for a first line that fits only below a float, after which the page ends; the float makes the
  /// progress.
  private func fitsOnlyBelowFloat(_ line: Line, end: Double, in fragmentainer: Fragmentainer?) -> Bool {
    guard line.y > 0, let fragmentainer, fragmentainer.mustProgress else { return false }
    return !fragmentainer.fits(end)
  }

  /// Slices a line that is higher than a page. Returns the height that has been shown so far, px, if the line continues
  /// on the next page.
  private mutating func cutLine(
    _ built: inout BuiltLine, _ line: Line, shown: Double, fragmentainer: Fragmentainer?,
    _ box: BoxID
  ) -> Double? {
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
    return slice.end < extent - Fragmentainer.tolerance ? slice.end : nil
  }

  /// Whether a line contains boxes with content of their own, such as inline-blocks.
  private func hasAtomicBoxes(_ line: Line, in box: BoxID) -> Bool {
    tree.inlines[Int(tree[box].inline)].items[line.items].contains {
      $0.kind == .atomic && tree[$0.object].kind != .replaced
    }
  }

  /// Whether a page ends before a line: if it does not fit, or if the page is laid out again up to a break there.
  func endsPage(
    before line: Line, _ built: BuiltLine, _ stack: LineStack, in fragmentainer: Fragmentainer
  ) -> Bool {
    guard !built.isPhantom, stack.count > 0 || !fragmentainer.keeps(height: built.height) else { return false }
    return !fragmentainer.fits(line.y + built.height) || stack.count == breakAfter(lines: stack.box)
  }

  /// Ends the page before a line that does not fit: orphans and widows determine how many lines stay.
  mutating func finish(
    _ stack: LineStack, fragmentainer: Fragmentainer, overflow: Line, _ breaker: inout LineBreaker
  ) -> LinesResult {
    guard stack.count > 0 else { return LinesResult(appeal: .lastResort, fits: false) }
    if stack.count == breakAfter(lines: stack.box) {
      return take(stack, count: stack.count, next: overflow.start)
    }
    let following = linesFollowing(overflow, &breaker, atMost: stack.widows)
    let (count, appeal) = stack.breakPoint(following: following)
    var result = take(stack, count: count, next: stack.end(of: count) ?? overflow.start)
    result.appeal = min(appeal, fragmentainer.cap)
    return result
  }

  /// The number of lines from `line` to the end of the text, counted up to `limit`.
  private mutating func linesFollowing(_ line: Line, _ breaker: inout LineBreaker, atMost limit: Int) -> Int {
    var count = 1
    var next = line.end
    let length = UInt32(byteCount(of: breaker.inline))
    let saved = page.floats.last?.mark
    while count < limit, next.byte < length {
      next = fillLine(&breaker, from: next, y: line.y).end
      count += 1
    }
    if let saved { page.innermostFloats.rewind(to: saved) }
    return count
  }

  private func breakAfter(lines box: BoxID) -> Int? {
    if case .lines(box, let count) = page.breaks.target { return count }
    return nil
  }

  /// Records that the last line is on this page, and the possible break between the lines.
  mutating func endLines(_ stack: LineStack, _ inline: UInt32) {
    guard let fragmentainer = stack.space.fragmentainer else { return }
    page.endedLines.append(inline)
    guard fragmentainer.recordsBreaks else { return }
    let count = stack.count - stack.widows
    if count >= stack.orphans, count > 0 { return page.breaks.record(.lines(stack.box, count), fragmentainer.cap) }
    // A break that leaves too few lines is better than one in the end padding or border (css-break-3 §4.4).
    let last = stack.count - 1
    guard last > 0 else { return }
    let appeal = last >= stack.orphans ? BreakAppeal.violatesWidows : .violatesOrphansAndWidows
    page.breaks.record(.lines(stack.box, last), min(appeal, fragmentainer.cap))
  }
}
