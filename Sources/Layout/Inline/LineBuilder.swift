import Style
import TextShaping

/// A part of a line.
struct LinePiece {
  enum Kind {
    case text(TextSlice, ascent: Double, descent: Double)
    /// The start or end edge of an inline box.
    case edge(isStart: Bool)
    case atomic(AtomicInline)
    /// The static position of an absolutely positioned box.
    /// - Parameter isAfterBreak: the line ends with a forced break before it, so that it is at the start of the next
    ///   line.
    case outOfFlow(BoxID, isAfterBreak: Bool)
    /// Free space.
    case space
  }
  var kind: Kind
  /// The inline box that contains it (for an edge, the box itself).
  var box: UInt32
  var width: Double
  var level: UInt8
  /// The number of justification opportunities in it.
  var spaces = 0
  /// White space that hangs.
  var hangs = false

  /// Whether it is text, or a tab or forced break.
  var isText: Bool {
    switch kind {
    case .text, .space: true
    case .edge, .atomic, .outOfFlow: false
    }
  }

  /// Whether it makes its line higher: text or an atomic inline.
  var hasHeight: Bool {
    if case .atomic = kind { return true }
    return isText
  }

  /// Whether an inline box, or the root, contains it.
  func isInside(_ outer: UInt32, _ boxes: ContiguousArray<InlineBox>) -> Bool {
    var box = self.box
    while box != outer, box != InlineItem.root { box = boxes[Int(box)].parent }
    return box == outer
  }

  /// Whether it is the start edge of an inline box.
  var isStart: Bool { if case .edge(isStart: true) = kind { true } else { false } }

  /// Text without glyphs, such as bidi controls, which are not content of the boxes around them (UAX #9 X9).
  var isEmptyText: Bool {
    if case .text = kind { return width == 0 }
    return false
  }
}

/// A finished line.
struct BuiltLine {
  var fragment: FragmentID
  var height: Double
  /// The distance of the baseline from the top of the line.
  var baseline: Double
  /// It is empty and does not count as a line (CSS 2.2 §9.4.2).
  var isPhantom: Bool
}

extension LayoutContext {
  /// Builds the fragments of a line: orders and aligns its pieces.
  mutating func build(_ line: Line, _ breaker: LineBreaker) -> BuiltLine {
    var pieces = pieces(of: line, breaker)
    countLine(pieces: pieces.count, in: tree.inlines[Int(breaker.inline)].node)
    if let ellipsis = breaker.blockEllipsis { end(&pieces, of: line, with: ellipsis, breaker) }
    if pieces.contains(where: { $0.level > 0 }) { reorder(&pieces, breaker.inline) }
    if tree.hasLeaders { fillLeaders(in: &pieces, of: line) }
    let metrics = tree.inlines[Int(breaker.inline)].metrics
    let extent = LineExtent(
      pieces: pieces, metrics: metrics, boxes: tree.inlines[Int(breaker.inline)].boxes, context: &self,
      inline: breaker.inline, ignoresStrut: breaker.ignoresStrut)
    let isPhantom =
      !pieces.contains { piece in
        switch piece.kind {
        case .text: true
        case .atomic: true
        case .edge: piece.width != 0
        case .outOfFlow, .space: false
        }
      } && !line.isForced
    let isCut = breaker.lineEnd != nil && addEllipsis(to: &pieces, of: line, breaker)
    let container = page.fragments.add(
      .init(
        width: line.right - line.left, height: isPhantom ? 0 : extent.height,
        style: tree.inlines[Int(breaker.inline)].rootStyle,
        node: .none, box: .none, isLine: true, content: .position))
    let (start, extra) = alignment(of: line, pieces: &pieces, breaker, isCut: isCut)
    place(
      pieces, in: container, from: start, extra: extra, extent: extent,
      isRTL: runsRightToLeft(breaker.inline, at: line.start.byte), breaker.inline, space: breaker.space)
    // The boxes extend beyond what is shown.
    if isCut { page.fragments.removeBoxLinks(after: container) }
    return BuiltLine(
      fragment: container, height: isPhantom ? 0 : extent.height, baseline: extent.above, isPhantom: isPhantom)
  }

  /// The level of the paragraph of a position.
  func baseLevel(_ inline: UInt32, at byte: UInt32) -> UInt8 { runsRightToLeft(inline, at: byte) ? 1 : 0 }

  /// The direction of the paragraph of a position: that of the style, or with `unicode-bidi: plaintext` that of its
  /// first strong character (css-writing-modes-4 §2.2).
  func runsRightToLeft(_ inline: UInt32, at byte: UInt32) -> Bool {
    if let paragraphs = tree.inlines[Int(inline)].paragraphs { return paragraphs.isRightToLeft(at: Int(byte)) }
    return self[tree.inlines[Int(inline)].rootStyle].text.direction == .rightToLeft
  }
}
