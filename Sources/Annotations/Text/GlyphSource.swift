import PDFObjects
import TextShaping

/// Shapes the text that the standard fonts cannot show, and collects its glyphs into fonts that go with the update.
///
/// The fonts are of Type 3 (ISO 32000-1, 9.6.5): glyphs as outlines, so that every reader shows the same and any font of
/// the system serves, with a `/ToUnicode` map.
final class GlyphSource {
  /// A glyph as a font of the update has it, and where it stands.
  struct PlacedGlyph {
    /// Index in `fonts`.
    var font: Int
    var code: UInt8
    /// From the start of the line's baseline, in ems.
    var x, y: Double
  }

  /// One line, its glyphs from left to right.
  struct ShapedLine {
    var glyphs: [PlacedGlyph]
    /// In ems.
    var width: Double
    /// Glyphs that stand for characters which no font has.
    var missing = 0
  }

  struct Glyph {
    var outline: [OutlineStep]
    /// In ems.
    var advance: Double
    var text: String
  }

  private struct Key: Hashable {
    var face: FaceID
    var glyph: UInt32
  }

  /// Each with at most 255 glyphs; the code is the index plus one.
  private(set) var fonts: [[Glyph]] = []
  private lazy var shaper = TextShaper()
  private var places: [Key: (font: Int, code: UInt8)] = [:]
  private var lines: [StandardFont: [String: ShapedLine]] = [:]

  /// Large, so that Cairo's fixed point numbers are exact enough.
  private static let size = 1_000.0

  /// In ems.
  func width(_ text: String, font: StandardFont) -> Double { shape(text, font: font).width }

  /// - Parameter font: what the face should be like.
  func shape(_ text: String, font: StandardFont) -> ShapedLine {
    if let known = lines[font]?[text] { return known }
    let families: [String] =
      switch font.family {
      case .helvetica: ["Helvetica", "sans-serif"]
      case .times: ["Times", "serif"]
      case .courier: ["Courier", "monospace"]
      }
    let id = shaper.font(
      FontDescription(
        families: families, size: Self.size, weight: font.isBold ? 700 : 400, slant: font.isItalic ? .italic : .normal))
    let bytes = ContiguousArray(text.utf8)
    let shaped = shaper.shape(
      bytes, spans: [TextSpan(bytes: 0..<bytes.count, font: id)], rightToLeft: Self.isRightToLeft(text))
    let line = place(shaped)
    lines[font, default: [:]][text] = line
    return line
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

  private func place(_ shaped: ShapedText) -> ShapedLine {
    var line = ShapedLine(glyphs: [], width: 0)
    for index in Self.visualOrder(shaped.runs.map(\.level)) {
      let run = shaped.runs[index]
      for glyphIndex in Int(run.glyphs.lowerBound)..<Int(run.glyphs.upperBound) {
        let glyph = shaped.glyphs[glyphIndex]
        if glyph.id == 0 { line.missing += 1 }
        let place = place(glyph, run, at: glyphIndex, shaped)
        line.glyphs.append(
          PlacedGlyph(
            font: place.font, code: place.code, x: line.width + Double(glyph.dx) / Self.size,
            y: -Double(glyph.dy) / Self.size))
        line.width += Double(glyph.advance) / Self.size
      }
    }
    return line
  }

  private func place(
    _ glyph: TextShaping.Glyph, _ run: GlyphRun, at index: Int, _ shaped: ShapedText
  ) -> (font: Int, code: UInt8) {
    let key = Key(face: run.face, glyph: glyph.id)
    if let known = places[key] { return known }
    if fonts.last.map({ $0.count >= 255 }) ?? true { fonts.append([]) }
    let font = fonts.count - 1
    fonts[font].append(
      Glyph(
        outline: shaper.outline(of: glyph.id, in: run.face), advance: Double(glyph.advance) / Self.size,
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

extension Appearance {
  mutating func showGlyphs(_ line: GlyphSource.ShapedLine, size: Double, at origin: Point) {
    for glyph in line.glyphs {
      let font = use(glyphFont: glyph.font)
      content.show(
        [glyph.code], font: font, size: size, at: Point(origin.x + glyph.x * size, origin.y + glyph.y * size), width: size)
    }
  }
}
