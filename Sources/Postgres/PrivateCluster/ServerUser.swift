import Glibc

/// The user that the server runs as: the current user; for root, which PostgreSQL refuses to run as, the owner of an
/// existing cluster or else `postgres`.
struct ServerUser {
  let name: String
  let uid: uid_t
  let gid: gid_t
  let isSelf: Bool

  /// - Parameter cluster: the cluster's folder, which may not exist yet.
  /// - Throws: `PostgresError` if the current user is root and there is no user `postgres`.
  static func running(_ cluster: String) throws(PostgresError) -> ServerUser {
    let uid = geteuid()
    guard uid == 0 else { return ServerUser(name: "the current user", uid: uid, gid: getegid(), isSelf: true) }
    if let data = Files.realPath(cluster + "/data"), let owner = Files.info(data), owner.st_uid != 0 {
      return ServerUser(name: "#\(owner.st_uid)", uid: owner.st_uid, gid: owner.st_gid, isSelf: false)
    }
    var entry = passwd()
    var found: UnsafeMutablePointer<passwd>?
    var buffer = [CChar](repeating: 0, count: 16_384)
    guard getpwnam_r("postgres", &entry, &buffer, buffer.count, &found) == 0, found != nil else {
      throw PostgresError(
        code: .clusterFailed,
        message: "PostgreSQL does not run as root, and there is no user \"postgres\" to run it as",
        hint: "install the PostgreSQL server (it creates that user), run as another user, or set DATABASE_URL")
    }
    return ServerUser(name: "postgres", uid: entry.pw_uid, gid: entry.pw_gid, isSelf: false)
  }

  /// The command line that runs a command as this user.
  func command(_ command: [String]) throws(PostgresError) -> [String] {
    if isSelf { return command }
    for folder in ["/usr/bin", "/bin", "/usr/sbin", "/sbin"] {
      if Files.exists("\(folder)/setpriv") {
        return ["\(folder)/setpriv", "--reuid=\(uid)", "--regid=\(gid)", "--clear-groups", "--"] + command
      }
      if Files.exists("\(folder)/runuser") { return ["\(folder)/runuser", "-u", name, "--"] + command }
    }
    for folder in ["/usr/bin", "/bin"] where Files.exists("\(folder)/su") {
      let quoted = command.map {
        "'" + $0.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''") + "'"
      }
      return ["\(folder)/su", "-s", "/bin/sh", "-c", quoted.joined(separator: " "), name]
    }
    throw PostgresError(
      code: .clusterFailed, message: "no program to change from root to the user \"\(name)\"",
      hint: "install util-linux (setpriv or runuser), or set DATABASE_URL")
  }

  /// Whether this user can access files in a folder, that is, search the folder and each of its ancestors.
  func canReach(_ folder: String) -> Bool {
    if isSelf { return true }
    guard var path = Files.realPath(folder) else { return false }
    while true {
      guard let info = Files.info(path) else { return false }
      let bit: mode_t = info.st_uid == uid ? 0o100 : info.st_gid == gid ? 0o010 : 0o001
      guard info.st_mode & bit != 0 else { return false }
      if path == "/" { return true }
      path = Files.parent(of: path)
    }
  }
}
