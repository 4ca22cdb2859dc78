import CLinux
import Glibc

/// The program that this process runs.
package enum RunningProgram {
  /// The path of the running program when this was first read. Later another program may have that path, such as the
  /// next release.
  package static let path: String = {
    var bytes = [CChar](repeating: 0, count: Int(PATH_MAX))
    let count = readlink(image, &bytes, bytes.count)
    guard count > 0 else { return CommandLine.arguments[0] }
    let path = String(decoding: bytes.prefix(count).map(UInt8.init(bitPattern:)), as: UTF8.self)
    // So the kernel marks a file that was replaced or removed.
    let mark = " (deleted)"
    return path.hasSuffix(mark) ? String(path.dropLast(mark.count)) : path
  }()

  /// The file to execute for a path. For this program's path, it is the file that this process was started from, even
  /// if it was replaced, so that a worker and its renderers are of the same release.
  package static func file(for path: String) -> String { path == Self.path ? image : path }

  /// Gives this process the name of its program; the kernel calls a process `exe` that was started from `file(for:)`.
  package static func nameProcess() {
    clinux_name_thread(String(path.split(separator: "/").last ?? "pressrun"))
  }

  private static let image = "/proc/self/exe"
}
