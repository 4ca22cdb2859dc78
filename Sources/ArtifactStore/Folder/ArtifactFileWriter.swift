import OperatingSystem

/// Writes one artifact. Not thread-safe. If it is released without `commit`, the store does not change.
package final class ArtifactFileWriter {
  private let store: ArtifactFolder
  private let temporary: String
  private var descriptor: Int32
  private var hash = SHA256()
  private var bytes = 0
  private var temporaryExists = true

  init(store: ArtifactFolder) throws(ArtifactError) {
    self.store = store
    temporary = "\(store.incoming)/\(String(UInt64.random(in: .min ... .max), radix: 36)).part"
    do throws(SystemError) {
      // The archive's group reads artifacts.
      descriptor = try store.files.create(temporary, permissions: 0o640)
    } catch {
      throw ArtifactError(error)
    }
  }

  deinit { discard() }

  package func append(_ chunk: [UInt8]) throws(ArtifactError) {
    do throws(SystemError) {
      try store.files.writeAll(chunk, to: descriptor, named: temporary)
    } catch {
      discard()
      throw ArtifactError(error)
    }
    hash.update(data: chunk)
    bytes += chunk.count
  }

  /// Makes the artifact visible and durable. Call once, after the last chunk.
  package func commit() throws(ArtifactError) -> ArtifactRef {
    let digest = ArtifactDigest(hash.finalize())
    let folder = "\(store.objects)/\(digest.folder)"
    let path = store.path(of: digest)
    do throws(ArtifactError) {
      try step { () throws(SystemError) in
        try store.files.sync(descriptor, named: temporary)
        let closing = descriptor
        descriptor = -1
        try store.files.close(closing, named: temporary)
      }
      try store.checkIdentity()
      try store.makeFolder(store.objects)
      try store.makeFolder(folder)
      try step { () throws(SystemError) in
        try store.files.rename(temporary, to: path)
        temporaryExists = false
        try store.files.syncFolder(folder)
      }
    } catch {
      discard()
      throw error
    }
    return ArtifactRef(sha256: digest.hex, bytes: bytes, path: path)
  }

  private func step(_ body: () throws(SystemError) -> Void) throws(ArtifactError) {
    do throws(SystemError) { try body() } catch { throw ArtifactError(error) }
  }

  /// Errors are ignored: `sweep` removes remaining files later.
  private func discard() {
    if descriptor >= 0 {
      try? store.files.close(descriptor, named: temporary)
      descriptor = -1
    }
    if temporaryExists {
      try? store.files.remove(temporary)
      temporaryExists = false
    }
  }
}
