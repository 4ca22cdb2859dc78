import ObjectStorage

/// The artifacts of an installation, each named by the SHA-256 of its bytes: in a folder, or in a bucket of an object
/// storage.
///
/// An artifact appears whole or not at all. Any number of processes may store and read concurrently.
package struct ArtifactStore: Sendable {
  package enum Backend: Sendable {
    case folder(ArtifactFolder)
    case bucket(ArtifactBucket)
  }

  package let backend: Backend

  package init(_ backend: Backend) { self.backend = backend }

  /// The store in a folder, whose parent must exist.
  package init(root: String) { self.init(.folder(ArtifactFolder(root: root))) }

  /// The folder's path, or the bucket's URL.
  package var location: String {
    switch backend {
    case .folder(let folder): folder.root
    case .bucket(let bucket): bucket.location
    }
  }

  /// Stores `bytes` as one artifact. A folder is written on the calling thread.
  @discardableResult
  package func put(_ bytes: [UInt8]) async throws(ArtifactError) -> ArtifactRef {
    switch backend {
    case .folder(let folder): try folder.put(bytes)
    case .bucket(let bucket): try await bucket.put(bytes)
    }
  }

  /// Starts an artifact that is written in chunks.
  package func write() throws(ArtifactError) -> ArtifactWriter {
    switch backend {
    case .folder(let folder): ArtifactWriter(.file(try folder.write()))
    case .bucket(let bucket): ArtifactWriter(.spool(ArtifactSpool(bucket)))
    }
  }

  /// The stored artifact `sha256`.
  /// - Throws: `missing` if there is none.
  package func find(_ sha256: String) async throws(ArtifactError) -> ArtifactRef {
    switch backend {
    case .folder(let folder): try folder.find(sha256)
    case .bucket(let bucket): try await bucket.find(sha256)
    }
  }

  /// The path or URL of an artifact, for people; nil if a folder has no such file. A bucket is not asked.
  package func place(of sha256: String) -> String? {
    switch backend {
    case .folder(let folder): (try? folder.find(sha256))?.path
    case .bucket(let bucket): (try? bucket.digest(sha256)).map { bucket.place(of: $0) }
    }
  }

  /// All bytes of the artifact `sha256`. The bytes of a folder are not verified; see `verify`.
  package func read(_ sha256: String) async throws(ArtifactError) -> [UInt8] {
    switch backend {
    case .folder(let folder): try folder.read(sha256)
    case .bucket(let bucket): try await bucket.read(sha256)
    }
  }

  /// Reads the whole artifact and compares its SHA-256 with its name.
  /// - Throws: `damaged` if they differ.
  @discardableResult
  package func verify(_ sha256: String) async throws(ArtifactError) -> ArtifactRef {
    switch backend {
    case .folder(let folder): try folder.verify(sha256)
    case .bucket(let bucket): try await bucket.verify(sha256)
    }
  }

  /// Calls `body` with the path of a local file with the artifact's bytes, which exists until `body` ends: the folder's
  /// file, or a verified temporary copy with the permissions 0600.
  /// - Throws: `ArtifactError`, and the errors of `body`.
  package func withLocalFile<Value>(
    of sha256: String, isolation: isolated (any Actor)? = #isolation, _ body: (_ path: String) async throws -> Value
  ) async throws -> Value {
    switch backend {
    case .folder(let folder): return try await body(folder.find(sha256).path)
    case .bucket(let bucket):
      let copy = try await bucket.download(sha256)
      defer { copy.remove() }
      return try await body(copy.path)
    }
  }

  /// Calls `body` with the paths of local files of several artifacts, in the order given; see `withLocalFile`.
  /// - Throws: `ArtifactError`, and the errors of `body`.
  package func withLocalFiles<Value>(
    of names: [String], isolation: isolated (any Actor)? = #isolation, _ body: ([String]) async throws -> Value
  ) async throws -> Value {
    try await withLocalFiles(of: names[...], found: [], isolation: isolation, body)
  }

  private func withLocalFiles<Value>(
    of names: ArraySlice<String>, found: [String], isolation: isolated (any Actor)?,
    _ body: ([String]) async throws -> Value
  ) async throws -> Value {
    guard let sha256 = names.first else { return try await body(found) }
    return try await withLocalFile(of: sha256, isolation: isolation) { path in
      try await withLocalFiles(of: names.dropFirst(), found: found + [path], isolation: isolation, body)
    }
  }

  /// Calls `body` with the SHA-256 of artifacts that were last stored at least `age` seconds ago, at most 1,000 per
  /// call.
  ///
  /// A worker stores an artifact before it records it, so a recent artifact may not be referenced yet.
  package func each(olderThan age: Int, _ body: ([String]) async throws -> Void) async throws {
    switch backend {
    case .folder(let folder): try await folder.each(olderThan: age, body)
    case .bucket(let bucket): try await bucket.each(olderThan: age, body)
    }
  }

  /// Removes artifacts that were last stored at least `age` seconds ago and that are not referenced. If the same bytes
  /// are stored meanwhile, the artifact remains.
  /// - Parameter isUnreferenced: returns those of the given artifacts that nothing references.
  /// - Returns: the removed artifacts.
  package func remove(
    _ artifacts: some Sequence<String>, olderThan age: Int, isUnreferenced: ([String]) async throws -> Set<String>
  ) async throws -> [ArtifactRef] {
    switch backend {
    case .folder(let folder): try await folder.remove(artifacts, olderThan: age, isUnreferenced: isUnreferenced)
    case .bucket(let bucket): try await bucket.remove(artifacts, olderThan: age, isUnreferenced: isUnreferenced)
    }
  }

  /// Removes files of crashed writers: temporary files and incomplete uploads that are at least `age` seconds old,
  /// since newer ones may still be written.
  /// - Returns: the number of files and uploads removed.
  @discardableResult
  package func sweep(olderThan age: Int = 86_400) async throws(ArtifactError) -> Int {
    switch backend {
    case .folder(let folder): try folder.sweep(olderThan: age)
    case .bucket(let bucket): try await bucket.sweep(olderThan: age)
    }
  }
}
