/// `svg` and `math` inside HTML (HTML 13.2.6.5).
extension HTMLParser {
  /// Whether text in a node is processed by the rules of foreign content.
  ///
  /// It changes nothing, nor do the functions it calls: calls of functions that are not mutating copy the parser.
  mutating func isForeign(_ node: Node) -> Bool {
    node.namespace != .html && !isHTMLIntegrationPoint(node) && !isMathTextIntegrationPoint(node)
  }

  mutating func processForeignText() {
    if framesetOK, text.contains(where: { $0 != 0 && !Self.isSpace($0) }) { framesetOK = false }
    if containsNUL {
      text = ContiguousArray(text.flatMap { $0 == 0 ? Array(UTF8.encodedReplacementCharacter) : [$0] })
    }
    insertText()
  }

  /// - Returns: whether the tag was processed as foreign content.
  mutating func processForeignStartTag() -> Bool {
    let node = nodes[Int(current.index)]
    guard node.kind == .element, node.namespace != .html else { return false }
    if isHTMLIntegrationPoint(node) { return false }
    if isMathTextIntegrationPoint(node), tag.name != .mglyph, tag.name != .malignmark { return false }
    if node.namespace == .mathML, node.name == .annotationXml, tag.name == .svg { return false }
    if breaksOut {
      closeForeign()
      return false
    }
    insertForeign(namespace: node.namespace)
    return true
  }

  mutating func processForeignEndTag() -> Bool {
    guard nodes[Int(current.index)].kind == .element, nodes[Int(current.index)].namespace != .html else { return false }
    if tag.name == .br || tag.name == .p {
      closeForeign()
      return false
    }
    let wanted = names[tag.name]
    for index in openElements.indices.reversed() {
      let node = nodes[Int(openElements[index].index)]
      if node.namespace == .html { return false }
      if node.name == tag.name || names[node.name].lowercased() == wanted {
        openElements.removeSubrange(index...)
        return true
      }
    }
    return true
  }

  /// Closes elements up to an HTML element or an integration point.
  private mutating func closeForeign() {
    while let last = openElements.last, isForeign(nodes[Int(last.index)]) { openElements.removeLast() }
  }

  mutating func insertForeign(namespace: Node.Namespace) {
    var name = tag.name
    if namespace == .svg {
      name = svgElementNames.spelled(name, by: ForeignNames.svgElements, in: &names)
      for index in tagAttributes.indices {
        let attribute = tagAttributes[index].name
        tagAttributes[index].name = svgAttributeNames.spelled(attribute, by: ForeignNames.svgAttributes, in: &names)
      }
    }
    if namespace == .mathML {
      for index in tagAttributes.indices where names[tagAttributes[index].name] == "definitionurl" {
        tagAttributes[index].name = .definitionURL
      }
    }
    insertElement(name, namespace: namespace)
    if tag.isSelfClosing { openElements.removeLast() }
  }

  private mutating func isHTMLIntegrationPoint(_ node: Node) -> Bool {
    switch node.namespace {
    case .svg: node.name == .foreignObject || node.name == .desc || node.name == .title
    case .mathML: node.name == .annotationXml && holdsHTML(node)
    case .html, .other: false
    }
  }

  /// Whether the `encoding` of an `annotation-xml` element names HTML or XHTML.
  private mutating func holdsHTML(_ node: Node) -> Bool {
    attributes[Int(node.range.lowerBound)..<Int(node.range.upperBound)].contains { attribute in
      guard attribute.name == .encoding else { return false }
      let value = bytes[Int(attribute.value.lowerBound)..<Int(attribute.value.upperBound)]
      return ["text/html", "application/xhtml+xml"].contains(String(decoding: value, as: UTF8.self).lowercased())
    }
  }

  private mutating func isMathTextIntegrationPoint(_ node: Node) -> Bool {
    guard node.namespace == .mathML else { return false }
    switch node.name {
    case .mi, .mo, .mn, .ms, .mtext: return true
    default: return false
    }
  }

  private var breaksOut: Bool {
    switch tag.name {
    case .b, .big, .blockquote, .body, .br, .center, .code, .dd, .div, .dl, .dt, .em, .embed, .h1, .h2, .h3, .h4, .h5,
      .h6, .head, .hr, .i, .img, .li, .listing, .menu, .meta, .nobr, .ol, .p, .pre, .ruby, .s, .small, .span, .strong,
      .strike, .sub, .sup, .table, .tt, .u, .ul, .`var`:
      true
    case .font: tagAttributes.contains { $0.name == .color || $0.name == .face || $0.name == .size }
    default: false
    }
  }
}
