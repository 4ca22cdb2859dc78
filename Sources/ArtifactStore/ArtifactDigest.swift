import System

/// A SHA-256 as 64 lower-case hexadecimal digits: the only thing that is ever made into a path.
struct ArtifactDigest: Hashable, Sendable {
  let hex: String

  /// Nil unless `hex` is exactly 64 lower-case hexadecimal digits.
  init?(_ hex: String) {
    let digits = hex.utf8
    let isDigit = { (byte: UInt8) in (0x30...0x39).contains(byte) || (0x61...0x66).contains(byte) }
    guard digits.count == 64, digits.allSatisfy(isDigit) else { return nil }
    self.hex = hex
  }

  init(_ digest: SHA256.Digest) {
    let digits = Array("0123456789abcdef".utf8)
    var text: [UInt8] = []
    text.reserveCapacity(64)
    for byte in digest {
      text.append(digits[Int(byte >> 4)])
      text.append(digits[Int(byte & 15)])
    }
    hex = String(decoding: text, as: UTF8.self)
  }

  /// `ab`, so that no folder holds more than a 256th of all artifacts.
  var folder: Substring { hex.prefix(2) }
  /// `cdef….pdf`
  var file: String { hex.dropFirst(2) + ".pdf" }
}
