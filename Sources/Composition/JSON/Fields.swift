import Amounts
import Dates
import Diagnostics
import JSON

/// An object of a payload.
package typealias Fields = JSONObjectReader<CompositionError>

extension CompositionError: JSONReadingError {
  package init(_ failure: JSONReadingFailure) {
    let code: Code =
      switch failure.code {
      case .missing: .missingField
      case .notAnObject, .wrongType: .wrongType
      case .invalidValue: .invalidValue
      }
    self.init(code, failure.message, at: failure.path.description)
  }
}

extension JSONObjectReader<CompositionError> {
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

  /// A decimal number: a JSON number, or a string that holds one; nil if the member is missing or null.
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
        "the number \(Quotation.of(text)) has more than \(ExactDecimal.maximumDigits) digits, "
          + "or more than \(ExactDecimal.maximumScale) after the point",
        at: path.description)
    default: break
    }
    throw wrongType("a decimal number", value, at: path)
  }

  /// A JSON number without fraction; nil if the member is missing or null.
  /// - Throws: `wrongType`; `invalidValue` beyond the range.
  package func optionalInteger(_ name: String, in range: ClosedRange<Int>) throws(CompositionError) -> Int? {
    guard let value = self[name] else { return nil }
    let expected = "a whole number from \(range.lowerBound) to \(range.upperBound)"
    guard case .number(let text) = value else { throw Self.wrongType(expected, value, at: path(of: name)) }
    guard let number = Int(text), range.contains(number) else {
      throw CompositionError(
        .invalidValue, "expected \(expected), found \(Quotation.of(text))", at: path(of: name).description)
    }
    return number
  }

  /// A string with a date, or a date and time (ISO 8601).
  /// - Throws: `missingField`, `wrongType`, `invalidValue`.
  package func timestamp(_ name: String) throws(CompositionError) -> Timestamp {
    try required(name, try optionalTimestamp(name), "a date")
  }

  /// The same; nil if the member is missing or null.
  package func optionalTimestamp(_ name: String) throws(CompositionError) -> Timestamp? {
    guard let value = self[name] else { return nil }
    return try Self.timestamp(value, at: path(of: name))
  }

  static func timestamp(_ value: JSONValue, at path: JSONPath) throws(CompositionError) -> Timestamp {
    guard case .string(let text) = value, let timestamp = Timestamp(text) else {
      throw wrongType("a date (2026-11-20, or 2026-11-20T09:14:00Z)", value, at: path)
    }
    return timestamp
  }

  /// A warning for each unknown member, to report misspelt names.
  package func warnings(unless known: Set<String>) -> [Diagnostic] {
    names(except: known).prefix(20).map {
      Diagnostic(
        "unknown_field", "unknown field, not used", at: SourceLocation(source: path(of: $0).description))
    }
  }
}
