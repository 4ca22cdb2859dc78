import Markup
import Style
import TextShaping

/// How tall an inline box is and where its baseline stands (CSS 2.2 §10.8), px.
struct InlineMetrics {
  /// The content area: the font's ascent and descent.
  var ascent, descent: Double
  /// With half the leading on each side: what the line box must hold.
  var above, below: Double
  /// From the root's baseline down to this box's; from the anchor's where there is one.
  var shift: Double
  /// The inline box with `vertical-align: top` or `bottom` that this one hangs from, itself included.
  var anchor: UInt32
  var anchorsBottom = false
  /// The edges at the box's start and end, 0 where it has none there.
  var startEdge, endEdge: Double
  /// The same where a line breaks the box and each part has its own.
  var clonedStart = 0.0
  var clonedEnd = 0.0
  /// It needs a fragment: it paints something, moves its content, or is a place that links name.
  var isPainted: Bool
}

extension Flow {
  /// Fills `InlineContent.metrics`; percentages are of `width`.
  mutating func measureInlineBoxes(_ inline: UInt32, width: Double) {
    guard tree.inlines[Int(inline)].metrics.isEmpty else { return }
    let content = tree.inlines[Int(inline)]
    var metrics: ContiguousArray<InlineMetrics> = []
    metrics.reserveCapacity(content.boxes.count + 1)
    let root = fontMetrics(content.rootStyle)
    var clones = false
    for box in content.boxes {
      let parent = box.parent == InlineItem.root ? root : metrics[Int(box.parent)]
      let parentStyle = box.parent == InlineItem.root ? content.rootStyle : content.boxes[Int(box.parent)].style
      var own = fontMetrics(box.style)
      let index = UInt32(metrics.count)
      own.anchor = parent.anchor
      own.anchorsBottom = parent.anchorsBottom
      switch self[box.style].box.verticalAlign {
      case .top, .bottom:
        own.anchor = index
        own.anchorsBottom = self[box.style].box.verticalAlign == .bottom
      case let align:
        own.shift =
          parent.shift
          + baselineShift(
            align, above: own.above, below: own.below, parent: parent, parentStyle: parentStyle,
            lineHeight: own.above + own.below)
      }
      let edges = usedEdges(box.style, containerWidth: width)
      let isRTL = self[box.style].text.direction == .rightToLeft
      let left = edges.margin.left + edges.left
      let right = edges.margin.right + edges.right
      if self[box.style].box.cloneDecoration {
        (own.clonedStart, own.clonedEnd) = isRTL ? (right, left) : (left, right)
        clones = clones || left != 0 || right != 0
      }
      if box.hasStart { own.startEdge = isRTL ? right : left }
      if box.hasEnd { own.endEdge = isRTL ? left : right }
      own.isPainted = isPainted(box)
      metrics.append(own)
    }
    metrics.append(root)
    tree.inlines[Int(inline)].metrics = metrics
    tree.inlines[Int(inline)].hasClonedEdges = clones
  }

  private mutating func fontMetrics(_ style: StyleID) -> InlineMetrics {
    let (ascent, descent, _) = lineMetrics(style)
    // As browsers do: the leading above is whole px, so that baselines stay on them.
    let leading = lineHeight(style) - (ascent + descent)
    let above = (leading / 2).rounded(.down)
    return InlineMetrics(
      ascent: ascent, descent: descent, above: ascent + above, below: descent + leading - above,
      shift: 0, anchor: InlineItem.root, startEdge: 0, endEdge: 0, isPainted: false)
  }

  /// How far below the parent's baseline an inline-level box's own baseline stands; `above` and `below` are its
  /// extents around that baseline. `top` and `bottom` wait for the line.
  mutating func baselineShift(
    _ align: BoxStyle.VerticalAlign, above: Double, below: Double, parent: InlineMetrics, parentStyle: StyleID,
    lineHeight: Double
  ) -> Double {
    switch align {
    case .baseline, .top, .bottom: return 0
    case .sub: return self[parentStyle].text.font.size / 5 + 1
    case .super: return -(self[parentStyle].text.font.size / 3 + 1)
    case .textTop: return above - parent.ascent
    case .textBottom: return parent.descent - below
    case .middle:
      let xHeight = shaper.metrics(font(parentStyle)).xHeight
      return (above - below) / 2 - xHeight / 2
    case .length(let length): return -length.resolve(against: lineHeight)
    }
  }

  private func isPainted(_ box: InlineBox) -> Bool {
    let style = box.style
    if self[style].paint.hasBackground || self[style].paint.opacity < 1 || self[style].paint.outlineStyle != .none
      || !self[style].paint.boxShadows.isEmpty || self[style].box.position != .static
    {
      return true
    }
    let border = self[style].box.borderWidth
    if border.top + border.right + border.bottom + border.left > 0 { return true }
    guard !box.node.isNone else { return false }
    return tree.watched.contains(box.node) || document.document.hasAttribute(box.node, .id)
      || document.document.hasAttribute(box.node, .name)
  }
}
