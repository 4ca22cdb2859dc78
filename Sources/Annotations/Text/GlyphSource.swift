import PDF
import TextShaping

/// Shapes text, and collects its glyphs into fonts that go with the update, so that every reader and printer shows the
/// same.
///
/// The fonts are of Type 3 (ISO 32000-1, 9.6.5): glyphs as outlines, so that any font of the system serves, with a
/// `/ToUnicode` map.
final class GlyphSource {
  /// A glyph as a font of the update has it, and where it stands.
  struct PlacedGlyph {
    /// Index in `fonts`.
    var font: Int
    var code: UInt8
    /// From the start of the line's baseline, in ems.
    var x, y: Double
  }

  struct Glyph {
    var outline: [OutlineStep]
    /// In thousandths of an em.
    var width: Int
    var text: String
  }

  private struct Key: Hashable {
    var face: FaceID
    var glyph: UInt32
    /// Of the box that stands for a character which no font has: each means something else.
    var text = ""
  }

  private struct ParagraphKey: Hashable {
    var text: String
    var face: TextFace
  }

  /// Each with at most 255 glyphs; the code is the index plus one.
  private(set) var fonts: [[Glyph]] = []
  private lazy var shaper = TextShaper()
  private var places: [Key: (font: Int, code: UInt8)] = [:]
  private var paragraphs: [ParagraphKey: ShapedText] = [:]

  /// Large, so that Cairo's fixed point numbers are exact enough.
  static let size = 1_000.0
  /// How many paragraphs are kept, since a text whose size is sought is set several times.
  private static let cacheLimit = 64

  /// One paragraph, shaped at `size`.
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

  /// UAX #9, P2 and P3, by the blocks of the scripts: the first strong character says.
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

  /// The glyphs of a part of a paragraph as a line has them, from left to right.
  /// - Returns: also the line's width in ems, and how many characters no font has.
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

  /// The text of the cluster that a glyph begins; empty for the cluster's other glyphs.
  private static func text(of index: Int, _ run: GlyphRun, _ shaped: ShapedText) -> String {
    let start = shaped.glyphs[index].cluster
    guard index == Int(run.glyphs.lowerBound) || shaped.glyphs[index - 1].cluster != start else { return "" }
    let range = Int(run.glyphs.lowerBound)..<Int(run.glyphs.upperBound)
    let end = shaped.glyphs[range].lazy.map(\.cluster).filter { $0 > start }.min() ?? run.bytes.upperBound
    guard start < end, Int(end) <= shaped.bytes.count, end - start <= 64 else { return "" }
    return String(decoding: shaped.bytes[Int(start)..<Int(end)], as: UTF8.self)
  }

  /// UAX #9, L2: the runs from left to right.
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
  /// The runs that have some of `bytes`.
  func runs(in bytes: Range<Int>) -> [Int] {
    guard !bytes.isEmpty else { return [] }
    let first = run(at: bytes.lowerBound)
    return runs[first...].indices.prefix { Int(runs[$0].bytes.lowerBound) < bytes.upperBound }.map(\.self)
  }

  /// In ems.
  func width(of bytes: Range<Int>) -> Double {
    runs(in: bytes).reduce(0) { $0 + advance(run: $1, glyphs: glyphRange(run: $1, bytes: bytes)) } / GlyphSource.size
  }
}
