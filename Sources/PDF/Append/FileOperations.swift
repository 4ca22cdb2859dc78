import CLinux
import Glibc

/// The steps that bring a file into being, one system call each, so that tests can make any of them fail or stop.
package protocol FileOperations: Sendable {
  /// Creates a file that must not exist yet, open for reading and writing.
  func create(_ path: String) throws(PDFError) -> Int32
  /// Lets the kernel copy up to `count` bytes from where `source` is read to where `target` is written, sharing blocks
  /// where the file system can.
  /// - Returns: how many it copied, 0 at the end of `source`; nil where the kernel cannot copy between these files.
  func copy(from source: Int32, to target: Int32, count: Int, named path: String) throws(PDFError) -> Int?
  /// Writes some of `bytes`, at least one, and returns how many.
  func write(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32, named path: String) throws(PDFError) -> Int
  /// Waits until the file's bytes are on the disk.
  func sync(_ descriptor: Int32, named path: String) throws(PDFError)
  /// Makes a folder that must not exist yet.
  func makeFolder(_ path: String) throws(PDFError)
  func rename(_ path: String, to target: String) throws(PDFError)
  /// Waits until the folder's entries are on the disk.
  func syncFolder(_ path: String) throws(PDFError)
  /// Takes away a file, or an empty folder, if it is there.
  func remove(_ path: String)
}

/// The operating system's own file operations.
package struct SystemFileOperations: FileOperations {
  package init() {}

  package func create(_ path: String) throws(PDFError) -> Int32 {
    let descriptor = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
    guard descriptor >= 0 else { throw .system("open", path) }
    return descriptor
  }

  package func copy(from source: Int32, to target: Int32, count: Int, named path: String) throws(PDFError) -> Int? {
    while true {
      let copied = clinux_copy_file_range(source, target, min(count, 1 << 30))
      if copied >= 0 { return copied }
      if errno == EINTR { continue }
      guard [ENOSYS, EXDEV, EINVAL, EOPNOTSUPP, EPERM].contains(errno) else {
        throw .system("copy_file_range", path)
      }
      return nil
    }
  }

  package func write(
    _ bytes: UnsafeRawBufferPointer, to descriptor: Int32, named path: String
  ) throws(PDFError) -> Int {
    while true {
      let count = Glibc.write(descriptor, bytes.baseAddress, bytes.count)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { throw .system("write", path) }
      return count
    }
  }

  package func sync(_ descriptor: Int32, named path: String) throws(PDFError) {
    guard fsync(descriptor) == 0 else { throw .system("fsync", path) }
  }

  package func makeFolder(_ path: String) throws(PDFError) {
    guard mkdir(path, 0o777) == 0 else { throw .system("mkdir", path) }
  }

  package func rename(_ path: String, to target: String) throws(PDFError) {
    guard Glibc.rename(path, target) == 0 else { throw .system("rename", target) }
  }

  package func syncFolder(_ path: String) throws(PDFError) {
    let descriptor = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { throw .system("open", path) }
    defer { _ = close(descriptor) }
    guard fsync(descriptor) == 0 else { throw .system("fsync", path) }
  }

  package func remove(_ path: String) {
    if unlink(path) != 0, errno == EISDIR || errno == EPERM { _ = rmdir(path) }
  }
}

extension PDFError {
  /// The error for a system call that just failed on `path`.
  static func system(_ call: String, _ path: String) -> PDFError {
    PDFError(code: .io, message: "\(path): \(call): \(String(cString: strerror(errno))).")
  }
}
