@testable import Markup

/// A tree as html5lib-tests write it, without comments and doctypes, which `Document` does not keep.
indirect enum TreeNode: Equatable {
  case text(String)
  /// The attributes are sorted, each as `name="value"`.
  case element(String, attributes: [String], children: [TreeNode])

  /// The children of the document.
  static func expected(_ lines: [String]) -> [TreeNode] {
    var index = 0
    return children(lines, &index, depth: 0).nodes
  }

  private static func children(
    _ lines: [String], _ index: inout Int, depth: Int
  ) -> (nodes: [TreeNode], attributes: [String]) {
    var nodes: [TreeNode] = []
    var attributes: [String] = []
    while index < lines.count {
      let spaces = lines[index].prefix { $0 == " " }.count
      guard spaces >= depth else { break }
      let line = String(lines[index].dropFirst(depth))
      index += 1
      if line.hasPrefix("<!") { continue }
      if line.hasPrefix("<"), line.hasSuffix(">") {
        let inside = children(lines, &index, depth: depth + 2)
        nodes.append(
          .element(String(line.dropFirst().dropLast()), attributes: inside.attributes.sorted(), children: inside.nodes))
      } else if line.hasPrefix("\"") {
        append(String(line.dropFirst().dropLast()), to: &nodes)
      } else if line == "content" {
        // The contents of a template are its children in `Document`.
        nodes += children(lines, &index, depth: depth + 2).nodes
      } else {
        attributes.append(line)
      }
    }
    return (nodes, attributes)
  }

  /// Text on both sides of a comment is one node in `Document`.
  private static func append(_ text: String, to nodes: inout [TreeNode]) {
    if case .text(let before)? = nodes.last {
      nodes[nodes.count - 1] = .text(before + text)
    } else {
      nodes.append(.text(text))
    }
  }

  static func parsed(_ document: Document) -> [TreeNode] { children(of: Document.root, document) }

  private static func children(of id: NodeID, _ document: Document) -> [TreeNode] {
    var nodes: [TreeNode] = []
    for child in document.children(of: id) {
      if document[child].kind == .text {
        append(String(decoding: document.text(child), as: UTF8.self), to: &nodes)
      } else {
        nodes.append(
          .element(
            prefix(document[child].namespace) + document.name(child), attributes: attributes(of: child, document),
            children: children(of: child, document)))
      }
    }
    return nodes
  }

  private static func attributes(of id: NodeID, _ document: Document) -> [String] {
    document.attributes(of: id).map { attribute in
      let value = document.bytes[Int(attribute.value.lowerBound)..<Int(attribute.value.upperBound)]
      var name = document.names[attribute.name]
      if document[id].namespace != .html, foreignAttributes.contains(name) {
        name = name.split(separator: ":").joined(separator: " ")
      }
      return "\(name)=\"\(String(decoding: value, as: UTF8.self))\""
    }.sorted()
  }

  private static func prefix(_ namespace: Node.Namespace) -> String {
    switch namespace {
    case .html, .other: ""
    case .svg: "svg "
    case .mathML: "math "
    }
  }

  /// Attributes with a namespace of their own (HTML 13.2.6.1, “adjust foreign attributes”).
  private static let foreignAttributes: Set = [
    "xlink:actuate", "xlink:arcrole", "xlink:href", "xlink:role", "xlink:show", "xlink:title", "xlink:type",
    "xml:lang", "xml:space", "xmlns:xlink",
  ]

  /// The tree on one line, for messages.
  static func line(_ nodes: [TreeNode]) -> String {
    nodes.map { node in
      switch node {
      case .text(let text): text.debugDescription
      case .element(let name, let attributes, let children):
        ([name] + attributes).joined(separator: " ") + (children.isEmpty ? "" : "(\(line(children)))")
      }
    }.joined(separator: ", ")
  }
}
