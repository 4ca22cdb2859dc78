import Annotations
import Diagnostics
import Foundation
import JSON
import OperatingSystem

/// The payload of an archive: the base file and the segments in order.
///
/// A segment is an incremental update, or, as for `pressrun archive append`, XFDF, Instant JSON or recorded ink.
struct ArchivePayload {
  var title: String?
  var base: [UInt8]
  var segments: [Segment] = []
  var warnings: [Diagnostic]

  private static let segmentLimit = 10_000

  init(_ fields: Fields, _ job: JobContext) throws(CompositionError) {
    title = try fields.optionalString("title")
    guard let source = fields["base"] else {
      throw CompositionError(.missingField, "missing; expected the base PDF", at: fields.path(of: "base").description)
    }
    base = try Source(source, at: fields.path(of: "base")).bytes(job)
    warnings = fields.warnings(unless: ["title", "base", "segments"])
    guard fields["segments"] != nil else { return }
    let list = try fields.array("segments")
    guard list.count <= Self.segmentLimit else {
      throw CompositionError(
        .tooLarge, "\(list.count) segments; \(Self.segmentLimit) are allowed",
        at: fields.path(of: "segments").description)
    }
    for (index, value) in list.enumerated() {
      segments.append(try Segment(value, at: fields.path(of: "segments").element(index), &warnings))
    }
  }

  /// One segment. Its bytes are read when needed, since several can refer to one large artifact.
  struct Segment {
    /// The format of the annotations; nil for an incremental update.
    let format: AnnotationFormat?
    let path: JSONPath
    private let source: Source

    /// - Parameter value: the source of an update, an object with it under `data`, or an object with one of the other
    ///   formats under its name.
    fileprivate init(_ value: JSONValue, at path: JSONPath, _ warnings: inout [Diagnostic]) throws(CompositionError) {
      self.path = path
      guard case .object = value else {
        (format, source) = (nil, try Source(value, at: path))
        return
      }
      let fields = try Fields(value, at: path)
      let formats = AnnotationFormat.allCases.filter { fields[$0.rawValue] != nil }
      let names = formats.map(\.rawValue) + ["data", "base64", "artifact", "asset"].filter { fields[$0] != nil }
      guard names.count <= 1 else {
        throw CompositionError(
          .invalidValue, "has \(names.joined(separator: " and ")); a segment is one of them", at: path.description)
      }
      _ = try fields.optionalString("author")
      _ = try fields.optionalTimestamp("created")
      format = formats.first
      guard let name = formats.first?.rawValue ?? (fields["data"] == nil ? nil : "data") else {
        source = try Source(value, at: path)
        return
      }
      source = try Source(fields[name] ?? .null, at: fields.path(of: name), format: formats.first)
      warnings += fields.warnings(unless: [name, "author", "created"])
    }

    func bytes(_ job: JobContext) throws(CompositionError) -> [UInt8] { try source.bytes(job) }

    /// Converts a location in the source, such as a line of XML or a JSON path, to a location in the payload.
    func place(_ place: String) -> String { source.place(place) }
  }

  /// Bytes that a payload has or names: a `data:` URL, `{"base64": …}`, `{"artifact": <sha256>}` or `{"asset":
  /// <path>}`; for annotations also text, or inline JSON.
  struct Source {
    private enum Content {
      case base64(Substring, at: JSONPath)
      case artifact(String)
      case asset(String, at: JSONPath)
      case text(String)
      case inline(JSONValue)
    }

    private let content: Content
    private let path: JSONPath

    /// - Parameter format: the annotation format; nil for other bytes.
    init(_ value: JSONValue, at path: JSONPath, format: AnnotationFormat? = nil) throws(CompositionError) {
      self.path = path
      switch value {
      case .string(let text) where format != nil && !text.hasPrefix("data:"): content = .text(text)
      case .string(let address):
        let head = address.prefix(128)
        guard head.hasPrefix("data:"), let comma = head.firstIndex(of: ","), head[..<comma].hasSuffix(";base64") else {
          throw Fields.wrongType("a URL that begins data:application/pdf;base64,", value, at: path)
        }
        content = .base64(address[address.index(after: comma)...], at: path)
      case .object(let object) where object["format"] != nil && (format == .instantJSON || format == .ink):
        content = .inline(value)
      case .object(let object):
        let fields = try Fields(value, at: path)
        if object["base64"] != nil {
          content = .base64(try fields.string("base64")[...], at: fields.path(of: "base64"))
          return
        }
        if object["asset"] != nil {
          content = .asset(try fields.filledString("asset"), at: fields.path(of: "asset"))
          return
        }
        let sha256 = try fields.string("artifact")
        guard Hexadecimal.isSHA256(sha256.lowercased()) else {
          throw Fields.wrongType(
            "the SHA-256 of an artifact, 64 hexadecimal digits", .string(sha256), at: fields.path(of: "artifact"))
        }
        content = .artifact(sha256.lowercased())
      default:
        throw Fields.wrongType("a data: URL, or an object with base64, artifact or asset", value, at: path)
      }
    }

    func bytes(_ job: JobContext) throws(CompositionError) -> [UInt8] {
      switch content {
      case .base64(let text, let path): try ArchivePayload.decoded(String(text), at: path)
      case .artifact(let sha256): try job.artifact(sha256)
      case .asset(let address, let path): try job.asset(address, at: path)
      case .text(let text): Array(text.utf8)
      case .inline(let value): Array(value.text.utf8)
      }
    }

    /// A JSON path in inline JSON becomes a path in the payload. Other locations follow the path of the source.
    func place(_ place: String) -> String {
      if case .inline = content, place.hasPrefix("$") { return path.description + place.dropFirst() }
      return path.description + (place.isEmpty ? "" : ", " + place)
    }
  }

  static func encoded(_ bytes: [UInt8]) -> String { Data(bytes).base64EncodedString() }

  static func decoded(_ text: String, at path: JSONPath) throws(CompositionError) -> [UInt8] {
    guard let data = Data(base64Encoded: text) else {
      throw CompositionError(.invalidValue, "not base64", at: path.description)
    }
    return Array(data)
  }
}
