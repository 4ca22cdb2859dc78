import JSON

extension JSONValue: ExpressibleByStringLiteral, ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral,
  ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
  package init(stringLiteral value: String) { self = .string(value) }
  package init(booleanLiteral value: Bool) { self = .bool(value) }
  package init(integerLiteral value: Int) { self = .integer(value) }
  package init(arrayLiteral elements: JSONValue...) { self = .array(elements) }
  /// Names must be distinct.
  package init(dictionaryLiteral elements: (String, JSONValue)...) {
    self = .object(JSONObject(elements.map { .init(name: $0.0, value: $0.1) }))
  }

  package static func integer(_ value: some BinaryInteger) -> JSONValue { .number(String(value)) }

  /// A text or null.
  package init(_ text: String?) { self = text.map { .string($0) } ?? .null }
  /// A number or null.
  package init(_ number: (some BinaryInteger)?) { self = number.map { .integer($0) } ?? .null }
  /// A number; null for an infinite one.
  package init(_ number: Double?) {
    self =
      number.flatMap {
        $0.isFinite ? .number($0.rounded() == $0 && abs($0) < 1e15 ? String(Int64($0)) : String($0)) : nil
      } ?? .null
  }

  /// A boolean or a number as such, anything else as its description.
  init(describing value: some Any) {
    switch value {
    case let flag as Bool: self = .bool(flag)
    case let number as any BinaryInteger: self = .number(String(describing: number))
    case let number as Double: self.init(number)
    case let value as any RawRepresentable<String>: self = .string(value.rawValue)
    default: self = .string(String(describing: value))
    }
  }
}
