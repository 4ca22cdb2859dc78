import FoundationEssentials
import Postgres

/// A file that the jobs of a tenant may use. It is in the artifact store.
package struct Asset: Hashable, Sendable {
  /// 64 lower-case hexadecimal digits.
  package var sha256: String
  package var bytes: Int64
  /// The media type; empty if unknown.
  package var mediaType: String
  /// The name of the file when it was added, for people.
  package var name: String
  package var addedAt: Date
  /// The number of jobs of the tenant that use it.
  package var jobs: Int
}

/// A file of the artifact store that is added to the assets of a tenant.
package struct NewAsset: Hashable, Sendable {
  package var sha256: String
  package var bytes: Int64
  /// The media type; empty if unknown.
  package var mediaType: String
  /// A name for people; may be empty.
  package var name: String

  package init(sha256: String, bytes: Int64, mediaType: String, name: String) {
    self.sha256 = sha256
    self.bytes = bytes
    self.mediaType = mediaType
    self.name = name
  }
}

/// A file that the document of a job can refer to.
package struct JobAsset: Hashable, Sendable {
  /// The path by which the document refers to the file.
  package var path: String
  package var sha256: String
}

extension JobAsset {
  init(_ row: Row) throws { self.init(path: try row.decode(0), sha256: try row.decode(1)) }
}
