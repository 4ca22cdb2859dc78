import CLinux
import Glibc
import OperatingSystem

/// An open folder. Every name is resolved relative to its descriptor, one component at a time and without following
/// symbolic links, so that nothing outside the root is reached, whatever others rename meanwhile.
struct FolderHandle: ~Copyable {
  private let descriptor: OwnedDescriptor
  /// The path of the folder, for messages.
  let path: String

  private init(_ raw: Int32, path: String) {
    descriptor = OwnedDescriptor(raw)
    self.path = path
  }

  var raw: Int32 { descriptor.raw }

  /// Opens the root. Its own path is the administrator's, and may contain symbolic links.
  static func root(_ path: String) throws(SystemError) -> FolderHandle {
    let raw = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard raw >= 0 else { throw SystemError("open", path: path) }
    return FolderHandle(raw, path: path)
  }

  /// Whether this folder has a regular file of the name `name`.
  func hasFile(_ name: String) throws(SystemError) -> Bool {
    var status = stat()
    if fstatat(raw, name, &status, AT_SYMLINK_NOFOLLOW) == 0 { return status.st_mode & S_IFMT == S_IFREG }
    guard errno == ENOENT else { throw SystemError("stat", path: path + "/" + name) }
    return false
  }

  /// Opens the folder `name` in this one, creating it if it is missing.
  func folder(_ name: String, mode: mode_t) throws(SystemError) -> FolderHandle {
    let path = self.path + "/" + name
    let isNew = mkdirat(raw, name, mode) == 0
    guard isNew || errno == EEXIST else { throw SystemError("mkdir", path: path) }
    let opened = openat(raw, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
    guard opened >= 0 else { throw SystemError("open", path: path) }
    let folder = FolderHandle(opened, path: path)
    if isNew {
      // The umask may have removed some of the bits.
      guard fchmod(opened, mode) == 0 else { throw SystemError("fchmod", path: path) }
      try sync()
    }
    return folder
  }

  /// Creates a file that must not exist yet.
  func create(_ name: String) throws(SystemError) -> OwnedDescriptor {
    let opened = openat(raw, name, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
    guard opened >= 0 else { throw SystemError("open", path: path + "/" + name) }
    return OwnedDescriptor(opened)
  }

  /// The SHA-256 and length of the regular file `name`; nil if nothing has this name.
  /// - Throws: `ELOOP` for a symbolic link, and `EISDIR` for anything else that is not a regular file.
  func digest(of name: String) throws(SystemError) -> (sha256: String, bytes: Int)? {
    let opened = openat(raw, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
    if opened < 0, errno == ENOENT { return nil }
    guard opened >= 0 else { throw SystemError("open", path: path + "/" + name) }
    let file = OwnedDescriptor(opened)
    var status = stat()
    guard fstat(file.raw, &status) == 0 else { throw SystemError("fstat", path: path + "/" + name) }
    guard status.st_mode & S_IFMT == S_IFREG else {
      throw SystemError("open", errno: EISDIR, path: path + "/" + name)
    }
    var hash = SHA256()
    var bytes = 0
    while true {
      let chunk = try FileChunk.read(file.raw, path: path + "/" + name)
      if chunk.isEmpty { return (hash.finalize().hex, bytes) }
      hash.update(data: chunk)
      bytes += chunk.count
    }
  }

  /// Gives the file `temporary` the name `name`.
  /// - Returns: false if the name is taken; then nothing changes.
  func publish(_ temporary: String, as name: String) throws(SystemError) -> Bool {
    if clinux_rename_without_replacing(raw, temporary, name) == 0 { return true }
    if errno == EEXIST { return false }
    // Network file systems cannot rename without replacing, but link.
    guard errno == EINVAL || errno == ENOSYS else { throw SystemError("rename", path: path + "/" + name) }
    if linkat(raw, temporary, raw, name, 0) != 0 {
      if errno == EEXIST { return false }
      throw SystemError("link", path: path + "/" + name)
    }
    _ = unlinkat(raw, temporary, 0)
    return true
  }

  func sync() throws(SystemError) {
    guard fsync(raw) == 0 else { throw SystemError("fsync", path: path) }
  }

  func remove(_ name: String) { _ = unlinkat(raw, name, 0) }

  /// Removes files whose names begin with `prefix` and that no process has locked: their writers have ended.
  func removeUnlocked(prefix: String) {
    let copy = openat(raw, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard copy >= 0, let listing = fdopendir(copy) else { return }
    defer { closedir(listing) }
    while let entry = readdir(listing) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      guard name.hasPrefix(prefix) else { continue }
      let opened = openat(raw, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
      guard opened >= 0 else { continue }
      let file = OwnedDescriptor(opened)
      if flock(file.raw, LOCK_EX | LOCK_NB) == 0 { remove(name) }
    }
  }
}

/// Pieces of a file.
enum FileChunk {
  /// The next bytes, at most `limit`; empty at the end.
  static func read(_ descriptor: Int32, limit: Int = 1 << 18, path: String) throws(SystemError) -> [UInt8] {
    var result = 0
    let chunk = [UInt8](unsafeUninitializedCapacity: limit) { buffer, count in
      repeat { result = Glibc.read(descriptor, buffer.baseAddress, buffer.count) } while result < 0 && errno == EINTR
      count = max(0, result)
    }
    guard result >= 0 else { throw SystemError("read", path: path) }
    return chunk
  }
}
