import Foundation
import Logging

/// Writes each event of the log as one line with a JSON object: `time` (RFC 3339, UTC), `level`, `message`, then the
/// metadata by name.
///
/// Control characters, and characters that change the direction of text or end lines, are written as `\u` escapes, so
/// that text from outside cannot forge lines or change a terminal.
struct JSONLogHandler: LogHandler {
  var logLevel = Logger.Level.notice
  var metadata: Logger.Metadata = [:]
  /// Receives each line, with its newline.
  var write: @Sendable (String) -> Void = { writeToStandardError($0) }
  var now: @Sendable () -> Date = { Date() }

  subscript(metadataKey key: String) -> Logger.Metadata.Value? {
    get { metadata[key] }
    set { metadata[key] = newValue }
  }

  func log(event: LogEvent) {
    var members = metadata
    if let own = event.metadata { members.merge(own) { $1 } }
    if let error = event.error { members["error"] = "\(error)" }
    var line = "{\"time\":\"\(now().formatted(Self.time))\",\"level\":\"\(event.level.rawValue)\",\"message\":"
    line.append(json: event.message.description)
    for (name, value) in members.sorted(by: { $0.key < $1.key }) where !["time", "level", "message"].contains(name) {
      line += ","
      line.append(json: name)
      line += ":"
      line.append(json: value)
    }
    write(line + "}\n")
  }

  private static let time = Date.ISO8601FormatStyle(includingFractionalSeconds: true)

  private static func writeToStandardError(_ line: String) {
    var bytes = Array(line.utf8)[...]
    // A line up to PIPE_BUF is written at once, so that the lines of several threads are not mixed.
    while !bytes.isEmpty {
      let count = bytes.withUnsafeBytes { Foundation.write(STDERR_FILENO, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return }
      bytes = bytes.dropFirst(count)
    }
  }
}

extension String {
  fileprivate mutating func append(json value: Logger.Metadata.Value) {
    switch value {
    case .string(let text): append(json: text)
    case .stringConvertible(let convertible): append(json: convertible.description)
    case .array(let values): append(json: values, brackets: "[]") { $0.append(json: $1) }
    case .dictionary(let members):
      append(json: members.sorted { $0.key < $1.key }, brackets: "{}") { text, member in
        text.append(json: member.key)
        text += ":"
        text.append(json: member.value)
      }
    }
  }

  private mutating func append<Element>(
    json elements: [Element], brackets: String, _ appendElement: (inout String, Element) -> Void
  ) {
    append(brackets.first!)
    for (index, element) in elements.enumerated() {
      if index > 0 { self += "," }
      appendElement(&self, element)
    }
    append(brackets.last!)
  }

  fileprivate mutating func append(json text: String) {
    self += "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"", "\\": self += "\\\(scalar)"
      case "\n": self += "\\n"
      case "\t": self += "\\t"
      default:
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator:
          for unit in String(scalar).utf16 {
            let digits = String(unit, radix: 16)
            self += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
          }
        default: unicodeScalars.append(scalar)
        }
      }
    }
    self += "\""
  }
}
