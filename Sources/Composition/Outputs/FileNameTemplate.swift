import JSON

/// A template for the names of a job's files, with fields of the payload in braces: `Invoice {number}`, `{client.name}
/// {date}`. The extension is the one of the format.
package struct FileNameTemplate: Hashable, Sendable {
  private let template: FieldTemplate

  /// Fails if a brace has no counterpart, a field has no name, or the template is empty or longer than 200 bytes.
  package init?(_ text: String) {
    guard let template = FieldTemplate(text) else { return nil }
    self.template = template
  }

  /// The name without extension. Fields that are absent or not a text, number or truth value are left out; characters
  /// that file systems refuse become `-`.
  /// - Returns: at most 150 bytes; empty if nothing remains.
  package func name(_ payload: JSONValue) -> String {
    Self.safe(template.text(payload), limit: Self.limit)
  }

  /// Whether a name has at most 200 bytes and nothing that a template's names cannot have, such as a path or control
  /// characters.
  package static func isSafe(_ name: String) -> Bool { safe(name, limit: 200) == name }

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
