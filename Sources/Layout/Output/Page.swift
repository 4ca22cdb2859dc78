import Diagnostics
import Markup
import Resources
import Style
import TextShaping

/// A document laid out on pages, the input of `Paint`.
package struct LaidOutDocument {
  /// In the order of the document.
  package var pages: [Page]
  /// Shaped texts, of which text fragments are slices.
  package var texts: ContiguousArray<ShapedText>
  /// The styles of fragments.
  package var styles: ContiguousArray<ComputedStyle>
  /// Link targets by name: `id` and `<a name>`.
  package var destinations: [String: Destination]
  /// The bookmarks, in document order.
  package var outline: [OutlineItem]
  /// Problems that did not stop layout.
  package var diagnostics: [Diagnostic]
  /// The work that layout took.
  package var effort: Effort
  package init(
    pages: [Page] = [], texts: ContiguousArray<ShapedText> = [], styles: ContiguousArray<ComputedStyle> = [],
    destinations: [String: Destination] = [:], outline: [OutlineItem] = [], diagnostics: [Diagnostic] = [],
    effort: Effort = Effort()
  ) {
    self.pages = pages
    self.texts = texts
    self.styles = styles
    self.destinations = destinations
    self.outline = outline
    self.diagnostics = diagnostics
    self.effort = effort
  }
}

