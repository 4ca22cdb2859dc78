import Style

/// The boxes in the page margins (css-page-3 §4).
struct MarginBoxes {
  let values: ReferenceValues
  let root: BoxID

  /// What a margin box shows. Longer content, such as a heading that consists of a whole document, is cut, because
  /// every page lays it out.
  struct Allowance {
    /// The number of characters that the box may still show.
    private(set) var characters = 2000

    /// An image counts as these characters.
    private static let image = 20

    /// The text, or its beginning if the box may not show more.
    mutating func shortened(_ text: String) -> String {
      guard characters > 0 else { return "" }
      // A character that a reader sees can consist of any number of scalars.
      let scalars = text.unicodeScalars
      guard let end = scalars.index(scalars.startIndex, offsetBy: characters, limitedBy: scalars.endIndex),
        end < scalars.endIndex
      else {
        characters -= scalars.count
        return text
      }
      characters = 0
      return String(text[..<end]) + "…"
    }

    /// Whether the box may show another image.
    mutating func takeImage() -> Bool {
      guard characters > 0 else { return false }
      characters -= Self.image
      return true
    }
  }

  /// A margin box whose content is known, but not its position.
  private struct Item {
    var place: MarginBoxPlace
    var box: BoxID
  }

  /// Adds the margin boxes of a page above all other content.
  func add(to number: Int, collector: inout PageCollector, context: inout LayoutContext) {
    let style = collector.records[number].style
    guard !style.marginBoxes.isEmpty else { return }
    guard !context.effort.repeatsTooMuch else { return context.warnOfRepetition(root) }
    let areas = MarginAreas(style)
    var items: [Item] = []
    for box in style.marginBoxes {
      guard let content = context[box.style].content.content else { continue }
      var counters = values.counters[number]
      counters.enter(context[box.style].content)
      items.append(
        Item(
          place: box.place,
          box: makeBox(
            content, style: context.marginBoxStyle(box.style, in: areas.area(of: box.place)), counters: counters,
            page: number, context: &context)))
    }
    let frames = frames(of: items, areas, context: &context)
    collector.reserveMarginFragments(on: number)
    let start = collector.records[number].page.fragments.count
    for item in items {
      guard let frame = frames[item.place] else { continue }
      layoutBox(item.box, frame, in: areas.area(of: item.place), on: number, collector: &collector, context: &context)
    }
    let end = UInt32(collector.records[number].page.fragments.count)
    collector.records[number].page.fragments[0].subtreeEnd = end
    collector.records[number].page.marginBoxes = start..<Int(end)
    context.effort.countRepeated(collector.records[number].page.fragments[start...])
  }

  /// The positions and sizes of the boxes: those of an edge share its length, and corners fill theirs.
  private func frames(
    of items: [Item], _ areas: MarginAreas, context: inout LayoutContext
  ) -> [MarginBoxPlace: MarginBoxFrame] {
    var frames: [MarginBoxPlace: MarginBoxFrame] = [:]
    for side in MarginBoxPlace.Side.allCases {
      let members = items.filter { $0.place.side == side }
      guard !members.isEmpty else { continue }
      let area = areas.strip(side)
      let along = members.map { item in
        context.marginBoxExtent(item.box, area: area, isAcross: side.isHorizontal, place: item.place)
      }
      for (item, extent) in zip(
        members, MarginBoxDistribution(along).solve(available: side.isHorizontal ? area.width : area.height))
      {
        let fixed = context.marginBoxFixed(
          item.box, area: area, isAcross: !side.isHorizontal,
          outerStart: item.place.hasOuterStart(isAcross: !side.isHorizontal))
        frames[item.place] =
          side.isHorizontal ? MarginBoxFrame(across: extent, down: fixed) : MarginBoxFrame(across: fixed, down: extent)
      }
    }
    for item in items where item.place.side == nil {
      let area = areas.corner(item.place)
      frames[item.place] = MarginBoxFrame(
        across: context.marginBoxFixed(
          item.box, area: area, isAcross: true, outerStart: item.place.hasOuterStart(isAcross: true)),
        down: context.marginBoxFixed(
          item.box, area: area, isAcross: false, outerStart: item.place.hasOuterStart(isAcross: false)))
    }
    return frames
  }

