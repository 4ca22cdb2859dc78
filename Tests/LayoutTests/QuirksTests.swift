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

  @Test func linesOfStandardDocumentsAreAsHighAsTheLineHeight() throws {
    #expect(try height(of: "<!DOCTYPE html><div id=a><i></i></div>") == "12")
  }
}
