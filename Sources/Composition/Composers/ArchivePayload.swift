import Annotations
import Foundation
import JSON

/// An archive's parts as its payload names them: the base file, and the segments that go after it in order.
///
/// A segment is an update as it is, or, as for `pressrun archive append`, XFDF, Instant JSON or recorded ink.
struct ArchivePayload {
  var title: String?
  var base: [UInt8]
  var segments: [Segment] = []
  var warnings: [Warning]

  private static let segmentLimit = 10_000

  init(_ fields: Fields, _ job: JobContext) throws(CompositionError) {
    title = try fields.optionalString("title")
    guard let source = fields["base"] else {
      throw CompositionError(.missingField, "missing; expected the base PDF", at: fields.path(of: "base").description)
    }
    base = try Self.bytes(source, at: fields.path(of: "base"), job)
    warnings = fields.warnings(unless: ["title", "base", "segments"])
    guard fields["segments"] != nil else { return }
    let list = try fields.array("segments")
    guard list.count <= Self.segmentLimit else {
      throw CompositionError(
        .tooLarge, "\(list.count) segments; \(Self.segmentLimit) are allowed", at: fields.path(of: "segments").description)
    }
    for (index, value) in list.enumerated() {
      segments.append(try Segment(value, at: fields.path(of: "segments").element(index), &warnings))
    }
  }

  /// One source of annotations. Its bytes are made when they are asked for: many may name one large artifact.
  struct Segment {
    /// Nil for an update as it is.
    let format: AnnotationFormat?
    let path: JSONPath
    private let source: JSONValue
    private let sourcePath: JSONPath

    /// - Parameter value: the source of an update, or an object with it under `data`; or an object with one of the
    ///   other formats under its name.
    fileprivate init(_ value: JSONValue, at path: JSONPath, _ warnings: inout [Warning]) throws(CompositionError) {
      self.path = path
      guard case .object = value else {
        (format, source, sourcePath) = (nil, value, path)
        return
      }
      let fields = try Fields(value, at: path)
      let formats = AnnotationFormat.allCases.filter { fields[$0.rawValue] != nil }
      let names = formats.map(\.rawValue) + ["data", "base64", "artifact"].filter { fields[$0] != nil }
      guard names.count <= 1 else {
        throw CompositionError(
          .invalidValue, "has \(names.joined(separator: " and ")); a segment is one of them", at: path.description)
      }
      _ = try fields.optionalString("author")
      _ = try fields.optionalTimestamp("created")
      format = formats.first
      if let name = formats.first?.rawValue ?? (fields["data"] == nil ? nil : "data") {
        source = fields[name] ?? .null
        sourcePath = fields.path(of: name)
        warnings += fields.warnings(unless: [name, "author", "created"])
      } else {
        (source, sourcePath) = (value, path)
      }
    }

    /// Whether the source stands in the payload as JSON, so that paths in it are paths in the payload.
    private var isInline: Bool {
      guard format == .instantJSON || format == .ink, case .object(let object) = source else { return false }
      return object["format"] != nil
    }

    func bytes(_ job: JobContext) throws(CompositionError) -> [UInt8] {
      if isInline { return Array(source.text.utf8) }
      if format != nil, case .string(let text) = source, !text.hasPrefix("data:") { return Array(text.utf8) }
      return try ArchivePayload.bytes(source, at: sourcePath, job)
    }

    /// Where in the payload `place` of the source is: a line of XML, or a path of JSON.
    func place(_ place: String) -> String {
      if isInline, place.hasPrefix("$") { return sourcePath.description + place.dropFirst() }
      return sourcePath.description + (place.isEmpty ? "" : ", " + place)
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

  static func encoded(_ bytes: [UInt8]) -> String { Data(bytes).base64EncodedString() }

  static func decoded(_ text: String, at path: JSONPath) throws(CompositionError) -> [UInt8] {
    guard let data = Data(base64Encoded: text) else {
      throw CompositionError(.invalidValue, "not base64", at: path.description)
    }
    return Array(data)
  }

  private static func isHexDigit(_ byte: UInt8) -> Bool { Character(Unicode.Scalar(byte)).isHexDigit && byte < 0x80 }
}
