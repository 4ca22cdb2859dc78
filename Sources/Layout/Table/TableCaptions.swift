import Style

/// Captions of tables (CSS 2.2 §17.4). A caption of at most half the height of the page is in one piece, and stays with
/// the rows.
extension LayoutContext {
  /// Lays out the part of a caption on this page.
  mutating func addCaption(_ caption: BoxID, to builder: inout TableBuilder, from token: BreakToken?) {
    var edges = usedEdges(tree[caption].style, containerWidth: builder.width)
    var start: BreakToken?
    if case .tablePart(let position)? = token?.position, position.index == builder.part {
      // The margin is at a break.
      edges.margin.top = 0
      start = position.token
    }
    var space = builder.space.child(width: builder.width)
    space.isContextRoot = true
    let height = captionHeight(caption, in: builder)
    let breaks = start != nil || builder.fragmentainer.map { height > $0.height / 2 } ?? false
    if breaks {
      space.fragmentainer = builder.fragmentainer?.moved(by: edges.margin.top)
    } else if builder.separates, let fragmentainer = builder.fragmentainer, !fragmentainer.fits(height) {
      page.columnFit.recordBottom(height, in: fragmentainer)
      return builder.endPage()
    }
    let result = layout(caption, space: space, from: start)
    guard result.fits else { return builder.endPage() }
    page.fragments.append(
      result.fragment, to: builder.wrapper, x: result.marginLeft, y: builder.y + edges.margin.top)
    moveIfRelative(result.fragment, containerWidth: builder.width, containerHeight: nil)
    builder.y += edges.margin.top + result.height
    if breaks { builder.separates = true }
    guard let next = result.token else {
      builder.y += edges.margin.bottom
      return
    }
    builder.next = BreakToken(
      box: builder.table, position: .tablePart(TablePart(index: builder.part, token: next)))
    builder.appeal = result.appeal
  }

  /// The forced break between a caption and the preceding or following part of its table; otherwise `auto` or a value
  /// that avoids one.
  func forcedBreak(before builder: TableBuilder) -> BoxStyle.Break {
    guard builder.isContinued, let fragmentainer = builder.fragmentainer else { return .auto }
    return combine(
      builder.precedingCaption.map { [self[$0].box.breakAfter] } ?? [],
      builder.caption.map { [self[$0].box.breakBefore] } ?? [], in: fragmentainer)
  }

  /// The height of the captions that stay below the last row, px.
  mutating func heightOfCaptions(below builder: TableBuilder) -> Double {
    guard let fragmentainer = builder.space.fragmentainer else { return 0 }
    let heights = builder.captionsBelow.map { captionHeight($0, in: builder) }
    return heights.prefix { $0 <= fragmentainer.height / 2 }.reduce(0, +)
  }

  /// The height of all captions, px.
  mutating func heightOfCaptions(of builder: TableBuilder) -> Double {
    grid(builder.table).captions.reduce(0) { $0 + captionHeight($1, in: builder) }
  }

  /// The height of a caption in one piece, with its margins.
  private mutating func captionHeight(_ caption: BoxID, in builder: TableBuilder) -> Double {
    let edges = usedEdges(tree[caption].style, containerWidth: builder.width)
    let height = measure(caption, space: ConstraintSpace(width: builder.width)).height
    return edges.margin.top + height + edges.margin.bottom
  }
}
