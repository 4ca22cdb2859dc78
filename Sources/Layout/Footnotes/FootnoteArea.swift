import Style

/// A footnote that waits for its area, or goes on in the next page's (css-gcpm-3 §2.4).
struct WaitingFootnote: Equatable {
  var box: BoxID
  /// Nil where it has not begun.
  var token: BreakToken?
}

/// The footnote area of one page (css-gcpm-3 §2.6): at the end of the page area, and as high as its footnotes.
struct FootnoteArea {
  /// An empty box with the area's style.
  let box: BoxID
  let edges: UsedEdges
  /// The page area's size.
  let page: Size
  /// Of its content, px.
  let least, most: Double

  init(_ box: BoxID, page: Size, flow: inout Flow) {
    self.box = box
    self.page = page
    var space = BlockSpace(width: page.width, height: page.height)
    space.isContextRoot = true
    edges = flow.blockEdges(box, space: space)
    least = flow.constrainHeight(
      flow.definiteHeight(box, edges: edges, space: space) ?? 0, box, edges: edges, space: space)
    most = flow.definiteHeight(box, edges: edges, space: space) ?? flow.greatestHeight(box, edges: edges, space: space)
  }

  /// px that the flow loses to footnotes of some height.
  func outerHeight(_ content: Double) -> Double {
    content > 0 ? max(least, content) + edges.top + edges.bottom + edges.margin.top + edges.margin.bottom : 0
  }

  /// px that footnotes can take below content that ends at `bottom`.
  func room(below bottom: Double) -> Double {
    min(most, page.height - bottom - edges.top - edges.bottom - edges.margin.top - edges.margin.bottom)
  }
}

/// Where footnotes stand in their area: one below the other, and side by side where `footnote-display` lets them.
struct FootnoteStack {
  let width: Double
  /// px between footnotes side by side.
  let gap: Double
  /// px from the top of the first to the end of the last.
  private(set) var height = 0.0
  private var rowTop = 0.0
  private var rowEnd = Double.infinity

  init(width: Double, gap: Double) {
    self.width = width
    self.gap = gap
  }

  /// Adds a margin box, and gives its place.
  mutating func add(_ size: Size, isInline: Bool) -> Point {
    if isInline, rowEnd + gap + size.width <= width + PageSpace.tolerance {
      let place = Point(x: rowEnd + gap, y: rowTop)
      rowEnd = place.x + size.width
      height = max(height, rowTop + size.height)
      return place
    }
    rowTop = height
    rowEnd = isInline ? size.width : .infinity
    height += size.height
    return Point(x: 0, y: rowTop)
  }
}

extension Flow {
  /// The margin box that a footnote takes in an area as if there were no page's end.
  /// - Parameter limit: px that count of one which goes on from earlier pages: no more of it is laid out.
  mutating func footnoteSize(_ footnote: WaitingFootnote, in area: FootnoteArea, above limit: Double = .infinity)
    -> Size
  {
    let key = FootnoteKey(box: footnote.box, width: area.edges.contentWidth)
    if footnote.token == nil, let known = footnoteSizes[key] { return known }
    let before = fragments.entries.count
    let page = footnote.token == nil ? nil : PageSpace(offset: 0, height: limit, mustProgress: true)
    let (_, size) = layoutFootnote(footnote, in: area, page: page)
    fragments.entries.removeSubrange(before...)
    if footnote.token == nil { footnoteSizes[key] = size }
    return size
  }

  /// Lays a footnote out in its area; the result and its margin box.
  mutating func layoutFootnote(_ footnote: WaitingFootnote, in area: FootnoteArea, page: PageSpace?) -> (
    BlockResult, Size
  ) {
    let width = area.edges.contentWidth
    var space = BlockSpace(width: width)
    space.isContextRoot = true
    var edges = usedEdges(tree[footnote.box].style, containerWidth: width)
    if footnote.token != nil { edges.margin.top = 0 }
    space.page = page?.moved(by: edges.margin.top)
    space.page?.isParallel = true
    let margins = edges.margin.left + edges.margin.right
    if isInlineFootnote(footnote.box) {
      space.borderBoxWidth =
        shrinkToFit(footnote.box, available: width - margins - edges.left - edges.right) + edges.left + edges.right
    }
    let outerDepth = floats.count
    let result = layout(footnote.box, space: space, from: footnote.token)
    floats.removeSubrange(min(outerDepth, floats.count)...)
    guard result.fits else { return (result, Size(width: 0, height: 0)) }
    let below = result.token == nil ? edges.margin.bottom : 0
    return (
      result,
      Size(width: fragments[result.fragment].width + margins, height: edges.margin.top + result.height + below)
    )
  }

  /// `footnote-display: inline` and `compact`: footnotes that are short enough share a line.
  func isInlineFootnote(_ box: BoxID) -> Bool { self[box].box.footnoteDisplay != .block && tree[box].kind == .block }
}

/// What the size of a footnote depends on.
struct FootnoteKey: Hashable {
  var box: BoxID
  var width: Double
}
