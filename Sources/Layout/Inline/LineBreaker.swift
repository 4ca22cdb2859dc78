import Style
import TextShaping

/// Filling lines with words (css-text-4 §5).
extension LayoutContext {
  /// Fills the line that starts at a position, `y` below the content edge, beside the floats that a line of a given
  /// height meets.
  mutating func fillLine(
    _ breaker: inout LineBreaker, from start: InlinePosition, y: Double, height: Double = 0
  ) -> Line {
    let words = breaker.shaped.words
    var index = word(at: start.byte, in: words)
    var fill = beginLine(breaker, at: words[index], from: start, y: y, height: height)
    while index < words.count {
      let word = words[index]
      let isLast = index == words.count - 1
      var fit = measure(word, from: start, isLast: isLast, placesAll: false, &fill, &breaker)
      var before: PlacedFloats?
      let hasFloats = hasFloats(word, after: breaker.placedItems, breaker.inline)
      if hasFloats, fill.isEmpty || !fill.overflows(fit) {
        // The floats after the start of a word are beside its line, or below it.
        if fill.isEmpty, fill.overflows(fit), !word.hyphenates,
          findSpace(&fill.line, breaker, atLeast: fill.x + fit.width + fit.reserve)
        {
          continue
        }
        if !fill.isEmpty { before = floats(breaker) }
        fit = measure(word, from: start, isLast: isLast, placesAll: true, &fill, &breaker)
      }
      if fill.overflows(fit) {
        // A word whose floats are not placed stays whole.
        let isPlaced = !hasFloats || fill.isEmpty || before != nil
        if isPlaced, endWithHyphen(word, from: start, fit, &fill, &breaker) { return fill.line }
        if !fill.isEmpty {
          if let before {
            rewindFloats(to: before, &breaker)
            findSpace(&fill.line, breaker, atLeast: 0)
          }
          break
        }
        if findSpace(&fill.line, breaker, atLeast: fill.x + fit.width + fit.reserve) { continue }
        if endInside(word, from: start, fit, &fill, &breaker) { return fill.line }
      }
      advance(&fill, past: word, fit, breaker)
      index += 1
      if index < words.count, passesSoftHyphen(of: word, fit, fill, breaker) { continue }
      fill.take(word, fit)
      if word.endsLine { break }
    }
    end(&fill, isLast: index >= words.count, &breaker)
    return fill.line
  }

  /// Ends a line after its last whole word.
  private mutating func end(_ fill: inout LineFill, isLast: Bool, _ breaker: inout LineBreaker) {
    breaker.placedItems = max(breaker.placedItems, fill.lastItem)
    fill.line.items = fill.firstItem..<max(fill.firstItem, Int(fill.lastItem))
    fill.line.isLast = isLast
    if fill.line.isLast || fill.line.isForced || breaker.blockEllipsis != nil { fill.line.showsHyphen = false }
    if fill.line.showsHyphen { fill.line.width += hyphenWidth(breaker.inline, at: fill.line.visibleEnd) }
  }

  private func beginLine(
    _ breaker: LineBreaker, at word: Word, from start: InlinePosition, y: Double, height: Double
  ) -> LineFill {
    let firstItem = itemsStart(breaker.inline, word, start)
    var line = Line(start: start, end: start, visibleEnd: start.byte, hangEnd: start.byte, items: firstItem..<firstItem)
    line.y = y
    line.height = height
    findSpace(&line, breaker, atLeast: 0)
    line.indent = indent(breaker, at: start.byte)
    let cloned =
      tree.inlines[Int(breaker.inline)].hasClonedEdges ? clonedStart(breaker.inline, before: firstItem) : 0
    return LineFill(
      line: line, firstItem: firstItem, lastItem: word.items.lowerBound, x: line.indent + cloned,
      hanging: self[tree.inlines[Int(breaker.inline)].rootStyle].text.hangingPunctuation)
  }

  /// Measures a word at the end of what is filled. Places the floats in it, or only those at its start.
  private mutating func measure(
    _ word: Word, from start: InlinePosition, isLast: Bool, placesAll: Bool, _ fill: inout LineFill,
    _ breaker: inout LineBreaker
  ) -> WordFit {
    let isPartial = word.bytes.lowerBound < start.byte
    let used = fill.x + fill.space
    // A line can begin in the spaces at the end of a word.
    let visibleStart = min(start.byte, word.spaceStart)
    var width = isPartial ? texts[Int(breaker.shaped.text)].width(of: visibleStart..<word.spaceStart) : word.width
    let extra = measureItems(
      of: word, &breaker, line: &fill.line, used: fill.x, space: fill.space, isEmpty: fill.isEmpty,
      from: isPartial ? start.item : 0, placesAll: placesAll)
    if word.hasTab {
      let visible = max(visibleStart, word.bytes.lowerBound)..<word.spaceStart
      width = tabbedWidth(
        of: visible, breaker.shaped, breaker.inline, from: used, offset: tabOffset(of: fill.line, breaker))
    }
    let reserve =
      tree.inlines[Int(breaker.inline)].hasClonedEdges
      ? clonedEnd(breaker.inline, after: Int(word.items.upperBound) - 1) : 0
    return WordFit(
      width: width + extra, available: min(fill.line.right - fill.line.left, breaker.widest) - reserve,
      reserve: reserve,
      hanging: fill.hanging.isEmpty ? 0 : hangingEnd(of: word, breaker, fill.hanging, isLast: isLast),
      blankEnd: blankEnd(of: word, breaker))
  }

