import Style

/// Where a flex container goes on, on the next page.
struct FlexPosition: Equatable {
  /// Placed and sized as if unbroken.
  var lines: FlexLines
  var flows: [FlexFlow]
  /// The first box of the next page where a forced break comes before it.
  var forced: BreakToken?

  /// A container of the same size at the same place goes on alike.
  static func == (a: FlexPosition, b: FlexPosition) -> Bool {
    a.forced == b.forced && a.lines.width == b.lines.width && a.lines.height == b.lines.height
      && a.flows.elementsEqual(b.flows) { $0.next == $1.next && $0.origin == $1.origin && $0.going == $1.going }
  }
}

/// What follows one another in a flex container: the lines of a row, or the items of one line of a column.
struct FlexFlow {
  /// Items that stand side by side, and where they start and end in the container as if unbroken, px.
  struct Slot {
    var items: Range<Int>
    var start: Double
    var end: Double
  }
  let slots: [Slot]
  /// The first slot that has not begun, and the first that begins on this page.
  var next = 0
  var firstOnPage = 0
  /// Which place in the container, as if unbroken, stands at the top of the page, px.
  var origin = 0.0
  /// Items that go on, by their index.
  var going: [Int: BreakToken] = [:]
  /// Something has been placed on this page.
  var hasContent = false
  /// The place that the next page starts with, where a slot is pushed to it whole.
  var topOfNextPage: Double?

  init(slots: [Slot]) { self.slots = slots }

  /// An item goes on that what follows has to wait for.
  var isBlocked: Bool { going.values.contains { !$0.isAtEnd } }

  func onNextPage(pageEnd: Double?) -> FlexFlow {
    var next = self
    next.hasContent = false
    next.topOfNextPage = nil
    next.firstOnPage = going.isEmpty ? self.next : -1
    next.origin = topOfNextPage ?? origin + (pageEnd ?? 0)
    return next
  }
}

/// A flex container on one page, while it is set.
struct FlexSetting {
  struct Placed {
    var item: Int
    var result: BlockResult
    /// Of the border box, below the container's content edge.
    var y: Double

    /// The same, left to the next page.
    var waiting: Placed { Placed(item: item, result: .doesNotFit, y: y) }
  }
  let container: BoxID
  let space: BlockSpace
  let lines: FlexLines
  /// An earlier page holds the container's first part.
  let isResumed: Bool
  var flows: [FlexFlow]
  var placed: [Placed] = []
  /// How low the items reach.
  var bottom = 0.0
  var appeal = BreakAppeal.perfect
  var forced: BreakToken?

  init(container: BoxID, space: BlockSpace, lines: FlexLines, isResumed: Bool) {
    self.container = container
    self.space = space
    self.lines = lines
    self.isResumed = isResumed
    flows = lines.flows
  }

  init(container: BoxID, space: BlockSpace, position: FlexPosition) {
    self.container = container
    self.space = space
    lines = position.lines
    flows = position.flows
    isResumed = true
  }

  /// The items that are left where none goes on, in their order.
  var waiting: [BoxID]? {
    guard flows.allSatisfy({ $0.going.isEmpty }) else { return nil }
    return flows.flatMap { $0.slots[$0.next...].flatMap(\.items) }.sorted().map { lines.items[$0].box }
  }

  /// Where the page ends below the content edge.
  var pageEnd: Double? { space.page.map { $0.height - $0.offset } }

  func box(_ slot: Int, of flow: Int) -> BoxID { lines.items[flows[flow].slots[slot].items.lowerBound].box }

  func isBelowPage(_ slot: Int, of flow: Int) -> Bool {
    pageEnd.map { flows[flow].slots[slot].start - flows[flow].origin > $0 - PageSpace.tolerance } ?? false
  }

  /// Where the slot of an item ends, in the container as if unbroken.
  func end(of item: Int, in flow: Int) -> Double {
    if lines.axes.isColumn { return lines.items[item].frame.y + lines.items[item].frame.height }
    return flows[flow].slots.first { $0.items.contains(item) }?.end ?? 0
  }

  mutating func place(_ entry: Placed, in flow: Int) {
    placed.append(entry)
    guard entry.result.fits else {
      flows[flow].going[entry.item] = BreakToken(box: lines.items[entry.item].box, position: .before)
      return
    }
    flows[flow].hasContent = true
    bottom = max(bottom, entry.y + entry.result.height)
    guard let token = entry.result.token else { return }
    flows[flow].going[entry.item] = token
    flows[flow].going[entry.item]?.isAtEnd = token.isAtEnd || entry.result.isParallel
    appeal = min(appeal, entry.result.appeal)
  }
}

extension FlexLines {
  /// The flows, in the order in which they stand on the page.
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
