import CPango
import TestTraits
import Testing

@testable import TextShaping

@Suite("Fonts", .hangLimit)
struct FontTests {
  @Test("Equal descriptions have equal fonts")
  func identity() {
    let shaper = TextShaper()
    let description = FontDescription(families: ["DejaVu Sans"], size: 12)
    #expect(shaper.font(description) == shaper.font(description))
    #expect(shaper.font(description) != shaper.font(FontDescription(families: ["DejaVu Sans"], size: 13)))
  }

  @Test("The first available family is used; characters that it lacks come from the next ones")
  func order() {
    let shaper = TextShaper()
    let font = shaper.font(
      FontDescription(families: ["No Such Family", "Liberation Sans", "DejaVu Sans"], size: 12))
    let text = ContiguousArray("ab☃cd".utf8)
    let shaped = shaper.shape(text, spans: [TextSpan(bytes: 0..<text.count, font: font)], rightToLeft: false)
    #expect(shaped.runs.map { shaper.family($0.face) } == ["Liberation Sans", "DejaVu Sans", "Liberation Sans"])
    #expect(shaper.diagnostics.isEmpty)
  }

  /// Regression: characters that Arial lacks were those of serif fonts in text of some languages.
  @Test(
    "Lists without a generic family are completed by that of their families",
    arguments: [
      (["Arial"], "sans-serif"), (["Times New Roman"], "serif"), (["Courier New"], "monospace"),
      (["No Such Family"], "sans-serif"), (["No Such Family", "Georgia"], "serif"),
    ])
  func genericFamilies(families: [String], generic: String) {
    #expect(SystemFonts().generic(of: families) == generic)
  }

  @Test("A missing family is replaced only by a declared equivalent")
  func replacements() {
    let shaper = TextShaper()
    func family(_ families: String...) -> String {
      let font = shaper.font(FontDescription(families: families, size: 12))
      return shaper.book.font(font).map { shaper.family($0.face) } ?? ""
    }
    #expect(family("Arial", "DejaVu Sans") == "Liberation Sans")
    #expect(family("No Such Family", "DejaVu Sans Mono") == "DejaVu Sans Mono")
    #expect(family("dejavu sans") == "DejaVu Sans")
  }

  @Test(
    "Generic families are always available",
    arguments: ["serif", "sans-serif", "monospace", "cursive", "fantasy", "system-ui", "ui-monospace"])
  func generics(family: String) {
    let shaper = TextShaper()
    #expect(shape("abc", family, with: shaper).glyphs.allSatisfy { $0.id != 0 })
    #expect(shaper.diagnostics.isEmpty)
  }

  /// The configuration of the tests prefers DejaVu for them; that of browsers holds.
  @Test(
    "Generic families have the metrics of Times, Arial and Courier, as in browsers",
    arguments: [
      ("serif", "Liberation Serif"), ("Sans-Serif", "Liberation Sans"), ("monospace", "Liberation Mono"),
      ("ui-monospace", "Liberation Mono"), ("cursive", "DejaVu Sans"), ("No Such Family", "Liberation Serif"),
      ("Helvetica", "Liberation Sans"), ("Times", "Liberation Serif"), ("courier", "Liberation Mono"),
    ])
  func genericsOfBrowsers(family: String, expected: String) {
    let shaper = TextShaper()
    let font = shaper.font(FontDescription(families: [family], size: 12))
    #expect(shaper.book.font(font).map { shaper.family($0.face) } == expected)
  }

  @Test("A list without any available family has the standard font and a diagnostic")
  func missingFamily() {
    let shaper = TextShaper()
    let shaped = shape("abc", "No Such Family", with: shaper)
    #expect(shaped.glyphs.count == 3)
    #expect(shaper.diagnostics.map(\.code) == ["missing_font_family"])
    shaper.startDocument()
    _ = shape("abc", "No Such Family", with: shaper)
    #expect(shaper.diagnostics.map(\.code) == ["missing_font_family"])
  }

  @Test(
    arguments: [
      (0x5965, "fonts-noto-cjk"), (0xD55C, "fonts-noto-cjk"), (0x0E01, "fonts-noto-core"), (0x0915, "fonts-noto-core"),
      (0x05D0, "fonts-noto-core"), (0x1F600, "fonts-noto-color-emoji"), (0x0416, "fonts-dejavu-core"), (0xE000, nil),
      (0x10FFFD, nil),
    ] as [(UInt32, String?)])
  func scriptsHaveTheirPackages(scalar: UInt32, package: String?) {
    #expect(FontPackages.package(for: scalar) == package)
  }

