import Style

/// A break position in a flex container.
struct FlexPosition: Equatable {
  /// Sized and placed as if unbroken.
  var lines: FlexLines
  var flows: [FlexFlow]
  /// The first box of the next page, if a forced break precedes it.
  var forced: BreakToken?

  /// The break tokens of all items that continue, by item index.
  var unfinished: [Int: BreakToken] {
    flows.reduce(into: [:]) { all, flow in all.merge(flow.unfinished) { token, _ in token } }
  }

  /// Equal positions in containers of equal size.
  static func == (a: FlexPosition, b: FlexPosition) -> Bool {
    a.forced == b.forced && a.lines.width == b.lines.width && a.lines.height == b.lines.height
      && a.flows.elementsEqual(b.flows) {
        $0.next == $1.next && $0.origin == $1.origin && $0.unfinished == $1.unfinished
      }
  }
}

/// A sequence of slots in a flex container: the lines of a row container, or the items of one line of a column
/// container.
struct FlexFlow {
  /// Items side by side, with their extent in the unbroken container, px.
  struct Slot {
    var items: Range<Int>
    var start: Double
    var end: Double
  }
  let slots: [Slot]
  /// The first slot that has not started, and the first one that starts on this page.
  var next = 0
  var firstOnPage = 0
  /// The y in the unbroken container that corresponds to the top of the page, px.
  var origin = 0.0
  /// The break tokens of items that continue, by item index.
  var unfinished: [Int: BreakToken] = [:]
  /// An item has been placed on this page.
  var hasContent = false
  /// The y in the unbroken container that the next page starts with, if a whole slot is moved to it.
  var topOfNextPage: Double?

  init(slots: [Slot]) { self.slots = slots }

  /// An item continues that has to end before the following slots.
  var isBlocked: Bool { unfinished.values.contains { !$0.isAtEnd } }

  /// The state at the start of the next page.
  func onNextPage(pageEnd: Double?) -> FlexFlow {
    var next = self
    next.hasContent = false
    next.topOfNextPage = nil
    next.firstOnPage = unfinished.isEmpty ? self.next : -1
    next.origin = topOfNextPage ?? origin + (pageEnd ?? 0)
    return next
  }
}

/// The layout of a flex container on one page.
struct FlexFragmentation {
  struct Placed {
    var item: Int
    var result: BlockResult
    /// The y of the border box from the container's content edge.
    var y: Double

    /// The item as one that is left to the next page.
    var waiting: Placed { Placed(item: item, result: .doesNotFit, y: y) }
  }
  let container: BoxID
  let space: ConstraintSpace
  let lines: FlexLines
  /// An earlier page holds the first part of the container.
  let isResumed: Bool
  var flows: [FlexFlow]
  var placed: [Placed] = []
  /// The lowest bottom edge of the items.
  var bottom = 0.0
  var appeal = BreakAppeal.perfect
  var forced: BreakToken?

  init(container: BoxID, space: ConstraintSpace, lines: FlexLines, isResumed: Bool) {
    self.container = container
    self.space = space
    self.lines = lines
    self.isResumed = isResumed
    flows = lines.flows
  }

  init(container: BoxID, space: ConstraintSpace, position: FlexPosition) {
    self.container = container
    self.space = space
    lines = position.lines
    flows = position.flows
    isResumed = true
  }

  /// The remaining items in their order, if none of them has started. Nil otherwise.
  var waiting: [BoxID]? {
    guard flows.allSatisfy({ $0.unfinished.isEmpty }) else { return nil }
    return flows.flatMap { $0.slots[$0.next...].flatMap(\.items) }.sorted().map { lines.items[$0].box }
  }

  /// The end of the page, from the content edge.
  var pageEnd: Double? { space.fragmentainer.map { $0.height - $0.offset } }

  /// The end of the part of the container on this page, which is broken. In a column of unlimited height it is the end of
  /// the items.
  var partEnd: Double? { pageEnd.map { $0 < .infinity ? $0 : bottom } }

