import Markup
import Style

/// Fragments of the page in progress as a tree in one array; positions are relative to the parent's border box.
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
    var content: Content
    var firstChild = FragmentID.none
    var lastChild = FragmentID.none
    var nextSibling = FragmentID.none
  }
  enum Content {
    case fragment(Fragment.Content)
    /// Text, whose baseline is this far below the entry's top.
    case text(TextSlice, ascent: Double)
    /// Holds lines or boxes together, draws nothing, and leaves nothing on the page.
    case position
    /// Where an absolutely positioned box would stand in the flow.
    case outOfFlow
    /// The same in a flex or grid container: an index in `staticAreas`.
    case alignedOutOfFlow(UInt32)
    case image(ImageContent)
    /// A background behind a table's cell; `area`, relative to the entry, is where its images stand.
    case layer(area: Rect)
  }
  struct ImageContent {
    var replaced: UInt32
    /// Content box, relative to the entry.
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

  /// Moves all children of a fragment.
  mutating func moveChildren(of parent: FragmentID, x: Double, y: Double) {
    var child = self[parent].firstChild
    while !child.isNone {
      self[child].x += x
      self[child].y += y
      child = self[child].nextSibling
    }
  }

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
