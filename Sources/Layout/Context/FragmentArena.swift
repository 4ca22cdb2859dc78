import Markup
import Style

/// The fragments of the page in progress, a tree in one array. Positions are relative to the parent's border box.
struct FragmentArena {
  struct Entry {
    var x = 0.0
    var y = 0.0
    var width: Double
    var height: Double
    var style: StyleID
    var node: NodeID
    var box: BoxID
    var link = Box.absent
    var edges = Fragment.Edges.all
    var isMarker = false
    /// A `position` that groups the content of a line.
    var isLine = false
    var content: Content
    var firstChild = FragmentID.none
    var lastChild = FragmentID.none
    var nextSibling = FragmentID.none
  }
  enum Content {
    case fragment(Fragment.Content)
    /// Text with its baseline, from the top of the entry.
    case text(TextSlice, ascent: Double)
    /// Groups lines or boxes. It paints nothing and does not become a fragment of the page.
    case position
    /// The content of a column. Otherwise as `position`.
    case column(ColumnArea)
    /// The static position of an absolutely positioned box.
    case outOfFlow
    /// The static position of an absolutely positioned box in a flex or grid container, with an index in `staticAreas`.
    case alignedOutOfFlow(UInt32)
    case image(ImageContent)
    /// A background behind a table cell. Its images are positioned relative to `area`, which is relative to the entry.
    case layer(area: Rect)

    /// Whether the entry becomes a fragment of the page.
    var isPaged: Bool {
      switch self {
      case .position, .column, .outOfFlow, .alignedOutOfFlow: false
      case .fragment, .text, .image, .layer: true
      }
    }
  }
  struct ImageContent {
    var replaced: UInt32
    /// The content box, relative to the entry.
    var area: Rect
  }

  var entries: ContiguousArray<Entry> = []
  var staticAreas: ContiguousArray<StaticArea> = []

  subscript(id: FragmentID) -> Entry {
    _read { yield entries[Int(id.index)] }
    _modify { yield &entries[Int(id.index)] }
  }

  mutating func add(_ entry: Entry) -> FragmentID {
    entries.append(entry)
    return FragmentID(UInt32(entries.count - 1))
  }

  /// Adds a child after the others, at a position in its parent.
  mutating func append(_ child: FragmentID, to parent: FragmentID, x: Double, y: Double) {
    self[child].x = x
    self[child].y = y
    append(child, to: parent)
  }

  mutating func append(_ child: FragmentID, to parent: FragmentID) {
    let last = self[parent].lastChild
    if last.isNone { self[parent].firstChild = child } else { self[last].nextSibling = child }
    self[parent].lastChild = child
  }

  /// Puts all children of a parent in another order.
  mutating func setChildren(_ children: [FragmentID], of parent: FragmentID) {
    self[parent].firstChild = .none
    self[parent].lastChild = .none
    for child in children {
      self[child].nextSibling = .none
      append(child, to: parent)
    }
  }

  /// Adds a child before the others.
  mutating func prepend(_ child: FragmentID, to parent: FragmentID, x: Double, y: Double) {
    self[child].x = x
    self[child].y = y
    self[child].nextSibling = self[parent].firstChild
    self[parent].firstChild = child
    if self[parent].lastChild.isNone { self[parent].lastChild = child }
  }

  /// Moves all children of a fragment.
  mutating func moveChildren(of parent: FragmentID, x: Double, y: Double) {
    var child = self[parent].firstChild
    while !child.isNone {
      self[child].x += x
      self[child].y += y
      child = self[child].nextSibling
    }
  }

  /// Removes the links of the inline boxes that were added after a fragment. Those of the texts in them remain.
  mutating func removeBoxLinks(after fragment: FragmentID) {
    for index in Int(fragment.index) + 1..<entries.count {
      if case .fragment(.inlineBox) = entries[index].content { entries[index].link = Box.absent }
    }
  }

  /// The number of fragments at some point, to return to.
  struct Checkpoint {
    fileprivate var count: Int
  }

  var checkpoint: Checkpoint { Checkpoint(count: entries.count) }

  /// Discards the fragments added after a checkpoint.
  mutating func rewind(to checkpoint: Checkpoint) { entries.removeSubrange(checkpoint.count...) }

  mutating func removeAll() {
    entries.removeAll(keepingCapacity: true)
    staticAreas.removeAll(keepingCapacity: true)
  }
}

/// The index of a fragment in a `FragmentArena`.
struct FragmentID: Hashable {
  var index: UInt32
  init(_ index: UInt32) { self.index = index }
  static let none = FragmentID(.max)
  var isNone: Bool { self == .none }
}
