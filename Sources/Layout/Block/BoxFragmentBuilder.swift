/// The fragment of a block container on one page, under construction.
struct BoxFragmentBuilder {
  /// The content edge, from the border edge.
  let x, y: Double
  let fragment: FragmentID
  /// The bottom of the last in-flow content, from the content edge, and the margin below it.
  var bottom = 0.0
  var margin = MarginStrut()
  /// The margins of the first child collapse with those of the box and are included there.
  var adjoinsStart = false
  /// The last child collapsed through and had clearance: its margins do not collapse with the end of the box
  /// (CSS 2.2 §8.3.1).
  var endsCleared = false
  /// The bottom of what must not be cut, if the content height includes free space below it.
  var contentBottom: Double?
  /// The bottom of the content without the margins below it, if `bottom` includes them.
  var bottomWithoutMargin: Double?
  /// In-flow content has been placed on this page.
  var hasContent = false
  /// It is false if nothing fits on this page.
  var fits = true
  /// The position of the break, if the content continues on the next page.
  var next: BreakToken.Position?
  /// Floats and overflowing boxes that continue on the next page, parallel to the flow.
  var unfinished: [BreakToken] = []
  /// A part of a float or of an overflowing box that continues is on this page.
  var showsFloats: Bool { unfinished.contains { !$0.isBefore } }
  /// Nothing but `unfinished` continues.
  var onlyParallel = false
  /// The members of `unfinished` that are between lines, for the break token.
  var lineFloats: [BreakToken] = []
  /// The part of a line higher than the page that is shown so far, px.
  var shownOfLine = 0.0
  /// Floats continue that the box's block formatting context has to contain.
  var hasOpenFloats = false
  /// The spanner that ended the column.
  var spanner = BoxID.none
  var appeal = BreakAppeal.perfect
  var firstBaseline: Double?
  var lastBaseline: Double?

  init(x: Double, y: Double, fragment: FragmentID) {
    self.x = x
    self.y = y
    self.fragment = fragment
  }

  /// Accounts for content that is moved down after it was placed.
  mutating func move(by distance: Double) {
    bottom += distance
    firstBaseline = firstBaseline.map { $0 + distance }
    lastBaseline = lastBaseline.map { $0 + distance }
  }

  var bottomWithMargin: Double { max(0, bottom + margin.sum) }

  /// The bottom without what the end of the page, from the content edge, cuts off the margin below the content
  /// (css-break-3 §5.2).
  func bottom(truncatedAt end: Double) -> Double { min(bottomWithMargin, max(bottomWithoutMargin ?? bottom, end)) }

  /// Moves the bottom of the content below something that was placed.
  mutating func advance(to bottom: Double, margin: MarginStrut) {
    self.bottom = bottom
    self.margin = margin
    hasContent = true
  }
}
