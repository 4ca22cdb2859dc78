import Amounts
import Diagnostics
import JSON
import XMLTree

/// An object of a payload. Errors are collected in a log and absent values are nil, so that reading continues to the
/// end.
///
/// Each member that is read counts as known; `reportUnknown` reports the others.
final class PayloadObject {
  /// The number of bytes of one text of an invoice with XML.
  static let textLimit = 20_000
  /// The number of elements of a list other than `items`.
  static let listLimit = 1_000

  let path: JSONPath
  let log: ViolationLog
  /// Whether XML is made: empty texts count as absent, and unknown members and characters that XML lacks are refused.
  let isStrict: Bool
  private let members: [String: JSONValue]
  private let order: [String]
  private var known: Set<String> = []

  /// Fails, with a violation, if the value is not an object.
  init?(_ value: JSONValue, at path: JSONPath, _ log: ViolationLog, isStrict: Bool) {
    guard case .object(let object) = value else {
      log.error(.wrongType, "expected an object, found \(value.described)", at: path)
      return nil
    }
    self.path = path
    self.log = log
    self.isStrict = isStrict
    order = object.members.map(\.name)
    members = Dictionary(object.members.map { ($0.name, $0.value) }, uniquingKeysWith: { first, _ in first })
  }

  func path(of name: String) -> JSONPath { path.member(name) }

  /// The value of a member; nil if absent, `null`, or, where XML is made, an empty text.
  subscript(name: String) -> JSONValue? {
    known.insert(name)
    switch members[name] {
    case nil, .null?: return nil
    case .string(let text)? where isStrict && text.allSatisfy(\.isWhitespace): return nil
    case let value?: return value
    }
  }

  func has(_ name: String) -> Bool { self[name] != nil }

  // MARK: Values

  func text(_ name: String) -> String? {
    guard let value = self[name] else { return nil }
    guard case .string(let text) = value else { return wrong("a string", value, name) }
    return checked(text, at: path(of: name))
  }

  /// A text that must be there and not be blank; a violation and an empty text otherwise.
  func filledText(_ name: String, _ message: String = "missing; expected a string", rule: String? = nil) -> String {
    guard has(name) else {
      log.error(.missingField, message, rule: rule, at: path(of: name))
      return ""
    }
    guard let text = text(name) else { return "" }
    if text.allSatisfy(\.isWhitespace) { log.error(.invalidValue, "must not be empty", at: path(of: name)) }
    return text
  }

