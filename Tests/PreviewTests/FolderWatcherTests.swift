import Foundation
import Glibc
import TestTraits
import Testing

@testable import Preview

@Suite(.hangLimit) struct FolderWatcherTests {
  /// Waits for changes until one of the paths has changed.
  private func wait(
    for path: String, _ iterator: inout AsyncStream<FolderWatcher.Change>.Iterator
  ) async -> FolderWatcher.Change? {
    while let change = await iterator.next(isolation: #isolation) {
      if change.paths.contains(path) { return change }
    }
    return nil
  }

  @Test func changedFilesAreReported() async throws {
    let folder = try TemporaryFolder(["a/b/c.css": "1"])
    let watcher = try FolderWatcher([.tree(folder.path)])
    #expect(watcher.isComplete)
    var changes = watcher.changes.makeAsyncIterator()
    let path = folder.path + "/a/b/c.css"
    // In place.
    try Data("2".utf8).write(to: URL(fileURLWithPath: path))
    #expect(await wait(for: path, &changes) != nil)
    // By renaming.
    try folder.write("a/b/c.css", "3")
    #expect(await wait(for: path, &changes) != nil)
    // Removed.
    try FileManager.default.removeItem(atPath: path)
    #expect(await wait(for: path, &changes) != nil)
  }

  @Test func foldersThatAreAddedAreWatched() async throws {
    let folder = try TemporaryFolder()
    let watcher = try FolderWatcher([.tree(folder.path)])
    var changes = watcher.changes.makeAsyncIterator()
    try FileManager.default.createDirectory(atPath: folder.path + "/new", withIntermediateDirectories: false)
    // A file that is written before the folder is watched is reported with the folder.
    _ = await changes.next(isolation: #isolation)
    try folder.write("new/a.css", "1")
    #expect(await wait(for: folder.path + "/new/a.css", &changes) != nil)
  }

  @Test func burstsAreMerged() async throws {
    let folder = try TemporaryFolder()
    var merging = FolderWatcher.Merging()
    (merging.quiet, merging.longest) = (.seconds(1), .seconds(600))
    let watcher = try FolderWatcher([.tree(folder.path)], merging: merging)
    var changes = watcher.changes.makeAsyncIterator()
    let files = (0..<50).map { "\($0).css" }
    for file in files { try Data("x".utf8).write(to: URL(fileURLWithPath: folder.path + "/" + file)) }
    let change = await changes.next(isolation: #isolation)
    #expect(change?.paths == Set(files.map { folder.path + "/" + $0 }))
  }

  @Test func filesOfEditorsAreLeftOut() async throws {
    let folder = try TemporaryFolder()
    let watcher = try FolderWatcher([.tree(folder.path)])
    var changes = watcher.changes.makeAsyncIterator()
    for name in [".a.css.swp", "a.css~", "#a.css#", "4913"] {
      try Data("x".utf8).write(to: URL(fileURLWithPath: folder.path + "/" + name))
    }
    try Data("x".utf8).write(to: URL(fileURLWithPath: folder.path + "/a.css"))
    #expect(await changes.next(isolation: #isolation)?.paths == [folder.path + "/a.css"])
  }

  @Test func aSingleFileIsWatchedAlone() async throws {
    let folder = try TemporaryFolder(["a.json": "1", "b.json": "1"])
    let watcher = try FolderWatcher([.file(folder.path + "/a.json")])
    var changes = watcher.changes.makeAsyncIterator()
    try Data("2".utf8).write(to: URL(fileURLWithPath: folder.path + "/b.json"))
    try Data("2".utf8).write(to: URL(fileURLWithPath: folder.path + "/a.json"))
    #expect(await changes.next(isolation: #isolation)?.paths == [folder.path + "/a.json"])
  }

  @Test func aFolderThatIsReplacedIsWatchedAgain() async throws {
    let folder = try TemporaryFolder(["root/a.css": "1"])
    let root = folder.path + "/root"
    let watcher = try FolderWatcher([.tree(root)])
    var changes = watcher.changes.makeAsyncIterator()
    #expect(rename(root, folder.path + "/old") == 0)
    try folder.write("root/a.css", "2")
    var isReplaced = false
    while !isReplaced, let change = await changes.next(isolation: #isolation) { isReplaced = change.replacedRoots }
    #expect(isReplaced)
    try folder.write("root/a.css", "3")
    #expect(await wait(for: root + "/a.css", &changes) != nil)
  }

  /// Folders that were made while events were lost stayed without a watch.
  @Test func foldersAreWatchedAfterEventsWereLost() throws {
    let folder = try TemporaryFolder()
    let descriptor = inotify_init1(Int32(O_CLOEXEC | O_NONBLOCK))
    defer { close(descriptor) }
    var list = WatchList(descriptor, roots: [.tree(folder.path)])
    list.watchMissingRoots()
    try FileManager.default.createDirectory(atPath: folder.path + "/new", withIntermediateDirectories: false)
    var lost = [UInt8](repeating: 0, count: 1 << 16)
    #expect(read(descriptor, &lost, lost.count) > 0)
    list.watchAgain()
    try folder.write("new/a.css", "1")
    var change = FolderWatcher.Change()
    let isChanged = list.readEvents(into: &change)
    #expect(isChanged && change.paths.contains(folder.path + "/new/a.css"))
  }

  @Test func stoppingEndsTheChanges() async throws {
    let folder = try TemporaryFolder()
    let watcher = try FolderWatcher([.tree(folder.path)])
    watcher.stop()
    for await _ in watcher.changes {}
  }
}
