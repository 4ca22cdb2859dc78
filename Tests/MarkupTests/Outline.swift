import Markup

extension Document {
  /// The tree on one line: `html(head body(p("text")))`.
  var outline: String { outline(documentElement) }

  /// The children of `body` on one line.
  var bodyOutline: String {
    for child in children(of: documentElement) where isElement(child, .body) { return contents(child) }
    return "no body"
  }

  private func outline(_ node: NodeID) -> String {
    if self[node].kind == .text { return "\"" + String(decoding: text(node), as: UTF8.self) + "\"" }
    let inside = contents(node)
    return inside.isEmpty ? name(node) : "\(name(node))(\(inside))"
  }

  private func contents(_ node: NodeID) -> String { children(of: node).map(outline).joined(separator: " ") }
}

/// The body's outline of parsed HTML, with a doctype in front.
func body(_ html: String) throws -> String { try Document.parse(html: "<!DOCTYPE html>" + html).bodyOutline }
