import Style
import TextShaping

/// The space that floats leave for a line, and the floats and objects in it.
extension LayoutContext {
  /// Sets the edges of a line beside the floats at its y, or further down where there is space for `width`. Returns
  /// true if the line moved.
  @discardableResult
  func findSpace(_ line: inout Line, _ breaker: LineBreaker, atLeast width: Double) -> Bool {
    var y = line.y
    var moved = false
    guard let context = page.floats.last, !context.isEmpty else {
      line.left = 0
      line.right = breaker.space.width
      return false
    }
    while true {
      let (left, right) = context.lineEdges(
        at: breaker.contextY + y, height: line.height, left: breaker.contextX,
        right: breaker.contextX + breaker.space.width)
      line.left = left - breaker.contextX
      line.right = right - breaker.contextX
      if width <= line.right - line.left + Fragmentainer.tolerance { break }
      // A line that floats do not shorten stays where it is (CSS 2.2 §9.5).
      if line.left <= 0, line.right >= breaker.space.width { break }
      guard let next = context.nextLineEdge(below: breaker.contextY + y) else { break }
      y = next - breaker.contextY
      moved = true
    }
    line.y = y
    return moved
  }

  /// Whether floats intrude further into a built line than was assumed when it was filled.
  func meetsFloats(_ line: Line, _ breaker: LineBreaker, height: Double) -> Bool {
    guard let context = page.floats.last, !context.isEmpty, height > line.height else { return false }
    let edges = context.lineEdges(
      at: breaker.contextY + line.y, height: height, left: breaker.contextX,
      right: breaker.contextX + breaker.space.width)
    return edges.left - breaker.contextX > line.left + Fragmentainer.tolerance
      || edges.right - breaker.contextX < line.right - Fragmentainer.tolerance
  }

  /// Places the floats and measures the edges and objects of a word, or of the part of a word that starts with an
  /// item.
  /// - Parameters:
  ///   - used: px before the word, and `space` px of white space that is removed if the line ends there.
  ///   - placesAll: places also the floats that other content of the word precedes, which are on the line of the word.
  mutating func measureItems(
    of word: Word, _ breaker: inout LineBreaker, line: inout Line, used: Double, space: Double, isEmpty: Bool,
    from first: UInt32, placesAll: Bool
  ) -> Double {
    var extra = 0.0
    var isAtStart = true
    for index in word.items.clamped(to: first..<UInt32.max) {
      let item = tree.inlines[Int(breaker.inline)].items[Int(index)]
      switch item.kind {
      case .text: continue
      case .open: extra += tree.inlines[Int(breaker.inline)].metrics[Int(item.box)].startEdge
      case .close: extra += tree.inlines[Int(breaker.inline)].metrics[Int(item.box)].endEdge
      case .atomic:
        if breaker.atomics[Int(index)] == nil {
          breaker.atomics[Int(index)] = layoutAtomic(
            item.object, space: breaker.space,
            isCentred: self[tree.inlines[Int(breaker.inline)].style(of: item.box)].text.vertical.isCentred)
        }
        extra += breaker.atomics[Int(index)]!.width
      case .float:
        guard index >= breaker.placedItems, !isAfterLastBreak(item, breaker.inline),
          placesAll || isAtStart && item.bytes.lowerBound <= word.bytes.lowerBound
        else { continue }
        breaker.placedItems = index + 1
        let text = textWidth(of: word, before: item, breaker, line)
        let content = extra + text > 0 ? space + extra + text : 0
        placeFloat(item.object, &breaker, line: &line, used: used + content, isEmpty: isEmpty && content == 0)
        continue
      case .outOfFlow: continue
      }
      isAtStart = false
    }
    return extra
  }

  /// Returns true for an item after a forced break that ends the content. It is not on the line that the break ends.
  func isAfterLastBreak(_ item: InlineItem, _ inline: UInt32) -> Bool {
    let count = byteCount(of: inline)
    return Int(item.bytes.lowerBound) == count && isLineBreak(before: count, in: inline)
  }

