import ArgumentParser
import Foundation
import Logging

/// The options of the log of a process that runs for long.
struct LogArguments: ParsableArguments {
  @Option(
    help:
      "text, or json for one JSON object per line, with time, level and message, and members such as job and trace_id.")
  var logFormat = LogFormat.text

  @Option(
    help: "trace, debug, info, notice, warning, error or critical. Default: PRESSRUN_LOG_LEVEL, or else notice.")
  var logLevel: Logger.Level?

  /// The log on stderr.
  var logger: Logger {
    var log = Logger(label: "pressrun") { label in
      switch logFormat {
      case .text: EscapingLogHandler(StreamLogHandler.standardError(label: label))
      case .json: JSONLogHandler()
      }
    }
    log.logLevel = logLevel ?? .ofEnvironment
    return log
  }
}

extension Logger {
  /// The log of a command without `LogArguments`.
  static var pressrun: Logger {
    var log = Logger(label: "pressrun") { EscapingLogHandler(StreamLogHandler.standardError(label: $0)) }
    log.logLevel = .ofEnvironment
    return log
  }
}

enum LogFormat: String, ExpressibleByArgument, CaseIterable {
  case text, json
}

// swift-format-ignore: AvoidRetroactiveConformances
extension Logger.Level: @retroactive ExpressibleByArgument {
  public init?(argument: String) { self.init(rawValue: argument) }

  /// The level in `PRESSRUN_LOG_LEVEL`; `notice` without it.
  fileprivate static var ofEnvironment: Self {
    ProcessInfo.processInfo.environment["PRESSRUN_LOG_LEVEL"].flatMap { Self(rawValue: $0) } ?? .notice
  }
}
