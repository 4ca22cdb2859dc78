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
