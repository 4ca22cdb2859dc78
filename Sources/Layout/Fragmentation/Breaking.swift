import Style

/// How well a page may end at some point (css-break-3 §4.4 and §4.5), worst first.
enum BreakAppeal: UInt8, Comparable {
  /// Nowhere else is left.
  case lastResort
  /// Inside boxes that avoid breaks, one in another.
  case violatesNestedAvoid
  case violatesAvoid
  case violatesOrphansAndWidows
  case perfect
  /// The best that breaks inside can be where a box in such a place avoids them.
  var nested: BreakAppeal { self <= .violatesAvoid ? min(self, .violatesNestedAvoid) : .violatesAvoid }
  static func < (a: BreakAppeal, b: BreakAppeal) -> Bool { a.rawValue < b.rawValue }
}

/// Where the layout of a box goes on, on the next page.
struct BreakToken: Equatable {
  enum Position: Equatable {
    /// The box has not begun.
    case before
    /// Boxes in a block container: floats and overflowing boxes that go on beside the flow, and the child that the flow
    /// goes on with (nil where only the former are left).
    indirect case blocks(floats: [BreakToken], next: BreakToken?)
    /// Lines: the byte and the item that come next.
    case lines(InlinePosition)
    /// A table: the row that goes on or comes next, and its cells' tokens by cell index.
    case rows(TablePosition)
    /// A flex container: its lines, and how far each flow in it has come.
    indirect case flex(FlexPosition)
    /// A grid container: its tracks, the next row, and the items that go on.
    indirect case grid(GridPosition)
    /// A multi-column container.
    indirect case columns(ColumnsPosition)
    /// The box is finished; what follows it goes on.
    case finished
    /// All content is set; only the rest of the box's height goes on.
    case remainder
  }
  var box: BoxID
  var position: Position
  /// px of the box's content height that earlier pages hold.
  var consumed = 0.0
  /// A forced break came before the box: which kind, so that the page may have to be left or right.
  var forced = BoxStyle.Break.auto
  /// The box ended on an earlier page: what goes on only overflows it.
  var isAtEnd = false
  /// px of the first line that earlier pages show: lines higher than a page are cut.
  var shownOfLine = 0.0
  /// Floats between lines that go on beside them.
  var floats: [BreakToken] = []

  var isBefore: Bool { if case .before = position { true } else { false } }
  var isFinished: Bool { if case .finished = position { true } else { false } }
}

/// A place between lines in an inline formatting context.
struct InlinePosition: Equatable {
  var byte: UInt32
  var item: UInt32
}

/// A place between or in the rows of a table.
struct TablePosition: Equatable {
  var row: Int
  /// Cells that go on, where the row itself is broken.
  var cells: [Int: BreakToken]
  /// px of the row that earlier pages hold.
  var consumedRow = 0.0
}

/// The better places to break that layout of the current page has passed.
struct BreakCandidates {
  struct Candidate: Equatable {
    enum Place: Equatable {
      case before(BoxID)
      /// After so many lines of an inline formatting context on this page.
      case lines(BoxID, Int)
      case row(BoxID, Int)
    }
    var place: Place
    var appeal: BreakAppeal
  }
  /// The last of those with the highest appeal.
  private(set) var best: Candidate?
  /// The place to break at in this pass, chosen in the one before.
  var target: Candidate.Place?

  mutating func note(_ place: Candidate.Place, _ appeal: BreakAppeal) {
    if let best, best.appeal > appeal { return }
    best = Candidate(place: place, appeal: appeal)
  }

  mutating func reset(target: Candidate.Place? = nil) {
    best = nil
    self.target = target
  }
}

/// The page that a box is being set on, seen from the box.
struct PageSpace {
  /// From the top of the page area to the box's border edge.
  var offset: Double
  /// The page area's height.
  var height: Double
  /// The same without room that is kept for the ends of boxes.
  var end: Double
  /// Nothing stands above the box on this page: what does not fit must be set all the same.
  var mustProgress: Bool
  /// The best that breaks inside the box can be (`break-inside: avoid` of it or its ancestors).
  var cap = BreakAppeal.perfect
  /// Beside other content that goes on by itself (cells of a row): no break candidates here.
  var isParallel = false
  /// A column rather than a page: column breaks count, and balancing wants to know what does not fit.
  var isColumn = false

  init(offset: Double, height: Double, mustProgress: Bool) {
    self.offset = offset
    self.height = height
    self.end = height
    self.mustProgress = mustProgress
  }

  /// Lengths are compared with this much tolerance, so that sums of fractions fit where they should.
  static let tolerance = 0.01

  func fits(_ bottom: Double) -> Bool { offset + bottom <= height + Self.tolerance }

  /// The space of something that stands `y` below the border edge.
  func moved(by y: Double, mustProgress: Bool? = nil) -> PageSpace {
    var space = self
    space.offset += y
    if let mustProgress { space.mustProgress = mustProgress }
    return space
  }
}

extension BoxStyle.Break {
  var isForced: Bool {
    switch self {
    case .page, .left, .right, .recto, .verso, .column: true
    case .auto, .avoid, .avoidPage, .avoidColumn: false
    }
  }
  var isAvoid: Bool { self == .avoid || self == .avoidPage }

  /// What a value means where columns, or where pages are broken: `auto` where it speaks of the other.
  func value(inColumns: Bool) -> BoxStyle.Break {
    switch self {
    case .column, .avoidColumn: inColumns ? (self == .column ? .column : .avoid) : .auto
    case .avoidPage: inColumns ? .auto : .avoidPage
    default: self
    }
  }
}