/// A page: its size and its fragments, a flat tree in pre-order with absolute positions.
package struct Page: Sendable {
  /// The sheet, px.
  package var size: Size
  /// In pre-order; the first one is the sheet.
  package var fragments: ContiguousArray<Fragment>
  /// The clickable areas, in document order.
  package var links: [LinkArea]
  /// The page box on the sheet, px, and the width of the bleed around it. Nil if the sheet is not larger than the
  /// page.
  package var trim: Rect?
  /// px around the page box over which backgrounds extend.
  package var bleed = 0.0
  /// The page area, in which the document is laid out: the page box without margins, borders and padding.
  package var area = Rect(x: 0, y: 0, width: 0, height: 0)
  /// The indices in `fragments` of the margin boxes and their content.
  package var marginBoxes = 0..<0
  /// Degrees clockwise by which the page is rotated for display (`page-orientation`): 0, 90 or 270.
  package var rotation = 0
  /// The page label shown by readers, such as `iv`. Nil if it is the index of the page.
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

/// The part of a box, or of a line's text, on one page.
package struct Fragment: Sendable {
  /// The border box, in px from the page's top left corner. For text: from its start to its end, and from the font's
  /// ascent to its descent.
  package var frame: Rect
  package var content: Content
  /// The computed style of its box.
  package var style: StyleID
  /// The element or text node it comes from; `.none` for anonymous and generated boxes.
  package var node: NodeID
  /// One past the last fragment of this subtree in `Page.fragments`.
  package var subtreeEnd: UInt32
  /// The sides of the border box that exist. A box that continues on the next page has no bottom edge.
  package var edges: Edges
  /// Its role within the element.
  package var part = Part.content

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

  /// What a fragment is besides the content of an element.
  package enum Part: UInt8, Sendable {
    case content
    /// The marker of a list item.
    case marker
    /// The call of the footnote `node`, in the text.
    case footnoteCall
    /// The marker of the footnote around it.
    case footnoteMarker
  }

  /// What a fragment shows, and how it is painted.
  package enum Content: Sendable {
    /// A block-level, atomic inline or table box, with the background and border of its style.
    case box
    /// The part of an inline box on one line, painted with the line's text.
    case inlineBox
    /// Like `box`, with a border that starts below the top and has a gap for a legend.
    case fieldset(FieldsetBorder)
    /// Like `box`, but without its own background and border (painted elsewhere, or absent).
    case group
    /// The style's background over `frame`, without border: table columns and row groups.
    case background
    /// The sheet, or the document on it, as a stacking context. Paints the style's background over all of `frame`,
    /// positioned relative to `box`, a border box (css-backgrounds-3 §2.11.2, css-page-3 §4.2), and the border of
    /// that box.
    case canvas(box: Rect, hasBorder: Bool)
    /// A background painted in `frame`, with images positioned relative to `area`: that of the column, row group or
    /// row of a table cell (CSS 2.2 §17.5.1).
    case layer(area: Rect)
    /// A table or cell of the collapsing model: like `box`, with edges of these widths that are painted elsewhere.
    case collapsedBox(border: Sides<Double>)
    case text(TextSlice)
    /// The image of a replaced element: `frame` is its border box, and the image is drawn in `content`, clipped to
    /// it.
    case image(content: Rect, ImageID)
    /// Like `image`, with an image generated by the style's `content`.
    case generated(content: Rect)
    /// A straight piece of a table's collapsed border, filling `frame`.
    case rule(style: BorderStyle, color: Color)
    /// A check box or radio button.
    case control(Control)
    /// A list item's bullet, filling `frame`.
    case bullet(Bullet)
  }
  /// Sides of a box.
  package struct Edges: OptionSet, Hashable, Sendable {
    package var rawValue: UInt8
    package init(rawValue: UInt8) { self.rawValue = rawValue }
    package static let top = Edges(rawValue: 1)
    package static let right = Edges(rawValue: 2)
    package static let bottom = Edges(rawValue: 4)
    package static let left = Edges(rawValue: 8)
    package static let all: Edges = [.top, .right, .bottom, .left]
  }
  /// The predefined markers of list items.
  package enum Bullet: UInt8, Hashable, Sendable { case disc, circle, square }
  /// A check box, or a radio button.
  package struct Control: Hashable, Sendable {
    package var isRadio: Bool
    package var isChecked: Bool
    package init(isRadio: Bool, isChecked: Bool) {
      self.isRadio = isRadio
      self.isChecked = isChecked
    }
  }
}

/// The glyphs of one run of a shaped text on one line.
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
  /// The characters after which `justification` is added.
  package var spread = JustificationOpportunity.Spread.standard
  /// What separates it from the next line when text is extracted.
  package var ending = Ending.none
  /// From the baseline of the box that decorates the text down to that of the text (`vertical-align`), 1/16 px.
  package var decorationShift: Int16 = 0

  /// What a slice of text ends with.
  package enum Ending: UInt8, Hashable, Sendable {
    /// Nothing, or text that shows.
    case none
    /// White space that is not shown.
    case space
    /// The slice is a hyphen added at the end of the line.
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
  /// px on the page.
  package var frame: Rect
  /// `#name` is a target in the document; anything else is an absolute address.
  package var target: String
  /// The element of the link, or the footnote whose call or marker it is.
  package var node: NodeID
  /// Its role within the element.
  package var part: Fragment.Part
  /// Its position in the source.
  package var place: SourceLocation
  package init(
    frame: Rect, target: String, node: NodeID = .none, part: Fragment.Part = .content,
    place: SourceLocation = SourceLocation()
  ) {
    self.frame = frame
    self.target = target
    self.node = node
    self.part = part
    self.place = place
  }
}

/// A position on a page.
package struct Destination: Hashable, Sendable {
  /// The index of the page, from 0.
  package var page: Int
  /// px on the page.
  package var point: Point
  /// The element that is there.
  package var node: NodeID
  package init(page: Int, point: Point, node: NodeID = .none) {
    self.page = page
    self.point = point
    self.node = node
  }
}

/// One entry of the PDF outline, in document order.
package struct OutlineItem: Hashable, Sendable {
  /// From 1.
  package var level: Int
  /// The text that readers show.
  package var title: String
  /// The entries below it are shown at first.
  package var isOpen: Bool
  /// Where it leads.
  package var destination: Destination
  package init(level: Int, title: String, isOpen: Bool, destination: Destination) {
    self.level = level
    self.title = title
    self.isOpen = isOpen
    self.destination = destination
  }
}
