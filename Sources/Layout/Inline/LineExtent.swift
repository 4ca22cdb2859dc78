import Style

/// How high a line box is, and where its baseline stands (CSS 2.2 §10.8.1).
struct LineExtent {
  /// From the line's top to its baseline, and from there to its bottom.
  var above: Double
  var below: Double
  var height: Double { above + below }
  /// Baselines of the boxes that hang from the line's top or bottom, below the line's top.
  private var anchored: [UInt32: Double] = [:]
  /// The same for atomics, by their fragment.
  private var atomicTops: [FragmentID: Double] = [:]

  init(
    pieces: [LinePiece], metrics: ContiguousArray<InlineMetrics>, boxes: ContiguousArray<InlineBox>, flow: inout Flow,
    inline: UInt32
  ) {
    let root = metrics[boxes.count]
    above = root.above
    below = root.below
    var groups: [UInt32: (above: Double, below: Double, isBottom: Bool)] = [:]
    var edgeAligned: [(atomic: AtomicInline, isBottom: Bool)] = []
    var shifts: [(fragment: FragmentID, anchor: UInt32, top: Double)] = []
    for piece in pieces {
      if case .outOfFlow = piece.kind { continue }
      var box = piece.box
      while box != InlineItem.root {
        let own = metrics[Int(box)]
        note(above: own.above - own.shift, below: own.below + own.shift, own.anchor, own.anchorsBottom, &groups)
        box = boxes[Int(box)].parent
      }
      if case .text(_, let ascent, let descent) = piece.kind {
        noteFace(ascent, descent, of: piece, metrics, &flow, inline, &groups)
      }
      guard case .atomic(let atomic) = piece.kind else { continue }
      let style = flow.fragments[atomic.fragment].style
      let parent = piece.box == InlineItem.root ? root : metrics[Int(piece.box)]
      let parentStyle =
        piece.box == InlineItem.root ? flow.tree.inlines[Int(inline)].rootStyle : boxes[Int(piece.box)].style
      let align = flow[style].box.verticalAlign
      if align == .top || align == .bottom {
        edgeAligned.append((atomic, align == .bottom))
        continue
      }
      let atomicBelow = atomic.height - atomic.baseline
      let shift =
        parent.shift
        + flow.baselineShift(
          align, above: atomic.baseline, below: atomicBelow, parent: parent, parentStyle: parentStyle,
          lineHeight: flow.lineHeight(style))
      note(above: atomic.baseline - shift, below: atomicBelow + shift, parent.anchor, parent.anchorsBottom, &groups)
      shifts.append((atomic.fragment, parent.anchor, shift - atomic.baseline))
    }
    growToHold(
      edgeAligned.map { ($0.atomic.height, $0.isBottom) } + groups.values.map { ($0.above + $0.below, $0.isBottom) })
    for (box, group) in groups { anchored[box] = group.isBottom ? height - group.below : group.above }
    for (atomic, isBottom) in edgeAligned { atomicTops[atomic.fragment] = isBottom ? height - atomic.height : 0 }
    for (fragment, anchor, top) in shifts {
      atomicTops[fragment] = (anchor == InlineItem.root ? above : anchored[anchor] ?? above) + top
    }
  }

  private mutating func note(
    above: Double, below: Double, _ anchor: UInt32, _ isBottom: Bool,
    _ groups: inout [UInt32: (above: Double, below: Double, isBottom: Bool)]
  ) {
    guard anchor != InlineItem.root else {
      self.above = max(self.above, above)
      self.below = max(self.below, below)
      return
    }
    let old = groups[anchor] ?? (above, below, isBottom)
    groups[anchor] = (max(old.above, above), max(old.below, below), isBottom)
  }

  /// Text in another face than the box's first one: `line-height: normal` holds that one too (CSS 2.2 §10.8.1).
  private mutating func noteFace(
    _ ascent: Double, _ descent: Double, of piece: LinePiece, _ metrics: ContiguousArray<InlineMetrics>,
    _ flow: inout Flow,
    _ inline: UInt32, _ groups: inout [UInt32: (above: Double, below: Double, isBottom: Bool)]
  ) {
    let own = metrics[piece.box == InlineItem.root ? metrics.count - 1 : Int(piece.box)]
    let marks = flow.emphasisHeight(flow.tree.inlines[Int(inline)].style(of: piece.box))
    if marks.above + marks.below > 0 {
      note(
        above: own.ascent + marks.above - own.shift, below: own.descent + marks.below + own.shift, own.anchor,
        own.anchorsBottom, &groups)
    }
    guard ascent.rounded() > own.ascent || descent.rounded() > own.descent else { return }
    let style = flow.tree.inlines[Int(inline)].style(of: piece.box)
    guard flow[style].text.lineHeight == .normal else { return }
    note(
      above: ascent.rounded() - own.shift, below: descent.rounded() + own.shift, own.anchor, own.anchorsBottom, &groups)
  }

  /// Boxes at the top make the line grow downwards, boxes at the bottom upwards.
  private mutating func growToHold(_ aligned: [(height: Double, isBottom: Bool)]) {
    for (needed, isBottom) in aligned where needed > height {
      if isBottom { above += needed - height } else { below += needed - height }
    }
  }

  /// The baseline of an inline box, below the line's top.
  func baseline(of box: UInt32, _ metrics: InlineMetrics) -> Double {
    metrics.anchor == InlineItem.root ? above + metrics.shift : (anchored[metrics.anchor] ?? above) + metrics.shift
  }

  /// The top margin edge of an atomic inline, below the line's top.
  func top(of atomic: AtomicInline, piece: LinePiece, _ metrics: InlineMetrics) -> Double {
    atomicTops[atomic.fragment] ?? above - atomic.baseline
  }
}
