import Glibc
import OperatingSystem

extension ArtifactFolder {
  /// Removes files that crashed writers left in `incoming`: those last written at least `age` seconds ago, since a
  /// newer one may still be written. Restores the artifacts that crashed removals left there.
  /// - Returns: the number of files removed.
  @discardableResult
  package func sweep(olderThan age: Int = 86_400) throws(ArtifactError) -> Int {
    guard let folder = opendir(incoming) else {
      if errno == ENOENT { return 0 }
      throw ArtifactError(SystemError("opendir", path: incoming))
    }
    defer { closedir(folder) }
    let now = time(nil)
    var swept = 0
    while let entry = readdir(folder) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      guard name.hasSuffix(".part"), !restoreAside(name) else { continue }
      let path = "\(incoming)/\(name)"
      var status = stat()
      // The writer may have finished since the folder was listed.
      guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
        now - status.st_mtim.tv_sec >= age
      else { continue }
      do throws(SystemError) {
        try files.remove(path)
        swept += 1
      } catch {
        if error.errno != ENOENT { throw ArtifactError(error) }
      }
    }
    return swept
  }
}
