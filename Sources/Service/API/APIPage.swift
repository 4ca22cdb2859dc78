import JSON
import Web

/// The API as a page without scripts: each operation with its parameters, body, answers and problems, and the schemas.
struct APIPage {
  static let style = StaticFile(
    "/assets/api.css", mediaType: "text/css; charset=utf-8", bytes: Array(EmbeddedText.api_css.utf8))

  let table: RouteTable
  let document: OpenAPIDocument

  var html: HTML {
    """
    <!doctype html>
    <html lang="en">
    <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <title>\(document.title) API</title>
    <link rel="stylesheet" href="\(Self.style.address)">
    </head>
    <body>
    <nav aria-label="Operations">\(document.tags.map(entries))\
    <h2>Schemas</h2>\(document.schemas.map { "<a href=\"#\($0.name)\"><code>\($0.name)</code></a>" as HTML })</nav>
    <main>
    <h1>\(document.title) API</h1>
    <p>\(document.description) For programs: <a href="/v1/openapi.json">openapi.json</a>.</p>
    <p>Send a token in the header field <code>Authorization: Bearer …</code>. Errors are problem documents (RFC 9457); compare
    their <code>code</code>.</p>
    \(document.tags.map(section))
    <h2>Schemas</h2>
    \(document.schemas.map { schema($0.name, $0.schema) })
    </main>
    </body>
    </html>

    """
  }

  private func routes(_ tag: String) -> [(route: Route, id: String)] {
    table.routes.compactMap { route -> (route: Route, id: String)? in
      guard case .api(tag, let id) = route.documentation else { return nil }
      return (route: route, id: id)
    }
  }

  private func entries(_ tag: (name: String, description: String)) -> HTML {
    let links = routes(tag.name).map { route, id -> HTML in
      "<a href=\"#\(id)\">\(Self.method(route))<code>\(route.path.description.replacing("/v1", with: ""))</code></a>"
    }
    return "<h2>\(tag.name)</h2>\(links)"
  }

  private static func method(_ route: Route) -> HTML {
    "<span class=\"method \(route.method.rawValue.lowercased())\">\(route.method.rawValue)</span>"
  }

  private func section(_ tag: (name: String, description: String)) -> HTML {
    "<h2>\(tag.name)</h2><p class=\"soft\">\(tag.description)</p>\(routes(tag.name).map { operation($0.route, $0.id) })"
  }

  private func operation(_ route: Route, _ id: String) -> HTML {
    var access: HTML = "Open to all."
    if case .requires(_, let permissions) = route.access {
      let names = permissions.map(\.rawValue).sorted().map { "<code>\($0)</code>" as HTML }
      access = "Needs the scope \(Self.joined(names, by: " or "))."
    }
    return """
      <section id="\(id)"><h3>\(Self.method(route))<code>\(route.path.description)</code></h3>
      <p>\(Self.text(route.summary)) \(Self.text(route.description))</p><p class="soft">\(access)</p>
      \(parameters(route))\(bodies(route))
      <h4>Answers</h4>\(answers(route))</section>

      """
  }

  private func parameters(_ route: Route) -> HTML? {
    guard !route.parameters.isEmpty else { return nil }
    let rows = route.parameters.map { parameter -> HTML in
      """
      <tr><td><code>\(parameter.name)</code> <span class="soft">\(parameter.location.rawValue)</span></td>\
      <td>\(Self.text(parameter.description)) <span class="soft">\(SchemaText.html(parameter.schema.json))</span></td></tr>
      """
    }
    return "<h4>Parameters</h4>\(Self.rows("Parameter", rows))"
  }

  private func bodies(_ route: Route) -> HTML? {
    guard !route.body.contents.isEmpty else { return nil }
    let items = route.body.contents.map { content -> HTML in
      let schema: HTML? = content.schema.map { ": \(SchemaText.html($0.json))" }
      let example: HTML? = content.example.map { "<pre>\($0)</pre>" }
      return "<li><code>\(content.mediaType)</code>\(schema)\(example)</li>"
    }
    return "<h4>Body</h4><p class=\"soft\">At most \(Format.bytes(Int64(route.body.limit))).</p><ul>\(items)</ul>"
  }

  private func answers(_ route: Route) -> HTML {
    let answers = route.answers.map { answer -> HTML in
      let schema: HTML? = answer.schema.map { " \(SchemaText.html($0.json))" }
      return "<tr><td>\(answer.status)</td><td>\(Self.text(answer.description))\(schema)</td></tr>"
    }
    let problems = route.problems.map { type -> HTML in
      "<tr><td>\(type.status) <code>\(type.code)</code></td><td>\(type.title)</td></tr>"
    }
    return Self.rows("Answer", answers + problems)
  }

