import PDFObjects

/// A line of text, ready to be shown.
struct SetLine {
  var text: Substring
  /// In the units of the size.
  var width: Double
}

/// Breaks text into lines.
struct TextSetting {
  let font: StandardFont
  let size: Double
  let glyphs: GlyphSource?

  func width(_ text: some StringProtocol) -> Double {
    if let codes = WinAnsi.encode(text) { return font.width(codes) * size }
    if let glyphs { return glyphs.width(String(text), font: font) * size }
    return font.width(text.unicodeScalars.map { WinAnsi.code($0) ?? UInt8(ascii: "?") }) * size
  }

  /// The lines of `text`, none wider than `width` where that can be; words that are too long are broken.
  /// - Parameter limit: lines beyond this number are not made: they would not be seen.
  func lines(_ text: String, width: Double, limit: Int) -> [SetLine] {
    var lines: [SetLine] = []
    for paragraph in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline) {
      guard lines.count < limit else { return lines }
      var rest = paragraph
      repeat {
        let line = firstLine(rest, width: width)
        rest = rest[line.text.endIndex...].drop { $0 == " " }
        lines.append(line)
      } while !rest.isEmpty && lines.count < limit
    }
    return lines
  }

  /// As many words as fit, and at least one character.
  private func firstLine(_ text: Substring, width: Double) -> SetLine {
    var (end, used) = (text.startIndex, 0.0)
    // The spaces between the last word that fits and the next one.
    var (gapEnd, gap) = (end, 0.0)
    while gapEnd < text.endIndex {
      let wordEnd = Self.wordEnd(in: text, from: gapEnd)
      let advance = self.width(text[gapEnd..<wordEnd])
      guard used + gap + advance <= width else {
        return end > text.startIndex ? SetLine(text: text[..<end], width: used) : brokenWord(text, width: width)
      }
      (end, used) = (wordEnd, used + gap + advance)
      gapEnd = text[end...].firstIndex { $0 != " " } ?? text.endIndex
      gap = self.width(text[end..<gapEnd])
    }
    return SetLine(text: text[..<end], width: used)
  }

  /// Where the word ends that begins at `start`: at a space, or after an East Asian character.
  private static func wordEnd(in text: Substring, from start: String.Index) -> String.Index {
    var index = start
    while index < text.endIndex, text[index] != " " || index == start {
      let isEastAsian = text[index].unicodeScalars.first.map { (0x2E80..<0xD7B0).contains($0.value) } ?? false
      index = text.index(after: index)
      if isEastAsian { break }
    }
    return index
  }

  /// The part of a word that fits.
  private func brokenWord(_ text: Substring, width: Double) -> SetLine {
    var (end, used) = (text.startIndex, 0.0)
    while end < text.endIndex {
      let advance = self.width(text[end...end])
      if used + advance > width, end > text.startIndex { break }
      (end, used) = (text.index(after: end), used + advance)
    }
    return SetLine(text: text[..<end], width: self.width(text[..<end]))
  }
}

extension Appearance {
  /// Shows one line with its baseline from `origin`.
  mutating func show(_ text: some StringProtocol, font: StandardFont, size: Double, at origin: Point) {
    if let codes = WinAnsi.encode(text) {
      content.show(codes, font: use(font), size: size, at: origin, width: font.width(codes) * size)
    } else if let glyphs {
      let line = glyphs.shape(String(text), font: font)
      if line.missing > 0 { warn("no font here has \(line.missing) of the characters of \"\(text.prefix(40))\"; boxes stand for them") }
      showGlyphs(line, size: size, at: origin)
    } else {
      warn("\"\(text.prefix(40))\" has characters that the standard fonts lack; question marks stand for them")
      let codes = text.unicodeScalars.map { WinAnsi.code($0) ?? UInt8(ascii: "?") }
      content.show(codes, font: use(font), size: size, at: origin, width: font.width(codes) * size)
    }
  }
}
