import Markup
import Style

/// Boxes with `position: fixed`, which appear in the page area of every page (CSS 2.2 §9.6.1), in order of their
/// appearance.
struct FixedBoxes {
  private(set) var boxes: [FixedBox] = []
  /// The indices of the boxes.
  private var known: [BoxID: Int] = [:]

  struct FixedBox {
    var origin: BoxOrigin
    var staticPosition: Point
    /// The box as it was laid out last.
    var latest: Placed?

    var box: BoxID { origin.box }
  }
  /// A box on a page.
  struct Placed {
    /// The page area.
    var area: Rect
    /// Their indices of fragments and images count from the first of these.
    var fragments: ContiguousArray<Fragment>
    var images: ContiguousArray<PlacedImage>.SubSequence
    var links: [LinkArea]
    /// The places of other fixed boxes in it.
    var places: [TreePlace]
  }

  /// Adds a box, or changes its place in the document.
  mutating func add(_ origin: BoxOrigin, at point: Point) {
    if let index = known[origin.box] {
      boxes[index].origin.page = origin.page
      return
    }
    known[origin.box] = boxes.count
    boxes.append(FixedBox(origin: origin, staticPosition: point))
  }

  subscript(index: Int) -> FixedBox {
    _read { yield boxes[index] }
    _modify { yield &boxes[index] }
  }
}

extension PageCollector {
  /// Records a fixed box and its place on the page.
  mutating func addFixedBox(
    _ box: BoxID, at point: Point, in place: Place, on number: Int, _ context: borrowing LayoutContext
  ) {
    let origin = origin(of: box, in: place, on: number, context)
    fixedBoxes.add(origin, at: point)
    addTreePlace(of: origin, in: place, on: number)
  }

  /// Adds the fixed boxes to a page.
  ///
  /// - Parameter prepare: called before each box is laid out. Returns whether its text depends on the page. Other boxes
  ///   are laid out once for each size of the page area, and copied.
  mutating func addFixedBoxes(
    on number: Int, context: inout LayoutContext, prepare: (BoxID, inout LayoutContext) -> Bool
  ) {
    var index = 0
    var places = TreePlaces()
    moveApartBoxes(on: number, &places, context)
    // A fixed box may contain others.
    while index < fixedBoxes.boxes.count {
      if context.effort.repeatsTooMuch {
        context.warnOfRepetition(fixedBoxes[index].box)
        break
      }
      let start = records[number].page.fragments.count
      if prepare(fixedBoxes[index].box, &context) {
        layoutFixedBox(index, on: number, context: &context)
      } else if let latest = fixedBoxes[index].latest, latest.area == records[number].area {
        add(latest, on: number)
      } else {
        let (images, links) = (records[number].page.images.count, records[number].page.links.count)
        let places = records[number].treePlaces.count
        layoutFixedBox(index, on: number, context: &context)
        cacheFixedBox(index, from: start, images: images, links: links, places: places, on: number)
      }
      if records[number].page.fragments.count > start {
        let place = places.place(of: fixedBoxes[index].origin, on: number, self, context)
        records[number].page.moved.append(
          MovedFragment(UInt32(start), parent: place.parent, before: place.before, zIndex: place.zIndex))
      }
      context.effort.countRepeated(records[number].page.fragments[start...])
      index += 1
    }
    closeDocument(number)
  }

  private mutating func layoutFixedBox(_ index: Int, on number: Int, context: inout LayoutContext) {
    let area = records[number].area
    context.page.fragments.removeAll()
    let fragment = context.layoutAbsolute(
      fixedBoxes[index].box, staticPosition: fixedBoxes[index].staticPosition, containing: area)
    let fragments = records[number].page.fragments.count
    let (images, links) = (records[number].page.images.count, records[number].page.links.count)
    let places = records[number].treePlaces.count
    let containing = ContainingBlock(rect: area, box: .none, isClipped: true)
    let place = Place(
      x: 0, y: 0, containing: containing, node: .none, transform: pageTransform(number, context))
    walk(fragment, place, on: number, context: &context)
    let extent = extent(from: fragments, on: number, context)
    guard extent.isHidden(beside: area, on: records[number].page.size) else { return }
    records[number].page.fragments.removeSubrange(fragments...)
    records[number].page.images.removeSubrange(images...)
    records[number].page.links.removeSubrange(links...)
    records[number].treePlaces.removeSubrange(places...)
    context.warn(
      "fixed_box_hidden",
      "A box with position: fixed beside the page area, which the sheet would cut off, is not printed",
      fixedBoxes[index].box)
  }

  /// The extent of a fixed box on the page with everything in it, px.
  /// - Parameter start: the index of its first fragment, which is its border box.
  private func extent(from start: Int, on number: Int, _ context: borrowing LayoutContext) -> Rect {
    let fragments = records[number].page.fragments[start...]
    guard let box = fragments.first else { return Rect(x: 0, y: 0, width: 0, height: 0) }
    let extent = fragments.reduce(box.frame) { $0.union($1.frame) }
    return AffineTransform(of: context[box.style], frame: box.frame).bounds(of: extent)
  }

  /// Keeps a box that was laid out on a page for the following ones.
  private mutating func cacheFixedBox(
    _ index: Int, from start: Int, images: Int, links: Int, places: Int, on number: Int
  ) {
    var fragments = ContiguousArray(records[number].page.fragments[start...])
    for position in fragments.indices { fragments[position].move(fragments: -start, images: -images) }
    fixedBoxes[index].latest = FixedBoxes.Placed(
      area: records[number].area, fragments: fragments, images: records[number].page.images[images...],
      links: Array(records[number].page.links[links...]),
      places: records[number].treePlaces[places...].map { $0.moved(by: -start) })
  }

  private mutating func add(_ placed: FixedBoxes.Placed, on number: Int) {
    let (start, images) = (records[number].page.fragments.count, records[number].page.images.count)
    records[number].page.fragments += placed.fragments
    for position in start..<records[number].page.fragments.count {
      records[number].page.fragments[position].move(fragments: start, images: images)
    }
    records[number].page.images += placed.images
    records[number].page.links += placed.links
    records[number].treePlaces += placed.places.map { $0.moved(by: start) }
  }
}

extension Rect {
  /// Whether a box beside the page area is hidden on purpose, such as a menu that slides in: the sheet cuts off more than
  /// a quarter of it on that side. One that is visible in the margin is a header or footer of the page.
  fileprivate func isHidden(beside area: Rect, on sheet: Size) -> Bool {
    let visible = Size(
      width: min(maxX, sheet.width) - max(x, 0), height: min(maxY, sheet.height) - max(y, 0))
    let isHiddenAcross = (maxX <= area.x || x >= area.maxX) && visible.width < width * 3 / 4
    let isHiddenDown = (maxY <= area.y || y >= area.maxY) && visible.height < height * 3 / 4
    return width > 0 && height > 0 && (isHiddenAcross || isHiddenDown)
  }
}

extension Fragment {
  /// Changes the indices of a fragment that is moved with its subtree, by these numbers of fragments and images.
  fileprivate mutating func move(fragments: Int, images: Int) {
    subtreeEnd = UInt32(Int(subtreeEnd) + fragments)
    if case .image(let image) = content { content = .image(UInt32(Int(image) + images)) }
  }
}
