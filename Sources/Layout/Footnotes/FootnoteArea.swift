import Style

/// A footnote that waits for the footnote area, or continues in that of the next page (css-gcpm-3 §2.4).
struct WaitingFootnote: Equatable {
  var box: BoxID
  /// It is nil if the footnote has not started.
  var token: BreakToken?
}

/// The footnote area of one page (css-gcpm-3 §2.6): at the bottom of the page area, as high as its footnotes.
struct FootnoteArea {
  /// An empty box with the style of the area.
  let box: BoxID
  let edges: UsedEdges
  /// The page area's size.
  let page: Size
  /// Limits of the content height, px.
  let least, most: Double

  init(_ box: BoxID, page: Size, context: inout LayoutContext) {
    self.box = box
    self.page = page
    var space = ConstraintSpace(width: page.width, height: page.height)
    space.isContextRoot = true
    edges = context.blockEdges(box, space: space)
    least = context.constrainHeight(
      context.definiteHeight(box, edges: edges, space: space) ?? 0, box, edges: edges, space: space)
    most =
      context.definiteHeight(box, edges: edges, space: space) ?? context.greatestHeight(box, edges: edges, space: space)
  }

  /// The height, px, by which footnotes of a given height reduce the space for the flow.
  func outerHeight(_ content: Double) -> Double {
    content > 0 ? max(least, content) + edges.top + edges.bottom + edges.margin.top + edges.margin.bottom : 0
  }

  /// The height available to footnotes below content that ends at `bottom`, px.
  func space(below bottom: Double) -> Double {
    min(most, page.height - bottom - edges.top - edges.bottom - edges.margin.top - edges.margin.bottom)
  }
}

/// The positions of footnotes in their area: one below the other, or side by side if `footnote-display` allows it.
struct FootnoteStack {
  let width: Double
  /// The distance between footnotes side by side, px.
  let gap: Double
  /// The distance from the top of the first footnote to the end of the last, px.
  private(set) var height = 0.0
  private var rowTop = 0.0
  private var rowEnd = Double.infinity

  init(width: Double, gap: Double) {
    self.width = width
    self.gap = gap
  }

  /// Adds a margin box and returns its position.
  mutating func add(_ size: Size, isInline: Bool) -> Point {
    if isInline, rowEnd + gap + size.width <= width + Fragmentainer.tolerance {
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

extension LayoutContext {
  /// The margin box of a footnote laid out without a page break.
  ///
  /// - Parameter limit: px; the height that is laid out of a footnote that continues from an earlier page.
  mutating func footnoteSize(_ footnote: WaitingFootnote, in area: FootnoteArea, above limit: Double = .infinity)
    -> Size
  {
    let key = FootnoteKey(box: footnote.box, width: area.edges.contentWidth)
    if footnote.token == nil, let known = caches.footnoteSizes[key] { return known }
    let before = page.fragments.checkpoint
    let fragmentainer = footnote.token == nil ? nil : Fragmentainer(offset: 0, height: limit, mustProgress: true)
    let (_, size) = layoutFootnote(footnote, in: area, fragmentainer: fragmentainer)
    page.fragments.rewind(to: before)
    if footnote.token == nil { caches.footnoteSizes[key] = size }
    return size
  }

  /// Lays out a footnote in its area. Returns the result and its margin box.
  mutating func layoutFootnote(_ footnote: WaitingFootnote, in area: FootnoteArea, fragmentainer: Fragmentainer?) -> (
    BlockResult, Size
  ) {
    let width = area.edges.contentWidth
    var space = ConstraintSpace(width: width)
    space.isContextRoot = true
    var edges = usedEdges(tree[footnote.box].style, containerWidth: width)
    if footnote.token != nil { edges.margin.top = 0 }
    space.fragmentainer = fragmentainer?.moved(by: edges.margin.top)
    space.fragmentainer?.makeParallel()
    let margins = edges.margin.left + edges.margin.right
    if isInlineFootnote(footnote.box) {
      let outside = edges.left + edges.right
      space.borderBoxWidth =
        shrinkToFit(footnote.box, available: width - margins - outside, edges: edges, space: space) + outside
    }
    let outerDepth = page.floats.count
    let result = layout(footnote.box, space: space, from: footnote.token)
    page.floats.removeSubrange(min(outerDepth, page.floats.count)...)
    guard result.fits else { return (result, Size(width: 0, height: 0)) }
    let below = result.token == nil ? edges.margin.bottom : 0
    return (
      result,
      Size(width: page.fragments[result.fragment].width + margins, height: edges.margin.top + result.height + below)
    )
  }

  /// `footnote-display: inline` and `compact`: short footnotes share a line.
  func isInlineFootnote(_ box: BoxID) -> Bool { self[box].box.footnoteDisplay != .block && tree[box].kind == .block }
}

/// The inputs of a footnote's size.
struct FootnoteKey: Hashable {
  var box: BoxID
  var width: Double
}
