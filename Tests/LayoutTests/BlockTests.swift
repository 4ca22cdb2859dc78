import TestTraits
import Testing

@Suite(.hangLimit) struct BlockTests {
  @Test func siblingMarginsCollapseToTheLargerOne() throws {
    let html = "<div id=a></div><div id=b></div>"
    let css = "div { height: 10px } #a { margin-bottom: 20px } #b { margin-top: 12px }"
    #expect(try boxes(html, css: css) == ["a": ["1: 0,0 200×10"], "b": ["1: 0,30 200×10"]])
  }

  @Test func negativeAndPositiveMarginsAreAdded() throws {
    let css = "div { height: 10px } #a { margin-bottom: 20px } #b { margin-top: -5px }"
    #expect(try boxes("<div id=a></div><div id=b></div>", css: css)["b"] == ["1: 0,25 200×10"])
  }

  @Test func firstChildsMarginCollapsesWithItsParent() throws {
    let html = "<div id=a></div><div id=parent><div id=child></div></div>"
    let css = "#a, #child { height: 10px } #child { margin-top: 15px }"
    #expect(
      try boxes(html, css: css) == ["a": ["1: 0,0 200×10"], "parent": ["1: 0,25 200×10"], "child": ["1: 0,25 200×10"]])
  }

  @Test func paddingSeparatesMargins() throws {
    let html = "<div id=parent><div id=child></div></div>"
    let css = "#child { height: 10px; margin: 15px 0 } #parent { padding: 1px 0 }"
    #expect(try boxes(html, css: css) == ["parent": ["1: 0,0 200×42"], "child": ["1: 0,16 200×10"]])
  }

  @Test func marginsCollapseThroughEmptyBoxes() throws {
    let html = "<div id=a></div><div id=empty></div><div id=b></div>"
    let css = "#a, #b { height: 10px } #empty { margin: 20px 0 8px }"
    #expect(try boxes(html, css: css)["b"] == ["1: 0,30 200×10"])
  }

  @Test func autoMarginsCenterABlock() throws {
    #expect(
      try boxes("<div id=a></div>", css: "#a { width: 60px; height: 5px; margin: 0 auto }")["a"] == ["1: 70,0 60×5"])
  }

  @Test func borderBoxSizingIncludesPaddingAndBorder() throws {
    let css = "#a { box-sizing: border-box; width: 50%; padding: 5px; border: 1px solid; height: 30px }"
    #expect(try boxes("<div id=a></div>", css: css)["a"] == ["1: 0,0 100×30"])
  }

  @Test func maxWidthLimitsWidthAndMinWidthLimitsBoth() throws {
    let css = "div { height: 1px; width: 90px } #a { max-width: 40px } #b { max-width: 40px; min-width: 50px }"
    #expect(try boxes("<div id=a></div><div id=b></div>", css: css) == ["a": ["1: 0,0 40×1"], "b": ["1: 0,1 50×1"]])
  }

  @Test func aBlockMovesWithTheRelativeInlineAroundIt() throws {
    let css = "span { position: relative; left: 7px; top: 3px } #a { height: 10px }"
    #expect(try boxes("<div><span><div id=a></div></span></div><div id=b>b</div>", css: css)["a"] == ["1: 7,3 200×10"])
  }

  @Test func closedDetailsShowOnlyTheirSummary() throws {
    #expect(
      try lines("<details><summary>a</summary>b<p>c</p></details>").first?.count(where: {
        $0.hasSuffix("b") || $0.hasSuffix("c")
      }) == 0)
  }

  @Test func relativePositionMovesOnlyTheBox() throws {
    let css = "div { height: 10px } #a { position: relative; left: 7px; top: 3px }"
    #expect(
      try boxes("<div id=a></div><div id=b></div>", css: css) == ["a": ["1: 7,3 200×10"], "b": ["1: 0,10 200×10"]])
  }

  @Test func absoluteBoxesArePlacedInTheirPositionedAncestor() throws {
    let html = "<div id=parent><div id=child>abc</div></div>"
    let css =
      "#parent { position: relative; margin: 10px; height: 50px } #child { position: absolute; right: 5px; bottom: 4px }"
    #expect(try boxes(html, css: css)["child"] == ["1: 167,44 18×12"])
  }

  @Test func fixedBoxesAppearOnEveryPage() throws {
    let html = "<div id=fixed>x</div><p>a</p><p style='break-before: page'>b</p>"
    #expect(
      try boxes(html, css: "#fixed { position: fixed; top: 0; right: 0 }")["fixed"] == [
        "1: 194,0 6×12", "2: 194,0 6×12",
      ])
  }

  @Test func textFlowsAroundFloats() throws {
    let html = "<div id=f></div><p>aaaa bbbb cccc dddd eeee ffff gggg hhhh iiii jjjj</p>"
    let css = "#f { float: left; width: 80px; height: 20px }"
    #expect(
      try lines(html, css: css) == [
        ["80,0 114 aaaa bbbb cccc dddd", "80,12 114 eeee ffff gggg hhhh", "0,24 54 iiii jjjj"]
      ])
  }

  @Test func clearMovesBelowTheFloat() throws {
    let css = "#f { float: right; width: 80px; height: 20px } #p { clear: both }"
    #expect(try boxes("<div id=f></div><p id=p>a</p>", css: css) == ["f": ["1: 120,0 80×20"], "p": ["1: 0,20 200×12"]])
  }

  @Test func aFormattingContextRootContainsItsFloats() throws {
    let html = "<div id=root><div id=f></div></div>"
    #expect(
      try boxes(html, css: "#root { overflow: hidden } #f { float: left; width: 9px; height: 20px }")["root"] == [
        "1: 0,0 200×20"
      ])
  }

  @Test func heightsMayStretchAndFollowTheContent() throws {
    func place(_ css: String) throws -> String? {
      try boxes("<div style='height: 60px'><div id=a>a<br>b</div></div>", css: "#a { \(css) }")["a"]?.first
    }
    #expect(try place("height: stretch; margin: 0 0 5px; border-top: 2px solid") == "1: 0,0 200×55")
    #expect(try place("height: 10px; min-height: min-content") == "1: 0,0 200×24")
    #expect(try place("height: 50px; max-height: fit-content") == "1: 0,0 200×24")
    #expect(try place("height: max-content") == "1: 0,0 200×24")
  }

  /// Boxes between two insets are aligned by `align-self` and `justify-self` (css-position-3 §4.3).
  @Test func absoluteBoxesAreAlignedBetweenTheirInsets() throws {
    func place(_ css: String) throws -> String? {
      try boxes(
        "<div style='position: relative; width: 100px; height: 60px'><div id=a>ab</div></div>",
        css: "#a { position: absolute; inset: 10px 20px; \(css) }")["a"]?.first
    }
    #expect(try place("") == "1: 20,10 60×40")
    #expect(try place("justify-self: center; align-self: end") == "1: 44,38 12×12")
    #expect(try place("justify-self: end; width: 30px; align-self: center; height: 10px") == "1: 50,25 30×10")
    #expect(try place("justify-self: center; width: 80px") == "1: 10,10 80×40")
    #expect(try place("justify-self: safe center; width: 80px") == "1: 20,10 80×40")
  }
}

