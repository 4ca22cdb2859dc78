/// The grid properties (css-grid-2).
package struct GridStyle: Hashable, Sendable {
  package var templateRows = GridTemplate()
  package var templateColumns = GridTemplate()
  /// Rows of cells; a cell is the name of an area or `.`. Empty for `none`.
  package var templateAreas: [[String]] = []
  /// The sizes of implicit rows; at least one.
  package var autoRows = [TrackSize.auto]
  package var autoColumns = [TrackSize.auto]
  package var flowsColumns = false
  package var isDense = false
  /// `grid-lanes-direction` (css-grid-3 §2.2): whether the lanes are columns; nil for `normal`.
  package var lanesAreColumns: Bool?
  /// `flow-tolerance`, px: the difference between lanes that does not matter when an item is placed (css-grid-3 §4.2).
  /// Negative for `normal`, which is 1em.
  package var flowTolerance: Float = -1
  package var rowStart = GridLine.auto
  package var rowEnd = GridLine.auto
  package var columnStart = GridLine.auto
  package var columnEnd = GridLine.auto
  package init() {}
}

/// `grid-template-rows` or `-columns`.
package struct GridTemplate: Hashable, Sendable {
  /// The items in order; empty for `none`.
  package var items: [Item] = []
  package var isSubgrid = false
  package init() {}

  package enum Item: Hashable, Sendable {
    /// Names of the line at this position.
    case lines([String])
    case track(TrackSize)
    /// `repeat(auto-fill | auto-fit, …)`. Repetitions with a number are already expanded.
    case autoRepeat(collapsesEmpty: Bool, [Item])
  }
}

/// The size of a track: a minimum and a maximum (css-grid-2 §7.2).
package struct TrackSize: Hashable, Sendable {
  package var minimum: Breadth
  package var maximum: Breadth
  package init(minimum: Breadth, maximum: Breadth) {
    self.minimum = minimum
    self.maximum = maximum
  }
  package static let auto = TrackSize(minimum: .auto, maximum: .auto)

  package enum Breadth: Hashable, Sendable {
    case auto, minContent, maxContent
    case length(LengthPercentage)
    /// Maximum only.
    case fraction(Double)
    /// Maximum only: `fit-content()`; the minimum is then `auto`.
    case fitContent(LengthPercentage)
  }
}

/// A grid placement property such as `grid-row-start` (css-grid-2 §8.3).
package enum GridLine: Hashable, Sendable {
  case auto
  /// Counted from 1; negative numbers count backwards from the end.
  case line(Int, name: String?)
  case span(Int, name: String?)
  /// A line or area of this name.
  case name(String)
}
