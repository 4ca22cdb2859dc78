import Style

/// Footnotes page by page (css-gcpm-3 §2): a page with calls is set at most twice, the second time with room for what they
/// call. A footnote that finds no room goes on, or begins, on the next page.
extension Paginator {
  /// The footnote area of the page in progress.
  mutating func footnoteArea(on page: PageRecord) -> FootnoteArea {
    let style = page.style.footnoteArea
    let box = footnoteBoxes[style] ?? flow.tree.add(Box(kind: .block, style: style))
    footnoteBoxes[style] = box
    return FootnoteArea(box, page: Size(width: page.area.width, height: page.area.height), flow: &flow)
  }

  /// Sets the document's flow on one page above its footnotes.
  /// - Returns: its fragment, and where the flow ends on the page, px.
  mutating func setFlow(from token: BreakToken?, above area: FootnoteArea) -> (FragmentID?, Double) {
    var room = FootnoteRoom(area, waiting: footnotes, flow: &flow)
    let first = room.limit
    let content = setFlow(from: token, in: Size(width: area.page.width, height: first))
    guard let content else { return (nil, 0) }
    room.add(newCalls(in: content), flow: &flow)
    let end = nextToken == nil ? flow.fragments[content].y + flow.fragments[content].height : first
    guard room.limit < end - PageSpace.tolerance else { return (content, end) }
    flow.fragments.removeAll()
    let limit = max(1, room.limit)
    let again = setFlow(from: token, in: Size(width: area.page.width, height: limit))
    return (again, nextToken == nil ? again.map { flow.fragments[$0].y + flow.fragments[$0].height } ?? 0 : limit)
  }

  /// Calls of footnotes that have not begun: heads of tables call theirs on each page.
  private func newCalls(in content: FragmentID) -> [FootnoteCall] {
    var seen = begunFootnotes
    return flow.footnoteCalls(in: content).filter { seen.insert($0.box).inserted }
  }

  /// Adds the footnote area below what stands on the page in progress.
  /// - Parameter end: of the flow, px from the page area's top.
  mutating func addFootnotes(in area: FootnoteArea, below end: Double) {
    for box in collector.calledFootnotes where begunFootnotes.insert(box).inserted {
      footnotes.append(WaitingFootnote(box: box))
    }
    collector.calledFootnotes = []
    guard !footnotes.isEmpty else { return }
    let number = collector.records.count - 1
    let fragment = flow.addFragment(area.box, width: area.edges.borderBoxWidth)
    let height = fill(fragment, area, room: area.room(below: end), isAlone: end <= 0)
    guard height > 0 else { return }
    let page = collector.records[number].area
    flow.fragments[fragment].height = max(area.least, height) + area.edges.top + area.edges.bottom
    flow.fragments[fragment].x = page.x + area.edges.margin.left
    flow.fragments[fragment].y = page.maxY - area.edges.margin.bottom - flow.fragments[fragment].height
    flow.moveIfRelative(fragment, containerWidth: page.width, containerHeight: page.height)
    collector.append(fragment, on: number, flow: &flow)
  }

  /// Sets the waiting footnotes that find room; those that they call themselves follow them.
  /// - Parameter isAlone: nothing else stands on the page, so that something of them must.
  /// - Returns: the height that they take.
  private mutating func fill(_ fragment: FragmentID, _ area: FootnoteArea, room: Double, isAlone: Bool) -> Double {
    var stack = FootnoteStack(width: area.edges.contentWidth, gap: flow.footnoteGap(area))
    while let footnote = footnotes.first, flow.failure == nil {
      let isInline = footnote.token == nil && flow.isInlineFootnote(footnote.box)
      var place = Point(x: 0, y: stack.height)
      if isInline {
        var whole = stack
        place = whole.add(flow.footnoteSize(footnote, in: area), isInline: true)
        if whole.height > room + PageSpace.tolerance { place = Point(x: 0, y: stack.height) }
      }
      let page = PageSpace(offset: place.y, height: max(0, room), mustProgress: isAlone && place.y == 0)
      let (result, size) = flow.layoutFootnote(footnote, in: area, page: page)
      guard result.fits else { break }
      _ = stack.add(size, isInline: isInline)
      let edges = flow.usedEdges(flow.tree[footnote.box].style, containerWidth: area.edges.contentWidth)
      flow.fragments.append(
        result.fragment, to: fragment, x: area.edges.left + place.x + result.marginLeft,
        y: area.edges.top + place.y + (footnote.token == nil ? edges.margin.top : 0))
      for call in newCalls(in: result.fragment) {
        begunFootnotes.insert(call.box)
        footnotes.append(WaitingFootnote(box: call.box))
      }
      if footnote.token == nil { collector.records[collector.records.count - 1].footnotes.append(footnote.box) }
      if let token = result.token {
        footnotes[0].token = token
        break
      }
      footnotes.removeFirst()
    }
    return stack.height
  }
}
