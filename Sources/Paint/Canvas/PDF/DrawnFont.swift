import PDF
import TextShaping

/// One font of a PDF. Codes are given to its glyphs in the order in which they are first used.
///
/// Characters of WinAnsiEncoding are shown by a simple font with codes of one byte, which keeps content streams small.
final class DrawnFont {
  /// The object of the composite font.
  let number: Int
  /// The object of the simple font; nil for fonts without TrueType outlines.
  let simple: Int?
  // Exclusivity checks for each glyph would cost more than the work. They are not needed: nothing that is called with
  // one of these properties uses the font.
  @exclusivity(unchecked) private(set) var isCompositeUsed = false
  @exclusivity(unchecked) private(set) var isSimpleUsed = false
  /// The codes in the composite font of the codes of WinAnsiEncoding; 0 for none.
  @exclusivity(unchecked) private var simpleCodes = [UInt16](repeating: 0, count: 256)
  /// The glyphs of the codes of WinAnsiEncoding, 0 for none, and their widths in 1/1000 em.
  @exclusivity(unchecked) private var simpleGlyphs = ContiguousArray<(glyph: UInt32, width: Double)>(
    repeating: (0, 0), count: 256)
  /// A face of the font.
  let face: FaceID
  private let faces: FaceCache
  /// It is nil for a font without tables.
  private let source: DrawableFont?
  /// Whether glyphs are pictures in colours.
  let hasPictures: Bool
  /// The glyphs that were drawn as pictures.
  @exclusivity(unchecked) var pictures: [UInt32: GlyphPicture?] = [:]
  /// The glyphs by code.
  @exclusivity(unchecked) private var glyphs: [UInt32] = [0]
  /// The widths by code, in 1/1000 em, as the PDF states them.
  @exclusivity(unchecked) private(set) var widths: [Double] = []
  /// The texts by code; empty for texts that are not known.
  @exclusivity(unchecked) private var texts: [[UInt16]] = [[]]
  /// The texts that are one character, by code; 0 for others.
  @exclusivity(unchecked) private var characterTexts: ContiguousArray<UInt16> = [0]
  @exclusivity(unchecked) private var codes: [UInt16]
  @exclusivity(unchecked) private var rareCodes: [UInt32: UInt16] = [:]
  private let isRounded: Bool

  /// Glyphs up to this number have their codes in an array.
  private static let maximumDense = 1 << 16

  init(_ drawing: PDFDrawing, _ faces: FaceCache, _ face: FaceID, _ source: DrawableFont?) {
    self.faces = faces
    number = drawing.reserve()
    let isTrueType = source.map { $0.hasOwnOutlines && !$0.table("glyf").isEmpty } ?? false
    simple = isTrueType ? drawing.reserve() : nil
    self.face = face
    self.source = source
    codes = Array(repeating: 0, count: min(source?.glyphCount ?? 0, Self.maximumDense))
    hasPictures = source?.hasPictures ?? false
    isRounded = source?.hasOwnOutlines != true
    widths = [width(0)]
  }

  private func width(_ glyph: UInt32) -> Double {
    let width = source?.advance(of: glyph) ?? faces.advance(of: glyph, in: face)
    return isRounded ? width.rounded() : (width * 1000).rounded() / 1000
  }

  /// The code of a glyph in the composite font. Returns nil if the font has too many glyphs.
  func code(_ glyph: UInt32) -> UInt16? {
    isCompositeUsed = true
    return index(of: glyph)
  }

  /// The code of WinAnsiEncoding for a glyph with a text; nil if the simple font cannot show it.
  func simpleCode(_ glyph: UInt32, for text: UnsafeBufferPointer<UInt8>) -> UInt8? {
    guard simple != nil, let first = text.first, let code = Self.winAnsiCode(text, first),
      let index = index(of: glyph), index != 0
    else { return nil }
    let known = simpleCodes[Int(code)]
    if known == 0 {
      simpleCodes[Int(code)] = index
      simpleGlyphs[Int(code)] = (glyph, widths[Int(index)])
      isSimpleUsed = true
      return code
    }
    return known == index ? code : nil
  }

  private static func winAnsiCode(_ text: UnsafeBufferPointer<UInt8>, _ first: UInt8) -> UInt8? {
    if text.count == 1 { return 0x20...0x7E ~= first ? first : nil }
    return character(text).flatMap(WinAnsi.code(of:))
  }

