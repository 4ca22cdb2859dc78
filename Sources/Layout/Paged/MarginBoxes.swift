import Style

/// The boxes in the page margins (css-page-3 §4 and §5.3).
struct MarginBoxes {
  let pageCount: Int
  let collector: PageCollector

  /// A margin box whose content is known but which has no place yet.
  private struct Item {
    var place: MarginBoxPlace
    var box: BoxID
    var edges: UsedEdges
    var minimum = 0.0
    var preferred = 0.0
    /// The outer size along the edge, nil for `auto`.
    var fixed: Double?
  }

  func add(to page: inout Page, style: PageStyle, number: Int, flow: inout Flow) {
    guard !style.marginBoxes.isEmpty else { return }
    let margins = flow.usedEdges(style.style, containerWidth: style.width).margin
    let edges = MarginRects(size: page.size, margins: margins)
    var items: [Item] = []
    for box in style.marginBoxes {
      guard let content = flow[box.style].content.content else { continue }
      let container = makeBox(content, style: box.style, number: number, flow: &flow)
      items.append(Item(place: box.place, box: container, edges: flow.usedEdges(box.style, containerWidth: edges.containerWidth(box.place))))
    }
    for side in MarginRects.Side.allCases {
      let members = items.filter { $0.place.side == side }
      guard !members.isEmpty else { continue }
      let strip = edges.strip(side)
      let isHorizontal = side == .top || side == .bottom
      let sized = members.map { measure($0, along: isHorizontal, strip: strip, flow: &flow) }
      let extents = Self.extents(of: sized, available: isHorizontal ? strip.width : strip.height)
      for item in sized {
        guard let extent = extents[item.place] else { continue }
        let frame =
          isHorizontal
          ? Rect(x: strip.x + extent.start, y: strip.y, width: extent.size, height: strip.height)
          : Rect(x: strip.x, y: strip.y + extent.start, width: strip.width, height: extent.size)
        set(item, in: frame, page: &page, number: number, flow: &flow)
      }
    }
    for item in items where item.place.side == nil {
      set(item, in: edges.corner(item.place), page: &page, number: number, flow: &flow)
    }
    page.fragments[0].subtreeEnd = UInt32(page.fragments.count)
  }

  // MARK: - Content

  private func makeBox(_ items: [ContentItem], style: StyleID, number: Int, flow: inout Flow) -> BoxID {
    var content = InlineContent(rootStyle: style)
    let textStyle = flow[style].text
    for item in items {
      if case .image(let address) = item {
        guard let image = flow.images.image(address) else { continue }
        let info = flow.images.info(image)
        flow.tree.replaced.append(ReplacedContent(image, info))
        let inline = flow.document.anonymousStyle(inheriting: style, display: .inline)
        var box = Box(kind: .replaced, style: inline)
        box.payload = UInt32(flow.tree.replaced.count - 1)
        content.append(object: flow.tree.add(box), kind: .atomic)
      } else {
        content.append(text: text(item, number: number, flow: flow).utf8, style: textStyle, box: InlineItem.root)
      }
    }
    var box = Box(kind: .block, style: style)
    if content.hasContent {
      flow.tree.inlines.append(content)
      box.inline = UInt32(flow.tree.inlines.count - 1)
    }
    return flow.tree.add(box)
  }

  private func text(_ item: ContentItem, number: Int, flow: Flow) -> String {
    switch item {
    case .string(let text): text
    case .counter("page", let style), .counters("page", _, let style): flow.document.counterText(number, style: style)
    case .counter("pages", let style), .counters("pages", _, let style): flow.document.counterText(pageCount, style: style)
    case .counter(_, let style), .counters(_, _, let style): flow.document.counterText(0, style: style)
    case .namedString(let name, let position): collector.strings.value(name, page: number - 1, at: position)
    default: ""
    }
  }

  // MARK: - Sizes along an edge

