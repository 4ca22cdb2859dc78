import Style

/// The values of `break-before`, `break-after` and `page` between boxes (css-break-3 §3.1, css-page-3 §6.2).
extension LayoutContext {
  /// The break value at the class A break point between two siblings; `auto` outside a fragmentainer.
  /// - Parameter float: a float between them, if any.
  mutating func breakBetween(
    _ previous: BoxID, _ next: BoxID, float: BoxID = .none, in fragmentainer: Fragmentainer?
  ) -> BoxStyle.Break {
    guard let fragmentainer else { return .auto }
    let afterFloat = breakAfter(float: float, in: fragmentainer)
    if afterFloat.isForced { return afterFloat }
    let after = previous.isNone ? [] : breaksAtEnd(of: previous)
    let value = combine(after, breaksAtStart(of: next), in: fragmentainer)
    if !value.isForced, tree.usesNamedPages, !previous.isNone, !fragmentainer.isColumn, isInPageFlow(next),
      pageName(endOf: previous) != pageName(startOf: followingInFlow(next))
    {
      return .page
    }
    return value
  }

  /// The forced break after a float, otherwise `auto`.
  /// - Parameter next: a float that follows it, if any.
  func breakAfter(float: BoxID, before next: BoxID = .none, in fragmentainer: Fragmentainer?) -> BoxStyle.Break {
    guard let fragmentainer, !float.isNone else { return .auto }
    let before = next.isNone ? [] : [self[next].box.breakBefore]
    let value = combine([self[float].box.breakAfter], before, in: fragmentainer)
    return value.isForced ? value : .auto
  }

  /// The break value that `break-after` and `break-before` values combine to in a fragmentainer.
  func combine(
    _ after: [BoxStyle.Break], _ before: [BoxStyle.Break], in fragmentainer: Fragmentainer
  ) -> BoxStyle.Break {
    if after.isEmpty, before.isEmpty { return .auto }
    return Self.combine(
      after.map { $0.value(inColumns: fragmentainer.isColumn) },
      before.map { $0.value(inColumns: fragmentainer.isColumn) })
  }

  /// A forced break wins over `avoid`, and the later of two forced breaks over the earlier.
  static func combine(_ after: [BoxStyle.Break], _ before: [BoxStyle.Break]) -> BoxStyle.Break {
    let all = (after + before).map { $0 == .always ? .page : $0 }
    if let forced = all.last(where: { $0.isForced && $0 != .page && $0 != .column }) { return forced }
    if all.contains(.page) { return .page }
    if all.contains(.column) { return .column }
    return all.contains(where: \.isAvoid) ? .avoidPage : .auto
  }

  /// The `break-before` values of a box and of its first descendants, which propagate to it.
  mutating func breaksAtStart(of box: BoxID) -> [BoxStyle.Break] { propagatedBreaks(of: box, atStart: true) }

  /// The `break-after` values of a box and of its last descendants, which propagate to it.
  mutating func breaksAtEnd(of box: BoxID) -> [BoxStyle.Break] { propagatedBreaks(of: box, atStart: false) }

  private mutating func propagatedBreaks(of box: BoxID, atStart: Bool) -> [BoxStyle.Break] {
    var values: [BoxStyle.Break] = []
    var box = box
    var isInside = false
    while !box.isNone {
      let value = atStart ? self[box].box.breakBefore : self[box].box.breakAfter
      if value != .auto, !isInside || !value.canBreakColumns { values.append(value) }
      if tree[box].kind == .table {
        values += breaksOfRows(box, atStart: atStart).filter { !isInside || !$0.canBreakColumns }
      }
      guard tree[box].kind == .block || tree[box].kind == .cell, !tree[box].hasLines else { break }
      // Column breaks inside a multi-column container do not propagate to it.
      isInside = isInside || isMulticol(box)
      let inner = atStart ? firstInFlow(box) : lastInFlow(box)
      if isFlex(box) || isGrid(box) {
        let others = forcedBreaks(besides: inner, container: box, atStart: atStart)
        values += others.filter { !isInside || !$0.canBreakColumns }
      }
      box = inner
    }
    return values
  }

  /// The forced breaks of the items beside an item in the first or last row of a grid container, or in the only line of
  /// a flex container. They propagate to the row and to the container, since the items are side by side (css-flexbox-1
  /// §10, css-grid-2 §13). `avoid` does not, as in rows of tables.
  private mutating func forcedBreaks(besides item: BoxID, container: BoxID, atStart: Bool) -> [BoxStyle.Break] {
    guard hasForcedBreaks(container), nesting.stack.hasSpace else { return [] }
    var values: [BoxStyle.Break] = []
    for other in itemsOfRow(container, first: atStart) where other != item && hasForcedBreaks(other) {
      values += propagatedBreaks(of: other, atStart: atStart).filter(\.isForced)
    }
    return values
  }

