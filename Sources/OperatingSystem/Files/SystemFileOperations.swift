import CLinux
import Glibc

/// The operating system's file operations.
package struct SystemFileOperations: FileOperations {
  package init() {}

  package func create(_ path: String, permissions: mode_t?) throws(SystemError) -> Int32 {
    let descriptor = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, permissions ?? 0o666)
    guard descriptor >= 0 else { throw SystemError("open", path: path) }
    // The umask may have removed some of the bits.
    if let permissions, fchmod(descriptor, permissions) != 0 {
      let failure = SystemError("fchmod", path: path)
      _ = Glibc.close(descriptor)
      _ = unlink(path)
      throw failure
    }
    return descriptor
  }

  package func copy(
    from source: Int32, to target: Int32, count: Int, named path: String
  ) throws(SystemError) -> Int? {
    while true {
      let copied = clinux_copy_file_range(source, target, min(count, 1 << 30))
      if copied >= 0 { return copied }
      if errno == EINTR { continue }
      guard [ENOSYS, EXDEV, EINVAL, EOPNOTSUPP, EPERM].contains(errno) else {
        throw SystemError("copy_file_range", path: path)
      }
      return nil
    }
  }

  package func write(
    _ bytes: UnsafeRawBufferPointer, to descriptor: Int32, named path: String
  ) throws(SystemError) -> Int {
    while true {
      let count = Glibc.write(descriptor, bytes.baseAddress, bytes.count)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { throw SystemError("write", path: path) }
      return count
    }
  }

  package func sync(_ descriptor: Int32, named path: String) throws(SystemError) {
    guard fsync(descriptor) == 0 else { throw SystemError("fsync", path: path) }
  }

  package func close(_ descriptor: Int32, named path: String) throws(SystemError) {
    guard Glibc.close(descriptor) == 0 else { throw SystemError("close", path: path) }
  }

  package func makeFolder(_ path: String, permissions: mode_t) throws(SystemError) -> Bool {
    if mkdir(path, permissions) == 0 { return true }
    if errno == EEXIST { return false }
    throw SystemError("mkdir", path: path)
  }

  package func rename(_ path: String, to target: String) throws(SystemError) {
    guard Glibc.rename(path, target) == 0 else { throw SystemError("rename", path: target) }
  }

  package func syncFolder(_ path: String) throws(SystemError) {
    let descriptor = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { throw SystemError("open", path: path) }
    defer { _ = Glibc.close(descriptor) }
    guard fsync(descriptor) == 0 else { throw SystemError("fsync", path: path) }
  }

  package func remove(_ path: String) throws(SystemError) {
    if unlink(path) == 0 { return }
    guard errno == EISDIR || errno == EPERM else { throw SystemError("unlink", path: path) }
    guard rmdir(path) == 0 else { throw SystemError("rmdir", path: path) }
  }
}
