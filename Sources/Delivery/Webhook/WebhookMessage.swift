import Foundation
import JSON
import OperatingSystem

/// A message to the receiver of webhooks: an event in the JSON format of CloudEvents 1.0, structured mode.
package struct WebhookMessage: Sendable {
  package static let mediaType = "application/cloudevents+json"

  /// The form in which the message contains the document.
  package enum Content: Sendable {
    case none
    case link(CreatedLink)
    /// Base64.
    case inline(String)
  }

  /// The event's identifier, which is the `webhook-id` too: the same in all attempts, without `.`.
  package let id: String
  /// JSON in UTF-8.
  package let body: [UInt8]

  /// The message about the documents of a delivery. `document` is the first; `documents` are all of them, if there are
  /// several.
  /// - Parameter contents: of each document.
  package init(_ request: DeliveryRequest, _ contents: [Content]) {
    let document = request.document
    id = "delivery-\(request.id)-\(document.sha256.prefix(16))"
    let data = Self.object([
      ("delivery", .number("\(request.id)")), ("job", .number("\(document.job)")), ("kind", .string(document.kind)),
      ("tenant", .string(request.tenant)),
    ])
    let event = Self.object([
      ("specversion", .string("1.0")), ("id", .string(id)), ("source", .string("/pressrun/\(document.kind)")),
      ("type", .string("pressrun.document.sent")), ("subject", .string("job/\(document.job)")),
      ("time", .string(Self.text(document.completedAt))), ("datacontenttype", .string("application/json")),
    ])
    let documents = zip(request.documents, contents).map(Self.object)
    var parts: [Substring] = [event.dropLast(), ",\"data\":", data.dropLast(), ",\"document\":", documents[0][...]]
    if documents.count > 1 { parts += [",\"documents\":[", documents.joined(separator: ",")[...], "]"] }
    parts.append("}}")
    body = parts.flatMap { Array($0.utf8) }
  }

  private static func object(_ document: DeliveredDocument, _ content: Content) -> String {
    var members = [
      ("media_type", JSONValue.string(document.mediaType)), ("bytes", .number("\(document.bytes)")),
      ("sha256", .string(document.sha256)),
    ]
    if !document.fileName.isEmpty { members.append(("file_name", .string(document.fileName))) }
    switch content {
    case .none: return object(members)
    case .link(let link):
      return object(members + [("url", .string(link.url)), ("expires", .string(Self.text(link.expires)))])
    // Base64 needs no escapes; the text is not copied into a value.
    case .inline(let text): return object(members).dropLast() + ",\"content\":\"\(text)\"}"
    }
  }

  /// The message about an event to which the tenant has subscribed: the record of the event, which is in the options of
  /// the delivery. Fails for deliveries of documents.
  package init?(eventOf request: DeliveryRequest) {
    struct Options: Decodable { var event: String }
    struct Event: Decodable { var id: String }
    // The media type and the hash must equal the record's: this rejects the options of other kinds of deliveries.
    guard request.document.mediaType == Self.mediaType,
      let options = try? JSONDecoder().decode(Options.self, from: Data(request.options)),
      SHA256.hash(data: Array(options.event.utf8)).hex == request.document.sha256,
      let event = try? JSONDecoder().decode(Event.self, from: Data(options.event.utf8)), !event.id.contains(".")
    else { return nil }
    id = event.id
    body = Array(options.event.utf8)
  }

  private static func object(_ members: [(String, JSONValue)]) -> String {
    JSONValue.object(JSONObject(members.map { JSONObject.Member(name: $0.0, value: $0.1) })).text
  }

  /// RFC 3339 in UTC, whole seconds.
  private static func text(_ time: Date) -> String { time.formatted(.iso8601) }
}
