import CSSH
import Glibc
import OperatingSystem

extension SFTPSession {
  /// What a path names.
  package enum FileType: Sendable {
    case file
    case folder
    case link
    case other
  }

  package struct Attributes: Sendable {
    package var type: FileType
    /// The size in bytes.
    package var size: Int
  }

  /// The attributes of the file or folder `path`; nil if it does not exist.
  /// - Parameter follows: whether a symbolic link is followed.
  package func attributes(of path: String, follows: Bool = false) throws(SFTPError) -> Attributes? {
    guard let found = follows ? sftp_stat(sftp, path) : sftp_lstat(sftp, path) else {
      let error = failure(path)
      if error.reason == .noSuchFile { return nil }
      throw error
    }
    defer { sftp_attributes_free(found) }
    let type: FileType =
      switch Int32(found.pointee.type) {
      case SSH_FILEXFER_TYPE_REGULAR: .file
      case SSH_FILEXFER_TYPE_DIRECTORY: .folder
      case SSH_FILEXFER_TYPE_SYMLINK: .link
      default: .other
      }
    return Attributes(type: type, size: Int(clamping: found.pointee.size))
  }

  /// Creates the folder `path` if it is missing. A symbolic link is refused, because it may lead elsewhere.
  package func makeFolder(_ path: String, permissions: mode_t) throws(SFTPError) {
    if let found = try attributes(of: path) {
      guard found.type == .folder else { throw error(.unexpectedType, path) }
      return
    }
    if sftp_mkdir(sftp, path, permissions) == 0 { return }
    let reason = failure(path)
    // Another session may have made it meanwhile.
    guard try attributes(of: path)?.type == .folder else { throw reason }
  }

  /// The SHA-256 and length of the file `path`.
  package func digest(of path: String) throws(SFTPError) -> (sha256: String, bytes: Int) {
    guard let file = sftp_open(sftp, path, O_RDONLY | O_NOFOLLOW, 0) else { throw failure(path) }
    defer { sftp_close(file) }
    var hash = SHA256()
    var bytes = 0
    var buffer = [UInt8](repeating: 0, count: chunkSize)
    while true {
      let count = sftp_read(file, &buffer, buffer.count)
      guard count >= 0 else { throw failure(path) }
      if count == 0 { return (hash.finalize().hex, bytes) }
      hash.update(data: buffer[..<count])
      bytes += count
    }
  }

  /// Writes a new file from chunks, and syncs it if the server can.
  /// - Parameter next: the next bytes, at most `chunkSize`; empty at the end.
  package func create(
    _ path: String, permissions: mode_t, next: () throws(SFTPError) -> [UInt8]
  ) throws(SFTPError) {
    guard let file = sftp_open(sftp, path, O_WRONLY | O_CREAT | O_EXCL, permissions) else { throw failure(path) }
    var isOpen = true
    defer { if isOpen { sftp_close(file) } }
    while true {
      let chunk = try next()
      if chunk.isEmpty { break }
      guard sftp_write(file, chunk, chunk.count) == chunk.count else { throw failure(path) }
    }
    if sftp_extension_supported(sftp, "fsync@openssh.com", "1") != 0 {
      guard sftp_fsync(file) == 0 else { throw failure(path) }
    }
    // The server's umask may have removed some of the bits.
    guard sftp_chmod(sftp, path, permissions) == 0 else { throw failure(path) }
    isOpen = false
    guard sftp_close(file) == 0 else { throw failure(path) }
  }

  /// Renames a file. The target must not exist.
  ///
  /// libssh 0.10 sends `SSH_FXP_RENAME`, which replaces nothing (draft-02 §6.5). libssh 0.11 sends
  /// `posix-rename@openssh.com` to servers that offer it, which replaces the target; it can make a hard link instead,
  /// which never replaces a file. Only where the server or its file system has no hard links, a target that another
  /// client makes at this moment may be replaced.
  package func rename(_ path: String, to target: String) throws(SFTPError) {
    if try link(path, target) { return try remove(path) }
    guard sftp_rename(sftp, path, target) == 0 else { throw failure(target) }
  }

  /// Makes the hard link `target`.
  /// - Returns: false if libssh, the server or its file system makes none.
  private func link(_ path: String, _ target: String) throws(SFTPError) -> Bool {
    guard sftp_extension_supported(sftp, "hardlink@openssh.com", "1") != 0 else { return false }
    switch optional_sftp_hardlink(sftp, path, target) {
    case 0: return true
    case 1: return false
    default:
      let failure = failure(target)
      if case .connection = failure.reason { throw failure }
      // Servers answer with the same status if the target exists and if there are no hard links.
      if try attributes(of: target) != nil { throw error(.exists, target) }
      return false
    }
  }

  /// Removes a file.
  /// - Throws: `SFTPError`, also if it does not exist.
  package func remove(_ path: String) throws(SFTPError) {
    guard sftp_unlink(sftp, path) == 0 else { throw failure(path) }
  }

  /// The names in a folder, at most `limit`.
  package func names(in path: String, limit: Int) throws(SFTPError) -> [String] {
    guard let folder = sftp_opendir(sftp, path) else { throw failure(path) }
    defer { sftp_closedir(folder) }
    var names: [String] = []
    while names.count < limit, let entry = sftp_readdir(sftp, folder) {
      if let name = entry.pointee.name { names.append(String(cString: name)) }
      sftp_attributes_free(entry)
    }
    return names
  }

  /// Whether the file system of `path` has no space left; nil if the server does not say.
  package func isFull(at path: String) -> Bool? {
    guard sftp_extension_supported(sftp, "statvfs@openssh.com", "2") != 0, let status = sftp_statvfs(sftp, path) else {
      return nil
    }
    defer { sftp_statvfs_free(status) }
    return status.pointee.f_bavail < 8 || (status.pointee.f_files > 0 && status.pointee.f_favail == 0)
  }

  private func error(_ reason: SFTPError.Reason, _ path: String) -> SFTPError {
    SFTPError(reason: reason, path: path, place: server.place)
  }
}
