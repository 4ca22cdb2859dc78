import Style

/// The quality of a break (css-break-3 §4.4 and §4.5), worst first.
enum BreakAppeal: UInt8, Comparable {
  /// No better break is left.
  case lastResort
  /// A break inside nested boxes that avoid breaks.
  case violatesNestedAvoid
  case violatesAvoid
  case violatesOrphansAndWidows
  /// Too few lines follow, but enough precede.
  case violatesWidows
  case perfect
  /// The best appeal of breaks inside a box that avoids them.
  var nested: BreakAppeal { self <= .violatesAvoid ? min(self, .violatesNestedAvoid) : .violatesAvoid }
  static func < (a: BreakAppeal, b: BreakAppeal) -> Bool { a.rawValue < b.rawValue }
}

/// Where the layout of a box resumes on the next page.
struct BreakToken: Equatable {
  enum Position: Equatable {
    /// The box has not started.
    case before
    /// A block container: floats and overflowing boxes that continue parallel to the flow, and the child with which
    /// the flow continues (nil if only the former are left).
    indirect case blocks(floats: [BreakToken], next: BreakToken?)
    /// Lines: the next byte and item.
    case lines(InlinePosition)
    /// A table: the current row, and the tokens of its cells by cell index.
    case rows(TablePosition)
    /// A table: before or in a caption, or before the rows.
    indirect case tablePart(TablePart)
    /// A flex container: its lines, and the progress of each flow in it.
    indirect case flex(FlexPosition)
    /// A grid container: its tracks, the next row, and the items that continue.
    indirect case grid(GridPosition)
    /// A multi-column container.
    indirect case columns(ColumnsPosition)
    /// A block container: its top border and padding are on an earlier page, and its content has not started.
    case content
    /// The box is complete; layout resumes after it.
    case finished
    /// All the content is laid out; only the rest of the box's height remains.
    case remainder
  }
  var box: BoxID
  var position: Position
  /// The box's content height on earlier pages, px.
  var consumed = 0.0
  /// The content height of all parts, px, if earlier pages hold all the content.
  var contentHeight: Double?
  /// The forced break before the box. It determines whether the page has to be a left or right one.
  var forced = BoxStyle.Break.auto
  /// The box ended on an earlier page; only content that overflows it continues.
  var isAtEnd = false
  /// The part of the first line that is shown on earlier pages, px. Lines higher than a page are sliced.
  var shownOfLine = 0.0
  /// Floats between lines that continue parallel to them.
  var floats: [BreakToken] = []

  var isBefore: Bool { if case .before = position { true } else { false } }
  var isFinished: Bool { if case .finished = position { true } else { false } }
}

/// A position between lines in an inline formatting context.
struct InlinePosition: Equatable {
  var byte: UInt32
  var item: UInt32
  /// The preceding lines have placed the floats before this item. It is after `item` if a float was placed while a word
  /// was measured that is not in those lines.
  var placedItems: UInt32 = 0
}

/// A position between or inside the rows of a table.
struct TablePosition: Equatable {
  var row: Int
  /// The tokens of cells if the row itself is broken.
  var cells: [Int: BreakToken]
  /// The part of the row on earlier pages, px.
  var consumedRow = 0.0
  /// The page before has the header, or the footer, as a part that is repeated.
  var repeatsHead = false
  var repeatsFoot = false
}

/// A position between the captions and rows of a table, or in a caption.
struct TablePart: Equatable {
  /// Index in the captions above the rows, the rows, and the captions below.
  var index: Int
  /// The token of a caption that has started.
  var token: BreakToken?
}

/// Possible breaks on the current page that are better than the one at its end.
struct BreakCandidates {
  struct Candidate: Equatable {
    enum Place: Equatable {
      case before(BoxID)
      /// After a number of lines of an inline formatting context on this page.
      case lines(BoxID, Int)
      case row(BoxID, Int)
    }
    var place: Place
    var appeal: BreakAppeal
  }
  /// The last candidate of the highest appeal.
  private(set) var best: Candidate?
  /// The break to make in this pass, chosen in the previous one.
  var target: Candidate.Place?

  /// Records a possible break, in the order of the document.
  mutating func record(_ place: Candidate.Place, _ appeal: BreakAppeal) {
    if let best, best.appeal > appeal { return }
    best = Candidate(place: place, appeal: appeal)
  }