  /// Ends a line within a word that does not fit, at a hyphen from the dictionary. Returns false if it cannot be
  /// hyphenated.
  /// - Parameter overflows: ends it at the first hyphen if none fits.
  private mutating func endWithHyphen(
    _ word: Word, from start: InlinePosition, _ fit: WordFit, _ fill: inout LineFill, _ breaker: inout LineBreaker,
    overflows: Bool = false
  ) -> Bool {
    guard word.hyphenates, breaker.blockEllipsis == nil,
      fill.isEmpty
        || !limitsHyphens(breaker, at: word.bytes.lowerBound, unfilled: fit.available - fill.x, line: fit.available),
      let cut = cutWithHyphen(
        word, from: start, breaker, available: fit.available - fill.x - fill.space, overflows: overflows)
    else { return false }
    end(&fill, at: cut, after: fill.x + fill.space, &breaker)
    fill.line.showsHyphen = true
    fill.line.hyphenInsert = cut.insert
    fill.line.width += hyphenWidth(breaker.inline, at: cut.visibleEnd, after: cut.insert)
    return true
  }

  /// Ends a line within a word that is too wide for it, as is its first syllable. Returns false if the word has no
  /// break.
  private mutating func endInside(
    _ word: Word, from start: InlinePosition, _ fit: WordFit, _ fill: inout LineFill, _ breaker: inout LineBreaker
  ) -> Bool {
    if !word.breaksAnywhere, endWithHyphen(word, from: start, fit, &fill, &breaker, overflows: true) { return true }
    let available = fit.available - fill.x
    guard
      let cut = word.breaksAnywhere
        ? cutAnywhere(word, from: start, breaker, available: available)
        : cutAfterSlash(word, from: start, breaker, available: available)
    else { return false }
    end(&fill, at: cut, after: fill.x, &breaker)
    return true
  }

  private mutating func advance(_ fill: inout LineFill, past word: Word, _ fit: WordFit, _ breaker: LineBreaker) {
    fill.x += fill.space + fit.width
    fill.space = word.space
    guard word.hangsTab else { return }
    let end = word.spaceStart..<word.bytes.upperBound
    fill.space = tabbedWidth(
      of: end, breaker.shaped, breaker.inline, from: fill.x, offset: tabOffset(of: fill.line, breaker))
  }

  /// Returns true after a soft hyphen whose hyphen does not fit: the line does not end there if it can end earlier.
  private mutating func passesSoftHyphen(
    of word: Word, _ fit: WordFit, _ fill: LineFill, _ breaker: LineBreaker
  ) -> Bool {
    guard word.endsWithSoftHyphen, !fill.isEmpty else { return false }
    return fill.x + hyphenWidth(breaker.inline, at: word.spaceStart) > fit.available + Fragmentainer.tolerance
      || limitsHyphens(
        breaker, at: word.bytes.lowerBound, unfilled: fit.available - fill.line.width, line: fit.available)
  }

  /// Ends a line within a word.
  private func end(_ fill: inout LineFill, at cut: WordCut, after x: Double, _ breaker: inout LineBreaker) {
    fill.line.end = InlinePosition(byte: cut.byte, item: cut.item)
    fill.line.visibleEnd = cut.visibleEnd
    fill.line.hangEnd = cut.visibleEnd
    fill.line.keepsSpace = false
    fill.line.width = x + cut.width
    fill.line.items = fill.firstItem..<max(fill.firstItem, Int(cut.item))
    breaker.placedItems = max(breaker.placedItems, cut.item)
  }

  private func word(at byte: UInt32, in words: ContiguousArray<Word>) -> Int {
    var low = 0
    var high = words.count - 1
    while low < high {
      let middle = (low + high) / 2
      if words[middle].bytes.upperBound <= byte { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// The first item that reaches into a line, including text that continues from the previous line.
  private func itemsStart(_ inline: UInt32, _ word: Word, _ start: InlinePosition) -> Int {
    let items = tree.inlines[Int(inline)].items
    var first = Int(word.bytes.lowerBound < start.byte ? start.item : word.items.lowerBound)
    while first > 0, items[first - 1].kind == .text, items[first - 1].bytes.upperBound > start.byte { first -= 1 }
    return first
  }
}
