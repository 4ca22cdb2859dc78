import OperatingSystem
import PDFReading
import TestTraits
import Testing

@testable import Composition

/// Watermarks and stamps of kinds.
@Suite(.hangLimit) struct PageMarkTests {
  private func document(_ payload: String, _ lines: String) throws -> DocumentOutputs {
    let folder = try TemporaryFolder([
      "Jobs/k.yaml": "name: k\ncomposer: html\ntemplate: t\n\(lines)\n",
      "Templates/t/template.html": "<html lang=en><title>T</title><h1>One</h1><p>Text<p style='break-before: page'>Two",
    ])
    let kinds = try JobKinds.load(folder: folder.path + "/Jobs", templates: folder.path + "/Templates")
    return try DocumentComposer(kinds: kinds).outputs(kind: "k", payload: Array(payload.utf8), job: Project.job)
  }

  private func files(_ payload: String, _ lines: String) throws -> [OutputFile] {
    let document = try document(payload, lines)
    return try withLargeStack {
      Result { () throws(CompositionError) in try document.files(by: Typesetter()).files }
    }.get()
  }

  private func bytes(_ file: OutputFile?) -> [UInt8] {
    if case .bytes(let bytes)? = file?.content { bytes } else { [] }
  }

  private static let marks = "watermark: For {reader.name}\nstamp: Copy {copy}\n"
  private static let payload = #"{"reader": {"name": "A \"}\\</style> Ü"}, "copy": 7}"#

  /// The structure has no trace of marks, whose content is an artifact on each page.
  @Test(arguments: ["pdf/a-2a,pdf/ua-1", "pdf/a-1b", "pdf/a-4", "pdf/ua-2"])
  func markedDocumentsConform(profiles: String) throws {
    let lines = "conformance: \(profiles)\n"
    let marked = try bytes(files(Self.payload, Self.marks + lines).first)
    let plain = try bytes(files(Self.payload, lines).first)
    #expect(marked.count > plain.count)
    #expect(try structureTypes(unpackedText(marked)) == structureTypes(unpackedText(plain)))
  }

  @Test func valuesAreEscaped() throws {
    guard case .html(let source) = try document(Self.payload, Self.marks).document else { throw Unexpected() }
    let sheets = source.withMarks.stylesheets.suffix(2).map(\.css)
    #expect(sheets.count == 2)
    #expect(sheets.allSatisfy { !$0.contains("</style>") })
    #expect(sheets[0].contains(#"content: "For A \22 \7d \5c \3c \2f style\3e  Ü" "#), "\(sheets[0])")
    #expect(sheets[1].contains(#"content: "Copy 7""#))
  }

  @Test func marksAreOnPagesOnly() throws {
    let lines = "outputs: [pdf, text, docx]\n"
    let plain = try files(Self.payload, lines).map(bytes)
    let marked = try files(Self.payload, Self.marks + lines).map(bytes)
    #expect(marked[0] != plain[0])
    #expect(marked[1] == plain[1])
    #expect(marked[2] == plain[2])
  }

  @Test(arguments: [#"{"copy": 7}"#, #"{"reader": {"name": ""}, "copy": 7}"#, #"{"reader": {"name": []}, "copy": 7}"#])
  func valuesMustBeThere(payload: String) throws {
    let error = #expect(throws: CompositionError.self) { try document(payload, Self.marks) }
    #expect(error?.code == .missingField)
    #expect(error?.place == "$.reader.name")
  }
}
