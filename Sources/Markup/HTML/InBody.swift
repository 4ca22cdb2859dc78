/// The insertion mode “in body” (HTML 13.2.6.4.7). True: process the tag again.
extension HTMLParser {
  mutating func inBodyStartTag() -> Bool {
    switch tag.name {
    case .html:
      if let html = openElements.first { mergeAttributes(into: html) }
    case .base, .basefont, .bgsound, .link, .meta, .noframes, .script, .style, .template, .title:
      return inHeadStartTag()
    case .body:
      if openElements.count > 1, isHTML(openElements[1], .body) { mergeAttributes(into: openElements[1]) }
    case .address, .article, .aside, .blockquote, .center, .details, .dialog, .dir, .div, .dl, .fieldset, .figcaption,
      .figure, .footer, .header, .hgroup, .main, .menu, .nav, .ol, .p, .search, .section, .summary, .ul:
      closeParagraph()
      insertElement(tag.name)
    case .h1, .h2, .h3, .h4, .h5, .h6:
      closeParagraph()
      if isHeading(current) { openElements.removeLast() }
      insertElement(tag.name)
    case .pre, .listing:
      closeParagraph()
      insertElement(tag.name)
      ignoresNextNewline = true
    case .form:
      guard form.isNone else { return false }
      closeParagraph()
      form = insertElement(.form)
    case .li: startItem { $0 == .li }
    case .dd, .dt: startItem { $0 == .dd || $0 == .dt }
    case .plaintext:
      closeParagraph()
      insertElement(.plaintext)
      contentModel = .plaintext
    case .button:
      if hasInScope(.button) {
        generateImpliedEndTags()
        pop(through: .button)
      }
      reconstructFormatting()
      insertElement(.button)
    case .a:
      if let open = formattingElement(.a) {
        adoptionAgency(.a)
        formatting.removeAll { $0 == open }
        openElements.removeAll { $0 == open }
      }
      insertFormatting()
    case .b, .big, .code, .em, .font, .i, .s, .small, .strike, .strong, .tt, .u: insertFormatting()
    case .nobr:
      reconstructFormatting()
      if hasInScope(.nobr) { adoptionAgency(.nobr) }
      insertFormatting()
    case .applet, .marquee, .object:
      reconstructFormatting()
      insertElement(tag.name)
      formatting.append(.none)
    case .table:
      if !isQuirky { closeParagraph() }
      insertElement(.table)
      mode = .inTable
    case .area, .br, .embed, .img, .keygen, .wbr, .input:
      reconstructFormatting()
      insertVoid()
    case .param, .source, .track: insertVoid()
    case .hr:
      closeParagraph()
      insertVoid()
    case .image:
      tag.name = .img
      return true
    case .textarea:
      insertRawText(.rcdata)
      ignoresNextNewline = true
    case .xmp:
      closeParagraph()
      reconstructFormatting()
      insertRawText(.rawtext)
    case .iframe, .noembed: insertRawText(.rawtext)
    case .optgroup, .option:
      if isHTML(current, .option) { openElements.removeLast() }
      reconstructFormatting()
      insertElement(tag.name)
    case .rb, .rtc, .rp, .rt:
      if hasInScope(.ruby) { generateImpliedEndTags(except: tag.name == .rp || tag.name == .rt ? .rtc : nil) }
      insertElement(tag.name)
    case .math, .svg:
      reconstructFormatting()
      insertForeign(namespace: tag.name == .svg ? .svg : .mathML)
    case .caption, .col, .colgroup, .frame, .frameset, .head, .tbody, .td, .tfoot, .th, .thead, .tr: break
    default:
      reconstructFormatting()
      insertElement(tag.name)
    }
    return false
  }

  private func isHeading(_ id: NodeID) -> Bool {
    guard nodes[Int(id.index)].namespace == .html else { return false }
    switch nodes[Int(id.index)].name {
    case .h1, .h2, .h3, .h4, .h5, .h6: return true
    default: return false
    }
  }

  private mutating func insertVoid() {
    insertElement(tag.name)
    openElements.removeLast()
  }

  /// `li`, `dd` and `dt` close an open item of their kind.
  private mutating func startItem(_ isItem: (Atom) -> Bool) {
    for id in openElements.reversed() {
      let name = nodes[Int(id.index)].name
      if nodes[Int(id.index)].namespace == .html, isItem(name) {
        generateImpliedEndTags(except: name)
        pop(through: name)
        break
      }
      if isSpecial(id), name != .address, name != .div, name != .p { break }
    }
    closeParagraph()
    insertElement(tag.name)
  }

  mutating func inBodyEndTag() -> Bool {
    switch tag.name {
    case .body, .html:
      guard hasInScope(.body) else { return false }
      mode = .afterBody
      return tag.name == .html
    case .address, .article, .aside, .blockquote, .button, .center, .details, .dialog, .dir, .div, .dl, .fieldset,
      .figcaption, .figure, .footer, .header, .hgroup, .listing, .main, .menu, .nav, .ol, .pre, .search, .section,
      .select, .summary, .ul:
      close(tag.name)
    case .form:
      let open = form
      form = .none
      guard !open.isNone, hasInScope(where: { $0 == open }) else { return false }
      generateImpliedEndTags()
      openElements.removeAll { $0 == open }
    case .p:
      if !hasInScope(.p, .button) {
        tagAttributes.removeAll(keepingCapacity: true)
        insertElement(.p)
      }
      closeParagraph()
    case .li: close(.li, .listItem)
    case .dd, .dt: close(tag.name)
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
    default: closeAny(tag.name)
    }
    return false
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
