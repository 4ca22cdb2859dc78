import Diagnostics

/// A lossless JSON value: numbers keep their source text, objects the order of their members.
package enum JSONValue: Hashable, Sendable {
  case null
  case bool(Bool)
  /// A number as written, in the grammar of RFC 8259 §6.
  case number(String)
  case string(String)
  case array([JSONValue])
  case object(JSONObject)

  /// A description for error messages: `a string “abc”`, `an array`.
  package var described: String {
    switch self {
    case .null: "null"
    case .bool(let value): value ? "true" : "false"
    case .number(let text): "the number \(Quotation.of(text))"
    case .string(let text): "a string \(Quotation.of(text))"
    case .array: "an array"
    case .object: "an object"
    }
  }

  /// A text for messages, truncated if long.
  package static func shortened(_ text: String) -> String {
    text.unicodeScalars.count <= 40 ? text : String(String.UnicodeScalarView(text.unicodeScalars.prefix(40))) + "…"
  }
}

/// The members of a JSON object, in order, with distinct names.
package struct JSONObject: Hashable, Sendable {
  package struct Member: Hashable, Sendable {
    package var name: String
    package var value: JSONValue
    package init(name: String, value: JSONValue) {
      self.name = name
      self.value = value
    }
  }
  package var members: [Member]
  package init(_ members: [Member] = []) { self.members = members }
  package subscript(name: String) -> JSONValue? { members.first { $0.name == name }?.value }
}

/// Limits on a JSON text.
package struct JSONLimits: Sendable {
  package var bytes = 64 << 20
  package var depth = 64
  /// The total number of values.
  package var values = 2_000_000
  package init() {}
}
