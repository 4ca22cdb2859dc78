import Glibc

/// The user as whom a renderer runs.
enum UserIdentity {
  /// Whether this process is in a user namespace without users, as which `ChildProcess` starts renderers: there it has
  /// no user ID and can have no capabilities.
  static var isInUnmappedNamespace: Bool {
    let file = open("/proc/self/uid_map", O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return false }
    defer { close(file) }
    var byte: UInt8 = 0
    return read(file, &byte, 1) == 0
  }

  /// Continues as the user `nobody`, permanently.
  /// - Throws: `RenderingError` `.sandboxRefused` if that user cannot read one of the paths.
  static func leaveRoot(mustRead paths: [String]) throws(RenderingError) {
    guard setgroups(0, nil) == 0, setgid(nobody) == 0, setuid(nobody) == 0 else {
      throw refused("it cannot change its user: \(String(cString: strerror(errno)))")
    }
    for path in paths where access(path, R_OK) != 0 && errno == EACCES {
      throw refused("the user nobody (65534) cannot read \(path)")
    }
  }

  /// The user and group that own nothing.
  private static let nobody: uid_t = 65534

  private static func refused(_ reason: String) -> RenderingError {
    RenderingError(
      code: .sandboxRefused,
      message: "a renderer does not run as root, and the kernel allows no user namespace; \(reason). "
        + "Run the worker as another user, or make the installation readable for everyone")
  }
}
