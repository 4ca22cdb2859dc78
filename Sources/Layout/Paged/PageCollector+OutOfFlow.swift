import Markup
import Style

/// An absolutely positioned box that continues or starts on a later page.
struct WaitingBox {
  var box: BoxID
  /// Nil if it has not started.
  var token: BreakToken?
  /// px from the left edge of the page area and from the top of the next page area.
  var x, y: Double
  /// The size of its containing block, and its border box's width.
  var containing: Size
  var width: Double
  /// The box as whose content it is painted.
  var group = BoxID.none
}

/// Boxes out of the flow. They are placed in their containing block as if there were no page breaks, then broken
/// between pages (CSS 2.2 §10.1, css-break-3 §5).
extension PageCollector {
  /// The most pages that a box may be below all others. Boxes further away are left out.
  static let maxPagesBelow = 1000.0

  /// Places a box, or records it for later.
  ///
  /// - Parameter alignment: for a child of a flex or grid container, used instead of the static position.
  mutating func placeOutOfFlow(
    _ box: BoxID, at point: Point, aligned alignment: StaticAlignment? = nil, _ place: Place, on number: Int,
    context: inout LayoutContext
  ) {
    if context.tree.footnotes.contains(box) {
      calledFootnotes.append(box)
      return
    }
    switch context[box].box.position {
    case .running(let name):
      records[number].positions.append(
        ElementPosition(
          kind: .running(name, box), node: context.tree[box].node, point: point,
          isFirst: records[number].firstNode.isNone))
      return
    case .fixed where !place.containing.holdsFixed:
      addFixedBox(box, at: point, in: place, on: number, context)
      return
    default: break
    }
    let inset = context[box].box.inset
    if place.containing.isOpen, inset.bottom != .auto, inset.top == .auto || context[box].box.height == .auto {
      bottomPositioned[place.containing.box, default: []].append((box, alignment))
      sharesBoxesAcrossPages = true
      return
    }
    var place = place
    if let inline = place.containing.inline { place.containing.rect = containingBlock(of: inline, context) }
    setAbsolute(box, at: point, aligned: alignment, place, on: number, context: &context)
  }

  private mutating func setAbsolute(
    _ box: BoxID, at point: Point, aligned alignment: StaticAlignment?, _ place: Place, on number: Int,
    context: inout LayoutContext
  ) {
    let containing = place.containing
    let count = context.page.fragments.checkpoint
    let fragment = context.layoutAbsolute(
      box, staticPosition: point, containing: containing.rect, alignment: alignment, container: containing.box)
    let area = records[number].area
    let top = context.page.fragments[fragment].y - area.y
    let height = context.page.fragments[fragment].height
    let frame = Rect(
      x: context.page.fragments[fragment].x, y: context.page.fragments[fragment].y,
      width: context.page.fragments[fragment].width, height: height)
    let isTransformed = isOnPage(frame, in: containing, on: number)
    // A box in columns that are lower than a line is broken between pages.
    if let column = containing.column, !containing.isClipped, !isTransformed,
      columns.rows[column.row].height >= context.lineHeight(context.tree[box].style)
    {
      return setInColumns(fragment, of: box, place, in: column, from: count, on: number, context: &context)
    }
    let clips = context[box].box.overflowY != .visible
    let bottom = top + (clips ? height : context.overflowBottom(of: fragment))
    let fits =
      isOverMargins(box, frame, in: containing, on: number, context)
      || bottom <= area.height + Fragmentainer.tolerance
        && (top > -Fragmentainer.tolerance || number == 0 || !containing.isLong(area))
    let hasForcedBreak = Self.hasForcedBreak(in: context.tree[box].node, context)
    guard !fits || hasForcedBreak, !containing.isClipped, !isTransformed, !records[number].isBlank
    else {
      guard !isOnOtherSlice(from: area.y + top, to: area.y + bottom, containing) else {
        return context.page.fragments.rewind(to: count)
      }
      let inner = Place(x: 0, y: 0, containing: containing, node: place.node, fragment: place.fragment)
      walk(fragment, inner, on: number, context: &context)
      return
    }
    let waiting = WaitingBox(
      box: box, x: context.page.fragments[fragment].x - area.x, y: top,
      containing: Size(width: containing.rect.width, height: containing.rect.height),
      width: context.page.fragments[fragment].width, group: containing.group)
    context.page.fragments.rewind(to: count)
    layoutWaiting(waiting, from: number, context: &context)
  }

