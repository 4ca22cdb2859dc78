import Diagnostics
import Markup

/// An element of a pasted body, as a tree that can be changed.
final class PastedElement {
  enum Child {
    case element(PastedElement)
    case text(String)
  }

  /// The local name; in lower case for HTML.
  let name: String
  var attributes: [(name: String, value: String)]
  var children: [Child]
  let place: SourceLocation
  /// Whether it is SVG or MathML, which is copied unchanged.
  let isForeign: Bool

  init(
    _ name: String, attributes: [(name: String, value: String)] = [], children: [Child] = [],
    place: SourceLocation = SourceLocation(), isForeign: Bool = false
  ) {
    self.name = name
    self.attributes = attributes
    self.children = children
    self.place = place
    self.isForeign = isForeign
  }

  /// Copies a subtree of a document.
  convenience init(_ document: Document, _ node: NodeID) {
    let attributes = document.attributes(of: node).map { attribute in
      let value = document.bytes[Int(attribute.value.lowerBound)..<Int(attribute.value.upperBound)]
      return (name: document.names[attribute.name], value: String(decoding: value, as: UTF8.self))
    }
    self.init(
      document.name(node), attributes: attributes, children: Self.children(of: node, in: document),
      place: SourceLocation(line: Int(document[node].line), column: Int(document[node].column)),
      isForeign: document[node].namespace != .html)
  }

  static func children(of node: NodeID, in document: Document) -> [Child] {
    document.children(of: node).map { child in
      document[child].kind == .text
        ? .text(String(decoding: document.text(child), as: UTF8.self)) : .element(PastedElement(document, child))
    }
  }

  func attribute(_ name: String) -> String? { attributes.first { $0.name == name }?.value }

  /// The words of the attribute `class`.
  var classes: Set<String> { Set((attribute("class") ?? "").split(whereSeparator: \.isWhitespace).map(String.init)) }

  var style: PastedStyle { PastedStyle(attribute("style") ?? "") }

  var elements: [PastedElement] {
    children.compactMap { if case .element(let element) = $0 { element } else { nil } }
  }

  /// All text in it.
  var text: String {
    children.reduce(into: "") { text, child in
      switch child {
      case .text(let own): text += own
      case .element(let element): text += element.text
      }
    }
  }

  /// The first descendant that satisfies a condition.
  func first(where condition: (PastedElement) -> Bool) -> PastedElement? {
    for element in elements {
      if condition(element) { return element }
      if let found = element.first(where: condition) { return found }
    }
    return nil
  }
}

extension PastedElement {
  static let voidNames: Set<String> = ["br", "col", "hr", "img", "input", "wbr"]

  /// Elements that start a new line.
  static let blockNames: Set<String> = [
    "address", "article", "aside", "blockquote", "body", "caption", "center", "col", "colgroup", "dd", "details", "div",
    "dl", "dt", "fieldset", "figcaption", "figure", "footer", "form", "h1", "h2", "h3", "h4", "h5", "h6", "header",
    "hr",
    "li", "main", "nav", "ol", "p", "pre", "section", "summary", "table", "tbody", "td", "tfoot", "th", "thead", "tr",
    "ul",
  ]

  var isBlock: Bool { Self.blockNames.contains(name) }

  /// Whether it contains a block.
  var containsBlock: Bool { elements.contains { $0.isBlock || $0.containsBlock } }

  /// Whether it shows nothing: white space only, and no images or controls.
  var isEmpty: Bool { Self.isEmpty(children) }

  static func isEmpty(_ children: [Child]) -> Bool {
    children.allSatisfy { child in
      switch child {
      case .text(let text): text.allSatisfy { $0.isWhitespace || $0 == "\u{A0}" || $0 == "\u{200B}" }
      case .element(let element): element.name == "br" || element.isTransparent && element.isEmpty
      }
    }
  }

  /// Whether it shows only its content.
  private var isTransparent: Bool {
    !Self.voidNames.contains(name) && !isForeign
      && !["td", "th", "pressrun-chart", "pressrun-barcode"].contains(name)
  }

  /// Appends children as HTML.
  static func write(_ children: [Child], to html: inout String) {
    for child in children {
      switch child {
      case .text(let text): html += Escaping.html.escape(text.replacing("\0", with: "\u{FFFD}"))
      case .element(let element): element.write(to: &html)
      }
    }
  }

  private func write(to html: inout String) {
    html += "<\(name)"
    for attribute in attributes {
      html +=
        attribute.value.isEmpty
        ? " \(attribute.name)" : " \(attribute.name)=\"\(Escaping.html.escape(attribute.value))\""
    }
    html += ">"
    if !isForeign, Self.voidNames.contains(name) { return }
    // A parser drops the first line break of this element.
    if name == "pre", case .text(let text)? = children.first, text.hasPrefix("\n") { html += "\n" }
    Self.write(children, to: &html)
    html += "</\(name)>"
  }
}