  private func schema(_ name: String, _ schema: JSONSchema) -> HTML {
    """
    <section id="\(name)"><h3><code>\(name)</code></h3>\(SchemaText.members(schema.json) ?? SchemaText.html(schema.json))</section>

    """
  }

  static func rows(_ name: String, _ rows: [HTML]) -> HTML {
    "<table><thead><tr><th scope=\"col\">\(name)</th><th scope=\"col\">Meaning</th></tr></thead><tbody>\(rows)</tbody></table>"
  }

  static func joined(_ parts: [HTML], by separator: HTML) -> HTML {
    guard var text = parts.first else { return "" }
    for part in parts.dropFirst() { text += separator + part }
    return text
  }

  /// Text in which code is between backticks.
  static func text(_ text: String) -> HTML {
    let parts = text.split(separator: "`", omittingEmptySubsequences: false)
    return parts.enumerated().reduce(into: "" as HTML) { html, part in
      let piece = HTML(escaping: String(part.element))
      html += part.offset % 2 == 1 ? "<code>\(piece)</code>" : piece
    }
  }
}

/// A JSON schema in words.
enum SchemaText {
  static func html(_ schema: JSONValue) -> HTML {
    guard case .object(let schema) = schema else { return "" }
    if case .string(let reference) = schema["$ref"], let name = reference.split(separator: "/").last {
      return "<a href=\"#\(name)\">\(name)</a>"
    }
    if case .array(let choices) = schema["anyOf"] { return APIPage.joined(choices.map(html), by: " or ") }
    if case .array(let values) = schema["enum"] {
      let names = values.map { value -> HTML in "<code>\(Self.text(value))</code>" }
      return "One of \(APIPage.joined(names, by: ", "))."
    }
    let items = schema["items"].map { " of \(html($0))" as HTML }
    return "\(type(schema))\(items)\(limits(schema))"
  }

  /// The members of an object as a table; nil for other schemas.
  static func members(_ schema: JSONValue) -> HTML? {
    guard case .object(let schema) = schema, case .object(let properties) = schema["properties"],
      !properties.members.isEmpty
    else { return nil }
    var required: Set<String> = []
    if case .array(let names) = schema["required"] {
      required = Set(names.map(Self.text))
    }
    let rows = properties.members.map { member -> HTML in
      let mark: HTML? = required.contains(member.name) ? " <span class=\"soft\">always</span>" : nil
      return
        "<tr><td><code>\(member.name)</code>\(mark)</td><td>\(description(member.value)) \(nested(member.value))</td></tr>"
    }
    return "\(description(.object(schema)))\(APIPage.rows("Member", rows))"
  }

  /// An object in an array or in an object is described in its place.
  private static func nested(_ schema: JSONValue) -> HTML {
    if let members = members(schema) { return members }
    if case .object(let object) = schema, let items = object["items"], let members = members(items) {
      return "<span class=\"soft\">Array of objects.</span>\(members)"
    }
    return "<span class=\"soft\">\(html(schema))</span>"
  }

  private static func description(_ schema: JSONValue) -> HTML {
    guard case .object(let object) = schema, case .string(let text) = object["description"] else { return "" }
    return APIPage.text(text)
  }

  /// The text of a string; empty for other values.
  private static func text(_ value: JSONValue) -> String {
    if case .string(let text) = value { return text }
    return ""
  }

  private static func type(_ schema: JSONObject) -> HTML {
    if case .string("date-time") = schema["format"] { return "time" }
    switch schema["type"] {
    case .string(let name): return "\(name)"
    case .array(let names):
      return APIPage.joined(names.map { HTML(escaping: Self.text($0)) }, by: " or ")
    default: return "any value"
    }
  }

  private static func limits(_ schema: JSONObject) -> HTML {
    func number(_ name: String) -> String? {
      // The largest number of 64 bits says nothing to a reader.
      if case .number(let text) = schema[name], text.count < 19 { text } else { nil }
    }
    switch (number("minLength") ?? number("minimum"), number("maxLength") ?? number("maximum")) {
    case (let least?, let most?): return least == most ? ", \(least)" : ", \(least) to \(most)"
    case (let least?, nil): return ", at least \(least)"
    case (nil, let most?): return ", at most \(most)"
    case (nil, nil): return number("maxItems").map { ", at most \($0)" as HTML } ?? ""
    }
  }
}
