import Foundation
import Glibc

/// The watched folders of one inotify descriptor.
struct WatchList: Sendable {
  let descriptor: Int32
  private let roots: [FolderWatcher.Root]
  private var folders: [Int32: Folder] = [:]
  private(set) var isFull = false
  private var missing: Set<FolderWatcher.Root>

  private struct Folder {
    var path: String
    var root: FolderWatcher.Root
  }

  init(_ descriptor: Int32, roots: [FolderWatcher.Root]) {
    self.descriptor = descriptor
    self.roots = roots
    missing = Set(roots)
  }

  /// Whether a root does not exist at the moment.
  var isMissingRoots: Bool { !missing.isEmpty }

  /// Watches roots that exist by now.
  /// - Returns: whether there were some.
  @discardableResult
  mutating func watchMissingRoots() -> Bool {
    let before = missing.count
    for root in roots where missing.contains(root) {
      if add(root.path, of: root) { missing.remove(root) }
    }
    return missing.count < before
  }

  /// - Returns: whether the folder is watched now.
  @discardableResult
  private mutating func add(_ path: String, of root: FolderWatcher.Root) -> Bool {
    guard folders.count < FolderWatcher.folderLimit else {
      isFull = true
      return false
    }
    let watch = inotify_add_watch(descriptor, path, Self.mask)
    guard watch >= 0 else {
      if errno == ENOSPC { isFull = true }
      return false
    }
    folders[watch] = Folder(path: path, root: root)
    guard root.isRecursive else { return true }
    for name in (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? [] where !Self.isIgnored(name) {
      let inside = path + "/" + name
      if Self.kind(of: inside)?.kind == S_IFDIR { add(inside, of: root) }
    }
    return true
  }

  private static let mask = UInt32(
    IN_CLOSE_WRITE | IN_MOVED_TO | IN_MOVED_FROM | IN_CREATE | IN_DELETE | IN_DELETE_SELF | IN_MOVE_SELF | IN_ONLYDIR
      | IN_EXCL_UNLINK)

  /// Reads all events that are available.
  /// - Returns: whether something changed that counts.
  mutating func readEvents(into change: inout FolderWatcher.Change) -> Bool {
    var isChanged = false
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = read(descriptor, &buffer, buffer.count)
      guard count > 0 else { return isChanged }
      var offset = 0
      while let event = Event(buffer[..<count], at: &offset) {
        if handle(event, &change) { isChanged = true }
      }
    }
  }

  private mutating func handle(_ event: Event, _ change: inout FolderWatcher.Change) -> Bool {
    // Events were lost: everything may have changed, and there may be folders that are not watched.
    if event.has(IN_Q_OVERFLOW) {
      watchAgain()
      change.replacedRoots = true
      return true
    }
    guard let folder = folders[event.watch] else { return false }
    if event.has(IN_DELETE_SELF) || event.has(IN_MOVE_SELF) || event.has(IN_IGNORED) {
      return remove(event.watch, folder, stillWatched: event.has(IN_MOVE_SELF))
    }
    guard !Self.isIgnored(event.name), folder.root.file == nil || folder.root.file == event.name else { return false }
    let path = folder.path + "/" + event.name
    if event.has(IN_ISDIR) {
      guard folder.root.isRecursive else { return false }
      if event.has(IN_CREATE) || event.has(IN_MOVED_TO) { add(path, of: folder.root) } else { removeFolders(in: path) }
      return true
    }
    // A new file is complete when it is closed, a link at once.
    if event.has(IN_CREATE), let (kind, links) = Self.kind(of: path), kind == S_IFREG, links < 2 { return false }
    change.paths.insert(path)
    return true
  }

  /// Watches all folders that exist now. Events of earlier watches are ignored: watch descriptors are not used again.
  mutating func watchAgain() {
    for watch in folders.keys { inotify_rm_watch(descriptor, watch) }
    folders = [:]
    missing = Set(roots)
    watchMissingRoots()
  }

  /// Stops watching a folder that was removed or renamed.
  private mutating func remove(_ watch: Int32, _ folder: Folder, stillWatched: Bool) -> Bool {
    folders[watch] = nil
    if stillWatched { inotify_rm_watch(descriptor, watch) }
    guard folder.path == folder.root.path else { return false }
    removeFolders(in: folder.path)
    missing.insert(folder.root)
    return true
  }

  private mutating func removeFolders(in path: String) {
    for (watch, folder) in folders where folder.path == path || folder.path.hasPrefix(path + "/") {
      inotify_rm_watch(descriptor, watch)
      folders[watch] = nil
    }
  }

  /// Hidden files, and files in which editors keep unsaved text or try whether they may write.
  private static func isIgnored(_ name: String) -> Bool {
    name.isEmpty || name.hasPrefix(".") || name.hasSuffix("~") || name.hasPrefix("#") || name == "4913"
  }

  private static func kind(of path: String) -> (kind: mode_t, links: UInt)? {
    var attributes = stat()
    guard lstat(path, &attributes) == 0 else { return nil }
    return (attributes.st_mode & S_IFMT, UInt(attributes.st_nlink))
  }
}

/// One `struct inotify_event`.
private struct Event {
  let watch: Int32
  private let mask: UInt32
  let name: String

  /// Reads the event at an offset and moves the offset to the next one; nil at the end.
  init?(_ bytes: ArraySlice<UInt8>, at offset: inout Int) {
    let header = MemoryLayout<inotify_event>.size
    guard offset + header <= bytes.count else { return nil }
    let fields = bytes.withUnsafeBytes { [offset] in $0.loadUnaligned(fromByteOffset: offset, as: inotify_event.self) }
    let end = min(bytes.count, offset + header + Int(fields.len))
    watch = fields.wd
    mask = fields.mask
    name = String(decoding: bytes[(offset + header)..<end].prefix { $0 != 0 }, as: UTF8.self)
    offset = end
  }

  func has(_ flag: some BinaryInteger) -> Bool { mask & UInt32(truncatingIfNeeded: flag) != 0 }
}
