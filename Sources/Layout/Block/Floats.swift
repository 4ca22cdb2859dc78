import Style

/// The floats of one block formatting context (CSS 2.2 §9.5); coordinates are the context's.
struct FloatContext {
  private struct Float {
    var frame: Rect
    var isLeft: Bool
  }
  private var placed: ContiguousArray<Float> = []

  var isEmpty: Bool { placed.isEmpty }
  /// The lowest bottom margin edge of the floats on the sides that `clear` names.
  func bottom(_ clear: BoxStyle.Clear) -> Double? {
    guard clear != .none else { return nil }
    return placed.lazy.filter { clear.applies(to: $0.isLeft ? .left : .right) }.map(\.frame.maxY).max()
  }

  /// The top of the last float: a later one may not stand higher (rule 5).
  var lastTop: Double { placed.last?.frame.y ?? -.infinity }

  /// The left and right edge that floats leave at some height.
  func edges(at y: Double, height: Double = 0, left: Double, right: Double) -> (left: Double, right: Double) {
    var left = left
    var right = right
    let bottom = y + max(height, 0.001)
    for float in placed where float.frame.y < bottom && float.frame.maxY > y + 0.0005 {
      if float.isLeft { left = max(left, float.frame.maxX) } else { right = min(right, float.frame.x) }
    }
    return (left, right)
  }

  /// The next height at which a float ends.
  func nextEdge(below y: Double) -> Double? {
    placed.lazy.map(\.frame.maxY).filter { $0 > y + 0.0005 }.min()
  }

  mutating func add(_ frame: Rect, isLeft: Bool) { placed.append(Float(frame: frame, isLeft: isLeft)) }
}

extension BoxStyle.Clear {
  func applies(to float: BoxStyle.Float) -> Bool {
    switch self {
    case .none: false
    case .left: float == .left
    case .right: float == .right
    case .both: true
    }
  }
}

/// A float that is laid out but not placed.
struct FloatResult {
  var fragment: FragmentID
  var edges: UsedEdges
  var marginBox: Size
}

extension Flow {
  /// Lays a float out at its shrink-to-fit width; it is not broken over pages.
  mutating func layoutFloat(_ box: BoxID, space: BlockSpace) -> FloatResult {
    let (edges, result) = layoutShrunk(box, space: space)
    return FloatResult(
      fragment: result.fragment, edges: edges,
      marginBox: Size(
        width: edges.borderBoxWidth + edges.margin.left + edges.margin.right,
        height: result.height + edges.margin.top + edges.margin.bottom))
  }

  /// Lays out a box that takes its content's width: a float, an inline-block, an absolutely positioned box.
  mutating func layoutShrunk(_ box: BoxID, space: BlockSpace) -> (UsedEdges, BlockResult) {
    var edges = usedEdges(tree[box].style, containerWidth: space.width)
    var inner = BlockSpace(width: space.width, height: space.height)
    inner.isContextRoot = true
    if tree[box].kind == .replaced {
      edges.contentWidth = replacedSize(box, edges: edges, space: inner).width
      return (edges, layoutReplaced(box, space: inner))
    }
    let available = space.width - edges.margin.left - edges.margin.right - edges.left - edges.right
    let own = contentWidth(box, self[box].box.width, edges: edges, space: inner)
    let width = own ?? shrinkToFit(box, available: available)
    edges.contentWidth = constrainWidth(width, box, edges: edges, space: inner)
    inner.borderBoxWidth = edges.borderBoxWidth
    return (edges, layout(box, space: inner, from: nil))
  }

  /// Finds the place of a float and records it (CSS 2.2 §9.5.1); `left` and `right` are the containing block's
  /// content edges, all in context coordinates. Gives the border box's place.
  mutating func addFloat(_ float: FloatResult, box: BoxID, at top: Double, left: Double, right: Double) -> Point {
    let style = self[box].box
    var y = max(top, floats[floats.count - 1].lastTop)
    if style.clear != .none, let bottom = floats[floats.count - 1].bottom(style.clear) { y = max(y, bottom) }
    while true {
      let room = floats[floats.count - 1].edges(at: y, height: float.marginBox.height, left: left, right: right)
      let fits = float.marginBox.width <= room.right - room.left + PageSpace.tolerance
      if fits || (room.left <= left && room.right >= right) {
        let x = style.float == .left ? room.left : room.right - float.marginBox.width
        floats[floats.count - 1].add(
          Rect(x: x, y: y, width: float.marginBox.width, height: max(0, float.marginBox.height)), isLeft: style.float == .left)
        return Point(x: x + float.edges.margin.left, y: y + float.edges.margin.top)
      }
      guard let next = floats[floats.count - 1].nextEdge(below: y) else {
        y += 1
        continue
      }
      y = next
    }
  }

  /// Lays out an inline-block, image or inline table for its line.
  mutating func layoutAtomic(_ box: BoxID, space: BlockSpace) -> AtomicInline {
    let (edges, result) = layoutShrunk(box, space: space)
    let height = result.height + edges.margin.top + edges.margin.bottom
    // CSS 2.2 §10.8.1: an inline-block's baseline is its last line's, unless it has none or clips.
    let hasBaseline = tree[box].kind != .replaced && self[box].box.overflow == .visible
    let inner = tree[box].kind == .table ? result.firstBaseline : result.lastBaseline
    let baseline = hasBaseline ? inner.map { $0 + edges.margin.top } ?? height : height
    return AtomicInline(
      fragment: result.fragment, edges: edges, width: edges.borderBoxWidth + edges.margin.left + edges.margin.right,
      height: height, baseline: baseline)
  }
}
