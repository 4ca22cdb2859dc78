import Glibc
import System

extension ArtifactStore {
  /// Removes what writers that crashed left in `incoming` and returns how many files that were. Only files that nobody
  /// has written to for `age` seconds go, since a younger one may belong to a writer that lives.
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
      guard name.hasSuffix(".part") else { continue }
      let path = "\(incoming)/\(name)"
      var status = stat()
      // Between listing and looking the writer may have finished; then there is nothing to sweep.
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