  // MARK: - Content

  private func makeBox(
    _ items: [ContentItem], style: StyleID, counters: CounterValues, page: Int,
    context: inout LayoutContext
  ) -> BoxID {
    var content = InlineContent(rootStyle: style)
    let processing = TextProcessing(style, context.document.styles)
    var quotes = QuoteDepth(pairs: context[style].text.quotes)
    var running: BoxID?
    var allowance = Allowance()
    for item in items {
      switch item {
      case .image, .gradient, .leader:
        if case .image = item, !allowance.takeImage() { continue }
        guard let object = ReplacedContent(item, style: style, of: context.document, context.images) else { continue }
        let box = context.tree.objectBox(object, for: item, style: style, &context.document)
        content.append(object: context.tree.add(box), kind: .atomic)
        if case .leader = item { content.appendWordJoiner(processing) }
      case .runningElement(let name, let position):
        running = values.positions.running.value(name, page: page, at: position) ?? running
      default:
        let text = text(item, counters: counters, quotes: &quotes, page: page, context: context)
        content.append(text: allowance.shortened(text).utf8, processing, box: InlineItem.root)
      }
    }
    let id = context.tree.add(Box(kind: .block, style: style))
    var container = id
    if let turn = context[style].text.turn {
      container = context.tree.addTurnedContent(to: id, style: style, turn, &context.document)
    }
    if content.hasContent {
      content.rootStyle = context.tree[container].style
      context.tree.inlines.append(content)
      context.tree[container].inline = UInt32(context.tree.inlines.count - 1)
    }
    if let running, !content.hasContent {
      values.update(in: running, page: page, &context)
      context.tree.append(copy(running, &context), to: container)
    }
    return id
  }

  /// A copy of a running element's box, in the flow of a margin box.
  private func copy(_ running: BoxID, _ context: inout LayoutContext) -> BoxID {
    var box = context.tree[running]
    box.style = context.document.inFlowStyle(box.style)
    box.nextSibling = .none
    return context.tree.add(box)
  }

  private func text(
    _ item: ContentItem, counters: CounterValues, quotes: inout QuoteDepth, page: Int, context: borrowing LayoutContext
  ) -> String {
    switch item {
    case .string(let text): return text
    case .namedString(let name, let position):
      return values.string(name, page: page, at: position, context.document)
    case .targetCounter, .targetCounters, .targetText:
      guard let reference = context.tree.marginTargets[item] else { return "" }
      return reference.dependsOnPages ? values.text(of: reference, page: page, context.document) : reference.text
    default: return counters.text(of: item, context.document) ?? quotes.text(of: item) ?? ""
    }
  }

  // MARK: - Layout

  private func layoutBox(
    _ box: BoxID, _ frame: MarginBoxFrame, in area: Rect, on number: Int, collector: inout PageCollector,
    context: inout LayoutContext
  ) {
    var space = ConstraintSpace(width: area.width, height: area.height)
    space.isContextRoot = true
    space.borderBoxWidth = frame.across.size
    context.page.fragments.removeAll()
    let result = context.layout(box, space: space, from: nil)
    let free = frame.down.size - result.naturalHeight
    context.page.fragments[result.fragment].height = frame.down.size
    // Turned content is aligned by `text-align` in the height of the box.
    let share = context.shareAboveTurnedContent(of: box)
    switch context[box].box.verticalAlign {
    case _ where share != nil: context.page.fragments.moveChildren(of: result.fragment, x: 0, y: free * (share ?? 0))
    case .middle: context.page.fragments.moveChildren(of: result.fragment, x: 0, y: free / 2)
    case .bottom: context.page.fragments.moveChildren(of: result.fragment, x: 0, y: free)
    default: break
    }
    let (x, y) = (area.x + frame.across.start, area.y + frame.down.start)
    context.page.fragments[result.fragment].x = x
    context.page.fragments[result.fragment].y = y
    let border = context[box].box.borderWidth
    let paddingBox = Rect(
      x: x + border.left, y: y + border.top, width: frame.across.size - border.left - border.right,
      height: frame.down.size - border.top - border.bottom)
    collector.append(result.fragment, holding: paddingBox, on: number, context: &context)
  }
}
