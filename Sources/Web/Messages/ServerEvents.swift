/// An event of a stream of server-sent events (HTML Standard §9.2).
package struct ServerEvent: Hashable, Sendable {
  /// Sent back by the client as `Last-Event-ID` when it connects again; nil keeps the previous one.
  package var id: String?
  /// The name of the event; nil for `message`.
  package var name: String?
  package var data: String

  package init(id: String? = nil, name: String? = nil, data: String) {
    self.id = id
    self.name = name
    self.data = data
  }

  var text: String {
    var text = ""
    if let id { text += "id: \(Self.line(id))\n" }
    if let name { text += "event: \(Self.line(name))\n" }
    for line in data.split(omittingEmptySubsequences: false, whereSeparator: Self.endsLine) {
      text += "data: \(line)\n"
    }
    return text + "\n"
  }

  /// Whether a character ends a line of the format. Other line breaks of Unicode, such as U+2028, can occur in JSON.
  private static func endsLine(_ character: Character) -> Bool {
    character == "\n" || character == "\r" || character == "\r\n"
  }

  private static func line(_ text: String) -> String { String(text.filter { !$0.isNewline && $0 != "\0" }) }
}

extension WebResponse {
  /// A stream of server-sent events, which ends when the client closes the connection or the server stops.
  /// - Parameter next: waits for events, at most for the given time. An empty result sends a comment, which keeps the
  ///   connection open; nil ends the stream. Its task is cancelled when the stream ends.
  package static func events(
    _ request: WebRequest, keepAlive: Duration = .seconds(15),
    next: @escaping @Sendable (Duration) async throws -> [ServerEvent]?
  ) -> WebResponse {
    var response = WebResponse(mediaType: "text/event-stream") { stream in
      // Tells proxies and clients that the stream has begun.
      try await stream.write(": begin\n\n")
      while !request.isInterrupted,
        let events = try await request.untilInterrupted({ try await next(keepAlive) }) ?? nil
      {
        try await stream.write(events.isEmpty ? ": alive\n\n" : events.map(\.text).joined())
      }
    }
    response["Cache-Control"] = "no-store"
    // nginx would otherwise collect the events.
    response["X-Accel-Buffering"] = "no"
    return response
  }
}