/// `align-content` of block containers (css-align-3 §5.1.1).
@Suite(.hangLimit) struct BlockAlignmentTests {
  @Test(arguments: [
    ("center", 44), ("end", 88), ("start", 0), ("space-between", 0), ("space-around", 44), ("normal", 0),
  ])
  func theContentIsMoved(value: String, top: Int) throws {
    let html = "<div style='height: 100px; align-content: \(value)'><p id=a>x</p></div>"
    #expect(try boxes(html)["a"] == ["1: 0,\(top) 200×12"])
  }

  @Test func contentThatIsTooHighStaysAtTheTop() throws {
    let html = "<div style='height: 10px; align-content: end'><p id=a>x</p></div>"
    #expect(try boxes(html)["a"] == ["1: 0,0 200×12"])
  }

  /// The text of buttons was at their top.
  @Test func theContentOfAButtonIsInItsMiddle() throws {
    let html = "<button style='height: 60px; border: 0; padding: 0; font: inherit'>x</button>"
    #expect(try lines(html)[0].first?.contains(",24 ") == true)
  }
}

/// Blocks in containers whose width or floats differ from those of their own container.
@Suite(.hangLimit) struct BlockContainerTests {
  /// Percentages of margins that collapse with those of the container referred to the width of its container.
  @Test(arguments: ["width: 100px", "max-width: 100px", "margin: 0 50px", "padding: 0 50px"])
  func percentagesOfCollapsingMarginsReferToTheContainer(css: String) throws {
    let html = "<div style='\(css)'><p id=a style='margin-top: 10%'>x</p></div>"
    #expect(try boxes(html)["a"]?.first?.contains(",10 ") == true)
  }