  @Test("A character that no font has is a box, and is reported once for each document")
  func missingCharacter() {
    let shaper = TextShaper()
    let shaped = shape("a\u{10FFFD}b \u{10FFFD}", with: shaper)
    #expect(shaped.glyphs.map(\.id).filter { $0 == 0 }.count == 2)
    #expect(shaped.glyphs[1].advance > 0)
    #expect(shaper.diagnostics.map(\.message) == ["No font has the character U+10FFFD; a box stands for it."])
    shaper.startDocument()
    #expect(shaper.diagnostics.isEmpty)
    _ = shape("a\u{10FFFD}b", with: shaper)
    #expect(shaper.diagnostics.count == 1)
  }

  @Test("Bold and italic faces are not synthesized if the family has them")
  func realFaces() {
    let shaper = TextShaper()
    let font = shaper.font(FontDescription(families: ["Liberation Serif"], size: 12, weight: 700, slant: .italic))
    let face = shaper.book.font(font).flatMap { shaper.face($0.face) }
    #expect(face == FaceInfo(family: "Liberation Serif", size: 12, synthesis: .none))
  }

  @Test("Missing italic and bold faces are synthesized")
  func synthesis() {
    let traits = SystemFonts.Traits(weight: 700, slant: .italic, stretch: 100, language: "")
    let found = SystemFonts().match(family: "DejaVu Math TeX Gyre", isGeneric: false, traits: traits)
    if let found { #expect(found.synthesis.contains(.oblique)) }
    var fonts = AddedFonts()
    if let data = FontData([0]) { fonts.add(AddedFace(family: "X"), data, VariationAxes()) }
    #expect(fonts.faces(family: "x", traits: traits).map(\.synthesis) == [[.bold, .oblique]])
  }

  @Test("Features are found in the font")
  func features() {
    let shaper = TextShaper()
    let font = shaper.font(FontDescription(families: ["DejaVu Sans"], size: 12))
    #expect(shaper.hasFeature("liga", in: font))
    #expect(!shaper.hasFeature("smcp", in: font))
  }

  @Test("Metrics are those of the font")
  func metrics() {
    let shaper = TextShaper()
    let metrics = shaper.metrics(shaper.font(FontDescription(families: ["DejaVu Sans"], size: 2048)))
    #expect([metrics.ascent, metrics.descent, metrics.lineGap] == [1901, 483, 0])
    #expect([metrics.spaceAdvance, metrics.zeroAdvance] == [651, 1303])
    #expect([metrics.xHeight, metrics.capHeight] == [1120, 1493])
    // The position is that of the middle of the line.
    #expect([metrics.underlineThickness, metrics.underlinePosition] == [90, 85])
    #expect([metrics.strikeoutThickness, metrics.strikeoutPosition] == [102, 479])
  }

  @Test("A fallback face has its own metrics")
  func faceMetrics() {
    let shaper = TextShaper()
    let shaped = shape("☃", "Liberation Sans", size: 2048, with: shaper)
    #expect(shaper.metrics(face: shaped.runs[0].face).ascent == 1901)
  }

  @Test("A face at a size is drawn unhinted, and its slant is in the matrix")
  func scaledFont() throws {
    let shaper = TextShaper()
    let shaped = shape("H", size: 20, with: shaper)
    let font = try #require(shaper.scaledFont(shaped.runs[0].face))
    #expect(font == shaper.scaledFont(shaped.runs[0].face))
    var glyph = cairo_glyph_t(index: UInt(shaped.glyphs[0].id), x: 0, y: 0)
    var extents = cairo_text_extents_t()
    cairo_scaled_font_glyph_extents(font, &glyph, 1, &extents)
    #expect(abs(extents.x_advance - Double(shaped.glyphs[0].advance)) < 0.01)
  }

  @Test("Unknown ids have no metrics and no glyphs")
  func unknownIDs() {
    let shaper = TextShaper()
    #expect(shaper.metrics(FontID(99)) == FontMetrics.none)
    #expect(shaper.metrics(face: FaceID(99)) == FontMetrics.none)
    #expect(shaper.scaledFont(FaceID(99)) == nil)
    let shaped = shaper.shape([0x61], spans: [TextSpan(bytes: 0..<1, font: FontID(99))], rightToLeft: false)
    #expect(shaped.runs.count == 1 && shaped.glyphs.isEmpty)
  }
}