  /// Starts a page, or lays it out again up to a break.
  mutating func reset(target: Candidate.Place? = nil) {
    best = nil
    self.target = target
  }
}

/// The page or column that contains a box (css-break-3 §2), as seen from the box.
struct Fragmentainer {
  /// The distance from the top of the fragmentainer to the box's border edge.
  var offset: Double
  /// The height of the page area or column, less the space reserved for the ends of boxes.
  var height: Double
  /// The height without that reduction.
  var end: Double
  /// Nothing precedes the box in the fragmentainer, so that it must be laid out there even if it does not fit.
  var mustProgress: Bool
  /// Set if only margins, borders and padding precede the box in the fragmentainer: the height, px, that the next one has
  /// for content that does not fit below them.
  ///
  /// css-break-3 §4.1 allows no break between such an edge and the content. If nothing of the content fits, there is no
  /// other place for one, and so as not to lose or slice content the fragmentainer ends there (§4.4).
  private(set) var nextExtent: Double?
  /// The best appeal of breaks inside the box, limited by `break-inside: avoid` of it or its ancestors.
  var cap = BreakAppeal.perfect
  /// The box breaks independently of its siblings, such as a cell of a row.
  private(set) var isParallel = false
  /// Breaks in the box are candidates: of the page, or of a parallel box that is laid out again up to the best one.
  private(set) var recordsBreaks = true
  /// A column rather than a page: column breaks apply, and balancing needs to know what does not fit.
  var isColumn = false
  /// A column that ends with the page, so that what overflows it would be lost.
  private(set) var endsWithPage = false
  /// Whether monolithic content that is higher is continued in the next one.
  var slices: Bool { !isColumn || endsWithPage }

  init(offset: Double, height: Double, mustProgress: Bool) {
    self.offset = offset
    self.height = height
    self.end = height
    self.mustProgress = mustProgress
  }

  /// px; the tolerance of comparisons, for sums of fractions.
  static let tolerance = 0.01

  /// Whether what ends `bottom` px below the border edge of the box is within the fragmentainer.
  func fits(_ bottom: Double) -> Bool { offset + bottom <= height + Self.tolerance }

  /// Whether content that does not fit and cannot be broken is laid out in the fragmentainer all the same. After an edge it
  /// is if it does not fit in the next one either.
  func keeps(height: Double) -> Bool {
    guard mustProgress, let nextExtent else { return mustProgress }
    return height > nextExtent + Self.tolerance && end - offset >= 1
  }

  /// The fragmentainer as seen from content below an edge. What adds the edge ends the fragmentainer there if nothing
  /// fits.
  func belowEdge() -> Fragmentainer {
    var space = self
    if mustProgress, height < .infinity { space.nextExtent = nextExtent ?? end }
    return space
  }

  /// A column that ends together with this fragmentainer.
  func column(height: Double) -> Fragmentainer {
    var column = Fragmentainer(offset: 0, height: height, mustProgress: mustProgress)
    column.nextExtent = nextExtent
    column.endsWithPage = slices
    return column
  }

  /// Makes the box break independently of its siblings.
  mutating func makeParallel() {
    isParallel = true
    recordsBreaks = false
  }

  /// Makes the breaks in a parallel box candidates of the box.
  mutating func recordBreaks() { recordsBreaks = true }

  /// The fragmentainer as seen from a box `y` below this one's border edge.
  func moved(by y: Double, mustProgress: Bool? = nil) -> Fragmentainer {
    var space = self
    space.offset += y
    if let mustProgress { space.mustProgress = mustProgress }
    return space
  }
}

extension BoxStyle.Break {
  var isForced: Bool {
    switch self {
    case .page, .left, .right, .recto, .verso, .column, .always: true
    case .auto, .avoid, .avoidPage, .avoidColumn: false
    }
  }
  /// Whether it forces a break between columns where it is in columns.
  var canBreakColumns: Bool { self == .column || self == .always }
  var isAvoid: Bool { self == .avoid || self == .avoidPage }

  /// The meaning of a value for breaks between columns, or between pages: `auto` if it applies to the other.
  func value(inColumns: Bool) -> BoxStyle.Break {
    switch self {
    case .column, .avoidColumn: inColumns ? (self == .column ? .column : .avoid) : .auto
    case .always: inColumns ? .column : .page
    case .avoidPage: inColumns ? .auto : .avoidPage
    default: self
    }
  }
}
