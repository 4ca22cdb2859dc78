import Glibc
import System

/// A base file on the disk, to be written once more with something after it.
///
/// Checks are made on `file`, which is mapped, before a byte is written; so time and memory depend on what is appended.
package struct PDFBase {
  package let file: PDFFile
  private let path: String
  private let stamp: FileStamp

  package init(path: String, limits: PDFLimits = PDFLimits()) throws(PDFError) {
    self.path = path
    stamp = try FileStamp(path)
    file = try PDFFile(path: path, limits: limits)
  }

  /// Writes the base and `tail` after it to the file `output`, which appears whole or not at all. It may be the base
  /// itself.
  ///
  /// - Throws: `io` also where the base is no longer the file that was opened.
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

/// Which file stands under a name, and when it was last written.
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
