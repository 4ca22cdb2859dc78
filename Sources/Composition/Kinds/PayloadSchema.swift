import JSON

extension JobKind {
  /// The JSON Schema (2020-12) of the kind's payloads, with the keywords that enqueues check (`schema_problem` in SQL).
  ///
  /// It refuses only what the composer would refuse too. Members that it does not describe are accepted.
  package var payloadSchema: JSONValue {
    var schema = memberSchema
    for member in defaults.members { schema.makeOptional(member.name) }
    return .object(
      JSONObject(
        [
          .init(name: "$schema", value: .string("https://json-schema.org/draft/2020-12/schema")),
          .init(name: "title", value: .string(name)),
        ] + schema.object.members))
  }

  private var memberSchema: ObjectSchema {
    var schema = ObjectSchema()
    switch composer {
    case .note:
      schema.add("title", PayloadSchema.string, .init(name: "minLength", value: .number("1")), isRequired: true)
      schema.add("body", PayloadSchema.string, isRequired: true)
      schema.add("author", PayloadSchema.string)
      schema.add("created", PayloadSchema.date)
      schema.add("shared", PayloadSchema.date)
      schema.add("tags", PayloadSchema.array(of: PayloadSchema.string))
    case .invoice:
      var item = ObjectSchema()
      for name in ["price", "unit_price", "quantity"] { item.add(name, PayloadSchema.type("string", "number")) }
      schema.add("number", PayloadSchema.string, isRequired: true)
      schema.add("date", PayloadSchema.date, isRequired: true)
      schema.add("currency", PayloadSchema.string, isRequired: true)
      schema.add("items", PayloadSchema.array(of: item.object.members), isRequired: true)
    case .archive:
      schema.add("title", PayloadSchema.string)
      schema.add("segments", PayloadSchema.type("array"))
    case .binder:
      schema.add("batch", PayloadSchema.string)
      schema.add("parts", PayloadSchema.type("array"))
    case .html:
      schema = ObjectSchema(fields)
    }
    if composer != .archive {
      schema.add("locale", PayloadSchema.string)
      if composer == .binder || stamps != nil { schema.add("stamps", PayloadSchema.type("array")) }
      if composer != .html || sheets != nil { schema.add("sheets", PayloadSchema.type("object")) }
      if composer != .binder { schema.add("page_size", PayloadSchema.string) }
    }
    return schema
  }
}

/// Keywords of JSON Schema.
private enum PayloadSchema {
  typealias Keywords = [JSONObject.Member]

  static func type(_ names: String...) -> Keywords { [.init(name: "type", value: .types(names))] }

  static let string = type("string")

  static let date =
    type("string") + [
      .init(name: "pattern", value: .string("^[0-9]{4}-[0-9]{2}-[0-9]{2}([Tt ].+)?$")),
      .init(name: "description", value: .string("a date (2026-11-20, or 2026-11-20T09:14:00Z)")),
    ]

  /// A JSON number, or a string that holds one.
  static let decimal =
    type("string", "number") + [
      .init(name: "pattern", value: .string("^-?[0-9]+(\\.[0-9]+)?([eE][-+]?[0-9]+)?$")),
      .init(name: "description", value: .string("a decimal number")),
    ]

  static let lines =
    type("string", "array") + [
      .init(name: "items", value: .object(JSONObject(string))),
      .init(name: "description", value: .string("lines (a string, or an array of strings)")),
    ]

  static func array(of elements: Keywords) -> Keywords {
    type("array") + (elements.isEmpty ? [] : [.init(name: "items", value: .object(JSONObject(elements)))])
  }

  /// The keywords for values with a declared type; empty for others.
  static func keywords(_ types: FieldTypes) -> Keywords {
    switch types.kind {
    case nil: []
    case .text, .html: string
    case .lines: lines
    case .boolean: type("boolean")
    case .decimal, .money, .percent: decimal
    case .date, .datetime: date
    case .list: array(of: types.elements.first.map(keywords) ?? [])
    case .object: ObjectSchema(types).object.members
    }
  }
}

/// The schema of an object with known members.
private struct ObjectSchema {
  private var members: [(name: String, keywords: PayloadSchema.Keywords)] = []
  private var required: Set<String> = []

  init() {}

  init(_ types: FieldTypes) {
    for (name, member) in types.members.sorted(by: { $0.key < $1.key }) {
      add(name, PayloadSchema.keywords(member), isRequired: Self.isRequired(member))
    }
  }

  /// An object without a declaration of its own is needed only for its members.
  private static func isRequired(_ types: FieldTypes) -> Bool {
    guard !types.isOptional else { return false }
    if let field = types.field, field.kind != .object { return true }
    return types.members.values.contains(where: isRequired)
  }

  mutating func add(
    _ name: String, _ keywords: PayloadSchema.Keywords, _ further: JSONObject.Member..., isRequired: Bool = false
  ) {
    // A member that the kind's file declares precedes those that all kinds have.
    guard !members.contains(where: { $0.name == name }) else { return }
    members.append((name, keywords + further))
    if isRequired { required.insert(name) } else { makeOptional(name) }
  }

  /// Lets a member be absent or null.
  mutating func makeOptional(_ name: String) {
    required.remove(name)
    guard let member = members.firstIndex(where: { $0.name == name }),
      let type = members[member].keywords.firstIndex(where: { $0.name == "type" })
    else { return }
    members[member].keywords[type].value.allowNull()
  }

  var object: JSONObject {
    var all = PayloadSchema.type("object")
    let properties = members.map { JSONObject.Member(name: $0.name, value: .object(JSONObject($0.keywords))) }
    if !properties.isEmpty { all.append(.init(name: "properties", value: .object(JSONObject(properties)))) }
    let names = members.map(\.name).filter(required.contains)
    if !names.isEmpty { all.append(.init(name: "required", value: .array(names.map { .string($0) }))) }
    return JSONObject(all)
  }
}

extension JSONValue {
  /// The value of the keyword `type`: a string, or an array of several.
  fileprivate static func types(_ names: [String]) -> JSONValue {
    names.count == 1 ? .string(names[0]) : .array(names.map { .string($0) })
  }

  fileprivate mutating func allowNull() {
    switch self {
    case .string(let name): self = Self.types([name, "null"])
    case .array(let names) where !names.contains(.string("null")): self = .array(names + [.string("null")])
    default: break
    }
  }
}
