import Style
import TextShaping

/// The alignment of a line's content (css-text-4 §7, §8).
extension LayoutContext {
  /// `text-indent` of the line that starts at a position (css-text-4 §8.1), less the opening punctuation that hangs
  /// there (§8.2).
  func indent(_ breaker: LineBreaker, at byte: UInt32) -> Double {
    let inline = Int(breaker.inline)
    let root = tree.inlines[inline].rootStyle
    var begins = byte == 0 && breaker.startsBlock
    let hung = begins && self[root].text.hangingPunctuation.contains(.first) ? hangingStart(breaker) : 0
    if self[root].text.indentsEachLine, isLineBreak(before: Int(byte), in: breaker.inline) { begins = true }
    let blank = blankStart(breaker, at: byte)
    return (begins != self[root].text.indentHangs ? breaker.indent : 0) - hung - blank
  }

  /// The blank half of fullwidth opening punctuation that is left out at the start of a line, px (css-text-4 §8.5).
  private func blankStart(_ breaker: LineBreaker, at byte: UInt32) -> Double {
    let root = tree.inlines[Int(breaker.inline)].rootStyle
    let trim = self[root].text.spacingTrim
    guard trim == .trimStart || trim == .spaceFirst else { return 0 }
    let text = texts[Int(breaker.shaped.text)]
    guard Int(byte) + 2 < text.bytes.count, text.bytes[Int(byte)] >= 0xE2,
      FullwidthPunctuation.isOpening(text.bytes.scalar(at: Int(byte)))
    else { return 0 }
    let isFirst = byte == 0 || text.bytes[Int(byte) - 1] == 0x0A
    let size = self[textStyle(breaker.inline, at: byte + 1)].text.font.size
    let isFullWidth = text.width(of: byte..<byte + 3) > 0.95 * size
    return isFullWidth && !(isFirst && trim == .spaceFirst) ? size / 2 : 0
  }

  private func hangingStart(_ breaker: LineBreaker) -> Double {
    let text = texts[Int(breaker.shaped.text)]
    guard !text.bytes.isEmpty, HangingPunctuation.hangsAtStart(text.bytes.scalar(at: 0)) else { return 0 }
    var end = 1
    while end < text.bytes.count, !text.boundaries[end].contains(.grapheme) { end += 1 }
    return text.width(of: 0..<UInt32(end))
  }

  /// The width of the punctuation at the end of a word that may hang, px.
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

  /// The width of the blank half of fullwidth punctuation at the end of a word, px. It is left out at the end of a line
  /// where the word does not fit with it (css-text-4 §8.5, `text-spacing-trim: normal`).
  func blankEnd(of word: Word, _ breaker: LineBreaker) -> Double {
    let bytes = texts[Int(breaker.shaped.text)].bytes
    guard word.spaceStart >= word.bytes.lowerBound + 3, bytes[Int(word.spaceStart) - 3] >= 0xE2 else { return 0 }
    let scalar = bytes.scalar(endingAt: Int(word.spaceStart))
    guard FullwidthPunctuation.isClosing(scalar, language: "") else { return 0 }
    let style = textStyle(breaker.inline, at: word.spaceStart)
    guard self[style].text.spacingTrim != .spaceAll else { return 0 }
    guard FullwidthPunctuation.isClosing(scalar, language: self[style].text.language) else { return 0 }
    let size = self[style].text.font.size
    let width = texts[Int(breaker.shaped.text)].width(of: word.spaceStart - 3..<word.spaceStart)
    return width > 0.95 * size ? size / 2 : 0
  }

