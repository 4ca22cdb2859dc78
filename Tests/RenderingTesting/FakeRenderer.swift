import Foundation
import OperatingSystem

/// The program `fake-renderer`, which is built next to the test bundle.
package enum FakeRenderer {
  package static let path: String = {
    let this = Bundle.main.executableURL ?? URL(fileURLWithPath: CommandLine.arguments[0])
    return this.resolvingSymlinksInPath().deletingLastPathComponent().appendingPathComponent("fake-renderer").path
  }()

  /// Without Swift's backtraces, as the worker starts its renderers: the last line on stderr then is the reason of a
  /// crash.
  package static let environment = ["SWIFT_BACKTRACE": "enable=no"]

  package static func command(_ arguments: [String] = []) -> ProgramCommand {
    ProgramCommand(path: path, arguments: arguments, environment: environment)
  }
}
