/// Parses a stream of bytes, received in pieces of any size, into frames. Does no I/O.
///
/// After an error the rest of the stream cannot be parsed: every later call throws the same error.
package struct FrameParser: Sendable {
  private let limits: Frame.Limits
  private var buffer: [UInt8] = []
  /// Start of the next frame in `buffer`.
  private var start = 0
  /// Start of the next frame in the stream.
  private var offset = 0
  private var failure: RenderingError?

  package init(limits: Frame.Limits = Frame.Limits()) { self.limits = limits }

  /// Whether the bytes so far end within a frame. Must be false at the end of the stream.
  package var isInsideFrame: Bool { buffer.count > start }

  /// Adds the next bytes from the pipe. They are ignored after an error.
  package mutating func append(_ bytes: some Collection<UInt8>) {
    guard failure == nil else { return }
    buffer.append(contentsOf: bytes)
  }

  /// The next whole frame; nil if more bytes are needed.
  package mutating func next() throws(RenderingError) -> Frame? {
    if let failure { throw failure }
    do {
      return try parse()
    } catch {
      failure = error
      buffer = []
      start = 0
      throw error
    }
  }

  private mutating func parse() throws(RenderingError) -> Frame? {
    let available = buffer.count - start
    // The first bytes are checked immediately, so that garbage is refused before a whole frame of it has been read.
    let expected: [UInt8] = [Frame.magic.0, Frame.magic.1, Frame.version, 0]
    for (index, byte) in expected.enumerated() where index < available && buffer[start + index] != byte {
      throw RenderingError(
        code: .protocolViolation,
        message: index == 2
          ? "version \(buffer[start + 2]) of the renderer protocol, expected \(Frame.version)"
          : "no frame of the renderer protocol starts here",
        place: "offset \(offset + index)")
    }
    guard available >= Frame.prefixSize else { return nil }
    let header = bigEndian(at: start + 4)
    let body = bigEndian(at: start + 8)
    try Frame.check(header: header, body: body, limits: limits, offset: offset)
    let size = Frame.prefixSize + header + body
    guard available >= size else {
      buffer.reserveCapacity(start + size)
      return nil
    }
    let headerStart = start + Frame.prefixSize
    let bodyStart = headerStart + header
    let frame = Frame(
      header: Array(buffer[headerStart..<bodyStart]), body: Array(buffer[bodyStart..<bodyStart + body]))
    start += size
    offset += size
    if start == buffer.count {
      buffer.removeAll(keepingCapacity: buffer.capacity <= 1 << 20)
      start = 0
    } else if start > 1 << 20 {
      buffer.removeFirst(start)
      start = 0
    }
    return frame
  }

  private func bigEndian(at index: Int) -> Int {
    buffer[index..<index + 4].reduce(0) { $0 << 8 | Int($1) }
  }
}
