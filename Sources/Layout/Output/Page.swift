import Diagnostics
import Markup
import Resources
import Style
import TextShaping

/// A document set on pages: what `Paint` draws and what the completion event reports.
package struct LaidOutDocument {
  package var pages: [Page]
  /// Shaped text that text fragments are slices of.
  package var texts: ContiguousArray<ShapedText>
  /// Every style that a fragment names.
  package var styles: ContiguousArray<ComputedStyle>
  /// Named places that links point to: `id` and `<a name>`.
  package var destinations: [String: Destination]
  package var outline: [OutlineItem]
  package var warnings: [LayoutWarning]
  package var effort: Effort
  package init(
    pages: [Page] = [], texts: ContiguousArray<ShapedText> = [], styles: ContiguousArray<ComputedStyle> = [],
    destinations: [String: Destination] = [:], outline: [OutlineItem] = [], warnings: [LayoutWarning] = [],
    effort: Effort = Effort()
  ) {
    self.pages = pages
    self.texts = texts
    self.styles = styles
    self.destinations = destinations
    self.outline = outline
    self.warnings = warnings
    self.effort = effort
  }
}

/// One sheet: its size and its fragments, a flat tree in document order (pre-order) with absolute positions.
package struct Page: Sendable {
  package var size: Size
  package var fragments: ContiguousArray<Fragment>
  package var links: [LinkArea]
  /// The page box on the sheet, px, and how far its bleed reaches around it; nil where the sheet is no larger than the page.
  package var trim: Rect?
  package var bleed = 0.0
  /// Degrees clockwise by which the page is turned when it is shown (`page-orientation`): 0, 90 or 270.
  package var rotation = 0
  /// What readers show as the page's number, such as `iv`; nil for its place in the document.
  package var label: String?
  package init(
    size: Size, fragments: ContiguousArray<Fragment> = [], links: [LinkArea] = [], label: String? = nil
  ) {
    self.size = size
    self.fragments = fragments
    self.links = links
    self.label = label
  }
}

/// The part of a box, or of a line's text, that stands on one page.
package struct Fragment: Sendable {
  /// The border box, in px from the page's top left corner. For text: from the line's start to its end,
  /// from the font's ascent to its descent.
  package var frame: Rect
  package var style: StyleID
  /// The element or text node it comes from; `.none` for anonymous and generated boxes.
  package var node: NodeID
  /// One past the last fragment of this subtree in `Page.fragments`.
  package var subtreeEnd: UInt32
  /// Which sides of the border box are really there; a box that goes on over the next page has no bottom.
  package var edges: Edges
  /// The box beside a list item that says its number.
  package var isMarker = false
  package var content: Content

  package init(
    frame: Rect, style: StyleID, node: NodeID, subtreeEnd: UInt32, edges: Edges = .all, content: Content
  ) {
    self.frame = frame
    self.style = style
    self.node = node
    self.subtreeEnd = subtreeEnd
    self.edges = edges
    self.content = content
  }

  package enum Content: Sendable {
    /// A block-level, atomic inline or table box, with the background and border of its style.
    case box
    /// The part of an inline box on one line, painted with the line's text.
    case inlineBox
    /// Like `box`, with a border that runs below its top and leaves room for a legend.
    case fieldset(FieldsetBorder)
    /// Like `box`, but without its own background and border (they were drawn elsewhere, or it has none).
    case group
    /// The style's background over `frame`, without border: table columns and row groups.
    case background
    /// Holds the sheet, or the document on it, as a stacking context of its own. Paints the style's background over all of
    /// `frame`, with its origin in `box`, a border box (css-backgrounds-3 §2.11.2, css-page-3 §4.2), and that box's border.
    case canvas(box: Rect, hasBorder: Bool)
    /// A background that is painted in `frame`, and whose images stand in `area`: the column, row group or row behind a
    /// cell of a table (CSS 2.2 §17.5.1).
    case layer(area: Rect)
    /// A table or cell of the collapsing model: like `box`, with edges of these widths that are drawn elsewhere.
    case collapsedBox(border: Sides<Double>)
    case text(TextSlice)
    /// A replaced element's picture: its border box is `frame`, the picture goes into `content`, clipped to it.
    case image(ImageID, content: Rect)
    /// Like `image`, with the image that the style's `content` makes.
    case generated(content: Rect)
    /// A straight border piece of a collapsed table, filling `frame`.
    case rule(style: BorderStyle, color: Color)
    /// A check box or radio button, drawn as it stands.
    case control(Control)
    /// A list item's bullet, filling `frame`.
    case bullet(Bullet)
  }
  package struct Edges: OptionSet, Hashable, Sendable {
    package var rawValue: UInt8
    package init(rawValue: UInt8) { self.rawValue = rawValue }
    package static let top = Edges(rawValue: 1)
    package static let right = Edges(rawValue: 2)
    package static let bottom = Edges(rawValue: 4)
    package static let left = Edges(rawValue: 8)
    package static let all: Edges = [.top, .right, .bottom, .left]
  }
  package enum Bullet: UInt8, Hashable, Sendable { case disc, circle, square }
  package struct Control: Hashable, Sendable {
    package var isRadio: Bool
    package var isChecked: Bool
    package init(isRadio: Bool, isChecked: Bool) {
      self.isRadio = isRadio
      self.isChecked = isChecked
    }
  }
}

