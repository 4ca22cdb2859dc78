import TestTraits
import Testing

@testable import Composition

@Suite(.hangLimit) struct MarkdownTests {
  private func expanded(_ html: String, _ files: [String: String]) throws -> String {
    var document = HTMLDocument(html: Array(html.utf8))
    document.files = files.mapValues { Array($0.utf8) }
    try document.expandMarkdown()
    return String(decoding: document.html, as: UTF8.self)
  }

  @Test(arguments: [
    ("# Title\n\ntext *em*", "<h1>Title</h1>\n<p>text <em>em</em></p>\n"),
    ("| a | b |\n|---|---|\n| 1 | 2 |", "<td>2</td>"), ("~~old~~", "<del>old</del>"),
    ("- [x] done", "<input type=\"checkbox\" checked=\"\" disabled=\"\" />"),
    ("https://a.example", "<a href=\"https://a.example\">"), ("<b>bold</b>", "<b>bold</b>"),
    ("a[^1]\n\n[^1]: note", "<section class=\"footnotes\""), ("Grüße – 漢字", "<p>Grüße – 漢字</p>\n"),
  ])
  func markdownIsConvertedAsByGitHub(markdown: String, html: String) throws {
    #expect(try Markdown.html(Array(markdown.utf8), name: "a.md").contains(html))
  }

  @Test func filesAreIncludedWhereTheHTMLNamesThem() throws {
    let html = try expanded(
      #"<body>{{ toHTML "a.md" }}<hr>{{toHTML "b c.md"}}</body>"#, ["a.md": "# A", "b c.md": "B"])
    #expect(html == "<body><h1>A</h1>\n<hr><p>B</p>\n</body>")
    // What a file contains is not a mark.
    #expect(try expanded(#"{{ toHTML "a.md" }}"#, ["a.md": #"{{ toHTML "a.md" }}"#]).contains("{{"))
    #expect(try expanded("<p>no marks", [:]) == "<p>no marks")
  }

  @Test(arguments: [
    (#"<p>{{ toHTML "missing.md" }}"#, "missing.md: the file was not sent"),
    ("<p>\n{{ .Name }}", "line 2: expected {{ toHTML \"FILE.md\" }} after {{"),
    (#"{{ toHTML "../a.md" }}"#, "../a.md: the file was not sent"), ("{{", "line 1: expected"),
  ])
  func otherMarksAreRefusedWithTheirPlace(html: String, message: String) {
    #expect { try expanded(html, ["a.md": "A"]) } throws: { "\($0)".hasPrefix(message) }
  }

  @Test func inputIsLimited() {
    #expect(throws: CompositionError.self) {
      try expanded(String(repeating: #"{{ toHTML "a.md" }}"#, count: 1001), ["a.md": "A"])
    }
    #expect(throws: CompositionError.self) { try Markdown.html([0x61, 0xFF], name: "a.md") }
  }
}
