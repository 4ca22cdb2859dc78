import TestTraits
import Testing

/// Space above and below text that is removed (`text-box-trim`, css-inline-3 §6.2). Liberation Mono of 10 px has an
/// ascent of 8 px and a descent of 3 px, so that a line of 31 px has 10 px of leading on each side.
@Suite(.hangLimit) struct TextTrimTests {
  private let css = "p { line-height: 31px } .t { text-box-trim: trim-both }"

  private func box(_ html: String, _ more: String = "") throws -> String? {
    try boxes(html, css: css + more)["a"]?.first
  }

  @Test func leadingIsTrimmed() throws {
    #expect(try box("<p id=a class=t>x") == "1: 0,0 200×11")
    #expect(try box("<p id=a class=t>x<br>y") == "1: 0,0 200×42")
    #expect(try lines("<p class=t>x<br>y</p><p>z", css: css)[0] == ["0,0 6 x", "0,31 6 y", "0,52 6 z"])
    #expect(try box("<p id=a class=t>x", ".t { text-box-trim: trim-start }") == "1: 0,0 200×21")
    #expect(try box("<p id=a class=t>x", ".t { text-box-trim: trim-end }") == "1: 0,0 200×21")
  }

  @Test func edgesOfText() throws {
    #expect(try box("<p id=a class=t>x", ".t { text-box-edge: text alphabetic }") == "1: 0,0 200×8")
    // Capitals are 6.6 px high, small letters 5.3 px.
    #expect(try box("<p id=a class=t>x", ".t { text-box-edge: cap alphabetic }") == "1: 0,0 200×7")
    #expect(try box("<p id=a class=t>x", ".t { text-box-edge: ex alphabetic }") == "1: 0,0 200×5")
  }

  @Test func propertiesOfTheHeightAreKept() throws {
    #expect(try box("<p id=a class=t style='height: 40px'>x") == "1: 0,0 200×40")
    #expect(try box("<p id=a class=t style='min-height: 20px'>x") == "1: 0,0 200×20")
    #expect(try box("<p id=a class=t style='padding: 5px'>x") == "1: 0,0 200×21")
  }

  @Test func firstAndLastLinesMayBeInNestedBlocks() throws {
    #expect(try box("<div id=a class=t><p>x</p><p>y</p></div>") == "1: 0,0 200×42")
    // An empty block is the first or last one, and has no line.
    #expect(try box("<div id=a class=t><div></div><p>x</p><p>y</p><div></div></div>") == "1: 0,0 200×62")
    #expect(
      try box("<div id=a class=t><div style='display: flow-root'><p>x</p></div><p>y</p></div>") == "1: 0,0 200×42")
    #expect(try box("<div id=a class=t><span><p>x</p></span></div>") == "1: 0,0 200×11")
    #expect(try box("<div id=a class=t><p style='float: left'>x</p><p>y</p></div>") == "1: 0,0 200×11")
  }

  @Test func otherContentAndEdgesPreventTrimming() throws {
    #expect(try box("<div id=a class=t><p style='padding: 1px'>x</p></div>") == "1: 0,0 200×33")
    let table = "<table style='border-spacing: 0'><td height=9></table>"
    #expect(try box("<div id=a class=t>\(table)<p>x</p>\(table)</div>") == "1: 0,0 200×49")
    #expect(
      try box("<div class=t><span style='display: inline-block' id=a><p>x</p></span></div>")?.hasSuffix("6×31") == true)
  }

  /// Regression: the background of inline boxes was that of the whole text (css-inline-3 §6.2).
  @Test func theContentAreaOfAnInlineBoxIsTrimmed() throws {
    func span(_ css: String) throws -> String? {
      try box("<p><span id=a style='background: red; padding: 3px 0; \(css)'>x</span></p>")
    }
    #expect(try span("") == "1: 0,7 6×17")
    #expect(try span("text-box: trim-both text alphabetic") == "1: 0,7 6×14")
    #expect(try span("text-box: trim-both cap alphabetic") == "1: 0,8 6×13")
    #expect(try span("text-box: trim-end cap alphabetic") == "1: 0,7 6×14")
    #expect(try lines("<p><span style='text-box: trim-both cap alphabetic'>x</span></p><p>y", css: css)[0].count == 2)
    #expect(try box("<p><span style='text-box: trim-both cap alphabetic'>x</span></p><p id=a>y") == "1: 0,31 200×31")
  }

  @Test func theContentContinuesOnTheNextPage() throws {
    let found = try lines(
      "<p class=t>\(String(repeating: "x<br>", count: 5))</p>", css: css + "p { orphans: 1; widows: 1 }")
    #expect(found.map(\.count) == [4, 1] && found[0][0].hasPrefix("0,0 ") && found[1][0].hasPrefix("0,10 "))
  }
}
