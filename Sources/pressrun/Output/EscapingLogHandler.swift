import Diagnostics
import Logging

/// Escapes control characters of each log line, so that text from outside cannot forge lines or change a terminal.
struct EscapingLogHandler<Base: LogHandler>: LogHandler {
  private var base: Base
  /// Escaped when a line is written, which is rarer than setting it: the HTTP library sets it for each request.
  var metadata: Logger.Metadata

  init(_ base: Base) {
    self.base = base
    metadata = base.metadata
  }

  var logLevel: Logger.Level {
    get { base.logLevel }
    set { base.logLevel = newValue }
  }

  subscript(metadataKey key: String) -> Logger.Metadata.Value? {
    get { metadata[key] }
    set { metadata[key] = newValue }
  }

  func log(event: LogEvent) {
    var event = event
    event.message = "\(event.message.description.escapingControlCharacters)"
    let metadata = metadata.merging(event.metadata ?? [:]) { _, ofEvent in ofEvent }
    event.metadata = metadata.isEmpty ? nil : metadata.mapValues(Self.escaped)
    base.log(event: event)
  }

  private static func escaped(_ value: Logger.Metadata.Value) -> Logger.Metadata.Value {
    switch value {
    case .string(let text): .string(text.escapingControlCharacters)
    case .stringConvertible(let convertible): .string(convertible.description.escapingControlCharacters)
    case .array(let values): .array(values.map(escaped))
    case .dictionary(let values): .dictionary(values.mapValues(escaped))
    }
  }
}
