import TestTraits
import Testing

/// What differs in quirks mode and limited-quirks mode (Quirks Mode Standard §3).
@Suite(.hangLimit) struct QuirksTests {
  private static let limited = "<!DOCTYPE html PUBLIC '-//W3C//DTD XHTML 1.0 Transitional//EN' 'x'>"

  private func height(of html: String) throws -> String? {
    let css = "i { display: inline-block; width: 5px; height: 6px } ul { padding: 0 }"
    return try boxes(html, css: css)["a"]?.first?.split(separator: "×").last.map(String.init)
  }

  /// Regression: rows with nothing but an image of 6 px were as high as a line of text.
  @Test(arguments: [
    ("<i></i>", "6"), ("<span><i></i></span>", "6"), ("<i></i><br><i></i>", "12"),
    ("<span style='margin-left: 1px'><i></i></span>", "6"), ("<span style='padding-left: 1px'><i></i></span>", "12"),
    ("<span style='line-height: 5px'>x</span>", "5"), ("x<i></i>", "12"), ("<i></i> <i></i>", "12"), ("<br>", "12"),
    ("<i></i>&nbsp;", "12"), ("<span style='line-height: 5px'>x</span><br>", "5"),
    ("<i style='vertical-align: top'></i>", "6"),
  ])
  func onlyTextMakesLinesAsHighAsTheLineHeight(content: String, height: String) throws {
    for doctype in ["", Self.limited] {
      #expect(try self.height(of: "\(doctype)<div id=a>\(content)</div>") == height)
    }
  }

  @Test func linesOfListItemsAreAsHighAsTheLineHeight() throws {
    #expect(try height(of: "<ul><li id=a><i></i><br><i></i></ul>") == "24")
    #expect(try height(of: "<ul><li><p id=a><i></i></ul>") == "6")
  }

  /// Quirks Mode Standard §3.5, §3.6 and §3.7: the root and `body` fill the page area.
  @Test func percentagesOfHeightsReferToThePage() throws {
    func heights(_ html: String) throws -> String? { try height(of: html) }
    #expect(try heights("<div id=a style='height: 50%'></div>") == "60")
    #expect(try heights("<div><section><div id=a style='height: 25%'></div></section></div>") == "30")
    #expect(try heights("<table id=a cellspacing=0 style='height: 50%'><tr><td>x</table>") == "60")
    #expect(try heights("<body style='margin: 10px'><div id=a style='height: 50%'></div>") == "50")
    #expect(try heights("<div style='height: 40px'><div id=a style='height: 50%'></div></div>") == "20")
    #expect(try heights("<table><tr><td><div id=a style='height: 50%'>x</div></table>") == "12")
    #expect(try heights("<!DOCTYPE html><div id=a style='height: 50%'>x</div>") == "12")
    #expect(try heights("\(Self.limited)<div id=a style='height: 50%'>x</div>") == "12")
  }

  /// "Table cell width calculation quirk" (§3.8).
  @Test func linesDoNotBreakBesideImagesInCells() throws {
    let image = "<img src=\"data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg'/>\" width=50 height=5>"
    func width(_ doctype: String, _ content: String, _ cell: String = "") throws -> String? {
      let html = "\(doctype)<table style='width: 20px; border-spacing: 0'><tr><td id=a \(cell)>\(content)</table>"
      return try boxes(html)["a"]?.first?.split(separator: " ").last?.split(separator: "×").first.map(String.init)
    }
    #expect(try width("", image + image) == "100")
    #expect(try width("", "ab" + image + "cd") == "74")
    #expect(try width("", "ab \(image) cd") == "50")
    #expect(try width("", image + image, "width=20") == "50")
    #expect(try width("", "<div>\(image)\(image)</div>") == "50")
    #expect(try width("<!DOCTYPE html>", image + image) == "50")
  }

  @Test func linesOfStandardDocumentsAreAsHighAsTheLineHeight() throws {
    #expect(try height(of: "<!DOCTYPE html><div id=a><i></i></div>") == "12")
  }
}
