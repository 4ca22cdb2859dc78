import TestTraits
import Testing

@testable import Preview

@Suite(.hangLimit) struct PreviewProblemTests {
  @Test(arguments: [
    ("note/template.html:12", "note/template.html", 12, 0), ("note/a.css:3:14", "note/a.css", 3, 14),
    ("/x/Jobs/note.yaml:7: retry.attempts", "/x/Jobs/note.yaml", 7, 0),
    ("/x/Jobs/note.yaml: page", "/x/Jobs/note.yaml", 0, 0),
    ("line 3, column 7", "", 3, 7), ("line 3:7", "", 3, 7), ("$.items[3].price", "$.items[3].price", 0, 0),
    ("", "", 0, 0),
    ("page 3", "page 3", 0, 0),
  ])
  func placesAreRead(text: String, source: String, line: Int, column: Int) {
    let place = PlaceText(text)
    #expect((place.source, place.line, place.column) == (source, line, column))
  }

  @Test func excerptsHaveTheLinesAround() {
    let text = Array((1...30).map { "line \($0)\n" }.joined().utf8)
    #expect(SourceExcerpt(of: text, line: 10).lines == (7...13).map { "line \($0)" })
    #expect(SourceExcerpt(of: text, line: 1).firstLine == 1)
    #expect(SourceExcerpt(of: text, line: 0).lines.count == 4)
    #expect(SourceExcerpt(of: text, line: 99).lines.isEmpty)
    #expect(SourceExcerpt(of: Array(String(repeating: "x", count: 5000).utf8), line: 1).lines[0].utf8.count < 600)
  }
}
