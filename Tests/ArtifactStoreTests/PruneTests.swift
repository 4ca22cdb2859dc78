import ArtifactStore
import Foundation
import Glibc
import OperatingSystem
import TestTraits
import Testing

/// Removing artifacts that nothing references.
@Suite(.hangLimit) struct PruneTests {
  private static func age(_ temporary: TemporaryStore, hours: Double) throws {
    try FileManager.default.setAttributes(
      [.modificationDate: Date(timeIntervalSinceNow: -3600 * hours)],
      ofItemAtPath: "\(temporary.root)/\(abcPath)")
  }

  private static func found(_ temporary: TemporaryStore) async throws -> [String] {
    var found: [String] = []
    try await temporary.store.each(olderThan: 3600) { found += $0 }
    return found
  }

  @Test func onlyOldArtifactsAreListed() async throws {
    let temporary = TemporaryStore()
    try temporary.store.put(abc)
    #expect(try await Self.found(temporary).isEmpty)
    try Self.age(temporary, hours: 2)
    #expect(try await Self.found(temporary) == [abcDigest])
  }

  @Test func unreferencedArtifactsAreRemoved() async throws {
    let temporary = TemporaryStore()
    try temporary.store.put(abc)
    try Self.age(temporary, hours: 2)
    let removed = try await temporary.store.remove([abcDigest], olderThan: 3600) { Set($0) }
    #expect(removed.map(\.sha256) == [abcDigest])
    #expect(temporary.contents.isEmpty)
  }

  @Test func artifactsReferencedMeanwhileAreRestored() async throws {
    let temporary = TemporaryStore()
    try temporary.store.put(abc)
    try Self.age(temporary, hours: 2)
    #expect(try await temporary.store.remove([abcDigest], olderThan: 3600) { _ in [] }.isEmpty)
    #expect(temporary.contents == [abcPath])
  }

  /// The file was removed after a day, although a job may refer to the artifact by then.
  @Test func artifactsOfARemovalThatEndedEarlyAreRestored() throws {
    let temporary = TemporaryStore()
    try temporary.store.put(abc)
    try Self.age(temporary, hours: 48)
    let aside = "\(temporary.root)/incoming/pruned-\(abcDigest).part"
    #expect(rename("\(temporary.root)/\(abcPath)", aside) == 0)
    #expect(try temporary.store.sweep() == 0)
    #expect(temporary.contents == [abcPath])
    // The same bytes were stored again.
    #expect(link("\(temporary.root)/\(abcPath)", aside) == 0)
    #expect(try temporary.store.sweep() == 0)
    #expect(temporary.contents == [abcPath])
  }

  @Test func artifactsStoredAgainMeanwhileRemain() async throws {
    let temporary = TemporaryStore()
    try temporary.store.put(abc)
    try Self.age(temporary, hours: 2)
    _ = try await temporary.store.remove([abcDigest], olderThan: 3600) {
      try temporary.store.put(abc)
      return Set($0)
    }
    #expect(temporary.contents == [abcPath])
    #expect(try temporary.store.verify(abcDigest).sha256 == abcDigest)
  }

  /// The removal read the age of the old file and then removed the new one.
  @Test func artifactsStoredAgainBeforeTheRenameRemain() async throws {
    let temporary = TemporaryStore()
    try temporary.store.put(abc)
    try Self.age(temporary, hours: 2)
    let store = temporary.store
    let files = StoringBeforeRename { _ = try? store.put(abc) }
    let removed = try await ArtifactFolder(root: temporary.root, files: files).remove([abcDigest], olderThan: 3600) {
      Set($0)
    }
    #expect(removed.isEmpty && temporary.contents == [abcPath])
    #expect(try temporary.store.verify(abcDigest).sha256 == abcDigest)
  }
}

/// The system's file operations; `store` is called before each file is renamed.
private struct StoringBeforeRename: FileOperations {
  private let system = SystemFileOperations()
  private let store: @Sendable () -> Void

  init(_ store: @escaping @Sendable () -> Void) { self.store = store }

  func create(_ path: String, permissions: mode_t?) throws(SystemError) -> Int32 {
    try system.create(path, permissions: permissions)
  }

  func copy(from source: Int32, to target: Int32, count: Int, named path: String) throws(SystemError) -> Int? {
    try system.copy(from: source, to: target, count: count, named: path)
  }

  func write(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32, named path: String) throws(SystemError) -> Int {
    try system.write(bytes, to: descriptor, named: path)
  }

  func sync(_ descriptor: Int32, named path: String) throws(SystemError) { try system.sync(descriptor, named: path) }

  func close(_ descriptor: Int32, named path: String) throws(SystemError) { try system.close(descriptor, named: path) }

  func makeFolder(_ path: String, permissions: mode_t) throws(SystemError) -> Bool {
    try system.makeFolder(path, permissions: permissions)
  }

  func rename(_ path: String, to target: String) throws(SystemError) {
    store()
    try system.rename(path, to: target)
  }

  func syncFolder(_ path: String) throws(SystemError) { try system.syncFolder(path) }

  func remove(_ path: String) throws(SystemError) { try system.remove(path) }
}
