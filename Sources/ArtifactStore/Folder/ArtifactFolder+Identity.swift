import Glibc
import OperatingSystem
import Synchronization

/// The id that a folder must have; copies of `ArtifactFolder` share it.
final class ExpectedIdentity: Sendable {
  private let value = Mutex<String?>(nil)

  var identity: String? {
    get { value.withLock { $0 } }
    set { value.withLock { $0 = newValue } }
  }
}

extension ArtifactFolder {
  /// Checks that the folder is still the store that the process has used so far. If its file system was unmounted, an
  /// artifact would be written to the empty mount point and disappear when the file system is mounted again.
  /// - Throws: `unreachable`.
  func checkIdentity() throws(ArtifactError) {
    guard let expected = expected.identity else { return }
    let found = try identity()
    guard found != expected else { return }
    throw ArtifactError(
      code: .unreachable,
      message: found == nil
        ? "The folder has no artifact store any more: it lacks the file \(ArtifactStore.identityName)."
        : "The folder has another artifact store than before.", path: root,
      advice: "Check that the file system of the store is mounted; nothing is stored until it is.")
  }

  private var identityPath: String { "\(root)/\(ArtifactStore.identityName)" }

  func identity() throws(ArtifactError) -> String? {
    let bytes: [UInt8]
    do throws(SystemError) {
      bytes = try readIdentity()
    } catch {
      if error.errno == ENOENT { return nil }
      throw ArtifactError(error)
    }
    return try ArtifactStore.identity(bytes, in: identityPath)
  }

  /// The first 1,000 bytes of the file.
  private func readIdentity() throws(SystemError) -> [UInt8] {
    // Anything but a file, such as a pipe, must not block.
    let descriptor = Glibc.open(identityPath, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { throw SystemError("open", path: identityPath) }
    defer { close(descriptor) }
    var buffer = [UInt8](repeating: 0, count: 1000)
    let count = Glibc.read(descriptor, &buffer, buffer.count)
    guard count >= 0 else { throw SystemError("read", path: identityPath) }
    return Array(buffer[..<count])
  }

  func identify(_ proposal: String) throws(ArtifactError) -> String {
    if let known = try identity() { return known }
    try makeFolder(root)
    try makeFolder(incoming)
    let temporary = "\(incoming)/\(ArtifactStore.identityName).\(UInt64.random(in: .min ... .max)).part"
    do throws(SystemError) {
      let descriptor = try files.create(temporary, permissions: 0o640)
      do throws(SystemError) {
        try files.writeAll(Array((proposal + "\n").utf8), to: descriptor, named: temporary)
        try files.sync(descriptor, named: temporary)
      } catch {
        close(descriptor)
        unlink(temporary)
        throw error
      }
      try files.close(descriptor, named: temporary)
      // Unlike a rename, a link does not replace the id that another process has written meanwhile.
      let isLinked = link(temporary, identityPath) == 0
      let reason = errno
      unlink(temporary)
      guard isLinked || reason == EEXIST else { throw SystemError("link", errno: reason, path: identityPath) }
      try files.syncFolder(root)
    } catch {
      throw ArtifactError(error)
    }
    guard let identity = try identity() else {
      throw ArtifactError(
        code: .io, message: "The id of the store has disappeared.", path: identityPath,
        advice: "Check what else writes to the folder, then retry.")
    }
    return identity
  }
}
