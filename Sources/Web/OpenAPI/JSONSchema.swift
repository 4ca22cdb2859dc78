import JSON

/// A JSON Schema (draft 2020-12, as in OpenAPI 3.1).
package struct JSONSchema: Hashable, Sendable {
  package let json: JSONValue

  package init(_ json: JSONValue) { self.json = json }

  private init(type: String, _ members: [JSONObject.Member] = []) {
    json = .object(JSONObject([.init(name: "type", value: .string(type))] + members))
  }

  /// A schema of `components/schemas`.
  package static func reference(_ name: String) -> JSONSchema {
    JSONSchema(["$ref": .string("#/components/schemas/\(name)")])
  }
  /// Any value.
  package static let any = JSONSchema([:])
  package static let boolean = JSONSchema(type: "boolean")
  package static let string = JSONSchema(type: "string")
  package static let dateTime = JSONSchema.string.with("format", "date-time")

  /// - Parameter length: Unicode scalars.
  package static func string(_ length: ClosedRange<Int>) -> JSONSchema {
    JSONSchema(
      type: "string",
      [
        .init(name: "minLength", value: .integer(length.lowerBound)),
        .init(name: "maxLength", value: .integer(length.upperBound)),
      ])
  }

  package static func oneOf(_ values: [String]) -> JSONSchema {
    string.with("enum", .array(values.map { .string($0) }))
  }

  package static let integer = JSONSchema(type: "integer")

  package static func integer(_ range: ClosedRange<Int>) -> JSONSchema {
    integer.with("minimum", .integer(range.lowerBound)).with("maximum", .integer(range.upperBound))
  }

  package static let number = JSONSchema(type: "number")

  package static func number(_ range: ClosedRange<Double>) -> JSONSchema {
    number.with("minimum", JSONValue(describing: range.lowerBound)).with(
      "maximum", JSONValue(describing: range.upperBound))
  }

  package static func array(of element: JSONSchema, atMost limit: Int? = nil) -> JSONSchema {
    let array = JSONSchema(type: "array", [.init(name: "items", value: element.json)])
    return limit.map { array.with("maxItems", .integer($0)) } ?? array
  }

  /// An object. Members that `required` does not name may be absent.
  package static func object(
    _ members: KeyValuePairs<String, JSONSchema>, required: [String] = [], allowsOthers: Bool = false
  ) -> JSONSchema {
    var object: [JSONObject.Member] = [
      .init(
        name: "properties", value: .object(JSONObject(members.map { .init(name: $0.key, value: $0.value.json) })))
    ]
    if !required.isEmpty { object.append(.init(name: "required", value: .array(required.map { .string($0) }))) }
    if !allowsOthers { object.append(.init(name: "additionalProperties", value: .bool(false))) }
    return JSONSchema(type: "object", object)
  }

  /// A schema for values of this one or null.
  package var orNull: JSONSchema {
    if case .object(let object) = json, case .string(let type) = object["type"], object["enum"] == nil {
      return with("type", .array([.string(type), "null"]))
    }
    return JSONSchema(["anyOf": .array([json, ["type": "null"]])])
  }

  /// The schema with one more keyword, or another value of it.
  package func with(_ keyword: String, _ value: JSONValue) -> JSONSchema {
    guard case .object(var object) = json else { return self }
    object.members.removeAll { $0.name == keyword }
    object.members.append(.init(name: keyword, value: value))
    return JSONSchema(.object(object))
  }

  package func described(_ text: String) -> JSONSchema { with("description", .string(text)) }
}
