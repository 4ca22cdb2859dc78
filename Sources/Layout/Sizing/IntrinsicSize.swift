import Style

/// The smallest and the preferred content width of a box (css-sizing-3 §5), px.
struct IntrinsicSize {
  var min = 0.0
  var max = 0.0
}

extension Flow {
  /// A box's intrinsic content widths, measured once.
  mutating func intrinsicSize(_ box: BoxID) -> IntrinsicSize {
    if let known = intrinsicSizes[box] { return known }
    guard stack.hasRoom else { return IntrinsicSize() }
    var size: IntrinsicSize
    switch tree[box].kind {
    case .replaced:
      let content = replacedSize(box, edges: usedEdges(tree[box].style, containerWidth: 0), space: BlockSpace(width: 0), isMeasuring: true)
      size = IntrinsicSize(min: content.width, max: content.width)
    case .table: size = tableIntrinsicSize(box)
    case .block where isFlex(box): size = flexIntrinsicSize(box)
    case .block where isGrid(box): size = gridIntrinsicSize(box)
    case _ where isMulticol(box): size = columnsIntrinsicSize(box)
    default: size = contentIntrinsicSize(box)
    }
    if self[box].box.containsSize { size = IntrinsicSize() }
    intrinsicSizes[box] = size
    return size
  }

  /// The intrinsic content widths of a block container's lines or blocks.
  mutating func contentIntrinsicSize(_ box: BoxID) -> IntrinsicSize {
    tree[box].hasLines ? linesIntrinsicSize(box) : blocksIntrinsicSize(box)
  }

  /// What a box adds to its container's intrinsic widths: its margin box, with its own width where it has one.
  mutating func contribution(of box: BoxID) -> IntrinsicSize {
    let edges = usedEdges(tree[box].style, containerWidth: 0)
    let style = self[box].box
    let space = BlockSpace(width: 0)
    var size: IntrinsicSize
    if case .length(let length) = style.width, !length.hasPercent, tree[box].kind != .table,
      let width = contentWidth(box, style.width, edges: edges, space: space)
    {
      size = IntrinsicSize(min: width, max: width)
    } else {
      size = intrinsicSize(box)
      if case .length(let length) = style.width, length.hasPercent, tree[box].kind == .replaced { size.min = 0 }
    }
    if case .length(let length) = style.maxWidth {
      if !length.hasPercent, let most = contentWidth(box, style.maxWidth, edges: edges, space: space) {
        size.min = Swift.min(size.min, most)
        size.max = Swift.min(size.max, most)
      } else if length.hasPercent, tree[box].kind == .replaced {
        size.min = 0
      }
    }
    if case .length(let length) = style.minWidth, !length.hasPercent,
      let least = contentWidth(box, style.minWidth, edges: edges, space: space)
    {
      size.min = Swift.max(size.min, least)
      size.max = Swift.max(size.max, least)
    }
    let outside = edges.left + edges.right + edges.margin.left + edges.margin.right
    return IntrinsicSize(min: Swift.max(0, size.min + outside), max: Swift.max(0, size.max + outside))
  }

  /// The shrink-to-fit content width (CSS 2.2 §10.3.5).
  mutating func shrinkToFit(_ box: BoxID, available: Double) -> Double {
    let size = intrinsicSize(box)
    return Swift.max(size.min, Swift.min(size.max, Swift.max(0, available)))
  }

  private mutating func blocksIntrinsicSize(_ box: BoxID) -> IntrinsicSize {
    var size = IntrinsicSize()
    var floated = 0.0
    for child in Array(tree.children(of: box)) {
      let style = self[child].box
      if style.position == .absolute || style.position == .fixed || isSpanner(child) { continue }
      let part = contribution(of: child)
      size.min = Swift.max(size.min, part.min)
      if style.float == .left || style.float == .right {
        if style.clear != .none { floated = 0 }
        floated += part.max
        size.max = Swift.max(size.max, floated)
      } else {
        if style.clear != .none { floated = 0 }
        // Lines and independent formatting contexts stand beside the floats.
        let isBeside = tree[child].isAnonymous && tree[child].hasLines || establishesContext(child)
        size.max = Swift.max(size.max, isBeside ? floated + part.max : part.max)
        if !isBeside || part.max > 0 { floated = 0 }
      }
    }
    return size
  }

  private mutating func linesIntrinsicSize(_ box: BoxID) -> IntrinsicSize {
    let inline = tree[box].inline
    measureInlineBoxes(inline, width: 0)
    let shaped = shape(inline)
    let style = self[tree.inlines[Int(inline)].rootStyle].text
    var size = IntrinsicSize()
    var line = Swift.max(0, style.textIndent.resolve(against: 0))
    var trailing = 0.0
    var floated = 0.0
    for word in shaped.words {
      var extra = 0.0
      var extraMin = 0.0
      for index in word.items {
        let item = tree.inlines[Int(inline)].items[Int(index)]
        switch item.kind {
        case .text, .outOfFlow: continue
        case .open: extra += tree.inlines[Int(inline)].metrics[Int(item.box)].startEdge
        case .close: extra += tree.inlines[Int(inline)].metrics[Int(item.box)].endEdge
        case .atomic:
          let part = contribution(of: item.object)
          extra += part.max
          extraMin += part.min - part.max
        case .float:
          let part = contribution(of: item.object)
          size.min = Swift.max(size.min, part.min)
          floated += part.max
        }
      }
      let width = word.width + extra + (word.hasTab ? tabWidth(inline) : 0)
      let least = word.breaksAnywhere && style.overflowWrap == .anywhere ? widestCluster(word, inline) : width + extraMin
      size.min = Swift.max(size.min, least)
      line += trailing + width
      trailing = word.space
      if word.endsLine {
        size.max = Swift.max(size.max, line + floated)
        line = 0
        trailing = 0
      }
    }
    size.max = Swift.max(size.max, line + floated, size.min)
    return size
  }

  private func widestCluster(_ word: Word, _ inline: UInt32) -> Double {
    guard let shaped = tree.inlines[Int(inline)].shaped else { return word.width }
    let text = texts[Int(shaped.text)]
    var widest = 0.0
    var start = word.bytes.lowerBound
    while start < word.spaceStart {
      var end = start + 1
      while end < word.spaceStart, !text.boundaries[Int(end)].contains(.grapheme) { end += 1 }
      widest = Swift.max(widest, text.width(of: start..<end))
      start = end
    }
    return widest
  }
}
