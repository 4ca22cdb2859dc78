import Style

/// What a layout pass is for.
enum LayoutMode: UInt8 {
  /// The fragments are placed on the page.
  case fragments
  /// Only sizes and baselines are needed. The fragments are discarded, so that containers which know their size from
  /// their items' sizes need not lay the items out again.
  case measure
}

/// What a box's layout depends on from outside.
struct ConstraintSpace {
  /// The containing block's content width.
  var width: Double
  /// The containing block's content height, the basis of percentage heights; nil if it is indefinite.
  var height: Double?
  /// By how much insets reduce the height that a positioned box with `stretch` fills (css-sizing-4 §6.1), px.
  var insetHeight = 0.0
  /// The border-box width if the parent determines it (cells, shrink-to-fit boxes).
  var borderBoxWidth: Double?
  /// The border-box height if the parent determines it.
  var borderBoxHeight: Double?
  /// The height that the parent determines depends on content, so that percentages do not refer to it.
  var hasIndefiniteHeight = false
  /// The content of a flex or grid container is laid out as if the container had no `height` and no limits of it.
  var ignoresHeight = false
  /// The height that the parent determines is a minimum: the box grows if breaks push its content down.
  var growsWithContent = false
  /// The page or column that the box is in; nil if the box must not be broken.
  var fragmentainer: Fragmentainer?
  /// The position in the block formatting context, for floats: the containing block's left content edge and the box's
  /// top border edge (for lines, their content edge).
  var contextX = 0.0
  var contextY = 0.0
  /// The borders of a cell in the collapsing model, used instead of its own.
  var collapsedBorder: Sides<Double>?
  /// The box is the root of an independent formatting context regardless of its style.
  var isContextRoot = false
  /// The box is in the flow of columns, where children can span them (css-multicol-1 §6).
  var allowsSpanners = false
  var mode = LayoutMode.fragments
}

extension ConstraintSpace {
  /// The space of a box inside this one, unfragmented, with the same layout mode.
  func child(width: Double, height: Double? = nil) -> ConstraintSpace {
    var space = ConstraintSpace(width: width, height: height)
    space.mode = mode
    return space
  }
}

/// The result of laying out the part of a box on one page.
struct BlockResult {
  /// `.none` if nothing of the box fits on this page.
  var fragment: FragmentID
  /// The border box's height on this page, and its left margin.
  var height = 0.0
  var marginLeft = 0.0
  /// The margins at the end of the box, its own included, that collapse with following margins.
  var endMargin = MarginStrut()
  /// Where layout resumes on the next page; nil if the box is complete.
  var token: BreakToken?
  /// The appeal of the break inside the box, if any.
  var appeal = BreakAppeal.perfect
  /// The box itself ended on this page. The token only continues content that overflows the box, parallel to the
  /// following content (css-break-3 §3).
  var isParallel = false
  /// Floats continue that the box's block formatting context has to contain.
  var hasOpenFloats = false
  /// The spanner inside the box that ended the column. `.none` if the column ended otherwise.
  var spanner = BoxID.none
  /// First and last baseline below the border edge.
  var firstBaseline: Double?
  var lastBaseline: Double?

  /// The border-box height determined by the content alone, used to align the content of a cell.
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

/// Adjoining margins (CSS 2.2 §8.3.1): the largest positive one and the most negative one.
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
