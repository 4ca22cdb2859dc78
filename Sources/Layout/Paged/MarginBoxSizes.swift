import Style

/// A margin box's border box along both axes, from its containing block's top left corner.
struct MarginBoxFrame {
  var across, down: MarginBoxPosition
}

/// A border box's start and size along one axis, px.
struct MarginBoxPosition {
  var start: Double
  var size: Double
}

/// A margin box along its edge of the page, before the edge is shared out (css-page-3 §5.3.2).
struct MarginBoxExtent {
  /// 0 at the start of the edge, 1 in its middle, 2 at its end.
  var position: Int
  /// Margins; `auto` ones are 0 here.
  var before, after: Double
  /// Outer sizes: from margin edge to margin edge.
  var minContent, maxContent: Double
  /// Nil for `auto`.
  var size: Double?
  var least: Double
  /// Infinite for `none`.
  var most: Double
}

extension Flow {
  /// How a box wants to stretch along its edge.
  mutating func marginBoxExtent(_ box: BoxID, area: Rect, isAcross: Bool, place: MarginBoxPlace) -> MarginBoxExtent {
    let axis = marginBoxAxis(box, area: area, isAcross: isAcross)
    let outside = axis.before ?? 0
    let margins = outside + (axis.after ?? 0)
    var extent = MarginBoxExtent(
      position: place.position, before: outside, after: axis.after ?? 0, minContent: 0, maxContent: 0,
      size: axis.size.map { $0 + axis.edges + margins }, least: axis.least + axis.edges + margins,
      most: axis.most + axis.edges + margins)
    if isAcross {
      let size = intrinsicSize(box)
      extent.minContent = size.min + axis.edges + margins
      extent.maxContent = size.max + axis.edges + margins
    } else {
      let width = marginBoxFixed(box, area: area, isAcross: true, outerStart: place.hasOuterStart(isAcross: true)).size
      extent.minContent = marginBoxHeight(box, area: area, borderBoxWidth: width) + margins
      extent.maxContent = extent.minContent
    }
    return extent
  }

  /// A box across its edge, or a corner box: sizes and margins fill its containing block (css-page-3 §5.3.1).
  ///
  /// Over-constrained boxes keep their place next to the page area: the margin at the outside gives way.
  mutating func marginBoxFixed(_ box: BoxID, area: Rect, isAcross: Bool, outerStart: Bool) -> MarginBoxPosition {
    let axis = marginBoxAxis(box, area: area, isAcross: isAcross)
    let extent = isAcross ? area.width : area.height
    let margins = (axis.before ?? 0) + (axis.after ?? 0)
    var size = axis.size ?? intrinsicMarginBoxSize(box, area: area, isAcross: isAcross)
    let filled = max(0, extent - margins - axis.edges)
    let isAuto = size == nil && filled <= axis.most && filled >= axis.least
    size = max(axis.least, min(axis.most, size ?? filled))
    let border = (size ?? 0) + axis.edges
    if isAuto { return MarginBoxPosition(start: axis.before ?? 0, size: border) }
    let free = extent - border
    switch (axis.before, axis.after) {
    case (nil, nil) where free >= 0: return MarginBoxPosition(start: free / 2, size: border)
    case (nil, let after?) where free - after >= 0: return MarginBoxPosition(start: free - after, size: border)
    case (let before?, nil) where free - before >= 0: return MarginBoxPosition(start: before, size: border)
    default:
      let start = outerStart ? free - (axis.after ?? 0) : axis.before ?? 0
      return MarginBoxPosition(start: start, size: border)
    }
  }

  /// A box's properties along one axis, px; `auto` is nil.
  private struct MarginBoxAxis {
    var before, after: Double?
    var edges: Double
    var size: Double?
    var least: Double
    var most: Double
  }

  /// Percentages are of the containing block's width across and of its height down.
  private func marginBoxAxis(_ box: BoxID, area: Rect, isAcross: Bool) -> MarginBoxAxis {
    let style = self[box].box
    let extent = isAcross ? area.width : area.height
    // Padding is resolved by the layout of the box, which takes percentages of the width.
    let used = usedEdges(tree[box].style, containerWidth: area.width)
    let edges = isAcross ? used.left + used.right : used.top + used.bottom
    func length(_ value: SizeValue) -> Double? {
      guard case .length(let length) = value else { return nil }
      return max(0, length.resolve(against: extent) - (style.boxSizing == .borderBox ? edges : 0))
    }
    return MarginBoxAxis(
      before: (isAcross ? style.margin.left : style.margin.top).resolve(against: extent),
      after: (isAcross ? style.margin.right : style.margin.bottom).resolve(against: extent), edges: edges,
      size: length(isAcross ? style.width : style.height),
      least: length(isAcross ? style.minWidth : style.minHeight) ?? 0,
      most: length(isAcross ? style.maxWidth : style.maxHeight) ?? .infinity)
  }

