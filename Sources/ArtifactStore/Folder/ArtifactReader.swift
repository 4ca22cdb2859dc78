import Glibc
import OperatingSystem

/// An open artifact that is read sequentially in chunks. Not thread-safe.
package final class ArtifactReader {
  package let ref: ArtifactRef
  private let descriptor: Int32

  init(sha256: String, path: String) throws(ArtifactError) {
    let descriptor = Glibc.open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
    guard descriptor >= 0 else { throw ArtifactError(SystemError("open", path: path)) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else {
      let error = SystemError("fstat", path: path)
      _ = Glibc.close(descriptor)
      throw ArtifactError(error)
    }
    self.descriptor = descriptor
    ref = ArtifactRef(sha256: sha256, bytes: Int(status.st_size), path: path)
  }

  deinit { _ = Glibc.close(descriptor) }

  /// The next bytes, at most 64 KiB; nil at the end.
  package func next() throws(ArtifactError) -> [UInt8]? {
    var result = 0
    let chunk = [UInt8](unsafeUninitializedCapacity: 65_536) { buffer, count in
      repeat { result = Glibc.read(descriptor, buffer.baseAddress, buffer.count) } while result < 0 && errno == EINTR
      count = max(0, result)
    }
    guard result >= 0 else { throw ArtifactError(SystemError("read", path: ref.path)) }
    return chunk.isEmpty ? nil : chunk
  }
}

extension ArtifactFolder {
  /// Reads the whole artifact and compares its SHA-256 with its name.
  /// - Throws: `damaged` if they differ.
  @discardableResult
  package func verify(_ sha256: String) throws(ArtifactError) -> ArtifactRef {
    let reader = try open(sha256)
    var hash = SHA256()
    while let chunk = try reader.next() { hash.update(data: chunk) }
    let found = ArtifactDigest(hash.finalize()).hex
    guard found == sha256 else {
      throw ArtifactError(
        code: .damaged, message: "The bytes hash to \(found), not to \(sha256).", path: reader.ref.path,
        advice: "Restore the file from a backup, or retry the job that made it.")
    }
    return reader.ref
  }
}
