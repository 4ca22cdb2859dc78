import Foundation
import TestTraits
import Testing

@testable import Composition

/// The lines of a template from which a composed document comes.
@Suite(.hangLimit) struct OriginTests {
  private func template(_ files: [String: String]) throws -> (TemporaryFolder, Template, Template) {
    let folder = try TemporaryFolder(Dictionary(uniqueKeysWithValues: files.map { ("letter/" + $0, $1) }))
    return (
      folder, try Template(folder: folder.path + "/letter", keepsOrigins: true),
      try Template(folder: folder.path + "/letter")
    )
  }

  private let files = [
    "template.html": """
    <!DOCTYPE html>
    {{#items}}
      {{>row}}
    {{/items}}
    <p class={{class}} id=a>x {{name}} <b>y</b>
    {{{body}}}
    <i>#NAME#</i>
    """,
    "row.html": "<div>\n  <s>{{name}}</s>\n</div>\n",
  ]
  private let values: [String: TemplateValue] = [
    "class": .text("a b"), "name": .text("One"), "body": .html("<u>\n\n<q></q>"),
    "items": .list([.object(["name": .text("A\nB")]), .object(["name": .text("C")])]),
  ]

  /// The place of the first occurrence of a text in the composed document.
  private func origin(of text: String, in document: HTMLDocument) throws -> String? {
    let composed = document.text
    let range = try #require(composed.range(of: text), "\(composed)")
    let before = composed[..<range.lowerBound]
    let line = before.utf8.count { $0 == 0x0A } + 1
    let column = before.utf8.count - (before.utf8.lastIndex(of: 0x0A).map { before.utf8[...$0].count } ?? 0) + 1
    return document.origins?.origin(line: line, column: column)?.description
  }

  @Test func marksDoNotChangeTheDocument() throws {
    let (folder, marked, plain) = try template(files)
    let format = try #require(LocalFormat(identifier: "en-US"))
    #expect(try marked.document(values, format: format).text == plain.document(values, format: format).text)
    withExtendedLifetime(folder) {}
  }

  @Test func theBundledTemplatesComposeTheSameDocuments() throws {
    let (kinds, root) = (try Project.kinds(), Project.root + "/Jobs/examples/")
    for name in try FileManager.default.contentsOfDirectory(atPath: root) where name.hasSuffix(".json") {
      let job = try JobFile([UInt8](try #require(FileManager.default.contents(atPath: root + name))))
      guard !["archive", "binder"].contains(job.kind) else { continue }
      func composed(_ keepsOrigins: Bool) throws -> HTMLDocument {
        let composer = DocumentComposer(kinds: kinds, keepsOrigins: keepsOrigins)
        guard
          case .html(let document) = try composer.compose(
            kind: job.kind, payload: Array(job.payload.text.utf8), job: Project.job)
        else { throw CompositionError(.renderingFailed, "not HTML") }
        return document
      }
      #expect(try composed(true).html == composed(false).html, "\(name)")
      #expect(try composed(false).origins == nil)
    }
  }

  @Test func textAndValuesAreFoundInTheirFiles() throws {
    let (folder, marked, _) = try template(files)
    let document = try marked.document(values, format: try #require(LocalFormat(identifier: "en-US")))
    #expect(try origin(of: "<p", in: document) == "letter/template.html:5:1")
    #expect(try origin(of: "One", in: document) == "letter/template.html:5:27")
    #expect(try origin(of: "<b>", in: document) == "letter/template.html:5:36")
    #expect(try origin(of: "<s>", in: document) == "letter/row.html:2:3")
    #expect(try origin(of: "B", in: document) == "letter/row.html:2:6")
    #expect(try origin(of: "<i>", in: document) == "letter/template.html:7:1")
    withExtendedLifetime(folder) {}
  }

  @Test func textLikeAMarkIsKept() throws {
    let (folder, marked, _) = try template(["template.html": "<p>{{name}}"])
    let (start, end) = (
      String(decoding: SourceMap.markStart, as: UTF8.self), String(decoding: SourceMap.markEnd, as: UTF8.self)
    )
    let text = "\(start)1,2\(end) \(start)99,1,1,0\(end) \(start)"
    let document = try marked.document(["name": .text(text)], format: try #require(LocalFormat(identifier: "en-US")))
    #expect(document.text.unicodeScalars.count { $0.value == 0xFDD0 } == 3)
    withExtendedLifetime(folder) {}
  }

  @Test func warningsNameTheLineOfTheTemplate() throws {
    let (folder, marked, _) = try template([
      "template.html": "<p>x\n{{#no}}\n{{/no}}\n\n <p style='colour: red'>{{gone}}"
    ])
    let document = try marked.document(["no": .flag(false)], format: try #require(LocalFormat(identifier: "en-US")))
    let found = try Typesetter().render(.html(document)).warnings.map(\.description)
    #expect(found.contains { $0.hasPrefix("letter/template.html:5: the template asks for {{gone}}") }, "\(found)")
    #expect(found.contains { $0.hasPrefix("letter/template.html:5:12: ") }, "\(found)")
    withExtendedLifetime(folder) {}
  }
}