  /// The margins of a box beside a float were added to the width of the float.
  @Test func marginsOfAFormattingContextOverlapFloats() throws {
    func place(_ css: String) throws -> [String]? {
      let html = "<div id=f style='float: left; width: 30px; height: 40px'></div>"
      return try boxes(html + "<div id=a style='overflow: hidden; height: 12px; \(css)'></div>")["a"]
    }
    #expect(try place("margin-left: 20px") == ["1: 30,0 170×12"])
    #expect(try place("margin-left: 50px") == ["1: 50,0 150×12"])
    #expect(try place("margin-right: 20px") == ["1: 30,0 150×12"])
    #expect(try place("width: 160px; margin: 0 5px 0 20px") == ["1: 30,0 160×12"])
  }

  /// The first line was not indented if a float preceded it.
  @Test func floatsDoNotPrecedeTheFirstLine() throws {
    let html = "<div style='text-indent: 18px'><div style='float: left; text-indent: 0'>f</div>aaa</div>"
    #expect(try lines(html)[0].contains("24,0 18 aaa"))
  }

  /// Runs of text in a flex or grid container are blocks of their own; only the first was indented.
  @Test(arguments: ["grid", "flex"]) func eachAnonymousItemIsIndented(display: String) throws {
    let html = "<div style='display: \(display); flex-direction: column; text-indent: 12px'>a<i>b</i>c</div>"
    #expect(try lines(html)[0].map { $0.prefix(3) } == ["12,", "12,", "12,"])
  }
}

/// Absolutely positioned boxes between two insets (CSS 2.2 §10.6.4, §10.7).
@Suite(.hangLimit) struct AbsoluteSizeTests {
  private func size(_ css: String) throws -> String? {
    let html = "<div style='position: relative; height: 80px'><div id=a style='position: absolute; \(css)'></div></div>"
    return try boxes(html)["a"]?.first
  }

  /// `min-height` and `max-height` were ignored.
  @Test func theHeightIsLimited() throws {
    #expect(try size("inset: 5px; min-height: 90px") == "1: 5,5 190×90")
    #expect(try size("inset: 5px; max-height: 20px") == "1: 5,5 190×20")
  }

  @Test func theWidthFollowsFromTheHeightByTheRatio() throws {
    #expect(try size("top: 5px; bottom: 5px; aspect-ratio: 1") == "1: 0,5 70×70")
    #expect(try size("top: 5px; left: 5px; right: 5px; aspect-ratio: 10") == "1: 5,5 190×19")
  }

  /// Regression: a `min-height` that has no effect kept the margin of the last child in the box.
  @Test(arguments: [
    ("min-height: 10px", ["1: 0,0 200×12", "1: 0,32 200×12"]),
    ("min-height: 50%", ["1: 0,0 200×12", "1: 0,32 200×12"]),
    ("min-height: 30px", ["1: 0,0 200×30", "1: 0,30 200×12"]),
    ("max-height: 10px", ["1: 0,0 200×10", "1: 0,10 200×12"]),
    ("max-height: 12px", ["1: 0,0 200×12", "1: 0,32 200×12"]),
  ])
  func theLastMarginAdjoinsThatOfABoxOfUnchangedHeight(_ style: String, _ found: [String]) throws {
    let html = "<!DOCTYPE html><div id=a style='\(style)'><p style='margin: 0 0 20px'>a</p></div><p id=b>b</p>"
    let boxes = try boxes(html)
    #expect([boxes["a"]?.first, boxes["b"]?.first] == found)
  }

  /// css-sizing-3 §5.1. Regression: keywords counted as `auto` in the intrinsic widths of the container.
  @Test(arguments: [
    ("width: min-content", 12), ("width: max-content", 24), ("max-width: min-content", 12),
    ("width: 100px; max-width: max-content", 24), ("width: 6px; min-width: max-content", 24),
    ("width: fit-content(18px)", 18),
  ])
  func aKeywordDeterminesTheWidthOfAFloatAround(_ style: String, _ width: Int) throws {
    let html = "<div id=f style='float: left'><div style='\(style)'>aa a</div></div>"
    #expect(try boxes(html)["f"]?.first?.contains(" \(width)×") == true)
  }

  /// Regression: the float was placed before the line moved below the preceding float.
  @Test func aFloatAfterTheTextOfALineIsNotAboveTheLine() throws {
    let html = """
      <div style='float: left; width: 200px; height: 30px'></div>aa<div id=f style='float: left; width: 195px; height: 8px'>
      </div>
      """
    #expect(try lines(html) == [["0,30 12 aa"]])
    #expect(try boxes(html)["f"] == ["1: 0,42 195×8"])
  }

