import Markup
import Style

/// The places of fixed boxes in the tree of a page's fragments. They are painted there, in the order of the document
/// and in the stacking context that contains them (CSS 2.2 appendix E), although they are laid out after the page.
struct FixedBoxPlaces {
  /// The places on the page itself, by box, and how many of the page's are among them.
  private var known: [BoxID: FixedBoxes.TreePlace] = [:]
  private var count = 0
  /// The first and the last fragment on the page of the elements that contain fixed boxes.
  private var elements: [NodeID: (first: Int, last: Int)]?

  /// The place of a box on a page: that of its placeholder, or else the start or end of the innermost element that
  /// contains it and is on the page.
  mutating func place(
    of fixed: FixedBoxes.FixedBox, on number: Int, in collector: borrowing PageCollector,
    _ context: borrowing LayoutContext
  ) -> FixedBoxes.TreePlace {
    while count < collector.records[number].fixedPlaces.count {
      let place = collector.records[number].fixedPlaces[count]
      if known[place.box] == nil { known[place.box] = place }
      count += 1
    }
    if let place = known[fixed.box] { return place }
    let found = elements ?? Self.find(collector.fixedBoxes.ancestors, on: collector.records[number].page)
    elements = found
    var range = (first: PageCollector.documentIndex, last: PageCollector.documentIndex)
    var zIndex: Int32?
    var node = fixed.container
    while !node.isNone {
      if let element = found[node] {
        range = element
        break
      }
      zIndex = Self.level(of: context.document.styleOfNode[Int(node.index)], context) ?? zIndex
      node = context.document.document[node].parent
    }
    let isLater = number >= fixed.page
    let parent = isLater ? range.first : range.last
    let end = collector.records[number].page.fragments[parent].subtreeEnd
    return FixedBoxes.TreePlace(
      box: fixed.box, parent: UInt32(parent), before: isLater ? UInt32(parent) + 1 : end, zIndex: zIndex)
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
  /// Records a fixed box and its place on the page.
  mutating func addFixedBox(
    _ box: BoxID, at point: Point, in place: Place, on number: Int, _ context: borrowing LayoutContext
  ) {
    let node = context.tree[box].node
    let container = node.isNone ? place.node : document[node].parent
    fixedBoxes.add(box, at: point, page: number, in: container, document)
    records[number].fixedPlaces.append(
      FixedBoxes.TreePlace(box: box, parent: place.fragment, before: UInt32(records[number].page.fragments.count)))
  }
}

extension FixedBoxes.TreePlace {
  /// The place in a subtree that is moved by a number of fragments.
  func moved(by count: Int) -> Self {
    Self(box: box, parent: UInt32(Int(parent) + count), before: UInt32(Int(before) + count), zIndex: zIndex)
  }
}
