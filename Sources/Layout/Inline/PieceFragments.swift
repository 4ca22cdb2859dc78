import Style
import TextShaping

/// Where a piece of a line is placed.
struct PiecePlace {
  let inline: UInt32
  /// The fragment of the line.
  let line: FragmentID
  /// The fragment to which that of the piece is added.
  let parent: FragmentID
  /// The fragment of the innermost painted inline box around the piece; nil if there is none.
  let innermost: FragmentID?
  /// The position of `parent` on the line, px.
  let originX, originY: Double
  /// The left edge of the piece on the line, and its width with justification, px.
  let x, width: Double
}

/// The fragments of the pieces of a line.
extension LayoutContext {
  mutating func add(
    _ piece: LinePiece, at place: PiecePlace, extra: Double, extent: LineExtent, isRTL: Bool, space: ConstraintSpace
  ) {
    let inline = Int(place.inline)
    let boxes = tree.inlines[inline].boxes
    let metrics = tree.inlines[inline].metrics[piece.box == InlineItem.root ? boxes.count : Int(piece.box)]
    switch piece.kind {
    case .text(var slice, let ascent, let descent):
      slice.justification = piece.spaces > 0 ? Float(extra) : 0
      slice.spread = spread(place.inline)
      if metrics.shift != 0 { slice.decorationShift = decorationShift(of: piece.box, place.inline) }
      let box = piece.box == InlineItem.root ? nil : boxes[Int(piece.box)]
      addText(
        slice, in: box, at: place, baseline: extent.baseline(of: piece.box, metrics), ascent: ascent, descent: descent)
    case .space: return
    case .edge(let isStart):
      let box = boxes[Int(piece.box)]
      guard let last = place.innermost, metrics.isPainted, piece.width != 0 || (isStart ? box.hasStart : box.hasEnd)
      else { return }
      let isRTL = self[page.fragments[last].style].text.direction == .rightToLeft
      page.fragments[last].edges.insert(isStart != isRTL ? .left : .right)
    case .atomic(let atomic):
      let top = extent.top(of: atomic, piece: piece, metrics)
      page.fragments.append(
        atomic.fragment, to: place.parent, x: place.x + atomic.edges.margin.left - place.originX,
        y: top + atomic.edges.margin.top - place.originY)
      moveIfRelative(atomic.fragment, containerWidth: space.width, containerHeight: space.height)
    case .outOfFlow(let box, let isAfterBreak):
      addPlaceholder(of: box, at: place, isAfterBreak: isAfterBreak, lineHeight: extent.height, isRTL: isRTL)
    }
  }

  /// Adds a piece of text, or a bullet instead of the text of a list marker.
  private mutating func addText(
    _ slice: TextSlice, in box: InlineBox?, at place: PiecePlace, baseline: Double, ascent: Double, descent: Double
  ) {
    var (ascent, descent) = (ascent, descent)
    if !tree.insideBullets.isEmpty, let box, let bullet = tree.insideBullets[box.style] {
      let entry = entry(of: bullet, box.style, baseline: baseline - place.originY)
      let start = self[box.style].text.direction == .rightToLeft ? place.x + place.width - entry.width : place.x
      return page.fragments.append(
        page.fragments.add(entry), to: place.parent, x: start - place.originX, y: entry.y)
    }
    let style = box?.style ?? tree.inlines[Int(place.inline)].rootStyle
    if self[style].text.vertical.isCentred {
      let height = ascent + descent
      descent = (height / 2).rounded(.down)
      ascent = height - descent
    }
    var entry = FragmentArena.Entry(
      width: place.width, height: ascent + descent, style: style, node: box?.node ?? .none, box: .none,
      content: .text(slice, ascent: ascent))
    entry.link = box?.link ?? Box.absent
    let x = place.x - place.originX
    page.fragments.append(page.fragments.add(entry), to: place.parent, x: x, y: baseline - ascent - place.originY)
    if self[style].text.emphasis.mark != nil {
      addEmphasis(
        of: slice, style: style, to: place.parent, x: x, baseline: baseline - place.originY, ascent: ascent,
        descent: descent)
    }
  }

  /// Adds the placeholder of a box out of flow at its static position.
  private mutating func addPlaceholder(
    of box: BoxID, at place: PiecePlace, isAfterBreak: Bool, lineHeight: Double, isRTL: Bool
  ) {
    // The static position of a block-level box is the start of the next line (CSS 2.2 §10.3.7).
    let isBlock = self[box].box.isOriginallyBlockLevel
    let end = page.fragments[place.line].width
    let isAfter = isAfterBreak || (isRTL ? place.x < end - 0.5 : place.x > 0.5)
    let isAtStart = isBlock || isAfterBreak
    let start =
      isBlock ? (isRTL ? end : 0) : emptyLineStart(tree.inlines[Int(place.inline)].rootStyle, from: 0, to: end)
    let x = isRTL ? 0 : isAtStart ? start : place.x
    let y = isAfterBreak || isBlock && isAfter ? lineHeight : 0
    let entry = FragmentArena.Entry(
      width: 0, height: 0, style: tree[box].style, node: tree[box].node, box: box,
      content: isRTL ? endPlaceholder(box, width: isAtStart ? start : place.x) : .outOfFlow)
    page.fragments.append(page.fragments.add(entry), to: place.parent, x: x - place.originX, y: y - place.originY)
  }
}
