import Glibc

/// The paths of a cluster's files.
///
/// The files are in the cluster's folder. If the server's user cannot access it (such as a clone under /root), the
/// folder is a link to a folder in `/var/lib/pressrun`. A socket's path is limited to 107 bytes; if it would be longer,
/// the socket is in `/tmp`.
struct ClusterPlace {
  /// The folder, with links resolved.
  let folder: String
  /// The folder as configured.
  let name: String

  var data: String { folder + "/data" }
  var log: String { folder + "/server.log" }

  private static let distantHome = "/var/lib/pressrun"
  /// sockaddr_un has 108 bytes, including the terminating NUL.
  private static let socketPathLimit = 107
  static let socketName = "/.s.PGSQL.5432"

  var socketFolder: String {
    let near = folder + "/socket"
    return near.utf8.count + Self.socketName.utf8.count <= Self.socketPathLimit
      ? near : "/tmp/pressrun-\(Self.hash(folder))"
  }

  /// The paths of a cluster that exists; nil if there is none.
  static func existing(_ name: String) -> ClusterPlace? {
    guard let folder = Files.realPath(name) else { return nil }
    return ClusterPlace(folder: folder, name: name)
  }

  /// Creates the folders. The caller must hold the cluster's lock.
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
      // Empty, a dangling link, or missing.
      if Files.kind(of: name) == .folder { rmdir(name) } else { unlink(name) }
      place = try makeDistant(name, for: user)
    }
    try Files.give(place.folder, to: user, mode: 0o700)
    try place.makeSocketFolder(for: user)
    return place
  }

  private static func makeDistant(_ name: String, for user: ServerUser) throws(PostgresError) -> ClusterPlace {
    try Files.makeFolder(distantHome)
    // The name is unique, so that the folder of an earlier clone at the same path is not reused.
    let folder = "\(distantHome)/\(hash(name))-\(String(UInt32.random(in: .min ... .max), radix: 16))"
    try Files.makeFolder(folder, mode: 0o700)
    try Files.write(name + "\n", to: folder + "/origin", owner: user)
    guard symlink(folder, name) == 0 else { throw Files.failure("cannot link \(name) to \(folder)") }
    return ClusterPlace(folder: folder, name: name)
  }

  /// Folders in `/var/lib/pressrun` that `name` was linked to before the link was removed.
  static func abandoned(by name: String) -> [ClusterPlace] {
    let current = Files.realPath(name)
    return Files.names(in: distantHome).filter { $0.hasPrefix(hash(name) + "-") }.map { "\(distantHome)/\($0)" }
      .filter { $0 != current && Files.text($0 + "/origin") == name + "\n" }
      .map { ClusterPlace(folder: $0, name: $0) }
  }

  private func makeSocketFolder(for user: ServerUser) throws(PostgresError) {
    let folder = socketFolder
    if mkdir(folder, 0o700) != 0 {
      // In /tmp, any user can have created something of that name.
      guard errno == EEXIST, Files.kind(of: folder) == .folder, let info = Files.info(folder),
        info.st_uid == user.uid || info.st_uid == geteuid()
      else {
        throw PostgresError(
          code: .clusterFailed,
          message: "\(folder) belongs to another user; remove it, or set PRESSRUN_DATA to another folder")
      }
    }
    try Files.give(folder, to: user, mode: 0o700)
  }

  /// FNV-1a, 64 bits.
  private static func hash(_ text: String) -> String {
    let hash = text.utf8.reduce(0xcbf2_9ce4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
    return String(hash, radix: 16)
  }
}
