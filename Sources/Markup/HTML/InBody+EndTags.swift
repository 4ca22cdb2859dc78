/// End tags in the insertion mode “in body” (HTML 13.2.6.4.7).
extension HTMLParser {
  /// - Returns: whether the tag is to be processed again.
  mutating func inBodyEndTag() -> Bool {
    switch tag.name {
    case .template: endTemplate()
    case .body, .html:
      guard hasInScope(.body) else { return false }
      mode = .afterBody
      return tag.name == .html
    case .address, .article, .aside, .blockquote, .button, .center, .details, .dialog, .dir, .div, .dl, .fieldset,
      .figcaption, .figure, .footer, .header, .hgroup, .listing, .main, .menu, .nav, .ol, .pre, .search, .section,
      .select, .summary, .ul, .dd, .dt:
      close(tag.name)
    case .form: closeForm()
    case .p:
      if !hasInScope(.p, .button) { insertImpliedElement(.p) }
      closeParagraph()
    case .li: close(.li, .listItem)
    case .h1, .h2, .h3, .h4, .h5, .h6:
      guard hasInScope(where: isHeading) else { return false }
      generateImpliedEndTags()
      while let last = openElements.popLast() {
        if isHeading(last) { break }
      }
    case .a, .b, .big, .code, .em, .font, .i, .nobr, .s, .small, .strike, .strong, .tt, .u: adoptionAgency(tag.name)
    case .applet, .marquee, .object:
      guard hasInScope(tag.name) else { return false }
      close(tag.name)
      clearFormattingToMarker()
    case .br:
      tagAttributes.removeAll(keepingCapacity: true)
      reconstructFormatting()
      insertVoid()
      framesetOK = false
    default: closeAny(tag.name)
    }
    return false
  }

  private mutating func closeForm() {
    guard templateModes.isEmpty else {
      guard hasInScope(.form) else { return }
      generateImpliedEndTags()
      pop(through: .form)
      return
    }
    let open = form
    form = .none
    guard !open.isNone, hasInScope(where: { $0 == open }) else { return }
    generateImpliedEndTags()
    openElements.removeAll { $0 == open }
  }

  private mutating func close(_ name: Atom, _ scope: Scope = .element) {
    guard hasInScope(name, scope) else { return }
    generateImpliedEndTags(except: name)
    pop(through: name)
  }

  /// “Any other end tag”.
  mutating func closeAny(_ name: Atom) {
    for id in openElements.reversed() {
      if isHTML(id, name) {
        generateImpliedEndTags(except: name)
        pop(through: id)
        return
      }
      if isSpecial(id) { return }
    }
  }
}
