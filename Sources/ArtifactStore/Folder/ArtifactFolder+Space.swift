import Glibc
import OperatingSystem

extension ArtifactFolder {
  /// The size in bytes of the file system that has the folder, and how much of it a process without privileges may
  /// still use. Both are 0 if the file system has no size.
  /// - Throws: `ArtifactError` if the folder cannot be read.
  package func space() throws(ArtifactError) -> (size: Int, free: Int) {
    var status = statvfs()
    guard statvfs(root, &status) == 0 else { throw ArtifactError(SystemError("statvfs", path: root)) }
    func bytes(_ blocks: fsblkcnt_t) -> Int {
      let product = Int(clamping: blocks).multipliedReportingOverflow(by: Int(clamping: status.f_frsize))
      return product.overflow ? .max : product.partialValue
    }
    return (bytes(status.f_blocks), bytes(status.f_bavail))
  }
}
