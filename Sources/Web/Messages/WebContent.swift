import Diagnostics
import Encodings

/// Content with a known length, such as a file, of which parts can be requested.
package struct WebContent: Sendable {
  package var mediaType: String
  package var length: Int
  /// A strong entity tag without quotes, such as the SHA-256 of the bytes.
  package var tag: String
  package var disposition: Disposition
  /// Writes the bytes in a range.
  package var write: @Sendable (Range<Int>, inout ResponseStream) async throws -> Void

  package init(
    mediaType: String, length: Int, tag: String, disposition: Disposition,
    write: @escaping @Sendable (Range<Int>, inout ResponseStream) async throws -> Void
  ) {
    self.mediaType = mediaType
    self.length = length
    self.tag = tag
    self.disposition = disposition
    self.write = write
  }

  /// Whether a browser shows or saves the content (RFC 6266).
  package enum Disposition: Hashable, Sendable {
    case attachment(fileName: String)
    case inline(fileName: String)

    package var field: String {
      let (kind, name) =
        switch self {
        case .attachment(let name): ("attachment", name)
        case .inline(let name): ("inline", name)
        }
      let plain = String(
        name.unicodeScalars.map { scalar in
          (0x20..<0x7F).contains(scalar.value) && !"\"\\/%".unicodeScalars.contains(scalar) ? Character(scalar) : "_"
        })
      let text = "\(kind); filename=\"\(plain)\""
      return plain == name ? text : text + "; filename*=UTF-8''\(PercentEncoding.encode(name))"
    }
  }
}

extension WebResponse {
  /// The content, the part of it that the request asks for (RFC 9110 §14), or 304 if the client has it already (§13).
  ///
  /// One range is answered with 206. Several ranges are answered with all of the content, as §14.2 permits.
  package static func content(_ content: WebContent, for request: WebRequest) -> WebResponse {
    let tag = "\"\(content.tag)\""
    var response: WebResponse
    if let known = request.header("If-None-Match"), matches(known, tag) {
      response = WebResponse(status: 304)
    } else {
      let isCurrent = request.header("If-Range").map { $0 == tag } ?? true
      switch isCurrent ? ByteRange(request.header("Range"), length: content.length) : .all {
      case .all: response = body(content, 0..<content.length)
      case .part(let range):
        response = body(content, range)
        response.status = 206
        response["Content-Range"] = "bytes \(range.lowerBound)-\(range.upperBound - 1)/\(content.length)"
      case .outside:
        response =
          Problem(
            .rangeNotSatisfiable, "the content has \(content.length) bytes",
            headers: ["Content-Range": "bytes */\(content.length)"]
          ).response
        return response
      }
      response["Content-Disposition"] = content.disposition.field
      response["Accept-Ranges"] = "bytes"
    }
    response["ETag"] = tag
    if response["Cache-Control"] == nil { response["Cache-Control"] = "private, no-cache" }
    return response
  }

  private static func body(_ content: WebContent, _ range: Range<Int>) -> WebResponse {
    WebResponse(mediaType: content.mediaType, length: range.count) { try await content.write(range, &$0) }
  }

  /// Whether a list of entity tags contains `tag`; compares weakly (RFC 9110 §8.8.3.2).
  private static func matches(_ list: String, _ tag: String) -> Bool {
    list.split(separator: ",").contains { item in
      let item = item.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed()
      let text = String(item)
      return text == "*" || text == tag || text == "W/" + tag
    }
  }
}

/// The bytes that a `Range` field asks for (RFC 9110 §14.1.2).
enum ByteRange: Hashable, Sendable {
  /// No range, one that is not understood, or several.
  case all
  case part(Range<Int>)
  /// The range begins after the end.
  case outside

  init(_ field: String?, length: Int) {
    guard let field, field.lowercased().hasPrefix("bytes="), !field.contains(",") else {
      self = .all
      return
    }
    let bounds = field.dropFirst(6).split(separator: "-", maxSplits: 1, omittingEmptySubsequences: false)
    guard bounds.count == 2, bounds.allSatisfy({ $0.utf8.allSatisfy { (0x30...0x39).contains($0) } }) else {
      self = .all
      return
    }
    switch (bounds[0].isEmpty, bounds[1].isEmpty) {
    case (true, true): self = .all
    case (true, false):
      let count = Int(bounds[1]) ?? .max
      self = count == 0 || length == 0 ? .outside : .part(Swift.max(0, length - count)..<length)
    case (false, let isOpen):
      let start = Int(bounds[0]) ?? .max
      let end = isOpen ? length - 1 : Int(bounds[1]) ?? .max
      if !isOpen, end < start {
        self = .all
      } else if start >= length {
        self = .outside
      } else {
        self = .part(start..<Swift.min(end, length - 1) + 1)
      }
    }
  }
}
