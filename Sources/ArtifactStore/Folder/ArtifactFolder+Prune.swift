import Glibc
import OperatingSystem

extension ArtifactFolder {
  /// Calls `body` with the SHA-256 of artifacts that were last stored at least `age` seconds ago, at most 500 per call.
  ///
  /// A worker stores an artifact before it records it, so a recent artifact may not be referenced yet.
  package func each(olderThan age: Int, _ body: ([String]) async throws -> Void) async throws {
    var found: [String] = []
    for folder in try Self.entries(of: objects) where folder.utf8.count == 2 {
      for file in try Self.entries(of: objects + "/" + folder) {
        guard file.hasSuffix(".pdf"), let digest = ArtifactDigest(folder + file.dropLast(4)),
          Self.isOlder(path(of: digest), than: age)
        else { continue }
        found.append(digest.hex)
        if found.count == 500 {
          try await body(found)
          found.removeAll()
        }
      }
    }
    if !found.isEmpty { try await body(found) }
  }

  /// Removes artifacts that were last stored at least `age` seconds ago and that are not referenced.
  ///
  /// Each file is renamed before `isUnreferenced` is called. If the same bytes are stored meanwhile, they become a new
  /// file, which remains.
  /// - Parameter isUnreferenced: returns those of the given artifacts that nothing references.
  /// - Returns: the removed artifacts.
  package func remove(
    _ artifacts: some Sequence<String>, olderThan age: Int, isUnreferenced: ([String]) async throws -> Set<String>
  ) async throws -> [ArtifactRef] {
    var aside: [(digest: ArtifactDigest, ref: ArtifactRef, path: String)] = []
    for digest in artifacts.lazy.compactMap(ArtifactDigest.init) {
      guard Self.isOlder(path(of: digest), than: age), let ref = try? find(digest.hex) else { continue }
      // If this process ends here, `sweep` restores the file.
      let path = "\(incoming)/\(Self.asidePrefix)\(digest.hex).part"
      do throws(SystemError) { try files.rename(ref.path, to: path) } catch { continue }
      // If the same bytes were stored after the age was read, this is the new file.
      if Self.isOlder(path, than: age) { aside.append((digest, ref, path)) } else { putBack(path, ref.path) }
    }
    let gone: Set<String>
    do {
      gone = try await isUnreferenced(aside.map(\.digest.hex))
    } catch {
      for item in aside { putBack(item.path, item.ref.path) }
      throw error
    }
    var removed: [ArtifactRef] = []
    for item in aside {
      if gone.contains(item.digest.hex) {
        if unlink(item.path) == 0 { removed.append(item.ref) }
      } else {
        putBack(item.path, item.ref.path)
      }
    }
    return removed
  }

  private static let asidePrefix = "pruned-"

  /// Restores an artifact that a removal which ended early has renamed: it may be referenced. An unreferenced one is
  /// removed next time.
  ///
  /// If that removal still runs, it finds the file gone, and leaves the artifact.
  /// - Parameter name: of a file in `incoming`.
  /// - Returns: false if the file is no such artifact.
  func restoreAside(_ name: String) -> Bool {
    guard name.hasPrefix(Self.asidePrefix), name.hasSuffix(".part"),
      let digest = ArtifactDigest(String(name.dropFirst(Self.asidePrefix.count).dropLast(5)))
    else { return false }
    putBack("\(incoming)/\(name)", path(of: digest))
    return true
  }

  /// Restores a file, unless a new one with the same bytes exists.
  private func putBack(_ aside: String, _ path: String) {
    if link(aside, path) == 0 || errno == EEXIST { unlink(aside) }
  }

  /// Whether there is a file at the path that was last written at least `age` seconds ago.
  private static func isOlder(_ path: String, than age: Int) -> Bool {
    var status = stat()
    return lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG && time(nil) - status.st_mtim.tv_sec >= age
  }

  private static func entries(of path: String) throws(ArtifactError) -> [String] {
    guard let folder = opendir(path) else {
      if errno == ENOENT { return [] }
      throw ArtifactError(SystemError("opendir", path: path))
    }
    defer { closedir(folder) }
    var names: [String] = []
    while let entry = readdir(folder) {
      names.append(
        withUnsafePointer(to: &entry.pointee.d_name) {
          $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
        })
    }
    return names.sorted()
  }
}
