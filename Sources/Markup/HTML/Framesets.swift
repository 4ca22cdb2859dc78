/// The insertion modes of frames (HTML 13.2.6.4.20, .21 and .24). Frames are kept in the tree and never loaded.
extension HTMLParser {
  /// A `frameset` tag in the body replaces the body, unless the body has content that is visible.
  mutating func startFramesetInBody() {
    guard framesetOK, openElements.count > 1, isHTML(openElements[1], .body) else { return }
    detach(openElements[1])
    openElements.removeSubrange(1...)
    insertElement(.frameset)
    mode = .inFrameset
  }

  mutating func framesetStartTag() -> Bool {
    switch tag.name {
    case .html: return inBodyStartTag()
    case .frameset where mode == .inFrameset: insertElement(.frameset)
    case .frame where mode == .inFrameset: insertVoid()
    case .noframes: return inHeadStartTag()
    default: break
    }
    return false
  }

  mutating func framesetEndTag() {
    switch tag.name {
    case .frameset where mode == .inFrameset && openElements.count > 1:
      openElements.removeLast()
      if !isHTML(current, .frameset) { mode = .afterFrameset }
    case .html where mode == .afterFrameset: mode = .afterAfterFrameset
    default: break
    }
  }
}
