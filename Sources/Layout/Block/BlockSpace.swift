import Style

/// What a box's layout depends on from outside.
struct BlockSpace {
  /// The containing block's content width.
  var width: Double
  /// The containing block's content height where it is definite: what percentage heights are of.
  var height: Double?
  /// The border-box width where the parent sets it (cells, shrink-to-fit boxes).
  var borderBoxWidth: Double?
  /// The border-box height where the parent sets it.
  var borderBoxHeight: Double?
  /// The height that the parent sets is a minimum: content that breaks push down makes the box higher.
  var growsWithContent = false
  /// Nil where the box may not be broken over pages.
  var page: PageSpace?
  /// In the block formatting context, for floats: the containing block's left content edge and the box's top border
  /// edge (for lines: their content edge).
  var contextX = 0.0
  var contextY = 0.0
  /// A cell's borders in the collapsing model, in place of its own.
  var collapsedBorder: Sides<Double>?
  /// The box is the root of an independent formatting context whatever its style says.
  var isContextRoot = false
  /// The box stands in the flow of columns, where children can span them (css-multicol-1 §6).
  var allowsSpanners = false
}

/// What layout of a box on one page gives.
struct BlockResult {
  /// `.none` where nothing of the box fits on this page.
  var fragment: FragmentID
  /// The border box's height on this page, and its left margin.
  var height = 0.0
  var marginLeft = 0.0
  /// Margins at the box's end that collapse with what follows, its own included.
  var endMargin = MarginStrut()
  /// Where it goes on; nil where it is finished.
  var token: BreakToken?
  /// How good the break inside is, where there is one.
  var appeal = BreakAppeal.perfect
  /// The box itself ended on this page; what goes on only overflows it, beside what follows (css-break-3 §3: parallel
  /// flows).
  var isParallel = false
  /// Floats go on that the box's block formatting context has to contain.
  var hasOpenFloats = false
  /// The spanner in the box that ended the column; `.none` for all other ends.
  var spanner = BoxID.none
  /// First and last baseline below the border edge.
  var firstBaseline: Double?
  var lastBaseline: Double?

  /// The border-box height that the content alone asks for; a cell's content is aligned by it.
  var naturalHeight: Double {
    get { ownNaturalHeight ?? height }
    set { ownNaturalHeight = newValue }
  }
  private var ownNaturalHeight: Double?

  init(
    fragment: FragmentID, height: Double = 0, marginLeft: Double = 0, appeal: BreakAppeal = .perfect,
    firstBaseline: Double? = nil,
    lastBaseline: Double? = nil
  ) {
    self.fragment = fragment
    self.height = height
    self.marginLeft = marginLeft
    self.appeal = appeal
    self.firstBaseline = firstBaseline
    self.lastBaseline = lastBaseline
  }

  var fits: Bool { !fragment.isNone }

  static var doesNotFit: BlockResult { BlockResult(fragment: .none, appeal: .lastResort) }
}

/// Adjoining margins (CSS 2.2 §8.3.1): the largest positive and the most negative.
struct MarginStrut: Equatable {
  var positive = 0.0
  var negative = 0.0
  var sum: Double { positive + negative }

  mutating func add(_ margin: Double) {
    if margin > 0 { positive = max(positive, margin) } else { negative = min(negative, margin) }
  }

  mutating func add(_ other: MarginStrut) {
    positive = max(positive, other.positive)
    negative = min(negative, other.negative)
  }

  func adding(_ other: MarginStrut) -> MarginStrut {
    var sum = self
    sum.add(other)
    return sum
  }
}

/// A box's used margins, borders and padding, and its content width.
struct UsedEdges {
  var margin = Sides(0.0)
  var border = Sides(0.0)
  var padding = Sides(0.0)
  var contentWidth = 0.0

  var left: Double { border.left + padding.left }
  var right: Double { border.right + padding.right }
  var top: Double { border.top + padding.top }
  var bottom: Double { border.bottom + padding.bottom }
  var borderBoxWidth: Double { left + contentWidth + right }
}
