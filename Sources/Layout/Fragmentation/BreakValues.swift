import Style

/// The values of `break-before`, `break-after` and `page` between boxes (css-break-3 §3.1, css-page-3 §6.2).
extension Flow {
  /// What the siblings on both sides of a class A break point ask for.
  func breakBetween(_ previous: BoxID, _ next: BoxID) -> BoxStyle.Break {
    let after = previous.isNone ? [] : breaksAtEnd(of: previous)
    let value = combine(after, breaksAtStart(of: next))
    if !value.isForced, tree.usesNamedPages, !previous.isNone, pageName(endOf: previous) != pageName(startOf: next) { return .page }
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
      box = tree[box].lastChild
    }
    return values
  }

  /// The page name at the start of a box: that of its first descendant that has one of its own.
  func pageName(startOf box: BoxID) -> String? {
    guard tree.usesNamedPages, !box.isNone else { return nil }
    var name = inheritedPageName(box)
    var box = box
    while true {
      if let own = self[box].box.pageName { name = own }
      guard tree[box].kind == .block, !tree[box].hasLines,
        let first = tree.children(of: box).first(where: { !isOutOfFlow($0) && !isFloat($0) })
      else { return name }
      box = first
    }
  }

  private func pageName(endOf box: BoxID) -> String? {
    var name = inheritedPageName(box)
    var box = box
    while true {
      if let own = self[box].box.pageName { name = own }
      guard tree[box].kind == .block, !tree[box].hasLines, !tree[box].lastChild.isNone else { return name }
      box = tree[box].lastChild
    }
  }

  private func inheritedPageName(_ box: BoxID) -> String? {
    var parent = tree[box].parent
    while !parent.isNone {
      if let name = self[parent].box.pageName { return name }
      parent = tree[parent].parent
    }
    return nil
  }
}
