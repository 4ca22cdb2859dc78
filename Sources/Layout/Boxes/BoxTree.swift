import Markup
import Resources
import Style

/// The link of a box.
struct BoxLink {
  /// `#name`, or an address.
  var target: String
  /// The element of the link, or the footnote.
  var node: NodeID
  /// `.footnoteCall` or `.footnoteMarker` if the box is the call or the marker of a footnote.
  var part = Fragment.Part.content
}

/// The box tree (css-display-3) of a document, as flat arrays. Boxes refer to each other by index.
struct BoxTree {
  var boxes: ContiguousArray<Box> = []
  var inlines: ContiguousArray<InlineContent> = []
  var replaced: ContiguousArray<ReplacedContent> = []
  var markers: ContiguousArray<ListMarker> = []
  /// The bullets in lines, by the styles of the inline boxes whose text they replace.
  var insideBullets: [StyleID: Fragment.Bullet] = [:]
  var tables: ContiguousArray<TableGrid> = []
  /// One for each `<a href>`, and two for each footnote.
  var links: ContiguousArray<BoxLink> = []
  /// The relatively positioned inline boxes that contain a block, outermost first. The block moves with them.
  var movedInlines: [BoxID: [StyleID]] = [:]
  /// Whether any box has a named page. Other documents skip that work.
  var usesNamedPages = false
  var forcedBreaks = ForcedBreaks()
  /// Whether any line has a leader.
  var hasLeaders = false
  /// Whether any box has `text-box-trim`.
  var trimsText = false
  /// The rendered legends of fieldsets. They are not children of any box.
  var legends: [BoxID: BoxID] = [:]
  /// The contents of drawings that are laid out, by box. The boxes are children of those of the drawings.
  var foreignObjects: Set<BoxID> = []
  /// The formulas of boxes.
  var formulas: [BoxID: Formula] = [:]
  /// The boxes of footnotes. They are not descendants of the root.
  var footnotes: Set<BoxID> = []
  /// Generated texts that depend on page numbers.
  var references: ContiguousArray<PageReference> = []
  /// The references to pages in margin boxes, by content item.
  var marginTargets: [ContentItem: PageReference] = [:]
  /// Elements whose pages are recorded because references need them.
  var watched: Set<NodeID> = []
  /// Named strings and bookmarks, by element.
  var generated: [NodeID: GeneratedTexts] = [:]
  /// The counters used by margin boxes.
  var marginCounters = CounterHistory()

  subscript(id: BoxID) -> Box {
    _read { yield boxes[Int(id.index)] }
    _modify { yield &boxes[Int(id.index)] }
  }

  mutating func add(_ box: Box) -> BoxID {
    boxes.append(box)
    return BoxID(UInt32(boxes.count - 1))
  }

  mutating func append(_ child: BoxID, to parent: BoxID) {
    self[child].parent = parent
    let last = self[parent].lastChild
    if last.isNone { self[parent].firstChild = child } else { self[last].nextSibling = child }
    self[parent].lastChild = child
  }

  /// A box's children, in order.
  func children(of parent: BoxID) -> BoxChildren { BoxChildren(boxes: boxes, following: self[parent].firstChild) }
}

/// The index of a box in `BoxTree.boxes`.
struct BoxID: Hashable {
  var index: UInt32
  init(_ index: UInt32) { self.index = index }
  static let none = BoxID(.max)
  var isNone: Bool { self == .none }
}

/// A block-level, table-internal or atomic inline box. Inline boxes are part of an `InlineContent`.
struct Box {
  /// How the box is laid out.
  enum Kind: UInt8 {
    case block, replaced, table, rowGroup, headerGroup, footerGroup, row, cell, caption, column, columnGroup
  }
  static let absent = UInt32.max

  // The small fields are together, which keeps a box small: a long table has hundreds of thousands.
  var kind: Kind
  /// The box is not the principal box of an element.
  var isAnonymous = false
  /// The box shows the alternative text of an image that cannot be shown, in a frame.
  var isMissingImage = false
  var style: StyleID
  var node: NodeID
  var parent = BoxID.none
  var firstChild = BoxID.none
  var lastChild = BoxID.none
  var nextSibling = BoxID.none
  /// Index in `BoxTree.inlines` if the box holds lines rather than boxes.
  var inline = Box.absent
  /// Index in `replaced` or `tables`, by kind.
  var payload = Box.absent
  /// Index in `markers`.
  var marker = Box.absent
  /// Index in `links` of the innermost link around the box.
  var link = Box.absent

  init(kind: Kind, style: StyleID, node: NodeID = .none) {
    self.kind = kind
    self.style = style
    self.node = node
  }

  var hasLines: Bool { inline != Box.absent }
}

/// Iterates over siblings.
struct BoxChildren: Sequence, IteratorProtocol {
  let boxes: ContiguousArray<Box>
  var following: BoxID
  mutating func next() -> BoxID? {
    guard !following.isNone else { return nil }
    defer { following = boxes[Int(following.index)].nextSibling }
    return following
  }
}

/// The content of a replaced box: an image or a form control, with its natural size.
struct ReplacedContent {
  enum Kind {
    case image(ImageID)
    case control(Fragment.Control)
    /// A leader with its pattern.
    case leader(String)
    /// A block whose contents are turned, the only child.
    case turned(BoxTurn)
    /// An image from the style's `content` that is not a file.
    case generated
    /// Content that is not shown on paper.
    case blank
  }
  var kind: Kind
  /// The natural sizes and ratio, px, if there are any.
  var naturalWidth, naturalHeight, ratio: Double?

  init(kind: Kind, width: Double? = nil, height: Double? = nil, ratio: Double? = nil) {
    self.kind = kind
    naturalWidth = width
    naturalHeight = height
    self.ratio = ratio
    if ratio == nil, let width, let height, width > 0, height > 0 { self.ratio = width / height }
  }

  /// px, unless other properties determine it. Defaults to 300 by 150 (CSS 2.2 §10.3.2, §10.6.2).
  var width: Double { naturalWidth ?? naturalHeight.flatMap { height in ratio.map { height * $0 } } ?? 300 }
  var height: Double { naturalHeight ?? ratio.map { $0 > 0 ? width / $0 : 0 } ?? 150 }
}

/// The marker beside a list item: a drawn bullet, or a box that is not a child of any other.
struct ListMarker {
  enum Kind {
    case bullet(Fragment.Bullet)
    case box(BoxID)
  }
  var kind: Kind
  var style: StyleID
  /// The value of the counter `list-item`.
  var number: Int
  /// The values of all its instances, outermost first; empty unless `content` sets the marker.
  var numbers: [Int]
}
