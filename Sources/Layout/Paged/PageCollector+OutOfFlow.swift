import Markup
import Style

/// An absolutely positioned box that has to wait for a later page.
struct WaitingBox {
  var box: BoxID
  /// Nil where it has not begun.
  var token: BreakToken?
  /// px from the left edge of the page area, and from the top of the page area that comes next.
  var x, y: Double
  /// The size of its containing block, and its border box's width.
  var containing: Size
  var width: Double
}

/// Boxes out of the flow: placed in their containing block as if there were no page breaks, then cut where the pages end
/// (CSS 2.2 §10.1, css-break-3 §5).
extension PageCollector {
  /// Pages that one box may stand below all others; what is further away is left out.
  private static let furthest = 1000.0

  /// Places a box, or notes it for later.
  /// - Parameter alignment: of a flex or grid container's child, in place of the static position.
  mutating func placeOutOfFlow(
    _ box: BoxID, at point: Point, aligned alignment: StaticAlignment? = nil, _ place: Place, on number: Int,
    flow: inout Flow
  ) {
    if flow.tree.footnotes.contains(box) {
      calledFootnotes.append(box)
      return
    }
    switch flow[box].box.position {
    case .running(let name):
      records[number].notes.append(
        PageNote(
          kind: .running(name, box), node: flow.tree[box].node, point: point,
          isFirst: records[number].firstNode.isNone))
      return
    case .fixed where !place.containing.holdsFixed:
      if !flow.fixedBoxes.contains(where: { $0.box == box }) { flow.fixedBoxes.append((box, point)) }
      return
    default: break
    }
    let inset = flow[box].box.inset
    if place.containing.isOpen, inset.top == .auto, inset.bottom != .auto {
      hanging[place.containing.box, default: []].append((box, alignment))
      isEntangled = true
      return
    }
    setAbsolute(box, at: point, aligned: alignment, place, on: number, flow: &flow)
  }

  private mutating func setAbsolute(
    _ box: BoxID, at point: Point, aligned alignment: StaticAlignment?, _ place: Place, on number: Int, flow: inout Flow
  ) {
    let containing = place.containing
    let count = flow.fragments.entries.count
    let fragment = flow.layoutAbsolute(box, staticPosition: point, containing: containing.rect, alignment: alignment)
    let area = records[number].area
    let top = flow.fragments[fragment].y - area.y
    let height = flow.fragments[fragment].height
    let fits =
      top + height <= area.height + PageSpace.tolerance
      && (top > -PageSpace.tolerance || number == 0 || !containing.isLong(area))
    guard !fits || flow.tree.hasForcedBreaks, !containing.isClipped, !records[number].isBlank
    else {
      let inner = Place(x: 0, y: 0, containing: containing, node: place.node)
      walk(fragment, inner, on: number, flow: &flow)
      return
    }
    let waiting = WaitingBox(
      box: box, x: flow.fragments[fragment].x - area.x, y: top,
      containing: Size(width: containing.rect.width, height: containing.rect.height),
      width: flow.fragments[fragment].width)
    flow.fragments.entries.removeSubrange(count...)
    set(waiting, from: number, flow: &flow)
  }

  /// Sets what waited for the page in progress.
  mutating func set(_ boxes: [WaitingBox], flow: inout Flow) {
    guard !boxes.isEmpty else { return }
    isEntangled = true
    for box in boxes { set(box, from: records.count - 1, flow: &flow) }
  }

  /// Sets a box part by part, from a page on, up to the page in progress; the rest waits.
  private mutating func set(_ box: WaitingBox, from first: Int, flow: inout Flow) {
    var box = box
    var number = first
    while box.y < -PageSpace.tolerance, number > 0 {
      number -= 1
      box.y += records[number].height
    }
    if number != records.count - 1 { isEntangled = true }
    while true {
      guard number < records.count else {
        if box.y < Self.furthest * max(1, records[records.count - 1].area.height) {
          waiting.append(box)
        } else {
          flow.warn(
            "A positioned box stands more than \(Int(Self.furthest)) pages below the others and is left out", box.box)
        }
        return
      }
      let area = records[number].area
      if records[number].isBlank || box.y >= area.height - PageSpace.tolerance && box.token == nil {
        box.y -= records[number].height
        number += 1
        continue
      }
      let result = part(of: box, on: area, flow: &flow)
      if result.fits {
        flow.fragments[result.fragment].x = area.x + box.x
        flow.fragments[result.fragment].y = area.y + box.y
        append(result.fragment, on: number, flow: &flow)
      }
      guard !result.fits || result.token != nil else { return }
      if result.fits { box.token = result.token }
      box.y = 0
      number += 1
    }
  }

