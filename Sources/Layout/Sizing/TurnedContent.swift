import Style

/// The contents of boxes that are turned (css-writing-modes-4 §7.3).
extension LayoutContext {
  /// The turn of a replaced box's contents; nil for all other boxes.
  func turn(of box: BoxID) -> BoxTurn? {
    guard tree[box].kind == .replaced, case .turned(let turn) = tree.replaced[Int(tree[box].payload)].kind else {
      return nil
    }
    return turn
  }

  /// Whether the contents of a box are turned, so that it has no baseline for its container (css-align-3 §9.1).
  func hasTurnedContent(_ box: BoxID) -> Bool { !tree[box].firstChild.isNone && turn(of: tree[box].firstChild) != nil }

  /// Whether a fragment is that of a replaced box with turned contents.
  func hasTurnedContent(in fragment: FragmentID) -> Bool {
    let box = page.fragments[fragment].box
    return !box.isNone && turn(of: box) != nil
  }

  /// The box that turned contents belong to; any other box itself.
  func boxAround(turned box: BoxID) -> BoxID {
    let frame = tree[box].parent
    return tree[box].isAnonymous && !frame.isNone && turn(of: frame) != nil ? tree[frame].parent : box
  }

  /// Lays the contents out and adds them to the fragment of their box.
  mutating func layoutTurned(_ box: BoxID, _ turn: BoxTurn, size: Size, into fragment: FragmentID, _ mode: LayoutMode) {
    let child = tree[box].firstChild
    // Combined characters are compressed if they are wider than the square (css-writing-modes-4 §9.1.3).
    let length = isCombination(child) ? max(size.height, intrinsicSize(child).max) : size.height
    var space = ConstraintSpace(width: length)
    space.borderBoxWidth = length
    if fillsFrame(child) { space.borderBoxHeight = size.width }
    space.isContextRoot = true
    space.mode = mode
    let content = layout(child, space: space, from: nil)
    guard content.fits else { return }
    if length > size.height {
      page.fragments[content.fragment].style = document.compressedStyle(tree[child].style, by: size.height / length)
    }
    if self[tree[child].style].text.vertical.isMirrored { mirror(content.fragment) }
    page.fragments.append(
      content.fragment, to: fragment, x: turn == .clockwise ? size.width : 0, y: turn == .clockwise ? 0 : size.height)
  }

  func isCombination(_ box: BoxID) -> Bool {
    self[box].text.vertical.combination != .none && !self[box].text.vertical.isVertical && tree[box].node.isNone
  }

  /// The part of the free height of a cell that is above its turned content: the lines are as long as the cell is high,
  /// and aligned by `text-align`. Returns nil for cells without turned content.
  func shareAboveTurnedContent(of cell: BoxID) -> Double? {
    guard !tree[cell].firstChild.isNone, let turn = turn(of: tree[cell].firstChild) else { return nil }
    let isRightToLeft = self[cell].text.direction == .rightToLeft
    let share =
      switch self[cell].text.textAlign {
      case .center: 0.5
      case .left: 0.0
      case .right: 1.0
      case .end: isRightToLeft ? 0.0 : 1.0
      default: isRightToLeft ? 1.0 : 0.0
      }
    return turn == .clockwise ? share : 1 - share
  }

  /// The space on the left of turned contents in a box that is wider, px: the first line is at the start of the box,
  /// those of cells and margin boxes by `vertical-align`. Negative if the contents of a box overflow at its left.
  func spaceLeftOfTurnedContent(_ box: BoxID, free: Double) -> Double {
    let outer = tree[box].parent
    guard !outer.isNone else { return 0 }
    let isMarginBox = tree[outer].parent.isNone && tree[outer].node.isNone
    let start = self[box].text.writingMode.runsRightToLeft ? free : 0
    guard tree[outer].kind == .cell || isMarginBox, free > 0 else { return start }
    return switch self[outer].box.verticalAlign {
    case .middle: free / 2
    case .bottom: free - start
    default: start
    }
  }

