import Style
import TextShaping

/// Tab stops, and texts that layout adds itself.
extension LayoutContext {
  /// The distance from one tab stop to the next, px, for a tab of a text.
  private mutating func tabWidth(_ inline: UInt32, at byte: UInt32) -> Double {
    switch self[textStyle(inline, at: byte + 1)].text.tabSize {
    case .px(let px): return px
    case .spaces(let count):
      // A space of the block container with the spacing after it (css-text-3 §4.2).
      let style = tree.inlines[Int(inline)].rootStyle
      let space = shaper.metrics(font(style)).spaceAdvance
      return count * max(0, space + self[style].text.letterSpacing + self[style].text.wordSpacing)
    }
  }

  /// The distance from the edge of the content, from which tab stops are counted, to the start of a line, which may be
  /// beside a float, px.
  func tabOffset(of line: Line, _ breaker: LineBreaker) -> Double {
    let isRightToLeft = self[tree.inlines[Int(breaker.inline)].rootStyle].text.direction == .rightToLeft
    return isRightToLeft ? breaker.space.width - line.right : line.left
  }

  /// The width of a part of a text that contains tabs and starts at `x`, px.
  /// - Parameter offset: `tabOffset(of:_:)`.
  mutating func tabbedWidth(
    of bytes: Range<UInt32>, _ shaped: ShapedContent, _ inline: UInt32, from x: Double, offset: Double = 0
  ) -> Double {
    let text = texts[Int(shaped.text)]
    var position = x
    var from = bytes.lowerBound
    for byte in bytes where text.bytes[Int(byte)] == 0x09 {
      position += text.width(of: from..<byte)
      position = tabStop(after: position + offset, inline, at: byte) - offset
      from = byte + 1
    }
    return position + text.width(of: from..<bytes.upperBound) - x
  }

  /// The tab stop after `x` for a tab of a text, px from the edge of the content. One that is nearer than half a digit
  /// is passed over (css-text-3 §4.2).
  mutating func tabStop(after x: Double, _ inline: UInt32, at byte: UInt32) -> Double {
    let distance = tabWidth(inline, at: byte)
    guard distance > 0 else { return x }
    let stop = (((x + 0.001) / distance).rounded(.down) + 1) * distance
    let least = shaper.metrics(font(textStyle(inline, at: byte + 1))).zeroAdvance / 2
    return stop - x < least - 0.001 ? stop + distance : stop
  }

  /// The shaped `hyphenate-character` of the text that ends at a position (css-text-4 §6.3), after characters that
  /// the spelling requires.
  mutating func hyphen(_ inline: UInt32, at byte: UInt32, after insert: String = "") -> UInt32 {
    let style = textStyle(inline, at: byte)
    let font = font(style)
    let character =
      self[style].text.hyphenateCharacter ?? (shaper.hasCharacter("\u{2010}", in: font) ? "\u{2010}" : "-")
    return shapedMark(insert + character, font, rightToLeft: self[style].text.direction == .rightToLeft)
  }

  /// A text that layout adds, shaped once for each font: a hyphen, an ellipsis, an emphasis mark.
  mutating func shapedMark(_ text: String, _ font: FontID, rightToLeft: Bool) -> UInt32 {
    let key = MarkKey(font: font, text: text, rightToLeft: rightToLeft)
    if let known = caches.texts.marks[key] { return known }
    let bytes = ContiguousArray(text.utf8)
    texts.append(shaper.shape(bytes, spans: [TextSpan(bytes: 0..<bytes.count, font: font)], rightToLeft: rightToLeft))
    caches.texts.marks[key] = UInt32(texts.count - 1)
    return UInt32(texts.count - 1)
  }

  mutating func hyphenWidth(_ inline: UInt32, at byte: UInt32, after insert: String = "") -> Double {
    let text = hyphen(inline, at: byte, after: insert)
    return texts[Int(text)].width(of: 0..<UInt32(texts[Int(text)].bytes.count))
  }
}
