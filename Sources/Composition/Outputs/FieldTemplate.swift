import JSON

/// A text with fields of the payload in braces: `Invoice {number}`, `Confidential, for {client.name}`.
package struct FieldTemplate: Hashable, Sendable {
  enum Part: Hashable, Sendable {
    case text(String)
    case field([String])
  }

  let parts: [Part]

  /// Fails if a brace has no counterpart, a field has no name, or the template is empty or longer than 200 bytes.
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

  /// The text. Fields that are absent or not a text, number or truth value are left out.
  func text(_ payload: JSONValue) -> String {
    parts.map { part in
      switch part {
      case .text(let text): text
      case .field(let names): Self.value(names, in: payload) ?? ""
      }
    }.joined()
  }

  /// The text, for which the payload must have all fields.
  /// - Throws: `missingField` with the path.
  func completeText(_ payload: JSONValue) throws(CompositionError) -> String {
    for case .field(let names) in parts where Self.value(names, in: payload)?.isEmpty ?? true {
      let path = names.reduce(JSONPath.root) { $0.member($1) }
      throw CompositionError(
        .missingField, "missing; expected a text or a number, which the kind prints on the pages", at: path.description)
    }
    return text(payload)
  }

  private static func value(_ names: [String], in payload: JSONValue) -> String? {
    var value: JSONValue? = payload
    for name in names {
      guard case .object(let object)? = value else { return nil }
      value = object[name]
    }
    switch value {
    case .string(let text), .number(let text): return text
    case .bool(let flag): return flag ? "true" : "false"
    case .null, .array, .object, nil: return nil
    }
  }
}
