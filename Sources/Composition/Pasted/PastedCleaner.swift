import Diagnostics
import Markup

/// Reduces a parsed pasted body to the markup of notes.
struct PastedCleaner {
  typealias Child = PastedElement.Child

  private let document: Document
  var log: PastedLog
  /// The fragments that links of the body refer to.
  private(set) var targets: Set<String> = []

  init(_ document: Document, log: PastedLog) {
    self.document = document
    self.log = log
  }

  /// The kinds of elements around an element.
  private struct Surroundings {
    var inLink = false
    var inPre = false
    var inHeading = false
  }

  /// The content of the body.
  mutating func body() -> [Child] {
    let root = document.documentElement
    guard !root.isNone, let body = document.children(of: root).first(where: { document.isElement($0, .body) }) else {
      return []
    }
    if let head = document.children(of: root).first(where: { document.isElement($0, .head) }) {
      let dropped = document.children(of: head).filter { document[$0].kind == .element }
      if let first = dropped.first {
        log.count(
          .metadata, dropped.count,
          at: SourceLocation(line: Int(document[first].line), column: Int(document[first].column)))
      }
    }
    for index in document.nodes.indices where document.nodes[index].kind == .element {
      if let href = document.attribute(NodeID(UInt32(index)), .href), href.hasPrefix("#") {
        targets.insert(String(href.dropFirst()))
      }
    }
    let children = cleaned(PastedElement.children(of: body, in: document), Surroundings())
    return Self.withoutEmptyLines(children)
  }

  private mutating func cleaned(_ children: [Child], _ surroundings: Surroundings) -> [Child] {
    var result: [Child] = []
    for child in WordLists.nested(children) {
      switch child {
      case .text(let text): Self.append(.text(text), to: &result)
      case .element(let element):
        for part in cleaned(element, surroundings) { Self.append(part, to: &result) }
      }
    }
    return result
  }

  /// Appends a child; adjacent texts become one.
  static func append(_ child: Child, to children: inout [Child]) {
    if case .text(let text) = child, case .text(var last)? = children.last {
      // Removed first, so that the text is extended in place and not copied.
      children.removeLast()
      last += text
      children.append(.text(last))
    } else {
      children.append(child)
    }
  }

  /// Elements whose content is not text.
  private static let dropped: Set<String> = [
    "applet", "audio", "base", "canvas", "datalist", "embed", "frame", "frameset", "head", "iframe", "link", "meta",
    "noframes", "noscript", "object", "param", "script", "source", "style", "template", "title", "track", "video",
    "xml",
  ]

  /// Elements that notes have; of others, only the content is kept.
  private static let kept: Set<String> = [
    "a", "abbr", "address", "b", "bdi", "bdo", "blockquote", "br", "caption", "cite", "code", "col", "colgroup", "dd",
    "del", "details", "dfn", "div", "dl", "dt", "em", "figcaption", "figure", "h1", "h2", "h3", "h4", "h5", "h6", "hr",
    "i", "img", "input", "ins", "kbd", "li", "mark", "ol", "p", "pre", "pressrun-barcode", "pressrun-chart", "q", "rp",
    "rt", "ruby", "s", "samp", "small", "span", "strike", "strong", "sub", "summary", "sup", "table", "tbody", "td",
    "tfoot", "th", "thead", "tr", "u", "ul", "var", "wbr",
  ]

  private mutating func cleaned(_ element: PastedElement, _ surroundings: Surroundings) -> [Child] {
    if element.isForeign { return [.element(element)] }
    if Self.dropped.contains(element.name) {
      log.count(.metadata, at: element.place)
      return []
    }
    let style = element.style
    if style.isHidden {
      if !element.isEmpty {
        log.add(
          "pasted_hidden_dropped", "hidden content of pasted text was dropped", at: element.place, severity: .note)
      }
      return []
    }
    if element.name == "img" { return image(element) }
    if let replaced = programElement(element) {
      return replaced.flatMap { child -> [Child] in
        if case .element(let other) = child, other !== element { return cleaned(other, surroundings) }
        if case .element = child { return kept(element, style, surroundings) }
        return [child]
      }
    }
    return kept(element, style, surroundings)
  }