  /// What `min-content`, `max-content` and `fit-content` come to; nil for `auto`.
  private mutating func intrinsicMarginBoxSize(_ box: BoxID, area: Rect, isAcross: Bool) -> Double? {
    let style = self[box].box
    switch isAcross ? style.width : style.height {
    case .auto, .length, .stretch, .content: return nil
    case .minContent, .maxContent, .fitContent: break
    }
    var edges = usedEdges(tree[box].style, containerWidth: area.width)
    if isAcross { return contentWidth(box, style.width, edges: edges, space: BlockSpace(width: area.width)) }
    edges.contentWidth =
      marginBoxFixed(box, area: area, isAcross: true, outerStart: false).size - edges.left - edges.right
    return max(0, marginBoxHeight(box, area: area, borderBoxWidth: edges.borderBoxWidth) - edges.top - edges.bottom)
  }

  /// The border box's height that a box's content asks for.
  private mutating func marginBoxHeight(_ box: BoxID, area: Rect, borderBoxWidth: Double) -> Double {
    var space = BlockSpace(width: area.width)
    space.isContextRoot = true
    space.borderBoxWidth = borderBoxWidth
    let before = fragments.entries.count
    let own = tree[box].style
    tree[box].style = document.autoHeightStyle(own)
    let height = layout(box, space: space, from: nil).height
    tree[box].style = own
    fragments.entries.removeSubrange(before...)
    return height
  }
}

/// Shares an edge of the page out to its margin boxes (css-page-3 §5.3.2).
struct MarginBoxDistribution {
  private var boxes: [MarginBoxExtent]

  init(_ boxes: [MarginBoxExtent]) { self.boxes = boxes }

  /// The border boxes, in the order of the boxes. Each size is worked out anew where it goes against `max-*`, then `min-*`.
  func solve(available: Double) -> [MarginBoxPosition] {
    var solver = self
    var sizes = solver.sizes(available)
    for index in boxes.indices where sizes[index] > boxes[index].most { solver.boxes[index].size = boxes[index].most }
    sizes = solver.sizes(available)
    for index in boxes.indices where sizes[index] < boxes[index].least { solver.boxes[index].size = boxes[index].least }
    sizes = solver.sizes(available)
    return boxes.indices.map { index in
      let box = boxes[index]
      let start =
        switch box.position {
        case 0: 0.0
        case 1: (available - sizes[index]) / 2
        default: available - sizes[index]
        }
      return MarginBoxPosition(start: start + box.before, size: max(0, sizes[index] - box.before - box.after))
    }
  }

  /// Outer sizes.
  private func sizes(_ available: Double) -> [Double] {
    func index(_ position: Int) -> Int? { boxes.firstIndex { $0.position == position } }
    var sizes = boxes.map { $0.size ?? 0 }
    let (first, middle, last) = (index(0), index(1), index(2))
    guard let middle else {
      let (a, b) = Self.share(first.map { boxes[$0] }, last.map { boxes[$0] }, available)
      if let first { sizes[first] = a }
      if let last { sizes[last] = b }
      return sizes
    }
    // The middle box is shared with an imaginary one, twice as large as the larger of its neighbours.
    let sides = [first, last].compactMap { $0.map { boxes[$0] } }
    if !sides.isEmpty || boxes[middle].size == nil {
      var both = MarginBoxExtent(
        position: 0, before: 0, after: 0, minContent: 2 * (sides.map { $0.size ?? $0.minContent }.max() ?? 0),
        maxContent: 2 * (sides.map { $0.size ?? $0.maxContent }.max() ?? 0), size: nil, least: 0, most: .infinity)
      if !sides.isEmpty, sides.allSatisfy({ $0.size != nil }) { both.size = 2 * (sides.compactMap(\.size).max() ?? 0) }
      sizes[middle] = sides.isEmpty ? available : Self.share(boxes[middle], both, available, weights: (1, 2)).0
    }
    if let size = boxes[middle].size { sizes[middle] = size }
    for side in [first, last].compactMap({ $0 }) {
      sizes[side] = boxes[side].size ?? max(0, (available - sizes[middle]) / 2)
    }
    return sizes
  }