  private func part(of box: WaitingBox, on area: Rect, flow: inout Flow) -> BlockResult {
    var space = BlockSpace(width: box.containing.width, height: box.containing.height)
    space.isContextRoot = true
    space.borderBoxWidth = box.width
    space.page = PageSpace(offset: box.y, height: area.height, mustProgress: box.y <= PageSpace.tolerance)
    space.page?.isParallel = true
    if flow[box.box].box.height == .auto, flow.tree[box.box].kind == .block,
      let top = flow[box.box].box.inset.top.resolve(against: box.containing.height),
      let bottom = flow[box.box].box.inset.bottom.resolve(against: box.containing.height)
    {
      let edges = flow.usedEdges(flow.tree[box.box].style, containerWidth: box.containing.width)
      space.borderBoxHeight = max(0, box.containing.height - top - bottom - edges.margin.top - edges.margin.bottom)
    }
    return flow.layout(box.box, space: space, from: box.token)
  }

  // MARK: - Containing blocks

  /// True where the box is a containing block that has to be left again.
  func enterContainingBlock(_ place: inout Place, _ entry: FragmentArena.Entry, _ frame: Rect, _ flow: borrowing Flow)
    -> Bool
  {
    let isTransformed = !flow[entry.style].paint.transforms.isEmpty
    let isPositioned = flow[entry.style].box.position != .static
    if flow[entry.style].box.overflow != .visible, entry.edges == .all {
      place.containing.isClipped = place.containing.isClipped || isPositioned
    }
    guard isPositioned || isTransformed else { return false }
    let isClipped = place.containing.isClipped
    var border = flow[entry.style].box.borderWidth
    if case .fragment(.collapsedBox(let halves)) = entry.content { border = halves }
    if case .fragment(.group) = entry.content { border = Sides(0) }
    if case .fragment(.fieldset(let fieldset)) = entry.content { border.top = fieldset.space }
    let above = openBoxes[entry.box] ?? 0
    let top = entry.edges.contains(.top) ? border.top : 0
    let bottom = entry.edges.contains(.bottom) ? border.bottom : 0
    let height = entry.height - top - bottom
    place.containing = ContainingBlock(
      rect: Rect(
        x: frame.x + border.left, y: frame.y + top - above, width: entry.width - border.left - border.right,
        height: above + height),
      box: entry.box, isOpen: !entry.edges.contains(.bottom), isClipped: isClipped || isTransformed,
      holdsFixed: isTransformed || place.containing.holdsFixed)
    return !entry.box.isNone
  }

  mutating func leaveContainingBlock(
    _ place: Place, _ entry: FragmentArena.Entry, _ frame: Rect, on number: Int, flow: inout Flow
  ) {
    if place.containing.isOpen {
      openBoxes[entry.box] = place.containing.rect.height
      return
    }
    guard !openBoxes.isEmpty else { return }
    openBoxes[entry.box] = nil
    for (box, alignment) in hanging.removeValue(forKey: entry.box) ?? [] {
      let point = Point(x: place.containing.rect.x, y: place.containing.rect.y)
      setAbsolute(box, at: point, aligned: alignment, place, on: number, flow: &flow)
    }
  }

  // MARK: - Fixed boxes

  /// Fixed boxes stand on every page, in the page area (CSS 2.2 §9.6.1).
  /// - Parameter prepare: called before each is set.
  mutating func addFixedBoxes(on number: Int, flow: inout Flow, prepare: (BoxID, inout Flow) -> Void) {
    var index = 0
    let area = records[number].area
    // Setting one may bring forth others that stand in it.
    while index < flow.fixedBoxes.count {
      let (box, point) = flow.fixedBoxes[index]
      prepare(box, &flow)
      flow.fragments.removeAll()
      let fragment = flow.layoutAbsolute(box, staticPosition: point, containing: area)
      let containing = ContainingBlock(rect: area, box: .none, isClipped: true)
      walk(fragment, Place(x: 0, y: 0, containing: containing, node: .none), on: number, flow: &flow)
      index += 1
    }
    closeDocument(number)
  }
}

extension PageCollector.ContainingBlock {
  /// Whether it reaches over pages, or began on an earlier one.
  fileprivate func isLong(_ area: Rect) -> Bool { rect.y < area.y - PageSpace.tolerance }
}
