import Foundation
import TestTraits
import Testing

@testable import Composition

/// The languages of the shipped templates.
@Suite(.hangLimit) struct LocalisationTests {
  static let locales = ["en", "de", "fr", "es", "it", "nl", "pl", "ja", "zh-Hans", "ar"]

  private static let files: [String] =
    ((try? FileManager.default.contentsOfDirectory(atPath: Project.root + "/Jobs/locales")) ?? []).sorted()

  private func format(_ locale: String) throws -> LocalFormat { try #require(LocalFormat(identifier: locale)) }

  @Test(arguments: ["note", "invoice", "statement"])
  func templateHasAllTexts(template: String) throws {
    let file = Project.root + "/Templates/\(template)/strings.yaml"
    let strings = try TemplateStrings(String(contentsOfFile: file, encoding: .utf8), source: "strings.yaml")
    for locale in Self.locales { #expect(try strings.diagnostics(for: format(locale)).isEmpty, "\(locale)") }
  }

  @Test func missingTextsAreReported() throws {
    let folder = try TemporaryFolder(["s.yaml": "en: {a: one, b: two, c: three}\nde: {a: eins}\nde-CH: {b: zwöi}\n"])
    let strings = try TemplateStrings(
      String(contentsOfFile: folder.path + "/s.yaml", encoding: .utf8), source: "t/s.yaml")
    #expect(
      try strings.diagnostics(for: format("de")).map(\.description) == [
        "t/s.yaml: de: no text for b, c; those in en are used"
      ])
    #expect(
      try strings.diagnostics(for: format("de-CH")).map(\.description) == [
        "t/s.yaml: de, de-CH: no text for c; those in en are used"
      ])
    #expect(
      try strings.diagnostics(for: format("fr")).map(\.description) == [
        "t/s.yaml: there are no texts in the language fr; those in en are used"
      ])
    #expect(try strings.diagnostics(for: format("en-GB")).isEmpty)
  }

  @Test func everyLanguageHasExamples() {
    for locale in Self.locales {
      for kind in ["note", "invoice", "statement"] { #expect(Self.files.contains("\(kind)-\(locale).json")) }
    }
  }

  @Test(arguments: files)
  func exampleIsComposedWithoutWarnings(file: String) throws {
    let bytes = try #require(FileManager.default.contents(atPath: Project.root + "/Jobs/locales/" + file))
    let job = try JobFile(Array(bytes))
    let composed = try DocumentComposer(kinds: Project.kinds()).compose(
      kind: job.kind, payload: Array(job.payload.text.utf8), job: Project.job)
    #expect(composed.warnings == [])
  }

  @Test(arguments: [("zh-CN", "第 "), ("zh-Hans", "第 "), ("ja-JP", " ページ"), ("pl", " z "), ("ar-EG", " من ")])
  func stringsFollowScript(locale: String, text: String) throws {
    let sheet = try Project.compose("note", "{\"title\": \"T\", \"body\": \"\", \"locale\": \"\(locale)\"}").pageSheet
    #expect(sheet.contains(text), "\(sheet)")
  }

  @Test func rightToLeftPageIsMirrored() throws {
    let sheet = try Project.compose("note", #"{"title": "T", "author": "A", "body": "", "locale": "ar-EG"}"#).pageSheet
    #expect(sheet.contains("@top-right {\n    content: \"T\""))
    #expect(sheet.contains("counter(page, arabic-indic)"))
    #expect(!sheet.contains("letter-spacing"))
  }

  @Test func listsAreJoinedByLocale() throws {
    #expect(try format("en-US").list(["a", "b", "c"]) == "a, b, and c")
    #expect(try format("de").list(["a", "b", "c"]) == "a, b und c")
    #expect(try format("ja").list(["a", "b", "c"]) == "a、b、c")
    let folder = try TemporaryFolder(["T/template.html": "{{joined(names)}}"])
    let template = try Template(folder: folder.path + "/T")
    let document = try template.document(["names": .list([.text("<a>"), .text("b")])], format: format("fr"))
    #expect(document.text == "&lt;a&gt; et b")
  }
}
