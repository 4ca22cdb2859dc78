import Dates
import Encodings
import OperatingSystem

/// An object of a bucket, as an answer describes it.
package struct StoredObject: Hashable, Sendable {
  package var key: String
  package var bytes: Int
  /// The ETag with its quotation marks, as `If-Match` expects it.
  package var etag: String?
  /// The version of the object; nil if the bucket keeps no versions.
  package var version: String?
  /// The SHA-256 in base64, if the storage keeps one. For an object that was uploaded in parts, it is the hash of the
  /// parts' hashes, followed by `-` and the number of parts.
  package var checksum: String?
  package var modified: Timestamp?
  /// Metadata by names in lower case, without `x-amz-meta-`.
  package var metadata: [String: String] = [:]

  package init(
    key: String, bytes: Int, etag: String? = nil, version: String? = nil, checksum: String? = nil,
    modified: Timestamp? = nil
  ) {
    self.key = key
    self.bytes = bytes
    self.etag = etag
    self.version = version
    self.checksum = checksum
    self.modified = modified
  }

  /// The SHA-256 of the bytes as 64 lower-case hexadecimal digits; nil if the storage keeps none.
  package var sha256: String? {
    guard let checksum, let digest = Base64.decode(checksum[...]), digest.count == SHA256Digest.byteCount else {
      return nil
    }
    return Hexadecimal.text(digest)
  }
}

/// One page of a listing.
package struct ObjectPage: Hashable, Sendable {
  /// The objects in the order of their keys.
  package var objects: [StoredObject]
  /// The token of the next page; nil if this is the last one.
  package var next: String?
}
