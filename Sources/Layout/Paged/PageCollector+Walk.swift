import Markup
import Style

/// Flattening: the fragments of the page in progress in pre-order, at absolute positions.
extension PageCollector {
  /// Deeper trees are cut off. Layout does not create them.
  private static let maxDepth = 4 * LayoutContext.maxBoxDepth

  mutating func walk(_ id: FragmentID, _ place: Place, on number: Int, depth: Int = 0, context: inout LayoutContext) {
    guard depth < Self.maxDepth, context.nesting.stack.hasSpace else { return }
    let entry = context.page.fragments[id]
    let (x, y) = (place.x + entry.x, place.y + entry.y)
    let corner = Point(x: x, y: y)
    let frame = Rect(x: x, y: y, width: entry.width, height: entry.height)
    var inner = place.moved(to: corner, in: entry, id)
    if context.isWindow(entry) { inner.window = frame }
    let index = records[number].page.fragments.count
    var closes = false
    recordPosition(of: entry, frame, on: number, context)
    if entry.content.isPaged { inner.fragment = UInt32(index) }
    switch entry.content {
    case .position: break
    case .column(let area):
      inner.column = enterColumn(area, at: corner, on: number, context: &context)
      inner.containing.isClippedInColumn = false
    case .outOfFlow:
      placeOutOfFlow(entry.box, at: corner, inner, on: number, context: &context)
      return
    case .alignedOutOfFlow(let area):
      placeOutOfFlow(entry.box, at: corner, in: area, &inner, on: number, context: &context)
      return
    case .fragment(let content):
      append(entry, frame, content, on: number, context)
      if case .control = content { show(inner.node, on: number) }
      enterTransform(of: entry, content, frame, &inner, context)
      addLink(ofBox: entry, frame, &inner, on: number, context)
      closes = enterContainingBlock(&inner, entry, frame, on: number, context)
    case .text(var slice, let ascent):
      slice.baseline = y + ascent
      append(entry, frame, .text(slice), on: number, context)
      addLink(entry.link, frame, in: place, on: number, context)
      show(inner.node, on: number)
    case .layer(let area):
      append(entry, frame, .layer(area: area.offset(x: x, y: y)), on: number, context)
    case .image(let image): appendImage(image, entry, frame, &inner, on: number, context)
    }
    var child = entry.firstChild
    while !child.isNone {
      walk(child, inner, on: number, depth: depth + 1, context: &context)
      child = context.page.fragments[child].nextSibling
    }
    if !columns.last.isEmpty, entry.edges.contains(.bottom) { endColumns(of: entry.box, context: &context) }
    if closes { leaveContainingBlock(inner, entry, frame, on: number, context: &context) }
    guard entry.content.isPaged else { return }
    records[number].page.fragments[index].subtreeEnd = UInt32(records[number].page.fragments.count)
  }

  private mutating func appendImage(
    _ image: FragmentArena.ImageContent, _ entry: FragmentArena.Entry, _ frame: Rect, _ inner: inout Place,
    on number: Int, _ context: borrowing LayoutContext
  ) {
    let area = image.area.offset(x: frame.x, y: frame.y)
    let content = content(of: context.tree.replaced[Int(image.replaced)], area, on: number)
    append(entry, frame, content, on: number, context)
    enterTransform(of: entry, content, frame, &inner, context)
    addLink(entry.link, frame, in: inner, on: number, context)
    show(inner.node, on: number)
  }

  /// Places a box out of flow that is aligned in a static area (css-align-3 §6.2).
  private mutating func placeOutOfFlow(
    _ box: BoxID, at point: Point, in area: UInt32, _ place: inout Place, on number: Int,
    context: inout LayoutContext
  ) {
    let outer = place.containing.rect
    let (rect, alignment) = context.staticAlignment(area, of: box, at: point, containing: outer)
    place.containing.rect = rect
    if rect != outer {
      let endsWithContainer = context.page.fragments.staticAreas[Int(area)].gridArea?.bottom == nil
      place.containing.areaTop = rect.y - outer.y
      place.containing.isOpen = place.containing.isOpen && endsWithContainer
    }
    placeOutOfFlow(box, at: point, aligned: alignment, place, on: number, context: &context)
  }

  private mutating func append(
    _ entry: FragmentArena.Entry, _ frame: Rect, _ content: Fragment.Content, on number: Int,
    _ context: borrowing LayoutContext
  ) {
    var fragment = Fragment(
      frame: frame, style: entry.style, node: entry.node, subtreeEnd: 0, edges: entry.edges, content: content)
    if entry.isMarker {
      fragment.part = .marker
    } else if entry.link != Box.absent, context.tree.links[Int(entry.link)].part != .content {
      fragment.part = context.tree.links[Int(entry.link)].part
      if fragment.part == .footnoteCall { fragment.node = context.tree.links[Int(entry.link)].node }
    }
    records[number].page.fragments.append(fragment)
  }

  private mutating func show(_ node: NodeID, on number: Int) {
    if records[number].firstNode.isNone { records[number].firstNode = node }
  }

