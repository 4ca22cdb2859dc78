/// A stored artifact.
package struct ArtifactRef: Hashable, Sendable {
  /// 64 lower-case hexadecimal digits.
  package var sha256: String
  /// Length in bytes.
  package var bytes: Int
  /// The file's path, or the object's `s3://` URL.
  package var path: String

  package init(sha256: String, bytes: Int, path: String) {
    self.sha256 = sha256
    self.bytes = bytes
    self.path = path
  }
}
