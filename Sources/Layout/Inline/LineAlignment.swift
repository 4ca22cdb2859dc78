import Style
import TextShaping

/// Where a line's content stands along it (css-text-4 §7, §8).
extension Flow {
  /// `text-indent` of the line that starts at a place (css-text-4 §8.1), less the opening punctuation that hangs there
  /// (§8.2).
  func indent(_ breaker: LineBreaker, at byte: UInt32) -> Double {
    let inline = Int(breaker.inline)
    let root = tree.inlines[inline].rootStyle
    var begins = byte == 0 && breaker.startsBlock
    let hung = begins && self[root].text.hangingPunctuation.contains(.first) ? hangingStart(breaker) : 0
    if self[root].text.indentsEachLine, byte > 0, tree.inlines[inline].bytes[Int(byte) - 1] == 0x0A { begins = true }
    return (begins != self[root].text.indentHangs ? breaker.indent : 0) - hung
  }

  private func hangingStart(_ breaker: LineBreaker) -> Double {
    let text = texts[Int(breaker.shaped.text)]
    guard !text.bytes.isEmpty, HangingPunctuation.hangsAtStart(text.bytes.scalar(at: 0)) else { return 0 }
    var end = 1
    while end < text.bytes.count, !text.boundaries[end].contains(.grapheme) { end += 1 }
    return text.width(of: 0..<UInt32(end))
  }

  /// px of the punctuation at a word's end that may stick out of the line.
  func hangingEnd(
    of word: Word, _ breaker: LineBreaker, _ hanging: TextStyle.HangingPunctuation, isLast: Bool
  ) -> Double {
    let text = texts[Int(breaker.shaped.text)]
    guard word.spaceStart > word.bytes.lowerBound else { return 0 }
    let scalar = text.bytes.scalar(endingAt: Int(word.spaceStart))
    let isStop = !hanging.isDisjoint(with: [.allowEnd, .forceEnd]) && HangingPunctuation.isStop(scalar)
    let isClosing = isLast && hanging.contains(.last) && HangingPunctuation.hangsAtEnd(scalar)
    guard isStop || isClosing else { return 0 }
    var start = word.spaceStart - 1
    while start > word.bytes.lowerBound, !text.boundaries[Int(start)].contains(.grapheme) { start -= 1 }
    return text.width(of: start..<word.spaceStart)
  }

  /// Where the first piece starts, and what each justification opportunity gains.
  func alignment(of line: Line, pieces: inout [LinePiece], _ breaker: LineBreaker) -> (start: Double, extra: Double) {
    let root = tree.inlines[Int(breaker.inline)].rootStyle
    let isRTL = self[root].text.direction == .rightToLeft
    let (used, hanging) = usedWidth(of: line, pieces)
    let free = line.right - line.left - used - line.indent
    // What hangs stands at the line's end, on the left in right to left text.
    let left = isRTL ? -hanging : line.indent
    switch usedAlignment(of: line, root) {
    case .start: return (isRTL ? left + free : left, 0)
    case .end: return (isRTL ? left : left + free, 0)
    case .left: return (left, 0)
    case .right: return (left + free, 0)
    case .center: return (left + free / 2, 0)
    case .justify:
      let spaces =
        free > 0 && self[root].text.justify != .none ? countOpportunities(in: &pieces, spread(breaker.inline)) : 0
      guard spaces > 0 else { return (isRTL ? left + free : left, 0) }
      return (left, free / Double(spaces))
    }
  }

  /// `text-align`, or in the last line and before forced breaks `text-align-last`.
  private func usedAlignment(of line: Line, _ style: StyleID) -> TextStyle.TextAlign {
    let align = self[style].text.textAlign
    guard line.isLast || line.isForced else { return align }
    if let last = self[style].text.textAlignLast { return last }
    return align == .justify && !self[style].text.justifiesLast ? .start : align
  }

  /// px of a line's content, and of what sticks out of it: white space before a forced break and at the end only as much
  /// as does not fit (css-text-4 §4.1.3), and punctuation.
  private func usedWidth(of line: Line, _ pieces: [LinePiece]) -> (used: Double, hanging: Double) {
    var used = 0.0
    var hanging = 0.0
    for piece in pieces { if piece.hangs { hanging += piece.width } else { used += piece.width } }
    if hanging > 0, line.keepsSpace, line.isForced || line.isLast {
      let fitting = min(hanging, max(0, line.right - line.left - line.indent - used))
      used += fitting
      hanging -= fitting
    }
    return (used - line.hangingPunctuation, hanging + line.hangingPunctuation)
  }