  /// The floats after a forced break that ends the content.
  func floatsAfterLastBreak(_ inline: UInt32) -> [BoxID] {
    tree.inlines[Int(inline)].items.reversed().prefix { isAfterLastBreak($0, inline) }.reversed()
      .filter { $0.kind == .float }.map(\.object)
  }

  /// Places those floats below the lines, which end at a position.
  mutating func placeFloatsAfterLastBreak(_ breaker: inout LineBreaker, at end: InlinePosition, y: Double) {
    var line = Line(start: end, end: end, visibleEnd: end.byte, hangEnd: end.byte, items: 0..<0)
    line.y = y
    for box in floatsAfterLastBreak(breaker.inline) {
      if let fragmentainer = breaker.space.fragmentainer,
        combine([], [self[box].box.breakBefore], in: fragmentainer).isForced
      {
        breaker.floatsWait = true
      }
      placeFloat(box, &breaker, line: &line, used: 0, isEmpty: true)
    }
  }

  /// The width of the text of a word that precedes an item on a line.
  private func textWidth(of word: Word, before item: InlineItem, _ breaker: LineBreaker, _ line: Line) -> Double {
    let start = max(word.bytes.lowerBound, line.start.byte)
    let end = min(item.bytes.lowerBound, word.spaceStart)
    return start < end ? texts[Int(breaker.shaped.text)].width(of: start..<end) : 0
  }

  /// The floats that have been placed.
  func floats(_ breaker: LineBreaker) -> PlacedFloats {
    PlacedFloats(
      items: breaker.placedItems, count: breaker.placedFloats.count, wait: breaker.floatsWait,
      mark: page.floats.last?.mark)
  }

  /// Removes the floats that were placed later.
  mutating func rewindFloats(to floats: PlacedFloats, _ breaker: inout LineBreaker) {
    breaker.placedItems = floats.items
    breaker.placedFloats.removeSubrange(floats.count...)
    breaker.floatsWait = floats.wait
    if let mark = floats.mark ?? (page.floats.isEmpty ? nil : FloatContext().mark) {
      page.innermostFloats.rewind(to: mark)
    }
  }

  /// Whether a word has floats that are not placed.
  func hasFloats(_ word: Word, after item: UInt32, _ inline: UInt32) -> Bool {
    word.items.clamped(to: item..<UInt32.max).contains { tree.inlines[Int(inline)].items[Int($0)].kind == .float }
  }

  /// Places a float beside the line if it fits, otherwise below it (CSS 2.2 §9.5.1).
  private mutating func placeFloat(
    _ box: BoxID, _ breaker: inout LineBreaker, line: inout Line, used: Double, isEmpty: Bool
  ) {
    var space = breaker.space
    (space.contextX, space.contextY) = (breaker.contextX, breaker.contextY)
    var top = line.y
    if !isEmpty, floatWidth(box, space: space) > line.right - line.left - used + Fragmentainer.tolerance {
      // The line is filled again with its own height if that is greater.
      top += max(line.height, lineHeight(tree.inlines[Int(breaker.inline)].rootStyle))
    }
    if page.floats.isEmpty { page.floats.append(FloatContext()) }
    let outcome = placeFloat(
      box, at: top, space: space, waits: breaker.floatsWait, isPageTop: isEmpty && line.start.byte == 0, from: nil,
      known: breaker.laidOutFloats[box])
    breaker.laidOutFloats[box] = outcome.laidOut
    breaker.floatsWait = breaker.floatsWait || outcome.token?.isBefore == true
    breaker.placedFloats.append(outcome)
    findSpace(&line, breaker, atLeast: 0)
  }
}

/// The floats of an inline formatting context that have been placed.
struct PlacedFloats {
  let items: UInt32
  let count: Int
  let wait: Bool
  let mark: FloatContext.Mark?
}
