import OperatingSystem

/// A SHA-256 as 64 lower-case hexadecimal digits. Paths are made from values of this type only.
struct ArtifactDigest: Hashable, Sendable {
  let hex: String

  /// Fails unless `hex` is exactly 64 lower-case hexadecimal digits.
  init?(_ hex: String) {
    guard Hexadecimal.isSHA256(hex) else { return nil }
    self.hex = hex
  }

  /// - Throws: `invalidDigest`.
  init(_ sha256: String, in location: String) throws(ArtifactError) {
    guard let digest = ArtifactDigest(sha256) else {
      throw ArtifactError(
        code: .invalidDigest, message: "\"\(sha256.prefix(80))\" is not a SHA-256.", path: location,
        advice: "Name the artifact by 64 lower-case hexadecimal digits.")
    }
    self = digest
  }

  init(_ digest: SHA256.Digest) {
    hex = Hexadecimal.text(digest)
  }

  /// The first two digits: each folder holds about a 256th of the artifacts.
  var folder: Substring { hex.prefix(2) }
  /// The other digits and `.pdf`.
  var file: String { hex.dropFirst(2) + ".pdf" }
}