  private func measure(_ item: Item, along isHorizontal: Bool, strip: Rect, flow: inout Flow) -> Item {
    var item = item
    let style = flow[item.box].box
    let outside =
      isHorizontal
      ? item.edges.left + item.edges.right + item.edges.margin.left + item.edges.margin.right
      : item.edges.top + item.edges.bottom + item.edges.margin.top + item.edges.margin.bottom
    if isHorizontal {
      let space = BlockSpace(width: strip.width)
      let size = flow.intrinsicSize(item.box)
      item.minimum = size.min + outside
      item.preferred = size.max + outside
      item.fixed = flow.contentWidth(item.box, style.width, edges: item.edges, space: space).map { $0 + outside }
    } else {
      var space = BlockSpace(width: strip.width, height: strip.height)
      space.isContextRoot = true
      let before = flow.fragments.entries.count
      let height = flow.layout(item.box, space: space, from: nil).height + item.edges.margin.top + item.edges.margin.bottom
      flow.fragments.entries.removeSubrange(before...)
      item.minimum = height
      item.preferred = height
      item.fixed = flow.contentHeight(style.height, item.box, edges: item.edges, space: space).map { $0 + outside }
    }
    return item
  }

  /// Shares an edge out to its three boxes: the middle one stays in the middle (css-page-3 §5.3.2).
  private static func extents(of items: [Item], available: Double) -> [MarginBoxPlace: (start: Double, size: Double)] {
    let first = items.first { $0.place.position == 0 }
    let middle = items.first { $0.place.position == 1 }
    let last = items.first { $0.place.position == 2 }
    var sizes: [MarginBoxPlace: Double] = [:]
    if let middle {
      // An imaginary box as wide as both sides need, twice the wider one.
      let sides = [first, last].compactMap { $0 }
      let minimum = 2 * (sides.map { $0.fixed ?? $0.minimum }.max() ?? 0)
      let preferred = 2 * (sides.map { $0.fixed ?? $0.preferred }.max() ?? 0)
      let middleSize =
        middle.fixed
        ?? (sides.isEmpty
          ? available : flex(middle.minimum, middle.preferred, minimum, preferred, available).0)
      sizes[middle.place] = middleSize
      let side = max(0, (available - middleSize) / 2)
      for item in sides { sizes[item.place] = item.fixed ?? side }
    } else if let first, let last {
      switch (first.fixed, last.fixed) {
      case (let a?, let b?): (sizes[first.place], sizes[last.place]) = (a, b)
      case (let a?, nil): (sizes[first.place], sizes[last.place]) = (a, max(0, available - a))
      case (nil, let b?): (sizes[first.place], sizes[last.place]) = (max(0, available - b), b)
      case (nil, nil):
        let (a, b) = flex(first.minimum, first.preferred, last.minimum, last.preferred, available)
        (sizes[first.place], sizes[last.place]) = (a, b)
      }
    } else if let only = first ?? last {
      sizes[only.place] = only.fixed ?? available
    }
    var result: [MarginBoxPlace: (start: Double, size: Double)] = [:]
    for item in items {
      guard let size = sizes[item.place] else { continue }
      switch item.place.position {
      case 0: result[item.place] = (0, size)
      case 1: result[item.place] = ((available - size) / 2, size)
      default: result[item.place] = (available - size, size)
      }
    }
    return result
  }

  /// Distributes a length over two boxes between their minimum and preferred sizes, or beyond in proportion.
  private static func flex(
    _ minA: Double, _ maxA: Double, _ minB: Double, _ maxB: Double, _ available: Double
  ) -> (Double, Double) {
    if maxA + maxB <= available {
      let weight = maxA + maxB
      let extra = available - weight
      return weight > 0 ? (maxA + extra * maxA / weight, maxB + extra * maxB / weight) : (available / 2, available / 2)
    }
    let room = available - minA - minB
    let range = (maxA - minA) + (maxB - minB)
    if room > 0, range > 0 { return (minA + room * (maxA - minA) / range, minB + room * (maxB - minB) / range) }
    let weight = minA + minB
    return weight > 0 ? (available * minA / weight, available * minB / weight) : (available / 2, available / 2)
  }