/// Glyphs of one run of a shaped text: the part of the run that stands on one line.
package struct TextSlice: Hashable, Sendable {
  /// Index in `LaidOutDocument.texts`.
  package var text: UInt32
  /// Index in that text's `runs`.
  package var run: UInt32
  /// Glyph indices in that text's `glyphs`; they are in visual order.
  package var glyphs: Range<UInt32>
  /// The baseline's y on the page, px.
  package var baseline: Double
  /// Added after each justification opportunity, px.
  package var justification: Float
  package var spread = JustificationOpportunity.Spread.standard
  /// What stands between it and the next line, for those who read the text and not the page.
  package var ending = Ending.none

  package enum Ending: UInt8, Hashable, Sendable {
    /// Nothing, or text that shows.
    case none
    /// White space of which nothing shows.
    case space
    /// It is itself the hyphen that the end of the line put into a word.
    case hyphen
  }

  package init(text: UInt32, run: UInt32, glyphs: Range<UInt32>, baseline: Double, justification: Float = 0) {
    self.text = text
    self.run = run
    self.glyphs = glyphs
    self.baseline = baseline
    self.justification = justification
  }
}

/// A clickable area.
package struct LinkArea: Hashable, Sendable {
  package var frame: Rect
  /// `#name` is a place in the document; all else an absolute address.
  package var target: String
  /// The element that is the link.
  package var node: NodeID
  /// Where that stands in the source.
  package var place: SourceLocation
  package init(frame: Rect, target: String, node: NodeID = .none, place: SourceLocation = SourceLocation()) {
    self.frame = frame
    self.target = target
    self.node = node
    self.place = place
  }
}

/// A place on a page.
package struct Destination: Hashable, Sendable {
  package var page: Int
  package var point: Point
  package init(page: Int, point: Point) {
    self.page = page
    self.point = point
  }
}

/// One entry of the PDF outline, in document order.
package struct OutlineItem: Hashable, Sendable {
  /// From 1.
  package var level: Int
  package var title: String
  package var isOpen: Bool
  package var destination: Destination
  package init(level: Int, title: String, isOpen: Bool, destination: Destination) {
    self.level = level
    self.title = title
    self.isOpen = isOpen
    self.destination = destination
  }
}

/// Something that did not fit or could not be shown, and where the element stands that it concerns (0 where unknown).
package struct LayoutWarning: Hashable, Sendable {
  package var message: String
  package var line, column: Int
  package init(message: String, line: Int, column: Int = 0) {
    self.message = message
    self.line = line
    self.column = column
  }
}
