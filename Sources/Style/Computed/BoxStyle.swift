/// Display, position, size and fragmentation: the properties that are not inherited and that layout reads.
package struct BoxStyle: Hashable, Sendable {
  package var display = Display.inline
  /// `display: -webkit-box`: a block container if its lines are limited, otherwise a flex container (css-overflow-4
  /// §5.4.2).
  var isLegacyBox = false
  /// `-webkit-box-orient`: its items are in a column.
  var isLegacyVertical = false
  package var position = Position.static
  package var float = Float.none
  package var clear = Clear.none
  /// nil if `shape-outside` is `none`.
  package var floatArea: FloatArea?

  package var width = SizeValue.auto
  package var height = SizeValue.auto
  package var minWidth = SizeValue.auto
  package var minHeight = SizeValue.auto
  /// `auto` is `none`.
  package var maxWidth = SizeValue.auto
  package var maxHeight = SizeValue.auto
  package var aspectRatio: AspectRatio?
  package var boxSizing = BoxSizing.contentBox

  package var margin = Sides(MarginValue.zero)
  package var padding = Sides(LengthPercentage.zero)
  /// Used widths, px: 0 if the style is `none` or `hidden`.
  package var borderWidth = Sides(0.0)
  package var borderStyle = Sides(BorderStyle.none)
  package var inset = Sides(MarginValue.auto)
  package var zIndex: Int32?

  /// The overflow of the axis that is not `visible`, if any.
  package var overflow = Overflow.visible
  package var overflowX = Overflow.visible
  package var overflowY = Overflow.visible
  /// The overflow was propagated to the viewport.
  var gaveOverflow = false
  /// `text-overflow`: what ends lines that are too long; empty for the ellipsis of the font, nil for nothing.
  package var textOverflow: String?
  /// `appearance: none`: a form control is painted as any box.
  package var isPlainControl = false
  package var verticalAlign = VerticalAlign.baseline
  package var tableLayoutFixed = false
  package var objectFit = ObjectFit.fill
  package var objectPosition = Pair(LengthPercentage.percent(50), LengthPercentage.percent(50))

  package var breakBefore = Break.auto
  package var breakAfter = Break.auto
  package var breakInside = BreakInside.auto
  package var cloneDecoration = false
  /// The value of `contain`, of which `containment` is computed.
  var contain: Containment = []
  /// What applies to the box, with what `container-type` and `content-visibility` add.
  package internal(set) var containment: Containment = []
  var contentVisibility = ContentVisibility.visible
  /// `contain-intrinsic-width` and `contain-intrinsic-height`, px: the size of the content of a box with size
  /// containment.
  package var containedWidth: Double?
  package var containedHeight: Double?
  /// What `@container` rules can ask of the box (css-contain-3 §2.1). The size that they ask for does not depend on the
  /// content.
  package var containerType = ContainerType.normal
  // Here, they take no additional memory.
  private var clipEdge = ClipMargin.Edge.padding
  private var clipWidth: Swift.Float = 0
  package var containerNames: [String] = []
  /// The page name of `page`; nil for `auto`.
  package var pageName: String?
  package var footnoteDisplay = FootnoteDisplay.block
  package var footnotePolicy = FootnotePolicy.auto
  /// The computed value of `zoom`. That of the text includes those of all ancestors.
  package var zoom = 1.0
  /// Of `::first-letter`; nil for `normal`.
  package var initialLetter: InitialLetter?
  package var textBoxTrim: TextBoxTrim = []
  /// `max-lines`; nil for `none`.
  package var maxLines: Int32?
  package var continuation = Continuation.auto
  package var baselineSource = BaselineSource.auto
  /// The used `max-lines`: lines after these are discarded.
  package internal(set) var lineLimit: Int32?
  /// `display` before blockification (CSS 2.2 §9.7); the static position of an absolutely positioned box depends on it.
  package var originalDisplay = Display.inline
  /// Whether the box would be between lines, and not in one, if it were in the flow.
  package var isOriginallyBlockLevel: Bool { originalDisplay.blockified == originalDisplay }
  /// `display: contents`: the display of the nearest ancestor with a box.
  var containerDisplay: Display?

  package init() {}

  package var clipMargin: ClipMargin {
    get { ClipMargin(edge: clipEdge, width: clipWidth) }
    set { (clipEdge, clipWidth) = (newValue.edge, newValue.width) }
  }

  /// `overflow-clip-margin`: how far content is shown outside of an edge of a box with `overflow: clip`
  /// (css-overflow-4 §3.2).
  package struct ClipMargin: Hashable, Sendable {
    package enum Edge: UInt8, Hashable, Sendable { case padding, content, border }
    /// px.
    package var width: Swift.Float = 0
    package var edge = Edge.padding
    package init(edge: Edge = .padding, width: Swift.Float = 0) { (self.edge, self.width) = (edge, width) }
  }

  /// A letter of several lines (css-inline-3 §5.1).
  package struct InitialLetter: Hashable, Sendable {
    /// The height of the letter in lines, at least 1.
    package var size: Double
    /// The lines that it sinks, at least 1.
    package var sink: Int
  }

  /// `continue`: what happens to content after `max-lines` (css-overflow-4 §5.3).
  package enum Continuation: String, Hashable, Sendable {
    case auto, discard, collapse
    /// Like `collapse` for boxes of `display: -webkit-box` with `-webkit-box-orient: vertical`, otherwise like `auto`.
    case legacy = "-webkit-legacy"
  }
  package enum Display: UInt8, Hashable, Sendable {
    case none, contents, block, flowRoot, listItem, inline, inlineBlock, inlineListItem, inlineBlockListItem
    case table, inlineTable, tableRowGroup, tableHeaderGroup, tableFooterGroup, tableRow, tableCell
    case tableColumn, tableColumnGroup, tableCaption
    case flex, inlineFlex, grid, inlineGrid, gridLanes, inlineGridLanes

    /// Whether the box has a marker and increments `list-item` (css-lists-3 §4.6).
    package var isListItem: Bool { self == .listItem || self == .inlineListItem || self == .inlineBlockListItem }
  }
  package enum Position: Hashable, Sendable {
    case `static`, relative, absolute, fixed, sticky
    /// `position: running(name)` (css-gcpm-3).
    case running(String)
  }
  package enum Float: UInt8, Hashable, Sendable { case none, left, right, footnote }
  package enum Clear: UInt8, Hashable, Sendable { case none, left, right, both }
  /// `aspect-ratio` (css-sizing-4 §5.1): width over height, positive.
  package struct AspectRatio: Hashable, Sendable {
    package var ratio: Double
    /// `auto` is given: a natural aspect ratio takes precedence, and the ratio applies to the content box.
    package var isAuto: Bool
  }
  package enum BoxSizing: UInt8, Hashable, Sendable { case contentBox, borderBox }
  package enum Overflow: UInt8, Hashable, Sendable { case visible, hidden, clip, scroll, auto }
  package enum ObjectFit: UInt8, Hashable, Sendable { case fill, contain, cover, none, scaleDown }
  package enum VerticalAlign: Hashable, Sendable {
    case baseline, sub, `super`, top, textTop, middle, bottom, textBottom
    /// The middle of the box is at the baseline of its parent (HTML 15.4.3).
    case baselineMiddle
    /// Percentages refer to the line height.
    case length(LengthPercentage)
  }
  /// Which baseline of an inline-level box is aligned (css-inline-3 §4.2.1).
  package enum BaselineSource: UInt8, Hashable, Sendable { case auto, first, last }
  package enum Break: UInt8, Hashable, Sendable {
    /// `always` breaks the column, or outside columns the page (css-break-4 §3.1).
    case auto, avoid, avoidPage, avoidColumn, page, left, right, recto, verso, column, always
  }
  package enum ContainerType: UInt8, Hashable, Sendable { case normal, inlineSize, size }
  package enum FootnoteDisplay: UInt8, Hashable, Sendable { case block, inline, compact }
  package enum FootnotePolicy: UInt8, Hashable, Sendable { case auto, line, block }
  package enum BreakInside: UInt8, Hashable, Sendable { case auto, avoid, avoidPage, avoidColumn }
}

/// `border-style` (css-backgrounds-3).
package enum BorderStyle: UInt8, Hashable, Sendable {
  case none, hidden, dotted, dashed, solid, double, groove, ridge, inset, outset
}
