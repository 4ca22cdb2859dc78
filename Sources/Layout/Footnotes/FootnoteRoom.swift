import Style

/// How much of a page its flow may take, so that there is room for the footnotes that it calls (css-gcpm-3 §2.4).
struct FootnoteRoom {
  let area: FootnoteArea
  /// Footnotes that are known to stand on the page.
  private var stack: FootnoteStack
  /// px of the page area, from its top.
  private(set) var limit: Double

  /// The most of a page that footnotes from earlier pages take while the document's flow goes on.
  private static let greatestShare = 0.75

  /// - Parameter waiting: footnotes that earlier pages left.
  init(_ area: FootnoteArea, waiting: [WaitingFootnote], flow: inout Flow) {
    self.area = area
    stack = FootnoteStack(width: area.edges.contentWidth, gap: flow.footnoteGap(area))
    let most = min(area.most, area.page.height * Self.greatestShare)
    for footnote in waiting where stack.height < most {
      let isInline = flow.isInlineFootnote(footnote.box) && footnote.token == nil
      _ = stack.add(flow.footnoteSize(footnote, in: area, above: most - stack.height), isInline: isInline)
    }
    limit = area.page.height - min(area.outerHeight(stack.height), max(0, area.page.height * Self.greatestShare))
  }

  /// Takes the calls of a page in order up to the first whose footnote finds no room: there the flow has to end.
  mutating func add(_ calls: [FootnoteCall], flow: inout Flow) {
    for call in calls {
      let size = flow.footnoteSize(WaitingFootnote(box: call.box), in: area)
      var longer = stack
      _ = longer.add(size, isInline: flow.isInlineFootnote(call.box))
      let end = area.page.height - area.outerHeight(longer.height)
      if call.bottom <= min(end, limit) + PageSpace.tolerance, longer.height <= area.most + PageSpace.tolerance {
        stack = longer
        limit = min(limit, end)
        continue
      }
      let policy = flow[call.box].box.footnotePolicy
      if policy == .auto, let end = endForPart(call, &flow) {
        limit = min(limit, end)
        return
      }
      let start = policy == .block ? call.blockTop : call.top
      // Nothing stands above: the footnote has to go to a later page.
      if start > PageSpace.tolerance { limit = min(limit, start) }
      return
    }
  }

  /// Where the flow ends if only a part of a footnote stands on the page with its call; nil where no part fits.
  private func endForPart(_ call: FootnoteCall, _ flow: inout Flow) -> Double? {
    let room = area.room(below: call.bottom)
    guard room > stack.height, call.bottom <= limit + PageSpace.tolerance else { return nil }
    let before = flow.fragments.entries.count
    let page = PageSpace(offset: stack.height, height: room, mustProgress: false)
    let (result, _) = flow.layoutFootnote(WaitingFootnote(box: call.box), in: area, page: page)
    flow.fragments.entries.removeSubrange(before...)
    guard result.fits, result.token != nil, result.appeal >= .violatesOrphansAndWidows else { return nil }
    // The call's paragraph goes on as far as it must not to be broken badly.
    let style = flow[call.box].text
    let lines = Double(max(style.orphans, 1)) * (call.bottom - call.top)
    return min(max(call.bottom, call.blockTop + lines), area.page.height - area.outerHeight(stack.height + lines))
  }
}

extension Flow {
  /// px between footnotes on one line: an `em` of their area.
  func footnoteGap(_ area: FootnoteArea) -> Double { self[area.box].text.font.size }
}
