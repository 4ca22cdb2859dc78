/// Tree construction (HTML 13.2.6): what each kind of token does, up to the body's insertion mode.
extension HTMLParser {
  mutating func processText() {
    if ignoresNextNewline {
      ignoresNextNewline = false
      if text.first == 0x0A { text.removeFirst() }
    }
    guard !text.isEmpty else { return }
    if mode == .text || nodes[Int(current.index)].namespace != .html {
      insertText()
      return
    }
    switch mode {
    case .initial, .beforeHTML, .beforeHead:
      dropLeadingSpaces()
      if text.isEmpty { return }
      openBody()
    case .inHead, .inHeadNoscript, .afterHead:
      insertLeadingSpaces()
      if text.isEmpty { return }
      openBody()
    case .inTable, .inTableBody, .inRow:
      processTableText()
      return
    case .inColumnGroup:
      insertLeadingSpaces()
      if text.isEmpty { return }
      if currentName == .colgroup { openElements.removeLast() }
      mode = .inTable
      processTableText()
      return
    case .afterBody:
      if !isAllSpace { mode = .inBody }
    case .inBody, .inCaption, .inCell, .text: break
    }
    reconstructFormatting()
    insertText()
  }

  /// Opens whatever of `html`, `head` and `body` is not yet open, as content does that none of them may hold.
  mutating func openBody() {
    if mode == .initial {
      isQuirky = true
      mode = .beforeHTML
    }
    if mode == .beforeHTML { insertImplied(.html, then: .beforeHead) }
    if mode == .beforeHead {
      insertImplied(.head, then: .inHead)
      head = current
    }
    if mode == .inHeadNoscript {
      openElements.removeLast()
      mode = .inHead
    }
    if mode == .inHead {
      openElements.removeLast()
      mode = .afterHead
    }
    if mode == .afterHead { insertImplied(.body, then: .inBody) }
  }

  private mutating func insertImplied(_ name: Atom, then next: InsertionMode) {
    tagAttributes.removeAll(keepingCapacity: true)
    _ = insertElement(name)
    mode = next
  }

  mutating func finish() {
    if mode == .text {
      openElements.removeLast()
      mode = originalMode
    }
    openBody()
    position = input.count
  }

  mutating func processStartTag() {
    ignoresNextNewline = false
    readPrefixes()
    let elementAttributes = attributes.count
    if processForeignStartTag() { return }
    while processStartTagOnce() {}
    // An ignored tag leaves no values behind, so that the text around it stays together.
    if attributes.count == elementAttributes, let first = tagAttributes.first?.value.lowerBound, mode != .text {
      bytes.removeSubrange(Int(first)...)
    }
  }

  /// True where the token is to be processed again, in the mode that is now set.
  private mutating func processStartTagOnce() -> Bool {
    switch mode {
    case .initial:
      isQuirky = true
      mode = .beforeHTML
      return true
    case .beforeHTML:
      if tag.name == .html {
        _ = insertElement(.html)
        mode = .beforeHead
        return false
      }
      return opening { $0.insertImplied(.html, then: .beforeHead) }
    case .beforeHead:
      if tag.name == .html { return inBodyStartTag() }
      if tag.name == .head {
        head = insertElement(.head)
        mode = .inHead
        return false
      }
      return opening {
        $0.insertImplied(.head, then: .inHead)
        $0.head = $0.current
      }
    case .inHead: return inHeadStartTag()
    case .inHeadNoscript:
      switch tag.name {
      case .basefont, .bgsound, .link, .meta, .noframes, .style: return inHeadStartTag()
      default:
        openElements.removeLast()
        mode = .inHead
        return true
      }
    case .afterHead: return afterHeadStartTag()
    case .inBody, .text: return inBodyStartTag()
    case .inTable: return inTableStartTag()
    case .inCaption: return inCaptionStartTag()
    case .inColumnGroup: return inColumnGroupStartTag()
    case .inTableBody: return inTableBodyStartTag()
    case .inRow: return inRowStartTag()
    case .inCell: return inCellStartTag()
    case .afterBody:
      mode = .inBody
      return true
    }
  }

  /// Inserts what the current tag implies, keeping the tag's own attributes for it.
  private mutating func opening(_ insert: (inout HTMLParser) -> Void) -> Bool {
    let kept = tagAttributes
    insert(&self)
    tagAttributes = kept
    return true
  }

  mutating func inHeadStartTag() -> Bool {
    switch tag.name {
    case .html: return inBodyStartTag()
    case .base, .basefont, .bgsound, .link, .meta:
      _ = insertElement(tag.name)
      openElements.removeLast()
    case .title: insertRawText(.rcdata)
    case .noframes, .style, .script: insertRawText(.rawtext)
    case .noscript:
      _ = insertElement(.noscript)
      mode = .inHeadNoscript
    case .template: skipTemplate()
    case .head: break
    default:
      openElements.removeLast()
      mode = .afterHead
      return true
    }
    return false
  }

  private mutating func afterHeadStartTag() -> Bool {
    switch tag.name {
    case .html: return inBodyStartTag()
    case .body:
      _ = insertElement(.body)
      mode = .inBody
    case .frameset, .head: break
    case .base, .basefont, .bgsound, .link, .meta, .noframes, .script, .style, .template, .title:
      openElements.append(head)
      _ = inHeadStartTag()
      if let index = openElements.lastIndex(of: head) { openElements.remove(at: index) }
    default: return opening { $0.insertImplied(.body, then: .inBody) }
    }
    return false
  }

