import Foundation
import JSON

/// An archive's parts as its payload names them: the base file, and the segments that go after it in order.
struct ArchivePayload {
  struct Segment {
    var bytes: [UInt8]
    var author: String?
    var created: Timestamp?
  }
  var title: String?
  var base: [UInt8]
  var segments: [Segment] = []
  var warnings: [Warning]

  init(_ fields: Fields, _ job: JobContext) throws(CompositionError) {
    title = try fields.optionalString("title")
    guard let source = fields["base"] else {
      throw CompositionError(.missingField, "missing; expected the base PDF", at: fields.path(of: "base").description)
    }
    base = try Self.bytes(source, at: fields.path(of: "base"), job)
    warnings = fields.warnings(unless: ["title", "base", "segments"])
    guard fields["segments"] != nil else { return }
    for (index, value) in try fields.array("segments").enumerated() {
      let path = fields.path(of: "segments").element(index)
      guard case .object(let object) = value, object["data"] != nil else {
        segments.append(Segment(bytes: try Self.bytes(value, at: path, job)))
        continue
      }
      let segment = try Fields(value, at: path)
      segments.append(
        Segment(
          bytes: try Self.bytes(segment["data"] ?? .null, at: segment.path(of: "data"), job),
          author: try segment.optionalString("author"), created: try segment.optionalTimestamp("created")))
      warnings += segment.warnings(unless: ["data", "author", "created"])
    }
  }

  /// The bytes of a source: a `data:` URL, `{"base64": …}` or `{"artifact": <sha256>}`.
  private static func bytes(
    _ source: JSONValue, at path: JSONPath, _ job: JobContext
  ) throws(CompositionError) -> [UInt8] {
    switch source {
    case .string(let address):
      let head = address.prefix(128)
      guard head.hasPrefix("data:"), let comma = head.firstIndex(of: ","), head[..<comma].hasSuffix(";base64") else {
        throw Fields.wrongType("a URL that begins data:application/pdf;base64,", source, at: path)
      }
      return try decoded(String(address[address.index(after: comma)...]), at: path)
    case .object(let object):
      let fields = try Fields(source, at: path)
      if object["base64"] != nil {
        return try decoded(try fields.string("base64"), at: fields.path(of: "base64"))
      }
      let sha256 = try fields.string("artifact")
      guard sha256.utf8.count == 64, sha256.utf8.allSatisfy(isHexDigit) else {
        throw Fields.wrongType(
          "the SHA-256 of an artifact, 64 hexadecimal digits", .string(sha256), at: fields.path(of: "artifact"))
      }
      return try job.artifact(sha256.lowercased())
    default:
      throw Fields.wrongType("a data: URL, an object with base64 or an object with artifact", source, at: path)
    }
  }

  private static func decoded(_ text: String, at path: JSONPath) throws(CompositionError) -> [UInt8] {
    guard let data = Data(base64Encoded: text) else {
      throw CompositionError(.invalidValue, "not base64", at: path.description)
    }
    return Array(data)
  }

  private static func isHexDigit(_ byte: UInt8) -> Bool { Character(Unicode.Scalar(byte)).isHexDigit && byte < 0x80 }
}
