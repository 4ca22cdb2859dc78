import Foundation
import Logging

extension Logger {
  /// The command's log, on stderr. `PRESSRUN_LOG_LEVEL` sets its level (`trace` to `critical`; default: `notice`).
  static var pressrun: Logger {
    var log = Logger(label: "pressrun") { StreamLogHandler.standardError(label: $0) }
    log.logLevel = ProcessInfo.processInfo.environment["PRESSRUN_LOG_LEVEL"].flatMap { Level(rawValue: $0) } ?? .notice
    return log
  }
}
