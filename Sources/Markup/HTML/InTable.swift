// Section numbers are those of the HTML standard unless another one is named.

/// The insertion mode “in table” (HTML 13.2.6.4.9). Methods return whether the tag is to be processed again.
extension HTMLParser {
  /// White space stays in the table; other text is inserted before it.
  mutating func processTableText() {
    guard isTablePart(current), !isAllSpace else {
      if isTablePart(current) { insertText() } else { insertBodyText() }
      return
    }
    fosterParenting = true
    insertBodyText()
    fosterParenting = false
  }

  private mutating func clearStack(to names: (Atom) -> Bool) {
    while openElements.count > 1, !names(currentName) { openElements.removeLast() }
  }

  private mutating func clearToTable() { clearStack { $0 == .table || $0 == .template || $0 == .html } }

  mutating func clearToBody() {
    clearStack { $0 == .tbody || $0 == .tfoot || $0 == .thead || $0 == .template || $0 == .html }
  }

  mutating func clearToRow() { clearStack { $0 == .tr || $0 == .template || $0 == .html } }

  mutating func inTableStartTag() -> Bool {
    switch tag.name {
    case .caption:
      clearToTable()
      addMarker()
      insertElement(.caption)
      mode = .inCaption
    case .colgroup:
      clearToTable()
      insertElement(.colgroup)
      mode = .inColumnGroup
    case .col:
      clearToTable()
      insertImpliedElement(.colgroup)
      mode = .inColumnGroup
      return true
    case .tbody, .tfoot, .thead:
      clearToTable()
      insertElement(tag.name)
      mode = .inTableBody
    case .td, .th, .tr:
      clearToTable()
      insertImpliedElement(.tbody)
      mode = .inTableBody
      return true
    case .table: return closeTable()
    case .style, .script, .template: return inHeadStartTag()
    case .input where isHiddenInput: insertVoid()
    case .form:
      guard form.isNone, templateModes.isEmpty else { return false }
      form = insertElement(.form)
      openElements.removeLast()
    default: return fostering { $0.inBodyStartTag() }
    }
    return false
  }

  /// - Returns: whether a table was open.
  private mutating func closeTable() -> Bool {
    guard hasInScope(.table, .table) else { return false }
    pop(through: .table)
    resetMode()
    return true
  }

  /// Processes a tag by the rules of “in body”, with foster parenting.
  private mutating func fostering(_ process: (inout HTMLParser) -> Bool) -> Bool {
    fosterParenting = true
    var isAgain = process(&self)
    // `image` is processed again as `img`, by the same rules.
    while isAgain, tag.name == .img { isAgain = process(&self) }
    fosterParenting = false
    return isAgain
  }

  mutating func inTableEndTag() -> Bool {
    switch tag.name {
    case .table: _ = closeTable()
    case .body, .caption, .col, .colgroup, .html, .tbody, .td, .tfoot, .th, .thead, .tr: break
    case .template: endTemplate()
    default: return fostering { $0.inBodyEndTag() }
    }
    return false
  }

  /// “Reset the insertion mode appropriately” (13.2.4.1).
  mutating func resetMode() {
    for id in openElements.reversed() where nodes[Int(id.index)].namespace == .html {
      switch nodes[Int(id.index)].name {
      case .td, .th: mode = .inCell
      case .tr: mode = .inRow
      case .tbody, .thead, .tfoot: mode = .inTableBody
      case .caption: mode = .inCaption
      case .colgroup: mode = .inColumnGroup
      case .table: mode = .inTable
      case .template: mode = templateModes.last ?? .inBody
      case .head: mode = .inHead
      case .body: mode = .inBody
      case .frameset: mode = .inFrameset
      case .html: mode = head.isNone ? .beforeHead : .afterHead
      default: continue
      }
      return
    }
    mode = .inBody
  }
}
