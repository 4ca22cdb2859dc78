import TestTraits
import Testing

@testable import PDF

/// Subsets of fonts.
@Suite(.hangLimit) struct FontProgramTests {
  /// The tables of a synthetic font with three glyphs: an empty one, a simple one, and a composite one of the simple
  /// one. The latter two have instructions.
  private struct SampleFont {
    var tables: [String: [UInt8]] = [:]

    init() {
      func words(_ values: Int...) -> [UInt8] { values.flatMap { [UInt8($0 >> 8 & 0xFF), UInt8($0 & 0xFF)] } }
      let bounds = words(0, 0, 9, 9)
      let simple = words(1) + bounds + words(0, 3) + [0xB0, 0x01, 0x2D] + [0x01] + words(1, 2)
      let composite = words(0xFFFF) + bounds + words(0x0102, 1) + [1, 2] + words(3) + [0xB0, 0x02, 0x2D] + [0]
      var head = [UInt8](repeating: 0, count: 54)
      head[18] = 4
      tables["head"] = head
      tables["hhea"] = [UInt8](repeating: 0, count: 34) + words(3)
      tables["maxp"] = [0, 1, 0, 0] + words(3) + [UInt8](repeating: 9, count: 26)
      tables["hmtx"] = words(500, 0, 600, 10, 700, 20)
      tables["glyf"] = simple + composite
      tables["loca"] = words(0, 0, simple.count / 2, (simple.count + composite.count) / 2)
    }

