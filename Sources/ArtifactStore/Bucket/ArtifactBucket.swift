import Dates
import Glibc
import ObjectStorage
import OperatingSystem

/// Artifacts as objects of a bucket, each named by the SHA-256 of its bytes:
///
///     PREFIX/objects/ab/cdef….pdf     whole artifacts
///     PREFIX/pruning                  exists while artifacts are removed
///
/// An object is created only if none with its key exists (`If-None-Match: *`), and the storage verifies its SHA-256. If
/// the same bytes are stored again, an object that is older than half an hour is overwritten, so that `remove` regards
/// it as new; this also repairs an object that has another length or checksum.
package struct ArtifactBucket: Sendable {
  package let bucket: Bucket
  /// It is empty, or a path that ends with a slash.
  let prefix: String
  /// The folder of temporary files.
  let temporaryFolder: String
  let clock: StorageClock

  /// Seconds for which a stored object counts as new. Less than the smallest age of artifacts that are removed, which
  /// is an hour.
  static let freshness = 1800
  /// The age in seconds from which `pruning` is regarded as left by a crashed program.
  static let pruningLimit = 3600
  /// How often the end of a removal is waited for, a second each.
  private static let waits = 60

  /// - Parameters:
  ///   - prefix: without a slash at the end; may be empty.
  ///   - clock: waits for a removal to end.
  package init(
    _ bucket: Bucket, prefix: String, temporaryFolder: String = "/tmp", clock: StorageClock = StorageClock()
  ) {
    self.bucket = bucket
    self.prefix = prefix.isEmpty ? "" : prefix + "/"
    self.temporaryFolder = temporaryFolder
    self.clock = clock
  }

  package var location: String { bucket.location.place(of: String(prefix.dropLast())) }

  var objects: String { prefix + "objects/" }
  var pruning: String { prefix + "pruning" }

  func key(of digest: ArtifactDigest) -> String { "\(objects)\(digest.folder)/\(digest.file)" }

  func place(of digest: ArtifactDigest) -> String { bucket.location.place(of: key(of: digest)) }

  func digest(_ sha256: String) throws(ArtifactError) -> ArtifactDigest { try ArtifactDigest(sha256, in: location) }

  func put(_ bytes: [UInt8]) async throws(ArtifactError) -> ArtifactRef {
    let digest = ArtifactDigest(SHA256.hash(data: bytes))
    return try await put(.bytes(bytes), digest, contentType: Self.contentType(bytes))
  }

  static func contentType(_ beginning: [UInt8]) -> String {
    beginning.starts(with: "%PDF-".utf8) ? "application/pdf" : "application/octet-stream"
  }

  /// Stores the content, and ensures that a concurrent removal does not delete it.
  ///
  /// A removal first creates `pruning`, then reads the ages of objects, then deletes the old ones. So an object that
  /// exists already is safe if it is new and `pruning` does not exist afterwards: a later removal sees that it is new.
  func put(
    _ content: ObjectContent, _ digest: ArtifactDigest, contentType: String
  ) async throws(ArtifactError) -> ArtifactRef {
    let key = key(of: digest)
    let ref = ArtifactRef(sha256: digest.hex, bytes: content.count, path: place(of: digest))
    var options = ObjectOptions(contentType: contentType, mustBeNew: true)
    do throws(ObjectStorageError) {
      for _ in 0..<Self.waits {
        options.mustBeNew = true
        if try await isCreated(content, key, options) { return ref }
        // Nil if it was removed meanwhile.
        if let (object, now) = try await properties(key) {
          if !isWhole(object, content, digest) || !isNew(object, now) {
            options.mustBeNew = false
            try await bucket.put(content, to: key, options)
          }
          guard try await isPruning() else { return ref }
        }
        do { try await clock.sleep(.seconds(1)) } catch { break }
      }
    } catch {
      throw ArtifactError(error)
    }
    throw ArtifactError(
      code: .unreachable, message: "Artifacts are being removed for more than a minute.",
      path: bucket.location.place(of: pruning), advice: "Retry when `pressrun prune` has ended.")
  }

  private func isCreated(
    _ content: ObjectContent, _ key: String, _ options: ObjectOptions
  ) async throws(ObjectStorageError) -> Bool {
    do throws(ObjectStorageError) {
      try await bucket.put(content, to: key, options)
      return true
    } catch {
      if error.code == .preconditionFailed { return false }
      throw error
    }
  }

  /// The object's properties and the storage's time of day; nil if it does not exist.
  func properties(_ key: String) async throws(ObjectStorageError) -> (object: StoredObject, now: Timestamp)? {
    do throws(ObjectStorageError) {
      let (object, now) = try await bucket.headWithTime(key)
      return (object, now ?? .now)
    } catch {
      if error.code == .notFound { return nil }
      throw error
    }
  }

  private func isWhole(_ object: StoredObject, _ content: ObjectContent, _ digest: ArtifactDigest) -> Bool {
    object.bytes == content.count && object.sha256 ?? digest.hex == digest.hex
  }

  private func isNew(_ object: StoredObject, _ now: Timestamp) -> Bool {
    guard let modified = object.modified else { return false }
    return now.seconds - modified.seconds < Self.freshness
  }

  /// Whether a removal runs.
  func isPruning() async throws(ObjectStorageError) -> Bool {
    guard let (object, now) = try await properties(pruning) else { return false }
    return now.seconds - (object.modified ?? now).seconds < Self.pruningLimit
  }
}
