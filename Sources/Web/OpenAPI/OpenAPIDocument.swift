import JSON

/// The OpenAPI 3.1 document of the documented routes of a table.
package struct OpenAPIDocument: Sendable {
  package var title: String
  package var version: String
  package var description: String
  /// The headings, in order, with descriptions.
  package var tags: [(name: String, description: String)]
  /// The schemas that `JSONSchema.reference` names.
  package var schemas: [(name: String, schema: JSONSchema)]

  package init(
    title: String, version: String, description: String, tags: [(name: String, description: String)],
    schemas: [(name: String, schema: JSONSchema)]
  ) {
    self.title = title
    self.version = version
    self.description = description
    self.tags = tags
    self.schemas = schemas
  }

  /// The problems that a route can have in addition to its own.
  static func problems(of route: Route) -> [ProblemType] {
    var problems: [ProblemType] = [.malformedRequest]
    if !route.parameters.isEmpty { problems.append(.invalidParameter) }
    if route.access != .open { problems += [.unauthenticated, .forbidden, .tooManyRequests] }
    if !route.body.contents.isEmpty {
      problems += [.invalidBody, .bodyTooLarge, .unsupportedMediaType, .requestTimeout]
    }
    return problems + route.problems + [.internalError, .unavailable]
  }

  package func json(of table: RouteTable) -> JSONValue {
    var paths: [JSONObject.Member] = []
    for route in table.routes {
      guard case .api(let tag, let id) = route.documentation else { continue }
      let operation = JSONObject.Member(name: route.method.rawValue.lowercased(), value: operation(route, tag, id))
      let path = route.path.description
      if let index = paths.firstIndex(where: { $0.name == path }), case .object(var object) = paths[index].value {
        object.members.append(operation)
        paths[index].value = .object(object)
      } else {
        paths.append(.init(name: path, value: .object(JSONObject([operation]))))
      }
    }
    return [
      "openapi": "3.1.0",
      "info": ["title": .string(title), "version": .string(version), "description": .string(description)],
      "tags": .array(tags.map { ["name": .string($0.name), "description": .string($0.description)] }),
      "paths": .object(JSONObject(paths)),
      "components": [
        "securitySchemes": ["token": ["type": "http", "scheme": "bearer"]],
        "schemas": .object(
          JSONObject(
            schemas.map { .init(name: $0.name, value: $0.schema.json) }
              + [.init(name: "Problem", value: Self.problemSchema.json)])),
      ],
    ]
  }

  private static let problemSchema = JSONSchema.object(
    [
      "type": .string.with("format", "uri-reference"), "title": .string, "status": .integer(400...599),
      "code": .string.described("Stable; for programs."), "detail": .string.described("For people."),
      "field": .string.described("The parameter, or the path in the body, to which the problem applies."),
    ], required: ["type", "title", "status", "code", "detail"], allowsOthers: true
  ).described("RFC 9457")

  private func operation(_ route: Route, _ tag: String, _ id: String) -> JSONValue {
    var members: [JSONObject.Member] = [
      .init(name: "operationId", value: .string(id)),
      .init(name: "tags", value: .array([.string(tag)])),
      .init(name: "summary", value: .string(route.summary)),
    ]
    var description = route.description
    if case .requires(_, let permissions) = route.access {
      let list = permissions.map { "`\($0.rawValue)`" }.sorted().joined(separator: " or ")
      description += (description.isEmpty ? "" : "\n\n") + "Needs \(list)."
      members.append(.init(name: "security", value: .array([["token": []]])))
    } else {
      members.append(.init(name: "security", value: .array([])))
    }
    if !description.isEmpty { members.append(.init(name: "description", value: .string(description))) }
    if !route.parameters.isEmpty {
      members.append(.init(name: "parameters", value: .array(route.parameters.map(Self.parameter))))
    }
    if !route.body.contents.isEmpty { members.append(.init(name: "requestBody", value: Self.body(route.body))) }
    members.append(.init(name: "responses", value: Self.responses(route)))
    return .object(JSONObject(members))
  }

  private static func parameter(_ parameter: ParameterDeclaration) -> JSONValue {
    var members: [JSONObject.Member] = [
      .init(name: "name", value: .string(parameter.name)),
      .init(name: "in", value: .string(parameter.location.rawValue)),
      .init(name: "required", value: .bool(parameter.isRequired)),
      .init(name: "description", value: .string(parameter.description)),
      .init(name: "schema", value: parameter.schema.json),
    ]
    if parameter.isList {
      members.append(.init(name: "style", value: "form"))
      members.append(.init(name: "explode", value: true))
    }
    return .object(JSONObject(members))
  }

  private static func body(_ body: BodyDescription) -> JSONValue {
    var members: [JSONObject.Member] = []
    if !body.description.isEmpty { members.append(.init(name: "description", value: .string(body.description))) }
    members.append(.init(name: "required", value: .bool(body.isRequired)))
    members.append(
      .init(
        name: "content",
        value: .object(
          JSONObject(
            body.contents.map { content in
              var media: [JSONObject.Member] = []
              if let schema = content.schema { media.append(.init(name: "schema", value: schema.json)) }
              if let example = content.example.flatMap({ try? JSONParser.parse(Array($0.utf8)) }) {
                media.append(.init(name: "example", value: example))
              }
              return .init(name: content.mediaType, value: .object(JSONObject(media)))
            }))))
    return .object(JSONObject(members))
  }

  private static func responses(_ route: Route) -> JSONValue {
    var members = route.answers.map { JSONObject.Member(name: String($0.status), value: response($0)) }
    let byStatus = Dictionary(grouping: problems(of: route), by: \.status)
    for (status, types) in byStatus.sorted(by: { $0.key < $1.key }) {
      let codes = Set(types.map(\.code)).sorted().map { "`\($0)`" }.joined(separator: ", ")
      members.append(
        .init(
          name: String(status),
          value: [
            "description": .string("\(types[0].title). Codes: \(codes)."),
            "content": ["application/problem+json": ["schema": JSONSchema.reference("Problem").json]],
          ]))
    }
    return .object(JSONObject(members))
  }

  private static func response(_ answer: Route.Response) -> JSONValue {
    var members: [JSONObject.Member] = [.init(name: "description", value: .string(answer.description))]
    if !answer.headers.isEmpty {
      let headers = answer.headers.sorted { $0.key < $1.key }.map {
        JSONObject.Member(name: $0.key, value: ["description": .string($0.value), "schema": ["type": "string"]])
      }
      members.append(.init(name: "headers", value: .object(JSONObject(headers))))
    }
    if let mediaType = answer.mediaType {
      let schema = answer.schema.map { ["schema": $0.json] as JSONValue } ?? [:]
      var content: [JSONObject.Member] = [.init(name: mediaType, value: schema)]
      if let alternative = answer.alternative {
        content.append(.init(name: "application/json", value: ["schema": alternative.json]))
      }
      members.append(.init(name: "content", value: .object(JSONObject(content))))
    }
    return .object(JSONObject(members))
  }
}