  /// Whether an image is placed over the margins of the first page on purpose, such as a letterhead: from the edges of the
  /// page area, within the sheet. It is not broken or moved to the next page, since it is monolithic (css-break-3 §4.1).
  private func isOverMargins(
    _ box: BoxID, _ frame: Rect, in containing: ContainingBlock, on number: Int, _ context: borrowing LayoutContext
  ) -> Bool {
    let inset = context[box].box.inset
    guard number == 0, containing.box.isNone, context.tree[box].kind == .replaced,
      inset.top != .auto || inset.bottom != .auto
    else { return false }
    let (area, sheet) = (records[number].area, records[number].page.size)
    return frame.y < area.maxY && frame.y > -Fragmentainer.tolerance
      && frame.maxY <= sheet.height + Fragmentainer.tolerance
  }

  /// Whether a box in a containing block that is sliced between pages, each of which has the box, is on another one.
  private func isOnOtherSlice(from top: Double, to bottom: Double, _ containing: ContainingBlock) -> Bool {
    guard containing.isClipped, let window = containing.window else { return false }
    return bottom <= window.y + Fragmentainer.tolerance || top >= window.maxY - Fragmentainer.tolerance
  }

  /// Whether an element or one of its descendants forces a break.
  private static func hasForcedBreak(in node: NodeID, _ context: borrowing LayoutContext) -> Bool {
    let end = node.isNone ? node : context.document.document[node].subtreeEnd
    return context.tree.forcedBreaks.occur(from: node.isNone ? NodeID(0) : node, to: end)
  }

  /// Lays out boxes that waited for the current page.
  mutating func layoutWaiting(_ boxes: [WaitingBox], context: inout LayoutContext) {
    guard !boxes.isEmpty else { return }
    sharesBoxesAcrossPages = true
    for box in boxes { layoutWaiting(box, from: records.count - 1, context: &context) }
  }

  /// Lays out a box from a page on, up to the current page. The rest waits.
  private mutating func layoutWaiting(_ box: WaitingBox, from first: Int, context: inout LayoutContext) {
    var box = box
    var number = first
    while box.y < -Fragmentainer.tolerance, number > 0 {
      number -= 1
      box.y += records[number].height
    }
    if number != records.count - 1 { sharesBoxesAcrossPages = true }
    while true {
      guard number < records.count else {
        if box.y < Self.maxPagesBelow * max(1, records[records.count - 1].area.height) {
          waiting.append(box)
        } else {
          leftOut.add(box.box, .below, context.tree[box.box].node)
        }
        return
      }
      let area = records[number].area
      if records[number].isBlank || box.y >= area.height - Fragmentainer.tolerance && box.token == nil {
        box.y -= records[number].height
        number += 1
        continue
      }
      let result = part(of: box, on: area, isColumn: false, context: &context)
      if result.fits {
        context.page.fragments[result.fragment].x = area.x + box.x
        context.page.fragments[result.fragment].y = area.y + box.y
        let start = records[number].page.fragments.count
        append(result.fragment, on: number, context: &context)
        moveSubtree(at: start, into: box.group, on: number)
      }
      guard !result.fits || result.token != nil else { return }
      if result.fits { box.token = result.token }
      box.y = 0
      number += 1
    }
  }

  /// Lays out the part of a box on a page or in a column, which does not slice lines that are higher.
  func part(of box: WaitingBox, on area: Rect, isColumn: Bool, context: inout LayoutContext) -> BlockResult {
    var space = ConstraintSpace(width: box.containing.width, height: box.containing.height)
    space.isContextRoot = true
    space.borderBoxWidth = box.width
    space.fragmentainer = Fragmentainer(
      offset: box.y, height: area.height, mustProgress: box.y <= Fragmentainer.tolerance)
    space.fragmentainer?.makeParallel()
    space.fragmentainer?.isColumn = isColumn
    if context[box.box].box.height == .auto, context.tree[box.box].kind == .block,
      let top = context[box.box].box.inset.top.resolve(against: box.containing.height),
      let bottom = context[box.box].box.inset.bottom.resolve(against: box.containing.height)
    {
      let edges = context.usedEdges(context.tree[box.box].style, containerWidth: box.containing.width)
      space.borderBoxHeight = max(0, box.containing.height - top - bottom - edges.margin.top - edges.margin.bottom)
    }
    return context.layout(box.box, space: space, from: box.token)
  }

