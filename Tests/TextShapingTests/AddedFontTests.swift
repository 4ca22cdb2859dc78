import Foundation
import TestTraits
import Testing

@testable import TextShaping

@Suite("Fonts of documents", .hangLimit)
struct AddedFontTests {
  /// The bytes of an installed font.
  private func bytes(_ family: String, weight: UInt16 = 400) throws -> [UInt8] {
    let traits = SystemFonts.Traits(weight: weight, slant: .normal, stretch: 100, language: "")
    let found = try #require(SystemFonts().match(family: family, isGeneric: false, traits: traits))
    return [UInt8](try Data(contentsOf: URL(fileURLWithPath: found.path)))
  }

  /// The same font as WOFF, with uncompressed tables.
  private func webFont(_ font: [UInt8]) -> [UInt8] {
    func number(_ at: Int, _ count: Int) -> Int {
      font[at..<at + count].reduce(0) { (sum: Int, byte: UInt8) -> Int in sum << 8 | Int(byte) }
    }
    func big(_ value: Int, _ count: Int = 4) -> [UInt8] {
      (0..<count).reversed().map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
    }
    let count = number(4, 2)
    var directory: [UInt8] = []
    var tables: [UInt8] = []
    for entry in 0..<count {
      let at = 12 + entry * 16
      let (offset, length) = (number(at + 8, 4), number(at + 12, 4))
      directory += font[at..<at + 4]
      directory += big(44 + 20 * count + tables.count)
      directory += big(length) + big(length)
      directory += font[at + 4..<at + 8]
      tables += font[offset..<offset + length]
      tables += [UInt8](repeating: 0, count: (4 - length % 4) % 4)
    }
    var header = Array("wOFF".utf8) + font[0..<4]
    header += big(44 + directory.count + tables.count)
    header += big(count, 2) + big(0, 2)
    header += big(12 + 16 * count + tables.count)
    header += big(1, 2) + big(0, 2)
    header += [UInt8](repeating: 0, count: 20)
    return header + directory + tables
  }

  @Test("A family of the document has precedence over the system's of that name, until the next document")
  func precedence() throws {
    let shaper = TextShaper()
    let before = shape("abc", "Liberation Sans", with: shaper)
    try shaper.addFont(try bytes("DejaVu Sans"), as: AddedFace(family: "liberation sans"))
    #expect(shape("abc", "Liberation Sans", with: shaper).width == shape("abc", "DejaVu Sans").width)
    shaper.startDocument()
    #expect(shape("abc", "Liberation Sans", with: shaper).width == before.width)
  }

  @Test("The size and the metrics of a font of the document may be adjusted")
  func adjustments() throws {
    let shaper = TextShaper()
    var face = AddedFace(family: "adjusted")
    face.adjustments = FaceAdjustments(size: 1.5, ascent: 0.5, lineGap: 0.25)
    try shaper.addFont(try bytes("DejaVu Sans"), as: face)
    let size = 20.0
    let own = shaper.metrics(shaper.font(FontDescription(families: ["DejaVu Sans"], size: size)))
    let adjusted = shaper.metrics(shaper.font(FontDescription(families: ["adjusted"], size: size)))
    #expect(abs(adjusted.zeroAdvance - own.zeroAdvance * 1.5) < 0.001)
    #expect(abs(adjusted.descent - own.descent * 1.5) < 0.001)
    #expect(adjusted.ascent == 15 && adjusted.lineGap == 7.5)
    #expect(abs(shape("abc", "adjusted", with: shaper).width - shape("abc", "DejaVu Sans").width * 1.5) < 0.01)
  }

  @Test(
    "An installed font is found by its full name, its PostScript name and its family",
    arguments: [
      ("DejaVu Sans Mono Bold", true), ("DejaVuSansMono-Bold", true), ("DejaVu Sans Mono", true), ("Nothing", false),
    ])
  func installed(name: String, isFound: Bool) {
    let shaper = TextShaper()
    #expect(shaper.addInstalledFont(name, as: AddedFace(family: "local", weight: 400...700)) == isFound)
    let expected = isFound ? "DejaVu Sans Mono" : "sans-serif"
    #expect(shape("iii", "local", with: shaper).width == shape("iii", expected).width || !isFound)
  }

  /// The font with another `fsType` in its table OS/2.
  private func permitting(_ type: UInt16, _ font: [UInt8]) throws -> [UInt8] {
    let tag = Array("OS/2".utf8)
    let entries = (0..<Int(font[5])).map { 12 + $0 * 16 }
    let entry = try #require(entries.first { Array(font[$0..<$0 + 4]) == tag })
    let table: Int = font[entry + 8..<entry + 12].reduce(0) { $0 << 8 | Int($1) }
    var copy = font
    copy[table + 8] = UInt8(type >> 8)
    copy[table + 9] = UInt8(type & 0xFF)
    return copy
  }

  @Test(
    "A font is used only if its license permits to embed a subset",
    arguments: [
      (0x0000, true), (0x0002, false), (0x0004, true), (0x0008, true), (0x0006, true), (0x0100, false), (0x0208, false),
    ])
  func embeddingPermission(type: UInt16, isPermitted: Bool) throws {
    let font = try permitting(type, bytes("DejaVu Sans"))
    for bytes in [font, webFont(font)] {
      var code: TextError.Code?
      do throws(TextError) {
        try TextShaper().addFont(bytes, as: AddedFace(family: "Licensed"))
      } catch {
        code = error.code
      }
      #expect(code == (isPermitted ? nil : .embeddingForbidden))
    }
  }

