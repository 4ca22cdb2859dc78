import Markup
import Style

extension LaidOutDocument {
  /// The content boxes of the query containers (css-contain-3 §2), each on the first page that shows it.
  package var containerSizes: [NodeID: ContainerSize] {
    var sizes: [NodeID: ContainerSize] = [:]
    for page in pages {
      // The content widths of the boxes around a fragment, which percentages of its padding refer to.
      var open: [(end: UInt32, width: Double)] = []
      for (index, fragment) in page.fragments.enumerated() {
        while let last = open.last, last.end <= UInt32(index) { open.removeLast() }
        guard fragment.hasContentBox else { continue }
        let box = styles[Int(fragment.style.index)].box
        let size = box.contentSize(of: fragment.frame, in: open.last?.width ?? page.area.width)
        if fragment.subtreeEnd > UInt32(index) + 1 { open.append((fragment.subtreeEnd, size.width)) }
        guard box.containerType != .normal, box.canBeContainer, !fragment.node.isNone, sizes[fragment.node] == nil
        else { continue }
        sizes[fragment.node] = size
      }
    }
    return sizes
  }
}

extension Fragment {
  fileprivate var hasContentBox: Bool {
    switch content {
    case .box, .group, .fieldset: true
    default: false
    }
  }
}

extension BoxStyle {
  /// Tables and their parts, and inline boxes, have no size that is independent of their content (css-contain-2 §3.1).
  fileprivate var canBeContainer: Bool {
    switch display {
    case .block, .flowRoot, .listItem, .inlineBlock, .inlineBlockListItem, .tableCaption, .flex, .inlineFlex, .grid,
      .inlineGrid, .gridLanes, .inlineGridLanes:
      true
    default: false
    }
  }

  fileprivate func contentSize(of frame: Rect, in width: Double) -> ContainerSize {
    func edge(_ border: Double, _ padding: LengthPercentage) -> Double { border + padding.resolve(against: width) }
    let across = edge(borderWidth.left, padding.left) + edge(borderWidth.right, padding.right)
    let down = edge(borderWidth.top, padding.top) + edge(borderWidth.bottom, padding.bottom)
    return ContainerSize(width: max(0, frame.width - across), height: max(0, frame.height - down))
  }
}
