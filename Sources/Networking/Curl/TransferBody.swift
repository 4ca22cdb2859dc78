import CCurl
import Glibc

/// The bytes that a transfer sends. Used by the transfer's thread only.
struct TransferBody {
  enum Source {
    case bytes([UInt8])
    case file(path: String, offset: Int)
    case bytesAndFile([UInt8], path: String)
  }

  let length: Int
  /// The bytes that libcurl has taken since the last rewind.
  private(set) var position = 0
  /// The largest `position` so far.
  private(set) var furthest = 0
  private let source: Source
  private var descriptor: Int32 = -1

  init(_ source: Source, length: Int) {
    self.source = source
    self.length = length
  }

  /// Copies the next bytes.
  /// - Returns: 0 at the end.
  /// - Throws: `NetworkError` `.fileUnreadable`.
  mutating func read(into buffer: UnsafeMutableRawBufferPointer) throws(NetworkError) -> Int {
    let count = min(buffer.count, length - position)
    guard count > 0 else { return 0 }
    switch source {
    case .bytes(let bytes):
      copy(bytes, count, into: buffer)
      return count
    case .file(let path, let offset):
      return try read(path, at: offset + position, count, into: buffer)
    case .bytesAndFile(let bytes, let path):
      let left = bytes.count - position
      if left <= 0 { return try read(path, at: -left, count, into: buffer) }
      copy(bytes, min(count, left), into: buffer)
      return min(count, left)
    }
  }

  private mutating func copy(_ bytes: [UInt8], _ count: Int, into buffer: UnsafeMutableRawBufferPointer) {
    bytes.withUnsafeBytes { buffer.copyMemory(from: .init(rebasing: $0[position..<position + count])) }
    advance(count)
  }

  private mutating func read(
    _ path: String, at offset: Int, _ count: Int, into buffer: UnsafeMutableRawBufferPointer
  ) throws(NetworkError) -> Int {
    if descriptor < 0 { descriptor = open(path, O_RDONLY | O_CLOEXEC) }
    let result = descriptor < 0 ? -1 : pread(descriptor, buffer.baseAddress, count, off_t(offset))
    guard result > 0 else {
      let reason = result == 0 ? "the file is shorter than expected" : String(cString: strerror(errno))
      throw NetworkError(code: .fileUnreadable, message: "\(path) cannot be read: \(reason)", place: path)
    }
    advance(result)
    return result
  }

  private mutating func advance(_ count: Int) {
    position += count
    furthest = max(furthest, position)
  }

  /// Continues at `position`. Returns false if it is outside of the body.
  mutating func seek(to position: Int) -> Bool {
    guard (0...length).contains(position) else { return false }
    self.position = position
    return true
  }

  mutating func close() {
    if descriptor >= 0 { Glibc.close(descriptor) }
    descriptor = -1
  }
}
