import Diagnostics
import Logging

/// Escapes control characters of each log line, so that text from outside cannot forge lines or change a terminal.
struct EscapingLogHandler<Base: LogHandler>: LogHandler {
  private var base: Base

  init(_ base: Base) { self.base = base }

  var logLevel: Logger.Level {
    get { base.logLevel }
    set { base.logLevel = newValue }
  }

  var metadata: Logger.Metadata {
    get { base.metadata }
    set { base.metadata = newValue.mapValues(Self.escaped) }
  }

  subscript(metadataKey key: String) -> Logger.Metadata.Value? {
    get { base[metadataKey: key] }
    set { base[metadataKey: key] = newValue.map(Self.escaped) }
  }

  func log(event: LogEvent) {
    var event = event
    event.message = "\(event.message.description.escapingControlCharacters)"
    event.metadata = event.metadata?.mapValues(Self.escaped)
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