  /// Two boxes next to each other: an `auto` one takes what the other leaves, two of them fit flexibly.
  private static func share(
    _ a: MarginBoxExtent?, _ b: MarginBoxExtent?, _ available: Double, weights: (Double, Double) = (1, 1)
  ) -> (Double, Double) {
    guard let a else { return (0, b?.size ?? available) }
    guard let b else { return (a.size ?? available, 0) }
    switch (a.size, b.size) {
    case (let a?, let b?): return (a, b)
    case (let a?, nil): return (a, max(0, available - a))
    case (nil, let b?): return (max(0, available - b), b)
    case (nil, nil): break
    }
    func flex(_ baseA: Double, _ baseB: Double, _ factorA: Double, _ factorB: Double) -> (Double, Double) {
      let (factorA, factorB) = factorA + factorB > 0 ? (factorA, factorB) : weights
      let room = available - baseA - baseB
      return (baseA + room * factorA / (factorA + factorB), baseB + room * factorB / (factorA + factorB))
    }
    if a.maxContent + b.maxContent < available {
      return flex(a.maxContent, b.maxContent, a.maxContent, b.maxContent)
    }
    if a.minContent + b.minContent < available {
      return flex(a.minContent, b.minContent, a.maxContent - a.minContent, b.maxContent - b.minContent)
    }
    return flex(a.minContent, b.minContent, a.minContent, b.minContent)
  }
}

/// The containing blocks of margin boxes: the rectangles around a page box.
struct MarginAreas {
  private let width, height: Double
  private let margin: Sides<Double>
  /// Of the page box on its sheet.
  private let origin: Double

  init(_ style: PageStyle) {
    let page = style.box
    origin = style.outset
    (width, height) = (page.width, page.height)
    margin = Sides(
      top: max(0, page.margin.top), right: max(0, page.margin.right), bottom: max(0, page.margin.bottom),
      left: max(0, page.margin.left))
  }

  func strip(_ side: MarginBoxPlace.Side) -> Rect {
    let innerWidth = max(0, width - margin.left - margin.right)
    let innerHeight = max(0, height - margin.top - margin.bottom)
    let area =
      switch side {
      case .top: Rect(x: margin.left, y: 0, width: innerWidth, height: margin.top)
      case .bottom: Rect(x: margin.left, y: height - margin.bottom, width: innerWidth, height: margin.bottom)
      case .left: Rect(x: 0, y: margin.top, width: margin.left, height: innerHeight)
      case .right: Rect(x: width - margin.right, y: margin.top, width: margin.right, height: innerHeight)
      }
    return onSheet(area)
  }

  func corner(_ place: MarginBoxPlace) -> Rect {
    let isLeft = place == .topLeftCorner || place == .bottomLeftCorner
    let isTop = place == .topLeftCorner || place == .topRightCorner
    return onSheet(
      Rect(
        x: isLeft ? 0 : width - margin.right, y: isTop ? 0 : height - margin.bottom,
        width: isLeft ? margin.left : margin.right, height: isTop ? margin.top : margin.bottom))
  }

  private func onSheet(_ area: Rect) -> Rect {
    Rect(x: origin + area.x, y: origin + area.y, width: area.width, height: area.height)
  }
}

extension MarginBoxPlace {
  enum Side: CaseIterable {
    case top, right, bottom, left
    var isHorizontal: Bool { self == .top || self == .bottom }
  }

  /// Nil for corners.
  var side: Side? {
    switch self {
    case .topLeft, .topCenter, .topRight: .top
    case .rightTop, .rightMiddle, .rightBottom: .right
    case .bottomLeft, .bottomCenter, .bottomRight: .bottom
    case .leftTop, .leftMiddle, .leftBottom: .left
    case .topLeftCorner, .topRightCorner, .bottomLeftCorner, .bottomRightCorner: nil
    }
  }

  /// 0 at the start of its edge, 1 in the middle, 2 at the end.
  var position: Int {
    switch self {
    case .topLeft, .bottomLeft, .leftTop, .rightTop: 0
    case .topCenter, .bottomCenter, .leftMiddle, .rightMiddle: 1
    default: 2
    }
  }

  /// Whether the sheet's edge is at the box's left (across) or top (down).
  func hasOuterStart(isAcross: Bool) -> Bool {
    switch self {
    case .topLeftCorner: true
    case .topRightCorner: !isAcross
    case .bottomLeftCorner: isAcross
    case .bottomRightCorner: false
    default: side == .top || side == .left
    }
  }
}
