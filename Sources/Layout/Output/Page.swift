import Diagnostics
import Markup
import Resources
import Style
import TextShaping

/// A document laid out on pages, the input of `Paint`.
package struct LaidOutDocument {
  /// The pages in the order of the document.
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
  /// The fragments in pre-order; the first one is the sheet.
  package var fragments: ContiguousArray<Fragment>
  /// The subtrees of `fragments` that are painted at another place.
  package var moved: [MovedFragment] = []
  /// The images of fragments.
  package var images: ContiguousArray<PlacedImage> = []
  /// The clickable areas, in document order.
  package var links: [LinkArea]
  /// The page box on the sheet, px, and the width of the bleed around it; nil if the sheet is not larger than the
  /// page.
  package var trim: Rect?
  /// The distance around the page box over which backgrounds extend, px.
  package var bleed = 0.0
  /// The page area, in which the document is laid out: the page box without margins, borders and padding.
  package var area = Rect(x: 0, y: 0, width: 0, height: 0)
  /// The indices in `fragments` of the margin boxes and their content.
  package var marginBoxes = 0..<0
  /// Degrees clockwise by which the page is rotated for display (`page-orientation`): 0, 90 or 270.
  package var rotation = 0
  /// The page label shown by readers, such as `iv`; nil if it is the index of the page.
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

/// An image on a page.
package struct PlacedImage: Hashable, Sendable {
  package var image: ImageID
  /// The content box of its element, px on the page. The image is clipped to it.
  package var area: Rect
  package init(_ image: ImageID, area: Rect) {
    self.image = image
    self.area = area
  }
}

/// A clickable area.
package struct LinkArea: Hashable, Sendable {
  /// The area on the page, px.
  package var frame: Rect
  /// `#name` is a target in the document; anything else is an absolute address.
  package var target: String
  /// The element of the link, or the footnote whose call or marker it is.
  package var node: NodeID
  /// The role of the area within the element.
  package var part: Fragment.Part
  /// The position of the link in the source.
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
  /// The point on the page, px.
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
  /// The level of the item, from 1.
  package var level: Int
  /// The text that readers show.
  package var title: String
  /// The entries below it are shown at first.
  package var isOpen: Bool
  /// The destination to which the item leads.
  package var destination: Destination
  package init(level: Int, title: String, isOpen: Bool, destination: Destination) {
    self.level = level
    self.title = title
    self.isOpen = isOpen
    self.destination = destination
  }
}
