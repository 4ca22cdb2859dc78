/// What the fields of a payload hold, as a kind's file declares it; all that is not declared is plain text.
package struct FieldTypes: Hashable, Sendable {
  package enum Kind: String, CaseIterable, Sendable {
    case text, lines, html, boolean, decimal, money, percent, date, datetime, list, object
  }

  package struct Field: Hashable, Sendable {
    package var kind: Kind
    package var isOptional: Bool
    package init(kind: Kind, isOptional: Bool = false) {
      self.kind = kind
      self.isOptional = isOptional
    }
  }

  /// By pattern: `client.name`, `holdings[].value`.
  package var fields: [String: Field] = [:]
  package init(fields: [String: Field] = [:]) { self.fields = fields }

  /// Reads `money` and `html optional`; nil for all else.
  static func field(_ text: String) -> Field? {
    let words = text.split(separator: " ")
    guard let first = words.first, let kind = Kind(rawValue: String(first)), words.count <= 2 else { return nil }
    if words.count == 2, words[1] != "optional" { return nil }
    return Field(kind: kind, isOptional: words.count == 2)
  }

  /// What the object that `pattern` names (empty for the payload itself) should have, sorted by name.
  ///
  /// Where only a part of a member is declared, the member itself counts as an object, or as a list that may be missing.
  func members(of pattern: String) -> [(name: String, field: Field)] {
    let prefix = pattern.isEmpty ? "" : pattern + "."
    var members: [String: Field] = [:]
    for (key, field) in fields where key.hasPrefix(prefix) {
      let rest = key.dropFirst(prefix.count)
      let name = String(rest.prefix { $0 != "." && $0 != "[" })
      if name.count == rest.count {
        members[name] = field
      } else if members[name] == nil {
        members[name] =
          rest.dropFirst(name.count).hasPrefix("[]") ? Field(kind: .list, isOptional: true) : Field(kind: .object)
      }
    }
    return members.map { ($0.key, $0.value) }.sorted { $0.name < $1.name }
  }
}
