import Style

/// The boxes in the page margins (css-page-3 §4): their content, and where it is set.
struct MarginBoxes {
  let values: ReferenceValues

  /// A margin box whose content is known but which has no place yet.
  private struct Item {
    var place: MarginBoxPlace
    var box: BoxID
  }

  /// Adds the margin boxes of a page above all that stands on it.
  func add(to number: Int, collector: inout PageCollector, flow: inout Flow) {
    let style = collector.records[number].style
    guard !style.marginBoxes.isEmpty else { return }
    let areas = MarginAreas(style)
    var items: [Item] = []
    for box in style.marginBoxes {
      guard let content = flow[box.style].content.content else { continue }
      var counters = values.counters[number]
      counters.enter(flow[box.style].content)
      items.append(
        Item(place: box.place, box: makeBox(content, style: box.style, counters: counters, page: number, flow: &flow)))
    }
    var frames: [MarginBoxPlace: MarginBoxFrame] = [:]
    for side in MarginBoxPlace.Side.allCases {
      let members = items.filter { $0.place.side == side }
      guard !members.isEmpty else { continue }
      let area = areas.strip(side)
      let along = members.map { item in
        flow.marginBoxExtent(item.box, area: area, isAcross: side.isHorizontal, place: item.place)
      }
      for (item, extent) in zip(
        members, MarginBoxDistribution(along).solve(available: side.isHorizontal ? area.width : area.height))
      {
        let fixed = flow.marginBoxFixed(
          item.box, area: area, isAcross: !side.isHorizontal,
          outerStart: item.place.hasOuterStart(isAcross: !side.isHorizontal))
        frames[item.place] =
          side.isHorizontal ? MarginBoxFrame(across: extent, down: fixed) : MarginBoxFrame(across: fixed, down: extent)
      }
    }
    for item in items where item.place.side == nil {
      let area = areas.corner(item.place)
      frames[item.place] = MarginBoxFrame(
        across: flow.marginBoxFixed(
          item.box, area: area, isAcross: true, outerStart: item.place.hasOuterStart(isAcross: true)),
        down: flow.marginBoxFixed(
          item.box, area: area, isAcross: false, outerStart: item.place.hasOuterStart(isAcross: false)))
    }
    for item in items {
      guard let frame = frames[item.place] else { continue }
      let area = item.place.side.map(areas.strip) ?? areas.corner(item.place)
      set(item.box, frame, in: area, on: number, collector: &collector, flow: &flow)
    }
    let end = UInt32(collector.records[number].page.fragments.count)
    collector.records[number].page.fragments[0].subtreeEnd = end
  }

  // MARK: - Content

  private func makeBox(
    _ items: [ContentItem], style: StyleID, counters: CounterValues, page: Int, flow: inout Flow
  ) -> BoxID {
    var content = InlineContent(rootStyle: style)
    let processing = TextProcessing(style, flow.document.styles)
    var quotes = QuoteDepth(pairs: flow[style].text.quotes)
    var running: BoxID?
    for item in items {
      switch item {
      case .image(let address):
        guard let image = flow.images.image(address) else { continue }
        let info = flow.images.info(image)
        flow.tree.replaced.append(ReplacedContent(image, info))
        let inline = flow.document.anonymousStyle(inheriting: style, display: .inline)
        var box = Box(kind: .replaced, style: inline)
        box.payload = UInt32(flow.tree.replaced.count - 1)
        content.append(object: flow.tree.add(box), kind: .atomic)
      case .runningElement(let name, let position):
        running = values.notes.running.value(name, page: page, at: position) ?? running
      default:
        let text = text(item, counters: counters, quotes: &quotes, page: page, flow: flow)
        content.append(text: text.utf8, processing, box: InlineItem.root)
      }
    }
    var box = Box(kind: .block, style: style)
    if content.hasContent {
      flow.tree.inlines.append(content)
      box.inline = UInt32(flow.tree.inlines.count - 1)
    }
    let id = flow.tree.add(box)
    if let running, !content.hasContent {
      values.update(in: running, page: page, &flow)
      flow.tree.append(copy(running, &flow), to: id)
    }
    return id
  }

  /// A running element's box in the flow of a margin box.
  private func copy(_ running: BoxID, _ flow: inout Flow) -> BoxID {
    var box = flow.tree[running]
    box.style = flow.document.inFlowStyle(box.style)
    box.nextSibling = .none
    return flow.tree.add(box)
  }

  private func text(
    _ item: ContentItem, counters: CounterValues, quotes: inout QuoteDepth, page: Int, flow: borrowing Flow
  ) -> String {
    switch item {
    case .string(let text): return text
    case .namedString(let name, let position): return values.notes.strings.value(name, page: page, at: position) ?? ""
    default: return counters.text(of: item, flow.document) ?? quotes.text(of: item) ?? ""
    }
  }

  // MARK: - Setting

  private func set(
    _ box: BoxID, _ frame: MarginBoxFrame, in area: Rect, on number: Int, collector: inout PageCollector,
    flow: inout Flow
  ) {
    var space = BlockSpace(width: area.width, height: area.height)
    space.isContextRoot = true
    space.borderBoxWidth = frame.across.size
    flow.fragments.removeAll()
    let result = flow.layout(box, space: space, from: nil)
    let free = frame.down.size - result.naturalHeight
    flow.fragments[result.fragment].height = frame.down.size
    switch flow[box].box.verticalAlign {
    case .middle: flow.fragments.moveChildren(of: result.fragment, x: 0, y: free / 2)
    case .bottom: flow.fragments.moveChildren(of: result.fragment, x: 0, y: free)
    default: break
    }
    flow.fragments[result.fragment].x = area.x + frame.across.start
    flow.fragments[result.fragment].y = area.y + frame.down.start
    collector.append(result.fragment, on: number, flow: &flow)
  }
}

/// Quotation marks by depth (css-content-3 §3.2).
struct QuoteDepth {
  let pairs: [Pair<String>]
  var depth = 0

  /// The text of a quote; nil for all other items.
  mutating func text(of item: ContentItem) -> String? {
    switch item {
    case .openQuote:
      defer { depth += 1 }
      return pair?.x ?? ""
    case .closeQuote:
      depth = max(0, depth - 1)
      return pair?.y ?? ""
    case .noOpenQuote:
      depth += 1
      return ""
    case .noCloseQuote:
      depth = max(0, depth - 1)
      return ""
    default: return nil
    }
  }

  private var pair: Pair<String>? { pairs.isEmpty ? nil : pairs[min(depth, pairs.count - 1)] }

  init(pairs: [Pair<String>]) { self.pairs = pairs }
}