  // MARK: - Containing blocks

  /// Updates the containing block for the children of a fragment. True if the fragment is a containing block that has
  /// to be left.
  mutating func enterContainingBlock(
    _ place: inout Place, _ entry: FragmentArena.Entry, _ frame: Rect, on number: Int,
    _ context: borrowing LayoutContext
  ) -> Bool {
    let isTransformed = context[entry.style].containsPositioned
    let isPositioned = context[entry.style].box.position != .static
    if context[entry.style].box.overflow != .visible, entry.edges == .all {
      place.containing.isClipped = place.containing.isClipped || isPositioned || isTransformed
    }
    guard isPositioned || isTransformed else { return false }
    let isClipped = place.containing.isClipped
    if isTransformed, let turn = turn(of: entry.box, context) {
      // Turned contents are not the containing block: that is the box around them, or one further out.
      place.containing.rect = turn.beforeTurn(place.containing.rect, about: Point(x: frame.x, y: frame.y))
      (place.containing.box, place.containing.inline) = (entry.box, nil)
      (place.containing.isOpen, place.containing.isClipped, place.containing.holdsFixed) = (false, true, true)
      return true
    }
    var border = context[entry.style].box.borderWidth
    if case .fragment(.collapsedBox(let halves)) = entry.content { border = halves }
    if case .fragment(.group) = entry.content { border = Sides(0) }
    if case .fragment(.fieldset(let fieldset)) = entry.content { border.top = fieldset.space }
    let above = openBoxes[entry.box] ?? 0
    let top = entry.edges.contains(.top) ? border.top : 0
    let bottom = entry.edges.contains(.bottom) ? border.bottom : 0
    let left = entry.edges.contains(.left) ? border.left : 0
    let right = entry.edges.contains(.right) ? border.right : 0
    let height = entry.height - top - bottom
    var rect = Rect(
      x: frame.x + left, y: frame.y + top - above, width: entry.width - left - right, height: above + height)
    if case .fragment(.inlineBox) = entry.content {
      let isRightToLeft = context[entry.style].text.direction == .rightToLeft
      rect = inlineContainers.extend(rect, of: entry, isRightToLeft: isRightToLeft, page: number)
    }
    var containing = ContainingBlock(
      rect: rect,
      box: entry.box, column: place.column, isOpen: !entry.edges.contains(.bottom),
      isClipped: isClipped || isTransformed && place.window != nil, window: place.window,
      holdsFixed: isTransformed || place.containing.holdsFixed, group: place.containing.group,
      transform: place.containing.transform)
    if isTransformed {
      if !entry.box.isNone { records[number].groups[entry.box, default: []].append(place.fragment) }
      containing.group = entry.box
      containing.transform = transform(of: entry, frame, in: place.containing.transform, context)
    }
    place.containing = containing
    if case .fragment(.inlineBox) = entry.content, !entry.node.isNone, let block = place.block {
      place.containing.inline = InlinePlace(node: entry.node, block: block)
    }
    return !entry.box.isNone
  }

  /// How the contents of a box, which a block represents, are turned; nil for all other boxes.
  private func turn(of box: BoxID, _ context: borrowing LayoutContext) -> BoxTurn? {
    guard !box.isNone, context.tree[box].isAnonymous, !context.tree[box].parent.isNone else { return nil }
    return context.turn(of: context.tree[box].parent)
  }

  mutating func leaveContainingBlock(
    _ place: Place, _ entry: FragmentArena.Entry, _ frame: Rect, on number: Int, context: inout LayoutContext
  ) {
    if place.containing.isOpen {
      openBoxes[entry.box] = place.containing.rect.height
      return
    }
    guard !openBoxes.isEmpty else { return }
    openBoxes[entry.box] = nil
    placeDeferred(in: entry.box, context: &context)
    for (box, alignment) in bottomPositioned.removeValue(forKey: entry.box) ?? [] {
      let point = Point(x: place.containing.rect.x, y: place.containing.rect.y)
      setAbsolute(box, at: point, aligned: alignment, place, on: number, context: &context)
    }
  }
}

extension PageCollector.ContainingBlock {
  /// True if it started on an earlier page.
  fileprivate func isLong(_ area: Rect) -> Bool { rect.y < area.y - Fragmentainer.tolerance }
}
