import Foundation
import JSON
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
      segments = parts.segments.map(\.bytes)
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
      #expect(message.hasPrefix("$.segments: Segment \(number): "), "\(message)")
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
}
