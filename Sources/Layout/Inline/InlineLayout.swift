import Style
import TextShaping

/// Lines one below the other (CSS 2.2 §9.4.2), broken at the end of the page (css-break-3 §4.3).
extension LayoutContext {
  /// - Parameters:
  ///   - space: with the content width, and the fragmentainer as seen from the content edge.
  ///   - parent: the fragment to which those of the lines are added, offset by `x` and `y` from its border edge.
  mutating func layoutLines(
    of box: BoxID, space: ConstraintSpace, from start: InlinePosition, into parent: FragmentID, x: Double, y: Double,
    resumed: ResumedLines = ResumedLines()
  ) -> LinesResult {
    var breaker = lineBreaker(of: box, space: space, from: start, resumed: resumed)
    let inline = Int(breaker.inline)
    var stack = LineStack(
      box: box, style: self[tree.inlines[inline].rootStyle].text, space: space, parent: parent, x: x, y: y)
    var position = start
    let trim = textTrim(of: box)
    let beginsContent = start.byte == 0 && resumed.shownOfLine == 0
    var bottom = beginsContent ? -trim.start : 0
    let length = UInt32(byteCount(of: breaker.inline))
    repeat {
      let floatsBefore = page.floats.last?.mark
      var (line, built) = layoutLine(&breaker, from: position, y: bottom)
      if let over = trim.over, beginsContent, stack.count == 0 { line.y -= max(0, built.baseline - over + line.y) }
      if let fragmentainer = space.fragmentainer, !built.isPhantom {
        keepsWhole(line.y + built.height, in: fragmentainer, isFirst: stack.count == 0)
      }
      if stack.count == 0,
        let result = endPage(inFirst: line, &built, &stack, breaker, from: position, shown: resumed.shownOfLine)
      {
        return result
      }
      if let fragmentainer = space.fragmentainer, endsPage(before: line, built, stack, in: fragmentainer) {
        if let floatsBefore { page.innermostFloats.rewind(to: floatsBefore) }
        return finish(stack, fragmentainer: fragmentainer, overflow: line, &breaker)
      }
      let isLastOfLimit = endsLineLimit(&line, &built, &breaker, box)
      stack.add(line, built, floats: breaker.placedFloats)
      if isLastOfLimit { break }
      breaker.hyphenatedLines = line.showsHyphen ? breaker.hyphenatedLines + 1 : 0
      breaker.placedFloats.removeAll(keepingCapacity: true)
      bottom = line.y + built.height
      position = line.end
      if tree.inlines[inline].hasClears { clear(after: position, breaker.inline, space, &bottom) }
      if position.byte >= length { position.item = UInt32(tree.inlines[inline].items.count) }
      position.placedItems = breaker.placedItems
    } while position.byte < length
    endLines(stack, breaker.inline)
    var result = take(stack, count: stack.count, next: nil)
    if position.byte >= length {
      placeFloatsAfterLastBreak(&breaker, at: position, y: bottom)
      take(breaker.placedFloats, stack, &result)
    }
    if let under = trim.under, let baseline = result.lastBaseline { result.height = max(0, baseline + under) }
    if tree.inlines[inline].hasClears { result.height = max(result.height, bottom) }
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
    breaker.ignoresStrut = document.document.quirks != .none && !self[box].box.display.isListItem
    breaker.lineEnd = lineEnd(of: box)
    switch self[root].text.wrapStyle {
    case .auto: break
    case .balance: if start.byte == 0 { breaker.widest = balancedWidth(breaker) }
    case .pretty: breaker.narrowLine = lineBeforeShortOne(breaker)
    }
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
    if let narrow = breaker.narrowLine { breaker.widest = narrow.start == start.byte ? narrow.width : .infinity }
    let before = floats(breaker)
    var line = fillLine(&breaker, from: start, y: y)
    var built = build(line, breaker)
    guard meetsFloats(line, breaker, height: built.height) else { return (line, built) }
    rewindFloats(to: before, &breaker)
    line = fillLine(&breaker, from: start, y: y, height: built.height)
    built = build(line, breaker)
    return (line, built)
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

}
