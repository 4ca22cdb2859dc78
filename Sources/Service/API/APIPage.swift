import JSON
import Web

/// The API as a page without scripts: each operation with its parameters, body, answers and problems.
struct APIPage {
  let table: RouteTable
  let document: OpenAPIDocument

  var html: HTML {
    """
    <!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>\(document.title) API</title>
    <meta name="viewport" content="width=device-width"></head><body><main>
    <h1>\(document.title) API</h1><p>\(document.description)</p>
    <p>For programs: <a href="/v1/openapi.json">/v1/openapi.json</a>. Send a token in the header field
    <code>Authorization: Bearer …</code>. Errors are problem documents (RFC 9457); compare their <code>code</code>.</p>
    \(document.tags.map(section))
    </main></body></html>
    """
  }

  private func section(_ tag: (name: String, description: String)) -> HTML {
    let routes = table.routes.filter { if case .api(tag.name, _) = $0.documentation { true } else { false } }
    return "<h2>\(tag.name)</h2><p>\(tag.description)</p>\(routes.map(operation))"
  }

  private func operation(_ route: Route) -> HTML {
    var access: HTML = "Open to all."
    if case .requires(_, let permissions) = route.access {
      access = "Needs \(permissions.map(\.rawValue).sorted().joined(separator: " or "))."
    }
    let problems = route.problems.map { type -> HTML in
      "<li><code>\(type.code)</code> (\(type.status)) \(type.title)</li>"
    }
    return """
      <section><h3><code>\(route.method.rawValue) \(route.path.description)</code></h3>
      <p>\(route.summary) \(route.description) \(access)</p>\(parameters(route))\(bodies(route))
      <h4>Answers</h4><ul>\(route.answers.map { answer -> HTML in "<li>\(answer.status): \(answer.description)</li>" })\(problems)</ul></section>
      """
  }

  private func parameters(_ route: Route) -> HTML? {
    guard !route.parameters.isEmpty else { return nil }
    let rows = route.parameters.map { parameter -> HTML in
      "<tr><td><code>\(parameter.name)</code></td><td>\(parameter.location.rawValue)</td><td>\(parameter.description)</td><td><code>\(parameter.schema.json.text)</code></td></tr>"
    }
    return "<h4>Parameters</h4><table><tr><th>name</th><th>in</th><th>meaning</th><th>schema</th></tr>\(rows)</table>"
  }

  private func bodies(_ route: Route) -> HTML? {
    guard !route.body.contents.isEmpty else { return nil }
    let items = route.body.contents.map { content -> HTML in
      let example: HTML? = content.example.map { "<pre>\($0)</pre>" }
      return "<li><code>\(content.mediaType)</code>\(example)</li>"
    }
    return "<h4>Body</h4><p>At most \(route.body.limit) bytes.</p><ul>\(items)</ul>"
  }
}
