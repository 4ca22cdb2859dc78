import Markup
import Style

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
    let origin = origin(of: box, in: place, on: number, context)
    let inset = context[box].box.inset
    if place.containing.isOpen, inset.bottom != .auto, inset.top == .auto || context[box].box.height == .auto {
      bottomPositioned[place.containing.box, default: []].append(
        (origin, alignment, place.containing.areaTop == nil ? nil : place.containing))
      addTreePlace(of: origin, in: place, on: number)
      sharesBoxesAcrossPages = true
      return
    }
    var place = place
    if let inline = place.containing.inline { place.containing.rect = containingBlock(of: inline, context) }
    setAbsolute(origin, at: point, aligned: alignment, place, on: number, context: &context)
  }

  /// Places an absolutely positioned box.
  ///
  /// - Parameter isApart: its place in the tree of fragments precedes the end of the page's fragments, and is recorded.
  mutating func setAbsolute(
    _ origin: BoxOrigin, at point: Point, aligned alignment: StaticAlignment?, _ place: Place, on number: Int,
    isApart: Bool = false, context: inout LayoutContext
  ) {
    let box = origin.box
    let containing = containingBlock(of: box, in: place.containing, on: number, context)
    let count = context.page.fragments.checkpoint
    let fragment = context.layoutAbsolute(
      box, staticPosition: point, containing: containing.rect, alignment: alignment, container: containing.box)
    let area = records[number].area
    let (entry, top) = (context.page.fragments[fragment], context.page.fragments[fragment].y - area.y)
    let frame = Rect(x: entry.x, y: entry.y, width: entry.width, height: entry.height)
    let isTransformed = isOnPage(frame, in: containing, on: number)
    // A box in columns that are lower than a line is broken between pages.
    let isClipped = containing.isClippedInColumn || containing.isClipped && containing.window != nil
    if let column = containing.column, !isClipped, !isTransformed,
      columns.rows[column.row].height >= context.lineHeight(context.tree[box].style)
    {
      return setInColumns(
        fragment, of: origin, place, in: column, from: count, isApart: isApart, on: number, context: &context)
    }
    let clips = context[box].box.overflowY != .visible
    let bottom = top + (clips ? frame.height : context.overflowBottom(of: fragment))
    let coversMargin = mayCoverMargin(box, in: containing, context)
    let fits =
      (bottom <= area.height + Fragmentainer.tolerance || coversMargin && isOnSheet(frame, number))
      && (top > -Fragmentainer.tolerance || number == 0 || !containing.isLong(area))
    let hasForcedBreak = Self.hasForcedBreak(in: context.tree[box].node, context)
    guard !fits || hasForcedBreak, !containing.isClipped, !isTransformed, !records[number].isBlank
    else {
      guard !isOnOtherSlice(from: area.y + top, to: area.y + bottom, containing) else {
        return context.page.fragments.rewind(to: count)
      }
      let inner = Place(
        x: 0, y: 0, containing: containing, node: place.node, fragment: place.fragment, transform: place.transform)
      let start = records[number].page.fragments.count
      walk(fragment, inner, on: number, context: &context)
      if isApart { addApart(origin, at: start, on: number) }
      return
    }
    let waiting = WaitingBox(
      origin: origin, x: frame.x - area.x, y: top,
      containing: Size(width: containing.rect.width, height: containing.rect.height),
      size: Size(width: frame.width, height: frame.height), coversMargin: coversMargin, group: containing.group)
    context.page.fragments.rewind(to: count)
    if !isApart { addTreePlace(of: origin, in: place, on: number) }
    layoutWaiting(waiting, from: number, context: &context)
  }

  /// Whether an image may be placed over the margins of a page on purpose, such as a letterhead: from the edges of the
  /// page area, or from the bottom of a box. It is not broken or moved to the next page then, since it is monolithic
  /// (css-break-3 §4.1).
  private func mayCoverMargin(
    _ box: BoxID, in containing: ContainingBlock, _ context: borrowing LayoutContext
  ) -> Bool {
    guard context.tree[box].kind == .replaced else { return false }
    let inset = context[box].box.inset
    if containing.box.isNone { return inset.top != .auto || inset.bottom != .auto }
    return inset.bottom != .auto && inset.top == .auto
  }

  /// Whether a box starts above the end of the page area and is within the sheet.
  func isOnSheet(_ frame: Rect, _ number: Int) -> Bool {
    frame.y < records[number].area.maxY && frame.y > -Fragmentainer.tolerance
      && frame.maxY <= records[number].page.size.height + Fragmentainer.tolerance
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
}

extension PageCollector.ContainingBlock {
  /// Whether it started on an earlier page.
  fileprivate func isLong(_ area: Rect) -> Bool { rect.y < area.y - Fragmentainer.tolerance }
}
