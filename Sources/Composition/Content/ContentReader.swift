import Diagnostics
import Layout
import Markup
import Style

/// Reads the content of a document: elements that generate boxes, with the attributes that mail programs know.
struct ContentReader {
  private let styled: StyledDocument
  private var document: Document { styled.document }
  /// It is nil if images are represented by their alternative texts only.
  private(set) var images: MailImages?
  private(set) var warnings: [Diagnostic] = []

  init(styled: StyledDocument, images: MailImages?) {
    self.styled = styled
    self.images = images
  }

  /// Elements that are never content, whatever their style: scripts, forms and embedded documents.
  private static let dropped: Set<String> = [
    "applet", "audio", "base", "canvas", "datalist", "embed", "frame", "frameset", "head", "iframe", "link", "math",
    "meta",
    "noframes", "noscript", "object", "param", "script", "source", "style", "template", "title", "track", "video",
  ]

  /// Elements that are kept; others become `div` or `span`, depending on their style.
  private static let kept: Set<String> = [
    "a", "abbr", "address", "b", "bdi", "bdo", "big", "blockquote", "br", "caption", "center", "cite", "code", "col",
    "colgroup", "dd", "del", "dfn", "div", "dl", "dt", "em", "figcaption", "figure", "h1", "h2", "h3", "h4", "h5", "h6",
    "hr",
    "i", "img", "ins", "kbd", "li", "mark", "ol", "p", "pre", "q", "rp", "rt", "ruby", "s", "samp", "small", "span",
    "strike", "strong", "sub", "sup", "table", "tbody", "td", "tfoot", "th", "thead", "tr", "tt", "u", "ul", "var",
    "wbr",
  ]

  /// Attributes that are kept, by element; `*` is every element. Those that set a style are part of the style.
  private static let attributes: [String: Set<String>] = [
    "*": ["dir", "lang", "title"],
    "td": ["colspan", "rowspan", "headers"], "th": ["colspan", "rowspan", "headers", "scope"],
    "col": ["span"], "colgroup": ["span"], "ol": ["start", "reversed", "type"], "li": ["value"], "img": ["alt"],
  ]

  /// The element `body`.
  mutating func body() -> ContentElement {
    let root = document.documentElement
    let source = root.isNone ? nil : document.children(of: root).first { document.isElement($0, .body) }
    guard let source else { return ContentElement("body", style: StyleID(0)) }
    let body = ContentElement("body", style: styled.styleOfNode[Int(source.index)])
    for child in document.children(of: source) { read(child, into: body) }
    return body
  }

  private mutating func read(_ node: NodeID, into parent: ContentElement) {
    switch document[node].kind {
    case .document: break
    case .text: parent.append(String(decoding: document.text(node), as: UTF8.self))
    case .element: readElement(node, into: parent)
    }
  }

  private mutating func readElement(_ node: NodeID, into parent: ContentElement) {
    let style = styled.styleOfNode[Int(node.index)]
    guard styled[style].box.display != .none, !styled[style].isPageFurniture else { return }
    switch document[node].namespace {
    case .svg:
      if document.isElement(node, .svg) { readSVG(node, style, into: parent) }
      return
    case .mathML, .other:
      parent.append(document.textContent(node))
      return
    case .html: break
    }
    let name = document.name(node)
    if Self.dropped.contains(name) { return }
    switch name {
    case "img": readImage(node, style, into: parent)
    case "input", "select", "textarea", "button", "option", "progress", "meter": readControl(node, name, into: parent)
    default: readContainer(node, name, style, into: parent)
    }
  }

  private mutating func readContainer(_ node: NodeID, _ name: String, _ style: StyleID, into parent: ContentElement) {
    let isInline = [.inline, .contents].contains(styled[style].box.display)
    let element = ContentElement(Self.kept.contains(name) ? name : isInline ? "span" : "div", style: style)
    copyAttributes(of: node, to: element)
    if element.name == "a", let href = document.attribute(node, .href) {
      if let address = Self.link(href) {
        element.attributes.append(("href", address))
      } else if !href.hasPrefix("#") {
        warnings.append(
          Diagnostic(
            "link_removed", "a link is not part of the mail: only http, https, mailto and tel are", at: place(node)))
      }
    }
    if element.name == "table" {
      // Programs that know no styles of tables need these.
      element.attributes += [("cellpadding", "0"), ("cellspacing", "0")]
    }
    parent.children.append(.element(element))
    if ContentElement.voidNames.contains(element.name) { return }
    generate(.before, of: node, into: element)
    for child in document.children(of: node) { read(child, into: element) }
    generate(.after, of: node, into: element)
  }

  private func copyAttributes(of node: NodeID, to element: ContentElement) {
    for attribute in document.attributes(of: node) {
      let name = document.names[attribute.name]
      guard Self.attributes["*"]?.contains(name) == true || Self.attributes[element.name]?.contains(name) == true,
        element.attribute(name) == nil
      else { continue }
      let value = document.bytes[Int(attribute.value.lowerBound)..<Int(attribute.value.upperBound)]
      element.attributes.append((name, String(decoding: value, as: UTF8.self)))
    }
  }

