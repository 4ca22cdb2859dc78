/// What a value of the payload holds, as a kind's file declares it, and what its members and elements hold.
///
/// What is not declared is plain text.
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

  /// Nil where only parts of the value are declared, or nothing at all.
  package private(set) var field: Field?
  package private(set) var members: [String: FieldTypes] = [:]
  /// What the elements of a list hold; empty or one.
  package private(set) var elements: [FieldTypes] = []

  package init() {}

  /// The declared kind; a value of which parts are declared is a list or an object.
  var kind: Kind? { field?.kind ?? (!elements.isEmpty ? .list : !members.isEmpty ? .object : nil) }

  /// True where the value may be missing; so may a list of which only the elements are declared.
  var isOptional: Bool { field?.isOptional ?? !elements.isEmpty }

  /// Reads `money` and `html optional`; nil for all else.
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