  /// The start of the first piece, and the width added to each justification opportunity.
  /// - Parameter isCut: the line was too long, and ends in an ellipsis.
  func alignment(
    of line: Line, pieces: inout [LinePiece], _ breaker: LineBreaker, isCut: Bool
  ) -> (start: Double, extra: Double) {
    let root = tree.inlines[Int(breaker.inline)].rootStyle
    let isRTL = runsRightToLeft(breaker.inline, at: line.start.byte)
    let (used, hanging) = usedWidth(of: line, pieces)
    let free = line.right - line.left - used - line.indent
    // Hanging content is at the end of the line, which is on the left in right-to-left text.
    let left = isRTL ? -hanging : line.indent
    // Content that is too long is aligned to the start (css-text-3 §7.1).
    guard free > 0, !isCut else { return (isRTL ? left + free : left, 0) }
    switch usedAlignment(of: line, root) {
    case .start: return (isRTL ? left + free : left, 0)
    case .end: return (isRTL ? left : left + free, 0)
    case .left: return (left, 0)
    case .right: return (left + free, 0)
    case .center: return (left + free / 2, 0)
    case .justify:
      let spaces = self[root].text.justify != .none ? countOpportunities(in: &pieces, spread(breaker.inline)) : 0
      guard spaces > 0 else { return (isRTL ? left + free : left, 0) }
      return (left, free / Double(spaces))
    case .between:
      let spaces = countOpportunities(in: &pieces, .standard)
      return spaces > 0 ? (left, free / Double(spaces)) : (left + free / 2, 0)
    case .around:
      let extra = free / Double(countOpportunities(in: &pieces, .standard) + 1)
      return (left + extra / 2, extra)
    }
  }

  /// `text-align`, or `text-align-last` in the last line and before forced breaks.
  private func usedAlignment(of line: Line, _ style: StyleID) -> TextStyle.TextAlign {
    let align = self[style].text.textAlign
    guard line.isLast || line.isForced else { return align }
    if let last = self[style].text.textAlignLast { return last }
    return align == .justify && !self[style].text.justifiesLast ? .start : align
  }

  /// The widths of a line's content and of what hangs, px: punctuation, and white space. Before a forced break and in
  /// the last line, white space hangs only as far as it does not fit (css-text-4 §4.1.3).
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

  /// Where justification adds space.
  func spread(_ inline: UInt32) -> JustificationOpportunity.Spread {
    switch self[tree.inlines[Int(inline)].rootStyle].text.justify {
    case .auto, .none: .standard
    case .interWord: .spaces
    case .interCharacter: .characters
    }
  }

  /// Counts the justification opportunities of each piece. Returns their total, without the last one in visual order.
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

  /// Texts of more lines are not balanced.
  private static let maxBalancedLines = 10

  /// The smallest width at which a text has as many lines as at the full width (css-text-4 §6.4). Infinite for text
  /// that is not balanced: beside floats, with objects, or with many lines.
  func balancedWidth(_ breaker: LineBreaker) -> Double {
    let content = tree.inlines[Int(breaker.inline)]
    let hasObjects = content.items.contains { $0.kind == .atomic || $0.kind == .float }
    if hasObjects || page.floats.last?.isEmpty == false || content.firstLine != Box.absent { return .infinity }
    let most = Self.maxBalancedLines
    let count = lines(breaker, width: breaker.space.width, most: most)
    guard count > 1, count <= most else { return .infinity }
    var (low, high) = (breaker.shaped.words.reduce(0) { max($0, $1.width) }, breaker.space.width)
    guard low < high else { return .infinity }
    while high - low > 0.5 {
      let middle = (low + high) / 2
      // Between huge numbers there may be none.
      guard middle > low, middle < high else { break }
      if lines(breaker, width: middle, most: most) <= count { high = middle } else { low = middle }
    }
    return high
  }

  /// The number of lines of a text at a width, counted up to `most`.
  private func lines(_ breaker: LineBreaker, width: Double, most: Int) -> Int {
    var count = 1
    var x = breaker.indent
    var space = 0.0
    var isEmpty = true
    for word in breaker.shaped.words {
      if !isEmpty, x + space + word.width > width + Fragmentainer.tolerance {
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
