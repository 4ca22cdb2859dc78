import Glibc
import ObjectStorage
import OperatingSystem

/// Collects the bytes of one artifact before they are uploaded, since the key is their SHA-256: up to 8 MiB in memory,
/// more in a temporary file with the permissions 0600. Not thread-safe.
final class ArtifactSpool {
  private static let memoryLimit = 8 << 20

  private let bucket: ArtifactBucket
  private let files = SystemFileOperations()
  private var hash = SHA256()
  private var buffer: [UInt8] = []
  private var bytes = 0
  private var contentType: String?
  private var file: (path: String, descriptor: Int32)?

  init(_ bucket: ArtifactBucket) { self.bucket = bucket }

  deinit { discard() }

  func append(_ chunk: [UInt8]) throws(ArtifactError) {
    hash.update(data: chunk)
    bytes += chunk.count
    buffer += chunk
    guard buffer.count > Self.memoryLimit else { return }
    try flush()
  }

  private func flush() throws(ArtifactError) {
    contentType = contentType ?? ArtifactBucket.contentType(buffer)
    do throws(SystemError) {
      if file == nil {
        let path = TemporaryFile.path(in: bucket.temporaryFolder)
        file = (path, try files.create(path, permissions: 0o600))
      }
      if let file { try files.writeAll(buffer, to: file.descriptor, named: file.path) }
    } catch {
      discard()
      throw ArtifactError(error)
    }
    buffer.removeAll(keepingCapacity: true)
  }

  func commit(isolation: isolated (any Actor)? = #isolation) async throws(ArtifactError) -> ArtifactRef {
    defer { discard() }
    let digest = ArtifactDigest(hash.finalize())
    guard let file else {
      return try await bucket.put(.bytes(buffer), digest, contentType: ArtifactBucket.contentType(buffer))
    }
    try flush()
    return try await bucket.put(
      .file(path: file.path, bytes: bytes, sha256: digest.hex), digest,
      contentType: contentType ?? ArtifactBucket.contentType([]))
  }

  private func discard() {
    guard let file else { return }
    _ = close(file.descriptor)
    unlink(file.path)
    self.file = nil
  }
}
