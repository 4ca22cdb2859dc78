import Diagnostics

/// Elements and classes of particular programs.
extension PastedCleaner {
  /// The replacement of an element that only one program understands; nil for all others. The result may contain the
  /// element itself, which is then cleaned like elements of HTML.
  mutating func programElement(_ element: PastedElement) -> [Child]? {
    if element.name.contains(":") { return colonElement(element) }
    switch element.name {
    case "en-todo": return [Self.checkbox(element.attribute("checked") == "true")] + element.children
    case "en-media", "en-crypt": return droppedMedia(element)
    case "br" where element.classes.contains("Apple-interchange-newline"): return []
    case "details": return opened(element)
    case "div", "figure", "span", "p", "ul", "ol", "li", "pre", "input": return byClass(element)
    default: return nil
    }
  }

  static func checkbox(_ isChecked: Bool) -> Child {
    var attributes = [(name: "type", value: "checkbox")]
    if isChecked { attributes.append(("checked", "")) }
    return .element(PastedElement("input", attributes: attributes))
  }

  private func opened(_ element: PastedElement) -> [Child]? {
    guard element.attribute("open") == nil else { return nil }
    // A closed one would hide its content on paper.
    element.attributes.append(("open", ""))
    return nil
  }

  private mutating func droppedMedia(_ element: PastedElement) -> [Child] {
    let what =
      element.name == "en-crypt"
      ? "encrypted text" : "an attachment (\(Quotation.of(element.attribute("type") ?? "?")))"
    log.add(
      "pasted_attachment_dropped", "\(what) of Evernote was dropped: it is not part of the pasted text",
      at: element.place)
    // `<en-media/>` does not end the element in HTML: what follows became its content.
    return element.name == "en-crypt" ? [] : element.children
  }

  /// `o:p`, `w:sdt`, `st1:place` of Word show their content; `ac:` and `ri:` are of Confluence.
  private mutating func colonElement(_ element: PastedElement) -> [Child] {
    if element.name.hasPrefix("ac:") || element.name.hasPrefix("ri:") { return confluence(element) }
    if element.name == "v:imagedata" || element.name == "v:shapetype" { return element.children }
    return element.children
  }

  private mutating func byClass(_ element: PastedElement) -> [Child]? {
    let classes = element.classes
    let style = element.style
    if element.name == "div", !classes.isDisjoint(with: ["checkbox", "checkbox-on", "checkbox-off"]) {
      return [Self.checkbox(classes.contains("checkbox-on"))]
    }
    if element.name == "li", let checked = style["--en-checked"] {
      element.children.insert(Self.checkbox(checked == "true"), at: 0)
      element.attributes.removeAll { $0.name == "style" }
      return [.element(element)]
    }
    if element.name == "div", style["-en-codeblock"] == "true" || style["--en-codeblock"] == "true" {
      return [.element(PastedElement("pre", children: [.text(Self.lines(of: element))], place: element.place))]
    }
    if element.name == "span", classes.contains("katex") { return Self.formula(element) }
    if classes.contains("callout") || classes.contains("confluence-information-macro")
      || element.attribute("data-panel-type") != nil
    {
      return [.element(PastedElement("blockquote", children: element.children, place: element.place))]
    }
    if element.attribute("data-task-state") != nil || element.attribute("data-node-type") == "actionItem" {
      let isDone = element.attribute("data-task-state") == "DONE"
      return [.element(PastedElement("li", children: [Self.checkbox(isDone)] + element.children, place: element.place))]
    }
    if element.attribute("data-node-type") == "actionList" || element.attribute("data-node-type") == "decisionList" {
      return [.element(PastedElement("ul", children: element.children, place: element.place))]
    }
    if element.attribute("data-node-type") == "status" || classes.contains("status-macro") {
      return [.element(PastedElement("strong", children: element.children, place: element.place))]
    }
    return wordParagraph(element, classes)
  }

  /// Paragraph styles of Word that have an element in HTML.
  private func wordParagraph(_ element: PastedElement, _ classes: Set<String>) -> [Child]? {
    guard element.name == "p" else { return nil }
    let names = Set(classes.map { $0.hasPrefix("x_") ? String($0.dropFirst(2)) : $0 })
    let name: String
    if names.contains("MsoTitle") {
      name = "h1"
    } else if !names.isDisjoint(with: ["MsoQuote", "MsoIntenseQuote"]) {
      name = "blockquote"
    } else {
      return nil
    }
    return [.element(PastedElement(name, children: element.children, place: element.place))]
  }

  /// Evernote writes each line of code as a block.
  private static func lines(of element: PastedElement) -> String {
    var lines: [String] = []
    for child in element.children {
      switch child {
      case .text(let text) where text.allSatisfy(\.isWhitespace): continue
      case .text(let text): lines.append(text)
      case .element(let line): lines.append(line.text)
      }
    }
    return lines.joined(separator: "\n").replacing("\u{A0}", with: " ")
  }

  /// KaTeX writes each formula twice: as MathML, with the source as annotation, and as positioned spans.
  private static func formula(_ element: PastedElement) -> [Child] {
    guard let source = element.first(where: { $0.name == "annotation" })?.text else { return element.children }
    return [.element(PastedElement("code", children: [.text(source)], place: element.place))]
  }
}
