/// Start tags in the insertion mode “in body” (HTML 13.2.6.4.7).
extension HTMLParser {
  /// - Returns: whether the tag is to be processed again.
  mutating func inBodyStartTag() -> Bool {
    switch tag.name {
    case .html, .body, .frameset: startRoot()
    case .base, .basefont, .bgsound, .link, .meta, .noframes, .script, .style, .template, .title:
      return inHeadStartTag()
    case .address, .article, .aside, .blockquote, .center, .details, .dialog, .dir, .div, .dl, .fieldset, .figcaption,
      .figure, .footer, .header, .hgroup, .main, .menu, .nav, .ol, .p, .search, .section, .summary, .ul, .h1, .h2, .h3,
      .h4, .h5, .h6, .pre, .listing, .form, .li, .dd, .dt, .plaintext, .hr, .xmp:
      startBlock()
    case .a: startLink()
    case .b, .big, .code, .em, .font, .i, .s, .small, .strike, .strong, .tt, .u: insertFormatting()
    case .nobr:
      reconstructFormatting()
      if hasInScope(.nobr) { adoptionAgency(.nobr) }
      insertFormatting()
    case .applet, .marquee, .object:
      reconstructFormatting()
      insertElement(tag.name)
      addMarker()
      framesetOK = false
    case .table: startTable()
    case .area, .br, .embed, .img, .keygen, .wbr:
      reconstructFormatting()
      insertVoid()
      framesetOK = false
    case .param, .source, .track: insertVoid()
    case .image:
      tag.name = .img
      return true
    case .button, .input, .select, .option, .optgroup, .textarea: startFormControl()
    case .iframe:
      framesetOK = false
      insertRawText(.rawtext)
    case .noembed: insertRawText(.rawtext)
    case .rb, .rtc, .rp, .rt:
      if hasInScope(.ruby) { generateImpliedEndTags(except: tag.name == .rp || tag.name == .rt ? .rtc : nil) }
      insertElement(tag.name)
    case .math, .svg:
      reconstructFormatting()
      insertForeign(namespace: tag.name == .svg ? .svg : .mathML)
    case .caption, .col, .colgroup, .frame, .head, .tbody, .td, .tfoot, .th, .thead, .tr: break
    default:
      reconstructFormatting()
      insertElement(tag.name)
    }
    return false
  }

  /// A link; an open one ends before it.
  private mutating func startLink() {
    if let open = formattingElement(.a) {
      adoptionAgency(.a)
      formatting.removeAll { $0 == open }
      openElements.removeAll { $0 == open }
    }
    insertFormatting()
  }

  private mutating func startTable() {
    if quirks != .full { closeParagraph() }
    insertElement(.table)
    framesetOK = false
    mode = .inTable
  }

  /// `html`, `body` and `frameset` tags in the body. The attributes of `html` and `body` are added to the open
  /// elements.
  private mutating func startRoot() {
    if tag.name == .frameset { return startFramesetInBody() }
    guard templateModes.isEmpty else { return }
    if tag.name == .html {
      if let html = openElements.first { mergeAttributes(into: html) }
    } else if openElements.count > 1, isHTML(openElements[1], .body) {
      framesetOK = false
      mergeAttributes(into: openElements[1])
    }
  }

  /// Elements that close an open paragraph.
  private mutating func startBlock() {
    switch tag.name {
    case .form:
      guard form.isNone || !templateModes.isEmpty else { return }
      closeParagraph()
      let element = insertElement(.form)
      if templateModes.isEmpty { form = element }
      return
    case .li: return startItem { $0 == .li }
    case .dd, .dt: return startItem { $0 == .dd || $0 == .dt }
    default: closeParagraph()
    }
    switch tag.name {
    case .h1, .h2, .h3, .h4, .h5, .h6:
      if isHeading(current) { openElements.removeLast() }
      insertElement(tag.name)
    case .pre, .listing:
      insertElement(tag.name)
      ignoresNextNewline = true
      framesetOK = false
    case .plaintext:
      insertElement(.plaintext)
      contentModel = .plaintext
    case .hr:
      if hasInScope(.select) { generateImpliedEndTags() }
      insertVoid()
      framesetOK = false
    case .xmp:
      reconstructFormatting()
      framesetOK = false
      insertRawText(.rawtext)
    default: insertElement(tag.name)
    }
  }

  // Inlined, because a call would copy the parser.
  @inline(__always)
  func isHeading(_ id: NodeID) -> Bool {
    guard nodes[Int(id.index)].namespace == .html else { return false }
    switch nodes[Int(id.index)].name {
    case .h1, .h2, .h3, .h4, .h5, .h6: return true
    default: return false
    }
  }

  /// `li`, `dd` and `dt` close an open item of the same list.
  private mutating func startItem(_ isItem: (Atom) -> Bool) {
    framesetOK = false
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

  /// Form controls. A `select` has content like other elements since the standard's change of 2025.
  private mutating func startFormControl() {
    let isInSelect = hasInScope(.select)
    switch tag.name {
    case .button:
      if hasInScope(.button) {
        generateImpliedEndTags()
        pop(through: .button)
      }
    case .select where isInSelect:
      pop(through: .select)
      return
    case .input where isInSelect: pop(through: .select)
    case .option where isInSelect: generateImpliedEndTags(except: .optgroup)
    case .optgroup where isInSelect: generateImpliedEndTags()
    case .option, .optgroup: if isHTML(current, .option) { openElements.removeLast() }
    case .textarea:
      insertRawText(.rcdata)
      ignoresNextNewline = true
      framesetOK = false
      return
    default: break
    }
    reconstructFormatting()
    insertElement(tag.name)
    if tag.name == .input { openElements.removeLast() }
    if tag.name != .option, tag.name != .optgroup, tag.name != .input || !isHiddenInput { framesetOK = false }
  }
}
