import Style

/// Footnotes of pages (css-gcpm-3 §2). A page with calls is laid out at most twice, the second time with space for
/// the footnotes called. A footnote that does not fit continues or starts on the next page.
extension Paginator {
  /// The footnote area of the page in progress.
  mutating func footnoteArea(on page: PageRecord) -> FootnoteArea {
    let style = page.style.footnoteArea
    let box = footnoteBoxes[style] ?? context.tree.add(Box(kind: .block, style: style))
    footnoteBoxes[style] = box
    return FootnoteArea(box, page: Size(width: page.area.width, height: page.area.height), context: &context)
  }

  /// Lays out the document's flow on one page above its footnotes.
  ///
  /// - Returns: its fragment, and the end of the flow on the page, px.
  mutating func layoutFlow(from token: BreakToken?, above area: FootnoteArea) -> (FragmentID?, Double) {
    var space = FootnoteSpace(area, waiting: footnotes, context: &context)
    let first = space.limit
    let content = layoutFlow(from: token, in: Size(width: area.page.width, height: first))
    guard let content else { return (nil, 0) }
    space.add(newCalls(in: content), context: &context)
    let end = nextToken == nil ? context.page.fragments[content].y + context.page.fragments[content].height : first
    guard space.limit < end - Fragmentainer.tolerance else { return (content, end) }
    context.page.fragments.removeAll()
    let limit = max(1, space.limit)
    let again = layoutFlow(from: token, in: Size(width: area.page.width, height: limit))
    return (
      again,
      nextToken == nil ? again.map { context.page.fragments[$0].y + context.page.fragments[$0].height } ?? 0 : limit
    )
  }

  /// Calls of footnotes that have not started. Repeated table headers call theirs on each page.
  private func newCalls(in content: FragmentID) -> [FootnoteCall] {
    var seen: Set<BoxID> = []
    return context.footnoteCalls(in: content).filter {
      !begunFootnotes.contains($0.box) && seen.insert($0.box).inserted
    }
  }

  /// Adds the footnote area at the bottom of the current page.
  ///
  /// - Parameter end: the end of the flow, px from the top of the page area.
  mutating func addFootnotes(in area: FootnoteArea, below end: Double) {
    for box in collector.calledFootnotes where begunFootnotes.insert(box).inserted {
      footnotes.append(box)
    }
    collector.calledFootnotes = []
    guard !footnotes.isEmpty else { return }
    let number = collector.records.count - 1
    let fragment = context.addFragment(area.box, edges: area.edges)
    let height = fill(fragment, area, space: area.space(below: end), isAlone: end <= 0)
    guard height > 0 else { return }
    let page = collector.records[number].area
    context.page.fragments[fragment].height = max(area.least, height) + area.edges.top + area.edges.bottom
    context.page.fragments[fragment].x = page.x + area.edges.margin.left
    context.page.fragments[fragment].y = page.maxY - area.edges.margin.bottom - context.page.fragments[fragment].height
    context.moveIfRelative(fragment, containerWidth: page.width, containerHeight: page.height)
    collector.append(fragment, on: number, context: &context)
  }

  /// Lays out the waiting footnotes that fit. Footnotes called inside footnotes follow them.
  ///
  /// - Parameter isAlone: nothing else is on the page, so that at least a part of a footnote must be.
  /// - Returns: the height of the footnotes.
  private mutating func fill(_ fragment: FragmentID, _ area: FootnoteArea, space: Double, isAlone: Bool) -> Double {
    var stack = FootnoteStack(width: area.edges.contentWidth, gap: context.footnoteGap(area))
    while let footnote = footnotes.first, context.failure == nil {
      let isInline = footnote.token == nil && context.isInlineFootnote(footnote.box)
      var place = Point(x: 0, y: stack.height)
      if isInline {
        var whole = stack
        place = whole.add(context.footnoteSize(footnote, in: area), isInline: true)
        if whole.height > space + Fragmentainer.tolerance { place = Point(x: 0, y: stack.height) }
      }
      let fragmentainer = Fragmentainer(offset: place.y, height: max(0, space), mustProgress: isAlone && place.y == 0)
      let (result, size) = context.layoutFootnote(footnote, in: area, fragmentainer: fragmentainer)
      guard result.fits else { break }
      _ = stack.add(size, isInline: isInline)
      let edges = context.usedEdges(context.tree[footnote.box].style, containerWidth: area.edges.contentWidth)
      context.page.fragments.append(
        result.fragment, to: fragment, x: area.edges.left + place.x + result.marginLeft,
        y: area.edges.top + place.y + (footnote.token == nil ? edges.margin.top : 0))
      for call in newCalls(in: result.fragment) {
        begunFootnotes.insert(call.box)
        footnotes.append(call.box)
      }
      if footnote.token == nil { collector.records[collector.records.count - 1].footnotes.append(footnote.box) }
      if let token = result.token {
        footnotes.continueFirst(from: token)
        break
      }
      footnotes.removeFirst()
    }
    return stack.height
  }
}
