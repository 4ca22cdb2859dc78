import Logging

/// A log that a test can wait for.
package struct TestLog: LogHandler {
  package var logLevel = Logger.Level.debug
  package var metadata: Logger.Metadata = [:]
  private let lines: AsyncStream<String>
  private let continuation: AsyncStream<String>.Continuation

  package init() { (lines, continuation) = AsyncStream.makeStream() }

  package subscript(metadataKey key: String) -> Logger.Metadata.Value? {
    get { metadata[key] }
    set { metadata[key] = newValue }
  }

  package func log(event: LogEvent) { continuation.yield("\(event.message)") }

  /// All lines that no other call has read. Ends the log.
  package func remaining() async -> [String] {
    continuation.finish()
    return await lines.reduce(into: []) { $0.append($1) }
  }

  /// Waits for a line that contains the words, and discards the lines before it.
  package func line(with words: String) async -> Bool {
    for await line in lines where line.contains(words) { return true }
    return false
  }
}
