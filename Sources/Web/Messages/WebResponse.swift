import HTTPTypes
import HummingbirdCore
import JSON
import NIOCore

/// An HTTP response.
package struct WebResponse: Sendable {
  enum Body: Sendable {
    case bytes([UInt8])
    /// Content that is written in pieces; the length is nil if unknown.
    case stream(length: Int?, @Sendable (inout ResponseStream) async throws -> Void)
  }

  package var status: Int
  private var fields = HTTPFields()
  private(set) var body: Body

  /// An answer without content.
  package init(status: Int = 204) {
    self.status = status
    body = .bytes([])
  }

  package init(status: Int = 200, mediaType: String, bytes: [UInt8]) {
    self.status = status
    body = .bytes(bytes)
    self["Content-Type"] = mediaType
  }

  /// - Parameter length: the number of bytes, if known; `write` must write exactly as many.
  package init(
    status: Int = 200, mediaType: String, length: Int? = nil,
    write: @escaping @Sendable (inout ResponseStream) async throws -> Void
  ) {
    self.status = status
    body = .stream(length: length, write)
    self["Content-Type"] = mediaType
  }

  package static func json(_ value: JSONValue, status: Int = 200, mediaType: String = "application/json") -> WebResponse
  {
    WebResponse(status: status, mediaType: mediaType, bytes: Array(value.text.utf8))
  }

  /// JSON text that exists already.
  package static func json(text: [UInt8], status: Int = 200) -> WebResponse {
    WebResponse(status: status, mediaType: "application/json", bytes: text)
  }

  package static func html(_ page: HTML, status: Int = 200) -> WebResponse {
    WebResponse(status: status, mediaType: "text/html; charset=utf-8", bytes: Array(page.text.utf8))
  }

  package static func text(_ text: String, status: Int = 200) -> WebResponse {
    WebResponse(status: status, mediaType: "text/plain; charset=utf-8", bytes: Array(text.utf8))
  }

  /// - Parameters:
  ///   - address: a path of this server, such as `/jobs`.
  ///   - status: 303 repeats with GET, as after a form; 307 and 308 with the same method.
  package static func redirect(to address: String, status: Int = 303) -> WebResponse {
    var response = WebResponse(status: status)
    response["Location"] = address
    return response
  }

  /// The value of a header field. A value that HTTP does not allow, such as one with a line break, is not set.
  package subscript(name: String) -> String? {
    get { HTTPField.Name(name).flatMap { fields[$0] } }
    set {
      guard let name = HTTPField.Name(name) else { return }
      fields[name] = newValue.flatMap { HTTPField.isValidValue($0) ? $0 : nil }
    }
  }

  /// Adds a field without replacing others of the same name.
  package mutating func addHeader(_ name: String, _ value: String) {
    guard let name = HTTPField.Name(name), HTTPField.isValidValue(value) else { return }
    fields.append(HTTPField(name: name, value: value))
  }

  /// The names and values of all header fields.
  package var headers: [(name: String, value: String)] { fields.map { ($0.name.rawName, $0.value) } }

  /// Sets those fields that the handler has not set.
  mutating func apply(_ security: SecurityHeaders) {
    for field in security.fields where !fields.contains(field.name) { fields.append(field) }
  }

  /// Removes the body but not the header, for HEAD.
  mutating func omitBody() {
    let length: Int? =
      switch body {
      case .bytes(let bytes): bytes.count
      case .stream(let length, _): length
      }
    if let length, status != 204, status != 304 { self["Content-Length"] = String(length) }
    body = .bytes([])
  }

  func hummingbirdResponse(isDraining: Bool) -> Response {
    var fields = fields
    if isDraining { fields[.connection] = "close" }
    let body: HummingbirdCore.ResponseBody =
      switch self.body {
      case .bytes(let bytes): bytes.isEmpty ? .init() : .init(byteBuffer: ByteBuffer(bytes: bytes))
      case .stream(let length, let write):
        .init(contentLength: length) { writer in
          var stream = ResponseStream(writer)
          try await write(&stream)
          try await stream.finish()
        }
      }
    var response = Response(status: HTTPResponse.Status(code: status), headers: fields, body: body)
    if status == 204 || status == 304 { response.headers[.contentLength] = nil }
    return response
  }
}

/// The content of an answer that is written in pieces. A write waits until the client has read enough of the previous
/// ones.
package struct ResponseStream {
  private var writer: any HummingbirdCore.ResponseBodyWriter

  init(_ writer: any HummingbirdCore.ResponseBodyWriter) { self.writer = writer }

  /// - Throws: if the connection is closed.
  package mutating func write(_ bytes: [UInt8]) async throws {
    if !bytes.isEmpty { try await writer.write(ByteBuffer(bytes: bytes)) }
  }

  package mutating func write(_ text: String) async throws { try await write(Array(text.utf8)) }

  fileprivate consuming func finish() async throws { try await writer.finish(nil) }
}
