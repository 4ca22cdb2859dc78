import Style

/// What follows from the sequence of pages: their sides, blank pages, names and page groups.
extension Paginator {
  /// The forced break before the first content of a page; `auto` if there is none.
  static func forcedBreak(in token: BreakToken?) -> BoxStyle.Break {
    token?.innermost.forced ?? .auto
  }

  private var isRTL: Bool { context[root].text.direction == .rightToLeft }

  /// The first page is a right page if pages progress from left to right, otherwise a left page, unless a break before
  /// the first box demands the other (css-page-3 §3.1).
  func isRight(_ index: Int) -> Bool { (index % 2 == 0) == (startsRight ?? !isRTL) }

  /// Whether forced breaks before the first box demand a right or a left page; nil if they demand neither.
  static func startsRight(_ breaks: [BoxStyle.Break], isRTL: Bool) -> Bool? {
    switch LayoutContext.combine([], breaks) {
    case .left: false
    case .right: true
    case .recto: !isRTL
    case .verso: isRTL
    default: nil
    }
  }

  /// Whether a break to a left or right page needs a blank page (css-break-3 §3.1).
  func needsBlankPage(before forced: BoxStyle.Break) -> Bool {
    let isNextRight = isRight(collector.records.count)
    switch forced {
    case .left: return isNextRight
    case .right: return !isNextRight
    case .recto: return isNextRight == isRTL
    case .verso: return isNextRight != isRTL
    default: return false
    }
  }

  /// The used `page` value of the first content of a page (css-page-3 §9). Pages with only positioned boxes keep the
  /// previous name.
  func pageName(from token: BreakToken?, isFlowing: Bool) -> String? {
    guard context.tree.usesNamedPages else { return nil }
    if isFlowing { return token.map { context.pageName(after: $0) } ?? context.pageName(startOf: root) }
    let resumed = collector.waiting.lazy.compactMap(\.token).first
    return resumed.map { context.pageName(after: $0) } ?? collector.records.last?.name
  }

  /// The index of the page in its page group (css-gcpm-3 §2.4): consecutive pages of the same name. An element that
  /// specifies the name itself starts a new group.
  func indexInGroup(_ name: String?, _ token: BreakToken?, isBlank: Bool) -> Int {
    guard let last = collector.records.last else { return 0 }
    guard name != nil, last.name == name else { return name == last.name ? last.indexInGroup + 1 : 0 }
    if !isBlank, !last.isBlank, let token, startsGroup(token.innermost) { return 0 }
    return last.indexInGroup + 1
  }

  private func startsGroup(_ token: BreakToken) -> Bool {
    guard case .before = token.position else { return false }
    var box = token.box
    while true {
      if context[box].box.pageName != nil { return true }
      guard context.tree[box].kind == .block, !context.tree[box].hasLines,
        let first = context.tree.children(of: box).first(where: { !context.isOutOfFlow($0) && !context.isFloat($0) })
      else { return false }
      box = first
    }
  }
}