  /// The items that start in the first row of a grid container, or end in its last, or those of the only line of a flex
  /// container.
  private mutating func itemsOfRow(_ container: BoxID, first: Bool) -> [BoxID] {
    guard isGrid(container) else {
      let style = self[container].item
      let isLine = (style.flexDirection == .row || style.flexDirection == .rowReverse) && style.flexWrap == .nowrap
      return isLine ? tree.children(of: container).filter { !isOutOfFlow($0) } : []
    }
    let edges = gridEdges(container)
    return first ? edges.first : edges.last
  }

  /// A box, or the next sibling in flow of a float. Floats have no names of pages and stay with what follows them, at
  /// most 64 siblings away.
  func followingInFlow(_ box: BoxID) -> BoxID {
    var box = box
    for _ in 0..<64 {
      guard isFloat(box) || isOutOfFlow(box), case let next = tree[box].nextSibling, !next.isNone else { break }
      box = next
    }
    return box
  }

  /// Whether a box is in the flow of the root, or in a positioned box that stays where it would be in flow. Elsewhere
  /// `page` has no effect (css-page-3 §6.2).
  private func isInPageFlow(_ box: BoxID) -> Bool {
    var ancestor = tree[box].parent
    while !ancestor.isNone {
      if isFloat(ancestor) || (isOutOfFlow(ancestor) && !staysInPlace(ancestor)) { return false }
      ancestor = tree[ancestor].parent
    }
    return true
  }

  /// Whether an absolutely positioned box has its static position in the direction of pages.
  private func staysInPlace(_ box: BoxID) -> Bool {
    let style = self[box].box
    return style.position == .absolute && style.inset.top == .auto && style.inset.bottom == .auto
  }

  /// The page name of the content that follows a break.
  func pageName(after token: BreakToken) -> String? {
    let place = token.innermost
    if case .rows(let position) = place.position { return pageName(startOf: grid(place.box).rows[position.row].box) }
    return pageName(startOf: followingInFlow(place.box))
  }

  /// The page name at the start of a box: that of the first descendant that specifies one.
  func pageName(startOf box: BoxID) -> String? {
    guard tree.usesNamedPages, !box.isNone else { return nil }
    var name = usedPageName(box)
    guard namesPages(box) else { return name }
    var box = box
    while holdsBlocks(box), case let first = firstInFlow(box), !first.isNone {
      box = first
      if let own = self[box].box.pageName { name = own }
    }
    return name
  }

  /// The page name at the end of a box: that of the last descendant that specifies one.
  func pageName(endOf box: BoxID) -> String? {
    var name = usedPageName(box)
    guard namesPages(box) else { return name }
    var box = box
    while holdsBlocks(box), case let last = lastInFlow(box), !last.isNone {
      box = last
      if let own = self[box].box.pageName { name = own }
    }
    return name
  }

  /// The first child in flow, in the order of items in flex and grid containers.
  private func firstInFlow(_ box: BoxID) -> BoxID {
    if isFlex(box) || isGrid(box) { return orderedItems(of: box).first ?? .none }
    return firstChildInFlow(box)
  }

  /// The last child in flow, in the order of items in flex and grid containers.
  private func lastInFlow(_ box: BoxID) -> BoxID {
    if isFlex(box) || isGrid(box) { return orderedItems(of: box).last ?? .none }
    return lastChildInFlow(box)
  }

  private func firstChildInFlow(_ box: BoxID) -> BoxID {
    tree.children(of: box).first {
      !isOutOfFlow($0) && !isFloat($0) && tree[$0].kind != .column && tree[$0].kind != .columnGroup
    } ?? .none
  }

  private func lastChildInFlow(_ box: BoxID) -> BoxID {
    let last = tree[box].lastChild
    guard !last.isNone, isOutOfFlow(last) || isFloat(last) else { return last }
    var found = BoxID.none
    for child in tree.children(of: box) where !isOutOfFlow(child) && !isFloat(child) { found = child }
    return found
  }

  /// The used value of `page` (css-page-3 §6.2): that of the nearest ancestor it applies to.
  private func usedPageName(_ box: BoxID) -> String? {
    var box = box
    while !box.isNone {
      if let name = self[box].box.pageName, namesPages(box) { return name }
      box = tree[box].parent
    }
    return nil
  }

  /// Whether `page` applies to a box, that is, if it has class A break points with its siblings (css-break-3 §4.1).
  private func namesPages(_ box: BoxID) -> Bool {
    if isOutOfFlow(box) || isFloat(box) { return false }
    let parent = tree[box].parent
    return parent.isNone || holdsBlocks(parent)
  }

  /// Whether the children of a box are blocks, items or rows, whose names of pages propagate to it (css-page-3 §6.2).
  /// The cells of a row name pages as in browsers.
  private func holdsBlocks(_ box: BoxID) -> Bool {
    switch tree[box].kind {
    case .table, .rowGroup, .headerGroup, .footerGroup, .row: return true
    // In columns, names of pages have no effect.
    case .block, .cell, .caption: return !tree[box].hasLines && !isMulticol(box) && !isMonolithic(box)
    default: return false
    }
  }
}
