import TestTraits
import Testing

@Suite(.hangLimit) struct ClearanceTests {
  private let float = "<div style='float: left; width: 40px; height: 30px'></div>"

  @Test func anEmptyBoxWithClearanceMovesFollowingContentBelowTheFloat() throws {
    let html = float + "<div style='clear: both'></div><div id=b></div>"
    #expect(try boxes(html, css: "#b { height: 10px }")["b"] == ["1: 0,30 200×10"])
  }

  @Test func theMarginOfABoxWithClearanceDoesNotCollapse() throws {
    let html = "<div id=parent>" + float + "<div id=b></div></div>"
    let css = "#b { clear: left; margin-top: 12px; height: 10px }"
    #expect(try boxes(html, css: css) == ["parent": ["1: 0,0 200×40"], "b": ["1: 0,30 200×10"]])
  }

  @Test func aBoxWithClearanceCollapsesWithFollowingMarginsButNotWithItsParentsEnd() throws {
    let html = "<div id=parent>" + float + "<div style='clear: left; margin: 10px 0 25px'></div></div><div id=b></div>"
    let css = "#b { height: 10px }"
    // The float is 30 px high; the lower margin extends beyond the upper one.
    #expect(try boxes(html, css: css) == ["parent": ["1: 0,0 200×45"], "b": ["1: 0,45 200×10"]])
  }

  /// The margins of a cleared box collapsed with those above a float without height.
  @Test func aBoxClearsAFloatWithoutHeightAtItsPosition() throws {
    let above = "<div style='height: 10px; margin-bottom: 20px'></div>"
    let float = "<div style='float: left; width: 40px'></div>"
    let cleared = "<div style='clear: both; margin: 5px 0 15px'></div>"
    let below = "<div id=b style='height: 10px'></div>"
    // The border edge of the cleared box is at 30 px, and its margins begin 5 px higher.
    #expect(try boxes(above + float + cleared + below)["b"] == ["1: 0,40 200×10"])
    #expect(try boxes("\(above)<div>\(float)\(cleared)</div>\(below)")["b"] == ["1: 0,40 200×10"])
    #expect(try boxes("\(above)<div>\(float)</div>\(cleared)\(below)")["b"] == ["1: 0,40 200×10"])
  }

  /// Any float of the formatting context separated the margins around a box that contains one with `clear`.
  @Test(arguments: ["<div style='clear: both'></div>", "<p style='clear: right; margin: 0'></p>"])
  func aBoxWithoutClearanceDoesNotSeparateMargins(_ inner: String) throws {
    let html = """
      <div style='float: left; width: 40px; height: 5px'></div><div style='height: 30px; margin-bottom: 10px'></div>
      <div style='margin: 10px 0'>\(inner)</div><div id=b></div>
      """
    #expect(try boxes(html, css: "#b { height: 10px }")["b"] == ["1: 0,40 200×10"])
  }

  /// Boxes whose height is padding in percent overlapped what follows them.
  @Test(arguments: ["padding-bottom: 10%", "padding-top: 10%"])
  func paddingInPercentSeparatesMargins(_ style: String) throws {
    let html = "<div id=a style='\(style)'></div><div id=b></div>"
    #expect(try boxes(html, css: "#b { height: 10px }") == ["a": ["1: 0,0 200×20"], "b": ["1: 0,20 200×10"]])
    let outer = "<div style='width: 50%'><div style='\(style)'></div></div><div id=b></div>"
    #expect(try boxes(outer, css: "#b { height: 10px }")["b"] == ["1: 0,10 200×10"])
  }

  @Test func aFormattingContextIsPlacedWhereItsWholeHeightFits() throws {
    let html = """
      <div style='float: right; width: 80px; height: 30px'></div><div style='float: left; width: 150px; height: 30px'></div>
      <div id=a></div><div id=b></div>
      """
    let css = "#a, #b { overflow: hidden; width: 100px; height: 20px }"
    #expect(try boxes(html, css: css) == ["a": ["1: 0,0 100×20"], "b": ["1: 0,60 100×20"]])
  }

  @Test func aTallLineIsShortenedByAFloatThatIntrudes() throws {
    let html = """
      <div style='float: left; clear: left; width: 10px; height: 30px'></div>
      <div style='float: left; clear: left; width: 50px; height: 30px'></div><i id=a></i>
      """
    let css = "#a { display: inline-block; vertical-align: top; width: 20px; height: 40px }"
    #expect(try boxes(html, css: css)["a"] == ["1: 50,0 20×40"])
  }

  /// Line breaks had no effect on floats, so that everything after them stayed beside the floats of old pages.
  @Test(arguments: ["<br clear=all>", "<br clear=LEFT>", "<br style='clear: both'>"])
  func theLineAfterABreakClearsFloats(_ br: String) throws {
    let float = "<div style='float: left; width: 30px; height: 40px'></div>"
    #expect(try lines("<div>\(float)ab\(br)cd</div>")[0] == ["30,0 12 ab", "0,40 12 cd"])
    #expect(try lines("<div>\(float)ab<br clear=right>cd</div>")[0] == ["30,0 12 ab", "30,12 12 cd"])
  }

  @Test func aBreakAtTheEndOfABlockExtendsItBelowItsFloats() throws {
    let float = "<div style='float: left; width: 30px; height: 40px'></div>"
    #expect(try boxes("<div id=a>\(float)ab<br clear=all></div>")["a"] == ["1: 0,0 200×40"])
  }
}
