import Archives
import Foundation
import JSON
import PDF
import TestTraits
import Testing

@testable import Composition

@Suite(.hangLimit) struct ArchiveComposerTests {
  /// The payload of the bundled example: a base of two pages, and two segments.
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
    guard
      case .pdf(let pdf) = try DocumentComposer(kinds: try Project.kinds()).compose(
        kind: "archive", payload: Array(payload.text.utf8), job: job)
    else { throw Unexpected() }
    return pdf
  }

  private func source(_ bytes: [UInt8]) -> String { "{\"base64\": \"\(Data(bytes).base64EncodedString())\"}" }

  private func refusal(base: [UInt8], segments: [[UInt8]]) throws -> CompositionError? {
    let list = segments.map(source).joined(separator: ", ")
    return try Project.refusal("archive", "{\"base\": \(source(base)), \"segments\": [\(list)]}")
  }

  @Test func archiveIsBaseAndSegments() throws {
    let example = try Example()
    let archive = try compose(example.payload)
    #expect(archive.bytes == example.base + example.segments.joined())
    #expect(archive.pages == Array(repeating: PageMeasure(width: 595.276, height: 841.89), count: 2))
    #expect(archive.warnings.isEmpty)
  }

  @Test func baseWithoutSegmentsIsUnchanged() throws {
    let example = try Example()
    let payload = try Payload.parse(Array("{\"base\": \(source(example.base))}".utf8))
    #expect(try compose(payload).bytes == example.base)
  }

  @Test func baseCanBeArtifact() throws {
    let example = try Example()
    let name = String(repeating: "aB", count: 32)
    let payload = try Payload.parse(Array("{\"base\": {\"artifact\": \"\(name)\"}}".utf8))
    let job = JobContext(created: Project.job.created) { sha256 throws(CompositionError) in
      guard sha256 == name.lowercased() else { throw CompositionError(.artifactMissing, "not there") }
      return example.base
    }
    #expect(try compose(payload, job: job).bytes == example.base)
  }

  @Test func misfitErrorHasSegmentNumber() throws {
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

  @Test func baseMustBePDF() throws {
    let example = try Example()
    for base in [[], Array("hello".utf8), Array(example.base.dropLast(200)), Array(example.base.dropFirst(20))] {
      let refusal = try refusal(base: base, segments: [])
      #expect(refusal?.code == .archiveRefused)
      #expect(refusal?.place == "$.base")
      #expect(refusal?.isPermanent == true)
    }
  }

  @Test func otherChangesAreRefused() throws {
    let example = try Example()
    let base = try PDFFile(bytes: example.base)
    var writer = try AppendWriter(base: base)
    try writer.replace(try #require(base.trailer["Root"].reference), with: .dictionary(["Type": .name("Catalog")]))
    let refusal = try refusal(base: example.base, segments: [writer.segment()])
    #expect(refusal?.code == .archiveRefused)
    #expect(refusal?.message.contains("more than annotate") == true)
  }

  private static let xfdf =
    "<xfdf xmlns='http://ns.adobe.com/xfdf/'><annots><square page='0' rect='10,10,90,90' name='n'/></annots></xfdf>"
  private static let instant =
    ##"{"format":"https://pspdfkit.com/instant-json/v1","annotations":[{"type":"pspdfkit/note","pageIndex":0,"id":"n","bbox":[9,9,20,20]}]}"##
  private static let touches =
    #"{"format":"pressrun-touches/1","recordings":[{"pageIndex":0,"name":"n","strokes":["#
    + #"{"input":"stylus","touches":[[0,10,10],[9,20,20]]},{"input":"finger","touches":[[4,1,1],[8,2,2]]}]}]}"#
  private static let inkML = "<ink xmlns='http://www.w3.org/2003/InkML'><trace>10 10, 20 20</trace></ink>"

  private static func string(_ text: String) -> String { JSONValue.string(text).text }

  /// Each format that `archive append` accepts, as in a payload.
  @Test(arguments: [
    #"{"xfdf": \#(string(xfdf))}"#, #"{"instant-json": \#(instant)}"#, #"{"instant-json": \#(string(instant))}"#,
    #"{"ink": \#(touches), "author": "Ann"}"#, #"{"ink": \#(string(inkML)), "created": "2026-11-20"}"#,
    #"{"xfdf": {"base64": "\#(Data(xfdf.utf8).base64EncodedString())"}}"#,
    #"{"xfdf": "data:application/vnd.adobe.xfdf;base64,\#(Data(xfdf.utf8).base64EncodedString())"}"#,
    #"{"ink": {"artifact": "\#(String(repeating: "ab", count: 32))"}}"#,
  ])
  func segmentCanHaveAnyFormat(segment: String) throws {
    let example = try Example()
    let job = JobContext(created: Project.job.created) { _ in Array(Self.touches.utf8) }
    let payload = try Payload.parse(Array("{\"base\": \(source(example.base)), \"segments\": [\(segment)]}".utf8))
    let archive = try compose(payload, job: job)
    #expect(archive.bytes.starts(with: example.base))
    let file = try PDFFile(bytes: archive.bytes)
    #expect(try file.annotations(of: #require(try file.page(0))).count == 1)
  }

  @Test func formatsAreAppliedInOrder() throws {
    let example = try Example()
    let change = Self.xfdf.replacing("square", with: "text").replacing("'n'", with: "'m'")
    let payload = try Payload.parse(
      Array(
        ("{\"base\": \(source(example.base)), \"segments\": [\(source(example.segments[0])), "
          + "{\"xfdf\": \(Self.string(Self.xfdf))}, {\"xfdf\": \(Self.string(change))}, \(source(example.segments[1]))]}")
          .utf8))
    let archive = try compose(payload)
    // The second update was made for the first only, and is rebased.
    #expect(archive.bytes.starts(with: example.base + example.segments[0]))
    let file = try PDFFile(bytes: archive.bytes)
    #expect(try file.revisions().count == 5)
    #expect(try file.annotations(of: #require(try file.page(0))).map(\.kind) == ["Highlight", "Square", "Text"])
  }

  /// Palm rejection and other ignored parts are reported with their location in the payload.
  @Test func ignoredPartsProduceWarnings() throws {
    let example = try Example()
    func warnings(_ segment: String) throws -> [String] {
      let text = "{\"base\": \(source(example.base)), \"segments\": [\(segment)]}"
      return try compose(Payload.parse(Array(text.utf8))).warnings.map(\.description)
    }
    #expect(
      try warnings(#"{"ink": \#(Self.touches)}"#) == [
        "$.segments[0].ink.recordings[0].strokes[1]: dropped (overlapsStylus): the finger overlaps the stylus of "
          + "$.recordings[0].strokes[0] in time"
      ])
    #expect(
      try warnings(#"{"ink": \#(Self.string(Self.touches))}"#).first?.hasPrefix(
        "$.segments[0].ink, $.recordings[0].strokes[1]: dropped") == true)
    #expect(
      try warnings(#"{"xfdf": \#(Self.string(Self.xfdf)), "autor": "x"}"#) == [
        "$.segments[0].autor: unknown field, not used"
      ])
  }

  @Test(arguments: [
    (#"{"xfdf": "<xfdf>"}"#, "$.segments[0].xfdf"),
    (#"{"xfdf": "<xfdf><annots><circle page='0'/></annots></xfdf>"}"#, "$.segments[0].xfdf, line 1, <circle>"),
    (
      #"{"instant-json": {"format": "https://pspdfkit.com/instant-json/v1", "annotations": [{"pageIndex": 9}]}}"#,
      "$.segments[0].instant-json.annotations[0].pageIndex"
    ),
    (#"{"ink": {"format": "pressrun-touches/1", "recordings": 1}}"#, "$.segments[0].ink.recordings"),
    (#"{"ink": 5}"#, "$.segments[0].ink"), (#"{"xfdf": {"base64": "?"}}"#, "$.segments[0].xfdf.base64"),
    (#"{"xfdf": "x", "ink": "y"}"#, "$.segments[0]"), (#"{"author": "x"}"#, "$.segments[0].artifact"),
    (#"{"xfdf": "x", "author": 5}"#, "$.segments[0].author"), ("[]", "$.segments[0]"),
  ])
  func errorHasLocationInPayload(segment: String, place: String) throws {
    let refusal = try Project.refusal(
      "archive", "{\"base\": \(source(Example().base)), \"segments\": [\(segment)]}")
    #expect(refusal?.place.hasPrefix(place) == true, "\(refusal?.description ?? "accepted")")
    #expect(refusal?.isPermanent == true)
  }

  @Test func segmentsHaveALimit() throws {
    let list = Array(repeating: "1", count: 10_001).joined(separator: ",")
    let refusal = try Project.refusal("archive", "{\"base\": \(source(Example().base)), \"segments\": [\(list)]}")
    #expect(refusal?.code == .tooLarge)
  }

  @Test func storedDocumentRequiresSegmentsFromWorker() throws {
    let refusal = try Project.refusal("archive", #"{"document": "briefing", "at": 2}"#)
    #expect(refusal?.code == .missingField && refusal?.place == "$.stored")
  }

  @Test func storedDocumentIsBuiltWithRecord() throws {
    let example = try Example()
    let base = Hash.of(example.base)
    var chain = ArchiveChain(document: "doc", base: base)
    var segments: [ArchiveSegment] = []
    var parent = base
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
    let archive = try compose(
      StoredArchive(document: "doc", tenant: "acme", base: base, segments: segments).payload, job: job)
    #expect(archive.bytes == example.base + example.segments.joined())
    #expect(archive.archive?.document == "doc" && archive.archive?.sequence == 2)
    let manifest = try ArchiveManifest(json: Array(try #require(archive.archive?.manifest).utf8))
    #expect(manifest.chain == chain.head && manifest.tenant == "acme")
    // The renderer reported a JSON text that is too long.
    let stored = StoredArchive(document: "doc", tenant: "acme", base: base, segments: segments)
    #expect(try stored.rendererPayload() == Array(stored.payload.text.utf8))
    var limits = JSONLimits()
    limits.bytes = stored.payload.text.utf8.count - 1
    let error = #expect(throws: CompositionError.self) { try stored.rendererPayload(limits: limits) }
    #expect(error?.code == .tooLarge && error?.message.contains("pressrun archive bag") == true)
  }

  @Test func requestHasDocumentOrBase() throws {
    func request(_ text: String) throws -> StoredArchiveRequest? { try StoredArchiveRequest(payload: Array(text.utf8)) }
    #expect(try request(#"{"base": {"base64": "AAAA"}}"#) == nil)
    #expect(try request(#"{"document": "doc"}"#)?.sequence == nil)
    #expect(try request(#"{"document": "doc", "at": 0}"#)?.sequence == 0)
    for wrong in [
      #"{"document": "doc", "at": -1}"#, #"{"document": "doc", "at": 1.5}"#, #"{"document": "doc", "base": 1}"#,
    ] {
      #expect(error { _ = try request(wrong) } != nil)
    }
  }
}
