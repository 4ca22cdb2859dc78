import Style

/// The height of a page that its flow may use, so that the footnotes called there fit (css-gcpm-3 §2.4).
struct FootnoteSpace {
  let area: FootnoteArea
  /// The footnotes known to be on the page.
  private var stack: FootnoteStack
  /// The height of the page area that the flow may use, from its top, px.
  private(set) var limit: Double

  /// The largest share of a page for footnotes from earlier pages while the document's flow continues.
  private static let greatestShare = 0.75

  /// - Parameter waiting: footnotes left from earlier pages.
  init(_ area: FootnoteArea, waiting: FootnoteQueue, context: inout LayoutContext) {
    self.area = area
    stack = FootnoteStack(width: area.edges.contentWidth, gap: context.footnoteGap(area))
    let most = min(area.most, area.page.height * Self.greatestShare)
    for index in 0..<waiting.count {
      guard stack.height < most else { break }
      let footnote = waiting[index]
      let isInline = context.isInlineFootnote(footnote.box) && footnote.token == nil
      _ = stack.add(context.footnoteSize(footnote, in: area, above: most - stack.height), isInline: isInline)
    }
    limit = area.page.height - min(area.outerHeight(stack.height), max(0, area.page.height * Self.greatestShare))
  }

  /// Adds the footnotes of calls in order, up to the first one that does not fit. The flow has to end there.
  mutating func add(_ calls: [FootnoteCall], context: inout LayoutContext) {
    for call in calls {
      let size = context.footnoteSize(WaitingFootnote(box: call.box), in: area)
      var longer = stack
      _ = longer.add(size, isInline: context.isInlineFootnote(call.box))
      let end = area.page.height - area.outerHeight(longer.height)
      if call.bottom <= min(end, limit) + Fragmentainer.tolerance, longer.height <= area.most + Fragmentainer.tolerance
      {
        stack = longer
        limit = min(limit, end)
        continue
      }
      let policy = context[call.box].box.footnotePolicy
      if policy == .auto, let end = endForPart(call, &context) {
        limit = min(limit, end)
        return
      }
      let start = policy == .block ? call.blockTop : call.top
      // If nothing precedes the call, the footnote has to go to a later page.
      if start > Fragmentainer.tolerance { limit = min(limit, start) }
      return
    }
  }

  /// The end of the flow if only a part of a footnote is on the page of its call. Returns nil if no part fits.
  private func endForPart(_ call: FootnoteCall, _ context: inout LayoutContext) -> Double? {
    let space = area.space(below: call.bottom)
    guard space > stack.height, call.bottom <= limit + Fragmentainer.tolerance else { return nil }
    let before = context.page.fragments.checkpoint
    let fragmentainer = Fragmentainer(offset: stack.height, height: space, mustProgress: false)
    let (result, _) = context.layoutFootnote(WaitingFootnote(box: call.box), in: area, fragmentainer: fragmentainer)
    context.page.fragments.rewind(to: before)
    guard result.fits, result.token != nil, result.appeal >= .violatesOrphansAndWidows else { return nil }
    // The paragraph of the call needs enough lines for `orphans`.
    let style = context[call.box].text
    let lines = Double(max(style.orphans, 1)) * (call.bottom - call.top)
    return max(call.bottom, min(call.blockTop + lines, area.page.height - area.outerHeight(stack.height + lines)))
  }
}

extension LayoutContext {
  /// The distance between footnotes on one line, px: 1em of their area.
  func footnoteGap(_ area: FootnoteArea) -> Double { self[area.box].text.font.size }
}
