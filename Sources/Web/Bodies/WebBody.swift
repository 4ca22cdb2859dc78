import Diagnostics
import HTTPTypes
import HummingbirdCore
import JSON
import NIOCore
import NIOHTTPTypes
import Synchronization

/// The body of a request, which can be read once. Nothing of it is read before access, parameters and media type were
/// checked.
package final class WebBody: Sendable {
  private struct State {
    var limit = 0
    var hasBegun = false
    var isFullyRead: Bool
    /// Bytes that count towards the limit of the server as long as this object exists.
    var held = 0
  }

  private let source: HummingbirdCore.RequestBody
  private let head: RequestHead
  private let state: Mutex<State>
  /// The field `Content-Type`; empty if the request has none.
  let contentType: String
  /// The media type in lower case, without parameters; empty if the request states none.
  package let mediaType: String
  /// The length in bytes; nil if it is not known in advance.
  package let length: Int?

  init(_ source: HummingbirdCore.RequestBody, _ head: RequestHead) {
    self.source = source
    self.head = head
    let isChunked = head.header("Transfer-Encoding") != nil
    length = isChunked ? nil : head.header("Content-Length").flatMap { Int($0) } ?? 0
    contentType = head.header("Content-Type") ?? ""
    mediaType = ContentType.essence(of: contentType)
    state = Mutex(State(isFullyRead: length == 0))
  }

  deinit { head.connection.bodies?.give(state.withLock { $0.held }) }

  /// Whether nothing of the body is left on the connection.
  var isFullyRead: Bool { state.withLock { $0.isFullyRead } }

  /// Whether the request has no body.
  package var isEmpty: Bool { length == 0 }

  /// Checks media type and length against the route.
  func check(against description: BodyDescription) throws(Problem) {
    state.withLock { $0.limit = description.limit }
    if isEmpty {
      if description.isRequired { throw Problem(.invalidBody, "the body is missing\(Self.expected(description))") }
      return
    }
    guard !description.contents.isEmpty else {
      throw Problem(.invalidBody, "this address takes no body; send the request without one")
    }
    guard description.contents.contains(where: { $0.mediaType == mediaType }) else {
      let found = mediaType.isEmpty ? "no Content-Type" : Quotation.of(mediaType)
      throw Problem(.unsupportedMediaType, "found \(found)\(Self.expected(description))", field: "Content-Type")
    }
    if let encoding = head.header("Content-Encoding"), encoding.lowercased() != "identity" {
      throw Problem(.unsupportedMediaType, "send the body without compression", field: "Content-Encoding")
    }
    if let length, length > description.limit { throw Self.tooLarge(description.limit) }
  }

  private static func expected(_ description: BodyDescription) -> String {
    "; send \(description.contents.map(\.mediaType).joined(separator: " or "))"
  }

  static func tooLarge(_ limit: Int) -> Problem {
    Problem(.bodyTooLarge, "the body has more than \(limit) bytes, which is the limit of this address")
  }

  // MARK: Reading

  /// Calls `use` with each piece as it arrives.
  /// - Throws: `Problem` if the body is too large or incomplete, and the errors of `use`.
  package func read(_ use: (ByteBuffer) async throws -> Void) async throws {
    let (limit, isRepeated) = state.withLock { state in
      defer { state.hasBegun = true }
      return (state.limit, state.hasBegun)
    }
    if isEmpty { return }
    guard !isRepeated else { throw Problem(.internalError, "the body of a request can be read once") }
    try await sendContinue()
    var count = 0
    do {
      for try await piece in source {
        count += piece.readableBytes
        guard count <= limit else { throw Self.tooLarge(limit) }
        try head.connection.bodies?.take(piece.readableBytes)
        state.withLock { $0.held += piece.readableBytes }
        try await use(piece)
      }
    } catch is any NIOCoreError {
      throw Self.incomplete
    }
    guard !head.connection.status.broken.isSet, length == nil || length == count else { throw Self.incomplete }
    state.withLock { $0.isFullyRead = true }
  }

  private static let incomplete = Problem(.malformedRequest, "the connection ended before the end of the body")

  /// Asks a client that waits for it to send the body (RFC 9110 §10.1.1).
  private func sendContinue() async throws {
    guard head.header("Expect")?.lowercased() == "100-continue", let channel = head.connection.channel else { return }
    try await channel.writeAndFlush(HTTPResponsePart.head(HTTPResponse(status: .continue)))
  }

  /// All bytes.
  /// - Throws: `Problem`.
  package func bytes() async throws -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(min(length ?? 0, 1 << 20))
    try await read { bytes.append(contentsOf: $0.readableBytesView) }
    return bytes
  }

  /// The body as JSON.
  /// - Throws: `Problem` with line and column of what is not JSON.
  package func json(limits: JSONLimits = JSONLimits()) async throws -> JSONValue {
    do {
      return try JSONParser.parse(try await bytes(), limits: limits)
    } catch let error as JSONError {
      throw Problem(.invalidBody, "the body is not JSON: \(error)")
    }
  }

  /// Calls `use` with each line of NDJSON that is not blank, and its number from 1.
  /// - Parameter limit: bytes of one line.
  package func lines(limit: Int, _ use: (Int, [UInt8]) async throws -> Void) async throws {
    var splitter = LineSplitter(limit: limit)
    try await read { piece in
      for (number, line) in try splitter.add(piece.readableBytesView) { try await use(number, line) }
    }
    if let (number, line) = splitter.finish() { try await use(number, line) }
  }

  /// The fields of an HTML form. An absent body is an empty form.
  /// - Throws: `Problem`.
  package func form() async throws -> [QueryItem] {
    guard let text = String(validating: try await bytes(), as: UTF8.self),
      let items = QueryItem.items(of: text[...], limit: 1000)
    else { throw Problem(.invalidBody, "the body is not a form: percent-encode its fields as UTF-8") }
    return items
  }
}

/// Any error of SwiftNIO while reading from a connection.
private protocol NIOCoreError: Error {}
extension ChannelError: NIOCoreError {}
extension IOError: NIOCoreError {}
