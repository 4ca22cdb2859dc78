import TestTraits
import Testing

@testable import Composition

@Suite(.hangLimit) struct NoteComposerTests {
  private static let full = """
    {"title": "Q3 call", "author": "A. Analyst", "created": "2026-11-20T09:14:00+01:00",
     "tags": ["earnings", " ", "EU"],
     "shared": "2026-11-21", "body": "<p>Guidance <b>up</b></p>"}
    """

  @Test func titleBlockShowsMetadata() throws {
    let text = try Project.compose("note", Self.full).text
    #expect(text.contains("<h1 class=\"title\">Q3 call</h1>"))
    #expect(text.contains(">A. Analyst</span>"))
    #expect(text.contains(">November 20, 2026</span>"))
    #expect(text.contains("<span class=\"tag\">earnings</span> <span class=\"tag\">EU</span> </p>"))
    #expect(text.contains("<main class=\"note\">\n<p>Guidance <b>up</b></p>\n</main>"))
  }

  /// Eight megabytes of tags or author took half a minute.
  @Test func longNamesAreRefused() throws {
    func refusal(_ field: String, _ value: String) throws -> CompositionError? {
      let title = field == "title" ? "" : #""title": "T", "#
      return try Project.refusal("note", #"{\#(title)"body": "", "\#(field)": \#(value)}"#)
    }
    for (field, count) in [("author", 1_001), ("title", 10_001)] {
      let error = try refusal(field, "\"" + String(repeating: "a", count: count) + "\"")
      #expect(error?.code == .tooLarge && error?.place == "$.\(field)", "\(field)")
    }
    let many = try refusal("tags", "[" + Array(repeating: "\"t\"", count: 1_001).joined(separator: ",") + "]")
    let long = try refusal("tags", "[\"" + String(repeating: "a", count: 1_001) + "\"]")
    for error in [many, long] { #expect(error?.code == .tooLarge && error?.place == "$.tags") }
    #expect(try refusal("author", "\"" + String(repeating: "a", count: 1_000) + "\"") == nil)
  }

  @Test func headerAndFooterArePageBoxes() throws {
    let sheet = try Project.compose("note", Self.full).pageSheet
    #expect(sheet.contains("content: \"Q3 call\""))
    #expect(sheet.contains("content: \"Shared November 21, 2026\""))
    #expect(sheet.contains("content: \"Page \" counter(page, decimal) \" of \" counter(pages, decimal)"))
  }

  @Test func metadataComesFromPayload() throws {
    let metadata = try Project.compose("note", Self.full).metadata
    #expect(metadata.title == "Q3 call")
    #expect(metadata.author == "A. Analyst")
    #expect(metadata.keywords == ["earnings", "EU"])
    #expect(metadata.created?.text == "2026-11-20T09:14:00+01:00")
  }

  @Test func missingValuesComeFromJob() throws {
    let document = try Project.compose("note", #"{"title": "T", "body": ""}"#)
    #expect(document.metadata.created == Project.job.created)
    #expect(document.pageSheet.contains("Shared November 20, 2026"))
    #expect(!document.text.contains("class=\"author\""))
    #expect(!document.text.contains("class=\"tags\""))
    #expect(document.pageSize == .a4)
    #expect(document.warnings.isEmpty)
  }

  @Test func payloadSetsLocaleAndPageSize() throws {
    let document = try Project.compose(
      "note", #"{"title": "T", "body": "", "locale": "de-DE", "page_size": "letter", "created": "2026-03-01"}"#)
    #expect(document.pageSize == PaperSize("letter"))
    #expect(document.text.contains("<html lang=\"de-DE\" dir=\"ltr\">"))
    #expect(document.text.contains(">1. März 2026<"))
    #expect(document.pageSheet.contains("\"Seite \" counter(page, decimal) \" von \" counter(pages, decimal)"))
  }

  @Test func rightToLeftLanguageMirrorsPage() throws {
    #expect(try Project.compose("note", #"{"title": "T", "body": "", "locale": "he-IL"}"#).text.contains("dir=\"rtl\""))
  }

  @Test func longTitleIsCutAtWord() throws {
    let title = String(repeating: "quarter ", count: 20)
    let sheet = try Project.compose("note", "{\"title\": \"\(title)\", \"body\": \"\"}").pageSheet
    #expect(sheet.contains("\"" + String(repeating: "quarter ", count: 8).dropLast() + "…\""))
  }

  @Test func unknownFieldProducesWarning() throws {
    let warnings = try Project.compose("note", #"{"title": "T", "body": "", "auhtor": "A"}"#).warnings
    #expect(warnings.map(\.description) == ["$.auhtor: unknown field, not used"])
  }

  @Test func samePayloadGivesSameBytes() throws {
    #expect(try Project.compose("note", Self.full).html == Project.compose("note", Self.full).html)
  }
}
