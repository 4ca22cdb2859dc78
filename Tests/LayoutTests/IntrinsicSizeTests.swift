import TestTraits
import Testing

/// The min-content and max-content width of boxes (css-sizing-3 §5).
@Suite(.hangLimit) struct IntrinsicSizeTests {
  /// Regression: `text-indent` was only added to the preferred width, and only if it is positive (css-text-3 §8.1).
  @Test func theIndentBelongsToTheFirstLine() throws {
    func width(_ css: String) throws -> String? {
      try boxes("<div id=a style='\(css)'>aa aaa</div>")["a"]?.first
    }
    #expect(try width("width: min-content; text-indent: 20px") == "1: 0,0 32×24")
    #expect(try width("width: min-content; text-indent: -12px") == "1: 0,0 18×24")
    #expect(try width("float: left; text-indent: 20px") == "1: 0,0 56×12")
    #expect(try width("float: left; text-indent: -12px; padding-left: 12px") == "1: 0,0 36×12")
  }

  /// css-text-3 §8.1: `hanging` exchanges the lines that are indented, and `each-line` adds those after forced breaks.
  @Test func keywordsOfTheIndentDetermineItsLines() throws {
    func size(_ content: String, _ indent: String, _ width: String) throws -> String? {
      try boxes("<div id=a style='text-indent: \(indent); width: \(width)'>\(content)</div>")["a"]?.first
    }
    #expect(try size("aaa", "20px hanging", "max-content") == "1: 0,0 18×12")
    #expect(try size("a<br>aaa", "20px", "max-content") == "1: 0,0 26×24")
    #expect(try size("a<br>aaa", "20px each-line", "max-content") == "1: 0,0 38×24")
    #expect(try size("aaa<br>a", "20px hanging", "max-content") == "1: 0,0 26×24")
    #expect(try size("aaa<br>a", "20px hanging each-line", "max-content") == "1: 0,0 18×24")
    #expect(try size("aaaa aaa", "20px hanging", "min-content") == "1: 0,0 38×24")
    #expect(try size("a<br>aaa", "20px each-line", "min-content") == "1: 0,0 38×24")
  }

  /// css-text-3 §5.4: a line that ends at a soft hyphen has a hyphen.
  @Test func theHyphenOfASoftHyphenBelongsToTheMinContentWidth() throws {
    let css = "width: min-content"
    #expect(try boxes("<div id=a style='\(css)'>aaa&shy;aaa</div>")["a"] == ["1: 0,0 24×24"])
    #expect(try boxes("<div id=a style='\(css)'>aaa&shy;aaa&shy;</div>")["a"] == ["1: 0,0 24×24"])
    #expect(try boxes("<div id=a style='\(css); hyphens: none'>aaa&shy;aaa</div>")["a"] == ["1: 0,0 36×12"])
  }

  /// The width of the first of two columns that share the free width.
  private func share(of content: String) throws -> String? {
    try boxes("<div style='display: grid; grid-template-columns: 1fr 1fr'><div id=a>\(content)</div><div></div>")["a"]?
      .first.map { String($0.split(separator: " ")[2].prefix { $0 != "×" }) }
  }

  @Test func drawingsWithoutASizeMayBeNarrow() throws {
    #expect(try share(of: "<svg viewBox='0 0 100 20'></svg>") == "100")
    #expect(try share(of: "<svg viewBox='0 0 100 20' height=30></svg>") == "150")
    // One in a box that is as wide as its content has the width of the other content, as in browsers.
    let drawing = "<svg id=b viewBox='0 0 300 20' style='display: block'></svg>"
    let float = try boxes("<div id=a style='float: left'>\(drawing)aaaaa</div>")
    #expect(float["a"] == ["1: 0,0 30×14"])
    #expect(float["b"] == ["1: 0,0 30×2"])
  }

  /// Regression: the drawing was 300px wide before it flexed.
  @Test func aDrawingWithoutASizeFillsARow() throws {
    func width(_ content: String) throws -> String? {
      let css = "@page { size: 400px }"
      return try boxes("<div style='display: flex'><svg id=a viewBox='0 0 20 10'></svg>\(content)</div>", css: css)[
        "a"]?
        .first
    }
    #expect(try width("") == "1: 0,0 400×200")
    #expect(try width("<p style='width: 100px; flex: none'></p>") == "1: 0,0 300×150")
  }

  @Test(arguments: ["<input style='", "<textarea style='", "<select style='", "<button style='"])
  func controlsWithAPercentageMayBeNarrow(control: String) throws {
    let content = "</select><b style='display: inline-block; width: 140px'></b>"
    #expect(try share(of: "\(control)width: 100%; box-sizing: border-box'>") == "100")
    #expect(try share(of: "\(control)max-width: 50%; width: 150px'>") == "100")
    #expect(try share(of: "\(control)width: 150px'>\(content)") != "100")
  }
}
