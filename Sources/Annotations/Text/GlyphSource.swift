import PDF
import TextShaping

/// Shapes text and collects its glyphs into embedded fonts, so that all readers and printers show the same.
///
/// The fonts are Type 3 (ISO 32000-1, 9.6.5) with glyph outlines, so that any system font can be used, and have a
/// `/ToUnicode` map.
final class GlyphSource {
  /// A glyph of an embedded font with its position.
  struct PlacedGlyph {
    /// Index in `fonts`.
    var font: Int
    var code: UInt8
    /// Offset from the start of the baseline, in ems.
    var x, y: Double
  }

  struct Glyph {
    var outline: [OutlineStep]
    /// The width in thousandths of an em.
    var width: Int
    var text: String
  }

  private struct Key: Hashable {
    var face: FaceID
    var glyph: UInt32
    /// The character, for the placeholder box of a character that no font has.
    var text = ""
  }

  private struct ParagraphKey: Hashable {
    var text: String
    var face: TextFace
  }

  /// Glyphs of each font, at most 255; the code is the index plus one.
  private(set) var fonts: [[Glyph]] = []
  private lazy var shaper = TextShaper()
  private var places: [Key: (font: Int, code: UInt8)] = [:]
  private var paragraphs: [ParagraphKey: ShapedText] = [:]

  /// Font size for shaping; large enough for Cairo's fixed-point precision.
  static let size = 1_000.0
  /// Number of cached paragraphs. Fitting a text to a box sets it several times.
  private static let cacheLimit = 64

  /// Shapes one paragraph at `size`.
  func shape(_ text: String, face: TextFace) -> ShapedText {
    let key = ParagraphKey(text: text, face: face)
    if let known = paragraphs[key] { return known }
    let id = shaper.font(
      FontDescription(
        families: face.families, size: Self.size, weight: face.isBold ? 700 : 400,
        slant: face.isItalic ? .italic : .normal))
    let bytes = ContiguousArray(text.utf8)
    let shaped = shaper.shape(
      bytes, spans: [TextSpan(bytes: 0..<bytes.count, font: id)], rightToLeft: Self.isRightToLeft(text))
    if paragraphs.count >= Self.cacheLimit { paragraphs.removeAll() }
    paragraphs[key] = shaped
    return shaped
  }

  /// UAX #9, P2 and P3: the direction of the first strong character, approximated by script blocks.
  private static func isRightToLeft(_ text: String) -> Bool {
    for scalar in text.unicodeScalars {
      switch scalar.value {
      case 0x0590...0x08FF, 0xFB1D...0xFDFF, 0xFE70...0xFEFF, 0x10800...0x10FFF, 0x1E800...0x1EFFF: return true
      case _ where scalar.properties.isAlphabetic: return false
      default: continue
      }
    }
    return false
  }

  /// The glyphs of a byte range of a paragraph on one line, from left to right.
  /// - Returns: also the line width in ems, and the number of characters that no font has.
  func place(
    _ shaped: ShapedText, bytes: Range<Int>
  ) -> (glyphs: [PlacedGlyph], width: Double, missing: Int) {
    let runs = shaped.runs(in: bytes)
    var glyphs: [PlacedGlyph] = []
    var width = 0.0
    var missing = 0
    for index in Self.visualOrder(runs.map { shaped.runs[$0].level }) {
      let run = shaped.runs[runs[index]]
      for glyphIndex in shaped.glyphRange(run: runs[index], bytes: bytes) {
        let glyph = shaped.glyphs[Int(glyphIndex)]
        if glyph.id == 0 { missing += 1 }
        let place = place(glyph, run, at: Int(glyphIndex), shaped)
        glyphs.append(
          PlacedGlyph(
            font: place.font, code: place.code, x: width + Double(glyph.dx) / Self.size,
            y: -Double(glyph.dy) / Self.size))
        width += Double(glyph.advance) / Self.size
      }
    }
    return (glyphs, width, missing)
  }

  private func place(
    _ glyph: TextShaping.Glyph, _ run: GlyphRun, at index: Int, _ shaped: ShapedText
  ) -> (font: Int, code: UInt8) {
    var key = Key(face: run.face, glyph: glyph.id)
    if glyph.id == 0 { key.text = Self.text(of: index, run, shaped) }
    if let known = places[key] { return known }
    if fonts.last.map({ $0.count >= 255 }) ?? true { fonts.append([]) }
    let font = fonts.count - 1
    fonts[font].append(
      Glyph(
        outline: shaper.outline(of: glyph.id, in: run.face), width: Int(glyph.advance.rounded()),
        text: Self.text(of: index, run, shaped)))
    let place = (font: font, code: UInt8(fonts[font].count))
    places[key] = place
    return place
  }

  /// The text of the cluster that begins with a glyph; empty for other glyphs of the cluster.
  private static func text(of index: Int, _ run: GlyphRun, _ shaped: ShapedText) -> String {
    let start = shaped.glyphs[index].cluster
    guard index == Int(run.glyphs.lowerBound) || shaped.glyphs[index - 1].cluster != start else { return "" }
    let range = Int(run.glyphs.lowerBound)..<Int(run.glyphs.upperBound)
    let end = shaped.glyphs[range].lazy.map(\.cluster).filter { $0 > start }.min() ?? run.bytes.upperBound
    guard start < end, Int(end) <= shaped.bytes.count, end - start <= 64 else { return "" }
    return String(decoding: shaped.bytes[Int(start)..<Int(end)], as: UTF8.self)
  }

  /// UAX #9, L2: indices of the runs from left to right.
  static func visualOrder(_ levels: [UInt8]) -> [Int] {
    var order = Array(levels.indices)
    guard let highest = levels.max(), highest > 0 else { return order }
    for level in (1...highest).reversed() {
      var index = 0
      while index < order.count {
        guard levels[order[index]] >= level else {
          index += 1
          continue
        }
        let start = index
        while index < order.count, levels[order[index]] >= level { index += 1 }
        order[start..<index].reverse()
      }
    }
    return order
  }
}

extension ShapedText {
  /// Indices of the runs that overlap `bytes`.
  func runs(in bytes: Range<Int>) -> [Int] {
    guard !bytes.isEmpty else { return [] }
    let first = run(at: bytes.lowerBound)
    return runs[first...].indices.prefix { Int(runs[$0].bytes.lowerBound) < bytes.upperBound }.map(\.self)
  }

  /// Width in ems.
  func width(of bytes: Range<Int>) -> Double {
    runs(in: bytes).reduce(0) { $0 + advance(run: $1, glyphs: glyphRange(run: $1, bytes: bytes)) } / GlyphSource.size
  }
}
