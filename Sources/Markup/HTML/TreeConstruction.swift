/// Tree construction (HTML 13.2.6): passes each token to the rules of the insertion mode.
extension HTMLParser {
  mutating func processText() {
    if ignoresNextNewline {
      ignoresNextNewline = false
      if text.first == 0x0A { text.removeFirst() }
    }
    guard !text.isEmpty else { return }
    if mode == .text { return insertText() }
    if isForeign(nodes[Int(current.index)]) { return processForeignText() }
    guard openElementsForText() else { return }
    if containsNUL {
      text.removeAll { $0 == 0 }
      if text.isEmpty { return }
    }
    switch mode {
    case .inTable, .inTableBody, .inRow: processTableText()
    default: insertBodyText()
    }
  }

  /// Leaves the modes in which no text is allowed; white space there is inserted or dropped.
  /// - Returns: whether text remains.
  private mutating func openElementsForText() -> Bool {
    switch mode {
    case .initial, .beforeHTML, .beforeHead:
      dropLeadingSpaces()
      if text.isEmpty { return false }
      openBody()
    case .inHead, .inHeadNoscript, .afterHead:
      insertLeadingSpaces()
      if text.isEmpty { return false }
      openBody()
    case .inColumnGroup:
      insertLeadingSpaces()
      guard !text.isEmpty, isHTML(current, .colgroup) else { return false }
      openElements.removeLast()
      mode = .inTable
    case .inFrameset, .afterFrameset, .afterAfterFrameset:
      text.removeAll { !Self.isSpace($0) }
      insertText()
      return false
    case .afterBody: if !isAllSpace { mode = .inBody }
    case .inBody, .inTable, .inCaption, .inTableBody, .inRow, .inCell, .inTemplate, .text: break
    }
    return true
  }

  /// Text by the rules of “in body”.
  mutating func insertBodyText() {
    reconstructFormatting()
    insertText()
    if framesetOK, !isAllSpace { framesetOK = false }
  }

  mutating func processStartTag() {
    ignoresNextNewline = false
    readPrefixes()
    let attributeCount = attributes.count
    if processForeignStartTag() { return }
    while processStartTagOnce() {}
    // The values of an ignored tag are removed, so that the text before and after it is one node.
    if attributes.count == attributeCount, let first = tagAttributes.first?.value.lowerBound, mode != .text {
      bytes.removeSubrange(Int(first)...)
    }
  }

  /// - Returns: whether the tag is to be processed again in the new insertion mode.
  private mutating func processStartTagOnce() -> Bool {
    switch mode {
    case .initial, .beforeHTML, .beforeHead: return beforeHeadStartTag()
    case .inHead: return inHeadStartTag()
    case .inHeadNoscript: return inHeadNoscriptStartTag()
    case .afterHead: return afterHeadStartTag()
    case .inBody, .text: return inBodyStartTag()
    case .inTable: return inTableStartTag()
    case .inCaption: return inCaptionStartTag()
    case .inColumnGroup: return inColumnGroupStartTag()
    case .inTableBody: return inTableBodyStartTag()
    case .inRow: return inRowStartTag()
    case .inCell: return inCellStartTag()
    case .inTemplate: return inTemplateStartTag()
    case .inFrameset, .afterFrameset, .afterAfterFrameset: return framesetStartTag()
    case .afterBody:
      if tag.name == .html { return inBodyStartTag() }
      mode = .inBody
      return true
    }
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
    case .initial, .beforeHTML, .beforeHead: return beforeHeadEndTag()
    case .inHead, .inHeadNoscript: return inHeadEndTag()
    case .afterHead: return afterHeadEndTag()
    case .inBody, .text: return inBodyEndTag()
    case .inTable: return inTableEndTag()
    case .inCaption: return inCaptionEndTag()
    case .inColumnGroup: return inColumnGroupEndTag()
    case .inTableBody: return inTableBodyEndTag()
    case .inRow: return inRowEndTag()
    case .inCell: return inCellEndTag()
    case .inTemplate:
      if tag.name == .template { endTemplate() }
      return false
    case .inFrameset, .afterFrameset, .afterAfterFrameset:
      framesetEndTag()
      return false
    case .afterBody:
      if tag.name == .html || tag.name == .body { return false }
      mode = .inBody
      return true
    }
  }

  /// Processes the end of the input.
  mutating func finish() {
    if mode == .text {
      openElements.removeLast()
      mode = originalMode
    }
    while !templateModes.isEmpty { closeTemplate() }
    openBody()
    position = input.count
  }
}
