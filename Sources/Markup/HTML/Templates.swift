/// `template` elements (HTML 13.2.6.4.4, .18 and .22). Their contents are children of the element until the tree is
/// complete; `DocumentBuilder` then drops them.
extension HTMLParser {
  mutating func startTemplate() {
    insertElement(.template)
    addMarker()
    framesetOK = false
    mode = .inTemplate
    templateModes.append(.inTemplate)
  }

  mutating func endTemplate() {
    guard !templateModes.isEmpty else { return }
    closeTemplate()
  }

  /// Closes the innermost template and everything in it.
  mutating func closeTemplate() {
    pop(through: .template)
    clearFormattingToMarker()
    templateModes.removeLast()
    resetMode()
  }

  /// “In template”: the first tag decides which content the template has. True: process the tag again.
  mutating func inTemplateStartTag() -> Bool {
    let next: InsertionMode
    switch tag.name {
    case .base, .basefont, .bgsound, .link, .meta, .noframes, .script, .style, .template, .title:
      return inHeadStartTag()
    case .caption, .colgroup, .tbody, .tfoot, .thead: next = .inTable
    case .col: next = .inColumnGroup
    case .tr: next = .inTableBody
    case .td, .th: next = .inRow
    default: next = .inBody
    }
    templateModes[templateModes.count - 1] = next
    mode = next
    return true
  }
}
