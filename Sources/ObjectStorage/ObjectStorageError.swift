/// A failed request to an S3-compatible object storage.
package struct ObjectStorageError: Error, Hashable, Sendable {
  package enum Code: String, Sendable {
    case invalidURL = "invalid_url"
    case notFound = "not_found"
    /// The object exists already, or was changed meanwhile.
    case preconditionFailed = "precondition_failed"
    case accessDenied = "access_denied"
    /// The received bytes differ from the checksum.
    case checksumMismatch = "checksum_mismatch"
    /// The storage is overloaded or out of reach; try again later.
    case unavailable
    case refused
  }

  package var code: Code
  package var message: String
  /// The bucket and key.
  package var place: String
  /// Whether the request may have taken effect.
  package var mayHaveTakenEffect: Bool

  package init(code: Code, message: String, place: String, mayHaveTakenEffect: Bool = false) {
    self.code = code
    self.message = message
    self.place = place
    self.mayHaveTakenEffect = mayHaveTakenEffect
  }
}