  /// css-sizing-4 §6.1: `stretch` fills what the insets of a positioned box leave.
  @Test func positionedBoxesStretchBetweenTheirInsets() throws {
    func place(_ css: String) throws -> String? {
      let html = "<div style='position: relative; height: 100px'><div id=a>x</div></div>"
      return try boxes(html, css: "#a { position: absolute; width: 10px; \(css) }")["a"]?.first
    }
    #expect(try place("top: 10px; bottom: 20px; height: 5px; min-height: stretch") == "1: 0,10 10×70")
    #expect(try place("top: 10px; height: 200px; max-height: stretch") == "1: 0,10 10×90")
    #expect(try place("bottom: 20px; height: 200px; max-height: stretch") == "1: 0,0 10×80")
    #expect(try place("top: 10px; bottom: 20px; margin: 5px 0; min-height: stretch; height: 1px") == "1: 0,15 10×60")
  }

  /// css-overflow-3 §3.2: flow-relative names.
  @Test func overflowHasFlowRelativeNames() throws {
    func clips(_ css: String) throws -> String {
      let document = try layOut("<!DOCTYPE html><div id=a style='\(css)'>x</div>")
      return document.styles.contains { $0.box.overflowX == .clip && $0.box.overflowY == .visible }
        ? "x"
        : document.styles.contains { $0.box.overflowY == .clip && $0.box.overflowX == .visible } ? "y" : ""
    }
    #expect(try clips("overflow-inline: clip") == "x")
    #expect(try clips("overflow-block: clip") == "y")
  }

  /// CSS 2.2 §10.8.1: lines in tables are not lines of an inline block around them, as in browsers.
  @Test func tablesHaveNoBaselineInInlineBlocks() throws {
    func tops(_ content: String) throws -> [String] {
      try lines("<!DOCTYPE html>b<span style='display: inline-block'>\(content)</span>")[0]
    }
    let table = "<table style='border-spacing: 0'><tr><td>x<tr><td>y</table>"
    #expect(try tops("a" + table).prefix(2) == ["0,0 6 b", "6,0 6 a"])
    // Without lines of its own, its bottom edge is on the baseline.
    #expect(try tops(table)[0].hasPrefix("0,1"))
  }

  /// HTML 15.5.2: the automatic width of a button is that of its content, unless a container stretches it.
  @Test func blockButtonsFitTheirContent() throws {
    let css = """
      button { display: block; padding: 0; border: 0; font: inherit }
      section { display: flex; flex-direction: column }
      """
    let html = """
      <button id=a>aaaa</button><button id=b style='width: 50px'>b</button>
      <section><button id=c>c</button></section>
      """
    let found = try boxes(html, css: css)
    #expect(found["a"] == ["1: 0,0 24×12"] && found["b"] == ["1: 0,12 50×12"] && found["c"] == ["1: 0,24 200×12"])
  }

  @Test func emptyFieldsHaveTheBaselineOfTheirText() throws {
    let css = "input { width: 30px; height: 30px; padding: 0; border: 0; font: inherit }"
    let empty = try boxes("<p><span id=s>x</span><input id=i></p>", css: css)
    #expect(empty == (try boxes("<p><span id=s>x</span><input id=i value=a></p>", css: css)))
  }

  /// Regression: the padding of a field with `box-sizing: border-box` left no space for its text.
  @Test func fieldsAreAsHighAsTheirLinesWithAnyPadding() throws {
    let css = "* { box-sizing: border-box } input, textarea { font: inherit; padding: 5px; border: 1px solid }"
    let found = try boxes("<div><input id=a></div><div><textarea id=b rows=3>x</textarea></div>", css: css)
    #expect(found["a"] == ["1: 0,0 128×24"])
    #expect(found["b"]?.first?.hasSuffix("×48") == true)
  }

  @Test func fieldsWithoutValueShowTheirPlaceholder() throws {
    let css = "input, textarea { padding: 0; border: 0; font: inherit }"
    func texts(_ html: String) throws -> [String] {
      try lines(html, css: css)[0].map { String($0.split(separator: " ", maxSplits: 2)[2]) }
    }
    #expect(try texts("<input placeholder=name><textarea placeholder=note></textarea>") == ["name", "note"])
    #expect(try texts("<input placeholder=name value=v><textarea placeholder=note>w</textarea>") == ["v", "w"])
    #expect(try texts("<input type=password value=abc><input type=password placeholder=secret>") == ["•••", "secret"])
  }

  @Test func stickyBoxesAreNotMoved() throws {
    #expect(
      try boxes("<p>a</p><p id=a style='position: sticky; top: 20px; bottom: 50px; left: 5px'>b</p>")["a"]
        == ["1: 0,12 200×12"])
  }
}
