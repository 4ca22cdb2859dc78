import Glibc
import OperatingSystem

/// A base file on disk that is written to a new file with updates after it.
///
/// Checks use the mapped `file` before anything is written, so time and memory depend on the updates, not on the base.
package struct PDFBase {
  /// The base, mapped into memory.
  package let file: PDFFile
  private let path: String
  private let stamp: FileStamp

  /// Opens the base.
  /// - Throws: `PDFError`: `io` if it cannot be read, and the errors of `PDFFile`.
  package init(path: String, limits: PDFLimits = PDFLimits()) throws(PDFError) {
    self.path = path
    stamp = try FileStamp(path)
    file = try PDFFile(path: path, limits: limits)
  }

  /// Writes the base and `tail` to the file `output` atomically. `output` may be the base itself.
  ///
  /// - Throws: `io` also if the base has changed since it was opened.
  package func write(
    then tail: [UInt8], to output: String, files: any FileOperations = SystemFileOperations()
  ) throws(PDFError) {
    try AtomicFile.write(prefixOf: path, length: file.length, then: [tail], to: output, files: files) {
      () throws(PDFError) in
      guard try FileStamp(path) == stamp else {
        throw PDFError(code: .io, message: "\(path) was changed while it was read; nothing was written.")
      }
    }
  }
}

/// The identity of a file and the time of its last change.
struct FileStamp: Equatable {
  private let device, inode, size, seconds, nanoseconds: Int

  init(_ path: String) throws(PDFError) {
    var status = stat()
    guard stat(path, &status) == 0 else { throw PDFError(SystemError("stat", path: path)) }
    device = Int(truncatingIfNeeded: status.st_dev)
    inode = Int(truncatingIfNeeded: status.st_ino)
    size = Int(status.st_size)
    seconds = status.st_mtim.tv_sec
    nanoseconds = status.st_mtim.tv_nsec
  }
}
