import Dates
import Diagnostics
import JSON

/// An object of a payload. Members are read by name and type; errors have the JSON path.
///
/// A member that is `null` counts as absent.
package struct Fields: Sendable {
  package let path: JSONPath
  private let object: JSONObject

  /// - Throws: `wrongType` if the value is not an object.
  package init(_ value: JSONValue, at path: JSONPath = .root) throws(CompositionError) {
    guard case .object(let object) = value else { throw Self.wrongType("an object", value, at: path) }
    self.object = object
    self.path = path
  }

  package func path(of name: String) -> JSONPath { path.member(name) }

  package subscript(name: String) -> JSONValue? {
    let value = object[name]
    return value == .null ? nil : value
  }

  // MARK: text

  package func string(_ name: String) throws(CompositionError) -> String {
    try required(name, try optionalString(name), "a string")
  }

  package func optionalString(_ name: String) throws(CompositionError) -> String? {
    guard let value = self[name] else { return nil }
    guard case .string(let text) = value else { throw Self.wrongType("a string", value, at: path(of: name)) }
    return text
  }

  /// A string that is not blank.
  package func filledString(_ name: String) throws(CompositionError) -> String {
    let text = try string(name)
    guard text.contains(where: { !$0.isWhitespace }) else {
      throw CompositionError(.invalidValue, "must not be empty", at: path(of: name).description)
    }
    return text
  }

  /// An array of strings; absent counts as empty.
  package func strings(_ name: String) throws(CompositionError) -> [String] {
    var texts: [String] = []
    for (index, value) in try optionalArray(name).enumerated() {
      guard case .string(let text) = value else {
        throw Self.wrongType("a string", value, at: path(of: name).element(index))
      }
      texts.append(text)
    }
    return texts
  }

  /// Lines of text: an array of strings, or one string with line breaks. Absent counts as empty.
  package func lines(_ name: String) throws(CompositionError) -> [String] {
    switch self[name] {
    case nil: return []
    case .string(let text): return Self.lines(of: text)
    case .array: return try strings(name)
    case .some(let value): throw Self.wrongType("lines (a string, or an array of strings)", value, at: path(of: name))
    }
  }

  static func lines(of text: String) -> [String] {
    text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).map(String.init)
  }

  // MARK: numbers, dates

  /// A decimal number: a JSON number, or a string that holds one.
  package func decimal(_ name: String) throws(CompositionError) -> ExactDecimal {
    try required(name, try optionalDecimal(name), "a decimal number")
  }

  package func optionalDecimal(_ name: String) throws(CompositionError) -> ExactDecimal? {
    guard let value = self[name] else { return nil }
    return try Self.decimal(value, at: path(of: name))
  }

  static func decimal(_ value: JSONValue, at path: JSONPath) throws(CompositionError) -> ExactDecimal {
    switch value {
    case .number(let text), .string(let text):
      if let decimal = ExactDecimal(text) { return decimal }
      guard case .number = value else { break }
      throw CompositionError(
        .invalidValue,
        "the number \(JSONValue.shortened(text)) has more than \(ExactDecimal.maximumDigits) digits, "
          + "or more than \(ExactDecimal.maximumScale) after the point",
        at: path.description)
    default: break
    }
    throw wrongType("a decimal number", value, at: path)
  }

  package func optionalInteger(_ name: String, in range: ClosedRange<Int>) throws(CompositionError) -> Int? {
    guard let value = self[name] else { return nil }
    let expected = "a whole number from \(range.lowerBound) to \(range.upperBound)"
    guard case .number(let text) = value else { throw Self.wrongType(expected, value, at: path(of: name)) }
    guard let number = Int(text), range.contains(number) else {
      throw CompositionError(
        .invalidValue, "expected \(expected), found \(JSONValue.shortened(text))", at: path(of: name).description)
    }
    return number
  }

  package func optionalTimestamp(_ name: String) throws(CompositionError) -> Timestamp? {
    guard let value = self[name] else { return nil }
    return try Self.timestamp(value, at: path(of: name))
  }

  package func timestamp(_ name: String) throws(CompositionError) -> Timestamp {
    try required(name, try optionalTimestamp(name), "a date")
  }

  static func timestamp(_ value: JSONValue, at path: JSONPath) throws(CompositionError) -> Timestamp {
    let expected = "a date (2026-11-20, or 2026-11-20T09:14:00Z)"
    guard case .string(let text) = value, let timestamp = Timestamp(text) else {
      throw wrongType(expected, value, at: path)
    }
    return timestamp
  }

  package func optionalBool(_ name: String) throws(CompositionError) -> Bool? {
    guard let value = self[name] else { return nil }
    guard case .bool(let flag) = value else { throw Self.wrongType("true or false", value, at: path(of: name)) }
    return flag
  }

  // MARK: structure

  package func array(_ name: String) throws(CompositionError) -> [JSONValue] {
    guard self[name] != nil else { return try required(name, nil, "an array") }
    return try optionalArray(name)
  }

  private func optionalArray(_ name: String) throws(CompositionError) -> [JSONValue] {
    guard let value = self[name] else { return [] }
    guard case .array(let elements) = value else { throw Self.wrongType("an array", value, at: path(of: name)) }
    return elements
  }

  /// An array of objects.
  package func objects(_ name: String) throws(CompositionError) -> [Fields] {
    try Self.objects(try array(name), at: path(of: name))
  }

  /// An array of objects; absent counts as empty.
  package func optionalObjects(_ name: String) throws(CompositionError) -> [Fields] {
    try Self.objects(try optionalArray(name), at: path(of: name))
  }

  private static func objects(_ values: [JSONValue], at path: JSONPath) throws(CompositionError) -> [Fields] {
    var objects: [Fields] = []
    objects.reserveCapacity(values.count)
    for (index, value) in values.enumerated() { objects.append(try Fields(value, at: path.element(index))) }
    return objects
  }

  /// A warning for each unknown member, to report misspelt names.
  package func warnings(unless known: Set<String>) -> [Diagnostic] {
    object.members.filter { !known.contains($0.name) }.prefix(20).map {
      Diagnostic("unknown_field", "unknown field, not used", at: SourceLocation(source: path(of: $0.name).description))
    }
  }

  // MARK: errors

  private func required<Value>(_ name: String, _ value: Value?, _ expected: String) throws(CompositionError) -> Value {
    guard let value else {
      throw CompositionError(.missingField, "missing; expected \(expected)", at: path(of: name).description)
    }
    return value
  }

  static func wrongType(_ expected: String, _ found: JSONValue, at path: JSONPath) -> CompositionError {
    CompositionError(.wrongType, "expected \(expected), found \(found.described)", at: path.description)
  }
}
