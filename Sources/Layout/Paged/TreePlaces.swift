import Markup
import Style

/// The place in the document of a box out of flow.
struct BoxOrigin {
  var box: BoxID
  /// The page of its place in the document.
  var page: Int
  /// The element that contains it.
  var container: NodeID
}

/// The place of a box in the tree of a page's fragments.
struct TreePlace {
  var box: BoxID
  /// The innermost fragment that contains it, and the one that follows it.
  var parent, before: UInt32
  /// The level of a stacking context that contains it and is not on the page.
  var zIndex: Int32?

  /// The place in a subtree that is moved by a number of fragments.
  func moved(by count: Int) -> Self {
    Self(box: box, parent: UInt32(Int(parent) + count), before: UInt32(Int(before) + count), zIndex: zIndex)
  }
}

/// A box on a page that was added apart from its place in the tree of fragments.
struct ApartBox {
  /// The index of its fragment on the page.
  var fragment: UInt32
  var origin: BoxOrigin
  /// The box as whose content it is painted.
  var group = BoxID.none
  /// The left and the right edge of its column, px; nil if it is not in columns.
  var column: ClosedRange<Double>?
}

/// The places in the tree of a page's fragments of boxes that were added apart from it: fixed boxes, and positioned
/// boxes on other pages than that of their place in the document. They are painted there, in the order of the document
/// and in the stacking context that contains them (CSS 2.2 appendix E).
struct TreePlaces {
  /// The places that the page has recorded, by box, and how many of these records have been read.
  private var known: [BoxID: TreePlace] = [:]
  private var count = 0
  /// The fragments on the page of the elements that contain such boxes, in order.
  private var elements: [NodeID: [Int]]?

  /// The place of a box on a page: that of its placeholder, or else the start or end of the innermost element that
  /// contains it and is on the page.
  ///
  /// - Parameters:
  ///   - group: the fragment that contains the place; nil for that of the document.
  ///   - column: the edges of the column that contains the place.
  mutating func place(
    of origin: BoxOrigin, in group: Int? = nil, _ column: ClosedRange<Double>? = nil, on number: Int,
    _ collector: borrowing PageCollector, _ context: borrowing LayoutContext
  ) -> TreePlace {
    func isSuitable(_ fragment: Int, _ fragments: borrowing ContiguousArray<Fragment>) -> Bool {
      if let group, fragment < group || fragment >= Int(fragments[group].subtreeEnd) { return false }
      return column.map(fragments[fragment].isBeside) ?? true
    }
    while count < collector.records[number].treePlaces.count {
      let place = collector.records[number].treePlaces[count]
      if known[place.box] == nil { known[place.box] = place }
      count += 1
    }
    if let place = known[origin.box], isSuitable(Int(place.parent), collector.records[number].page.fragments) {
      return place
    }
    let found = elements ?? Self.find(collector.apartContainers, on: collector.records[number].page)
    elements = found
    let isLater = number >= origin.page
    var parent = group ?? PageCollector.documentIndex
    var zIndex: Int32?
    var node = origin.container
    while !node.isNone {
      let fragments = found[node] ?? []
      let suitable =
        isLater
        ? fragments.first { isSuitable($0, collector.records[number].page.fragments) }
        : fragments.last { isSuitable($0, collector.records[number].page.fragments) }
      if let suitable {
        parent = suitable
        break
      }
      zIndex = Self.level(of: context.document.styleOfNode[Int(node.index)], context) ?? zIndex
      node = context.document.document[node].parent
    }
    let end = collector.records[number].page.fragments[parent].subtreeEnd
    return TreePlace(
      box: origin.box, parent: UInt32(parent), before: isLater ? UInt32(parent) + 1 : end, zIndex: zIndex)
  }

  /// The level of a stacking context; nil for other elements.
  private static func level(of style: StyleID, _ context: borrowing LayoutContext) -> Int32? {
    if let index = context[style].box.zIndex, context[style].box.position != .static { return index }
    return context[style].containsPositioned || context[style].paint.opacity < 1 ? 0 : nil
  }

  private static func find(_ nodes: Set<NodeID>, on page: borrowing Page) -> [NodeID: [Int]] {
    var found: [NodeID: [Int]] = [:]
    for index in page.fragments.indices where !page.fragments[index].node.isNone {
      switch page.fragments[index].content {
      case .box, .group, .fieldset, .collapsedBox, .inlineBox: break
      default: continue
      }
      let node = page.fragments[index].node
      guard nodes.contains(node) else { continue }
      found[node, default: []].append(index)
    }
    return found
  }
}

extension PageCollector {
  /// Where a box out of flow is in the document.
  func origin(of box: BoxID, in place: Place, on number: Int, _ context: borrowing LayoutContext) -> BoxOrigin {
    let node = context.tree[box].node
    return BoxOrigin(box: box, page: number, container: node.isNone ? place.node : document[node].parent)
  }

  /// Records the place of a box that is added apart from it, which follows all fragments of the page so far.
  mutating func addTreePlace(of origin: BoxOrigin, in place: Place, on number: Int) {
    var element = origin.container
    while !element.isNone, apartContainers.insert(element).inserted { element = document[element].parent }
    records[number].treePlaces.append(
      TreePlace(box: origin.box, parent: place.fragment, before: UInt32(records[number].page.fragments.count)))
  }

  /// Records that a box was added to a page apart from its place.
  ///
  /// - Parameters:
  ///   - start: the index of its fragment.
  ///   - group: the box as whose content it is painted.
  ///   - column: the left and the right edge of its column, px.
  mutating func addApart(
    _ origin: BoxOrigin, at start: Int, in group: BoxID = .none, _ column: ClosedRange<Double>? = nil, on number: Int
  ) {
    guard start < records[number].page.fragments.count else { return }
    records[number].apart.append(
      ApartBox(fragment: UInt32(start), origin: origin, group: group, column: column))
  }

  /// Moves the positioned boxes that were added apart from their places in the tree of a page's fragments.
  mutating func moveApartBoxes(on number: Int, _ places: inout TreePlaces, _ context: borrowing LayoutContext) {
    guard !records[number].apart.isEmpty else { return }
    // The order of boxes at the same place is that of the document.
    for apart in records[number].apart.sorted(by: { $0.origin.box.index < $1.origin.box.index }) {
      let place = places.place(
        of: apart.origin, in: groupPart(around: apart, on: number), apart.column, on: number, self, context)
      let isAtPlace =
        place.before == apart.fragment
        && records[number].page.fragments[Int(place.parent)].subtreeEnd > apart.fragment
      guard !isAtPlace else { continue }
      records[number].page.moved.append(
        MovedFragment(apart.fragment, parent: place.parent, before: place.before, zIndex: place.zIndex))
    }
  }

  /// The fragment of a box's group beside the box; nil if the group is not on the page.
  private func groupPart(around apart: ApartBox, on number: Int) -> Int? {
    guard !apart.group.isNone, let parts = records[number].groups[apart.group] else { return nil }
    let frame = records[number].page.fragments[Int(apart.fragment)].frame
    let edges = apart.column ?? frame.x...max(frame.x, frame.maxX)
    let beside = parts.last { records[number].page.fragments[Int($0)].isBeside(edges) }
    return (beside ?? parts.last).map { Int($0) }
  }
}

extension Fragment {
  /// Whether a part of it is between two edges, px.
  fileprivate func isBeside(_ edges: ClosedRange<Double>) -> Bool {
    frame.x < edges.upperBound && frame.maxX > edges.lowerBound || edges.contains(frame.x)
  }
}
