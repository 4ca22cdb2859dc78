import TestTraits
import Testing

@Suite(.hangLimit) struct RightToLeftTests {
  private let float = "<div style='float: right; width: 50px; height: 30px'></div>"

  private func place(_ html: String, _ css: String = "") throws -> [String]? {
    try boxes("<div dir=rtl>\(html)</div>", css: "#a { height: 12px } \(css)")["a"]
  }

  @Test func formattingContextsAreBesideTheFloatAtTheirSide() throws {
    #expect(try place(float + "<div id=a></div>", "#a { overflow: hidden; width: 40px }") == ["1: 110,0 40×12"])
    #expect(try place(float + "<div id=a></div>", "#a { overflow: hidden }") == ["1: 0,0 150×12"])
    #expect(
      try place(
        "<div style='float: left; width: 50px; height: 30px'></div><div id=a></div>",
        "#a { overflow: hidden; width: 40px }")
        == ["1: 160,0 40×12"])
  }

  @Test func tablesAreBesideTheFloatAtTheirSide() throws {
    let table = "<table id=a><tr><td></table>"
    #expect(try place(float + table, "#a { width: 40px; border-spacing: 0 }") == ["1: 110,0 40×12"])
  }

  @Test func blockImagesAreAtTheEndOfTheLine() throws {
    let image = "<svg id=a width=20 height=12></svg>"
    #expect(try place(image, "#a { display: block }") == ["1: 180,0 20×12"])
    #expect(try place(float + image, "#a { display: block }") == ["1: 130,0 20×12"])
  }

  /// In both directions `auto` margins divide the space between the floats.
  @Test func centredBoxesAreCentredBetweenFloats() throws {
    let css = "#a { overflow: hidden; width: 40px; margin: 0 auto }"
    #expect(try place(float + "<div id=a></div>", css) == ["1: 55,0 40×12"])
    let left = "<div style='float: left; width: 50px; height: 30px'></div><div id=a style='height: 12px'></div>"
    #expect(try boxes(left, css: css)["a"] == ["1: 105,0 40×12"])
    #expect(try boxes(left, css: "#a { overflow: hidden; width: 40px; margin-left: auto }")["a"] == ["1: 160,0 40×12"])
  }

  /// Boxes that are too wide began at the left if a margin was `auto` (CSS 2.2 §10.3.3).
  @Test(arguments: ["0 auto", "0 0 0 auto", "0 auto 0 0"]) func wideBoxesOverflowToTheLeft(_ margin: String) throws {
    #expect(try place("<div id=a></div>", "#a { width: 240px; margin: \(margin) }") == ["1: -40,0 240×12"])
    #expect(try boxes("<div id=a>x</div>", css: "#a { width: 240px; margin: \(margin) }")["a"] == ["1: 0,0 240×12"])
  }

  /// Of over-constrained insets `left` is ignored.
  @Test func overConstrainedBoxesAreAtTheRight() throws {
    let css = "div[dir] { position: relative } #a { left: 10px; right: 20px; width: 40px; "
    #expect(try place("<div id=a></div>", css + "position: absolute }") == ["1: 140,0 40×12"])
    #expect(try place("<div id=a></div>", css + "position: relative }") == ["1: 140,0 40×12"])
    #expect(try place("<div id=a></div>", css + "position: absolute; margin-right: auto }") == ["1: 10,0 40×12"])
  }

  /// Regression: boxes with `auto` margins that are wider than their container overflowed at the right (CSS 2.2
  /// §10.3.3).
  @Test func widerBoxesOverflowAtTheLeft() throws {
    #expect(try place("<div id=a></div>", "#a { width: 300px }") == ["1: -100,0 300×12"])
    #expect(try place("<div id=a></div>", "#a { width: 300px; margin: 0 auto }") == ["1: -100,0 300×12"])
    #expect(try place("<div id=a></div>", "#a { width: 300px; margin: 0 10px 0 auto }") == ["1: -110,0 300×12"])
    #expect(try place("<div id=a></div>", "#a { width: 300px; margin: 0 auto 0 10px }") == ["1: -100,0 300×12"])
  }

  @Test func absoluteBoxesWithAutoInsetsStartAtTheRight() throws {
    let css = "#a { position: absolute; width: 40px }"
    #expect(try place("<div id=a></div>", css) == ["1: 160,0 40×12"])
    let inline = try place("abc <span id=a></span>", css)
    #expect(inline == ["1: 142,0 40×12"])
    let block = try place("abc<div id=a></div>", css)
    #expect(block == ["1: 160,12 40×12"])
    // Shrink-to-fit width up to the left edge of the containing block.
    #expect(try place("<div id=a>abc def</div>", "#a { position: absolute }") == ["1: 158,0 42×12"])
  }
}

/// Text in a direction other than that of its container.
@Suite(.hangLimit) struct MixedDirectionTests {
  /// The words around a positioned box changed places.
  @Test func placeholdersDoNotDivideRuns() throws {
    let html = "<p dir=rtl>aa <i style='position: absolute; left: 0'>x</i> bb</p>"
    #expect(try lines(html)[0].filter { !$0.hasSuffix("x") } == ["170,0 18 aa ", "188,0 12 bb"])
  }

  /// All elements with `dir=auto` had the direction of the first one, and `bdi` that of its parent.
  @Test func eachElementHasTheDirectionOfItsText() throws {
    #expect(try lines("<p><i dir=auto>ab!</i></p><p><i dir=auto>אב!</i></p>")[0].count == 2)
    #expect(
      try boxes("<div dir=auto>ab</div><div dir=auto><p id=a style='width: 60px'>אב</p></div>")["a"] == [
        "1: 140,12 60×12"
      ])
    #expect(try boxes("<bdi><div><p id=a style='width: 60px'>אב</p></div></bdi>")["a"] == ["1: 140,0 60×12"])
  }

  /// Only the first paragraph of a content had a direction of its own (css-writing-modes-4 §2.2).
  @Test func paragraphsOfPlaintextHaveTheirOwnDirections() throws {
    let html = "<p style='unicode-bidi: plaintext'>ab<br>\u{5D0}<br>12<br>cd \u{5D0}</p>"
    #expect(try lines(html)[0] == ["0,0 12 ab", "194,12 6 \u{5D0}", "0,24 12 12", "0,36 18 cd ", "18,36 6 \u{5D0}"])
    let rightToLeft = try lines("<p style='unicode-bidi: plaintext; direction: rtl'>12<br>ab</p>")[0]
    #expect(rightToLeft == ["188,0 12 12", "0,12 12 ab"])
  }

  /// css-writing-modes-4 §2.4.2: embeddings and overrides of boxes ended at the first line break in the box.
  @Test func boxesKeepTheirDirectionAfterLineBreaks() throws {
    let content = "ab<br>c<i>d</i>"
    for html in [
      "<p><bdo dir=rtl>\(content)</bdo></p>", "<p style='unicode-bidi: bidi-override; direction: rtl'>\(content)</p>",
    ] {
      let second = try lines(html, css: "p { text-align: left }")[0].suffix(2)
      #expect(second.sorted() == ["0,12 6 d", "6,12 6 c"], "\(html)")
    }
    // Only in the box.
    #expect(try lines("<p><bdo dir=rtl>ab<br>cd</bdo><br>e<i>f</i></p>")[0].suffix(2) == ["0,24 6 e", "6,24 6 f"])
  }
}
