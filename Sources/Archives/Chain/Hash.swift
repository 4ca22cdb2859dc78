import OperatingSystem
import PDF

/// SHA-256 hashes as 64 lower-case hexadecimal digits.
package enum Hash {
  /// The digits of a digest.
  package static func hex(_ digest: some Sequence<UInt8>) -> String { Hexadecimal.text(digest) }

  /// The hash of bytes.
  package static func of(_ bytes: [UInt8]) -> String { hex(SHA256.hash(data: bytes)) }

  /// The hash of the first `length` bytes (all by default), read in chunks.
  package static func of(_ bytes: PDFBytes, length: Int? = nil) -> String { hex(state(bytes, length).finalize()) }

  /// A hash state after the first `length` bytes.
  static func state(_ bytes: PDFBytes, _ length: Int? = nil) -> SHA256 {
    var hash = SHA256()
    let length = min(length ?? bytes.count, bytes.count)
    for start in stride(from: 0, to: length, by: 1 << 20) {
      bytes.withBytes(start..<min(length, start + 1 << 20)) { hash.update(bufferPointer: $0) }
      bytes.release(start..<start + 1 << 20)
    }
    return hash
  }

  /// The 32 bytes of a hash; nil if the text is not one.
  package static func bytes(_ text: String) -> [UInt8]? { Hexadecimal.sha256(text) }
}

/// An incremental SHA-256 that can be read at any time.
package struct RunningHash: Sendable {
  private var state: SHA256

  package init(_ bytes: PDFBytes) { state = Hash.state(bytes) }

  /// Continues the hash with bytes.
  package mutating func append(_ bytes: [UInt8]) { state.update(data: bytes) }

  package var hex: String { Hash.hex(state.finalize()) }
}
