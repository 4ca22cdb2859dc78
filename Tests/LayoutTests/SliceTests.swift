import TestTraits
import Testing

/// Monolithic content that is higher than a page.
///
/// Regression: the line at the end of a page was cut in two, and its text was in the PDF on both pages.
@Suite(.hangLimit) struct SliceTests {
  private let letters = "abcdefghijklmnopqrstuvwxyz".map(String.init)

  private func inlineBlock(_ lines: some Sequence<String>, _ style: String = "") -> String {
    "<span style='display: inline-block; vertical-align: top; \(style)'>\(lines.joined(separator: "<br>"))</span>"
  }

  @Test func linesOfAnInlineBlockAreOnOnePage() throws {
    let found = try lines(inlineBlock(letters[..<14], "padding-top: 5px"))
    #expect(found.count == 2)
    #expect(found.first?.last == "0,101 6 i")
    #expect(found.last == ["0,0 6 j", "0,12 6 k", "0,24 6 l", "0,36 6 m", "0,48 6 n"])
  }

  @Test func eachLineIsOnOnePageBesideOtherLines() throws {
    let html = inlineBlock(letters[..<12], "padding-top: 5px") + inlineBlock(letters[12...23], "padding-top: 2px")
    let words = try lines(html).map { page in page.flatMap { $0.split(separator: " ").dropFirst(2) }.joined() }
    #expect(words.joined().sorted() == letters[...23].map { Character($0) })
    #expect(words.count == 2)
  }

  @Test func linesOfNestedInlineBlocksAreOnOnePage() throws {
    let html = inlineBlock(["a", inlineBlock(letters[1..<14], "padding-top: 5px"), "z"])
    let found = try lines(html)
    #expect(found.count == 2)
    #expect(found.last?.first == "0,0 6 j")
    #expect(found.last?.last == "0,60 6 z")
  }

  @Test func linesThatOverflowABoxWithContainedSizeAreOnOnePage() throws {
    let text = letters[..<14].joined(separator: "<br>")
    let html = "<div style='contain: size; height: 150px'><p style='padding-top: 5px'>\(text)</div>"
    let found = try lines(html)
    #expect(found.map(\.count) == [9, 5])
    #expect(found.last?.first == "0,0 6 j")
  }

  /// A line that does not fit on any page is cut.
  @Test func aLineHigherThanAPageIsOnAllItsPages() throws {
    let html = "<div style='line-height: 200px; font-size: 60px'>a</div>"
    #expect(try lines(html).map(\.count) == [1, 1])
  }

  /// Regression: each page that shows a slice of the content had the positioned boxes in it, some beyond its edges.
  @Test(arguments: [
    ("div", "contain: size"), ("div", "contain: size layout"), ("div", "contain: size; position: relative"),
    ("div", "contain: size; position: relative; overflow: hidden"),
    ("span", "display: inline-block; position: relative"),
  ])
  func positionedBoxesInSlicesAreOnOnePage(_ name: String, _ style: String) throws {
    let isContaining = style.contains("relative") || style.contains("layout")
    let inset = isContaining ? "<p style='position: absolute; bottom: 0'>c</p>" : ""
    let html = """
      <\(name) style='\(style); height: 280px'><p style='position: absolute'>a</p><div style='height: 200px'></div>
      <p style='position: absolute'>b</p>\(inset)</\(name)>
      """
    let expected = [["0,0 6 a"], ["0,80 6 b"], isContaining ? ["0,28 6 c"] : []]
    #expect(try lines(html).map { $0.sorted() } == expected)
  }

  /// Regression: a positioned box after text, on a later page, was lost together with the text's line.
  @Test(arguments: [
    ("div", "contain: size; height: 280px"), ("span", "display: inline-block; height: 280px"),
    ("div", "contain: size; min-height: 280px"),
  ])
  func positionedBoxesAfterTextInClippedSlicesAreOnTheirPage(_ name: String, _ style: String) throws {
    let clips = "overflow: hidden; position: relative"
    let html =
      "<\(name) style='\(style); \(clips)'>a <b style='position: absolute; top: 150px; left: 0'>b</b></\(name)>"
    let found = try lines(html).map { page in page.map { String($0.split(separator: " ").last ?? "") } }
    #expect(found.prefix(2) == [["a"], ["b"]])
  }

  /// Regression: what did not fit in a column was lost.
  @Test func contentHigherThanThePageContinuesInTheNextColumn() throws {
    let html = "<div style='columns: 2; column-gap: 0'>\(inlineBlock(letters[..<25]))</div>"
    let found = try lines(html)
    #expect(found.joined().map { $0.suffix(1) }.joined().sorted() == letters[..<25].map { Character($0) })
    #expect(found.map(\.count) == [20, 5])
    #expect(found.first?[10] == "100,0 6 k")
  }

  @Test func contentOfAColumnOfDefiniteHeightOverflows() throws {
    let html = "<div style='columns: 2; column-gap: 0; height: 24px'>\(inlineBlock(letters[..<5]))</div>"
    #expect(try lines(html).map(\.count) == [5])
  }
}
