/// The error type of a module that reads JSON objects with `JSONObjectReader`.
package protocol JSONReadingError: Error, Sendable {
  init(_ failure: JSONReadingFailure)
}

/// The reason for which a member of a JSON object could not be read.
package struct JSONReadingFailure: Hashable, Sendable {
  package enum Code: Hashable, Sendable {
    /// The value that should be read by name is not an object.
    case notAnObject
    case missing
    case wrongType
    case invalidValue
  }

  package var code: Code
  /// One sentence for a person, without the location.
  package var message: String
  package var path: JSONPath

  package init(_ code: Code, _ message: String, at path: JSONPath) {
    self.code = code
    self.message = message
    self.path = path
  }
}

/// A JSON object. Members are read by name and type; errors have the JSON path.
///
/// A member that is `null` counts as absent.
package struct JSONObjectReader<Failure: JSONReadingError>: Sendable {
  package let object: JSONObject
  package let path: JSONPath

  package init(_ value: JSONValue, at path: JSONPath = .root) throws(Failure) {
    guard case .object(let object) = value else {
      throw Failure(JSONReadingFailure(.notAnObject, "expected an object, found \(value.described)", at: path))
    }
    self.object = object
    self.path = path
  }

  package func path(of name: String) -> JSONPath { path.member(name) }

  package subscript(name: String) -> JSONValue? {
    let value = object[name]
    return value == .null ? nil : value
  }

  /// The names of members that are not in `known`.
  package func names(except known: Set<String>) -> [String] {
    object.members.map(\.name).filter { !known.contains($0) }
  }

  // MARK: Values

  package func string(_ name: String) throws(Failure) -> String {
    try required(name, try optionalString(name), "a string")
  }

  package func optionalString(_ name: String) throws(Failure) -> String? {
    guard let value = self[name] else { return nil }
    guard case .string(let text) = value else { throw Self.wrongType("a string", value, at: path(of: name)) }
    return text
  }

  /// A string that is not blank.
  package func filledString(_ name: String) throws(Failure) -> String {
    let text = try string(name)
    guard text.contains(where: { !$0.isWhitespace }) else {
      throw Failure(JSONReadingFailure(.invalidValue, "must not be empty", at: path(of: name)))
    }
    return text
  }

  package func optionalBool(_ name: String) throws(Failure) -> Bool? {
    guard let value = self[name] else { return nil }
    guard case .bool(let flag) = value else { throw Self.wrongType("true or false", value, at: path(of: name)) }
    return flag
  }

  package func required<Value>(_ name: String, _ value: Value?, _ expected: String) throws(Failure) -> Value {
    guard let value else {
      throw Failure(JSONReadingFailure(.missing, "missing; expected \(expected)", at: path(of: name)))
    }
    return value
  }

  // MARK: Arrays

  package func array(_ name: String) throws(Failure) -> [JSONValue] {
    try required(name, try optionalArray(name), "an array")
  }

  package func optionalArray(_ name: String) throws(Failure) -> [JSONValue]? {
    guard let value = self[name] else { return nil }
    guard case .array(let elements) = value else { throw Self.wrongType("an array", value, at: path(of: name)) }
    return elements
  }

  /// An array of objects.
  package func objects(_ name: String) throws(Failure) -> [Self] {
    try Self.objects(try array(name), at: path(of: name))
  }

  /// An array of objects; absent counts as empty.
  package func optionalObjects(_ name: String) throws(Failure) -> [Self] {
    try Self.objects(try optionalArray(name) ?? [], at: path(of: name))
  }

  private static func objects(_ values: [JSONValue], at path: JSONPath) throws(Failure) -> [Self] {
    var objects: [Self] = []
    objects.reserveCapacity(values.count)
    for (index, value) in values.enumerated() { objects.append(try Self(value, at: path.element(index))) }
    return objects
  }

  /// An array of strings; absent counts as empty.
  package func strings(_ name: String) throws(Failure) -> [String] {
    var texts: [String] = []
    for (index, value) in (try optionalArray(name) ?? []).enumerated() {
      guard case .string(let text) = value else {
        throw Self.wrongType("a string", value, at: path(of: name).element(index))
      }
      texts.append(text)
    }
    return texts
  }

  // MARK: Errors

  package static func wrongType(_ expected: String, _ found: JSONValue, at path: JSONPath) -> Failure {
    Failure(JSONReadingFailure(.wrongType, "expected \(expected), found \(found.described)", at: path))
  }
}
