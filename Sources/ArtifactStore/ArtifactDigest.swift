import Crypto
import System

/// A SHA-256 as 64 lower-case hexadecimal digits: the only thing that is ever made into a path.
struct ArtifactDigest: Hashable, Sendable {
  let hex: String

  /// Nil unless `hex` is exactly 64 lower-case hexadecimal digits.
  init?(_ hex: String) {
    guard hex.utf8.count == 64, Hexadecimal.bytes(hex) != nil else { return nil }
    self.hex = hex
  }

  init(_ digest: SHA256.Digest) {
    hex = Hexadecimal.text(digest)
  }

  /// `ab`, so that no folder holds more than a 256th of all artifacts.
  var folder: Substring { hex.prefix(2) }
  /// `cdef….pdf`
  var file: String { hex.dropFirst(2) + ".pdf" }
}