  /// Mirrors a page, and moves the root to the other side.
  /// - Parameter extent: px of the page in the direction of the blocks.
  mutating func mirrorPage(_ root: FragmentID, extent: Double) {
    page.fragments[root].y = extent - page.fragments[root].y - page.fragments[root].height
    mirror(root)
  }

  /// Mirrors a box: reverses the order of lines and blocks, which follow one another from left to right in
  /// `vertical-lr`.
  mutating func mirror(_ box: FragmentID) {
    let style = page.fragments[box].style
    if self[style].text.vertical.isFlipped {
      page.fragments[box].style = document.flippedStyle(style)
      let edges = page.fragments[box].edges
      page.fragments[box].edges = edges.subtracting([.top, .bottom])
      if edges.contains(.top) { page.fragments[box].edges.insert(.bottom) }
      if edges.contains(.bottom) { page.fragments[box].edges.insert(.top) }
    }
    if case .fragment(.fieldset(var border)) = page.fragments[box].content {
      border.isAtBottom.toggle()
      page.fragments[box].content = .fragment(.fieldset(border))
    }
    let owner = page.fragments[box].box
    let parts: MirroredParts =
      owner.isNone ? .lines : tree[owner].kind == .table ? .table : isMulticol(owner) ? .columns : .lines
    mirrorChildren(of: box, parts)
  }

  /// What fragments without a box are in one that is mirrored.
  private enum MirroredParts { case lines, table, columns }

  private mutating func mirrorChildren(of fragment: FragmentID, _ parts: MirroredParts) {
    let height = page.fragments[fragment].height
    var child = page.fragments[fragment].firstChild
    while !child.isNone {
      page.fragments[child].y = height - page.fragments[child].y - page.fragments[child].height
      mirrorContents(of: child, parts)
      child = page.fragments[child].nextSibling
    }
  }

  /// Mirrors a box, a column, a part of a table, or the boxes in a line.
  private mutating func mirrorContents(of fragment: FragmentID, _ parts: MirroredParts) {
    let box = page.fragments[fragment].box
    if !box.isNone {
      guard tree[box].kind != .replaced else { return }
      switch tree[box].kind {
      case .row, .rowGroup, .headerGroup, .footerGroup: mirrorChildren(of: fragment, .table)
      default: mirror(fragment)
      }
    } else if parts == .columns || holdsTable(fragment) {
      mirrorChildren(of: fragment, .lines)
    } else if parts == .table {
      let height = page.fragments[fragment].height
      switch page.fragments[fragment].content {
      case .layer(var area):
        area.y = height - area.y - area.height
        page.fragments[fragment].content = .layer(area: area)
      default: break
      }
      mirrorChildren(of: fragment, .table)
    } else {
      mirrorLine(fragment, above: 0, height: page.fragments[fragment].height)
    }
  }

  /// Mirrors the boxes in a line, and moves the places of boxes out of flow to the other side of the line.
  /// - Parameters:
  ///   - above: px from the top of the line to that of the fragment, which is the line or an inline box in it.
  ///   - height: that of the line.
  private mutating func mirrorLine(_ fragment: FragmentID, above: Double, height: Double) {
    var child = page.fragments[fragment].firstChild
    while !child.isNone {
      let entry = page.fragments[child]
      switch entry.content {
      case .outOfFlow, .alignedOutOfFlow: page.fragments[child].y = height - 2 * above - entry.y
      default:
        if entry.box.isNone, !holdsTable(child) {
          mirrorLine(child, above: above + entry.y, height: height)
        } else {
          mirrorContents(of: child, .lines)
        }
      }
      child = entry.nextSibling
    }
  }

  /// Whether a fragment contains a table and its captions.
  private func holdsTable(_ fragment: FragmentID) -> Bool {
    var child = page.fragments[fragment].firstChild
    while !child.isNone {
      let box = page.fragments[child].box
      if !box.isNone, tree[box].kind == .table { return true }
      child = page.fragments[child].nextSibling
    }
    return false
  }
}
