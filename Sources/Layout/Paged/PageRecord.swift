import Markup
import Style

/// A page and the data about it that later passes need.
struct PageRecord {
  var page: Page
  var style: PageStyle
  var name: String?
  /// The index of the page within its page group, from 0.
  var indexInGroup = 0
  /// Where the document's flow resumes on this page, or after it if it is blank. Nil on the first page, and if only
  /// boxes out of flow are left.
  var start: BreakToken?
  /// The page area on the sheet.
  var area: Rect
  var isBlank: Bool
  /// Positioned boxes that continue here: px of their padding box on earlier pages.
  var openBoxes: [BoxID: Double] = [:]
  /// The footnotes that wait at the start of the page, and those that start on it.
  var footnotesBefore = FootnoteQueue()
  var footnotes: [BoxID] = []
  /// px; the height of all earlier pages, one below the other.
  var above = 0.0
  /// The top of the root element's box from that of the page area, and its height on this page.
  var rootTop = 0.0
  var rootHeight = 0.0
  /// The fragments of transformed boxes and of others that contain all positioned boxes in them.
  var groups: [BoxID: [UInt32]] = [:]
  /// The places in the tree of fragments of boxes that are added apart from it.
  var treePlaces: [TreePlace] = []
  /// The positioned boxes that were added apart from their places.
  var apart: [ApartBox] = []
  /// The left edge of the root element's box from that of the page area, and its width on this page.
  var rootX = 0.0
  var rootWidth = 0.0
  /// The background of the canvas is positioned relative to the page area.
  var hasFixedCanvas = false
  /// Elements, in paint order, whose position is used elsewhere.
  var positions: ContiguousArray<ElementPosition> = []
  /// The nearest element of the first text or image.
  var firstNode = NodeID.none

  /// px; the height of the page if the document were one long page.
  var height: Double { isBlank ? 0 : area.height }

  /// The number of fragments, and of the break positions that are kept, which take as much memory as a fragment each.
  var pieces: Int { page.fragments.count + (start?.count ?? 0) }
}

/// The position of an element on a page.
struct ElementPosition {
  enum Kind {
    /// The first box of an element on this page.
    case element(StyleID)
    /// The static position of a running element (css-gcpm-3 §1.2.1).
    case running(String, BoxID)
    /// The call of a footnote.
    case footnoteCall
  }
  var kind: Kind
  var node: NodeID
  var point: Point
  /// Nothing visible precedes it on the page.
  var isFirst: Bool
}
