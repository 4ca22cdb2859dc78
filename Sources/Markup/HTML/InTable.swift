/// The insertion modes of tables (HTML 13.2.6.4.9 to 13.2.6.4.15). True: process the tag again.
extension HTMLParser {
  /// White space stays in the table; anything else goes before it.
  mutating func processTableText() {
    switch currentName {
    case .table, .tbody, .tfoot, .thead, .tr: break
    default:
      reconstructFormatting()
      insertText()
      return
    }
    if isAllSpace {
      insertText()
    } else {
      fosterParenting = true
      reconstructFormatting()
      insertText()
      fosterParenting = false
    }
  }

  private mutating func clearStack(to names: (Atom) -> Bool) {
    while openElements.count > 1, !names(currentName) { openElements.removeLast() }
  }

  private mutating func clearToTable() { clearStack { $0 == .table || $0 == .template || $0 == .html } }
  private mutating func clearToBody() {
    clearStack { $0 == .tbody || $0 == .tfoot || $0 == .thead || $0 == .template || $0 == .html }
  }
  private mutating func clearToRow() { clearStack { $0 == .tr || $0 == .template || $0 == .html } }

  private mutating func insertImpliedElement(_ name: Atom) {
    let kept = tagAttributes
    tagAttributes.removeAll(keepingCapacity: true)
    insertElement(name)
    tagAttributes = kept
  }

  mutating func inTableStartTag() -> Bool {
    switch tag.name {
    case .caption:
      clearToTable()
      formatting.append(.none)
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
    case .table:
      guard hasInScope(.table, .table) else { return false }
      pop(through: .table)
      resetMode()
      return true
    case .style, .script, .template: return inHeadStartTag()
    case .input where isHiddenInput:
      insertElement(.input)
      openElements.removeLast()
    case .form:
      guard form.isNone else { return false }
      form = insertElement(.form)
      openElements.removeLast()
    default: return fostering { $0.inBodyStartTag() }
    }
    return false
  }

  private var isHiddenInput: Bool {
    tagAttributes.contains {
      $0.name == .type
        && String(decoding: bytes[Int($0.value.lowerBound)..<Int($0.value.upperBound)], as: UTF8.self).lowercased()
          == "hidden"
    }
  }

  /// Processes by the rules of “in body”, with foster parenting.
  private mutating func fostering(_ process: (inout HTMLParser) -> Bool) -> Bool {
    fosterParenting = true
    var again = process(&self)
    // `image` asks to be processed again as `img`, by the same rules.
    while again, tag.name == .img { again = process(&self) }
    fosterParenting = false
    return again
  }

  mutating func inTableEndTag() -> Bool {
    switch tag.name {
    case .table:
      guard hasInScope(.table, .table) else { return false }
      pop(through: .table)
      resetMode()
    case .body, .caption, .col, .colgroup, .html, .tbody, .td, .tfoot, .th, .thead, .tr: break
    default: return fostering { $0.inBodyEndTag() }
    }
    return false
  }

  mutating func inCaptionStartTag() -> Bool {
    switch tag.name {
    case .caption, .col, .colgroup, .tbody, .td, .tfoot, .th, .thead, .tr: return closeCaption()
    default: return inBodyStartTag()
    }
  }

  mutating func inCaptionEndTag() -> Bool {
    switch tag.name {
    case .caption:
      _ = closeCaption()
      return false
    case .table: return closeCaption()
    case .body, .col, .colgroup, .html, .tbody, .td, .tfoot, .th, .thead, .tr: return false
    default: return inBodyEndTag()
    }
  }

  private mutating func closeCaption() -> Bool {
    guard hasInScope(.caption, .table) else { return false }
    generateImpliedEndTags()
    pop(through: .caption)
    clearFormattingToMarker()
    mode = .inTable
    return true
  }

