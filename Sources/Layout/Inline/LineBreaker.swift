import Style
import TextShaping

/// A line's extent before its boxes are made.
struct Line {
  var start: InlinePosition
  var end: InlinePosition
  /// Text up to here shows; white space after it hangs or vanishes.
  var visibleEnd: UInt32
  /// Preserved white space up to here hangs: it shows, but is no part of the line's width.
  var hangEnd: UInt32
  /// It hangs only where it does not fit.
  var keepsSpace = false
  var items: Range<Int>
  /// Between the floats, from the content edge.
  var left = 0.0
  var right = 0.0
  /// Filled width, without hanging space.
  var width = 0.0
  /// px before its content: `text-indent`, less what hangs at its start.
  var indent = 0.0
  /// px of punctuation that sticks out at its end.
  var hangingPunctuation = 0.0
  var isForced = false
  var isLast = false
  var showsHyphen = false
  /// What the spelling needs before that hyphen.
  var hyphenInsert = ""
  /// Where it was moved to, below floats that left no room.
  var y = 0.0
  /// How tall it is known to be: floats that reach into it shorten it.
  var height = 0.0
}

/// Fills one line after another of an inline formatting context (css-text-4 §5).
struct LineBreaker {
  var inline: UInt32
  var shaped: ShapedContent
  let space: BlockSpace
  /// The content edge in the block formatting context.
  let contextX: Double
  var contextY: Double
  /// `text-indent`, px.
  let indent: Double
  /// Its first line is the first one of the block container.
  var startsBlock = true
  /// Lines that are too wide end in an ellipsis.
  var showsEllipsis = false
  /// How many lines before this one end in hyphens, one after the other.
  var hyphenatedLines = 0
  /// px that no line may be wider than, so that lines are about as wide as each other (`text-wrap: balance`).
  var widest = Double.infinity
  /// Fragments and margin boxes of atomic inlines met so far, by item.
  var atomics: [Int: AtomicInline] = [:]
  /// Floats and out-of-flow boxes before this item have been placed.
  var placedItems: UInt32
  /// Floats placed since lines were last taken over.
  var placedFloats: [Flow.FloatOutcome] = []
  /// A float had to wait for the next page: later ones have to as well.
  var floatsWait = false
}

/// An inline-block, image or inline table that has been laid out.
struct AtomicInline {
  var fragment: FragmentID
  var edges: UsedEdges
  var width: Double
  var height: Double
  /// From the top margin edge to its baseline.
  var baseline: Double
}

extension Flow {
  /// Fills the line that starts at a position, `y` below the content edge, beside the floats that a line of some height meets.
  mutating func fillLine(
    _ breaker: inout LineBreaker, from start: InlinePosition, y: Double, height: Double = 0, isFirst: Bool
  ) -> Line {
    let words = breaker.shaped.words
    var index = word(at: start.byte, in: words)
    let firstItem = itemsStart(breaker.inline, words[index], start)
    var line = Line(start: start, end: start, visibleEnd: start.byte, hangEnd: start.byte, items: firstItem..<firstItem)
    line.y = y
    line.height = height
    findRoom(&line, breaker, atLeast: 0)
    line.indent = indent(breaker, at: start.byte)
    let clones = tree.inlines[Int(breaker.inline)].hasClonedEdges
    let cloned = clones ? clonedStart(breaker.inline, before: firstItem) : 0
    var x = line.indent + cloned
    let hanging = self[tree.inlines[Int(breaker.inline)].rootStyle].text.hangingPunctuation
    var pendingSpace = 0.0
    var isEmpty = true
    var lastItem = words[index].items.lowerBound
    while index < words.count {
      let word = words[index]
      let isPartial = word.bytes.lowerBound < start.byte
      var width = isPartial ? texts[Int(breaker.shaped.text)].width(of: start.byte..<word.spaceStart) : word.width
      let extra = measureItems(
        of: word, &breaker, line: &line, used: x + pendingSpace, isEmpty: isEmpty, from: isPartial ? start.item : 0)
      if word.hasTab {
        width = tabbedWidth(word, breaker, from: x + pendingSpace, start: max(start.byte, word.bytes.lowerBound))
      }
      width += extra
      let reserve = clones ? clonedEnd(breaker.inline, after: Int(word.items.upperBound) - 1) : 0
      let room = min(line.right - line.left, breaker.widest) - reserve
      let hung = hanging.isEmpty ? 0 : hangingEnd(of: word, breaker, hanging, isLast: index == words.count - 1)
      if x + pendingSpace + width - hung > room + PageSpace.tolerance {
        if word.hyphenates,
          isEmpty || !limitsHyphens(breaker, at: word.bytes.lowerBound, unfilled: room - x, line: room),
          let cut = cutWithHyphen(word, from: start, breaker, room: room - x - pendingSpace)
        {
          end(&line, at: cut, after: x + pendingSpace, firstItem, &breaker)
          line.showsHyphen = true
          line.hyphenInsert = cut.insert
          line.width += hyphenWidth(breaker.inline, at: cut.visibleEnd, after: cut.insert)
          return line
        }
        if !isEmpty { break }
        if findRoom(&line, breaker, atLeast: x + width + reserve) { continue }
        if word.breaksAnywhere, let cut = cutAnywhere(word, from: start, breaker, room: room - x) {
          end(&line, at: cut, after: x, firstItem, &breaker)
          return line
        }
      }
      x += pendingSpace + width
      pendingSpace = word.space
      index += 1
      // A line does not end at a soft hyphen whose hyphen does not fit, if it can end before.
      if word.endsWithSoftHyphen, !isEmpty, index < words.count,
        x + hyphenWidth(breaker.inline, at: word.spaceStart) > room + PageSpace.tolerance
          || limitsHyphens(breaker, at: word.bytes.lowerBound, unfilled: room - line.width, line: room)
      {
        continue
      }
      isEmpty = false
      lastItem = word.items.upperBound
      line.width = x
      line.hangingPunctuation = x > room + PageSpace.tolerance || !hanging.contains(.allowEnd) ? hung : 0
      line.end = InlinePosition(byte: word.bytes.upperBound, item: word.items.upperBound)
      line.visibleEnd = word.spaceStart
      line.hangEnd = word.hangEnd
      line.keepsSpace = word.keepsSpace
      line.showsHyphen = word.endsWithSoftHyphen
      if word.endsLine {
        line.isForced = true
        break
      }
    }
    breaker.placedItems = max(breaker.placedItems, lastItem)
    line.items = firstItem..<max(firstItem, Int(lastItem))
    line.isLast = index >= words.count
    if line.isLast || line.isForced { line.showsHyphen = false }
    if line.showsHyphen { line.width += hyphenWidth(breaker.inline, at: line.visibleEnd) }
    return line
  }

