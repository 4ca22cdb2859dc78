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
    let length = lineLength(of: content, in: tree[box].parent, height: space.height)
    var inner = ConstraintSpace(width: length)
    inner.borderBoxWidth = length
    return Size(width: measure(content, space: inner).height, height: length)
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
    page.fragments.append(
      content.fragment, to: fragment, x: turn == .clockwise ? size.width : 0, y: turn == .clockwise ? 0 : size.height)
  }
}