  mutating func processEndTag() {
    if hasSVGPrefix { dropPrefix() }
    ignoresNextNewline = false
    if mode == .text {
      openElements.removeLast()
      mode = originalMode
      return
    }
    if processForeignEndTag() { return }
    while processEndTagOnce() {}
  }

  private mutating func processEndTagOnce() -> Bool {
    switch mode {
    case .initial, .beforeHTML, .beforeHead:
      switch tag.name {
      case .head, .body, .html, .br:
        if mode == .initial { isQuirky = true }
        if mode != .beforeHead { return impliedThenAgain() }
        insertImplied(.head, then: .inHead)
        head = current
        return true
      default: return false
      }
    case .inHead, .inHeadNoscript:
      switch tag.name {
      case .head where mode == .inHead:
        openElements.removeLast()
        mode = .afterHead
        return false
      case .noscript where mode == .inHeadNoscript:
        openElements.removeLast()
        mode = .inHead
        return false
      case .body, .html, .br:
        openElements.removeLast()
        mode = mode == .inHead ? .afterHead : .inHead
        return true
      default: return false
      }
    case .afterHead:
      switch tag.name {
      case .body, .html, .br:
        insertImplied(.body, then: .inBody)
        return true
      default: return false
      }
    case .inBody, .text: return inBodyEndTag()
    case .inTable: return inTableEndTag()
    case .inCaption: return inCaptionEndTag()
    case .inColumnGroup: return inColumnGroupEndTag()
    case .inTableBody: return inTableBodyEndTag()
    case .inRow: return inRowEndTag()
    case .inCell: return inCellEndTag()
    case .afterBody:
      if tag.name == .html || tag.name == .body { return false }
      mode = .inBody
      return true
    }
  }

  private mutating func impliedThenAgain() -> Bool {
    insertImplied(.html, then: .beforeHead)
    return true
  }

  // MARK: - Insertion

  /// Inserts an element with the current tag's attributes and opens it.
  @discardableResult
  mutating func insertElement(_ name: Atom, namespace: Node.Namespace = .html) -> NodeID {
    let start = UInt32(attributes.count)
    attributes.append(contentsOf: tagAttributes)
    let id = addNode(.element, name: name, range: start..<UInt32(attributes.count))
    nodes[Int(id.index)].namespace = namespace
    place(id, at: appropriatePlace())
    openElements.append(id)
    if openElements.count > limits.depth, failure == nil {
      failure = MarkupError(code: .tooDeep, message: "Elements nested deeper than \(limits.depth)", line: Int(line))
    }
    return id
  }

  /// An element whose content is text up to its end tag.
  mutating func insertRawText(_ model: ContentModel) {
    insertElement(tag.name)
    contentModel = model
    rawTextEnd = tag.name
    originalMode = mode
    mode = .text
  }

  /// Inserts `text`, joined to a text node that stands right before.
  mutating func insertText() {
    guard !text.isEmpty else { return }
    let target = appropriatePlace()
    let last =
      target.before.isNone
      ? lastChild[Int(target.parent.index)] : nodes[Int(target.before.index)].previousSibling
    let start = UInt32(bytes.count)
    bytes.append(contentsOf: text)
    if !last.isNone, nodes[Int(last.index)].kind == .text, nodes[Int(last.index)].range.upperBound == start {
      nodes[Int(last.index)].range = nodes[Int(last.index)].range.lowerBound..<UInt32(bytes.count)
      return
    }
    place(addNode(.text, name: .html, range: start..<UInt32(bytes.count)), at: target)
  }

  var isAllSpace: Bool { text.allSatisfy(Self.isSpace) }

  private mutating func dropLeadingSpaces() {
    text.removeSubrange(..<(text.firstIndex { !Self.isSpace($0) } ?? text.count))
  }

  private mutating func insertLeadingSpaces() {
    let end = text.firstIndex { !Self.isSpace($0) } ?? text.count
    if end == 0 { return }
    let rest = ContiguousArray(text[end...])
    text.removeSubrange(end...)
    insertText()
    text = rest
  }

  /// Inserts an empty `template` and passes over its contents.
  mutating func skipTemplate() {
    insertElement(.template)
    openElements.removeLast()
    var depth = 1
    while depth > 0, failure == nil {
      switch nextToken() {
      case .startTag:
        switch tag.name {
        case .template: depth += 1
        case .style, .script, .xmp, .iframe, .noembed, .noframes: (contentModel, rawTextEnd) = (.rawtext, tag.name)
        case .title, .textarea: (contentModel, rawTextEnd) = (.rcdata, tag.name)
        default: break
        }
      case .endTag: if tag.name == .template { depth -= 1 }
      case .end: return
      case .text, .doctype: break
      }
    }
  }

  /// Adds the current tag's attributes to an element, where it lacks them.
  mutating func mergeAttributes(into id: NodeID) {
    let range = nodes[Int(id.index)].range
    let own = attributes[Int(range.lowerBound)..<Int(range.upperBound)]
    let new = tagAttributes.filter { attribute in !own.contains { $0.name == attribute.name } }
    guard !new.isEmpty else { return }
    let start = UInt32(attributes.count)
    attributes.append(contentsOf: ContiguousArray(own))
    attributes.append(contentsOf: new)
    nodes[Int(id.index)].range = start..<UInt32(attributes.count)
  }
}
