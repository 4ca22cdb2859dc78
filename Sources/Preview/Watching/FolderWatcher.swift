import Foundation
import Glibc
import OperatingSystem

/// Reports changes of files in folder trees (inotify(7)), with bursts merged into one change.
///
/// A file counts as changed when it is closed after writing, renamed, replaced or removed. Files that editors use while
/// they save are left out. A folder that is removed is watched again as soon as it exists again.
package final class FolderWatcher: Sendable {
  /// A folder to watch.
  package struct Root: Hashable, Sendable {
    package var path: String
    /// Whether folders in it are watched too, except hidden ones.
    package var isRecursive: Bool
    /// The only file in the folder that counts; nil for all.
    package var file: String?

    /// A folder with all that is in it.
    package static func tree(_ path: String) -> Root { Root(path: path, isRecursive: true, file: nil) }

    /// A single file. Its folder is watched, because editors replace files.
    package static func file(_ path: String) -> Root {
      let url = URL(fileURLWithPath: path)
      return Root(path: url.deletingLastPathComponent().path, isRecursive: false, file: url.lastPathComponent)
    }
  }

  /// A merged burst of changes.
  package struct Change: Hashable, Sendable {
    /// The paths of changed files; empty if only folders changed, or if there were too many changes to name.
    package var paths: Set<String> = []
    /// Whether one of the root folders was replaced by another folder.
    package var replacedRoots = false
  }

  /// The merging of bursts: a change is reported after a time without events, or after a longest time.
  package struct Merging: Hashable, Sendable {
    package var quiet = Duration.milliseconds(15)
    package var longest = Duration.milliseconds(100)
    package init() {}
  }

  /// The largest number of folders that are watched; further ones are left out, and `isComplete` is false.
  static let folderLimit = 4096

  package let changes: AsyncStream<Change>
  /// Whether all folders were watched at the start.
  package let isComplete: Bool
  private let stopping: Interrupt

  /// Starts a thread that watches until the watcher is released or stopped.
  /// - Throws: `watchFailed` if the system refuses, for example because of its limit of watches.
  package init(_ roots: [Root], merging: Merging = Merging()) throws(PreviewError) {
    do throws(SystemError) {
      let stopping = try Interrupt()
      self.stopping = stopping
      let (changes, continuation) = AsyncStream.makeStream(of: Change.self)
      self.changes = changes
      let descriptor = inotify_init1(Int32(O_CLOEXEC | O_NONBLOCK))
      guard descriptor >= 0 else { throw SystemError("inotify_init1") }
      var watches = WatchList(descriptor, roots: roots)
      watches.watchMissingRoots()
      isComplete = !watches.isFull
      let reader = ChangeReader(watches: watches, stopping: stopping, merging: merging)
      try startThread(name: "folder watcher") {
        var reader = reader
        reader.run { continuation.yield($0) }
        continuation.finish()
        close(descriptor)
      }
    } catch {
      throw PreviewError(
        .watchFailed,
        "files cannot be watched: \(error.reason); see fs.inotify.max_user_instances in inotify(7)", at: error.path)
    }
  }

  deinit { stopping.raise() }

  /// Ends the stream of changes.
  package func stop() { stopping.raise() }
}

/// Reads events until it is stopped.
private struct ChangeReader: Sendable {
  var watches: WatchList
  let stopping: Interrupt
  let merging: FolderWatcher.Merging

  /// The time between attempts to watch a root that does not exist.
  private static let retryInterval = Duration.milliseconds(200)

  mutating func run(_ report: (FolderWatcher.Change) -> Void) {
    var change: FolderWatcher.Change?
    var (first, last) = (ContinuousClock.now, ContinuousClock.now)
    while true {
      var wait: Duration? = watches.isMissingRoots ? Self.retryInterval : nil
      if change != nil { wait = max(.zero, min(merging.quiet - (.now - last), merging.longest - (.now - first))) }
      guard waitForEvents(atMost: wait) else { return }
      var new = FolderWatcher.Change()
      var isChanged = watches.readEvents(into: &new)
      if watches.isMissingRoots, watches.watchMissingRoots() { (isChanged, new.replacedRoots) = (true, true) }
      let now = ContinuousClock.now
      if isChanged {
        if change == nil { first = now }
        last = now
        change = (change ?? FolderWatcher.Change()).merged(with: new)
      }
      if let finished = change, now - last >= merging.quiet || now - first >= merging.longest {
        report(finished)
        change = nil
      }
    }
  }

  /// - Returns: false if the watcher was stopped.
  private func waitForEvents(atMost time: Duration?) -> Bool {
    var queries = [
      pollfd(fd: watches.descriptor, events: Int16(POLLIN), revents: 0),
      pollfd(fd: stopping.descriptor, events: Int16(POLLIN), revents: 0),
    ]
    _ = poll(&queries, nfds_t(queries.count), time?.wholeMilliseconds ?? -1)
    return queries[1].revents == 0
  }
}

extension FolderWatcher.Change {
  /// Beyond this number the paths of a change are not named.
  private static let pathLimit = 10_000

  fileprivate func merged(with other: FolderWatcher.Change) -> FolderWatcher.Change {
    let all = paths.union(other.paths)
    return FolderWatcher.Change(
      paths: all.count > Self.pathLimit ? [] : all, replacedRoots: replacedRoots || other.replacedRoots)
  }
}
