import Dates
import Glibc
import ObjectStorage
import OperatingSystem

extension ArtifactBucket {
  /// Objects whose ages are read at once.
  private static let concurrency = 8

  func each(olderThan age: Int, _ body: ([String]) async throws -> Void) async throws {
    var next: String?
    repeat {
      let page: ObjectPage
      do throws(ObjectStorageError) {
        page = try await bucket.list(prefix: objects, from: next)
      } catch {
        throw ArtifactError(error)
      }
      let now = Timestamp.now.seconds
      let found = page.objects.filter { object in object.modified.map { now - $0.seconds >= age } ?? false }
        .compactMap { digest(ofKey: $0.key)?.hex }
      if !found.isEmpty { try await body(found) }
      next = page.next
    } while next != nil
  }

  /// The digest in an object's key; nil for keys of other objects.
  private func digest(ofKey key: String) -> ArtifactDigest? {
    guard key.hasPrefix(objects), key.hasSuffix(".pdf") else { return nil }
    let parts = key.dropFirst(objects.count).dropLast(4).split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 2, parts[0].utf8.count == 2 else { return nil }
    return ArtifactDigest(String(parts[0] + parts[1]))
  }

  func remove(
    _ artifacts: some Sequence<String>, olderThan age: Int, isUnreferenced: ([String]) async throws -> Set<String>
  ) async throws -> [ArtifactRef] {
    let digests = artifacts.compactMap { ArtifactDigest($0) }
    guard !digests.isEmpty else { return [] }
    do {
      try await beginPruning()
      let start = ContinuousClock.now
      let result: Result<[ArtifactRef], any Error>
      var isDeleting = false
      do {
        let old = try await old(digests, age)
        let gone = try await isUnreferenced(old.map(\.sha256))
        let unreferenced = old.filter { gone.contains($0.sha256) }
        // Another removal could regard `pruning` as left by a crash.
        guard .now - start < .seconds(Self.pruningLimit / 2) else {
          throw ArtifactError(
            code: .unreachable, message: "Reading the ages of objects took too long.", path: location,
            advice: "Check the connection to the storage, then try again.")
        }
        isDeleting = true
        result = .success(try await deleted(unreferenced))
      } catch {
        result = .failure(error)
      }
      // Objects may still be deleted, so writers must wait until `pruning` is too old.
      if isDeleting, case .failure(let error as ObjectStorageError) = result, error.mayHaveTakenEffect { throw error }
      _ = try await bucket.delete([pruning])
      return try result.get()
    } catch let error as ObjectStorageError {
      throw ArtifactError(error)
    }
  }

  /// Creates `pruning`.
  /// - Throws: `unreachable` if another removal runs.
  private func beginPruning() async throws {
    if try await properties(pruning) != nil, try await !isPruning() { _ = try await bucket.delete([pruning]) }
    do throws(ObjectStorageError) {
      try await bucket.put(.bytes([]), to: pruning, ObjectOptions(mustBeNew: true))
    } catch {
      guard error.code == .preconditionFailed else { throw error }
      throw ArtifactError(
        code: .unreachable, message: "Another program removes artifacts.", path: bucket.location.place(of: pruning),
        advice: "Wait for the other `pressrun prune` to end. One that crashed is ignored after an hour.")
    }
  }

  /// The artifacts that exist and were last stored at least `age` seconds ago.
  private func old(_ digests: [ArtifactDigest], _ age: Int) async throws -> [ArtifactRef] {
    try await withThrowingTaskGroup(of: ArtifactRef?.self) { group in
      var rest = digests[...]
      for digest in rest.prefix(Self.concurrency) { group.addTask { try await old(digest, age) } }
      rest = rest.dropFirst(Self.concurrency)
      var refs: [ArtifactRef] = []
      while let ref = try await group.next() {
        if let ref { refs.append(ref) }
        if let digest = rest.popFirst() { group.addTask { try await old(digest, age) } }
      }
      return refs
    }
  }

  private func old(_ digest: ArtifactDigest, _ age: Int) async throws -> ArtifactRef? {
    guard let (object, now) = try await properties(key(of: digest)), let modified = object.modified,
      now.seconds - modified.seconds >= age
    else { return nil }
    return ArtifactRef(sha256: digest.hex, bytes: object.bytes, path: place(of: digest))
  }

  private func deleted(_ refs: [ArtifactRef]) async throws -> [ArtifactRef] {
    guard !refs.isEmpty else { return [] }
    var keys: [String: ArtifactRef] = [:]
    for ref in refs { if let digest = ArtifactDigest(ref.sha256) { keys[key(of: digest)] = ref } }
    // Not repeated: an artifact that is stored again after its deletion must remain.
    let failures = try await bucket.delete(Array(keys.keys), isRepeatable: false)
    if failures.count == keys.count, let failure = failures.values.first { throw failure }
    return keys.filter { failures[$0.key] == nil }.map(\.value).sorted { $0.sha256 < $1.sha256 }
  }

  func sweep(olderThan age: Int) async throws(ArtifactError) -> Int {
    do throws(ObjectStorageError) {
      return try await bucket.abortUploads(prefix: objects, olderThan: age) + sweepTemporaryFiles(olderThan: age)
    } catch {
      throw ArtifactError(error)
    }
  }

  /// Removes this user's temporary files. Errors are ignored: the folder may be shared.
  private func sweepTemporaryFiles(olderThan age: Int) -> Int {
    guard let folder = opendir(temporaryFolder) else { return 0 }
    defer { closedir(folder) }
    var swept = 0
    while let entry = readdir(folder) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      var status = stat()
      guard TemporaryFile.isName(name), lstat("\(temporaryFolder)/\(name)", &status) == 0,
        status.st_mode & S_IFMT == S_IFREG, status.st_uid == geteuid(), time(nil) - status.st_mtim.tv_sec >= age
      else { continue }
      if unlink("\(temporaryFolder)/\(name)") == 0 { swept += 1 }
    }
    return swept
  }
}
