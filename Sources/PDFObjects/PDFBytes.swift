import Glibc

/// The bytes of a file or of a decoded stream, which never change: a memory map, or a copy in memory.
///
/// `@unchecked Sendable`: the memory is written before `init` returns and only read afterwards, and it lives as long as
/// this object. A mapped file must not be cut while it is open; artifacts never are, since they are replaced by
/// renaming.
package final class PDFBytes: @unchecked Sendable {
  package let count: Int
  private let base: UnsafeMutableRawPointer
  private let isMapped: Bool

  /// Files up to this size are read rather than mapped: it is quicker, and a file that shrinks cannot hurt.
  private static let mapThreshold = 1 << 20

  package convenience init(_ bytes: [UInt8]) { self.init(parts: [bytes]) }

  /// The bytes of `parts`, one after the other.
  package init(parts: [[UInt8]], after prefix: PDFBytes? = nil) {
    let head = prefix?.count ?? 0
    count = parts.reduce(head) { $0 + $1.count }
    base = UnsafeMutableRawPointer.allocate(byteCount: max(1, count), alignment: 16)
    isMapped = false
    if let prefix { base.copyMemory(from: prefix.base, byteCount: head) }
    var position = head
    for part in parts {
      part.withUnsafeBytes {
        if let source = $0.baseAddress { (base + position).copyMemory(from: source, byteCount: $0.count) }
      }
      position += part.count
    }
  }

  /// The bytes of the regular file at `path`; memory is used in proportion to what is touched.
  package init(path: String) throws(PDFError) {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw PDFBytes.failure("open", path) }
    defer { _ = close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw PDFBytes.failure("fstat", path) }
    guard status.st_mode & S_IFMT == S_IFREG else {
      throw PDFError(code: .io, message: "\(path) is not a regular file.")
    }
    let size = Int(status.st_size)
    if size > PDFBytes.mapThreshold {
      guard let map = mmap(nil, size, PROT_READ, MAP_PRIVATE, descriptor, 0), map != MAP_FAILED else {
        throw PDFBytes.failure("mmap", path)
      }
      (base, count, isMapped) = (map, size, true)
    } else {
      let buffer = UnsafeMutableRawPointer.allocate(byteCount: max(1, size), alignment: 16)
      var filled = 0
      while filled < size {
        let got = read(descriptor, buffer + filled, size - filled)
        if got < 0 && errno == EINTR { continue }
        guard got >= 0 else {
          buffer.deallocate()
          throw PDFBytes.failure("read", path)
        }
        if got == 0 { break }
        filled += got
      }
      (base, count, isMapped) = (buffer, filled, false)
    }
  }

  deinit {
    if isMapped { munmap(base, count) } else { base.deallocate() }
  }

  private static func failure(_ call: String, _ path: String) -> PDFError {
    PDFError(code: .io, message: "\(path) could not be read: \(call): \(String(cString: strerror(errno))).")
  }

  /// The byte at `offset`, which must be inside.
  @inline(__always)
  subscript(offset: Int) -> UInt8 {
    precondition(offset >= 0 && offset < count)
    return withExtendedLifetime(self) { base.load(fromByteOffset: offset, as: UInt8.self) }
  }

  /// The bytes of `range`, cut to what there is.
  package func array(_ range: Range<Int>) -> [UInt8] {
    withBytes(range) { Array($0) }
  }

  /// Calls `body` with the bytes of `range`, cut to what there is.
  package func withBytes<Result, Failure: Error>(
    _ range: Range<Int>, _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let range = range.clamped(to: 0..<count)
    defer { withExtendedLifetime(self) {} }
    return try body(UnsafeRawBufferPointer(start: base + range.lowerBound, count: range.count))
  }

  func hasBytes(_ text: StaticString, at offset: Int) -> Bool {
    guard offset >= 0, offset <= count, text.utf8CodeUnitCount <= count - offset else { return false }
    return withExtendedLifetime(self) { memcmp(base + offset, text.utf8Start, text.utf8CodeUnitCount) == 0 }
  }

  /// Where `text` first stands in `range`.
  func first(_ text: StaticString, in range: Range<Int>) -> Int? {
    let range = range.clamped(to: 0..<count)
    var offset = range.lowerBound
    while offset + text.utf8CodeUnitCount <= range.upperBound {
      let rest = range.upperBound - offset
      let found = withExtendedLifetime(self) { memchr(base + offset, Int32(text.utf8Start.pointee), rest) }
      guard let found else { return nil }
      offset = UnsafeRawPointer(found) - UnsafeRawPointer(base)
      if offset + text.utf8CodeUnitCount <= range.upperBound, hasBytes(text, at: offset) { return offset }
      offset += 1
    }
    return nil
  }

  /// Where `text` last stands in `range`.
  func last(_ text: StaticString, in range: Range<Int>) -> Int? {
    let range = range.clamped(to: 0..<count)
    var offset = range.upperBound - text.utf8CodeUnitCount
    while offset >= range.lowerBound {
      if hasBytes(text, at: offset) { return offset }
      offset -= 1
    }
    return nil
  }
}
