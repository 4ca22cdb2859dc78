/// One message on the pipe between a worker and a renderer: a JSON header, and a body of bytes.
///
///     offset  size  what
///          0     2  "PR"
///          2     1  version of the protocol
///          3     1  0
///          4     4  bytes of the header, big-endian
///          8     4  bytes of the body, big-endian
///         12        header (JSON, UTF-8), then body
package struct Frame: Hashable, Sendable {
  /// JSON in UTF-8.
  package var header: [UInt8]
  package var body: [UInt8]

  package init(header: [UInt8], body: [UInt8] = []) {
    self.header = header
    self.body = body
  }

  /// Incremented with each change of the protocol; other versions are refused.
  package static let version: UInt8 = 1
  static let magic: (UInt8, UInt8) = (0x50, 0x52)
  static let prefixSize = 12

  /// The largest frame that either side reads or writes, in bytes.
  package struct Limits: Hashable, Sendable {
    /// Enough for the page sizes of several hundred thousand pages.
    package var header = 16 << 20
    package var body = 1 << 30
    package init() {}
    package init(header: Int, body: Int) {
      self.header = header
      self.body = body
    }
  }

  /// The bytes to send.
  package func encoded(limits: Limits = Limits()) throws(RenderingError) -> [UInt8] {
    try Frame.check(header: header.count, body: body.count, limits: limits, offset: 0)
    var bytes: [UInt8] = []
    bytes.reserveCapacity(Frame.prefixSize + header.count + body.count)
    bytes += [Frame.magic.0, Frame.magic.1, Frame.version, 0]
    bytes.appendBigEndian(UInt32(header.count))
    bytes.appendBigEndian(UInt32(body.count))
    bytes += header
    bytes += body
    return bytes
  }

  static func check(header: Int, body: Int, limits: Limits, offset: Int) throws(RenderingError) {
    guard header <= limits.header, body <= limits.body else {
      throw RenderingError(
        code: .tooLarge,
        message: "a frame of \(header) + \(body) bytes is beyond the limit of \(limits.header) + \(limits.body)",
        place: "offset \(offset)")
    }
  }
}

extension [UInt8] {
  fileprivate mutating func appendBigEndian(_ value: UInt32) {
    for shift in stride(from: 24, through: 0, by: -8) { append(UInt8(truncatingIfNeeded: value >> UInt32(shift))) }
  }
}
