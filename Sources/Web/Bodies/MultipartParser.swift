/// Parses `multipart/form-data` (RFC 7578, RFC 2046 §5.1) that arrives in pieces. It holds at most one piece, one
/// header and one boundary.
struct MultipartParser {
  enum Event: Equatable {
    case begin(MultipartHeader)
    case data([UInt8])
    case end
  }

  private enum State {
    /// The parser is before the first boundary.
    case preamble
    /// The parser is after a boundary.
    case boundary
    case header
    case data
    /// The parser is after the last boundary.
    case epilogue
  }

  private static let headerLimit = 8 << 10

  private let delimiter: [UInt8]
  private var state = State.preamble
  // Begins with a line break, because the first boundary may be at the start of the body.
  private var buffer: [UInt8] = [0x0D, 0x0A]

  /// - Parameter contentType: the request's `Content-Type`.
  init(contentType: String) throws(Problem) {
    let boundary = ContentType.parameters(of: contentType)["boundary"] ?? ""
    guard (1...70).contains(boundary.utf8.count) else {
      throw Problem(
        .invalidBody, "the Content-Type lacks its boundary; let the HTTP library write this field",
        field: "Content-Type")
    }
    delimiter = Array("\r\n--\(boundary)".utf8)
  }

  mutating func add(_ bytes: some Collection<UInt8>) throws(Problem) -> [Event] {
    buffer.append(contentsOf: bytes)
    var events: [Event] = []
    var position = 0
    while try step(&position, &events) {}
    buffer.removeFirst(position)
    return events
  }

  /// - Throws: `Problem` if the last boundary is missing.
  func finish() throws(Problem) {
    guard case .epilogue = state else {
      throw Problem(.invalidBody, "the multipart body ends before its last boundary")
    }
  }

  /// Parses the next part of the input at `position`.
  /// - Returns: false if more bytes are needed.
  private mutating func step(_ position: inout Int, _ events: inout [Event]) throws(Problem) -> Bool {
    switch state {
    case .preamble, .data:
      let found = search(from: position)
      let end = found.range?.lowerBound ?? found.safe
      if case .data = state, end > position { events.append(.data(Array(buffer[position..<end]))) }
      position = found.range?.upperBound ?? end
      guard found.range != nil else { return false }
      if case .data = state { events.append(.end) }
      state = .boundary
    case .boundary:
      guard buffer.count - position >= 2 else { return false }
      if buffer[position...].starts(with: [0x2D, 0x2D]) {
        state = .epilogue
        return true
      }
      while position < buffer.count, buffer[position] == 0x20 || buffer[position] == 0x09 { position += 1 }
      guard buffer.count - position >= 2 else { return false }
      guard buffer[position...].starts(with: [0x0D, 0x0A]) else {
        throw Problem(.invalidBody, "a boundary of the multipart body is not followed by a new line")
      }
      // The line break is kept: together with the next one it ends an empty header.
      state = .header
    case .header:
      guard let end = endOfHeader(from: position) else {
        guard buffer.count - position <= Self.headerLimit else {
          throw Problem(.invalidBody, "the header of a part has more than \(Self.headerLimit) bytes")
        }
        return false
      }
      events.append(.begin(try MultipartHeader(buffer[position..<end])))
      position = end + 4
      state = .data
    case .epilogue:
      position = buffer.count
      return false
    }
    return true
  }

  /// A header is followed by an empty line.
  private func endOfHeader(from start: Int) -> Int? {
    var index = start
    while index + 4 <= buffer.count {
      if buffer[index] == 0x0D, buffer[index + 1] == 0x0A, buffer[index + 2] == 0x0D, buffer[index + 3] == 0x0A {
        return index
      }
      index += 1
    }
    return nil
  }

  /// The next delimiter, and the end of the bytes that cannot be part of it.
  private func search(from start: Int) -> (range: Range<Int>?, safe: Int) {
    var index = start
    let last = buffer.count - delimiter.count
    while index <= last {
      if buffer[index] == 0x0D, buffer[index...].starts(with: delimiter) {
        return (index..<index + delimiter.count, index)
      }
      index += 1
    }
    return (nil, max(start, index))
  }
}

/// The header of a part of a form.
struct MultipartHeader: Equatable {
  var name: String
  var fileName: String?
  var mediaType: String?

  /// - Throws: `Problem` unless the header has a `Content-Disposition: form-data` with a name.
  init(_ bytes: some Sequence<UInt8>) throws(Problem) {
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw Problem(.invalidBody, "the header of a part is not UTF-8")
    }
    var fields: [String: String] = [:]
    // Names of files can contain other line breaks of Unicode, such as U+2028.
    for line in text.split(whereSeparator: { $0 == "\r\n" || $0 == "\n" || $0 == "\r" }) {
      let parts = line.split(separator: ":", maxSplits: 1)
      if parts.count == 2 { fields[parts[0].lowercased()] = String(parts[1].drop { $0 == " " }) }
    }
    let disposition = fields["content-disposition"] ?? ""
    let parameters = ContentType.parameters(of: disposition)
    guard ContentType.essence(of: disposition) == "form-data", let name = parameters["name"], !name.isEmpty else {
      throw Problem(.invalidBody, "a part has no \"Content-Disposition: form-data\" with a name")
    }
    self.name = Self.unescaped(name)
    fileName = parameters["filename"].map(Self.unescaped)
    mediaType = fields["content-type"].map(ContentType.essence)
  }

  /// Browsers escape three characters (HTML Standard §4.10.21.8).
  private static func unescaped(_ text: String) -> String {
    text.replacing("%22", with: "\"").replacing("%0D", with: "\r").replacing("%0A", with: "\n")
  }
}
