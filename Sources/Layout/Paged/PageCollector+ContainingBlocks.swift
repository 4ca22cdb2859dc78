import Markup
import Style

/// The containing blocks of positioned boxes (CSS 2.2 §10.1), which may continue on the next page.
extension PageCollector {
  /// The containing block of absolutely positioned boxes without positioned ancestor: the area of the page they are on.
  /// CSS 2.2 §10.1 says "the page area"; browsers use that of the first page for all boxes.
  func initialContainingBlock(from page: Int) -> ContainingBlock {
    ContainingBlock(rect: records[page].area, box: .none)
  }

  /// The containing block of an absolutely positioned box. For a box whose insets move it by a page or more from its
  /// page it is the area of the first page, since such insets are places in the whole document.
  func containingBlock(
    of box: BoxID, in containing: ContainingBlock, on number: Int, _ context: borrowing LayoutContext
  ) -> ContainingBlock {
    let (inset, area) = (context[box].box.inset, records[number].area)
    let (top, bottom) = (inset.top.resolve(against: area.height), inset.bottom.resolve(against: area.height))
    guard containing.box.isNone, !containing.isClipped, top ?? 0 >= area.height || bottom ?? 0 <= -area.height else {
      return containing
    }
    var containing = containing
    let first = records[0].area
    containing.rect = Rect(x: area.x, y: area.y - records[number].above, width: first.width, height: first.height)
    return containing
  }

  /// Updates the containing block for the children of a fragment. Returns true if the fragment is a containing block
  /// that has to be left.
  mutating func enterContainingBlock(
    _ place: inout Place, _ entry: FragmentArena.Entry, _ frame: Rect, on number: Int,
    _ context: borrowing LayoutContext
  ) -> Bool {
    let isTransformed = context[entry.style].containsPositioned
    let isPositioned = context[entry.style].box.position != .static
    if context[entry.style].box.overflow != .visible, entry.edges == .all {
      place.containing.isClipped = place.containing.isClipped || isPositioned || isTransformed
      place.containing.isClippedInColumn = place.containing.isClippedInColumn || isPositioned || isTransformed
    }
    guard isPositioned || isTransformed else { return false }
    if isTransformed, let turn = turn(of: entry.box, context) {
      // Turned contents are not the containing block: that is the box around them, or one further out.
      place.containing.rect = turn.beforeTurn(place.containing.rect, about: Point(x: frame.x, y: frame.y))
      (place.containing.box, place.containing.inline) = (entry.box, nil)
      (place.containing.isOpen, place.containing.isClipped, place.containing.holdsFixed) = (false, true, true)
      // If the contents are sliced, each page has all boxes in them.
      place.containing.isClippedInColumn = true
      (place.containing.window, place.window) = (nil, nil)
      return true
    }
    var rect = paddingBox(of: entry, frame, context)
    if case .fragment(.inlineBox) = entry.content {
      let isRightToLeft = context[entry.style].text.direction == .rightToLeft
      rect = inlineContainers.extend(rect, of: entry, isRightToLeft: isRightToLeft, page: number)
    }
    var containing = ContainingBlock(
      rect: rect,
      box: entry.box, column: place.column, isOpen: !entry.edges.contains(.bottom),
      isClipped: place.containing.isClipped || isTransformed && place.window != nil,
      isClippedInColumn: place.containing.isClippedInColumn, window: place.window,
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

  /// The padding box of a fragment, with the parts of its box on earlier pages above it.
  private func paddingBox(
    of entry: FragmentArena.Entry, _ frame: Rect, _ context: borrowing LayoutContext
  ) -> Rect {
    var border = context[entry.style].box.borderWidth
    switch entry.content {
    case .fragment(.collapsedBox(let halves)): border = halves
    case .fragment(.group): border = Sides(0)
    case .fragment(.fieldset(let fieldset)):
      if fieldset.isAtBottom { border.bottom = fieldset.space } else { border.top = fieldset.space }
    default: break
    }
    let above = openBoxes[entry.box] ?? 0
    let top = entry.edges.contains(.top) ? border.top : 0
    let bottom = entry.edges.contains(.bottom) ? border.bottom : 0
    let left = entry.edges.contains(.left) ? border.left : 0
    let right = entry.edges.contains(.right) ? border.right : 0
    return Rect(
      x: frame.x + left, y: frame.y + top - above, width: entry.width - left - right,
      height: above + (entry.height - top - bottom))
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
    let whole = place.containing.rect
    for (origin, alignment, area) in bottomPositioned.removeValue(forKey: entry.box) ?? [] {
      var place = place
      if let area, let top = area.areaTop {
        place.containing.rect = Rect(
          x: area.rect.x, y: whole.y + top, width: area.rect.width, height: max(0, whole.height - top))
      }
      let point = Point(x: place.containing.rect.x, y: place.containing.rect.y)
      // In columns it is painted over all parts of the containing block.
      let isApart = place.containing.column == nil
      setAbsolute(origin, at: point, aligned: alignment, place, on: number, isApart: isApart, context: &context)
    }
  }
}
