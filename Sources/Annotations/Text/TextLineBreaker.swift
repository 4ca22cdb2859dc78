import Diagnostics
import PDF
import TextShaping

/// A line of positioned glyphs.
struct PlacedLine {
  /// The glyphs from left to right.
  var glyphs: [GlyphSource.PlacedGlyph] = []
  /// Width in ems.
  var width = 0.0
  /// Number of characters that no font has.
  var missing = 0
}

/// Breaks text in one face into lines.
struct TextLineBreaker {
  let face: TextFace
  let glyphs: GlyphSource

  /// The first line of a text, without width limit.
  func line(_ text: String) -> PlacedLine {
    let text = Self.printable(text.prefix { !$0.isNewline })
    let shaped = glyphs.shape(text, face: face)
    return place(shaped, 0..<shaped.bytes.count)
  }

  /// The lines of `text`, at most `width` ems wide, broken at line break opportunities (UAX #14) and within words that
  /// are too long.
  /// - Parameter limit: maximum number of lines; further ones would not be visible.
  func lines(_ text: String, width: Double, limit: Int) -> [PlacedLine] {
    var lines: [PlacedLine] = []
    for paragraph in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline) {
      guard lines.count < limit else { return lines }
      let shaped = glyphs.shape(Self.printable(paragraph), face: face)
      var start = 0
      repeat {
        let end = lineEnd(shaped, from: start, width: width)
        lines.append(place(shaped, start..<shaped.withoutSpaces(endingAt: end, from: start)))
        start = end
      } while start < shaped.bytes.count && lines.count < limit
    }
    return lines
  }

  /// Replaces tabs by four spaces and removes other control characters.
  private static func printable(_ text: some StringProtocol) -> String {
    var result = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      switch scalar.value {
      case 0x09: result.append(contentsOf: "    ".unicodeScalars)
      case 0..<0x20, 0x7F..<0xA0, 0xFFFC: continue
      default: result.append(scalar)
      }
    }
    return String(result)
  }

  private func place(_ shaped: ShapedText, _ bytes: Range<Int>) -> PlacedLine {
    let placed = glyphs.place(shaped, bytes: bytes)
    return PlacedLine(glyphs: placed.glyphs, width: placed.width, missing: placed.missing)
  }

  /// End of the line that begins at `start`: after the last word that fits, or within the first word if it does not
  /// fit.
  private func lineEnd(_ shaped: ShapedText, from start: Int, width: Double) -> Int {
    let count = shaped.bytes.count
    var end = start
    var used = 0.0
    var index = start
    /// Where the width of a word without its end is measured next. Words that are too long must not be read to their
    /// end for each of their lines.
    var measured = 64
    while index < count {
      index += 1
      guard index == count || shaped.boundaries[index].contains(.line) else {
        guard index - end > measured, shaped.boundaries[index].contains(.grapheme) else { continue }
        measured *= 2
        if used + shaped.width(of: end..<shaped.withoutSpaces(endingAt: index, from: end)) > width {
          return end > start ? end : brokenWord(shaped, start..<index, width: width)
        }
        continue
      }
      measured = 64
      let visible = shaped.withoutSpaces(endingAt: index, from: end)
      guard used + shaped.width(of: end..<visible) <= width else {
        return end > start ? end : brokenWord(shaped, start..<visible, width: width)
      }
      used += shaped.width(of: end..<index)
      end = index
    }
    return count
  }

  /// End of the part of a word that fits, at least one character.
  private func brokenWord(_ shaped: ShapedText, _ word: Range<Int>, width: Double) -> Int {
    var end = word.lowerBound
    var used = 0.0
    var last = word.lowerBound
    for index in word.lowerBound + 1..<max(word.upperBound, word.lowerBound + 1) + 1 {
      guard index == word.upperBound || shaped.boundaries[index].contains(.grapheme) else { continue }
      used += shaped.width(of: last..<index)
      last = index
      if used > width, end > word.lowerBound { break }
      end = index
      if used > width { break }
    }
    return max(end, word.lowerBound + 1)
  }
}

extension ShapedText {
  /// `end` without trailing spaces.
  func withoutSpaces(endingAt end: Int, from start: Int) -> Int {
    var end = end
    while end > start {
      var last = end - 1
      while last > start, bytes[last] & 0xC0 == 0x80 { last -= 1 }
      guard boundaries[last].contains(.space) else { break }
      end = last
    }
    return end
  }
}

extension Appearance {
  /// Draws a line with its baseline starting at `origin`.
  mutating func show(_ line: PlacedLine, of text: String, size: Double, at origin: Point) {
    if line.missing > 0 {
      warn("no font here has \(line.missing) of the characters of \(Quotation.of(text)); boxes stand for them")
    }
    var index = 0
    while index < line.glyphs.count {
      let first = line.glyphs[index]
      var codes = [(adjustment: 0, code: first.code)]
      var pen = first.x + width(first)
      index += 1
      while index < line.glyphs.count, line.glyphs[index].font == first.font, line.glyphs[index].y == first.y {
        let glyph = line.glyphs[index]
        let adjustment = Int(((pen - glyph.x) * 1_000).rounded())
        codes.append((adjustment, glyph.code))
        pen += width(glyph) - Double(adjustment) / 1_000
        index += 1
      }
      content.show(
        codes, font: use(glyphFont: first.font), size: size,
        at: Point(origin.x + first.x * size, origin.y + first.y * size), width: (pen - first.x) * size)
    }
  }

  private func width(_ glyph: GlyphSource.PlacedGlyph) -> Double {
    Double(glyphs.fonts[glyph.font][Int(glyph.code) - 1].width) / 1_000
  }
}
