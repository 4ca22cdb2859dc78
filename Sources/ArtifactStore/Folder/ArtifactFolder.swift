import OperatingSystem

/// A folder of artifacts, each named by the SHA-256 of its bytes.
///
///     ROOT/objects/ab/cdef….pdf     whole artifacts
///     ROOT/incoming/….part          artifacts being written
///
/// An artifact appears whole or not at all: it is written in `incoming`, synced, renamed into `objects` (both folders
/// are on one file system, so the rename is atomic), and the folder is synced. Storing the same bytes again replaces
/// the file by a new copy, which also repairs an artifact that was damaged on the disk. Any number of processes may
/// write concurrently.
package struct ArtifactFolder: Sendable {
  package let root: String
  let files: any FileOperations
  let expected = ExpectedIdentity()

  /// A store in the folder `root`, whose parent must exist. The folder is created with the first artifact.
  package init(root: String, files: any FileOperations = SystemFileOperations()) {
    self.root = root.count > 1 && root.hasSuffix("/") ? String(root.dropLast()) : root
    self.files = files
  }

  var objects: String { root + "/objects" }
  var incoming: String { root + "/incoming" }

  /// Stores `bytes` as one artifact.
  @discardableResult
  package func put(_ bytes: [UInt8]) throws(ArtifactError) -> ArtifactRef {
    let writer = try write()
    try writer.append(bytes)
    return try writer.commit()
  }

  /// Starts an artifact that is written in chunks.
  package func write() throws(ArtifactError) -> ArtifactFileWriter {
    try checkIdentity()
    try makeFolder(root)
    try makeFolder(incoming)
    return try ArtifactFileWriter(store: self)
  }

  /// The stored artifact `sha256`.
  /// - Throws: `missing` if there is none.
  package func find(_ sha256: String) throws(ArtifactError) -> ArtifactRef {
    try open(sha256).ref
  }

  /// Opens the artifact `sha256` for reading in chunks.
  package func open(_ sha256: String) throws(ArtifactError) -> ArtifactReader {
    let digest = try digest(sha256)
    do throws(ArtifactError) {
      return try ArtifactReader(sha256: digest.hex, path: path(of: digest))
    } catch {
      // No artifact is missing from a store that is not there.
      if error.code == .missing { try checkIdentity() }
      throw error
    }
  }

  /// All bytes of the artifact `sha256`. They are not verified; see `verify`.
  package func read(_ sha256: String) throws(ArtifactError) -> [UInt8] {
    let reader = try open(sha256)
    var bytes: [UInt8] = []
    bytes.reserveCapacity(reader.ref.bytes)
    while let chunk = try reader.next() { bytes += chunk }
    return bytes
  }

  func path(of digest: ArtifactDigest) -> String { "\(objects)/\(digest.folder)/\(digest.file)" }

  func digest(_ sha256: String) throws(ArtifactError) -> ArtifactDigest { try ArtifactDigest(sha256, in: root) }

  /// Creates a folder if it does not exist, and syncs the parent then.
  func makeFolder(_ path: String) throws(ArtifactError) {
    do throws(SystemError) {
      guard try files.makeFolder(path, permissions: 0o750) else { return }
      let parent = path.lastIndex(of: "/").map { path[..<$0] } ?? "."
      try files.syncFolder(parent.isEmpty ? "/" : String(parent))
    } catch {
      throw ArtifactError(error)
    }
  }
}
