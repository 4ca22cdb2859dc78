import Style

/// Inline boxes with `box-decoration-break: clone` (css-break-3 §5.4): the part on each line has margin, border and
/// padding at both ends.
extension LayoutContext {
  /// The boxes with cloned edges that continue from the previous line, if the line starts with a given item;
  /// outermost first.
  func clonedBoxes(_ inline: UInt32, before item: Int) -> [UInt32] {
    let content = tree.inlines[Int(inline)]
    guard content.items.indices.contains(item) else { return [] }
    let first = content.items[item]
    return clonedBoxes(content, around: first.kind == .open ? content.boxes[Int(first.box)].parent : first.box)
  }

  /// The boxes with cloned edges that continue on the next line, if the line ends with a given item.
  func clonedBoxes(_ inline: UInt32, after item: Int) -> [UInt32] {
    let content = tree.inlines[Int(inline)]
    guard content.items.indices.contains(item) else { return [] }
    let last = content.items[item]
    return clonedBoxes(content, around: last.kind == .close ? content.boxes[Int(last.box)].parent : last.box)
  }

  private func clonedBoxes(_ content: InlineContent, around innermost: UInt32) -> [UInt32] {
    var boxes: [UInt32] = []
    var box = innermost
    while box != InlineItem.root {
      if self[content.boxes[Int(box)].style].box.cloneDecoration { boxes.append(box) }
      box = content.boxes[Int(box)].parent
    }
    return boxes.reversed()
  }

  /// The width of the cloned edges at the start of a line, px.
  func clonedStart(_ inline: UInt32, before item: Int) -> Double {
    clonedBoxes(inline, before: item).reduce(0) { $0 + tree.inlines[Int(inline)].metrics[Int($1)].clonedStart }
  }

  /// The width of the cloned edges at the end of a line, px.
  func clonedEnd(_ inline: UInt32, after item: Int) -> Double {
    clonedBoxes(inline, after: item).reduce(0) { $0 + tree.inlines[Int(inline)].metrics[Int($1)].clonedEnd }
  }

  /// Adds the cloned edges at both ends of a line's pieces, which are in logical order.
  func addClonedEdges(to pieces: inout [LinePiece], of line: Line, _ inline: UInt32) {
    guard !line.items.isEmpty else { return }
    let level = baseLevel(inline, at: line.start.byte)
    let opened = clonedBoxes(inline, before: line.items.lowerBound)
    for (index, box) in opened.enumerated() {
      pieces.insert(clonedEdge(of: box, isStart: true, level: level, inline), at: index)
    }
    for box in clonedBoxes(inline, after: line.items.upperBound - 1).reversed() {
      pieces.append(clonedEdge(of: box, isStart: false, level: level, inline))
    }
  }

  private func clonedEdge(of box: UInt32, isStart: Bool, level: UInt8, _ inline: UInt32) -> LinePiece {
    let metrics = tree.inlines[Int(inline)].metrics[Int(box)]
    return LinePiece(
      kind: .edge(isStart: isStart), box: box, width: isStart ? metrics.clonedStart : metrics.clonedEnd,
      level: level)
  }
}
