import Diagnostics
import JSON

/// A parameter as the dispatcher and the OpenAPI document know it.
package struct ParameterDeclaration: Sendable {
  package enum Location: String, Hashable, Sendable {
    case path
    case query
    case header
  }

  package let location: Location
  package let name: String
  package let description: String
  package let isRequired: Bool
  /// May be given several times, or once with commas.
  package let isList: Bool
  package let schema: JSONSchema
  /// - Throws: `Problem` if the values are invalid.
  let check: @Sendable ([String]) throws -> Void
}

/// A parameter of type `Value`. The same value declares it in a route (`declaration`) and reads it from a request
/// (`request[parameter]`).
package struct Parameter<Value: Sendable>: Sendable {
  package let declaration: ParameterDeclaration
  let read: @Sendable ([String]) throws -> Value

  private init(
    _ location: ParameterDeclaration.Location, _ name: String, _ description: String, isRequired: Bool,
    isList: Bool = false, schema: JSONSchema, read: @escaping @Sendable ([String]) throws -> Value
  ) {
    self.read = read
    declaration = ParameterDeclaration(
      location: location, name: name, description: description, isRequired: isRequired, isList: isList,
      schema: schema, check: { _ = try read($0) })
  }

  /// A segment of the path.
  package static func path(_ name: String, _ type: ValueType<Value>, _ description: String) -> Parameter {
    Parameter(.path, name, description, isRequired: true, schema: type.schema) {
      try $0.single(name, type).get(name, type)
    }
  }

  /// A query parameter that must be given.
  package static func requiredQuery(_ name: String, _ type: ValueType<Value>, _ description: String) -> Parameter {
    Parameter(.query, name, description, isRequired: true, schema: type.schema) {
      try $0.single(name, type).get(name, type)
    }
  }

  /// A query parameter with a default value.
  package static func query(
    _ name: String, _ type: ValueType<Value>, default value: Value, _ description: String
  ) -> Parameter {
    Parameter(
      .query, name, description, isRequired: false, schema: type.schema.with("default", JSONValue(describing: value))
    ) { try $0.single(name, type) ?? value }
  }

  /// A query parameter that may be absent.
  package static func query<Wrapped>(
    _ name: String, _ type: ValueType<Wrapped>, _ description: String
  ) -> Parameter where Value == Wrapped? {
    Parameter(.query, name, description, isRequired: false, schema: type.schema) { try $0.single(name, type) }
  }

  /// A query parameter that may be given several times (`?state=a&state=b`) or with commas (`?state=a,b`).
  package static func queryList<Element>(
    _ name: String, _ type: ValueType<Element>, atMost limit: Int = 100, _ description: String
  ) -> Parameter where Value == [Element] {
    Parameter(
      .query, name, description, isRequired: false, isList: true, schema: .array(of: type.schema, atMost: limit)
    ) { texts in
      let items = texts.flatMap { $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init) }
      guard items.count <= limit else {
        throw Problem(.invalidParameter, "\(items.count) values are given; at most \(limit) are allowed", field: name)
      }
      return try items.map { try Optional($0).parse(name, type).get(name, type) }
    }
  }

  /// A header field that may be absent.
  package static func header<Wrapped>(
    _ name: String, _ type: ValueType<Wrapped>, _ description: String
  ) -> Parameter where Value == Wrapped? {
    Parameter(.header, name, description, isRequired: false, schema: type.schema) { try $0.single(name, type) }
  }
}

extension [String] {
  /// The only value; nil if absent.
  fileprivate func single<Value>(_ name: String, _ type: ValueType<Value>) throws -> Value? {
    guard count <= 1 else {
      throw Problem(.invalidParameter, "the parameter is given \(count) times; give it once", field: name)
    }
    return try first.parse(name, type)
  }
}

extension String? {
  fileprivate func parse<Value>(_ name: String, _ type: ValueType<Value>) throws -> Value? {
    guard let text = self else { return nil }
    guard let value = type.parse(text) else {
      throw Problem(
        .invalidParameter, "expected \(type.expected), found \(Quotation.of(text, limit: 40))", field: name)
    }
    return value
  }
}

extension Optional {
  fileprivate func get<Value: Sendable>(_ name: String, _ type: ValueType<Value>) throws -> Wrapped {
    guard let self else { throw Problem(.invalidParameter, "missing; expected \(type.expected)", field: name) }
    return self
  }
}
