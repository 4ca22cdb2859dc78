import System

/// One artifact on its way into the store. Used by one task at a time; dropped without `commit`, it leaves nothing
/// behind.
package final class ArtifactWriter {
  private let store: ArtifactStore
  private let temporary: String
  private var descriptor: Int32
  private var hash = SHA256()
  private var bytes = 0
  private var isTemporaryThere = true

  init(store: ArtifactStore) throws(ArtifactError) {
    self.store = store
    temporary = "\(store.incoming)/\(String(UInt64.random(in: .min ... .max), radix: 36)).part"
    do throws(FileFault) {
      descriptor = try store.files.create(temporary)
    } catch {
      throw ArtifactError(error, path: temporary)
    }
  }

  deinit { discard() }

  package func append(_ chunk: [UInt8]) throws(ArtifactError) {
    let fault: FileFault? = chunk.withUnsafeBytes { buffer in
      do throws(FileFault) {
        try store.files.write(buffer, to: descriptor)
        hash.update(bufferPointer: buffer)
        return nil
      } catch {
        return error
      }
    }
    if let fault {
      discard()
      throw ArtifactError(fault, path: temporary)
    }
    bytes += chunk.count
  }

  /// Puts the artifact in its place, durably. Call once, after the last chunk.
  package func commit() throws(ArtifactError) -> ArtifactRef {
    let digest = ArtifactDigest(hash.finalize())
    let folder = "\(store.objects)/\(digest.folder)"
    let path = store.path(of: digest)
    do throws(ArtifactError) {
      try step { () throws(FileFault) in
        try store.files.sync(descriptor)
        let closing = descriptor
        descriptor = -1
        try store.files.close(closing)
      }
      try store.makeFolder(store.objects)
      try store.makeFolder(folder)
      try step { () throws(FileFault) in
        try store.files.rename(temporary, to: path)
        isTemporaryThere = false
        try store.files.syncFolder(folder)
      }
    } catch {
      discard()
      throw error
    }
    return ArtifactRef(sha256: digest.hex, bytes: bytes, path: path)
  }

  private func step(_ body: () throws(FileFault) -> Void) throws(ArtifactError) {
    do throws(FileFault) { try body() } catch { throw ArtifactError(error, path: temporary) }
  }

  /// Best effort: what stays behind where even this fails is swept later.
  private func discard() {
    if descriptor >= 0 {
      try? store.files.close(descriptor)
      descriptor = -1
    }
    if isTemporaryThere {
      try? store.files.remove(temporary)
      isTemporaryThere = false
    }
  }
}
