import Glibc
import Networking
import OperatingSystem

/// The bytes of an object that is stored.
package enum ObjectContent: Sendable {
  case bytes([UInt8])
  /// A file with its length and the SHA-256 of its bytes in hexadecimal digits. If it changes while it is sent, the
  /// storage refuses it.
  case file(path: String, bytes: Int, sha256: String)

  package var count: Int {
    switch self {
    case .bytes(let bytes): bytes.count
    case .file(_, let bytes, _): bytes
    }
  }

  /// The SHA-256 in hexadecimal digits.
  var sha256: String {
    switch self {
    case .bytes(let bytes): SHA256.hash(data: bytes).hex
    case .file(_, _, let sha256): sha256
    }
  }

  func body(_ range: Range<Int>) -> HTTPRequest.Body {
    switch self {
    case .bytes(let bytes): .bytes(range.count == bytes.count ? bytes : Array(bytes[range]))
    case .file(let path, _, _): .file(path: path, offset: range.lowerBound, length: range.count)
    }
  }

  /// The SHA-256 of a part.
  func hash(_ range: Range<Int>) throws(SystemError) -> SHA256Digest {
    switch self {
    case .bytes(let bytes): return SHA256.hash(data: bytes[range])
    case .file(let path, _, _):
      let descriptor = open(path, O_RDONLY | O_CLOEXEC)
      guard descriptor >= 0 else { throw SystemError("open", path: path) }
      defer { _ = close(descriptor) }
      var hash = SHA256()
      var buffer = [UInt8](repeating: 0, count: 1 << 18)
      var offset = range.lowerBound
      while offset < range.upperBound {
        let count = pread(descriptor, &buffer, min(buffer.count, range.upperBound - offset), offset)
        if count < 0, errno == EINTR { continue }
        guard count > 0 else { throw SystemError("read", errno: count == 0 ? EIO : errno, path: path) }
        hash.update(data: buffer[..<count])
        offset += count
      }
      return hash.finalize()
    }
  }
}
