/// The insertion modes from “initial” to “after head” (HTML 13.2.6.4.1 to .6). Methods return whether the tag is to be
/// processed again.
extension HTMLParser {
  /// Opens the elements `html`, `head` and `body` that are not open yet, before content that is allowed in `body` only.
  mutating func openBody() {
    if mode == .initial {
      quirks = .full
      mode = .beforeHTML
    }
    if mode == .beforeHTML { insertImplied(.html, then: .beforeHead) }
    if mode == .beforeHead { insertImpliedHead() }
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

  /// Inserts an element without attributes; the attributes of the current tag are kept.
  private mutating func insertImplied(_ name: Atom, then next: InsertionMode) {
    insertImpliedElement(name)
    mode = next
  }

  private mutating func insertImpliedHead() {
    insertImplied(.head, then: .inHead)
    head = current
  }

  /// “Initial”, “before html” and “before head”.
  mutating func beforeHeadStartTag() -> Bool {
    switch mode {
    case .initial:
      quirks = .full
      mode = .beforeHTML
      return true
    case .beforeHTML:
      if tag.name == .html {
        insertElement(.html)
        mode = .beforeHead
        return false
      }
      insertImplied(.html, then: .beforeHead)
      return true
    default:
      if tag.name == .html { return inBodyStartTag() }
      if tag.name == .head {
        head = insertElement(.head)
        mode = .inHead
        return false
      }
      insertImpliedHead()
      return true
    }
  }

  mutating func beforeHeadEndTag() -> Bool {
    switch tag.name {
    case .head, .body, .html, .br:
      if mode == .initial { quirks = .full }
      if mode == .beforeHead { insertImpliedHead() } else { insertImplied(.html, then: .beforeHead) }
      return true
    default: return false
    }
  }

  mutating func inHeadStartTag() -> Bool {
    switch tag.name {
    case .html: return inBodyStartTag()
    case .base, .basefont, .bgsound, .link, .meta: insertVoid()
    case .title: insertRawText(.rcdata)
    case .noframes, .style: insertRawText(.rawtext)
    case .script: insertRawText(.script)
    case .noscript:
      insertElement(.noscript)
      mode = .inHeadNoscript
    case .template: startTemplate()
    case .head: break
    default:
      openElements.removeLast()
      mode = .afterHead
      return true
    }
    return false
  }

  mutating func inHeadNoscriptStartTag() -> Bool {
    switch tag.name {
    case .html: return inBodyStartTag()
    case .basefont, .bgsound, .link, .meta, .noframes, .style: return inHeadStartTag()
    case .head, .noscript: return false
    default:
      openElements.removeLast()
      mode = .inHead
      return true
    }
  }

  /// “In head” and “in head noscript”.
  mutating func inHeadEndTag() -> Bool {
    switch tag.name {
    case .head where mode == .inHead:
      openElements.removeLast()
      mode = .afterHead
      return false
    case .noscript where mode == .inHeadNoscript:
      openElements.removeLast()
      mode = .inHead
      return false
    case .template where mode == .inHead:
      endTemplate()
      return false
    case .br,
      .body where mode == .inHead, .html where mode == .inHead:
      openElements.removeLast()
      mode = mode == .inHead ? .afterHead : .inHead
      return true
    default: return false
    }
  }

  mutating func afterHeadStartTag() -> Bool {
    switch tag.name {
    case .html: return inBodyStartTag()
    case .body:
      framesetOK = false
      insertElement(.body)
      mode = .inBody
    case .frameset:
      insertElement(.frameset)
      mode = .inFrameset
    case .head: break
    case .base, .basefont, .bgsound, .link, .meta, .noframes, .script, .style, .template, .title:
      openElements.append(head)
      _ = inHeadStartTag()
      if let index = openElements.lastIndex(of: head) { openElements.remove(at: index) }
    default:
      insertImplied(.body, then: .inBody)
      return true
    }
    return false
  }

  mutating func afterHeadEndTag() -> Bool {
    switch tag.name {
    case .body, .html, .br:
      insertImplied(.body, then: .inBody)
      return true
    case .template:
      endTemplate()
      return false
    default: return false
    }
  }
}