  /// The character of a text in UTF-8 that is one character of two or three bytes.
  private static func character(_ text: UnsafeBufferPointer<UInt8>) -> UInt16? {
    switch text.count {
    case 2 where 0xC2...0xDF ~= text[0]: return UInt16(text[0] & 0x1F) << 6 | UInt16(text[1] & 0x3F)
    case 3 where 0xE0...0xEF ~= text[0]:
      return UInt16(text[0] & 0x0F) << 12 | UInt16(text[1] & 0x3F) << 6 | UInt16(text[2] & 0x3F)
    default: return nil
    }
  }

  /// The advance of a code of the simple font.
  func simpleWidth(_ code: UInt8) -> Double { widths[Int(simpleCodes[Int(code)])] }

  /// The advance of an ASCII character, which is its own code of the simple font; nil if the code does not show that
  /// glyph, or not yet.
  @inline(__always)
  func simpleWidth(of character: UInt8, ifItShows glyph: UInt32) -> Double? {
    let known = simpleGlyphs[Int(character)]
    return known.glyph == glyph && glyph != 0 ? known.width : nil
  }

  /// The code of a glyph in the composite font; nil unless the code already has this text, which is one character, and
  /// the simple font cannot show it.
  @inline(__always)
  func compositeCode(of glyph: UInt32, ifItShows text: UnsafeBufferPointer<UInt8>) -> UInt16? {
    guard Int(glyph) < codes.count, codes[Int(glyph)] != 0, let character = Self.character(text),
      characterTexts[Int(codes[Int(glyph)])] == character, simple == nil || WinAnsi.code(of: character) == nil
    else { return nil }
    return codes[Int(glyph)]
  }

  private func index(of glyph: UInt32) -> UInt16? {
    let known = Int(glyph) < codes.count ? codes[Int(glyph)] : rareCodes[glyph] ?? 0
    if known != 0 { return known }
    if glyph == 0 { return 0 }
    guard let code = UInt16(exactly: glyphs.count) else { return nil }
    if Int(glyph) < codes.count { codes[Int(glyph)] = code } else { rareCodes[glyph] = code }
    glyphs.append(glyph)
    widths.append(width(glyph))
    texts.append([])
    characterTexts.append(0)
    return code
  }

  /// Whether readers get a text from a code: it is the code's only text, or becomes it.
  func stands(_ code: UInt16, for text: UnsafeBufferPointer<UInt8>) -> Bool {
    guard code != 0, let first = text.first else { return false }
    let index = Int(code)
    if let character = text.count == 1 ? UInt16(first) : Self.character(text) {
      if texts[index].isEmpty {
        texts[index] = [character]
        characterTexts[index] = character
      }
      return characterTexts[index] == character
    }
    let units = Array(String(decoding: text, as: UTF8.self).utf16)
    if texts[index].isEmpty { texts[index] = units }
    return texts[index] == units
  }

  // MARK: The font

  func pdfFont() -> PDFFont {
    if isCompositeUsed { completeTexts() }
    let tables = source.map { source in FontTables { source.table($0) } }
    var program: FontProgram?
    if let tables, source?.hasOwnOutlines == true {
      program = FontProgram(tables, glyphs: glyphs, characters: characters)
    }
    let outlines = { [self] in
      FontProgram(
        outlines: zip(glyphs, widths).map { OutlineGlyph(width: $1, steps: faces.outline(of: $0, in: face)) })
    }
    if program == nil { widths = widths.map { $0.rounded() } }
    let measures = tables.flatMap(FontMeasures.init) ?? FontMeasures()
    return PDFFont(
      name: source?.name ?? "Font", program: program ?? outlines(), widths: widths, texts: texts,
      simpleCodes: simpleCodes.map(Int.init), ascent: measures.ascent, descent: measures.descent,
      capHeight: measures.capHeight, box: measures.box,
      italicAngle: measures.italicAngle)
  }

  /// The characters of the simple font, in ascending order.
  private var characters: [(character: UInt16, code: Int)] {
    (0...255).compactMap { code in
      simpleCodes[code] == 0 ? nil : (WinAnsi.character(of: UInt8(code)), Int(simpleCodes[code]))
    }.sorted { $0.0 < $1.0 }
  }

  /// Glyphs that are parts of a cluster get the character for which they stand alone, because profiles require a text
  /// for each (ISO 19005-2, 6.2.11.7.2).
  private func completeTexts() {
    for code in texts.indices.dropFirst() where texts[code].isEmpty {
      if let simple = simpleCodes.firstIndex(of: UInt16(code)) {
        texts[code] = [WinAnsi.character(of: UInt8(simple))]
        continue
      }
      guard let character = source?.character(of: glyphs[code]), character != 0,
        let scalar = Unicode.Scalar(character)
      else { continue }
      texts[code] = Array(String(Character(scalar)).utf16)
    }
  }
}
