import Style
import TextShaping

/// The fragments of a line and of the inline boxes in it.
extension LayoutContext {
  /// Adds the fragments of pieces to that of the line, inside the fragments of painted inline boxes.
  /// - Parameter space: that of the lines.
  mutating func place(
    _ pieces: [LinePiece], in container: FragmentID, from start: Double, extra: Double, extent: LineExtent, isRTL: Bool,
    _ inline: UInt32, space: ConstraintSpace
  ) {
    var x = start
    var open: [(box: UInt32, fragment: FragmentID)] = []
    var chain: [UInt32] = []
    for piece in pieces {
      paintedBoxes(around: piece.box, inline, into: &chain)
      var common = 0
      while common < open.count, common < chain.count, open[common].box == chain[common] { common += 1 }
      while open.count > common { closeBox(&open, at: x, inline, space: space) }
      for box in chain[common...] { openBox(box, &open, container: container, at: x, extent: extent, inline) }
      let parent = open.last?.fragment ?? container
      let width = piece.width + Double(piece.spaces) * extra
      let (originX, originY) = origin(of: open.map(\.fragment))
      let place = PiecePlace(
        inline: inline, line: container, parent: parent, innermost: open.last?.fragment, originX: originX,
        originY: originY, x: x, width: width)
      add(piece, at: place, extra: extra, extent: extent, isRTL: isRTL, space: space)
      x += width
    }
    while !open.isEmpty { closeBox(&open, at: x, inline, space: space) }
  }

  /// The painted inline boxes around a piece, outermost first.
  private func paintedBoxes(around box: UInt32, _ inline: UInt32, into chain: inout [UInt32]) {
    chain.removeAll(keepingCapacity: true)
    var box = box
    while box != InlineItem.root {
      if tree.inlines[Int(inline)].metrics[Int(box)].isPainted { chain.append(box) }
      box = tree.inlines[Int(inline)].boxes[Int(box)].parent
    }
    chain.reverse()
  }

  /// From the baseline of the box that decorates the text of an inline box down to that of the box, 1/16 px.
  func decorationShift(of box: UInt32, _ inline: UInt32) -> Int16 {
    let content = tree.inlines[Int(inline)]
    let own = content.metrics[Int(box)]
    let decorations = self[content.style(of: box)].text.decorations
    var decorating = box
    while decorating != InlineItem.root {
      let parent = content.boxes[Int(decorating)].parent
      guard self[content.style(of: parent)].text.decorations == decorations else { break }
      decorating = parent
    }
    guard !decorations.isEmpty, own.anchor == InlineItem.root else { return 0 }
    let shift = decorating == InlineItem.root ? 0 : content.metrics[Int(decorating)].shift
    return Int16(max(-30_000, min(30_000, ((own.shift - shift) * 16).rounded())))
  }

  private mutating func openBox(
    _ index: UInt32, _ open: inout [(box: UInt32, fragment: FragmentID)], container: FragmentID, at x: Double,
    extent: LineExtent, _ inline: UInt32
  ) {
    let box = tree.inlines[Int(inline)].boxes[Int(index)]
    let metrics = tree.inlines[Int(inline)].metrics[Int(index)]
    let edges = usedEdges(box.style, containerWidth: tree.inlines[Int(inline)].measuredWidth ?? 0)
    let area = contentArea(of: box.style, metrics)
    let top = extent.baseline(of: index, metrics) - area.above - edges.top
    var entry = FragmentArena.Entry(
      width: 0, height: area.above + area.below + edges.top + edges.bottom, style: box.style, node: box.node,
      box: .none, content: .fragment(.inlineBox))
    entry.link = box.link
    entry.edges = [.top, .bottom]
    let fragment = page.fragments.add(entry)
    let parent = open.last?.fragment ?? container
    let (originX, originY) = origin(of: open.map(\.fragment))
    page.fragments.append(fragment, to: parent, x: x - originX, y: top - originY)
    open.append((index, fragment))
  }

  private mutating func closeBox(
    _ open: inout [(box: UInt32, fragment: FragmentID)], at x: Double, _ inline: UInt32, space: ConstraintSpace
  ) {
    let (originX, _) = origin(of: open.map(\.fragment))
    let closed = open.removeLast()
    var width = x - originX
    let style = page.fragments[closed.fragment].style
    let edges = usedEdges(style, containerWidth: tree.inlines[Int(inline)].measuredWidth ?? 0)
    if page.fragments[closed.fragment].edges.contains(.right) { width -= edges.margin.right }
    if page.fragments[closed.fragment].edges.contains(.left) {
      width -= edges.margin.left
      page.fragments[closed.fragment].x += edges.margin.left
      page.fragments.moveChildren(of: closed.fragment, x: -edges.margin.left, y: 0)
    }
    page.fragments[closed.fragment].width = width
    moveIfRelative(closed.fragment, containerWidth: space.width, containerHeight: space.height)
  }

  private func origin(of chain: [FragmentID]) -> (Double, Double) {
    chain.reduce((0, 0)) { ($0.0 + page.fragments[$1].x, $0.1 + page.fragments[$1].y) }
  }

}
