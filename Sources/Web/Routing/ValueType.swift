import JSON

/// The type of a parameter's value, with its parser and its description.
package struct ValueType<Value: Sendable>: Sendable {
  package let schema: JSONSchema
  /// A description for error messages: "an integer from 1 to 100".
  package let expected: String
  /// It is nil if the text is not a value of this type.
  package let parse: @Sendable (String) -> Value?

  package init(schema: JSONSchema, expected: String, parse: @escaping @Sendable (String) -> Value?) {
    self.schema = schema
    self.expected = expected
    self.parse = parse
  }
}

extension ValueType where Value == Int {
  package static func integer(_ range: ClosedRange<Int>) -> Self {
    ValueType(
      schema: .integer(range), expected: "an integer from \(range.lowerBound) to \(range.upperBound)",
      parse: { Int(canonical: $0).flatMap { range.contains($0) ? $0 : nil } })
  }
}

extension ValueType where Value == Int64 {
  /// A positive 64-bit number, such as the id of a row.
  package static var identifier: Self {
    ValueType(
      schema: .integer(1...Int.max).with("format", "int64"), expected: "a positive integer",
      parse: { Int(canonical: $0).flatMap { $0 > 0 ? Int64($0) : nil } })
  }
}

extension ValueType where Value == Double {
  package static func number(_ range: ClosedRange<Double>) -> Self {
    ValueType(
      schema: .number(range), expected: "a number from \(range.lowerBound) to \(range.upperBound)",
      parse: { text in
        // Neither "nan" nor hexadecimal.
        guard text.utf8.allSatisfy({ "0123456789.-+eE".utf8.contains($0) }) else { return nil }
        return Double(text).flatMap { range.contains($0) ? $0 : nil }
      })
  }
}

extension ValueType where Value == Bool {
  package static var boolean: Self {
    ValueType(
      schema: .boolean, expected: "true or false",
      parse: { $0 == "true" ? true : $0 == "false" ? false : nil })
  }
}

extension ValueType where Value == String {
  /// Text without control characters.
  /// - Parameter limit: the largest number of Unicode scalars.
  package static func text(_ limit: Int, atLeast least: Int = 1) -> Self {
    ValueType(
      schema: JSONSchema.string(least...limit).with("pattern", #"^[^\u0000-\u001F\u007F]*$"#),
      expected: "a text of \(least) to \(limit) characters without control characters",
      parse: { text in
        let scalars = text.unicodeScalars
        guard (least...limit).contains(scalars.count), scalars.allSatisfy({ $0.value >= 0x20 && $0.value != 0x7F })
        else { return nil }
        return text
      })
  }

  package static func oneOf(_ values: [String]) -> Self {
    ValueType(
      schema: .oneOf(values), expected: "one of \(values.joined(separator: ", "))",
      parse: { values.contains($0) ? $0 : nil })
  }
}

extension ValueType where Value: RawRepresentable, Value.RawValue == String {
  package static func oneOf(_ values: [Value]) -> Self {
    let names = values.map(\.rawValue)
    return ValueType(
      schema: .oneOf(names), expected: "one of \(names.joined(separator: ", "))",
      parse: { names.contains($0) ? Value(rawValue: $0) : nil })
  }
}

extension Int {
  /// A number as JSON writes it: no plus sign and no leading zeros.
  fileprivate init?(canonical text: String) {
    guard let value = Int(text), String(value) == text else { return nil }
    self = value
  }
}