  /// Ends a line within a word.
  private func end(_ line: inout Line, at cut: WordCut, after x: Double, _ firstItem: Int, _ breaker: inout LineBreaker)
  {
    line.end = InlinePosition(byte: cut.byte, item: cut.item)
    line.visibleEnd = cut.visibleEnd
    line.hangEnd = cut.visibleEnd
    line.keepsSpace = false
    line.width = x + cut.width
    line.items = firstItem..<max(firstItem, Int(cut.item))
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

  /// The first item that reaches into a line: the text that goes on from the line before counts.
  private func itemsStart(_ inline: UInt32, _ word: Word, _ start: InlinePosition) -> Int {
    let items = tree.inlines[Int(inline)].items
    var first = Int(word.bytes.lowerBound < start.byte ? start.item : word.items.lowerBound)
    while first > 0, items[first - 1].kind == .text, items[first - 1].bytes.upperBound > start.byte { first -= 1 }
    return first
  }

  /// Sets the line's edges beside the floats at its y, or further down where there is room for `width`.
  /// True where that moved the line.
  @discardableResult
  private func findRoom(_ line: inout Line, _ breaker: LineBreaker, atLeast width: Double) -> Bool {
    var y = line.y
    var moved = false
    guard let context = floats.last, !context.isEmpty else {
      line.left = 0
      line.right = breaker.space.width
      return false
    }
    while true {
      let (left, right) = context.edges(
        at: breaker.contextY + y, height: line.height, left: breaker.contextX,
        right: breaker.contextX + breaker.space.width)
      line.left = left - breaker.contextX
      line.right = right - breaker.contextX
      if width <= line.right - line.left + PageSpace.tolerance { break }
      guard let next = context.nextEdge(below: breaker.contextY + y) else { break }
      y = next - breaker.contextY
      moved = true
    }
    line.y = y
    return moved
  }

  /// True where floats beside a built line reach further into it than it was filled for.
  func meetsFloats(_ line: Line, _ breaker: LineBreaker, height: Double) -> Bool {
    guard let context = floats.last, !context.isEmpty, height > line.height else { return false }
    let room = context.edges(
      at: breaker.contextY + line.y, height: height, left: breaker.contextX,
      right: breaker.contextX + breaker.space.width)
    return room.left - breaker.contextX > line.left + PageSpace.tolerance
      || room.right - breaker.contextX < line.right - PageSpace.tolerance
  }

  /// Places floats and measures the edges and objects that belong to a word, or from an item on to a part of one.
  private mutating func measureItems(
    of word: Word, _ breaker: inout LineBreaker, line: inout Line, used: Double, isEmpty: Bool, from first: UInt32
  ) -> Double {
    var extra = 0.0
    for index in word.items where index >= first {
      let item = tree.inlines[Int(breaker.inline)].items[Int(index)]
      switch item.kind {
      case .text: continue
      case .open: extra += tree.inlines[Int(breaker.inline)].metrics[Int(item.box)].startEdge
      case .close: extra += tree.inlines[Int(breaker.inline)].metrics[Int(item.box)].endEdge
      case .atomic:
        if breaker.atomics[Int(index)] == nil {
          breaker.atomics[Int(index)] = layoutAtomic(item.object, space: breaker.space)
        }
        extra += breaker.atomics[Int(index)]!.width
      case .float:
        guard index >= breaker.placedItems else { continue }
        breaker.placedItems = index + 1
        placeFloat(item.object, &breaker, line: &line, used: used + extra, isEmpty: isEmpty)
      case .outOfFlow: continue
      }
    }
    return extra
  }

  /// A float beside the line where it fits, else below it (CSS 2.2 §9.5.1).
  private mutating func placeFloat(
    _ box: BoxID, _ breaker: inout LineBreaker, line: inout Line, used: Double, isEmpty: Bool
  ) {
    var space = breaker.space
    (space.contextX, space.contextY) = (breaker.contextX, breaker.contextY)
    var top = line.y
    if !isEmpty, floatWidth(box, space: space) > line.right - line.left - used + PageSpace.tolerance {
      top += lineHeight(tree.inlines[Int(breaker.inline)].rootStyle)
    }
    if floats.isEmpty { floats.append(FloatContext()) }
    let outcome = setFloat(
      box, at: top, space: space, waits: breaker.floatsWait, isPageTop: isEmpty && line.start.byte == 0, from: nil)
    breaker.floatsWait = breaker.floatsWait || outcome.token?.isBefore == true
    breaker.placedFloats.append(outcome)
    findRoom(&line, breaker, atLeast: 0)
  }

  // MARK: - Tabs and hyphens

  /// px from one tab stop to the next.
  mutating func tabWidth(_ inline: UInt32) -> Double {
    let style = tree.inlines[Int(inline)].rootStyle
    switch self[style].text.tabSize {
    case .px(let px): return px
    case .spaces(let count): return count * shaper.metrics(font(style)).spaceAdvance
    }
  }

  private mutating func tabbedWidth(_ word: Word, _ breaker: LineBreaker, from x: Double, start: UInt32) -> Double {
    let stop = tabWidth(breaker.inline)
    let text = texts[Int(breaker.shaped.text)]
    var position = x
    var from = start
    for byte in start..<word.spaceStart where text.bytes[Int(byte)] == 0x09 {
      position += text.width(of: from..<byte)
      position = Self.tabStop(after: position, every: stop)
      from = byte + 1
    }
    return position + text.width(of: from..<word.spaceStart) - x
  }

  static func tabStop(after x: Double, every stop: Double) -> Double {
    stop > 0 ? (((x + 0.001) / stop).rounded(.down) + 1) * stop : x
  }

  /// The shaped `hyphenate-character` of the text that ends at a place (css-text-4 §6.3), after what the spelling needs.
  mutating func hyphen(_ inline: UInt32, at byte: UInt32, after insert: String = "") -> UInt32 {
    let style = textStyle(inline, at: byte)
    let font = font(style)
    let character =
      self[style].text.hyphenateCharacter ?? (shaper.hasCharacter("\u{2010}", in: font) ? "\u{2010}" : "-")
    return shapedMark(insert + character, font, rightToLeft: self[style].text.direction == .rightToLeft)
  }

  /// A text that layout adds of its own, shaped once for each font: a hyphen, an ellipsis, an emphasis mark.
  mutating func shapedMark(_ text: String, _ font: FontID, rightToLeft: Bool) -> UInt32 {
    let key = MarkKey(font: font, text: text, rightToLeft: rightToLeft)
    if let known = marks[key] { return known }
    let bytes = ContiguousArray(text.utf8)
    texts.append(shaper.shape(bytes, spans: [TextSpan(bytes: 0..<bytes.count, font: font)], rightToLeft: rightToLeft))
    marks[key] = UInt32(texts.count - 1)
    return UInt32(texts.count - 1)
  }

  mutating func hyphenWidth(_ inline: UInt32, at byte: UInt32, after insert: String = "") -> Double {
    let text = hyphen(inline, at: byte, after: insert)
    return texts[Int(text)].width(of: 0..<UInt32(texts[Int(text)].bytes.count))
  }
}

/// What a shaped mark depends on.
struct MarkKey: Hashable {
  var font: FontID
  var text: String
  var rightToLeft: Bool
}
