import Glibc

/// File operations of the private cluster, with errors that name the file. Blocking.
enum Files {
  enum Kind { case missing, folder, link, other }

  /// The type of a file. Links are not followed.
  static func kind(of path: String) -> Kind {
    var info = stat()
    guard lstat(path, &info) == 0 else { return .missing }
    switch info.st_mode & S_IFMT {
    case S_IFDIR: return .folder
    case S_IFLNK: return .link
    default: return .other
    }
  }

  static func info(_ path: String) -> stat? {
    var info = stat()
    return lstat(path, &info) == 0 ? info : nil
  }

  static func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }

  /// Creates a folder and its ancestors.
  static func makeFolder(_ path: String, mode: mode_t = 0o755) throws(PostgresError) {
    if path.isEmpty || path == "/" || kind(of: path) == .folder { return }
    if kind(of: path) == .link, exists(path) { return }
    try makeFolder(parent(of: path))
    guard mkdir(path, mode) == 0 || errno == EEXIST else { throw failure("cannot create the folder \(path)") }
  }

  /// Changes the owner and the mode of a file or folder.
  static func give(_ path: String, to user: ServerUser, mode: mode_t) throws(PostgresError) {
    guard chmod(path, mode) == 0 else { throw failure("cannot set the mode of \(path)") }
    guard user.isSelf || lchown(path, user.uid, user.gid) == 0 else {
      throw failure("cannot give \(path) to \(user.name)")
    }
  }

  static func realPath(_ path: String) -> String? {
    guard let resolved = realpath(path, nil) else { return nil }
    defer { free(resolved) }
    return String(cString: resolved)
  }

  static func linkTarget(_ path: String) -> String? {
    var buffer = [UInt8](repeating: 0, count: Int(PATH_MAX))
    let count = buffer.withUnsafeMutableBytes { bytes in
      bytes.baseAddress.map { readlink(path, $0.assumingMemoryBound(to: CChar.self), bytes.count) } ?? 0
    }
    return count > 0 ? String(decoding: buffer[..<count], as: UTF8.self) : nil
  }

  /// The last megabyte of a text file; nil if it cannot be read.
  static func text(_ path: String) -> String? {
    guard let file = fopen(path, "re") else { return nil }
    defer { fclose(file) }
    if fseek(file, -(1 << 20), SEEK_END) != 0 { rewind(file) }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 4096)
    while case let count = fread(&buffer, 1, buffer.count, file), count > 0 {
      bytes.append(contentsOf: buffer[..<count])
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Replaces a file atomically.
  static func write(_ text: String, to path: String, owner: ServerUser) throws(PostgresError) {
    let scratch = path + ".new"
    guard let file = fopen(scratch, "we") else { throw failure("cannot write \(scratch)") }
    let bytes = Array(text.utf8)
    let isWritten = fwrite(bytes, 1, bytes.count, file) == bytes.count
    guard fclose(file) == 0, isWritten else { throw failure("cannot write \(scratch)") }
    try give(scratch, to: owner, mode: 0o600)
    guard rename(scratch, path) == 0 else { throw failure("cannot replace \(path)") }
  }

  /// The names in a folder; empty if it cannot be read.
  static func names(in folder: String) -> [String] {
    guard let handle = opendir(folder) else { return [] }
    defer { closedir(handle) }
    var names: [String] = []
    while let entry = readdir(handle) {
      let name = withUnsafeBytes(of: entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
      if name != ".", name != ".." { names.append(name) }
    }
    return names
  }

  static func parent(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  static func failure(_ what: String) -> PostgresError {
    PostgresError(code: .clusterFailed, message: "\(what): \(String(cString: strerror(errno)))")
  }
}

extension Files {
  /// Runs `body` while holding a lock between processes. The kernel releases the lock if the process dies. Blocking.
  static func withLock<T>(_ path: String, atMost limit: Duration = .seconds(120), _ body: () throws -> T) throws -> T {
    let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard descriptor >= 0 else { throw failure("cannot open \(path)") }
    defer { close(descriptor) }
    let deadline = ContinuousClock.now + limit
    while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
      guard errno == EWOULDBLOCK || errno == EINTR, ContinuousClock.now < deadline else {
        throw failure("another process holds \(path)")
      }
      usleep(20_000)
    }
    return try body()
  }
}
