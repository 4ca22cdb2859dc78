import Glibc

/// A system call that failed.
package struct FileFault: Error, Hashable, Sendable {
  package var call: String
  package var errno: Int32

  package init(_ call: String, errno: Int32) {
    self.call = call
    self.errno = errno
  }

  enum Kind { case full, notWritable, missing, other }

  var kind: Kind {
    switch errno {
    case ENOSPC, EDQUOT, EFBIG: .full
    case EROFS, EACCES, EPERM: .notWritable
    case ENOENT, ENOTDIR: .missing
    default: .other
    }
  }

  var reason: String { String(cString: strerror(errno)) }
}

/// The steps that bring a file into being, one system call each, so that tests can make any of them fail.
package protocol FileOperations: Sendable {
  /// Makes a folder; false where it was already there.
  func makeFolder(_ path: String) throws(FileFault) -> Bool
  /// Creates a file that must not exist yet, open for writing, with permissions 0640.
  func create(_ path: String) throws(FileFault) -> Int32
  /// Writes all of `bytes`.
  func write(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) throws(FileFault)
  /// Waits until the file's bytes are on the disk.
  func sync(_ descriptor: Int32) throws(FileFault)
  func close(_ descriptor: Int32) throws(FileFault)
  func rename(_ path: String, to target: String) throws(FileFault)
  /// Waits until the folder's entries are on the disk.
  func syncFolder(_ path: String) throws(FileFault)
  func remove(_ path: String) throws(FileFault)
}

/// The operating system's own file operations.
package struct SystemFileOperations: FileOperations {
  package init() {}

  package func makeFolder(_ path: String) throws(FileFault) -> Bool {
    if mkdir(path, 0o750) == 0 { return true }
    if errno == EEXIST { return false }
    throw FileFault("mkdir", errno: errno)
  }

  package func create(_ path: String) throws(FileFault) -> Int32 {
    let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o640)
    guard descriptor >= 0 else { throw FileFault("open", errno: errno) }
    // The umask may have taken more than it should: the archive's group reads artifacts.
    guard fchmod(descriptor, 0o640) == 0 else {
      let failure = errno
      _ = Glibc.close(descriptor)
      _ = unlink(path)
      throw FileFault("fchmod", errno: failure)
    }
    return descriptor
  }

  package func write(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) throws(FileFault) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let slice = UnsafeRawBufferPointer(rebasing: rest)
      let written = Glibc.write(descriptor, slice.baseAddress, slice.count)
      if written < 0 {
        if errno == EINTR { continue }
        throw FileFault("write", errno: errno)
      }
      rest = rest.dropFirst(written)
    }
  }

  package func sync(_ descriptor: Int32) throws(FileFault) {
    guard fsync(descriptor) == 0 else { throw FileFault("fsync", errno: errno) }
  }

  package func close(_ descriptor: Int32) throws(FileFault) {
    guard Glibc.close(descriptor) == 0 else { throw FileFault("close", errno: errno) }
  }

  package func rename(_ path: String, to target: String) throws(FileFault) {
    guard Glibc.rename(path, target) == 0 else { throw FileFault("rename", errno: errno) }
  }

  package func syncFolder(_ path: String) throws(FileFault) {
    let descriptor = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { throw FileFault("open", errno: errno) }
    defer { _ = Glibc.close(descriptor) }
    guard fsync(descriptor) == 0 else { throw FileFault("fsync", errno: errno) }
  }

  package func remove(_ path: String) throws(FileFault) {
    guard unlink(path) == 0 else { throw FileFault("unlink", errno: errno) }
  }
}
