import Style

/// The height of a line box and its baseline (CSS 2.2 §10.8.1).
///
/// In quirks mode and limited-quirks mode, only inline boxes that have text directly, or a border or padding at their
/// start, count with their own height (Quirks Mode Standard §3.3, §3.4), but in lines of list items.
struct LineExtent {
  /// The distances from the line's top to its baseline, and from there to its bottom.
  var above: Double
  var below: Double
  var height: Double { above + below }
  /// The baselines of boxes aligned to the top or bottom of the line, from its top.
  private var anchored: [UInt32: Double] = [:]
  /// The tops of atomic inlines, by fragment.
  private var atomicTops: [FragmentID: Double] = [:]

  init(
    pieces: [LinePiece], metrics: ContiguousArray<InlineMetrics>, boxes: ContiguousArray<InlineBox>,
    context: inout LayoutContext,
    inline: UInt32, ignoresStrut: Bool
  ) {
    let root = metrics[boxes.count]
    above = ignoresStrut ? -.infinity : root.above
    below = ignoresStrut ? -.infinity : root.below
    var parts = Parts()
    for piece in pieces {
      if case .outOfFlow = piece.kind { continue }
      let isText = ignoresStrut && context.isText(piece)
      if isText, piece.box == InlineItem.root {
        include(above: root.above, below: root.below, root.anchor, false, &parts.groups)
      }
      var box = piece.box
      while box != InlineItem.root {
        let own = metrics[Int(box)]
        if !ignoresStrut || isText && box == piece.box || piece.isStart && own.hasStartPadding {
          include(
            above: own.above - own.shift, below: own.below + own.shift, own.anchor, own.anchorsBottom, &parts.groups)
        }
        box = boxes[Int(box)].parent
      }
      switch piece.kind {
      case .text(_, let ascent, let descent):
        includeFace(ascent, descent, of: piece, metrics, &context, inline, &parts.groups)
      case .atomic(let atomic):
        let isAtRoot = piece.box == InlineItem.root
        include(
          atomic, in: isAtRoot ? root : metrics[Int(piece.box)],
          parentStyle: isAtRoot ? context.tree.inlines[Int(inline)].rootStyle : boxes[Int(piece.box)].style, &context,
          &parts)
      default: break
      }
    }
    if above == -.infinity { (above, below) = (0, 0) }
    place(parts)
  }

  /// What can be placed when the height of the line is known.
  private struct Parts {
    /// The extents of the boxes aligned to the top or bottom, with what is in them.
    var groups: [UInt32: (above: Double, below: Double, isBottom: Bool)] = [:]
    /// The atomic inlines aligned to the top or bottom.
    var edgeAligned: [(atomic: AtomicInline, isBottom: Bool)] = []
    /// The other atomic inlines, with their tops below the baseline of the root or of the box `anchor`.
    var shifts: [(fragment: FragmentID, anchor: UInt32, top: Double)] = []
  }

  private mutating func include(
    _ atomic: AtomicInline, in parent: InlineMetrics, parentStyle: StyleID, _ context: inout LayoutContext,
    _ parts: inout Parts
  ) {
    let style = context.page.fragments[atomic.fragment].style
    let align = context[style].box.verticalAlign
    guard align != .top, align != .bottom else { return parts.edgeAligned.append((atomic, align == .bottom)) }
    let below = atomic.height - atomic.baseline
    let shift =
      parent.shift
      + context.baselineShift(
        align, above: atomic.baseline, below: below, parent: parent, parentStyle: parentStyle,
        lineHeight: context.lineHeight(style))
    include(above: atomic.baseline - shift, below: below + shift, parent.anchor, parent.anchorsBottom, &parts.groups)
    parts.shifts.append((atomic.fragment, parent.anchor, shift - atomic.baseline))
  }

  private mutating func place(_ parts: Parts) {
    growToHold(
      parts.edgeAligned.map { ($0.atomic.height, $0.isBottom) }
        + parts.groups.sorted { $0.key < $1.key }.map { ($0.value.above + $0.value.below, $0.value.isBottom) })
    for (box, group) in parts.groups { anchored[box] = group.isBottom ? height - group.below : group.above }
    for (atomic, isBottom) in parts.edgeAligned { atomicTops[atomic.fragment] = isBottom ? height - atomic.height : 0 }
    for (fragment, anchor, top) in parts.shifts {
      atomicTops[fragment] = (anchor == InlineItem.root ? above : anchored[anchor] ?? above) + top
    }
  }

  private mutating func include(
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

  /// Includes the extent of text in a fallback font, if `line-height` is `normal` (CSS 2.2 §10.8.1).
  private mutating func includeFace(
    _ ascent: Double, _ descent: Double, of piece: LinePiece, _ metrics: ContiguousArray<InlineMetrics>,
    _ context: inout LayoutContext,
    _ inline: UInt32, _ groups: inout [UInt32: (above: Double, below: Double, isBottom: Bool)]
  ) {
    let own = metrics[piece.box == InlineItem.root ? metrics.count - 1 : Int(piece.box)]
    let marks = context.emphasisHeight(context.tree.inlines[Int(inline)].style(of: piece.box))
    if marks.above + marks.below > 0 {
      include(
        above: own.ascent + marks.above - own.shift, below: own.descent + marks.below + own.shift, own.anchor,
        own.anchorsBottom, &groups)
    }
    guard ascent.rounded() > own.ascent || descent.rounded() > own.descent else { return }
    let style = context.tree.inlines[Int(inline)].style(of: piece.box)
    guard context[style].text.lineHeight == .normal else { return }
    var (above, below) = (ascent.rounded(), descent.rounded())
    if context[style].text.vertical.isCentred {
      let height = above + below
      (above, below) = (height - (height / 2).rounded(.down), (height / 2).rounded(.down))
    }
    include(above: above - own.shift, below: below + own.shift, own.anchor, own.anchorsBottom, &groups)
  }

  /// Top-aligned boxes extend the line downwards, bottom-aligned boxes upwards. The highest one is first as in
  /// browsers, so that the others fit.
  private mutating func growToHold(_ aligned: [(height: Double, isBottom: Bool)]) {
    var first: (height: Double, isBottom: Bool)?
    for box in aligned where box.height > first?.height ?? height { first = box }
    guard let first else { return }
    if first.isBottom { above += first.height - height } else { below += first.height - height }
  }

  /// The baseline of an inline box, from the top of the line.
  func baseline(of box: UInt32, _ metrics: InlineMetrics) -> Double {
    metrics.anchor == InlineItem.root ? above + metrics.shift : (anchored[metrics.anchor] ?? above) + metrics.shift
  }

  /// The top margin edge of an atomic inline, from the top of the line.
  func top(of atomic: AtomicInline, piece: LinePiece, _ metrics: InlineMetrics) -> Double {
    atomicTops[atomic.fragment] ?? above - atomic.baseline
  }
}

extension LayoutContext {
  /// Whether a piece is text, or a box that was made for text, such as that of ruby or of combined characters.
  fileprivate func isText(_ piece: LinePiece) -> Bool {
    guard case .atomic(let atomic) = piece.kind else { return piece.isText }
    let box = page.fragments[atomic.fragment].box
    return !box.isNone && tree[box].node.isNone
  }
}
