/// A failed request to an S3-compatible object storage.
package struct ObjectStorageError: Error, Hashable, Sendable, CustomStringConvertible {
  package enum Code: String, Sendable {
    /// The endpoint, the bucket's name or the key is invalid.
    case invalidURL = "invalid_url"
    /// There is no such object.
    case notFound = "not_found"
    case bucketMissing = "bucket_missing"
    /// The object exists already, or was changed meanwhile.
    case preconditionFailed = "precondition_failed"
    /// The credentials are wrong, or do not allow the request.
    case accessDenied = "access_denied"
    /// The certificate of the storage is not trusted, for example because it has expired.
    case notTrusted = "not_trusted"
    /// The sent or received bytes differ from the checksum.
    case checksumMismatch = "checksum_mismatch"
    /// The storage is overloaded or out of reach; try again later.
    case unavailable
    /// The storage has no space left, or the quota is used up.
    case full
    /// The object exceeds the limit of bytes.
    case tooLarge = "too_large"
    /// The answer does not follow the protocol.
    case invalidAnswer = "invalid_answer"
    /// A local file cannot be read or written.
    case file
    case cancelled
    /// Any other refusal.
    case refused
  }

  package var code: Code
  /// A sentence that names the storage's own error code, without credentials.
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

  package var description: String { place.isEmpty ? message : "\(place): \(message)" }
}
