import Archives
import Foundation
import JSON
import PDFObjects
import Testing

@testable import Composition

@Suite struct ArchiveComposerTests {
  /// The payload of the project's own example: a base of two pages, and two segments.
  private struct Example {
    var payload: JSONValue
    var base: [UInt8]
    var segments: [[UInt8]]

    init() throws {
      let path = Project.root + "/Jobs/examples/archive.json"
      payload = try JobFile(Array(try #require(FileManager.default.contents(atPath: path)))).payload
      let parts = try ArchivePayload(try Fields(payload), Project.job)
      base = parts.base
      segments = try parts.segments.map { try $0.bytes(Project.job) }
    }
  }

  private func compose(_ payload: JSONValue, job: JobContext = Project.job) throws -> ComposedPDF {
    guard case .pdf(let pdf) = try DocumentComposer(kinds: try Project.kinds()).compose(
      kind: "archive", payload: Array(payload.text.utf8), job: job)
    else { throw Unexpected() }
    return pdf
  }

  private func source(_ bytes: [UInt8]) -> String { "{\"base64\": \"\(Data(bytes).base64EncodedString())\"}" }

  private func refusal(base: [UInt8], segments: [[UInt8]]) throws -> CompositionError? {
    let list = segments.map(source).joined(separator: ", ")
    return try Project.refusal("archive", "{\"base\": \(source(base)), \"segments\": [\(list)]}")
  }

  @Test func anArchiveIsTheBaseAndItsSegmentsByteForByte() throws {
    let example = try Example()
    let archive = try compose(example.payload)
    #expect(archive.bytes == example.base + example.segments.joined())
    #expect(archive.pages == [PageMeasure(width: 595, height: 842), PageMeasure(width: 595, height: 842)])
    #expect(archive.warnings.isEmpty)
  }

  @Test func aBaseAloneIsItself() throws {
    let example = try Example()
    let payload = try Payload.parse(Array("{\"base\": \(source(example.base))}".utf8))
    #expect(try compose(payload).bytes == example.base)
  }

  @Test func aBaseMayBeAnEarlierArtifact() throws {
    let example = try Example()
    let name = String(repeating: "aB", count: 32)
    let payload = try Payload.parse(Array("{\"base\": {\"artifact\": \"\(name)\"}}".utf8))
    let job = JobContext(created: Project.job.created) { sha256 throws(CompositionError) in
      guard sha256 == name.lowercased() else { throw CompositionError(.artifactMissing, "not there") }
      return example.base
    }
    #expect(try compose(payload, job: job).bytes == example.base)
  }

  @Test func aSegmentThatDoesNotFitIsRefusedByItsNumber() throws {
    let example = try Example()
    let (base, one, two) = (example.base, example.segments[0], example.segments[1])
    for (segments, number) in [([two], 1), ([two, one], 1), ([one, one], 2), ([one, Array(two.dropLast(40))], 2)] {
      let refusal = try refusal(base: base, segments: segments)
      #expect(refusal?.code == .archiveRefused)
      let message = refusal?.description ?? "accepted"
      #expect(message.hasPrefix("$.segments[\(number - 1)]: "), "\(message)")
      #expect(refusal?.isPermanent == true)
    }
  }

  @Test func aBaseThatIsNoPDFIsRefused() throws {
    let example = try Example()
    for base in [[], Array("hello".utf8), Array(example.base.dropLast(200)), Array(example.base.dropFirst(20))] {
      let refusal = try refusal(base: base, segments: [])
      #expect(refusal?.code == .archiveRefused)
      #expect(refusal?.place == "$.base")
      #expect(refusal?.isPermanent == true)
    }
  }

  @Test func whatDoesMoreThanAnnotateIsRefused() throws {
    let example = try Example()
    let base = try PDFFile(bytes: example.base)
    var writer = try AppendWriter(base: base)
    try writer.replace(try #require(base.trailer["Root"].reference), with: .dictionary(["Type": .name("Catalog")]))
    let refusal = try refusal(base: example.base, segments: [writer.segment()])
    #expect(refusal?.code == .archiveRefused)
    #expect(refusal?.message.contains("more than annotate") == true)
  }

  @Test func aStoredDocumentNeedsWhatAWorkerAdds() throws {
    let refusal = try Project.refusal("archive", #"{"document": "briefing", "at": 2}"#)
    #expect(refusal?.code == .missingField && refusal?.place == "$.stored")
  }

  @Test func aStoredDocumentIsBuiltWithItsRecord() throws {
    let example = try Example()
    let base = Hash.of(example.base)
    var chain = ArchiveChain(document: "doc", base: base), segments: [ArchiveSegment] = [], parent = base
    for (index, bytes) in example.segments.enumerated() {
      let metadata =
        #"{"document":"doc","sequence":\#(index + 1),"client_id":"c\#(index)","parent":"\#(parent)","format":"pdf","#
        + #""bytes":\#(bytes.count),"sha256":"\#(Hash.of(bytes))","author":null,"device_time":null,"server_time":""}"#
      let hash = Hash.of((Hash.bytes(chain.head) ?? []) + bytes + Array(metadata.utf8))
      let segment = try ArchiveSegment(bytes: bytes, metadata: metadata, chain: hash)
      try chain.append(segment)
      segments.append(segment)
      parent = Hash.of(example.base + segments.flatMap(\.bytes))
    }
    let job = JobContext(created: Project.job.created) { sha256 throws(CompositionError) in
      guard sha256 == base else { throw CompositionError(.artifactMissing, "not there") }
      return example.base
    }
    let archive = try compose(StoredArchive(document: "doc", base: base, segments: segments).payload, job: job)
    #expect(archive.bytes == example.base + example.segments.joined())
    #expect(archive.archive?.document == "doc" && archive.archive?.sequence == 2)
    #expect(archive.archive?.manifest.contains(chain.head) == true)
  }

  @Test func aRequestNamesADocumentOrBringsItsBase() throws {
    func request(_ text: String) throws -> StoredArchiveRequest? { try StoredArchiveRequest(payload: Array(text.utf8)) }
    #expect(try request(#"{"base": {"base64": "AAAA"}}"#) == nil)
    #expect(try request(#"{"document": "doc"}"#)?.sequence == nil)
    #expect(try request(#"{"document": "doc", "at": 0}"#)?.sequence == 0)
    for wrong in [#"{"document": "doc", "at": -1}"#, #"{"document": "doc", "at": 1.5}"#, #"{"document": "doc", "base": 1}"#] {
      #expect(error { _ = try request(wrong) } != nil)
    }
  }
}
