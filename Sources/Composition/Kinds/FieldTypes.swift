/// The declared type of a payload value in a kind's file, with the types of its members and elements.
///
/// Undeclared values are plain text.
package struct FieldTypes: Hashable, Sendable {
  /// How a value of the payload is checked and formatted.
  package enum Kind: String, CaseIterable, Sendable {
    case text, lines, html, boolean, decimal, money, percent, date, datetime, list, object
  }

  /// The type of one value.
  package struct Field: Hashable, Sendable {
    package var kind: Kind
    package var isOptional: Bool
    package init(kind: Kind, isOptional: Bool = false) {
      self.kind = kind
      self.isOptional = isOptional
    }
  }

  /// It is nil if only members or elements are declared, or nothing.
  package private(set) var field: Field?
  /// The types of an object's members, by name.
  package private(set) var members: [String: FieldTypes] = [:]
  /// The type of list elements; empty or one element.
  package private(set) var elements: [FieldTypes] = []

  package init() {}

  /// The declared kind, or list or object if elements or members are declared.
  var kind: Kind? { field?.kind ?? (!elements.isEmpty ? .list : !members.isEmpty ? .object : nil) }

  /// Whether the value can be absent. A list without its own declaration can.
  var isOptional: Bool { field?.isOptional ?? !elements.isEmpty }

  /// Parses `money` or `html optional`; nil for other text.
  static func field(_ text: String) -> Field? {
    let words = text.split(separator: " ")
    guard let first = words.first, let kind = Kind(rawValue: String(first)), words.count <= 2 else { return nil }
    if words.count == 2, words[1] != "optional" { return nil }
    return Field(kind: kind, isOptional: words.count == 2)
  }

  /// - Parameter path: `client.name`, `holdings[].value`.
  mutating func declare(_ path: some StringProtocol, _ field: Field) {
    if path.isEmpty {
      self.field = field
    } else if path.hasPrefix("[]") {
      if elements.isEmpty { elements = [FieldTypes()] }
      elements[0].declare(path.dropFirst(2), field)
    } else {
      let path = path.drop { $0 == "." }
      let name = path.prefix { $0 != "." && $0 != "[" }
      members[String(name), default: FieldTypes()].declare(path.dropFirst(name.count), field)
    }
  }
}
