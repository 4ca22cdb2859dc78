import CLinux
import Glibc

/// The files that a renderer may open (Landlock, landlock(7)).
enum FileAccess {
  /// The files that libraries read: shared objects, fonts, hyphenation, locales, time zones, and facts of the machine
  /// and of this process.
  static let systemPaths = [
    "/usr/lib", "/usr/lib32", "/usr/lib64", "/usr/libexec", "/usr/share", "/usr/local/lib", "/usr/local/share", "/lib",
    "/lib32", "/lib64", "/etc/fonts", "/etc/ld.so.cache", "/etc/localtime", "/etc/timezone", "/var/cache/fontconfig",
    "/dev/null", "/dev/zero", "/dev/random", "/dev/urandom", "/proc/self", "/proc/cpuinfo", "/proc/meminfo",
    "/sys/devices/system/cpu",
  ]

  /// Forbids this thread, and those that it starts, every other access to files, permanently. Open descriptors are not
  /// affected.
  /// - Parameter paths: files and folders, with what is below them. Missing ones are left out.
  /// - Returns: false if the kernel does not support it; `errno` says why.
  static func restrict(toReading paths: [String]) -> Bool {
    let rules = clinux_landlock_create()
    guard rules >= 0 else { return false }
    defer { close(rules) }
    for path in paths {
      let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
      guard descriptor >= 0 else { continue }
      defer { close(descriptor) }
      var attributes = stat()
      guard fstat(descriptor, &attributes) == 0 else { continue }
      let isFolder: Int32 = attributes.st_mode & S_IFMT == S_IFDIR ? 1 : 0
      guard clinux_landlock_allow_reading(rules, descriptor, isFolder) == 0 else { return false }
    }
    return clinux_landlock_enter(rules) == 0
  }
}