  @Test("The fonts that were drawn are named with their files, until the next document")
  func usedFonts() throws {
    let shaper = TextShaper()
    #expect(shaper.usedFonts.isEmpty)
    try shaper.addFont(try bytes("DejaVu Sans"), as: AddedFace(family: "Own"))
    for family in ["Own", "Liberation Sans"] {
      _ = shaper.scaledFont(shape("abc", family, with: shaper).runs[0].face)
    }
    #expect(shaper.usedFonts.map(\.name) == ["DejaVu Sans", "Liberation Sans"])
    #expect(shaper.usedFonts[0].path == nil)
    #expect(shaper.usedFonts[1].path?.hasSuffix("LiberationSans-Regular.ttf") == true)
    shaper.startDocument()
    #expect(shaper.usedFonts.isEmpty)
  }

  @Test("A WOFF font has the same glyphs as the font in it")
  func webFonts() throws {
    let shaper = TextShaper()
    let font = try bytes("DejaVu Sans")
    try shaper.addFont(webFont(font), as: AddedFace(family: "Web"))
    let shaped = shape("Affix AV", "Web", with: shaper)
    #expect(shaped.glyphs == shape("Affix AV", "DejaVu Sans").glyphs)
    #expect(shaper.scaledFont(shaped.runs[0].face) != nil)
  }

  @Test("The face with the nearest weight is selected; a missing bold face is synthesized")
  func weights() throws {
    let shaper = TextShaper()
    try shaper.addFont(try bytes("DejaVu Sans"), as: AddedFace(family: "Own", weight: 400...400))
    let made = shaper.font(FontDescription(families: ["Own"], size: 10, weight: 700))
    #expect(shaper.book.font(made).flatMap { shaper.face($0.face) }?.synthesis == .bold)
    try shaper.addFont(try bytes("DejaVu Sans", weight: 700), as: AddedFace(family: "Own", weight: 700...700))
    #expect(shaper.book.font(made).flatMap { shaper.face($0.face) }?.synthesis == FaceSynthesis.none)
  }

  @Test("A face is used for its range of characters only")
  func ranges() throws {
    let shaper = TextShaper()
    try shaper.addFont(try bytes("Liberation Mono"), as: AddedFace(family: "Digits", ranges: [0x30...0x39]))
    let font = shaper.font(FontDescription(families: ["Digits", "DejaVu Sans"], size: 10))
    let text = ContiguousArray("ab12cd".utf8)
    let shaped = shaper.shape(text, spans: [TextSpan(bytes: 0..<6, font: font)], rightToLeft: false)
    #expect(shaped.runs.map { shaper.family($0.face) } == ["DejaVu Sans", "Digits", "DejaVu Sans"])
    #expect(shaper.metrics(font) == shaper.metrics(shaper.font(FontDescription(families: ["DejaVu Sans"], size: 10))))
  }

  @Test(
    "Bytes that are not a font are refused",
    arguments: [[], [0, 1, 0, 0], Array("wOFFnonsense, and more of it".utf8), Array("<html>".utf8)])
  func garbage(bytes: [UInt8]) {
    #expect(throws: TextError.self) { try TextShaper().addFont(bytes, as: AddedFace(family: "X")) }
  }

  @Test("A truncated font is refused or does not crash")
  func cut() throws {
    let font = try bytes("DejaVu Sans")
    for length in stride(from: 12, to: font.count, by: font.count / 37) {
      let shaper = TextShaper()
      do {
        try shaper.addFont(Array(font[..<length]), as: AddedFace(family: "Cut"))
      } catch { continue }
      let shaped = shape("abc fi ☃", "Cut", with: shaper)
      for run in shaped.runs { _ = shaper.scaledFont(run.face) }
    }
  }

  @Test("A font that decompresses to more than the limit is refused")
  func bomb() throws {
    var font = webFont(try bytes("DejaVu Sans"))
    font.replaceSubrange(16..<20, with: [0x7F, 0xFF, 0xFF, 0xFF])
    do {
      try TextShaper().addFont(font, as: AddedFace(family: "X"))
      Issue.record("not refused")
    } catch {
      #expect(error.code == .fontTooLarge)
    }
  }

  @Test("Weights are matched by the rules of CSS")
  func matching() throws {
    let data = try #require(FontData([0]))
    func chosen(_ wanted: UInt16, from weights: [UInt16]) -> UInt16? {
      var fonts = AddedFonts()
      for weight in weights { fonts.add(AddedFace(family: "x", weight: weight...weight), data, VariationAxes()) }
      let traits = SystemFonts.Traits(weight: wanted, slant: .normal, stretch: 100, language: "")
      return fonts.faces(family: "x", traits: traits).first.flatMap { fonts[$0].face.weight?.lowerBound }
    }
    #expect(chosen(400, from: [300, 500, 700]) == 500)
    #expect(chosen(500, from: [300, 400, 700]) == 400)
    #expect(chosen(450, from: [300, 700]) == 300)
    #expect(chosen(300, from: [100, 200, 400]) == 200)
    #expect(chosen(600, from: [400, 500, 900]) == 900)
    #expect(chosen(350, from: [400, 700]) == 400)
  }
}
