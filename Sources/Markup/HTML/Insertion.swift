/// Inserting elements and text at the current node (HTML 13.2.6.1 to .3).
extension HTMLParser {
  /// Inserts an element with the current tag's attributes and opens it.
  @discardableResult
  mutating func insertElement(_ name: Atom, namespace: Node.Namespace = .html) -> NodeID {
    let start = UInt32(attributes.count)
    attributes.append(contentsOf: tagAttributes)
    return openElement(name, namespace, attributes: start..<UInt32(attributes.count))
  }

  /// Inserts an element without attributes and opens it; the attributes of the current tag are kept.
  mutating func insertImpliedElement(_ name: Atom) {
    let end = UInt32(attributes.count)
    openElement(name, .html, attributes: end..<end)
  }

  @discardableResult
  private mutating func openElement(
    _ name: Atom, _ namespace: Node.Namespace, attributes range: Range<UInt32>
  ) -> NodeID {
    let id = addNode(.element, name: name, range: range)
    nodes[Int(id.index)].namespace = namespace
    place(id, at: appropriatePlace())
    openElements.append(id)
    checkDepth()
    return id
  }

  mutating func checkDepth() {
    if openElements.count > limits.depth, failure == nil {
      failure = MarkupError(
        code: .tooDeep, message: "Elements are nested deeper than \(limits.depth).", line: Int(line))
    }
  }

  /// Inserts an element that has no content.
  mutating func insertVoid() {
    insertElement(tag.name)
    openElements.removeLast()
  }

  /// Inserts an element whose content is text up to its end tag.
  mutating func insertRawText(_ model: ContentModel) {
    insertElement(tag.name)
    contentModel = model
    rawTextEnd = tag.name
    originalMode = mode
    mode = .text
  }

  /// Inserts `text`, as part of the preceding text node if there is one and its bytes are the last ones.
  mutating func insertText() {
    guard !text.isEmpty else { return }
    let target = appropriatePlace()
    let last =
      target.before.isNone
      ? links[Int(target.parent.index)].lastChild : nodes[Int(target.before.index)].previousSibling
    let start = UInt32(bytes.count)
    bytes.append(contentsOf: text)
    if !last.isNone, nodes[Int(last.index)].kind == .text, nodes[Int(last.index)].range.upperBound == start {
      nodes[Int(last.index)].range = nodes[Int(last.index)].range.lowerBound..<UInt32(bytes.count)
      return
    }
    place(addNode(.text, name: .html, range: start..<UInt32(bytes.count)), at: target)
  }

  var isAllSpace: Bool { text.allSatisfy(Self.isSpace) }

  mutating func dropLeadingSpaces() {
    text.removeSubrange(..<(text.firstIndex { !Self.isSpace($0) } ?? text.count))
  }

  /// Inserts the white space at the start of `text` and removes it from there.
  mutating func insertLeadingSpaces() {
    let end = text.firstIndex { !Self.isSpace($0) } ?? text.count
    if end == 0 { return }
    let rest = ContiguousArray(text[end...])
    text.removeSubrange(end...)
    insertText()
    text = rest
  }

  /// Adds those attributes of the current tag to an element that it does not have. The limit of attributes bounds the
  /// time, and the memory for the copies that each of many `<body>` tags causes.
  mutating func mergeAttributes(into id: NodeID) {
    let range = nodes[Int(id.index)].range
    let own = attributes[Int(range.lowerBound)..<Int(range.upperBound)]
    guard !tagAttributes.isEmpty, own.count < Self.attributeLimit else { return }
    let new = tagAttributes.filter { attribute in !own.contains { $0.name == attribute.name } }
      .prefix(Self.attributeLimit - own.count)
    guard !new.isEmpty else { return }
    let start = UInt32(attributes.count)
    attributes.append(contentsOf: ContiguousArray(own))
    attributes.append(contentsOf: new)
    nodes[Int(id.index)].range = start..<UInt32(attributes.count)
  }

  /// Whether a tag has the attribute `type=hidden`.
  var isHiddenInput: Bool {
    tagAttributes.contains {
      $0.name == .type
        && String(decoding: bytes[Int($0.value.lowerBound)..<Int($0.value.upperBound)], as: UTF8.self).lowercased()
          == "hidden"
    }
  }
}
