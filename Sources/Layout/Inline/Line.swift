import Style
import TextShaping

/// The extent of a line.
struct Line {
  var start: InlinePosition
  var end: InlinePosition
  /// The end of the visible text. White space after it hangs or is removed.
  var visibleEnd: UInt32
  /// The end of the hanging white space, which is not part of the line's width.
  var hangEnd: UInt32
  /// The white space hangs only if it does not fit.
  var keepsSpace = false
  var items: Range<Int>
  /// The edges between the floats, from the content edge.
  var left = 0.0
  var right = 0.0
  /// The filled width, without hanging white space.
  var width = 0.0
  /// The distance before the line's content, px: `text-indent`, less hanging punctuation at its start.
  var indent = 0.0
  /// The width of hanging punctuation at the line's end, px.
  var hangingPunctuation = 0.0
  var isForced = false
  var isLast = false
  var showsHyphen = false
  /// Characters that the spelling requires before the hyphen.
  var hyphenInsert = ""
  /// The top of the line; below floats that leave no space.
  var y = 0.0
  /// The known height: floats that intrude into it shorten the line.
  var height = 0.0
}

/// The state of filling the lines of an inline formatting context (css-text-4 §5).
struct LineBreaker {
  var inline: UInt32
  var shaped: ShapedContent
  let space: ConstraintSpace
  /// The content edge in the block formatting context.
  let contextX: Double
  var contextY: Double
  /// `text-indent`, px.
  let indent: Double
  /// Whether the first line to be filled is the first line of the block container.
  var startsBlock = true
  /// Only inline boxes that have text count for the height of a line; see `LineExtent`.
  var ignoresStrut = false
  /// What lines that are too wide end in; see `lineEnd(of:)`.
  var lineEnd: String?
  /// The shaped text that ends the last line of `max-lines`.
  var blockEllipsis: UInt32?
  /// The number of consecutive lines before this one that end with hyphens.
  var hyphenatedLines = 0
  /// px; the maximum width of lines, for lines of similar width (`text-wrap: balance`).
  var widest = Double.infinity
  /// The line before the last one if it leaves a word more to that (`text-wrap: pretty`).
  var narrowLine: NarrowLine?
  /// The atomic inlines laid out so far, by item.
  var atomics: [Int: AtomicInline] = [:]
  /// Floats and out-of-flow boxes before this item have been placed.
  var placedItems: UInt32
  /// Floats placed since the last line was accepted.
  var placedFloats: [LayoutContext.FloatPlacement] = []
  /// The layout of the floats that were placed, also of those that were removed again.
  var laidOutFloats: [BoxID: LayoutContext.LaidOutFloat] = [:]
  /// A float had to wait for the next page, so later ones have to wait too.
  var floatsWait = false
}

/// An inline-block, image or inline table that is laid out.
struct AtomicInline {
  var fragment: FragmentID
  var edges: UsedEdges
  var width: Double
  var height: Double
  /// The distance from the top margin edge to the baseline.
  var baseline: Double
}