  private mutating func content(of replaced: ReplacedContent, _ area: Rect, on number: Int) -> Fragment.Content {
    switch replaced.kind {
    case .image(let image):
      records[number].page.images.append(PlacedImage(image, area: area))
      return .image(UInt32(records[number].page.images.count - 1))
    case .control(let control): return .control(control)
    case .leader, .turned: return .group
    case .generated: return .generated(content: area)
    case .blank: return .box
    }
  }

  /// Adds the area of a box in a link, whether it contains text or not.
  private mutating func addLink(
    ofBox entry: FragmentArena.Entry, _ frame: Rect, _ inner: inout Place, on number: Int,
    _ context: borrowing LayoutContext
  ) {
    guard entry.link != Box.absent, !entry.node.isNone, !entry.isMarker, frame.width > 0, frame.height > 0,
      context.tree.links[Int(entry.link)].part == .content
    else { return }
    addLink(entry.link, frame, in: inner, on: number, context)
    inner.link = LinkPlace(number: entry.link, area: frame)
  }

  private mutating func addLink(
    _ link: UInt32, _ frame: Rect, in place: Place, on number: Int, _ context: borrowing LayoutContext
  ) {
    guard link != Box.absent else { return }
    if let known = place.link, known.number == link, known.contains(frame) { return }
    let target = context.tree.links[Int(link)].target
    guard let frame = visibleArea(of: frame, place.transform, on: number) else { return }
    if let last = records[number].page.links.last, last.target == target, abs(last.frame.y - frame.y) < 0.5,
      abs(last.frame.maxX - frame.x) < 1
    {
      records[number].page.links[records[number].page.links.count - 1].frame.width = frame.maxX - last.frame.x
    } else {
      let (node, part) = (context.tree.links[Int(link)].node, context.tree.links[Int(link)].part)
      records[number].page.links.append(
        LinkArea(frame: frame, target: target, node: node, part: part, place: document.place(node)))
    }
  }

  /// The part of a transformed area that is on the sheet; nil if there is none.
  private func visibleArea(of frame: Rect, _ transform: AffineTransform, on number: Int) -> Rect? {
    if transform == .identity { return frame }
    let sheet = records[number].page.size
    let area = transform.bounds(of: frame)
    let (left, top) = (max(0, area.x), max(0, area.y))
    let (right, bottom) = (min(sheet.width, area.maxX), min(sheet.height, area.maxY))
    // Numbers that are too large for a transform are not numbers any more.
    guard right > left, bottom > top else { return nil }
    return Rect(x: left, y: top, width: right - left, height: bottom - top)
  }

  /// The border box of a transformed box is transformed with its content.
  private func enterTransform(
    of entry: FragmentArena.Entry, _ content: Fragment.Content, _ frame: Rect, _ place: inout Place,
    _ context: borrowing LayoutContext
  ) {
    guard !context[entry.style].paint.transforms.isEmpty else { return }
    if case .inlineBox = content { return }
    place.transform = place.transform.concatenating(AffineTransform(of: context[entry.style], frame: frame))
  }

  private mutating func recordPosition(
    of entry: FragmentArena.Entry, _ frame: Rect, on number: Int, _ context: borrowing LayoutContext
  ) {
    guard !entry.node.isNone else { return }
    if case .outOfFlow = entry.content, context.tree.footnotes.contains(entry.box) {
      let point = Point(x: frame.x, y: frame.y)
      return records[number].positions.append(
        ElementPosition(kind: .footnoteCall, node: entry.node, point: point, isFirst: false))
    }
    let needsPosition =
      document.hasAttribute(entry.node, .id) || context[entry.style].content.needsPosition
      || document.isElement(entry.node, .a) && document.hasAttribute(entry.node, .name)
      || !context.tree.watched.isEmpty && context.tree.watched.contains(entry.node)
    guard needsPosition, !isPlaceholder(entry) else { return }
    // The fragments of an element usually follow each other: one position per page is sufficient.
    if let last = records[number].positions.last, last.node == entry.node, case .element = last.kind { return }
    records[number].positions.append(
      ElementPosition(
        kind: .element(entry.style), node: entry.node, point: Point(x: frame.x, y: frame.y),
        isFirst: records[number].firstNode.isNone))
  }

  private func isPlaceholder(_ entry: FragmentArena.Entry) -> Bool {
    switch entry.content {
    case .outOfFlow, .alignedOutOfFlow: true
    default: false
    }
  }
}

extension PageCollector.Place {
  /// The state for the children of a fragment at `corner`.
  func moved(to corner: Point, in entry: FragmentArena.Entry, _ fragment: FragmentID) -> Self {
    var place = self
    (place.x, place.y) = (corner.x, corner.y)
    if !entry.node.isNone { place.node = entry.node }
    if !entry.box.isNone { place.block = PageCollector.BlockPlace(fragment: fragment, x: corner.x, y: corner.y) }
    return place
  }
}
