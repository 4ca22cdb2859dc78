import System

/// An artifact as it stands in the store.
package struct ArtifactRef: Hashable, Sendable {
  /// 64 lower-case hexadecimal digits.
  package var sha256: String
  /// Length in bytes.
  package var bytes: Int
  package var path: String

  package init(sha256: String, bytes: Int, path: String) {
    self.sha256 = sha256
    self.bytes = bytes
    self.path = path
  }
}

/// A folder of artifacts, each named by the SHA-256 of its bytes.
///
///     ROOT/objects/ab/cdef….pdf     whole artifacts
///     ROOT/incoming/….part          artifacts being written
///
/// An artifact appears whole or not at all: it is written under `incoming`, synced, renamed into place (both folders
/// are on one file system, so the rename is atomic), and the folder is synced. Putting the same bytes again renames a
/// fresh copy over the old one, which also heals an artifact that the disk damaged. Any number of processes may write
/// at once.
package struct ArtifactStore: Sendable {
  package let root: String
  let files: any FileOperations

  /// A store in the folder `root`, whose parent must exist; nothing is touched until the first artifact comes.
  package init(root: String, files: any FileOperations = SystemFileOperations()) {
    self.root = root.count > 1 && root.hasSuffix("/") ? String(root.dropLast()) : root
    self.files = files
  }

  var objects: String { root + "/objects" }
  var incoming: String { root + "/incoming" }

  /// Keeps `bytes`, whole or not at all.
  @discardableResult
  package func put(_ bytes: [UInt8]) throws(ArtifactError) -> ArtifactRef {
    let writer = try write()
    try writer.append(bytes)
    return try writer.commit()
  }

  /// Keeps the chunks' bytes, one after the other, as one artifact.
  @discardableResult
  package func put(chunks: some Sequence<[UInt8]>) throws(ArtifactError) -> ArtifactRef {
    let writer = try write()
    for chunk in chunks { try writer.append(chunk) }
    return try writer.commit()
  }

  /// Begins an artifact whose bytes come piece by piece. Without a `commit` nothing of it stays.
  package func write() throws(ArtifactError) -> ArtifactWriter {
    try makeFolder(root)
    try makeFolder(incoming)
    return try ArtifactWriter(store: self)
  }

  /// Where the artifact named `sha256` stands, if it is there.
  package func find(_ sha256: String) throws(ArtifactError) -> ArtifactRef {
    try open(sha256).ref
  }

  /// Opens the artifact named `sha256` for reading in chunks.
  package func open(_ sha256: String) throws(ArtifactError) -> ArtifactReader {
    try ArtifactReader(sha256: digest(sha256).hex, path: path(of: digest(sha256)))
  }

  /// All bytes of the artifact named `sha256`, unchecked: `verify` reads them against the name.
  package func read(_ sha256: String) throws(ArtifactError) -> [UInt8] {
    let reader = try open(sha256)
    var bytes: [UInt8] = []
    bytes.reserveCapacity(reader.ref.bytes)
    while let chunk = try reader.next() { bytes += chunk }
    return bytes
  }

  func path(of digest: ArtifactDigest) -> String { "\(objects)/\(digest.folder)/\(digest.file)" }

  func digest(_ sha256: String) throws(ArtifactError) -> ArtifactDigest {
    if let digest = ArtifactDigest(sha256) { return digest }
    throw ArtifactError(
      code: .invalidDigest, message: "\"\(sha256.prefix(80))\" is not a SHA-256.", path: root,
      advice: "Name the artifact by 64 lower-case hexadecimal digits.")
  }

  /// Makes a folder and, where it is new, waits until its parent's entry for it is on the disk.
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
