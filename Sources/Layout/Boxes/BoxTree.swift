import Markup
import Resources
import Style

/// The box tree (css-display-3): what the document generates, as flat arrays named by index.
struct BoxTree {
  var boxes: ContiguousArray<Box> = []
  var inlines: ContiguousArray<InlineContent> = []
  var replaced: ContiguousArray<ReplacedContent> = []
  var markers: ContiguousArray<ListMarker> = []
  var tables: ContiguousArray<TableGrid> = []
  /// Where links lead, one per `<a href>`.
  var links: ContiguousArray<String> = []
  /// The elements that they are.
  var linkNodes: ContiguousArray<NodeID> = []
  /// Relatively positioned inline boxes that blocks stand in, outermost first: they move with them.
  var movedInlines: [BoxID: [StyleID]] = [:]
  /// Set where any box has a named page, so that documents without pay nothing.
  var usesNamedPages = false
  /// Set where any box forces a break.
  var hasForcedBreaks = false
  /// Set where any line has a leader.
  var hasLeaders = false
  /// The rendered legends of fieldsets, which are nobody's children.
  var legends: [BoxID: BoxID] = [:]
  /// The boxes of footnotes, which stand in none of the document's own.
  var footnotes: Set<BoxID> = []
  /// Texts that depend on where the document falls on pages.
  var references: ContiguousArray<PageReference> = []
  /// Elements whose pages references speak of.
  var watched: Set<NodeID> = []
  /// Named strings and bookmarks, by element.
  var generated: [NodeID: GeneratedTexts] = [:]
  /// The counters that margin boxes name.
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

/// One block-level, table-internal or atomic inline box. Inline boxes live in their `InlineContent`.
struct Box {
  /// What lays the box out.
  enum Kind: UInt8 {
    case block, replaced, table, rowGroup, headerGroup, footerGroup, row, cell, caption, column, columnGroup
  }
  static let absent = UInt32.max

  var kind: Kind
  var style: StyleID
  var node: NodeID
  var parent = BoxID.none
  var firstChild = BoxID.none
  var lastChild = BoxID.none
  var nextSibling = BoxID.none
  /// Index in `BoxTree.inlines` where the box holds lines instead of boxes.
  var inline = Box.absent
  /// Index in `replaced` or `tables`, by kind.
  var payload = Box.absent
  /// Index in `markers`.
  var marker = Box.absent
  /// Index in `links`: the innermost link that the box stands in.
  var link = Box.absent
  /// No element's principal box.
  var isAnonymous = false
  /// Stands for an image that can't be shown: its alternative text in a frame.
  var isMissingImage = false

  init(kind: Kind, style: StyleID, node: NodeID = .none) {
    self.kind = kind
    self.style = style
    self.node = node
  }

  var hasLines: Bool { inline != Box.absent }
}

/// Walks siblings.
struct BoxChildren: Sequence, IteratorProtocol {
  let boxes: ContiguousArray<Box>
  var following: BoxID
  mutating func next() -> BoxID? {
    guard !following.isNone else { return nil }
    defer { following = boxes[Int(following.index)].nextSibling }
    return following
  }
}

/// A picture, or a check box, with its own size.
struct ReplacedContent {
  enum Kind {
    case image(ImageID)
    case control(Fragment.Control)
    /// `leader()`: its pattern.
    case leader(String)
    /// An image of the style's `content` that is no file.
    case generated
    /// Something that does not show on paper.
    case blank
  }
  var kind: Kind
  /// The natural sizes and ratio, px, as far as there are any.
  var naturalWidth, naturalHeight, ratio: Double?

  init(kind: Kind, width: Double? = nil, height: Double? = nil, ratio: Double? = nil) {
    self.kind = kind
    naturalWidth = width
    naturalHeight = height
    self.ratio = ratio
    if ratio == nil, let width, let height, width > 0, height > 0 { self.ratio = width / height }
  }

  /// px, where nothing else sets it: 300 by 150 takes the place of what it lacks (CSS 2.2 §10.3.2, §10.6.2).
  var width: Double { naturalWidth ?? naturalHeight.flatMap { height in ratio.map { height * $0 } } ?? 300 }
  var height: Double { naturalHeight ?? ratio.map { $0 > 0 ? width / $0 : 0 } ?? 150 }
}

/// A list item's marker beside it: a drawn bullet, or a box that is nobody's child.
struct ListMarker {
  enum Kind {
    case bullet(Fragment.Bullet)
    case box(BoxID)
  }
  var kind: Kind
  var style: StyleID
}
