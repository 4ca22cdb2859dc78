import Foundation
import OperatingSystem

/// The Python environment that `script/bootstrap` makes from `Tests/requirements.txt`: servers for tests that are
/// Python packages.
package enum TestPython {
  /// The path of a program of the environment, such as `python` or `moto_server`. The file is missing if
  /// `script/bootstrap` has not been run.
  package static func program(_ name: String) -> String { folder + "/bin/" + name }

  private static let folder: String = {
    let environment = ProcessInfo.processInfo.environment
    let cache = environment["XDG_CACHE_HOME"] ?? (environment["HOME"] ?? "/root") + "/.cache"
    let repository = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let list = FileManager.default.contents(atPath: repository.path + "/Tests/requirements.txt") ?? Data()
    return cache + "/pressrun/python-" + String(SHA256.hash(data: list).hex.prefix(16))
  }()
}
