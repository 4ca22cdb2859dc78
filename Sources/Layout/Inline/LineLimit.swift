import Style
import TextShaping

/// `max-lines` of a block formatting context that is laid out (css-overflow-4 §5.2).
struct LineLimit {
  /// The box that has the property.
  let box: BoxID
  /// The lines that may follow. At 0, the rest of the content is discarded.
  var remaining: Int
}

extension LayoutContext {
  /// Counts a line. Returns true if it is the last one, which ends in the block ellipsis if content follows.
  ///
  /// - Parameter box: the block container of the line.
  mutating func endsLineLimit(
    _ line: inout Line, _ built: inout BuiltLine, _ breaker: inout LineBreaker, _ box: BoxID
  ) -> Bool {
    guard var limit = page.lineLimit, !built.isPhantom else { return false }
    limit.remaining -= 1
    page.lineLimit = limit
    guard limit.remaining == 0 else { return false }
    let length = byteCount(of: breaker.inline)
    guard Int(line.end.byte) < length || hasContent(after: box, in: limit.box),
      let ellipsis = blockEllipsis(breaker.inline)
    else { return true }
    breaker.blockEllipsis = ellipsis
    breaker.widest = min(breaker.widest, line.right - line.left - width(of: ellipsis))
    (line, built) = layoutLine(&breaker, from: line.start, y: line.y)
    return true
  }

  /// Whether boxes in normal flow follow a box within an ancestor.
  private func hasContent(after box: BoxID, in ancestor: BoxID) -> Bool {
    var box = box
    while box != ancestor, !box.isNone {
      var next = tree[box].nextSibling
      while !next.isNone {
        if !isOutOfFlow(next), !isFloat(next), !collapsesThrough(next, containerWidth: 1, at: .infinity) { return true }
        next = tree[next].nextSibling
      }
      box = tree[box].parent
    }
    return false
  }

  /// The shaped text of `block-ellipsis`; nil if there is none.
  private mutating func blockEllipsis(_ inline: UInt32) -> UInt32? {
    let style = tree.inlines[Int(inline)].rootStyle
    guard let text = self[style].text.blockEllipsis else { return nil }
    return text.isEmpty
      ? ellipsis(font(style)) : shapedMark(text, font(style), rightToLeft: runsRightToLeft(inline, at: 0))
  }

  private func width(of text: UInt32) -> Double {
    texts[Int(text)].width(of: 0..<UInt32(texts[Int(text)].bytes.count))
  }

  /// Adds the ellipsis to the pieces of a line, in logical order. Content that leaves no space for it is cut.
  func end(_ pieces: inout [LinePiece], of line: Line, with ellipsis: UInt32, _ breaker: LineBreaker) {
    while let last = pieces.last, last.hangs { pieces.removeLast() }
    let level = baseLevel(breaker.inline, at: line.start.byte)
    cut(&pieces, toFit: max(0, line.right - line.left - line.indent - width(of: ellipsis)), isRTL: level == 1)
    append(mark: ellipsis, level: level, to: &pieces)
  }
}
