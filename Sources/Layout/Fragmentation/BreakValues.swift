import Style

/// The values of `break-before`, `break-after` and `page` between boxes (css-break-3 §3.1, css-page-3 §6.2).
extension Flow {
  /// What the siblings on both sides of a class A break point ask for.
  func breakBetween(_ previous: BoxID, _ next: BoxID) -> BoxStyle.Break {
    let after = previous.isNone ? [] : breaksAtEnd(of: previous)
    let value = combine(after, breaksAtStart(of: next))
    if !value.isForced, tree.usesNamedPages, !previous.isNone, pageName(endOf: previous) != pageName(startOf: next) {
      return .page
    }
    return value
  }

  /// The same, by what the values mean in the fragmentainer in progress.
  func combine(_ after: [BoxStyle.Break], _ before: [BoxStyle.Break]) -> BoxStyle.Break {
    if after.isEmpty, before.isEmpty { return .auto }
    return Self.combine(
      after.map { $0.value(inColumns: isInColumn) }, before.map { $0.value(inColumns: isInColumn) })
  }

  /// A forced break wins over `avoid`, and the later of two forced breaks over the earlier.
  static func combine(_ after: [BoxStyle.Break], _ before: [BoxStyle.Break]) -> BoxStyle.Break {
    let all = after + before
    if let forced = all.last(where: { $0.isForced && $0 != .page && $0 != .column }) { return forced }
    if all.contains(.page) { return .page }
    if all.contains(.column) { return .column }
    return all.contains(where: \.isAvoid) ? .avoidPage : .auto
  }

  /// A box's own value and those of its first descendants, which count as its own.
  func breaksAtStart(of box: BoxID) -> [BoxStyle.Break] {
    var values: [BoxStyle.Break] = []
    var box = box
    var isInside = false
    while !box.isNone {
      let value = self[box].box.breakBefore
      if value != .auto, !isInside || value != .column { values.append(value) }
      if tree[box].kind == .table { values += breaksOfRows(box, atStart: true).filter { !isInside || $0 != .column } }
      guard tree[box].kind == .block, !tree[box].hasLines else { break }
      // Column breaks inside a multi-column container are its own.
      isInside = isInside || isMulticol(box)
      box = tree.children(of: box).first { !isOutOfFlow($0) && !isFloat($0) } ?? .none
    }
    return values
  }

  func breaksAtEnd(of box: BoxID) -> [BoxStyle.Break] {
    var values: [BoxStyle.Break] = []
    var box = box
    var isInside = false
    while !box.isNone {
      let value = self[box].box.breakAfter
      if value != .auto, !isInside || value != .column { values.append(value) }
      if tree[box].kind == .table { values += breaksOfRows(box, atStart: false).filter { !isInside || $0 != .column } }
      guard tree[box].kind == .block, !tree[box].hasLines else { break }
      // Column breaks inside a multi-column container are its own.
      isInside = isInside || isMulticol(box)
      box = lastInFlow(box)
    }
    return values
  }

  /// The page name at the start of a box: that of its first descendant that has one of its own.
  func pageName(startOf box: BoxID) -> String? {
    guard tree.usesNamedPages, !box.isNone else { return nil }
    var name = usedPageName(box)
    guard namesPages(box) else { return name }
    var box = box
    while holdsBlocks(box), let first = tree.children(of: box).first(where: { !isOutOfFlow($0) && !isFloat($0) }) {
      box = first
      if let own = self[box].box.pageName { name = own }
    }
    return name
  }

  private func pageName(endOf box: BoxID) -> String? {
    var name = usedPageName(box)
    guard namesPages(box) else { return name }
    var box = box
    while holdsBlocks(box), case let last = lastInFlow(box), !last.isNone {
      box = last
      if let own = self[box].box.pageName { name = own }
    }
    return name
  }

  private func lastInFlow(_ box: BoxID) -> BoxID {
    let last = tree[box].lastChild
    guard !last.isNone, isOutOfFlow(last) || isFloat(last) else { return last }
    var found = BoxID.none
    for child in tree.children(of: box) where !isOutOfFlow(child) && !isFloat(child) { found = child }
    return found
  }

  /// The used value of `page` (css-page-3 §6.2): that of the nearest box that it applies to.
  private func usedPageName(_ box: BoxID) -> String? {
    var box = box
    while !box.isNone {
      if let name = self[box].box.pageName, namesPages(box) { return name }
      box = tree[box].parent
    }
    return nil
  }

  /// Whether `page` applies to a box: to one that makes class A break points with its siblings (css-break-3 §4.1).
  private func namesPages(_ box: BoxID) -> Bool {
    if isOutOfFlow(box) || isFloat(box) { return false }
    let parent = tree[box].parent
    return parent.isNone || tree[parent].kind == .cell || tree[parent].kind == .caption || holdsBlocks(parent)
  }

  /// Whether a box's children are blocks one below the other.
  private func holdsBlocks(_ box: BoxID) -> Bool {
    guard tree[box].kind == .block, !tree[box].hasLines else { return false }
    return switch self[box].box.display {
    case .flex, .inlineFlex, .grid, .inlineGrid: false
    default: true
    }
  }
}
