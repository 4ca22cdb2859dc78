import Foundation
import OperatingSystem
import PDF
import PDFReading
import TestTraits
import Testing

@testable import Composition

/// Stamps of kinds: documents of other kinds that are drawn on the pages.
@Suite(.hangLimit) struct KindStampTests {
  private func document(_ payload: String, _ lines: String) throws -> DocumentOutputs {
    let folder = try TemporaryFolder([
      "Jobs/k.yaml": "name: k\ncomposer: html\ntemplate: t\n\(lines)\n",
      "Templates/t/template.html":
        "<html lang=en><title>T</title><h1>One</h1><p>Text<p style='break-before: page'>Two<p style='break-before: page'>Three",
      "Jobs/letterhead.yaml": "name: letterhead\ncomposer: html\ntemplate: head\n",
      "Templates/head/template.html":
        "<html lang=en><title>H</title><style>@page { margin: 5mm }</style><p style='background: #eef'>Sender {{sender}}",
      "Jobs/two.yaml": "name: two\ncomposer: html\ntemplate: two\n",
      "Templates/two/template.html":
        "<html lang=en><title>2</title><p>Second<p style='break-before: page'>Third",
    ])
    let kinds = try JobKinds.load(folder: folder.path + "/Jobs", templates: folder.path + "/Templates")
    return try DocumentComposer(kinds: kinds).outputs(kind: "k", payload: Array(payload.utf8), job: Project.job)
  }

  private func pdf(_ payload: String, _ lines: String) throws -> [UInt8] {
    let document = try document(payload, lines)
    let files = try withLargeStack {
      Result { () throws(CompositionError) in try document.files(by: Typesetter()).files }
    }.get()
    if case .bytes(let bytes)? = files.first?.content { return bytes } else { return [] }
  }

  /// The number of forms that each page draws.
  private func forms(_ pdf: [UInt8]) throws -> [Int] {
    let file = try PDFFile(bytes: pdf)
    return try file.pages().map { page in
      let entries = try file.object(#require(page.reference)).dictionary
      guard case .stream(let content) = try file.resolve(entries?["Contents"] ?? .null) else { return 0 }
      return String(decoding: try file.decode(content), as: UTF8.self).components(separatedBy: " Do\n").count - 1
    }
  }

  private static let below = "stamps: [{kind: letterhead, place: below, pages: first}]\n"
  private static let payload = #"{"sender": "Northgate"}"#

  @Test(arguments: [
    ("stamps: [{kind: letterhead}]", [1, 1, 1]), ("stamps: [{kind: letterhead, pages: first}]", [1, 0, 0]),
    ("stamps: [{kind: letterhead, pages: rest}, {kind: letterhead, pages: first}]", [1, 1, 1]),
    ("stamps: [{kind: two, pages: rest}, {kind: letterhead}]", [1, 2, 2]), ("stamps: []", [0, 0, 0]),
  ])
  func stampsAreOnTheirPages(lines: String, expected: [Int]) throws {
    #expect(try forms(pdf(Self.payload, lines)) == expected)
  }

  /// A stamp is an artifact: the structure has no trace of it.
  @Test(arguments: ["pdf/a-2a,pdf/ua-1", "pdf/a-3a", "pdf/a-2b", "pdf/a-1b", "pdf/a-4", "pdf/ua-2"])
  func stampedDocumentsConform(profiles: String) throws {
    let lines = "conformance: \(profiles)\n"
    let stamped = try pdf(Self.payload, Self.below + lines)
    let plain = try pdf(Self.payload, lines)
    #expect(stamped.count > plain.count)
    #expect(try structureTypes(unpackedText(stamped)) == structureTypes(unpackedText(plain)))
    #expect(try pdf(Self.payload, Self.below + lines) == stamped)
  }

  @Test func stampsBelowAreDrawnFirst() throws {
    func position(_ place: String) throws -> (stamp: Int, text: Int) {
      let file = try PDFFile(bytes: pdf(Self.payload, "stamps: [{kind: letterhead, place: \(place)}]"))
      let entries = try file.object(#require(file.pages()[0].reference)).dictionary
      guard case .stream(let content) = try file.resolve(entries?["Contents"] ?? .null) else { throw Unexpected() }
      let bytes = try file.decode(content)
      return (
        try #require(bytes.firstRange(of: Array(" Do\n".utf8))?.lowerBound),
        try #require(bytes.firstRange(of: Array("BT".utf8))?.lowerBound)
      )
    }
    let (below, above) = (try position("below"), try position("above"))
    #expect(below.stamp < below.text)
    #expect(above.stamp > above.text)
  }

  @Test func payloadsAddStampsIfTheKindHasTheKey() throws {
    let payload = #"{"sender": "N", "stamps": [{"kind": "letterhead", "payload": {"sender": "Job"}}]}"#
    #expect(try forms(pdf(payload, "stamps: []")) == [1, 1, 1])
    #expect(try forms(pdf(payload, Self.below)) == [2, 1, 1])
    // Members of payloads without a meaning are values of the template.
    #expect(try forms(pdf(payload, "")) == [0, 0, 0])
  }

  @Test func stampsGetThePayloadOfTheDocument() throws {
    guard case .html(let source) = try document(Self.payload, Self.below).document,
      case .html(let stamp)? = source.stamps.first?.document
    else { throw Unexpected() }
    #expect(String(decoding: stamp.html, as: UTF8.self).contains("Sender Northgate"))
  }

  @Test(arguments: [
    ("{kind: two}", "Jobs/k.yaml, stamps[0]", "2 pages; expected 1, or 3"),
    ("{kind: none}", "Jobs/k.yaml, stamps[0].kind", "none"),
    ("{kind: k}", "Jobs/k.yaml, stamps[0].kind", "stamps itself"),
    ("{kind: letterhead, place: left}", "Jobs/k.yaml, stamps[0].place", "above or below"),
    ("{kind: letterhead, pages: last}", "Jobs/k.yaml, stamps[0].pages", "all, first or rest"),
    ("{artifact: abc}", "Jobs/k.yaml, stamps[0].artifact", "only stamps of binders"),
  ])
  func mistakesAreNamedWithTheirPlace(stamp: String, place: String, message: String) throws {
    let error = #expect(throws: CompositionError.self) { try pdf(Self.payload, "stamps: [\(stamp)]") }
    #expect(error?.place == place)
    #expect(error?.message.contains(message) == true, "\(error?.message ?? "")")
  }

  @Test(arguments: [
    ("stamps: 3\n", "a list of at most 20"), ("stamps: [3]\n", "a list of at most 20"),
    ("stamps: []\noutputs: [pdf, png]\n", "not on the output png"),
  ])
  func kindsWithWrongStampsAreRefused(lines: String, message: String) throws {
    let error = #expect(throws: CompositionError.self) { try document(Self.payload, lines) }
    let text = error?.message ?? ""
    #expect(text.contains(message), "\(text)")
  }
}
