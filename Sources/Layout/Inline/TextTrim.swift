import Style

/// What is trimmed of the first and last line of a block container, px (`text-box-trim`, css-inline-3 §6.2); nil if
/// nothing is.
struct TextTrim {
  /// The distance from the edge of the text, which becomes the start of the content, to the baseline of the first line.
  var over: Double?
  /// The distance from the baseline of the last line to the edge of the text, which becomes the end of the content.
  var under: Double?
  /// The distance from the upper edge of a line of the root inline box to its baseline.
  var above = 0.0

  /// The distance above the start of the content at which the first line begins, px.
  var start: Double { over.map { above - $0 } ?? 0 }
}

extension LayoutContext {
  /// Whether the lines of a box are the first or last ones of a container that trims them.
  mutating func textTrim(of box: BoxID) -> TextTrim {
    var trim = TextTrim()
    guard tree.trimsText else { return trim }
    let (start, end) = trimmedSides(of: box)
    guard start || end else { return trim }
    let inline = Int(tree[box].inline)
    var first = inline
    if tree.inlines[inline].firstLine != Box.absent {
      first = Int(tree.inlines[inline].firstLine)
      measureInlineBoxes(UInt32(first), width: 0)
    }
    let style = tree.inlines[first].rootStyle
    let metrics = tree.inlines[first].metrics[tree.inlines[first].boxes.count]
    if start {
      trim.above = metrics.above
      trim.over = overEdge(of: style, metrics)
    }
    if end {
      let own = tree.inlines[inline].metrics[tree.inlines[inline].boxes.count]
      trim.under = underEdge(of: tree.inlines[inline].rootStyle, own)
    }
    return trim
  }

  /// The distance from the upper edge of text to its baseline, px (`text-box-edge`, css-inline-3 §6.1).
  private mutating func overEdge(of style: StyleID, _ metrics: InlineMetrics) -> Double {
    switch self[style].text.boxEdge.over {
    case .text: metrics.ascent
    case .cap: shaper.metrics(font(style)).capHeight
    case .ex: shaper.metrics(font(style)).xHeight
    }
  }

  /// The distance from the baseline of text to its lower edge, px.
  private func underEdge(of style: StyleID, _ metrics: InlineMetrics) -> Double {
    self[style].text.boxEdge.under == .text ? metrics.descent : 0
  }

  /// The content area of an inline box: the distances of its edges above and below its baseline, px. `text-box-trim`
  /// trims it, but not the extent of the box in the line.
  mutating func contentArea(of style: StyleID, _ metrics: InlineMetrics) -> (above: Double, below: Double) {
    let trim = self[style].box.textBoxTrim
    return (
      trim.contains(.start) ? overEdge(of: style, metrics) : metrics.ascent,
      trim.contains(.end) ? underEdge(of: style, metrics) : metrics.descent
    )
  }

  /// Follows the containers for whose first or last formatted line the box may hold, up to one with a border or padding
  /// in between.
  private mutating func trimmedSides(of box: BoxID) -> (start: Bool, end: Bool) {
    var (isFirst, isLast) = (true, true)
    var (start, end) = (false, false)
    var current = box
    while true {
      let trim = self[current].box.textBoxTrim
      if isFirst, trim.contains(.start) { start = true }
      if isLast, trim.contains(.end) { end = true }
      let parent = tree[current].parent
      guard !parent.isNone, tree[parent].kind == .block, tree[current].kind == .block, !isFlex(parent), !isGrid(parent),
        !isFloat(current), !isOutOfFlow(current)
      else { return (start, end) }
      let edges = usedEdges(tree[current].style, containerWidth: 0)
      let ends = linesAtEnds(of: parent)
      isFirst = isFirst && edges.top == 0 && ends.first == current
      isLast = isLast && edges.bottom == 0 && ends.last == current
      guard isFirst || isLast else { return (start, end) }
      current = parent
    }
  }

  /// The first and last child in flow. An element without lines is not skipped (css-inline-3 §6.2), but the empty lines
  /// around a block in an inline box are.
  private mutating func linesAtEnds(of parent: BoxID) -> (first: BoxID, last: BoxID) {
    if let known = caches.linesAtEnds[parent] { return known }
    let children = tree.children(of: parent).filter { !isFloat($0) && !isOutOfFlow($0) && !isEmptyLine($0) }
    let ends = (first: children.first ?? .none, last: children.last ?? .none)
    caches.linesAtEnds[parent] = ends
    return ends
  }

  /// Whether an anonymous box has no content.
  private func isEmptyLine(_ box: BoxID) -> Bool {
    guard tree[box].isAnonymous, tree[box].hasLines else { return false }
    let content = tree.inlines[Int(tree[box].inline)]
    return !content.hasText && !content.items.contains { $0.kind == .atomic }
  }
}
