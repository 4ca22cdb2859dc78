import Glibc

/// Where the cluster's files lie.
///
/// They lie in the cluster's folder. Where that is out of the server user's reach (a clone under /root, say), the
/// folder is a link to one below `/var/lib/pressrun`. A socket's path may have 107 bytes only, so a long one goes to
/// `/tmp`.
struct ClusterPlace {
  /// The real folder, no link.
  let folder: String
  /// The folder as it was named.
  let name: String

  var data: String { folder + "/data" }
  var log: String { folder + "/server.log" }

  private static let distantHome = "/var/lib/pressrun"
  /// sockaddr_un holds 108 bytes with the closing NUL.
  private static let socketPathLimit = 107
  static let socketName = "/.s.PGSQL.5432"

  var socketFolder: String {
    let near = folder + "/socket"
    return near.utf8.count + Self.socketName.utf8.count <= Self.socketPathLimit
      ? near : "/tmp/pressrun-\(Self.hash(folder))"
  }

  /// The place of a cluster that exists; nil where there is none.
  static func existing(_ name: String) -> ClusterPlace? {
    guard let folder = Files.realPath(name) else { return nil }
    return ClusterPlace(folder: folder, name: name)
  }

  /// Makes the folders. To be called under the cluster's lock.
  static func make(_ name: String, for user: ServerUser) throws(PostgresError) -> ClusterPlace {
    let home = Files.parent(of: name)
    let place: ClusterPlace
    switch Files.kind(of: name) {
    case .folder where user.canReach(home):
      place = ClusterPlace(folder: Files.realPath(name) ?? name, name: name)
    case .folder where Files.exists(name + "/data"):
      throw PostgresError(
        code: .clusterFailed, message: "the user \"\(user.name)\" cannot reach \(name)",
        hint: "let others pass (chmod o+x) through the folders above it, or set DATABASE_URL")
    case .link where Files.realPath(name).map(user.canReach) == true:
      place = ClusterPlace(folder: Files.realPath(name) ?? name, name: name)
    case .other:
      throw PostgresError(code: .clusterFailed, message: "\(name) is not a folder")
    case .missing where user.canReach(home):
      try Files.makeFolder(name, mode: 0o700)
      place = ClusterPlace(folder: Files.realPath(name) ?? name, name: name)
    case .folder, .link, .missing:
      // Empty, a link to nowhere, or nothing at all.
      if Files.kind(of: name) == .folder { rmdir(name) } else { unlink(name) }
      place = try makeDistant(name, for: user)
    }
    try Files.give(place.folder, to: user, mode: 0o700)
    try place.makeSocketFolder(for: user)
    return place
  }

  private static func makeDistant(_ name: String, for user: ServerUser) throws(PostgresError) -> ClusterPlace {
    try Files.makeFolder(distantHome)
    // A folder of an earlier clone at the same path is not this one's: the name differs each time.
    let folder = "\(distantHome)/\(hash(name))-\(String(UInt32.random(in: .min ... .max), radix: 16))"
    try Files.makeFolder(folder, mode: 0o700)
    try Files.write(name + "\n", to: folder + "/origin", owner: user)
    guard symlink(folder, name) == 0 else { throw Files.failure("cannot link \(name) to \(folder)") }
    return ClusterPlace(folder: folder, name: name)
  }

  /// Distant folders that this name led to before its link was removed.
  static func abandoned(by name: String) -> [ClusterPlace] {
    let current = Files.realPath(name)
    return Files.names(in: distantHome).filter { $0.hasPrefix(hash(name) + "-") }.map { "\(distantHome)/\($0)" }
      .filter { $0 != current && Files.text($0 + "/origin") == name + "\n" }
      .map { ClusterPlace(folder: $0, name: $0) }
  }

  private func makeSocketFolder(for user: ServerUser) throws(PostgresError) {
    let folder = socketFolder
    if mkdir(folder, 0o700) != 0 {
      // In /tmp, anyone could have put something of that name there.
      guard errno == EEXIST, Files.kind(of: folder) == .folder, let info = Files.info(folder),
        info.st_uid == user.uid || info.st_uid == geteuid()
      else { throw PostgresError(code: .clusterFailed, message: "\(folder) is in the way: it belongs to another user") }
    }
    try Files.give(folder, to: user, mode: 0o700)
  }

  /// FNV-1a, 64 bits.
  private static func hash(_ text: String) -> String {
    let hash = text.utf8.reduce(0xcbf2_9ce4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
    return String(hash, radix: 16)
  }
}