  mutating func inColumnGroupStartTag() -> Bool {
    switch tag.name {
    case .html: return inBodyStartTag()
    case .col:
      insertElement(.col)
      openElements.removeLast()
      return false
    case .template: return inHeadStartTag()
    default: return closeColumnGroup()
    }
  }

  mutating func inColumnGroupEndTag() -> Bool {
    switch tag.name {
    case .colgroup:
      _ = closeColumnGroup()
      return false
    case .col, .template: return false
    default: return closeColumnGroup()
    }
  }

  private mutating func closeColumnGroup() -> Bool {
    guard isHTML(current, .colgroup) else { return false }
    openElements.removeLast()
    mode = .inTable
    return true
  }

  mutating func inTableBodyStartTag() -> Bool {
    switch tag.name {
    case .tr:
      clearToBody()
      insertElement(.tr)
      mode = .inRow
      return false
    case .td, .th:
      clearToBody()
      insertImpliedElement(.tr)
      mode = .inRow
      return true
    case .caption, .col, .colgroup, .tbody, .tfoot, .thead: return closeTableBody()
    default: return inTableStartTag()
    }
  }

  mutating func inTableBodyEndTag() -> Bool {
    switch tag.name {
    case .tbody, .tfoot, .thead:
      guard hasInScope(tag.name, .table) else { return false }
      clearToBody()
      openElements.removeLast()
      mode = .inTable
      return false
    case .table: return closeTableBody()
    case .body, .caption, .col, .colgroup, .html, .td, .th, .tr: return false
    default: return inTableEndTag()
    }
  }

  private mutating func closeTableBody() -> Bool {
    guard hasInScope(.tbody, .table) || hasInScope(.thead, .table) || hasInScope(.tfoot, .table) else { return false }
    clearToBody()
    openElements.removeLast()
    mode = .inTable
    return true
  }

  mutating func inRowStartTag() -> Bool {
    switch tag.name {
    case .td, .th:
      clearToRow()
      insertElement(tag.name)
      mode = .inCell
      formatting.append(.none)
      return false
    case .caption, .col, .colgroup, .tbody, .tfoot, .thead, .tr: return closeRow()
    default: return inTableStartTag()
    }
  }

  mutating func inRowEndTag() -> Bool {
    switch tag.name {
    case .tr:
      _ = closeRow()
      return false
    case .table: return closeRow()
    case .tbody, .tfoot, .thead: return hasInScope(tag.name, .table) ? closeRow() : false
    case .body, .caption, .col, .colgroup, .html, .td, .th: return false
    default: return inTableEndTag()
    }
  }

  private mutating func closeRow() -> Bool {
    guard hasInScope(.tr, .table) else { return false }
    clearToRow()
    openElements.removeLast()
    mode = .inTableBody
    return true
  }

  mutating func inCellStartTag() -> Bool {
    switch tag.name {
    case .caption, .col, .colgroup, .tbody, .td, .tfoot, .th, .thead, .tr: return closeCell()
    default: return inBodyStartTag()
    }
  }

  mutating func inCellEndTag() -> Bool {
    switch tag.name {
    case .td, .th:
      guard hasInScope(tag.name, .table) else { return false }
      generateImpliedEndTags()
      pop(through: tag.name)
      clearFormattingToMarker()
      mode = .inRow
      return false
    case .body, .caption, .col, .colgroup, .html: return false
    case .table, .tbody, .tfoot, .thead, .tr: return hasInScope(tag.name, .table) ? closeCell() : false
    default: return inBodyEndTag()
    }
  }

  private mutating func closeCell() -> Bool {
    guard hasInScope(.td, .table) || hasInScope(.th, .table) else { return false }
    generateImpliedEndTags()
    while let last = openElements.popLast() {
      if isHTML(last, .td) || isHTML(last, .th) { break }
    }
    clearFormattingToMarker()
    mode = .inRow
    return true
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
      case .head: mode = .inHead
      case .body: mode = .inBody
      default: continue
      }
      return
    }
    mode = .inBody
  }
}