  /// An element of HTML with its content cleaned.
  private mutating func kept(
    _ element: PastedElement, _ style: PastedStyle, _ surroundings: Surroundings
  ) -> [Child] {
    var inside = surroundings
    let link = element.name == "a" ? element.attribute("href").flatMap(Self.link) : nil
    inside.inLink = surroundings.inLink || link != nil
    inside.inPre = surroundings.inPre || element.name == "pre"
    inside.inHeading =
      surroundings.inHeading || element.name.count == 2 && element.name.hasPrefix("h") && element.name != "hr"
    if element.name == "ul" || element.name == "ol" { Self.moveNestedLists(of: element) }
    if element.name == "li" { Self.unwrapOnlyParagraph(of: element) }
    let children = cleaned(element.children, inside)

    // Other blocks separate lines too.
    let name = element.isBlock && !Self.kept.contains(element.name) ? "div" : element.name
    let isWrapper =
      !Self.kept.contains(name) || element.name == "a" && link == nil && anchor(element) == nil
      || ["b", "strong"].contains(element.name) && style["font-weight"] != nil && !style.isBold
    let isInline = !element.isBlock && !PastedElement.voidNames.contains(element.name)
    if isWrapper || element.name == "span" || element.name == "font" {
      return styled(children, element, style, inside)
    }
    if isInline, element.name != "a", !["pressrun-chart", "pressrun-barcode"].contains(element.name),
      children.isEmpty || PastedElement.isEmpty(children) && !children.contains(where: Self.isElement)
    {
      return children
    }
    if element.name == "p", PastedElement.isEmpty(children) { return [] }
    if name == "div", !PastedElement.isEmpty(children), PastedElement("div", children: children).containsBlock,
      !Self.hasText(children)
    {
      return children
    }
    let result = PastedElement(
      name, attributes: attributes(element, style, link), children: children, place: element.place)
    return [.element(result)]
  }

  private static func isElement(_ child: Child) -> Bool { if case .element = child { true } else { false } }

  private static func hasText(_ children: [Child]) -> Bool {
    children.contains { child in
      switch child {
      case .text(let text): !text.allSatisfy { $0.isWhitespace }
      case .element(let element): !element.isBlock
      }
    }
  }

  /// The content of an element that has only styles: the styles become elements.
  private mutating func styled(
    _ children: [Child], _ element: PastedElement, _ style: PastedStyle, _ surroundings: Surroundings
  ) -> [Child] {
    guard !children.isEmpty else { return [] }
    log.count(.styles, style.count, at: element.place)
    let hasBlocks = children.contains { if case .element(let child) = $0 { child.isBlock } else { false } }
    guard !element.isBlock, !hasBlocks, !PastedElement.isEmpty(children) || children.contains(where: Self.isElement)
    else {
      return element.classes.contains("Apple-converted-space") ? Self.withPlainSpaces(children) : children
    }
    var result = children
    func wrap(_ name: String, _ attributes: [(name: String, value: String)] = []) {
      result = [.element(PastedElement(name, attributes: attributes, children: result, place: element.place))]
    }
    if style.isSuperscript { wrap("sup") }
    if style.isSubscript { wrap("sub") }
    if style.isStruck { wrap("s") }
    if style.isUnderlined, !surroundings.inLink { wrap("u") }
    if style.isItalic { wrap("em") }
    if style.isBold, !surroundings.inHeading { wrap("strong") }
    var declarations: [String] = []
    let color = style.color ?? PastedStyle("color: \(element.attribute("color") ?? "")").color
    if let color, !surroundings.inLink { declarations.append("color: \(color)") }
    if let background = style.background, !surroundings.inPre { declarations.append("background-color: \(background)") }
    let direction = element.attributes.filter { $0.name == "dir" && $0.value == "rtl" }
    if !declarations.isEmpty || !direction.isEmpty {
      wrap("span", direction + (declarations.isEmpty ? [] : [("style", declarations.joined(separator: "; "))]))
    }
    return result
  }

  private static func withPlainSpaces(_ children: [Child]) -> [Child] {
    children.map { child in
      if case .text(let text) = child { .text(text.replacing("\u{A0}", with: " ")) } else { child }
    }
  }
}
