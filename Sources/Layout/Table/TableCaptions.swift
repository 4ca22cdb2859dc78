import Style

/// A table on one page, under construction: the captions above the rows, the rows, and the captions below them.
struct TableBuilder {
  let table: BoxID
  let columns: ColumnLayout
  let space: ConstraintSpace
  let wrapper: FragmentID
  /// Those above the rows first.
  private let captions: [BoxID]
  /// The number of those above the rows.
  private let captionsAbove: Int
  /// The current part, an index in the captions above the rows, the rows, and the captions below.
  var part = 0
  /// px; the bottom of the parts so far.
  var y = 0.0
  /// What precedes may be on another page than the current part.
  var separates = false
  /// False if nothing fits on this page.
  var fits = true
  var next: BreakToken?
  var appeal = BreakAppeal.perfect
  var firstBaseline: Double?
  var lastBaseline: Double?

  init(
    table: BoxID, columns: ColumnLayout, space: ConstraintSpace, wrapper: FragmentID, captions: [BoxID],
    token: BreakToken?, isBelow: (BoxID) -> Bool
  ) {
    self.table = table
    self.columns = columns
    self.space = space
    self.wrapper = wrapper
    self.captions = captions.filter { !isBelow($0) } + captions.filter(isBelow)
    captionsAbove = captions.count { !isBelow($0) }
    switch token?.position {
    case .rows: part = captionsAbove
    case .tablePart(let start): part = start.index
    default: break
    }
  }

  var partCount: Int { captions.count + 1 }
  var width: Double { columns.edges.borderBoxWidth }

  /// The caption that is the current part; nil for the rows.
  var caption: BoxID? {
    part == captionsAbove ? nil : captions[part < captionsAbove ? part : part - 1]
  }

  /// The captions that follow the current part.
  var captionsBelow: ArraySlice<BoxID> { captions[max(part, captionsAbove)...] }

  /// The fragmentainer as seen from the current part.
  var fragmentainer: Fragmentainer? {
    space.fragmentainer?.moved(by: y, mustProgress: (space.fragmentainer?.mustProgress ?? false) && !separates)
  }

  /// Ends the page before the current part, or before the table if the preceding part has to stay with it.
  mutating func endPage() {
    guard separates else {
      fits = false
      return
    }
    next = BreakToken(box: table, position: .tablePart(TablePart(index: part)))
    appeal = space.fragmentainer?.cap ?? .perfect
  }
}

/// Captions of tables (CSS 2.2 §17.4). A caption of at most half the height of the page is in one piece, and stays with the rows.
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
      page.columnFit.note(height, in: fragmentainer)
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

  /// px of the captions that stay below the last row.
  mutating func heightOfCaptions(below builder: TableBuilder) -> Double {
    guard let fragmentainer = builder.space.fragmentainer else { return 0 }
    let heights = builder.captionsBelow.map { captionHeight($0, in: builder) }
    return heights.prefix { $0 <= fragmentainer.height / 2 }.reduce(0, +)
  }

  /// The height of a caption in one piece, with its margins.
  private mutating func captionHeight(_ caption: BoxID, in builder: TableBuilder) -> Double {
    let edges = usedEdges(tree[caption].style, containerWidth: builder.width)
    let height = measure(caption, space: ConstraintSpace(width: builder.width)).height
    return edges.margin.top + height + edges.margin.bottom
  }
}
