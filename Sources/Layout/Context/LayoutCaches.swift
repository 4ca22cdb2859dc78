import Style
import TextShaping

/// Results that are computed once and used again while a document is laid out.
///
/// Styles never change after the cascade, nor do boxes after the box tree is built. The text of page references is the
/// only input that changes (`PageReference`); `invalidateSizes` is called whenever it does.
struct LayoutCaches {
  // MARK: - Valid for the whole document

  /// The font of each style, by style index. Depends on the style only.
  var fonts: ContiguousArray<FontID?> = []
  /// The style whose font was determined last.
  var lastFontStyle: Int?
  /// The metrics of contents without inline boxes, by the style of the root. Depend on the style only.
  var rootMetrics: [StyleID: ContiguousArray<InlineMetrics>] = [:]
  /// Whether any style has a height in percent. Depends on the styles of the document only.
  var usesPercentHeights: Bool?
  /// The borders of each table in the collapsing model. Depend on the styles of the table and its parts.
  var collapsedBorders: [BoxID: CollapsedBorders] = [:]
  /// The first child in flow of each box with anonymous blocks; `.none` if it has none. Depends on the box tree only.
  var firstInFlow: [BoxID: BoxID] = [:]
  /// The first and last child with lines of containers that may trim them. Depend on the box tree only.
  var linesAtEnds: [BoxID: (first: BoxID, last: BoxID)] = [:]
  /// The tracks that the spans of grid containers may cover, for those with spans.
  var spanBudgets: [BoxID: Int] = [:]
  /// The tracks that searches for free cells may visit, for the grid containers with long searches.
  var placementSteps: [BoxID: Int] = [:]
  /// The items at the edges of grid containers with forced breaks. Depend on the styles and on the
  /// recorded widths.
  var gridEdges: [BoxID: GridEdges] = [:]
  /// The layout of each formula. Depends on its elements and their styles only.
  var formulas: [BoxID: FormulaLayout] = [:]
  var styles = DerivedStyles()
  var texts = GeneratedTextCache()

  // MARK: - Depending on text

  /// The intrinsic widths of each box. Depend on the box's content and styles only.
  var intrinsicSizes: [BoxID: IntrinsicSize] = [:]
  /// Minimum and preferred column widths of each table. Depend on the content of its cells.
  var columnSizes: [BoxID: [ColumnSize]] = [:]
  /// The used column widths of each table. Depend on `columnSizes` and on the width that the entry names.
  var columnLayouts: [BoxID: ColumnLayout] = [:]
  /// The margin boxes of footnotes laid out in one piece. Depend on the footnote's content and the area's width (the
  /// key).
  var footnoteSizes: [FootnoteKey: Size] = [:]
  /// Sizes of boxes laid out in one piece, the latest few for each box. Depend on its content and on the constraints
  /// that the entry names.
  var measuredBlocks: [BoxID: [MeasuredBlock]] = [:]
  /// The tracks of subgrids, set by their parents.
  var subgrids: [BoxID: Subgrid] = [:]
  /// Row heights of tables with cells that span rows, or with a height. Depend on the content of the cells and on the
  /// width and height that the entry names.
  var tableHeights: [BoxID: TableHeights] = [:]

  /// The items that start in the first row of a grid, and those that end in the last.
  struct GridEdges {
    /// px; of the container, if the number of its tracks depends on it.
    var width: Double?
    var first: [BoxID] = []
    var last: [BoxID] = []
  }

  /// Discards the sizes that depend on text which has changed.
  mutating func invalidateSizes() {
    intrinsicSizes.removeAll()
    columnSizes.removeAll()
    columnLayouts.removeAll()
    footnoteSizes.removeAll()
    measuredBlocks.removeAll()
    tableHeights.removeAll()
  }
}

/// Styles that layout derives from the document's. They depend on their keys only.
struct DerivedStyles {
  /// Styles of cells that are clipped by columns with `visibility: collapse`, by the cell's style.
  var clipping: [StyleID: StyleID] = [:]
  /// Styles of emphasis marks, by the style of the text.
  var emphasis: [StyleID: StyleID] = [:]
  /// Styles with used padding, by the style of the box and the padding.
  var padded: [PaddedStyleKey: StyleID] = [:]
  /// The style of a window on a fragment that does not fit on one page.
  var window: StyleID?
  /// The style of a window on a positioned fragment that does not fit on one page.
  var positionedWindow: StyleID?
  /// Styles of margin boxes with vertical text, of limited height.
  var marginBoxes: [MarginBox: StyleID] = [:]

  /// The style of a margin box, and the height of the area that it is in.
  struct MarginBox: Hashable {
    var style: StyleID
    var height: Double
  }
}

/// Texts that layout adds itself, as indices in `LayoutContext.texts`. They depend on the key only.
struct GeneratedTextCache {
  /// Hyphens, ellipses and emphasis marks.
  var marks: [MarkKey: UInt32] = [:]
  var leaders: [LeaderKey: UInt32] = [:]
}

/// What a hyphen, an ellipsis or an emphasis mark depends on.
struct MarkKey: Hashable {
  var font: FontID
  var text: String
  var rightToLeft: Bool
}

/// What the text of a leader depends on.
struct LeaderKey: Hashable {
  var font: FontID
  var pattern: String
  /// How often the pattern is repeated.
  var count: Int
}
