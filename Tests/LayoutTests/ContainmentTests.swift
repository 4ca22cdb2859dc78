import TestTraits
import Testing

/// Containment in layout (css-contain-2 §3 and §4).
@Suite(.hangLimit) struct ContainmentTests {
  /// css-will-change-1 §2.1.
  @Test(arguments: [
    ("transform", "1: 20,0 6×12"), ("opacity, FILTER", "1: 20,0 6×12"), ("contain", "1: 20,0 6×12"),
    ("opacity", "1: 0,0 6×12"), ("auto", "1: 0,0 6×12"), ("scroll-position", "1: 0,0 6×12"),
  ])
  func announcedChangesMakeContainingBlocks(names: String, place: String) throws {
    let inner = "<i id=a style='position: absolute; left: 0; top: 0'>x</i>"
    #expect(try boxes("<div style='margin-left: 20px; will-change: \(names)'>\(inner)</div>")["a"] == [place])
  }

  private func box(_ html: String) throws -> String? { try boxes(html)["a"]?.first }

  @Test func sizeContainmentSizesABoxAsIfItWereEmpty() throws {
    #expect(try box("<div id=a style='contain: size'>text") == "1: 0,0 200×0")
    #expect(try box("<div id=a style='contain: size; float: left'>text") == "1: 0,0 0×0")
    let sized = "contain: size; contain-intrinsic-size: 30px 20px"
    for display in ["flow-root", "flex", "grid", "inline-block"] {
      #expect(
        try box("<div id=a style='\(sized); width: fit-content; display: \(display)'>text</div>") == "1: 0,0 30×20")
    }
  }

  @Test func inlineSizeContainmentAffectsTheWidthOnly() throws {
    #expect(try box("<div id=a style='contain: inline-size; float: left'>text text") == "1: 0,0 0×24")
    let fieldset = "<fieldset id=a style='border: 0; padding: 0; margin: 0; width: fit-content; contain: inline-size'>"
    #expect(try box(fieldset + "<legend>Name</legend>a") == "1: 0,0 0×24")
  }

  @Test func containedReplacedElementsHaveNoNaturalSize() throws {
    func canvas(_ css: String) -> String { "<canvas id=a width=40 height=20 style='\(css)'></canvas>" }
    #expect(try box(canvas("contain: size; display: block")) == "1: 0,0 0×0")
    #expect(try box(canvas("contain: size; display: block; width: 10px")) == "1: 0,0 10×0")
    #expect(try box(canvas("contain: size; contain-intrinsic-size: 5px 6px; display: block")) == "1: 0,0 5×6")
  }

  @Test func layoutContainmentEstablishesAFormattingContextWithoutABaseline() throws {
    let float = "<i style='float: left; width: 9px; height: 30px'></i>"
    #expect(try box("<div id=a style='contain: layout'>\(float)a</div>") == "1: 0,0 200×30")
    let atomic = "<span style='display: inline-block; height: 20px; contain: layout'>b</span>"
    // The lower edge is on the baseline.
    let found = try lines("a\(atomic)")[0]
    #expect(found.first?.hasPrefix("0,1") == true && found.last == "6,0 6 b")
  }

  @Test(arguments: ["layout", "paint"])
  func containedBoxesHoldFixedBoxes(value: String) throws {
    let fixed = "<b id=a style='position: fixed; right: 0; top: 0; width: 5px; height: 6px'></b>"
    #expect(
      try box("<p>x<div style='contain: \(value); width: 100px; height: 50px'>\(fixed)</div>") == "1: 95,12 5×6")
  }

  @Test func hiddenContentIsSkipped() throws {
    let html = "<div id=a style='content-visibility: hidden; contain-intrinsic-height: 30px'>text<img></div><p>after"
    #expect(try lines(html) == [["0,30 30 after"]])
    #expect(try box(html) == "1: 0,0 200×30")
    #expect(try lines("<div style='content-visibility: auto'>text</div>") == [["0,0 24 text"]])
  }

  @Test func countersAndQuotesAreScoped() throws {
    let css = """
      body { counter-reset: n } u { counter-increment: n; display: block } u::before { content: counters(n, '.') }
      q { quotes: '<' '>' '[' ']'; display: block } .open::before { content: open-quote; quotes: inherit }
      """
    let html = "<u></u><div style='contain: style'><u></u><u></u></div><u></u>"
    #expect(try lines(html, css: css) == [["0,0 6 1", "0,12 18 1.1", "0,24 18 1.2", "0,36 6 2"]])
    let quotes = "<div style='contain: style'><b class=open></b></div><q>a</q>"
    #expect(try lines(quotes, css: css)[0].contains { $0.hasSuffix(" <") })
  }
}
