import JSON

/// A template for the names of a job's files, with fields of the payload in braces: `Invoice {number}`, `{client.name} {date}`.
/// The extension is that of the format.
package struct FileNameTemplate: Hashable, Sendable {
  private enum Part: Hashable, Sendable {
    case text(String)
    case field([String])
  }

  private let parts: [Part]

  /// Nil if a brace has no counterpart, a field has no name, or the template is empty or longer than 200 bytes.
  package init?(_ text: String) {
    guard (1...200).contains(text.utf8.count) else { return nil }
    var parts: [Part] = []
    var rest = text[...]
    while let brace = rest.firstIndex(where: { $0 == "{" || $0 == "}" }) {
      guard rest[brace] == "{", let end = rest[brace...].firstIndex(of: "}") else { return nil }
      if brace > rest.startIndex { parts.append(.text(String(rest[..<brace]))) }
      let names = rest[rest.index(after: brace)..<end].split(separator: ".", omittingEmptySubsequences: false)
      guard names.count <= 10, names.allSatisfy({ !$0.isEmpty && !$0.contains("{") }) else { return nil }
      parts.append(.field(names.map(String.init)))
      rest = rest[rest.index(after: end)...]
    }
    if !rest.isEmpty { parts.append(.text(String(rest))) }
    self.parts = parts
  }

  /// The name without extension. Fields that are absent or not a text, number or truth value are left out; characters that file
  /// systems refuse become `-`.
  /// - Returns: at most 150 bytes; empty if nothing remains.
  package func name(_ payload: JSONValue) -> String {
    let text = parts.map { part in
      switch part {
      case .text(let text): text
      case .field(let names): Self.value(names, in: payload)
      }
    }.joined()
    return Self.safe(text, limit: Self.limit)
  }

  /// Whether a name has at most 200 bytes and nothing that a template's names cannot have, such as a path or control characters.
  package static func isSafe(_ name: String) -> Bool { safe(name, limit: 200) == name }

  private static func value(_ names: [String], in payload: JSONValue) -> String {
    var value: JSONValue? = payload
    for name in names {
      guard case .object(let object)? = value else { return "" }
      value = object[name]
    }
    switch value {
    case .string(let text), .number(let text): return text
    case .bool(let flag): return flag ? "true" : "false"
    case .null, .array, .object, nil: return ""
    }
  }

  private static let refused = Set(#"/\:*?"<>|"#.unicodeScalars)
  private static let limit = 150

  private static func safe(_ text: String, limit: Int) -> String {
    var name = String.UnicodeScalarView()
    var bytes = 0
    for scalar in text.unicodeScalars {
      let isRefused =
        refused.contains(scalar) || scalar.properties.generalCategory == .control
        || scalar.properties.generalCategory == .format
      let scalar = isRefused ? "-" : scalar
      bytes += UTF8.width(scalar)
      if bytes > limit { break }
      name.append(scalar)
    }
    // Names that begin with a full stop are hidden, and Windows drops full stops and spaces at the end.
    let words = String(name).split(whereSeparator: \.isWhitespace).joined(separator: " ")
    return String(words.drop { $0 == "." || $0 == " " }.reversed().drop { $0 == "." || $0 == " " }.reversed())
  }
}