  // MARK: - Setting

  private func set(_ item: Item, in frame: Rect, page: inout Page, number: Int, flow: inout Flow) {
    let style = flow[item.box].box
    var edges = item.edges
    var space = BlockSpace(width: frame.width, height: frame.height)
    space.isContextRoot = true
    let isVertical = item.place.side == .left || item.place.side == .right
    let wanted = isVertical ? flow.contentWidth(item.box, style.width, edges: edges, space: space) : nil
    edges.contentWidth = wanted ?? max(0, frame.width - edges.margin.left - edges.margin.right - edges.left - edges.right)
    space.borderBoxWidth = edges.borderBoxWidth
    let boxHeight =
      flow.contentHeight(style.height, item.box, edges: edges, space: space).map { $0 + edges.top + edges.bottom }
      ?? max(0, frame.height - edges.margin.top - edges.margin.bottom)

    flow.fragments.removeAll()
    let result = flow.layout(item.box, space: space, from: nil)
    let free = boxHeight - result.height
    flow.fragments[result.fragment].height = boxHeight
    switch style.verticalAlign {
    case .middle: flow.fragments.moveChildren(of: result.fragment, x: 0, y: free / 2)
    case .bottom: flow.fragments.moveChildren(of: result.fragment, x: 0, y: free)
    default: break
    }
    flow.fragments[result.fragment].x = frame.x + edges.margin.left
    flow.fragments[result.fragment].y = frame.y + edges.margin.top
    var collector = collector
    collector.append(result.fragment, to: &page, number: number - 1, flow: &flow)
  }
}

/// The rectangles of the margins around a page area.
private struct MarginRects {
  enum Side: CaseIterable { case top, right, bottom, left }
  let size: Size
  let margins: Sides<Double>

  var innerWidth: Double { max(0, size.width - margins.left - margins.right) }
  var innerHeight: Double { max(0, size.height - margins.top - margins.bottom) }

  func strip(_ side: Side) -> Rect {
    switch side {
    case .top: Rect(x: margins.left, y: 0, width: innerWidth, height: max(0, margins.top))
    case .bottom: Rect(x: margins.left, y: size.height - margins.bottom, width: innerWidth, height: max(0, margins.bottom))
    case .left: Rect(x: 0, y: margins.top, width: max(0, margins.left), height: innerHeight)
    case .right: Rect(x: size.width - margins.right, y: margins.top, width: max(0, margins.right), height: innerHeight)
    }
  }

  func corner(_ place: MarginBoxPlace) -> Rect {
    let isLeft = place == .topLeftCorner || place == .bottomLeftCorner
    let isTop = place == .topLeftCorner || place == .topRightCorner
    return Rect(
      x: isLeft ? 0 : size.width - margins.right, y: isTop ? 0 : size.height - margins.bottom,
      width: max(0, isLeft ? margins.left : margins.right), height: max(0, isTop ? margins.top : margins.bottom))
  }

  /// What percentages in a margin box are of.
  func containerWidth(_ place: MarginBoxPlace) -> Double {
    place.side.map { strip($0).width } ?? corner(place).width
  }
}

extension MarginBoxPlace {
  fileprivate var side: MarginRects.Side? {
    switch self {
    case .topLeft, .topCenter, .topRight: .top
    case .rightTop, .rightMiddle, .rightBottom: .right
    case .bottomLeft, .bottomCenter, .bottomRight: .bottom
    case .leftTop, .leftMiddle, .leftBottom: .left
    case .topLeftCorner, .topRightCorner, .bottomLeftCorner, .bottomRightCorner: nil
    }
  }

  /// 0 at the start of its edge, 1 in the middle, 2 at the end.
  fileprivate var position: Int {
    switch self {
    case .topLeft, .bottomLeft, .leftTop, .rightTop: 0
    case .topCenter, .bottomCenter, .leftMiddle, .rightMiddle: 1
    default: 2
    }
  }
}