    func program(_ glyphs: [UInt32], _ characters: [(character: UInt16, code: Int)] = []) -> FontProgram? {
      let buffers = tables.mapValues { bytes in
        let copy = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: bytes.count)
        _ = copy.initialize(from: bytes)
        return copy
      }
      defer { for buffer in buffers.values { buffer.deallocate() } }
      return FontProgram(
        FontTables { tag in
          buffers["\(tag)"].map { UnsafeBufferPointer($0) } ?? UnsafeBufferPointer(start: nil, count: 0)
        }, glyphs: glyphs, characters: characters)
    }
  }

  /// A table of a file.
  private func table(_ name: String, of file: [UInt8]) -> [UInt8]? {
    func long(_ place: Int) -> Int { file[place..<place + 4].reduce(0) { $0 << 8 | Int($1) } }
    for entry in stride(from: 12, to: 12 + 16 * Int(file[5]), by: 16)
    where file[entry..<entry + 4].elementsEqual(name.utf8) {
      #expect(long(entry + 8) % 4 == 0)
      return Array(file[long(entry + 8)..<long(entry + 8) + long(entry + 12)])
    }
    return nil
  }

  @Test func aSubsetHasTheGlyphsInTheOrderOfTheirCodes() throws {
    let file = try #require(SampleFont().program([0, 1])).bytes
    #expect(table("hmtx", of: file) == [500 >> 8, 500 & 255, 0, 0, 600 >> 8, 600 & 255, 0, 10])
    #expect(table("maxp", of: file)?[4..<6] == [0, 2])
    #expect(table("loca", of: file) == [0, 0, 0, 0, 0, 10])
    // One contour that ends at point 0, no instructions, a flag and two coordinates.
    #expect(table("glyf", of: file) == [0, 1, 0, 0, 0, 0, 0, 9, 0, 9, 0, 0, 0, 0, 1, 0, 1, 0, 2].evened)
    #expect(table("fpgm", of: file) == nil && table("cmap", of: file) == nil)
  }

  @Test func theComponentsOfAGlyphAreAddedAfterTheGlyphsThatWereAskedFor() throws {
    let file = try #require(SampleFont().program([0, 2])).bytes
    #expect(table("maxp", of: file)?[4..<6] == [0, 3])
    // The component is the third glyph, and the flag for instructions is cleared.
    #expect(table("glyf", of: file)?.prefix(16) == [0xFF, 0xFF, 0, 0, 0, 0, 0, 9, 0, 9, 0, 2, 0, 2, 1, 2])
  }

  @Test func theSumOfAFileIsTheOneThatReadersExpect() throws {
    let file = try #require(SampleFont().program([0, 1, 2], [(0x41, 1), (0x42, 2), (0x45, 1)])).bytes
    var sum: UInt32 = 0
    for index in stride(from: 0, to: file.count, by: 4) {
      sum &+= file[index..<index + 4].reduce(0) { $0 << 8 | UInt32($1) }
    }
    #expect(sum == 0xB1B0_AFBA)
  }

  @Test func charactersAreMappedInSegments() throws {
    let file = try #require(SampleFont().program([0, 1, 2], [(0x41, 1), (0x42, 2), (0x45, 1)])).bytes
    let map = try #require(table("cmap", of: file))
    func word(_ index: Int) -> Int { Int(map[12 + 2 * index]) << 8 | Int(map[13 + 2 * index]) }
    #expect(
      (0..<map.count / 2 - 6).map(word) == [
        4, 46, 0, 6, 4, 1, 2, 0x42, 0x45, 0xFFFF, 0, 0x41, 0x45, 0xFFFF, 0, 0, 1, 6, 8, 0, 1, 2, 1,
      ])
  }

  /// Regression: FreeType 2.12 unpacks some WOFF2 fonts with a wrong last entry of `loca`.
  @Test func theLastGlyphEndsWithItsTable() throws {
    var font = SampleFont()
    font.tables["loca"]?[6...] = [0xFF, 0xFF]
    #expect(font.program([0, 1, 2]) == SampleFont().program([0, 1, 2]))
    font.tables["loca"]?[4...] = [0xFF, 0xFF, 0xFF, 0xFF]
    #expect(font.program([0, 1]) == nil)
  }

  @Test func damagedFontsAreReadWithinTheirBounds() {
    let whole = SampleFont()
    for (name, bytes) in whole.tables {
      var damaged = whole
      for length in 0..<bytes.count {
        damaged.tables[name] = Array(bytes[..<length])
        _ = damaged.program([0, 1, 2])
      }
      for index in bytes.indices {
        for value: UInt8 in [0, 0x7F, 0xFF] {
          damaged.tables[name] = bytes
          damaged.tables[name]?[index] = value
          _ = damaged.program([0, 1, 2])
        }
      }
    }
    #expect(whole.program([0, 7]) == nil)
    #expect(SampleFont().tables.isEmpty == false)
  }

  // MARK: CFF

  /// Regression: the simple font was a TrueType font with a program that is none, so that readers showed no text.
  @Test func aSimpleFontOfAnotherProgramIsAComposite() throws {
    let drawing = PDFDrawing()
    var codes = [Int](repeating: 0, count: 256)
    (codes[0x41], codes[0xE9]) = (1, 2)
    let font = PDFFont(
      name: "A", program: Self.outlines, widths: [500, 600, 1200], texts: [[], [], []], simpleCodes: codes, ascent: 0,
      descent: 0, capHeight: 0, box: PDFRectangle(x0: 0, y0: 0, x1: 1, y1: 1), italicAngle: 0)
    let number = drawing.reserve()
    font.write(to: drawing, composite: nil, simple: number)
    let dictionary = try #require(try drawing.file().object(PDFReference(new: number)).dictionary)
    #expect(dictionary["Subtype"] == .name("Type0"))
    let map = String(decoding: try SingleByteMap.encoding(codes).decoded(limits: PDFLimits()), as: UTF8.self)
    #expect(map.contains("2 begincidchar\n<41> 1\n<e9> 2\nendcidchar"))
  }

  private static let outlines = FontProgram(outlines: [
    OutlineGlyph(width: 500),
    OutlineGlyph(width: 600, steps: [.move(x: 0, y: 0), .line(x: 100, y: 0), .line(x: 100, y: -2000)]),
    OutlineGlyph(width: 1200.4, steps: [.move(x: 5, y: 5), .curve(x1: 10, y1: 20, x2: 1500, y2: 40, x: 50, y: 60)]),
  ])

  private func subset(_ bytes: [UInt8], _ glyphs: [UInt32]) -> [UInt8]? {
    bytes.withUnsafeBufferPointer { CFFSubset.program($0, glyphs: glyphs) }
  }

  @Test func aFontOfOutlinesHasTheirWidthsAndSteps() {
    let bytes = Self.outlines.bytes
    #expect(Self.outlines.format == .compact)
    // 600 0 0 rmoveto 100 0 rlineto 0 -2000 rlineto endchar
    let glyph: [UInt8] = [248, 236, 139, 139, 21, 239, 139, 5, 139, 28, 0xF8, 0x30, 5, 14]
    #expect(bytes.indices.contains { bytes[$0...].starts(with: glyph) })
  }

  @Test func aSubsetOfCompactOutlinesKeepsTheOutlines() throws {
    let whole = Self.outlines.bytes
    #expect(subset(whole, [0, 1, 2]) == whole)
    let part = try #require(subset(whole, [0, 2]))
    #expect(part.count < whole.count)
    #expect(try #require(subset(part, [0, 1])) == part)
    #expect(subset(whole, [0, 9]) == nil)
  }

  @Test func damagedCompactFontsAreReadWithinTheirBounds() {
    let whole = Self.outlines.bytes
    for length in 0..<whole.count { _ = subset(Array(whole[..<length]), [0, 1, 2]) }
    for index in whole.indices {
      for value: UInt8 in [0, 10, 29, 0x7F, 0xFF] {
        var damaged = whole
        damaged[index] = value
        _ = subset(damaged, [0, 1, 2])
      }
    }
  }

  @Test func subroutinesThatAreNotCalledBecomeEmpty() throws {
    var font = CIDFontWriter(glyphCount: 2)
    font.selection = [0, 0]
    // Numbers of subroutines are counted from 107 below.
    font.global = [[139, 139, 5, 11], [140, 140, 5, 11]]
    var part = CIDFontWriter.Part()
    part.local = [[141, 141, 5, 11], [142, 142, 5, 29, 11]]
    font.parts = [part]
    // 0 0 rmoveto, callgsubr 1, callsubr 0, endchar
    font.charstrings = [[14], [139, 139, 21, 33, 29, 32, 10, 14]]
    let whole = try #require(subset(font.file, [0, 1]))
    func contains(_ bytes: [UInt8]) -> Bool { whole.indices.contains { whole[$0...].starts(with: bytes) } }
    #expect(contains([140, 140, 5, 11]) && contains([141, 141, 5, 11]))
    #expect(!contains([139, 139, 5, 11]) && !contains([142, 142, 5]))
    // A call of a subroutine that does not exist.
    font.charstrings[1] = [139, 139, 21, 40, 29, 14]
    #expect(subset(font.file, [0, 1]) == nil)
  }

  // MARK: Text

  @Test func codesAreMappedToTheirTexts() throws {
    let stream = ToUnicodeMap.stream([[], [0x41], [], [0xD83D, 0xDE00]])
    let text = String(decoding: try stream.decoded(limits: PDFLimits()), as: UTF8.self)
    #expect(text.contains("3 beginbfchar\n<0001> <0041>\n<0002> <fffd>\n<0003> <d83dde00>\nendbfchar\n"))
  }

  @Test(
    arguments: [
      (0x41, 0x41), (0x20AC, 0x80), (0x2019, 0x92), (0xE9, 0xE9), (0xAD, nil), (0xA0, nil), (0x100, nil), (0x1F, nil),
      (0, nil),
    ] as [(UInt16, UInt8?)])
  func charactersHaveCodesOfWinAnsiEncoding(_ character: UInt16, _ code: UInt8?) {
    #expect(WinAnsi.code(of: character) == code)
    if let code { #expect(WinAnsi.character(of: code) == character) }
  }
}

extension [UInt8] {
  /// The bytes, with a zero at the end if their number is odd.
  fileprivate var evened: [UInt8] { count.isMultiple(of: 2) ? self : self + [0] }
}
