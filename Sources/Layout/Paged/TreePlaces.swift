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
}

/// The places in the tree of a page's fragments of boxes that were added apart from it: fixed boxes, and positioned
/// boxes on other pages than that of their place in the document. They are painted there, in the order of the document
/// and in the stacking context that contains them (CSS 2.2 appendix E).
struct TreePlaces {
  /// The places that the page has recorded, by box, and how many of these records have been read.
  private var known: [BoxID: TreePlace] = [:]
  private var count = 0
  /// The first and the last fragment on the page of the elements that contain such boxes.
  private var elements: [NodeID: (first: Int, last: Int)]?

  /// The place of a box on a page: that of its placeholder, or else the start or end of the innermost element that
  /// contains it and is on the page.
  mutating func place(
    of origin: BoxOrigin, on number: Int, in collector: borrowing PageCollector, _ context: borrowing LayoutContext
  ) -> TreePlace {
    while count < collector.records[number].treePlaces.count {
      let place = collector.records[number].treePlaces[count]
      if known[place.box] == nil { known[place.box] = place }
      count += 1
    }
    if let place = known[origin.box] { return place }
    let found = elements ?? Self.find(collector.apartContainers, on: collector.records[number].page)
    elements = found
    var range = (first: PageCollector.documentIndex, last: PageCollector.documentIndex)
    var zIndex: Int32?
    var node = origin.container
    while !node.isNone {
      if let element = found[node] {
        range = element
        break
      }
      zIndex = Self.level(of: context.document.styleOfNode[Int(node.index)], context) ?? zIndex
      node = context.document.document[node].parent
    }
    let isLater = number >= origin.page
    let parent = isLater ? range.first : range.last
    let end = collector.records[number].page.fragments[parent].subtreeEnd
    return TreePlace(
      box: origin.box, parent: UInt32(parent), before: isLater ? UInt32(parent) + 1 : end, zIndex: zIndex)
  }

  /// The level of a stacking context; nil for other elements.
  private static func level(of style: StyleID, _ context: borrowing LayoutContext) -> Int32? {
    if let index = context[style].box.zIndex, context[style].box.position != .static { return index }
    return context[style].containsPositioned || context[style].paint.opacity < 1 ? 0 : nil
  }

  private static func find(_ nodes: Set<NodeID>, on page: borrowing Page) -> [NodeID: (first: Int, last: Int)] {
    var found: [NodeID: (first: Int, last: Int)] = [:]
    for index in page.fragments.indices where !page.fragments[index].node.isNone {
      switch page.fragments[index].content {
      case .box, .group, .fieldset, .collapsedBox, .inlineBox: break
      default: continue
      }
      let node = page.fragments[index].node
      guard nodes.contains(node) else { continue }
      found[node] = (found[node]?.first ?? index, index)
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
  /// - Parameter start: the index of its fragment.
  mutating func addApart(_ origin: BoxOrigin, at start: Int, on number: Int) {
    guard start < records[number].page.fragments.count else { return }
    records[number].apart.append(ApartBox(fragment: UInt32(start), origin: origin))
  }

  /// Moves the positioned boxes that were added apart from their places in the tree of a page's fragments.
  mutating func moveApartBoxes(on number: Int, _ places: inout TreePlaces, _ context: borrowing LayoutContext) {
    guard !records[number].apart.isEmpty else { return }
    // The order of boxes at the same place is that of the document.
    for apart in records[number].apart.sorted(by: { $0.origin.box.index < $1.origin.box.index }) {
      let place = places.place(of: apart.origin, on: number, in: self, context)
      let isAtPlace =
        place.before == apart.fragment
        && records[number].page.fragments[Int(place.parent)].subtreeEnd > apart.fragment
      guard !isAtPlace else { continue }
      records[number].page.moved.append(
        MovedFragment(apart.fragment, parent: place.parent, before: place.before, zIndex: place.zIndex))
    }
  }
}
