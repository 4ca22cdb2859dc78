import Style

/// A table on one page, under construction: the captions above the rows, the rows, and the captions below them.
struct TableBuilder {
  let table: BoxID
  let columns: ColumnLayout
  let space: ConstraintSpace
  let wrapper: FragmentID
  /// The captions of the table, those above the rows first.
  private let captions: [BoxID]
  /// The number of captions above the rows.
  private let captionsAbove: Int
  /// The current part, an index in the captions above the rows, the rows, and the captions below.
  var part = 0
  /// The first part on this page.
  private let firstPart: Int
  /// px; the bottom of the parts so far.
  var y = 0.0
  /// What precedes may be on another page than the current part.
  var separates = false
  /// It is false if nothing fits on this page.
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
    firstPart = part
  }

  var partCount: Int { captions.count + 1 }
  var width: Double { columns.edges.borderBoxWidth }

  /// The caption that is the current part; nil for the rows.
  var caption: BoxID? { caption(part) }

  /// The caption that precedes the current part on this page, if any.
  var precedingCaption: BoxID? { part > firstPart ? caption(part - 1) : nil }

  private func caption(_ part: Int) -> BoxID? {
    part == captionsAbove ? nil : captions[part < captionsAbove ? part : part - 1]
  }

  /// The current part is not the first one on this page.
  var isContinued: Bool { part > firstPart }

  /// The captions that follow the current part.
  var captionsBelow: ArraySlice<BoxID> { captions[max(part, captionsAbove)...] }

  /// The fragmentainer as seen from the current part.
  var fragmentainer: Fragmentainer? {
    space.fragmentainer?.moved(by: y, mustProgress: (space.fragmentainer?.mustProgress ?? false) && !separates)
  }

  /// Ends the page before the current part by a forced break.
  mutating func endPage(_ forced: BoxStyle.Break) {
    next = BreakToken(box: table, position: .tablePart(TablePart(index: part)))
    next?.forced = forced
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
