import Style

/// An element of a document's content, as mails, plain text and Markdown show it: without pages, scripts and forms.
final class ContentElement {
  enum Child {
    case element(ContentElement)
    case text(String)
  }

  /// A name of HTML in lower case.
  let name: String
  var attributes: [(name: String, value: String)] = []
  /// The style of the element in the document.
  let style: StyleID
  var children: [Child] = []
  /// The value of its `style` attribute.
  var css = ""
  /// The text that replaces the element in the text alternative, such as the `alt` text of an image.
  var alternative: String?

  init(_ name: String, style: StyleID) {
    self.name = name
    self.style = style
  }

  func attribute(_ name: String) -> String? { attributes.first { $0.name == name }?.value }

  /// The whole number in an attribute, limited to the range of counters (css-lists-3 §4); nil if there is none.
  func integer(_ name: String) -> Int? { attribute(name).flatMap { Int($0) }.map { Int(Int32(clamping: $0)) } }

  var elements: [ContentElement] {
    children.compactMap { if case .element(let element) = $0 { element } else { nil } }
  }
}

extension ContentElement {
  static let voidNames: Set<String> = ["br", "col", "hr", "img", "wbr"]

  /// Appends the element as HTML.
  func write(to html: inout String) {
    html += "<\(name)"
    for attribute in attributes { html += " \(attribute.name)=\"\(Escaping.html.escape(attribute.value))\"" }
    if !css.isEmpty { html += " style=\"\(Escaping.html.escape(css))\"" }
    html += ">"
    if Self.voidNames.contains(name) { return }
    // A parser drops the first line break of these elements.
    if name == "pre", case .text(let text)? = children.first, text.hasPrefix("\n") { html += "\n" }
    for child in children {
      switch child {
      case .text(let text): html += Escaping.html.escape(text)
      case .element(let element): element.write(to: &html)
      }
    }
    html += "</\(name)>"
  }
}
