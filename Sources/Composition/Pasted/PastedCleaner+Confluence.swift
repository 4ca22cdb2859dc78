import Diagnostics

/// Elements of Confluence's storage format.
extension PastedCleaner {
  mutating func confluence(_ element: PastedElement) -> [Child] {
    switch element.name {
    case "ac:structured-macro", "ac:macro": return macro(element)
    case "ac:task-list": return [wrapped("ul", element, Self.elements(of: element))]
    case "ac:task": return task(element)
    case "ac:link": return link(element)
    case "ac:image": return confluenceImage(element)
    case "ac:emoticon", "ac:emoji":
      // The element does not end in HTML: what follows became its content.
      let name = element.attribute("ac:emoji-fallback") ?? element.attribute("ac:name").map { ":\($0):" } ?? ""
      return [.text(name)] + element.children
    case "ac:parameter", "ac:task-id", "ac:task-uuid", "ac:placeholder", "ac:adf-attribute": return []
    case "ac:adf-fallback": return []
    default: return element.children
    }
  }

  private func wrapped(_ name: String, _ element: PastedElement, _ children: [Child]) -> Child {
    .element(PastedElement(name, children: children, place: element.place))
  }

  private static func elements(of element: PastedElement) -> [Child] { element.elements.map { .element($0) } }

  private func parameter(_ name: String, of macro: PastedElement) -> String? {
    macro.elements.first { $0.name == "ac:parameter" && $0.attribute("ac:name") == name }?.text
  }

  private mutating func macro(_ element: PastedElement) -> [Child] {
    let name = element.attribute("ac:name") ?? ""
    let title = parameter("title", of: element) ?? ""
    let heading: [Child] =
      title.isEmpty
      ? []
      : [.element(PastedElement("p", children: [wrapped("strong", element, [.text(title)])], place: element.place))]
    if let code = element.elements.first(where: { $0.name == "ac:plain-text-body" }) {
      let block = wrapped("pre", element, [wrapped("code", element, [.text(code.text)])])
      return heading + [block]
    }
    if let body = element.elements.first(where: { $0.name == "ac:rich-text-body" }) {
      let isBox = ["info", "note", "tip", "warning", "panel", "success", "error"].contains(name)
      let content = heading + body.children
      return isBox ? [wrapped("blockquote", element, content)] : content
    }
    if name == "status", !title.isEmpty { return [wrapped("strong", element, [.text(title)])] }
    if name == "jira", let key = parameter("key", of: element) { return [.text(key)] }
    log.add(
      "pasted_macro_dropped", "the Confluence macro \(Quotation.of(name)) was dropped: it has no text",
      at: element.place)
    return element.elements.filter { $0.name != "ac:parameter" }.map { .element($0) }
  }

  private func task(_ element: PastedElement) -> [Child] {
    let status = element.elements.first { $0.name == "ac:task-status" }?.text ?? ""
    let body = element.elements.first { $0.name == "ac:task-body" }?.children ?? []
    let isDone = status.filter { !$0.isWhitespace } == "complete"
    return [wrapped("li", element, [Self.checkbox(isDone)] + body)]
  }

  private mutating func link(_ element: PastedElement) -> [Child] {
    if let body = element.first(where: { ["ac:link-body", "ac:plain-text-link-body"].contains($0.name) }) {
      return body.children
    }
    let resource = element.first { $0.name.hasPrefix("ri:") }
    let title =
      resource?.attribute("ri:content-title") ?? resource?.attribute("ri:filename")
      ?? resource?.attribute("ri:space-key")
    if let title { return [.text(title)] }
    log.add(
      "pasted_macro_dropped", "a Confluence link without text was dropped", at: element.place)
    return []
  }

  private mutating func confluenceImage(_ element: PastedElement) -> [Child] {
    let alternative = element.attribute("ac:alt") ?? ""
    if let address = element.first(where: { $0.name == "ri:url" })?.attribute("ri:value") {
      let attributes = [(name: "src", value: address), (name: "alt", value: alternative)]
      return [.element(PastedElement("img", attributes: attributes, place: element.place))]
    }
    let name = element.first { $0.name == "ri:attachment" }?.attribute("ri:filename") ?? ""
    log.add(
      "pasted_image_dropped",
      "the image \(Quotation.of(name)) was dropped: it is an attachment of a Confluence page; "
        + "insert it as a data: URL or as an asset",
      at: element.place)
    return alternative.isEmpty ? [] : [.text(alternative)]
  }
}