  /// Lines of text: an array of strings, or one string with line breaks.
  func lines(_ name: String) -> [String] {
    switch self[name] {
    case nil: return []
    case .string(let text)?:
      return (checked(text, at: path(of: name)) ?? "")
        .split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).map(String.init)
    case .array(let elements)?:
      return elements.enumerated().compactMap { index, element in
        guard case .string(let text) = element else {
          log.error(.wrongType, "expected a string, found \(element.described)", at: path(of: name).element(index))
          return nil
        }
        return checked(text, at: path(of: name).element(index))
      }
    case let value?: return wrong("lines (a string, or an array of strings)", value, name) ?? []
    }
  }

  func flag(_ name: String) -> Bool? {
    guard let value = self[name] else { return nil }
    guard case .bool(let flag) = value else { return wrong("true or false", value, name) }
    return flag
  }

  /// A decimal number: a JSON number, or a string that holds one.
  func number(_ name: String) -> ExactDecimal? {
    guard let value = self[name] else { return nil }
    switch value {
    case .number(let text), .string(let text):
      if let decimal = ExactDecimal(text) { return decimal }
      guard case .number = value else { break }
      log.error(
        .invalidValue,
        "the number \(Quotation.of(text)) has more than \(ExactDecimal.maximumDigits) digits, "
          + "or more than \(ExactDecimal.maximumScale) after the point",
        at: path(of: name))
      return nil
    default: break
    }
    return wrong("a decimal number", value, name)
  }

  /// An amount with at most the currency's minor digits; returned with all of them.
  func amount(_ name: String, _ currency: Currency, rule: String? = "BR-DEC") -> ExactDecimal? {
    guard let value = number(name) else { return nil }
    guard value.fits(fractionDigits: currency.minorDigits),
      let amount = value.rounded(to: currency.minorDigits, .halfUp)
    else {
      log.error(
        .invalidValue,
        "\(Quotation.of(value.description)) has more digits after the point than the \(currency.minorDigits) of \(currency.code)",
        rule: isStrict ? rule : nil, at: path(of: name))
      return nil
    }
    return amount
  }

  /// A percentage from 0 to 100 with at most four digits after the point.
  func percent(_ name: String) -> ExactDecimal? {
    guard let value = number(name) else { return nil }
    guard value >= .zero, value <= ExactDecimal(mantissa: 100, scale: 0), value.fits(fractionDigits: 4) else {
      log.error(
        .invalidValue,
        "expected a percentage from 0 to 100 with at most 4 digits after the point, found \(Quotation.of(value.description))",
        at: path(of: name))
      return nil
    }
    return value.normalized
  }

  func integer(_ name: String, in range: ClosedRange<Int>) -> Int? {
    guard let value = self[name] else { return nil }
    let expected = "a whole number from \(range.lowerBound) to \(range.upperBound)"
    guard case .number(let text) = value else { return wrong(expected, value, name) }
    guard let number = Int(text), range.contains(number) else {
      log.error(.invalidValue, "expected \(expected), found \(Quotation.of(text))", at: path(of: name))
      return nil
    }
    return number
  }

  func day(_ name: String) -> Day? {
    guard let value = self[name] else { return nil }
    guard case .string(let text) = value, let day = Day(text) else {
      return wrong("a date (2026-11-20, or 2026-11-20T09:14:00Z)", value, name)
    }
    return day
  }

  /// A code of a list.
  func code(_ name: String, _ list: CodeList, rule: String? = nil) -> String? {
    guard let text = text(name) else { return nil }
    guard !isStrict || list.contains(text) else {
      log.error(.invalidValue, "\(Quotation.of(text)) is not a code of \(list.name)", rule: rule, at: path(of: name))
      return nil
    }
    return text
  }

  /// An object `{id, scheme}`.
  func identifier(_ name: String, _ list: CodeList, rule: String) -> Identifier? {
    guard let object = object(name) else { return nil }
    defer { object.reportUnknown() }
    return object.identifier(list, rule: rule)
  }

  /// This object as an identifier.
  func identifier(_ list: CodeList, rule: String) -> Identifier {
    Identifier(id: filledText("id"), scheme: code("scheme", list, rule: rule))
  }

  // MARK: Objects

  func object(_ name: String) -> PayloadObject? {
    guard let value = self[name] else { return nil }
    return PayloadObject(value, at: path(of: name), log, isStrict: isStrict)
  }

  /// An array of objects; absent counts as empty.
  func objects(_ name: String, limit: Int = PayloadObject.listLimit) -> [PayloadObject] {
    guard let value = self[name] else { return [] }
    guard case .array(let elements) = value else { return wrong("an array", value, name) ?? [] }
    guard elements.count <= limit else {
      log.error(.invalidValue, "has \(elements.count) elements; \(limit) are allowed", at: path(of: name))
      return []
    }
    return elements.enumerated().compactMap { index, element in
      PayloadObject(element, at: path(of: name).element(index), log, isStrict: isStrict)
    }
  }

  // MARK: Unknown members

  /// Marks members that are read elsewhere as known.
  func allow(_ names: String...) { known.formUnion(names) }

  /// Reports members that were not read: as errors where XML is made, or where `refuses` is set and the name resembles
  /// that of a known member, so that it would have changed the amounts; otherwise as warnings.
  func reportUnknown(refuses: Bool = false) {
    for name in order where !known.contains(name) {
      let similar = NearestName.of(name, in: known)
      let advice = similar.map { "; did you mean \(Quotation.of($0))?" } ?? ""
      if isStrict || (refuses && similar != nil) {
        log.error(.unknownMember, "unknown member" + advice, at: path(of: name))
      } else {
        log.warning("unknown field, not used", code: .unknownMember, at: path(of: name))
      }
    }
  }

  // MARK: Faults

  private func wrong<Value>(_ expected: String, _ found: JSONValue, _ name: String) -> Value? {
    log.error(.wrongType, "expected \(expected), found \(found.described)", at: path(of: name))
    return nil
  }

  /// The text, if XML can carry it and it is not too long.
  private func checked(_ text: String, at path: JSONPath) -> String? {
    guard isStrict else { return text }
    guard text.utf8.count <= Self.textLimit else {
      log.error(.invalidValue, "has \(text.utf8.count) bytes; \(Self.textLimit) are allowed", at: path)
      return nil
    }
    if let scalar = text.unicodeScalars.first(where: { !XMLText.allows($0) }) {
      let code = String(scalar.value, radix: 16, uppercase: true)
      let digits = String(repeating: "0", count: max(0, 4 - code.utf8.count)) + code
      log.error(.invalidValue, "holds the character U+\(digits), which XML cannot carry", at: path)
      return nil
    }
    return text
  }
}
