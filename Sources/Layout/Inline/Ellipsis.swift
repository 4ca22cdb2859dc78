import Style
import TextShaping

/// `text-overflow` (css-overflow-4 §6): if a line overflows a box that clips, its end is replaced by an ellipsis or by
/// other text.
extension LayoutContext {
  /// The text that ends lines of a box that are too long; nil if they are not cut, empty for the ellipsis of the font.
  func lineEnd(of box: BoxID) -> String? {
    let block = boxAround(turned: box)
    var owner = tree[block].isAnonymous && !tree[block].parent.isNone ? tree[block].parent : block
    owner = boxAround(turned: owner)
    return self[owner].box.overflow == .visible ? nil : self[owner].box.textOverflow
  }

  /// Replaces pieces, in visual order, that do not fit beside the ellipsis by free space: the inline boxes around them
  /// keep their sizes (css-overflow-4 §6.1). The first character is always kept. The ellipsis is above the boxes.
  /// - Returns: whether the line is cut.
  mutating func addEllipsis(to pieces: inout [LinePiece], of line: Line, _ breaker: LineBreaker) -> Bool {
    let available = line.right - line.left - line.indent
    let used = pieces.reduce(0) { $0 + ($1.hangs ? 0 : $1.width) }
    guard used > available + Fragmentainer.tolerance else { return false }
    let style = tree.inlines[Int(breaker.inline)].rootStyle
    let level = baseLevel(breaker.inline, at: line.start.byte)
    let isRTL = level & 1 == 1
    let string = breaker.lineEnd ?? ""
    let text = string.isEmpty ? ellipsis(font(style)) : shapedMark(string, font(style), rightToLeft: isRTL)
    let width = texts[Int(text)].width(of: 0..<UInt32(texts[Int(text)].bytes.count))
    if isRTL { pieces.reverse() }
    var kept = pieces
    cut(&kept, toFit: max(0, available - width), isRTL: isRTL)
    let hidden = hiddenPieces(of: pieces, after: kept)
    func space(_ width: Double) -> LinePiece {
      LinePiece(kind: .space, box: InlineItem.root, width: width, level: level)
    }
    let (shown, lost) = (kept.reduce(0) { $0 + $1.width }, hidden.reduce(0) { $0 + $1.width })
    if isRTL {
      pieces = [space(width - lost)] + (kept + hidden).reversed() + [space(-shown - width)]
      append(mark: text, level: level, to: &pieces)
      pieces.append(space(shown))
    } else {
      pieces = kept + hidden + [space(-lost)]
      append(mark: text, level: level, to: &pieces)
    }
    return true
  }

  /// What a cut has removed, as free space. The edges of boxes remain.
  /// - Parameter kept: the first pieces, of which the last one may be shorter than before.
  private func hiddenPieces(of pieces: [LinePiece], after kept: [LinePiece]) -> [LinePiece] {
    var hidden = Array(pieces[kept.count...])
    if let last = kept.last, case .text = last.kind {
      var rest = pieces[kept.count - 1]
      rest.width -= last.width
      hidden.insert(rest, at: 0)
    }
    for index in hidden.indices {
      hidden[index].hangs = false
      switch hidden[index].kind {
      case .text, .atomic: hidden[index].kind = .space
      case .edge, .outOfFlow, .space: break
      }
    }
    return hidden
  }

  /// Adds the text of an ellipsis or another mark of the end of a line.
  /// - Parameter level: the embedding level of the line.
  func append(mark text: UInt32, level: UInt8, to pieces: inout [LinePiece]) {
    for (index, run) in texts[Int(text)].runs.enumerated() {
      let slice = TextSlice(text: text, run: UInt32(index), glyphs: run.glyphs, baseline: 0)
      let face = shaper.metrics(face: run.face)
      pieces.append(
        LinePiece(
          kind: .text(slice, ascent: face.ascent, descent: face.descent), box: InlineItem.root,
          width: texts[Int(text)].advance(run: index, glyphs: run.glyphs), level: level))
    }
  }

  /// - Parameter pieces: starting at the start of the line.
  func cut(_ pieces: inout [LinePiece], toFit available: Double, isRTL: Bool) {
    var x = 0.0
    var hasContent = false
    for index in pieces.indices {
      if x + pieces[index].width <= available + Fragmentainer.tolerance || pieces[index].width <= 0 {
        x += pieces[index].width
        if case .edge = pieces[index].kind { continue }
        hasContent = true
        continue
      }
      pieces.removeSubrange((index + 1)...)
      guard case .text(var slice, let ascent, let descent) = pieces[index].kind else {
        if hasContent { pieces.remove(at: index) }
        return
      }
      let width = cut(&slice, toFit: available - x, keepsFirst: !hasContent, isRTL: isRTL)
      if slice.glyphs.isEmpty {
        pieces.remove(at: index)
      } else {
        pieces[index].kind = .text(slice, ascent: ascent, descent: descent)
        pieces[index].width = width
      }
      return
    }
  }

  /// Removes glyphs from the end of a slice, which is the left in right-to-left lines. Returns its new width.
  private func cut(_ slice: inout TextSlice, toFit available: Double, keepsFirst: Bool, isRTL: Bool) -> Double {
    let glyphs = texts[Int(slice.text)].glyphs
    var (kept, width) = (0, 0.0)
    let order = isRTL ? Array(slice.glyphs.reversed()) : Array(slice.glyphs)
    var index = 0
    while index < order.count {
      let cluster = glyphs[Int(order[index])].cluster
      var end = index
      var advance = 0.0
      while end < order.count, glyphs[Int(order[end])].cluster == cluster {
        advance += Double(glyphs[Int(order[end])].advance)
        end += 1
      }
      guard width + advance <= available + Fragmentainer.tolerance || keepsFirst && kept == 0 else { break }
      width += advance
      kept = end
      index = end
    }
    slice.glyphs =
      isRTL
      ? slice.glyphs.upperBound - UInt32(kept)..<slice.glyphs.upperBound
      : slice.glyphs.lowerBound..<slice.glyphs.lowerBound + UInt32(kept)
    return width
  }

  mutating func ellipsis(_ font: FontID) -> UInt32 {
    let character = shaper.hasCharacter("\u{2026}", in: font) ? "\u{2026}" : "..."
    return shapedMark(character, font, rightToLeft: false)
  }
}
