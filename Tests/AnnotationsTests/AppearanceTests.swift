import PDF
import TestTraits
import Testing

@testable import Annotations

@Suite(.hangLimit) struct AppearanceTests {
  static func drawn(_ element: String) throws -> (annotation: PDFDictionary, content: String, form: PDFDictionary) {
    let file = try Fixture.file("<annots>\(element)</annots>")
    let annotation = try #require(try Fixture.annotations(of: file).last)
    let form = try #require(try file.resolve(annotation["AP"].dictionary?["N"] ?? .null).dictionary)
    return (annotation, try Fixture.appearance(annotation, of: file), form)
  }

  static func numbers(_ object: PDFObject) -> [Double] { (object.array ?? []).compactMap(\.number) }

  @Test func formCoversRectangle() throws {
    let (annotation, _, form) = try Self.drawn("<square page='0' rect='10.5,20,30,40'/>")
    #expect(Self.numbers(annotation["Rect"]) == [10.5, 20, 30, 40])
    #expect(Self.numbers(form["BBox"]) == [10.5, 20, 30, 40])
    #expect(Self.numbers(form["Matrix"]) == [1, 0, 0, 1, -10.5, -20])
  }

  @Test func borderIsInsideRectangle() throws {
    let content = try Self.drawn("<square page='0' rect='0,0,40,20' width='4' color='#FF0000'/>").content
    #expect(content.contains("1 0 0 RG\n4 w\n2 2 36 16 re\nS"))
  }

  @Test func givenRectangleIsKeptIfItContainsPoints() throws {
    let ink = "<inklist><gesture>10,10;50,50</gesture></inklist>"
    let tight = try Self.drawn("<ink page='0' rect='10,10,50,50' width='6'>\(ink)</ink>").annotation
    #expect(Self.numbers(tight["Rect"]) == [10, 10, 50, 50])
    let small = try Self.drawn("<ink page='0' rect='10,10,20,20' width='6'>\(ink)</ink>").annotation
    #expect(Self.numbers(small["Rect"]) == [7, 7, 53, 53])
    let none = try Self.drawn("<ink page='0' width='6'>\(ink)</ink>").annotation
    #expect(Self.numbers(none["Rect"]) == [7, 7, 53, 53])
  }

  @Test func highlightsAreMultiplied() throws {
    let (_, content, form) = try Self.drawn("<highlight page='0' rect='0,0,9,9' color='#FFFF00'/>")
    let state = form["Resources"].dictionary?["ExtGState"].dictionary?["Opacity"].dictionary
    #expect(state?["BM"].name == "Multiply")
    #expect(content.contains("1 1 0 rg") && content.contains("0 0 m\n9 0 l\n9 9 l\n0 9 l\nh\nf"))
  }

  @Test func opacityAppliesToWholeAnnotation() throws {
    let (annotation, content, form) = try Self.drawn(
      "<square page='0' rect='0,0,9,9' interior-color='#FF0000' color='#0000FF' opacity='0.25'/>")
    #expect(annotation["CA"].number == 0.25)
    let state = form["Resources"].dictionary?["ExtGState"].dictionary?["Opacity"].dictionary
    #expect(state?["ca"].number == 0.25 && state?["CA"].number == 0.25)
    #expect(content.hasPrefix("/Opacity gs\n/Group Do\n"))
  }

  @Test(arguments: [
    (Quadrilateral(Point(0, 9), Point(20, 9), Point(0, 0), Point(20, 0)), Point(0, 0)),
    (Quadrilateral(Point(0, 0), Point(20, 0), Point(20, 9), Point(0, 9)), Point(0, 0)),
    (Quadrilateral(Point(0, 9), Point(20, 9), Point(20, 0), Point(0, 0)), Point(0, 0)),
    (Quadrilateral(Point(0, 0), Point(20, 0), Point(0, 9), Point(20, 9)), Point(0, 0)),
    // Text rotated by 90 degrees.
    (Quadrilateral(Point(0, 0), Point(0, 20), Point(9, 0), Point(9, 20)), Point(9, 0)),
  ])
  func everyCornerOrderIsRecognised(quadrilateral: Quadrilateral, bottomLeft: Point) {
    #expect(quadrilateral.corners.bottomLeft == bottomLeft)
  }

  @Test func replyHasNoIconOnPage() throws {
    #expect(try Self.drawn("<text page='0' rect='0,0,9,9' inreplyto='old'/>").content.isEmpty)
  }

  @Test func notesDoNotRotateOrZoom() throws {
    #expect(try Self.drawn("<text page='0' rect='0,0,9,9' flags='print'/>").annotation["F"].integer == 4 + 8 + 16)
  }

  /// The font of a free text with `members`, and the text that its form shows.
  static func font(_ contents: String, _ elements: String = "") throws -> (
    file: PDFFile, font: PDFDictionary, content: String
  ) {
    let file = try Fixture.file(
      "<annots><freetext page='0' rect='0,0,100,50'><contents>\(contents)</contents>\(elements)</freetext></annots>")
    let annotation = try #require(try Fixture.annotations(of: file).last)
    let form = try #require(try file.resolve(annotation["AP"].dictionary?["N"] ?? .null).dictionary)
    let fonts = try #require(form["Resources"].dictionary?["Font"].dictionary)
    let font = try #require(try file.resolve(fonts.entries[0].value).dictionary)
    return (file, font, try Fixture.appearance(annotation, of: file))
  }

  static func decoded(_ object: PDFObject?, _ file: PDFFile) throws -> String {
    let stream = try #require(try file.resolve(object ?? .null).stream)
    return String(decoding: try file.decode(stream), as: UTF8.self)
  }

