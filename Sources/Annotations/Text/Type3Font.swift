import PDF
import TextShaping

/// Writes a Type 3 font (ISO 32000-1, 9.6.5): codes from 1, 1000 units per em.
enum Type3Font {
  /// - Returns: the font dictionary. Its streams are added to the update.
  static func dictionary(_ glyphs: [GlyphSource.Glyph], in writer: inout AppendWriter) throws(PDFError) -> PDFDictionary
  {
    var procedures = PDFDictionary()
    var names: [PDFObject] = [.integer(1)]
    var widths: [PDFObject] = []
    var bounds: PDFRectangle?
    for (index, glyph) in glyphs.enumerated() {
      let name = PDFName(ascii: "g\(index + 1)")
      var content = AppearanceContent()
      draw(glyph.outline, to: &content)
      let box = content.bounds ?? PDFRectangle(x0: 0, y0: 0, x1: 0, y1: 0)
      bounds = bounds?.union(box) ?? box
      // d1: a glyph without colour, with these bounds.
      let sides = [number(box.x0, .down), number(box.y0, .down), number(box.x1, .up), number(box.y1, .up)]
      let head = "\(glyph.width) 0 \(sides.map(String.init).joined(separator: " ")) d1\n"
      let stream = PDFStream(dictionary: PDFDictionary(), data: Array(head.utf8) + content.bytes)
      procedures[name] = .reference(try writer.add(.stream(stream.compressed)))
      names.append(.name(name))
      widths.append(.integer(glyph.width))
    }
    let box = bounds ?? PDFRectangle(x0: 0, y0: 0, x1: 0, y1: 0)
    let map = PDFStream(dictionary: PDFDictionary(), data: Array(toUnicode(glyphs).utf8))
    return [
      "Type": .name("Font"), "Subtype": .name("Type3"),
      "FontBBox": .array([
        .integer(number(box.x0, .down)), .integer(number(box.y0, .down)), .integer(number(box.x1, .up)),
        .integer(number(box.y1, .up)),
      ]),
      "FontMatrix": .array([.real(0.001), .integer(0), .integer(0), .real(0.001), .integer(0), .integer(0)]),
      "CharProcs": .dictionary(procedures),
      "Encoding": .dictionary(["Type": .name("Encoding"), "Differences": .array(names)]),
      "FirstChar": .integer(1), "LastChar": .integer(max(1, glyphs.count)), "Widths": .array(widths),
      "Resources": .dictionary(PDFDictionary()),
      "ToUnicode": .reference(try writer.add(.stream(map.compressed))),
    ]
  }

  private static func draw(_ outline: [OutlineStep], to content: inout AppearanceContent) {
    guard !outline.isEmpty else { return }
    for step in outline {
      switch step {
      case .move(let x, let y): content.move(Point(x * 1_000, y * 1_000))
      case .line(let x, let y): content.line(Point(x * 1_000, y * 1_000))
      case .curve(let x1, let y1, let x2, let y2, let x, let y):
        content.curve(Point(x1 * 1_000, y1 * 1_000), Point(x2 * 1_000, y2 * 1_000), Point(x * 1_000, y * 1_000))
      case .close: content.close()
      }
    }
    content.fill()
  }

  private static func number(_ value: Double, _ rule: FloatingPointRoundingRule) -> Int {
    Int(min(max(value, -1e6), 1e6).rounded(rule))
  }

  /// ISO 32000-1, 9.10.3.
  private static func toUnicode(_ glyphs: [GlyphSource.Glyph]) -> String {
    var lines: [String] = []
    for (index, glyph) in glyphs.enumerated() where !glyph.text.isEmpty {
      let units = glyph.text.utf16.map { hexadecimal(Int($0), digits: 4) }.joined()
      lines.append("<\(hexadecimal(index + 1, digits: 2))> <\(units)>")
    }
    var map = """
      /CIDInit /ProcSet findresource begin
      12 dict begin
      begincmap
      /CIDSystemInfo <</Registry (Adobe) /Ordering (UCS) /Supplement 0>> def
      /CMapName /Adobe-Identity-UCS def
      /CMapType 2 def
      1 begincodespacerange
      <00> <FF>
      endcodespacerange

      """
    for start in stride(from: 0, to: lines.count, by: 100) {
      let part = lines[start..<min(start + 100, lines.count)]
      map += "\(part.count) beginbfchar\n" + part.joined(separator: "\n") + "\nendbfchar\n"
    }
    return map + "endcmap\nCMapName currentdict /CMap defineresource pop\nend\nend\n"
  }

  private static func hexadecimal(_ value: Int, digits: Int) -> String {
    let text = String(value, radix: 16, uppercase: true)
    return String(repeating: "0", count: max(0, digits - text.utf8.count)) + text
  }
}
