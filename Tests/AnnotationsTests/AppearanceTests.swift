import PDFObjects
import Testing

@testable import Annotations

@Suite struct AppearanceTests {
  static func drawn(_ element: String) throws -> (annotation: PDFDictionary, content: String, form: PDFDictionary) {
    let file = try Fixture.file("<annots>\(element)</annots>")
    let annotation = try #require(try Fixture.annotations(of: file).last)
    let form = try #require(try file.resolve(annotation["AP"].dictionary?["N"] ?? .null).dictionary)
    return (annotation, try Fixture.appearance(annotation, of: file), form)
  }

  static func numbers(_ object: PDFObject) -> [Double] { (object.array ?? []).compactMap(\.number) }

  @Test func theFormLiesOnTheRectangle() throws {
    let (annotation, _, form) = try Self.drawn("<square page='0' rect='10.5,20,30,40'/>")
    #expect(Self.numbers(annotation["Rect"]) == [10.5, 20, 30, 40])
    #expect(Self.numbers(form["BBox"]) == [10.5, 20, 30, 40])
    #expect(Self.numbers(form["Matrix"]) == [1, 0, 0, 1, -10.5, -20])
  }

  @Test func aBorderLiesWithinTheRectangle() throws {
    let content = try Self.drawn("<square page='0' rect='0,0,40,20' width='4' color='#FF0000'/>").content
    #expect(content.contains("1 0 0 RG\n4 w\n2 2 36 16 re\nS"))
  }

  @Test func theGivenRectangleStaysWhereItHoldsThePoints() throws {
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

  @Test func opacityIsThatOfTheWhole() throws {
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
    // Text that runs upwards.
    (Quadrilateral(Point(0, 0), Point(0, 20), Point(9, 0), Point(9, 20)), Point(9, 0)),
  ])
  func everyOrderOfCornersIsUnderstood(quadrilateral: Quadrilateral, bottomLeft: Point) {
    #expect(quadrilateral.corners.bottomLeft == bottomLeft)
  }

  @Test func aReplyShowsNothingOnThePage() throws {
    #expect(try Self.drawn("<text page='0' rect='0,0,9,9' inreplyto='old'/>").content.isEmpty)
  }

  @Test func notesDoNotTurnOrZoom() throws {
    #expect(try Self.drawn("<text page='0' rect='0,0,9,9' flags='print'/>").annotation["F"].integer == 4 + 8 + 16)
  }

  @Test func westernTextIsShownInAStandardFont() throws {
    let (annotation, content, form) = try Self.drawn(
      """
      <freetext page="0" rect="0,0,100,50"><contents>H\u{E9} \u{20AC}</contents>
      <defaultappearance>0 0 1 rg /HeBo 10 Tf</defaultappearance></freetext>
      """)
    #expect(annotation["DA"].string == Array("0 0 1 rg /HeBo 10 Tf".utf8))
    #expect(form["Resources"].dictionary?["Font"].dictionary?["HeBo"].dictionary?["BaseFont"].name == "Helvetica-Bold")
    #expect(content.contains("/HeBo 10 Tf") && content.contains("<48E92080> Tj"))
  }

  @Test func otherTextComesWithItsGlyphs() throws {
    let file = try Fixture.file(
      "<annots><freetext page='0' rect='0,0,100,50'><contents>\u{416}</contents></freetext></annots>")
    let annotation = try #require(try Fixture.annotations(of: file).last)
    let form = try #require(try file.resolve(annotation["AP"].dictionary?["N"] ?? .null).dictionary)
    let fonts = try #require(form["Resources"].dictionary?["Font"].dictionary)
    let font = try #require(try file.resolve(fonts.entries[0].value).dictionary)
    #expect(font["Subtype"].name == "Type3")
    let map = try #require(try file.resolve(font["ToUnicode"]).stream)
    #expect(String(decoding: map.encoded, as: UTF8.self).contains("<01> <0416>"))
    let glyph = try #require(try file.resolve(font["CharProcs"].dictionary?["g1"] ?? .null).stream)
    #expect(String(decoding: glyph.encoded, as: UTF8.self).contains(" d1\n"))
  }

  @Test func linesAreBrokenAtWords() {
    let setting = TextSetting(font: StandardFont(family: .courier), size: 10, glyphs: nil)
    // Six units a character.
    let lines = setting.lines("one two  threefourfive\nsix", width: 48, limit: 10)
    #expect(lines.map { String($0.text) } == ["one two", "threefou", "rfive", "six"])
    #expect(lines.map(\.width) == [42, 48, 30, 18])
  }

  @Test func numbersAreWrittenToAThousandthWithoutExponent() {
    #expect(ContentStream.number(1e-9) == "0")
    #expect(ContentStream.number(-0.0004) == "0")
    #expect(ContentStream.number(-12.3456) == "-12.346")
    #expect(ContentStream.number(1e6 + 0.5) == "1000000.5")
    #expect(ContentStream.number(.nan) == "0")
  }

  @Test func lineEndingsLieAtTheEnds() throws {
    let content = try Self.drawn(
      "<line page='0' rect='0,0,100,50' start='10,25' end='90,25' tail='ClosedArrow' width='1' interior-color='#FF0000'/>"
    ).content
    #expect(content.contains("10 25 m\n83.072 25 l\nS"))
    #expect(content.contains("83.072 29 m\n90 25 l\n83.072 21 l\nh\nB"))
  }

  @Test func stampsSayTheirNames() {
    #expect(Appearance.stampLabels(["Approved", "NotForPublicRelease", "#DApproved", "SBDraft", "Draft", "Sold"])
      == ["APPROVED", "NOT FOR PUBLIC RELEASE", "APPROVED", "DRAFT", "DRAFT", "SOLD"])
  }

  @Test func visualOrderFollowsTheLevels() {
    #expect(GlyphSource.visualOrder([0, 1, 2, 1, 0]) == [0, 3, 2, 1, 4])
    #expect(GlyphSource.visualOrder([1, 1]) == [1, 0])
  }
}

extension Appearance {
  static func stampLabels(_ icons: [String]) -> [String] { icons.map { label($0) } }
}