  @Test(arguments: [("H", "0048"), ("\u{416}", "0416"), ("\u{5D0}", "05D0")])
  func textHasGlyphsAndUnicodeMap(text: String, unicode: String) throws {
    let (file, font, content) = try Self.font(text)
    #expect(font["Subtype"].name == "Type3")
    #expect(try Self.decoded(font["ToUnicode"], file).contains("<01> <\(unicode)>"))
    #expect(try Self.decoded(font["CharProcs"].dictionary?["g1"], file).contains(" d1\n"))
    #expect(content.contains("/Own0 12 Tf") && content.contains("[<01>] TJ"))
  }

  @Test func lineIsOneTextOperator() throws {
    let content = try Self.font("abba", "<defaultappearance>/Cour 10 Tf</defaultappearance>").content
    #expect(content.contains("/Own0 10 Tf") && content.contains("[<01020201>] TJ"))
  }

  @Test func secondLineIsBelowFirst() throws {
    let content = try Self.font("a\nb", "<defaultappearance>/Helv 10 Tf</defaultappearance>").content
    let lines = content.split(separator: "\n").filter { $0.hasSuffix("TJ ET") }
    #expect(lines.count == 2 && lines[0].contains("Tf 3 37.8 Td") && lines[1].contains("Tf 3 26.3 Td"))
  }

  @Test func linesAreBrokenAtWords() {
    let breaker = TextLineBreaker(face: TextFace(named: "Cour"), glyphs: GlyphSource())
    // Each character is 0.6 ems wide.
    let lines = breaker.lines("one two  threefourfive\nsix", width: 4.85, limit: 10)
    #expect(lines.map(\.glyphs.count) == [7, 8, 5, 3])
    #expect(abs(lines[0].width - 4.2) < 0.01 && abs(lines[1].width - 4.8) < 0.01)
  }

  /// Parts of a long word end where they do in a word of one line; spaces at the end of a line do not count.
  @Test func longWordsAreBrokenEverywhere() {
    let breaker = TextLineBreaker(face: TextFace(named: "Cour"), glyphs: GlyphSource())
    let lines = breaker.lines(String(repeating: "x", count: 1_000), width: 60.01, limit: 100)
    #expect(lines.map(\.glyphs.count) == Array(repeating: 100, count: 10))
    let spaced = breaker.lines("xx" + String(repeating: " ", count: 500) + "yy", width: 3, limit: 100)
    #expect(spaced.map(\.glyphs.count) == [2, 2])
  }

  @Test func linesBeyondLimitAreNotSet() {
    let breaker = TextLineBreaker(face: TextFace(), glyphs: GlyphSource())
    #expect(breaker.lines(String(repeating: "x ", count: 1_000), width: 1, limit: 7).count == 7)
  }

  @Test(arguments: [
    ("Helv", "Helvetica", TextFace.Kind.sansSerif, false, false), ("/TiBI", "Times", .serif, true, true),
    ("ABCDEF+Arial-BoldMT", "Arial", .sansSerif, true, false),
    ("TimesNewRomanPSMT,Italic", "TimesNewRoman", .serif, false, true),
    ("Courier-Oblique", "Courier", .monospaced, false, true), ("", "Helvetica", .sansSerif, false, false),
  ])
  func fontNamesGiveFamilyAndStyle(name: String, family: String, kind: TextFace.Kind, isBold: Bool, isItalic: Bool) {
    let face = TextFace(named: name)
    #expect((face.family, face.kind, face.isBold, face.isItalic) == (family, kind, isBold, isItalic))
  }

  @Test func styleComesFromBothStrings() {
    let style = FreeTextStyle(
      defaultAppearance: "/Helv 9 Tf 1 0 0 rg 0 0 1 RG",
      defaultStyle: "font-family: 'Carlito', serif; font-weight: bold; text-align: right; text-valign: middle")
    #expect(style.face.family == "Carlito" && style.face.isBold && style.size == 9)
    #expect(style.color == .rgb(1, 0, 0) && style.borderColor == .rgb(0, 0, 1))
    #expect(style.justification == .right && style.verticalAlignment == .center)
  }

  @Test func numbersAreRoundedToThousandths() {
    #expect(AppearanceContent.number(1e-9) == "0")
    #expect(AppearanceContent.number(-0.0004) == "0")
    #expect(AppearanceContent.number(-12.3456) == "-12.346")
    #expect(AppearanceContent.number(1e6 + 0.5) == "1000000.5")
    #expect(AppearanceContent.number(.nan) == "0")
  }

  @Test func lineEndingsAreAtEnds() throws {
    let content = try Self.drawn(
      "<line page='0' rect='0,0,100,50' start='10,25' end='90,25' tail='ClosedArrow' width='1' interior-color='#FF0000'/>"
    ).content
    #expect(content.contains("10 25 m\n83.072 25 l\nS"))
    #expect(content.contains("83.072 29 m\n90 25 l\n83.072 21 l\nh\nB"))
  }

  @Test func stampsShowNames() {
    #expect(
      Appearance.stampLabels(["Approved", "NotForPublicRelease", "#DApproved", "SBDraft", "Draft", "Sold"])
        == ["APPROVED", "NOT FOR PUBLIC RELEASE", "APPROVED", "DRAFT", "DRAFT", "SOLD"])
  }

  @Test func visualOrderFollowsLevels() {
    #expect(GlyphSource.visualOrder([0, 1, 2, 1, 0]) == [0, 3, 2, 1, 4])
    #expect(GlyphSource.visualOrder([1, 1]) == [1, 0])
  }
}

extension Appearance {
  static func stampLabels(_ icons: [String]) -> [String] { icons.map { label($0) } }
}