  func box(_ slot: Int, of flow: Int) -> BoxID { lines.items[flows[flow].slots[slot].items.lowerBound].box }

  func isBelowPage(_ slot: Int, of flow: Int) -> Bool {
    pageEnd.map { flows[flow].slots[slot].start - flows[flow].origin > $0 - Fragmentainer.tolerance } ?? false
  }

  /// Whether the page ends in the free space above an item of a column, from `justify-content` or `auto` margins (css-flexbox-1
  /// §9.5). That space continues on the next page.
  func endsInFreeSpace(above slot: Int, of flow: Int) -> Bool {
    guard lines.axes.isColumn, let pageEnd, pageEnd >= 1 else { return false }
    let (state, start) = (flows[flow], flows[flow].slots[slot].start)
    let above = slot > 0 ? state.slots[slot - 1].end + lines.axes.mainGap : 0
    return start - state.origin > pageEnd + Fragmentainer.tolerance && start - above > Fragmentainer.tolerance
  }

  /// Whether a line of a row can be left to the next page: something precedes it on this one.
  func canWait(_ flow: Int) -> Bool {
    !lines.axes.isColumn && (flows[flow].hasContent || space.fragmentainer?.mustProgress == false)
  }

  /// Whether an item of a row waits because its alignment moves it below the page, on which its line starts.
  ///
  /// - Parameter top: of the line, from the content edge; nil if the line started on an earlier page.
  func isBelowLine(_ entry: Placed, of flow: Int, top: Double? = nil) -> Bool {
    guard !lines.axes.isColumn, !entry.result.fits, let pageEnd, pageEnd >= 1 else { return false }
    let slot = flows[flow].slots.first { $0.items.contains(entry.item) }
    let start = top ?? slot.map { $0.start - flows[flow].origin } ?? 0
    return entry.y > pageEnd - Fragmentainer.tolerance && start < pageEnd - Fragmentainer.tolerance
  }

  /// Whether no other item is beside an item.
  func isAlone(_ item: Int, in flow: Int) -> Bool {
    flows.count == 1 && flows[flow].slots.first { $0.items.contains(item) }?.items.count == 1
  }

  /// The end of an item's slot in the unbroken container.
  func end(of item: Int, in flow: Int) -> Double {
    if lines.axes.isColumn { return lines.items[item].frame.y + lines.items[item].frame.height }
    return flows[flow].slots.first { $0.items.contains(item) }?.end ?? 0
  }

  mutating func place(_ entry: Placed, in flow: Int) {
    placed.append(entry)
    guard entry.result.fits else {
      flows[flow].unfinished[entry.item] = BreakToken(box: lines.items[entry.item].box, position: .before)
      // The break is inside the container, which or whose ancestors may avoid breaks.
      appeal = min(appeal, space.fragmentainer?.cap ?? .perfect)
      return
    }
    flows[flow].hasContent = true
    bottom = max(bottom, entry.y + entry.result.height)
    guard let token = entry.result.token else { return }
    flows[flow].unfinished[entry.item] = token
    flows[flow].unfinished[entry.item]?.isAtEnd = token.isAtEnd || entry.result.isParallel
    appeal = min(appeal, entry.result.appeal)
  }
}

extension FlexLines {
  /// The flows, in the order of their position on the page.
  fileprivate var flows: [FlexFlow] {
    guard axes.isColumn else {
      let slots = lines.map { line in
        let start = axes.crossIsNegative ? height - line.position - line.cross : line.position
        return FlexFlow.Slot(items: line.items, start: start, end: start + line.cross)
      }
      return [FlexFlow(slots: axes.crossIsNegative ? slots.reversed() : slots)]
    }
    return lines.map { line in
      let slots = line.items.map { index in
        let (frame, margin) = (items[index].frame, items[index].edges.margin)
        return FlexFlow.Slot(
          items: index..<index + 1, start: frame.y - margin.top, end: frame.y + frame.height + margin.bottom)
      }
      return FlexFlow(slots: axes.mainIsNegative ? slots.reversed() : slots)
    }
  }
}
