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

  /// The size of turned contents as seen on the page: the width is the extent of the lines, the height their length.
  mutating func turnedSize(_ box: BoxID, space: ConstraintSpace) -> Size {
    let content = tree[box].firstChild
    let length =
      tree[content].isAnonymous
      ? lineLength(of: content, in: tree[box].parent, height: space.height) : turnedContainerWidth(content)
    var inner = ConstraintSpace(width: length)
    inner.borderBoxWidth = length
    return Size(width: measure(content, space: inner).height, height: length)
  }

  /// The width of a container that is turned as a whole, before the turn.
  private mutating func turnedContainerWidth(_ box: BoxID) -> Double {
    var space = ConstraintSpace(width: document.firstPageHeight)
    space.isContextRoot = true
    return tree[box].kind == .table
      ? columns(of: box, space: space).edges.borderBoxWidth : shrinkToFitEdges(box, space: space).borderBoxWidth
  }

  /// The length of the lines: the height of the box if it has one, or else that of the longest line, at most its greatest height or
  /// that of the page area.
  private mutating func lineLength(of content: BoxID, in box: BoxID, height: Double?) -> Double {
    let edges = usedEdges(tree[box].style, containerWidth: 0)
    let space = ConstraintSpace(width: 0)
    if let length = height ?? contentHeight(self[box].box.height, box, edges: edges, space: space) { return length }
    let most = min(greatestHeight(box, edges: edges, space: space), document.firstPageHeight)
    let size = intrinsicSize(content)
    return max(size.min, min(size.max, most))
  }

  /// Lays the contents out and adds them to the fragment of their box.
  mutating func layoutTurned(_ box: BoxID, _ turn: BoxTurn, size: Size, into fragment: FragmentID, _ mode: LayoutMode) {
    var space = ConstraintSpace(width: size.height)
    space.borderBoxWidth = size.height
    space.isContextRoot = true
    space.mode = mode
    let content = layout(tree[box].firstChild, space: space, from: nil)
    guard content.fits else { return }
    if self[tree[box].style].text.writingMode == .verticalLR { reverseBlocks(in: content.fragment) }
    page.fragments.append(
      content.fragment, to: fragment, x: turn == .clockwise ? size.width : 0, y: turn == .clockwise ? 0 : size.height)
  }

  /// The part of the free height of a cell that is above its turned content: the lines are as long as the cell is high, and aligned
  /// by `text-align`. Nil for cells without turned content.
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

  /// px on the left of turned contents in a box that is wider: the first line is at the start of the box, those of cells and
  /// margin boxes by `vertical-align`.
  func spaceLeftOfTurnedContent(_ box: BoxID, free: Double) -> Double {
    let outer = tree[box].parent
    let isMarginBox = tree[outer].parent.isNone && tree[outer].node.isNone
    let start = self[box].text.writingMode == .verticalRL ? free : 0
    guard tree[outer].kind == .cell || isMarginBox else { return start }
    return switch self[outer].box.verticalAlign {
    case .middle: free / 2
    case .bottom: free - start
    default: start
    }
  }

  /// Reverses the order of lines and blocks, which follow one another from left to right in `vertical-lr`.
  private mutating func reverseBlocks(in parent: FragmentID) {
    let edges = usedEdges(page.fragments[parent].style, containerWidth: page.fragments[parent].width)
    let present = page.fragments[parent].edges
    let extent =
      page.fragments[parent].height + (present.contains(.top) ? edges.top : 0)
      - (present.contains(.bottom) ? edges.bottom : 0)
    var child = page.fragments[parent].firstChild
    while !child.isNone {
      page.fragments[child].y = extent - page.fragments[child].y - page.fragments[child].height
      if isReversible(page.fragments[child].box) { reverseBlocks(in: child) }
      child = page.fragments[child].nextSibling
    }
  }

  private func isReversible(_ box: BoxID) -> Bool {
    !box.isNone && tree[box].kind != .replaced && !isMulticol(box)
  }
}
