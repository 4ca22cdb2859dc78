import Diagnostics
import JSON
import PDF

/// A JSON object of a source. Members are read by name and type; errors have the JSON path.
struct JSONElement {
  private let fields: JSONObjectReader<AnnotationError>
  let limits: AnnotationLimits

  /// Parses a source.
  /// - Throws: `malformed` if it is not JSON or not an object.
  init(_ bytes: [UInt8], limits: AnnotationLimits) throws(AnnotationError) {
    var json = JSONLimits()
    json.bytes = limits.bytes
    json.values = limits.points * 6 + limits.annotations * 60
    let value: JSONValue
    do {
      value = try JSONParser.parse(bytes, limits: json)
    } catch {
      throw AnnotationError(error.code == .tooLarge ? .limit : .malformed, error.message, at: error.place)
    }
    try self.init(value, at: .root, limits: limits)
  }

  init(_ value: JSONValue, at path: JSONPath, limits: AnnotationLimits) throws(AnnotationError) {
    self.init(try JSONObjectReader<AnnotationError>(value, at: path), limits: limits)
  }

  private init(_ fields: JSONObjectReader<AnnotationError>, limits: AnnotationLimits) {
    self.fields = fields
    self.limits = limits
  }

  var path: JSONPath { fields.path }

  func place(_ name: String) -> String { path.member(name).description }

  func invalid(_ name: String, _ message: String) -> AnnotationError {
    AnnotationError(.invalidValue, message, at: place(name))
  }

  /// The value of a member; `null` counts as absent.
  subscript(name: String) -> JSONValue? { fields[name] }

  /// A warning that names ignored members with non-empty values, if there are any.
  func warnings(unless known: Set<String>) -> [Diagnostic] {
    let lost = fields.names(except: known).filter { fields[$0]?.isSignificant ?? false }
    guard !lost.isEmpty else { return [] }
    let names = lost.prefix(20).map { JSONValue.shortened($0) }.joined(separator: ", ")
    return [Diagnostic("unknown_member", "unsupported members were left out: \(names)", in: path.description)]
  }

  // MARK: Single values

  /// - Parameter limit: in bytes; the limit for texts by default.
  func string(_ name: String, limit: Int? = nil) throws(AnnotationError) -> String? {
    guard let text = try fields.optionalString(name) else { return nil }
    let limit = limit ?? limits.text
    guard text.utf8.count <= limit else {
      throw AnnotationError(.limit, "the text is longer than \(limit) bytes", at: place(name))
    }
    return text
  }

  func flag(_ name: String) throws(AnnotationError) -> Bool? { try fields.optionalBool(name) }

  func number(_ name: String, in range: ClosedRange<Double>? = nil) throws(AnnotationError) -> Double? {
    guard let value = self[name] else { return nil }
    let number = try number(value, at: path.member(name))
    if let range, !range.contains(number) {
      throw invalid(name, "must be from \(range.lowerBound) to \(range.upperBound), and is \(number)")
    }
    return number
  }

  func integer(_ name: String, in range: ClosedRange<Int>) throws(AnnotationError) -> Int? {
    guard let value = self[name] else { return nil }
    guard case .number(let text) = value, let number = Int(text), range.contains(number) else {
      throw invalid(
        name, "expected a whole number from \(range.lowerBound) to \(range.upperBound), found \(value.described)")
    }
    return number
  }

  private func number(_ value: JSONValue, at path: @autoclosure () -> JSONPath) throws(AnnotationError) -> Double {
    guard case .number(let text) = value, let number = Double(text), number.isFinite else {
      throw AnnotationError(.invalidValue, "expected a number, found \(value.described)", at: path().description)
    }
    guard number.magnitude <= limits.coordinate else {
      throw AnnotationError(.limit, "\(text) is beyond \(Int(limits.coordinate))", at: path().description)
    }
    return number
  }

  func color(_ name: String) throws(AnnotationError) -> AnnotationColor? {
    guard let text = try string(name) else { return nil }
    guard let color = AnnotationColor(hexadecimal: text) else {
      throw invalid(name, "expected a colour like #FFCC00, found \(Quotation.of(text))")
    }
    return color
  }

  // MARK: Arrays

  func array(_ name: String) throws(AnnotationError) -> [JSONValue]? { try fields.optionalArray(name) }

  func objects(_ name: String) throws(AnnotationError) -> [JSONElement] {
    try fields.optionalObjects(name).map { JSONElement($0, limits: limits) }
  }

  func element(_ name: String) throws(AnnotationError) -> JSONElement? {
    guard let value = self[name] else { return nil }
    return try JSONElement(value, at: path.member(name), limits: limits)
  }

  func numbers(_ value: JSONValue, count: ClosedRange<Int>, at path: @autoclosure () -> JSONPath)
    throws(AnnotationError) -> [Double]
  {
    guard case .array(let items) = value, count.contains(items.count) else {
      let wanted =
        count.lowerBound == count.upperBound ? "\(count.lowerBound)" : "\(count.lowerBound) to \(count.upperBound)"
      throw AnnotationError(
        .invalidValue, "expected an array of \(wanted) numbers, found \(value.described)", at: path().description)
    }
    var numbers: [Double] = []
    numbers.reserveCapacity(items.count)
    for (index, item) in items.enumerated() { numbers.append(try number(item, at: path().element(index))) }
    return numbers
  }

  func numbers(_ name: String, count: ClosedRange<Int>) throws(AnnotationError) -> [Double]? {
    guard let value = self[name] else { return nil }
    return try numbers(value, count: count, at: path.member(name))
  }

  /// An array of arrays with `count` numbers each.
  func numberGroups(_ name: String, count: Int) throws(AnnotationError) -> [[Double]] {
    var groups: [[Double]] = []
    for (index, value) in (try array(name) ?? []).enumerated() {
      groups.append(try numbers(value, count: count...count, at: path.member(name).element(index)))
    }
    return groups
  }
}

extension JSONValue {
  /// Whether the value is not null, false or empty.
  fileprivate var isSignificant: Bool {
    switch self {
    case .null, .bool(false): false
    case .bool, .number: true
    case .string(let text): !text.isEmpty
    case .array(let items): !items.isEmpty
    case .object(let object): !object.members.isEmpty
    }
  }
}

extension AnnotationError: JSONReadingError {
  package init(_ failure: JSONReadingFailure) {
    let code: Code =
      switch failure.code {
      case .notAnObject: .malformed
      case .missing, .wrongType, .invalidValue: .invalidValue
      }
    self.init(code, failure.message, at: failure.path.description)
  }
}