  /// The address of a link that a mail may have; nil for scripts, files, relative addresses and fragments.
  static func link(_ href: String) -> String? {
    let address = href.trimmingPrefix(while: \.isWhitespace)
    guard !address.unicodeScalars.contains(where: { $0.value < 0x20 || $0.value == 0x7F }) else { return nil }
    let scheme = address.prefix { $0 != ":" }.lowercased()
    return ["http", "https", "mailto", "tel"].contains(scheme) && address.count > scheme.count + 1
      ? String(address) : nil
  }

  private func place(_ node: NodeID) -> SourceLocation {
    SourceLocation(line: Int(document[node].line), column: Int(document[node].column))
  }

  /// Adds the strings of a pseudo-element. Mail programs generate the quotation marks of `q` themselves.
  private mutating func generate(_ kind: PseudoElement.Kind, of node: NodeID, into element: ContentElement) {
    guard element.name != "q", let style = styled.pseudoStyles[PseudoElement(node, kind)],
      styled[style].box.display != .none, let items = styled[style].content.content
    else { return }
    let generated = ContentElement(
      [.inline, .contents].contains(styled[style].box.display) ? "span" : "div", style: style)
    for item in items {
      switch item {
      case .string(let text): generated.append(text)
      case .image(let address):
        let place = place(node)
        if let image = images?.image(at: address, width: nil, height: nil, place: place) {
          generated.append(image, alternative: "", style: style)
        }
      default:
        let message = "counters, quotes and references of generated content are not part of the mail"
        warnings.append(Diagnostic("generated_content_removed", message, at: place(node)))
      }
    }
    if !generated.children.isEmpty { element.children.append(.element(generated)) }
  }
}

extension ContentReader {
  private mutating func readImage(_ node: NodeID, _ style: StyleID, into parent: ContentElement) {
    let alternative = document.attribute(node, .alt) ?? ""
    let size = fixedSize(style)
    if images == nil { return parent.append(imageWith: alternative, style: style) }
    let place = place(node)
    guard let source = styled.imageSource(of: node),
      let image = images?.image(at: source.address, width: size.width, height: size.height, place: place)
    else {
      if !alternative.isEmpty { parent.append(alternative) }
      return
    }
    parent.append(image, alternative: alternative, style: style)
  }

  private mutating func readSVG(_ node: NodeID, _ style: StyleID, into parent: ContentElement) {
    let file = InlineSVG(document, node, color: styled[style].text.color).file
    let size = fixedSize(style)
    let title = document.children(of: node).first { document.name($0) == "title" }.map { document.textContent($0) }
    let alternative = document.attribute(node, "aria-label") ?? title ?? ""
    if images == nil { return parent.append(imageWith: alternative, style: style) }
    let place = place(node)
    if let image = images?.image(svg: file, width: size.width, height: size.height, place: place) {
      parent.append(image, alternative: alternative, style: style)
    }
  }

  private func fixedSize(_ style: StyleID) -> (width: Double?, height: Double?) {
    func px(_ value: SizeValue) -> Double? {
      if case .length(.px(let px)) = value { min(max(0, px), 4000) } else { nil }
    }
    return (px(styled[style].box.width), px(styled[style].box.height))
  }

  /// Form controls as text: a mail has none.
  private func readControl(_ node: NodeID, _ name: String, into parent: ContentElement) {
    switch name {
    case "input":
      let isChecked = document.attribute(node, "checked") != nil
      switch document.attribute(node, .type)?.lowercased() ?? "text" {
      case "checkbox": parent.append(isChecked ? "\u{2611}\u{A0}" : "\u{2610}\u{A0}")
      case "radio": parent.append(isChecked ? "\u{25C9}\u{A0}" : "\u{25CB}\u{A0}")
      case "hidden", "password", "image", "file": break
      default: parent.append(document.attribute(node, .value) ?? "")
      }
    case "select":
      let options = document.children(of: node).filter { document.isElement($0, .option) }
      let chosen = options.first { document.attribute($0, "selected") != nil } ?? options.first
      if let chosen { parent.append(document.textContent(chosen)) }
    case "textarea", "button": parent.append(document.textContent(node))
    default: break
    }
  }
}

extension ComputedStyle {
  /// Whether the element is taken out of the document to the margins of pages.
  fileprivate var isPageFurniture: Bool {
    if case .running = box.position { true } else { false }
  }
}

extension ContentElement {
  fileprivate func append(_ text: String) {
    // A parser would change these characters.
    let text = Escaping.withoutNUL(text).replacing("\r", with: "\n")
    if !text.isEmpty { children.append(.text(text)) }
  }

  /// Appends an image of which only the alternative text is used.
  fileprivate func append(imageWith alternative: String, style: StyleID) {
    let element = ContentElement("img", style: style)
    element.alternative = alternative
    children.append(.element(element))
  }

  fileprivate func append(_ image: MailImages.Entry, alternative: String, style: StyleID) {
    let element = ContentElement("img", style: style)
    element.attributes = [("src", image.address), ("alt", alternative)]
    // Some programs know only this attribute, and would show large images in their natural size.
    let width = max(1, min(image.width, MailComposer.width).rounded())
    element.attributes.append(("width", String(Int(width))))
    element.alternative = alternative
    children.append(.element(element))
  }
}
