import Foundation
import JSON
import OperatingSystem
import TestTraits
import Testing

@testable import Composition

/// Files of one document in several formats.
@Suite(.hangLimit) struct OutputTests {
  private static let page = """
    <!DOCTYPE html><title>Visit</title><style>@media mail { .paper { display: none } } h1 { break-before: page }</style>
    <p>Lines <b>run </b>at 3 * 4 &lt; 13.<p class=paper>Only on paper.<h1>Plant #2</h1>
    <ul><li>one<li>two<ul><li>inner</ul></ul><img alt="A chart" src="none.png">
    <table><thead><tr><th>Line<th style="text-align: right">Rate</thead><tr><td>A|B<td style="text-align: right">7</table>
    """

  private func made(_ outputs: [KindOutput], name: String = "", html: String = page) throws -> [OutputFile] {
    try withLargeStack {
      Result { () throws(CompositionError) in
        try DocumentOutputs(.html(HTMLDocument(html: Array(html.utf8))), outputs: outputs, name: name)
          .files(by: Typesetter()).files
      }
    }.get()
  }

  private func bytes(_ file: OutputFile) -> [UInt8] {
    if case .bytes(let bytes) = file.content { bytes } else { [] }
  }

  private func text(_ format: OutputFormat, _ html: String = page) throws -> String {
    String(decoding: bytes(try #require(try made([KindOutput(format)], html: html).first)), as: UTF8.self)
  }

  @Test func everyOutputIsAFileInTheOrderOfTheKind() throws {
    let files = try made(
      [
        KindOutput(.text), KindOutput(.png), KindOutput(.pdf), KindOutput(.htmlMail), KindOutput(.jpeg, pages: 1),
        KindOutput(.docx),
      ],
      name: "Visit 7")
    #expect(
      files.map(\.name) == [
        "Visit 7.txt", "Visit 7-1.png", "Visit 7-2.png", "Visit 7.pdf", "Visit 7.eml", "Visit 7-1.jpg",
        "Visit 7.docx",
      ])
    #expect(files.map(\.pages.count) == [0, 1, 1, 2, 0, 1, 0])
    #expect(bytes(files[1]).starts(with: [0x89, 0x50, 0x4E, 0x47]))
    #expect(bytes(files[3]).starts(with: Array("%PDF-".utf8)))
    #expect(bytes(files[5]).starts(with: [0xFF, 0xD8, 0xFF]))
  }

  @Test func theSameDocumentGivesTheSameFiles() throws {
    let outputs = [.pdf, .docx, .png, .jpeg, .text, .markdown].map { KindOutput($0) }
    #expect(try made(outputs).map(bytes) == made(outputs).map(bytes))
  }

  @Test func picturesHaveTheResolutionOfTheKind() throws {
    let files = try made([KindOutput(.png, resolution: 192, pages: 1)])
    // Width in the header of the PNG: 210 mm at 192 pixels per inch.
    let width = bytes(files[0])[16..<20].reduce(0) { $0 << 8 | Int($1) }
    #expect(width == 1588)
  }

  @Test func textSaysWhatThePaperSays() throws {
    let text = try text(.text)
    #expect(text.contains("Lines run at 3 * 4 < 13."))
    #expect(text.contains("Only on paper."))
    #expect(text.contains("- one\n- two\n  - inner"))
    #expect(text.contains("[A chart]"))
    #expect(text.contains("Line  Rate\n----  ----\nA|B      7"))
  }

  @Test func markdownKeepsTheStructure() throws {
    #expect(
      try text(.markdown) == #"""
        Lines **run** at 3 \* 4 \< 13.

        Only on paper.

        # Plant #2

        - one
        - two
          - inner

        ![A chart]()

        | Line | Rate |
        | --- | --: |
        | A\|B | 7 |

        """#)
  }

  @Test(arguments: [
    ("<p>1. not a list<p># not a heading", "1\\. not a list\n\n\\# not a heading\n"),
    ("<p>a<br>b", "a\\\nb\n"),
    ("<blockquote><p>x<p>y</blockquote>", "> x\n>\n> y\n"),
    ("<pre>a *b*\n```\n</pre>", "````\na *b*\n```\n````\n"),
    (
      "<p>see <a href='https://a.example/x y'>the <i>plan</i></a>, <code>a`b</code>",
      "see [the *plan*](<https://a.example/x y>), ``a`b``\n"
    ),
    ("<ol start=3><li><p>x<p>y<li>z</ol>", "3. x\n\n   y\n\n4. z\n"),
    (
      "<table><tr><th>a<th>b<tr><td><code>x|y</code><td>z|w</table>", "| a | b |\n| --- | --- |\n| `x\\|y` | z\\|w |\n"
    ),
    ("", ""),
  ])
  func markdownIsUnambiguous(html: String, markdown: String) throws {
    #expect(try text(.markdown, html) == markdown)
  }

  /// The numbers after the greatest one ended the process.
  @Test(arguments: ["9223372036854775807", "-9223372036854775808", "2147483648"])
  func listsMayBeginWithAnyNumber(start: String) throws {
    let html = "<ol start=\(start)><li>a<li>b</ol><ol><li value=\(start)>c<li>d</ol>"
    for format in [OutputFormat.text, .markdown] {
      let lines = try text(format, html).split(separator: "\n")
      #expect(lines.map(\.last) == ["a", "b", "c", "d"])
    }
  }

  @Test func anArchiveHasNoOtherFormats() throws {
    let pdf = ComposedDocument.pdf(ComposedPDF(bytes: [1], pages: []))
    let error = #expect(throws: CompositionError.self) {
      try DocumentOutputs(pdf, outputs: [KindOutput(.pdf), KindOutput(.text)]).files(by: Typesetter())
    }
    #expect(error?.code == .layoutRefused)
  }

  @Test(arguments: [
    ("Invoice {number}", "Invoice 2026-7"), ("{client.name}: {number}", "A-B & Co.-- 2026-7"), ("{missing}", ""),
    ("../{number}", "-2026-7"), ("{flag} {list}", "true"),
  ])
  func namesAreMadeOfFields(template: String, name: String) throws {
    let payload = try JSONParser.parse(
      Array(#"{"number": "2026-7", "client": {"name": "A/B & Co.\u0000"}, "flag": true, "list": [1]}"#.utf8))
    #expect(try #require(FileNameTemplate(template)).name(payload) == name)
  }

  @Test(arguments: ["", "{", "}", "{}", "{a..b}", "a{b", String(repeating: "x", count: 201)])
  func malformedTemplatesOfNamesAreRefused(template: String) { #expect(FileNameTemplate(template) == nil) }

  @Test func longNamesAreCutOffAtACharacter() throws {
    let payload = try JSONParser.parse(Array("{\"t\": \"\(String(repeating: "ü", count: 200))\"}".utf8))
    #expect(try #require(FileNameTemplate("{t}")).name(payload) == String(repeating: "ü", count: 75))
  }
}
