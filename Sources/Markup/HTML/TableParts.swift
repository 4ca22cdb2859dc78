/// The insertion modes of a table's parts (HTML 13.2.6.4.11 to .15). Methods return whether the tag is to be processed
/// again.
extension HTMLParser {
  // MARK: Caption

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

  // MARK: Column group

  mutating func inColumnGroupStartTag() -> Bool {
    switch tag.name {
    case .html: return inBodyStartTag()
    case .col:
      insertVoid()
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
    case .col: return false
    case .template:
      endTemplate()
      return false
    default: return closeColumnGroup()
    }
  }

  private mutating func closeColumnGroup() -> Bool {
    guard isHTML(current, .colgroup) else { return false }
    openElements.removeLast()
    mode = .inTable
    return true
  }

  // MARK: Table body

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

  // MARK: Row

  mutating func inRowStartTag() -> Bool {
    switch tag.name {
    case .td, .th:
      clearToRow()
      insertElement(tag.name)
      mode = .inCell
      addMarker()
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

  // MARK: Cell

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
}
