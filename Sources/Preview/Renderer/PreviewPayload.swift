import Composition
import JSON

/// Payloads as the preview changes them.
enum PreviewPayload {
  /// The payload with another locale; unchanged if that is nil, or if the payload is not an object.
  static func replacing(_ payload: [UInt8], locale: String?) throws(CompositionError) -> [UInt8] {
    guard let locale, case .object(var object) = try Payload.parse(payload) else { return payload }
    object.members.removeAll { $0.name == "locale" }
    object.members.append(.init(name: "locale", value: .string(locale)))
    return Array(JSONValue.object(object).text.utf8)
  }
}
