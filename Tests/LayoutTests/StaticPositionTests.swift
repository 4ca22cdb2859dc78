import TestTraits
import Testing

/// The static position of absolutely positioned boxes (CSS 2.2 §10.3.7).
@Suite(.hangLimit) struct StaticPositionTests {
  private func place(_ html: String, _ css: String = "") throws -> String? {
    let css = "#a { position: absolute; width: 10px; height: 6px } div { \(css) }"
    return try boxes("<div>\(html)</div>", css: css)["a"]?.first
  }

  /// Regression: boxes before the first text of a block were at its start.
  @Test(arguments: [
    ("text-align: center", "1: 97,0 10×6"), ("text-align: right", "1: 194,0 10×6"),
    ("text-indent: 20px", "1: 20,0 10×6"), ("direction: rtl", "1: 190,0 10×6"),
  ])
  func anInlineBoxIsAtTheStartOfTheFirstLine(css: String, expected: String) throws {
    #expect(try place("<span id=a></span>x", css) == expected)
    #expect(try place(" <span id=a></span> <b>x</b>", css) == expected)
  }

  @Test(arguments: [
    ("text-align: center", "1: 100,0 10×6"), ("text-align: right", "1: 200,0 10×6"),
    ("text-align: end", "1: 200,0 10×6"),
    ("text-indent: 20px", "1: 20,0 10×6"), ("direction: rtl", "1: 190,0 10×6"),
    ("direction: rtl; text-align: center", "1: 90,0 10×6"), ("direction: rtl; text-indent: 20px", "1: 170,0 10×6"),
  ])
  func withoutTextAnInlineBoxIsWhereAnEmptyLineWouldBe(css: String, expected: String) throws {
    #expect(try place("<span id=a></span>", css) == expected)
    #expect(try place("<span id=a></span><p>x</p>", css) == expected)
  }

  @Test func anInlineBoxIsBesideFloats() throws {
    #expect(try place("<b style='float: left; width: 30px'>x</b><span id=a></span>") == "1: 30,0 10×6")
    #expect(try place("<b style='float: left; width: 30px'>x</b><span id=a></span>y") == "1: 30,0 10×6")
  }

  @Test func aBlockIsAtTheStartOfItsContainer() throws {
    #expect(try place("<p id=a></p>", "text-align: center; text-indent: 20px") == "1: 0,0 10×6")
    #expect(try place("<p id=a></p>", "direction: rtl; text-align: center") == "1: 190,0 10×6")
  }

  /// Later boxes are painted over earlier ones.
  @Test func boxesKeepTheirOrder() throws {
    let css = "i, p { position: absolute } i { color: red } p { color: blue }"
    for html in ["<i>a</i><p>b</p>", "<i>a</i><p>b</p>x", "<p>a</p><i>b</i>", "<p>a</p><i>b</i>x"] {
      let found = try lines("<div>\(html)</div>", css: css).flatMap { $0 }.compactMap(\.last)
      #expect(found.filter { $0 != "x" } == ["a", "b"])
    }
  }

  /// Regression: `text-align` was ignored.
  @Test(arguments: [
    ("text-align: center", "1: 100,12 10×6"), ("text-align: right", "1: 200,12 10×6"), ("", "1: 0,12 10×6"),
    ("direction: rtl; text-align: center", "1: 90,12 10×6"), ("direction: rtl", "1: 190,12 10×6"),
  ])
  func anInlineBoxAfterABreakIsWhereAnEmptyLineWouldBe(css: String, expected: String) throws {
    #expect(try place("x<br><span id=a></span>", css) == expected)
  }

  /// css-position-3 §4.1: the static-position rectangle of a block is as wide as the content box, and has no height.
  @Test(arguments: [
    ("justify-self: end", "1: 190,12 10×6"), ("justify-self: center", "1: 95,12 10×6"),
    ("justify-self: left", "1: 0,12 10×6"), ("align-self: end", "1: 0,6 10×6"),
    ("direction: rtl; justify-self: end", "1: 190,12 10×6"),
    ("justify-self: end; right: 20px", "1: 170,12 10×6"),
  ])
  func aBlockIsAlignedInItsStaticPositionRectangle(css: String, expected: String) throws {
    #expect(try place("<p>x</p><p id=a style='\(css)'></p>") == expected)
  }
}
