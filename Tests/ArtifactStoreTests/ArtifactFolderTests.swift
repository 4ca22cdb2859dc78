import ArtifactStore
import Foundation
import OperatingSystem
import TestTraits
import Testing

/// A store in a new folder, which is removed at the end of the test.
final class TemporaryStore {
  let root: String
  let store: ArtifactFolder

  init(files: any FileOperations = SystemFileOperations()) {
    root = NSTemporaryDirectory() + "artifacts-\(UUID().uuidString)"
    store = ArtifactFolder(root: root, files: files)
  }

  deinit { try? FileManager.default.removeItem(atPath: root) }

  /// The paths of all files, relative to the store's root.
  var contents: [String] {
    let found = FileManager.default.enumerator(atPath: root)?.compactMap { $0 as? String } ?? []
    return found.filter {
      var isFolder: ObjCBool = false
      return FileManager.default.fileExists(atPath: "\(root)/\($0)", isDirectory: &isFolder) && !isFolder.boolValue
    }.sorted()
  }
}

let abc = Array("abc".utf8)
let abcDigest = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
let abcPath = "objects/ba/7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad.pdf"

@Suite(.hangLimit) struct ArtifactFolderTests {
  @Test func anArtifactIsStoredUnderItsDigest() throws {
    let temporary = TemporaryStore()
    let ref = try temporary.store.put(abc)
    #expect(ref == ArtifactRef(sha256: abcDigest, bytes: 3, path: "\(temporary.root)/\(abcPath)"))
    #expect(temporary.contents == [abcPath])
    #expect(try temporary.store.read(abcDigest) == abc)
  }

  @Test func theSpaceIsThatOfTheFileSystemOfTheFolder() throws {
    let temporary = TemporaryStore()
    let missing = #expect(throws: ArtifactError.self) { _ = try temporary.store.space() }
    #expect(missing?.code == .missing && missing?.path == temporary.root)
    try temporary.store.put(abc)
    let space = try temporary.store.space()
    #expect(space.size > 0 && space.free >= 0 && space.free <= space.size)
  }

  @Test func chunksBecomeOneArtifact() throws {
    let temporary = TemporaryStore()
    let writer = try temporary.store.write()
    for chunk in ["a", "", "bc"] { try writer.append(Array(chunk.utf8)) }
    let ref = try writer.commit()
    #expect(ref.sha256 == abcDigest && ref.bytes == 3)
  }

  @Test func theSameBytesTwiceAreOneFile() throws {
    let temporary = TemporaryStore()
    #expect(try temporary.store.put(abc) == temporary.store.put(abc))
    #expect(temporary.contents == [abcPath])
  }

  @Test func filesAreForOwnerAndGroupOnly() throws {
    let temporary = TemporaryStore()
    let ref = try temporary.store.put(abc)
    let attributes = try FileManager.default.attributesOfItem(atPath: ref.path)
    #expect((attributes[.posixPermissions] as? NSNumber)?.intValue == 0o640)
  }

  @Test func aWriterWithoutCommitLeavesNothing() throws {
    let temporary = TemporaryStore()
    do {
      let writer = try temporary.store.write()
      try writer.append(abc)
      #expect(temporary.contents.count == 1)
    }
    #expect(temporary.contents == [])
  }

  @Test(arguments: [
    "", "abc", "../../../../etc/passwd", String(abcDigest.dropLast()) + "/", abcDigest.uppercased(), abcDigest + "0",
  ])
  func onlySixtyFourHexDigitsNameAnArtifact(name: String) {
    let error = #expect(throws: ArtifactError.self) { try TemporaryStore().store.open(name) }
    #expect(error?.code == .invalidDigest)
  }

  @Test func anUnknownArtifactIsMissing() {
    let error = #expect(throws: ArtifactError.self) { try TemporaryStore().store.read(abcDigest) }
    #expect(error?.code == .missing)
  }

  @Test func verifyDetectsDamageAndPutRepairsIt() throws {
    let temporary = TemporaryStore()
    let ref = try temporary.store.put(abc)
    try temporary.store.verify(abcDigest)
    try Data("abd".utf8).write(to: URL(fileURLWithPath: ref.path))
    let error = #expect(throws: ArtifactError.self) { try temporary.store.verify(abcDigest) }
    #expect(error?.code == .damaged)
    try temporary.store.put(abc)
    try temporary.store.verify(abcDigest)
  }

  @Test func onlyOldLeftoversAreSwept() throws {
    let temporary = TemporaryStore()
    try temporary.store.put(abc)
    let old = "\(temporary.root)/incoming/old.part"
    let young = "\(temporary.root)/incoming/young.part"
    let foreign = "\(temporary.root)/incoming/notes.txt"
    for path in [old, young, foreign] { try Data().write(to: URL(fileURLWithPath: path)) }
    for path in [old, foreign] {
      try FileManager.default.setAttributes(
        [.modificationDate: Date(timeIntervalSinceNow: -90_000)], ofItemAtPath: path)
    }
    #expect(try temporary.store.sweep() == 1)
    #expect(temporary.contents == ["incoming/notes.txt", "incoming/young.part", abcPath])
  }

  @Test func sweepingAnUnusedStoreSucceeds() throws {
    #expect(try TemporaryStore().store.sweep() == 0)
  }
}
