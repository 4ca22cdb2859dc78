import Markup
import Style
import TextShaping

/// The height and baseline of an inline box (CSS 2.2 §10.8), px.
struct InlineMetrics {
  /// The content area: the font's ascent and descent.
  var ascent, descent: Double
  /// The extent that the line box must contain: the content area with half the leading on each side.
  var above, below: Double
  /// The distance from the root's baseline, or that of the anchor if there is one, down to the box's baseline.
  var shift: Double
  /// The nearest inline box with `vertical-align: top` or `bottom` that contains this one or is this one.
  var anchor: UInt32
  var anchorsBottom = false
  /// The edges at the start and end of the box; 0 if it is split there.
  var startEdge, endEdge: Double
  /// The edges at the start and end of each part of a box with cloned edges.
  var clonedStart = 0.0
  var clonedEnd = 0.0
  /// The box has a border or padding at its start.
  var hasStartPadding = false
  /// The box needs a fragment: it paints something, moves its content, or is a link target.
  var isPainted: Bool
}

extension LayoutContext {
  /// Sets `InlineContent.metrics`. Percentages refer to `width`.
  mutating func measureInlineBoxes(_ inline: UInt32, width: Double) {
    let known = tree.inlines[Int(inline)].measuredWidth ?? width
    guard tree.inlines[Int(inline)].metrics.isEmpty || known != width else { return }
    if tree.inlines[Int(inline)].boxes.isEmpty {
      tree.inlines[Int(inline)].metrics = rootMetrics(tree.inlines[Int(inline)].rootStyle)
      return
    }
    let content = tree.inlines[Int(inline)]
    var metrics: ContiguousArray<InlineMetrics> = []
    metrics.reserveCapacity(content.boxes.count + 1)
    let root = fontMetrics(content.rootStyle)
    var (clones, hasPercentages) = (false, false)
    for box in content.boxes {
      let isAtRoot = box.parent == InlineItem.root
      let own = inlineMetrics(
        of: box, UInt32(metrics.count), in: isAtRoot ? root : metrics[Int(box.parent)],
        parentStyle: isAtRoot ? content.rootStyle : content.boxes[Int(box.parent)].style, width: width, clones: &clones)
      if hasPercentageEdges(box.style) { hasPercentages = true }
      metrics.append(own)
    }
    metrics.append(root)
    tree.inlines[Int(inline)].metrics = metrics
    tree.inlines[Int(inline)].hasClonedEdges = clones
    if hasPercentages { tree.inlines[Int(inline)].detail.measuredWidth = width }
  }

  /// The metrics of one inline box.
  /// - Parameter clones: set if the edges of the box are cloned and visible or not 0.
  private mutating func inlineMetrics(
    of box: InlineBox, _ index: UInt32, in parent: InlineMetrics, parentStyle: StyleID, width: Double,
    clones: inout Bool
  ) -> InlineMetrics {
    var own = fontMetrics(box.style)
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
    own.isPainted = isPainted(box)
    if self[box.style].box.cloneDecoration {
      (own.clonedStart, own.clonedEnd) = isRTL ? (right, left) : (left, right)
      // Edges without a width have corners and shadows, too.
      clones = clones || left != 0 || right != 0 || own.isPainted
    }
    if box.hasStart {
      own.startEdge = isRTL ? right : left
      own.hasStartPadding = (isRTL ? edges.right : edges.left) > 0
    }
    if box.hasEnd { own.endEdge = isRTL ? left : right }
    return own
  }

  /// Whether margins or padding of a style are percentages.
  private func hasPercentageEdges(_ style: StyleID) -> Bool {
    func isPercentage(_ margin: MarginValue) -> Bool {
      if case .length(let length) = margin { length.hasPercent } else { false }
    }
    let (margin, padding) = (self[style].box.margin, self[style].box.padding)
    return [padding.left, padding.right, padding.top, padding.bottom].contains { $0.hasPercent }
      || isPercentage(margin.left) || isPercentage(margin.right)
  }

  /// The metrics of a content without inline boxes. Contents of one style share them.
  private mutating func rootMetrics(_ style: StyleID) -> ContiguousArray<InlineMetrics> {
    if let metrics = caches.rootMetrics[style] { return metrics }
    let metrics: ContiguousArray = [fontMetrics(style)]
    caches.rootMetrics[style] = metrics
    return metrics
  }

  private mutating func fontMetrics(_ style: StyleID) -> InlineMetrics {
    let (ascent, descent, _) = lineMetrics(style)
    // As in browsers, the leading above is whole px, which keeps baselines at whole px.
    let leading = lineHeight(style) - (ascent + descent)
    let above = (leading / 2).rounded(.down)
    return InlineMetrics(
      ascent: ascent, descent: descent, above: ascent + above, below: descent + leading - above,
      shift: 0, anchor: InlineItem.root, startEdge: 0, endEdge: 0, isPainted: false)
  }

  /// The shift of an inline-level box's baseline below that of its parent. `above` and `below` are its extents around
  /// its baseline. `top` and `bottom` are resolved with the line.
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
    case .baselineMiddle: return (above - below) / 2
    case .middle:
      let xHeight = shaper.metrics(font(parentStyle)).xHeight
      return (above - below) / 2 - xHeight / 2
    case .length(let length): return -length.resolve(against: lineHeight)
    }
  }

  private func isPainted(_ box: InlineBox) -> Bool {
    let style = box.style
    if self[style].paint.paintsInlineBox || self[style].box.position != .static { return true }
    let border = self[style].box.borderWidth
    if border.top + border.right + border.bottom + border.left > 0 { return true }
    guard !box.node.isNone else { return false }
    return tree.watched.contains(box.node) || document.document.hasAttribute(box.node, .id)
      || document.document.hasAttribute(box.node, .name)
  }
}
