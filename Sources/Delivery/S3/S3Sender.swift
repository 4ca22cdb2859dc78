import Dates
import Foundation
import Networking
import ObjectStorage

/// Stores documents as objects of a bucket.
///
/// An object appears whole or not at all, and the storage compares its SHA-256. It is created only if none with its key
/// exists. The same delivery again finds its object and succeeds; if the key is taken by different content, the
/// configuration decides.
package struct S3Sender: FileSender {
  private let configuration: S3DestinationConfiguration
  /// The address under which this bucket is configured; the rest of a destination's address are folders below the
  /// prefix.
  private let name: String?
  private let bucket: Bucket
  private let client: HTTPClient?

  /// - Parameters:
  ///   - name: the configured address (`reports` for `s3:reports`); nil if the bucket is configured for all addresses.
  ///   - client: closed with the sender.
  package init(
    _ configuration: S3DestinationConfiguration, name: String?, bucket: Bucket, client: HTTPClient? = nil
  ) {
    self.configuration = configuration
    self.name = name
    self.bucket = bucket
    self.client = client
  }

  package func store(_ request: DeliveryRequest) async throws(SendError) -> Receipt {
    let path = try DeliveryPath(request, template: configuration.name, below: name)
    let document = request.document
    let prefix = configuration.prefix.isEmpty ? "" : configuration.prefix + "/"
    var key = prefix + path.text(path.file)
    do throws(ObjectStorageError) {
      if let object = try await stored(document, key) { return receipt(object, document) }
      guard configuration.onConflict == .rename else { throw taken(key) }
      key = prefix + path.text(PathText.distinct(path.file, sha256: document.sha256))
      if let object = try await stored(document, key) { return receipt(object, document) }
      throw taken(key)
    } catch {
      throw SendError(error)
    }
  }

  package func close() async { client?.close() }

  /// Stores the document, or finds it stored already. Returns nil if the key is taken by different content.
  private func stored(_ document: DeliveredDocument, _ key: String) async throws(ObjectStorageError) -> Stored? {
    let content = ObjectContent.file(path: document.path, bytes: document.bytes, sha256: document.sha256)
    do throws(ObjectStorageError) {
      return Stored(object: try await bucket.put(content, to: key, options(for: document)), existed: false)
    } catch {
      guard error.code == .preconditionFailed else { throw error }
      let object = try await bucket.head(key)
      return isSame(object, document) ? Stored(object: object, existed: true) : nil
    }
  }

  private struct Stored {
    var object: StoredObject
    var existed: Bool
  }

  private func options(for document: DeliveredDocument) -> ObjectOptions {
    ObjectOptions(
      contentType: document.mediaType, mustBeNew: configuration.onConflict != .replace,
      encryption: configuration.encryption,
      tags: configuration.tags.sorted { $0.key < $1.key }.map { (name: $0.key, value: $0.value) },
      retention: configuration.objectLock?.retention(of: document),
      // The storage keeps no SHA-256 of a whole object that was uploaded in parts.
      metadata: [(name: "sha256", value: document.sha256)])
  }

  private func isSame(_ object: StoredObject, _ document: DeliveredDocument) -> Bool {
    object.bytes == document.bytes && object.sha256 ?? object.metadata["sha256"] == document.sha256
  }

  private func taken(_ key: String) -> ObjectStorageError {
    ObjectStorageError(
      code: .preconditionFailed,
      message: "The key is taken by different content. Use a name template with {delivery} or {sha256}.",
      place: bucket.location.place(of: key))
  }

  private func receipt(_ stored: Stored, _ document: DeliveredDocument) -> Receipt {
    let object = stored.object
    var details = ["bucket": bucket.location.bucket, "key": object.key]
    details["etag"] = object.etag
    details["version"] = object.version
    details["checksum_sha256"] = object.checksum
    details["retained_until"] = configuration.objectLock?.retention(of: document)?.until.text
    if stored.existed { details["existed"] = "true" }
    return Receipt(
      protocol: "s3", address: bucket.location.place(of: object.key), time: Date(),
      remoteID: object.version ?? object.etag, bytes: document.bytes, sha256: document.sha256, details: details)
  }
}

extension SendError {
  /// The error of a delivery whose request failed, and whether to try again.
  init(_ error: ObjectStorageError) {
    var isPermanent = false
    var isDestinationDown = false
    switch error.code {
    case .invalidURL, .preconditionFailed, .tooLarge, .refused: isPermanent = true
    // Credentials, buckets and certificates can be corrected while deliveries wait.
    case .bucketMissing, .accessDenied, .notTrusted, .unavailable, .full, .invalidAnswer: isDestinationDown = true
    case .notFound, .checksumMismatch, .file, .cancelled: break
    }
    self.init(
      code: error.code == .preconditionFailed ? "name_taken" : error.code.rawValue, message: error.description,
      retry: isPermanent ? .never : .later(notBefore: nil),
      isOutcomeUnknown: error.mayHaveTakenEffect && error.code != .preconditionFailed,
      isDestinationDown: isDestinationDown)
  }
}