  /// How justified text is spread.
  func spread(_ inline: UInt32) -> JustificationOpportunity.Spread {
    switch self[tree.inlines[Int(inline)].rootStyle].text.justify {
    case .auto, .none: .standard
    case .interWord: .spaces
    case .interCharacter: .characters
    }
  }

  /// Notes in each piece how many justification opportunities it has; gives their number. The last one in visual order is
  /// none.
  private func countOpportunities(in pieces: inout [LinePiece], _ spread: JustificationOpportunity.Spread) -> Int {
    var total = 0
    var last: Int?
    for index in pieces.indices where !pieces[index].hangs {
      switch pieces[index].kind {
      case .text(let slice, _, _):
        let text = texts[Int(slice.text)]
        var cluster = UInt32.max
        var endsWithOne = false
        for glyph in slice.glyphs where text.glyphs[Int(glyph)].cluster != cluster {
          cluster = text.glyphs[Int(glyph)].cluster
          endsWithOne = JustificationOpportunity.isOne(text.bytes, at: Int(cluster), spread)
          if endsWithOne { pieces[index].spaces += 1 }
        }
        total += pieces[index].spaces
        last = endsWithOne ? index : nil
      case .atomic: last = nil
      default: continue
      }
    }
    if let last {
      pieces[last].spaces -= 1
      total -= 1
    }
    return total
  }

  // MARK: - Balance

  /// Longer texts are not balanced.
  private static let mostBalancedLines = 10

  /// The smallest width that sets a text in as many lines as the whole width does (css-text-4 §6.4); infinite where
  /// that is not to be found out: beside floats, with objects in the text, in long texts.
  func balancedWidth(_ breaker: LineBreaker) -> Double {
    let content = tree.inlines[Int(breaker.inline)]
    let hasObjects = content.items.contains { $0.kind == .atomic || $0.kind == .float }
    if hasObjects || floats.last?.isEmpty == false || content.firstLine != Box.absent { return .infinity }
    let most = Self.mostBalancedLines
    let count = lines(breaker, width: breaker.space.width, most: most)
    guard count > 1, count <= most else { return .infinity }
    var (low, high) = (breaker.shaped.words.reduce(0) { max($0, $1.width) }, breaker.space.width)
    guard low < high else { return .infinity }
    while high - low > 0.5 {
      let middle = (low + high) / 2
      if lines(breaker, width: middle, most: most) <= count { high = middle } else { low = middle }
    }
    return high
  }

  /// How many lines a text has at a width; more than `most` are not counted.
  private func lines(_ breaker: LineBreaker, width: Double, most: Int) -> Int {
    var count = 1
    var x = breaker.indent
    var space = 0.0
    var isEmpty = true
    for word in breaker.shaped.words {
      if !isEmpty, x + space + word.width > width + PageSpace.tolerance {
        count += 1
        (x, space, isEmpty) = (0, 0, true)
      }
      x += space + word.width
      space = word.space
      isEmpty = false
      if word.endsLine { (x, space, isEmpty, count) = (0, 0, true, count + 1) }
      if count > most { break }
    }
    return isEmpty ? count - 1 : count
  }
}

/// Which punctuation hangs (css-text-4 §8.2).
enum HangingPunctuation {
  /// Opening brackets and quotes, and an ideographic space.
  static func hangsAtStart(_ scalar: UInt32) -> Bool {
    switch Unicode.Scalar(scalar)?.properties.generalCategory {
    case .openPunctuation?, .initialPunctuation?, .finalPunctuation?: true
    default: scalar == 0x22 || scalar == 0x27 || scalar == 0x3000
    }
  }

  /// Closing brackets and quotes.
  static func hangsAtEnd(_ scalar: UInt32) -> Bool {
    switch Unicode.Scalar(scalar)?.properties.generalCategory {
    case .closePunctuation?, .initialPunctuation?, .finalPunctuation?: true
    default: scalar == 0x22 || scalar == 0x27
    }
  }

  /// Stops and commas.
  static func isStop(_ scalar: UInt32) -> Bool {
    switch scalar {
    case 0x2C, 0x2E, 0x60C, 0x6D4, 0x3001, 0x3002, 0xFF0C, 0xFF0E, 0xFE50, 0xFE51, 0xFE52, 0xFF61, 0xFF64: true
    default: false
    }
  }
}
