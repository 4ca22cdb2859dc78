import Style
import TextShaping

/// Shaping an inline formatting context once, and dividing it into words.
extension LayoutContext {
  /// Shapes the content on first use and returns its words.
  mutating func shape(_ inline: UInt32) -> ShapedContent {
    if var shaped = tree.inlines[Int(inline)].shaped {
      guard shaped.words.isEmpty else { return shaped }
      shaped.words = words(of: inline, text: Int(shaped.text))
      tree.inlines[Int(inline)].shaped = shaped
      return shaped
    }
    var spans: [TextSpan] = []
    var bytes = tree.inlines[Int(inline)].bytes
    var hasAutospace = false
    var keepsBytes = tree.inlines[Int(inline)].hasReferences
    let root = tree.inlines[Int(inline)].rootStyle
    var style = root
    let items = tree.inlines[Int(inline)].items
    for item in items where !item.bytes.isEmpty {
      switch item.kind {
      case .text, .open, .close: style = tree.inlines[Int(inline)].style(of: item.box)
      case .atomic, .float, .outOfFlow: break
      }
      if !self[style].text.autospace.isEmpty { hasAutospace = true }
      if self[style].text.font.smallCaps, item.kind == .text, lacksSmallCaps(style) {
        keepsBytes = true
        spans += smallCapSpans(Int(item.bytes.lowerBound)..<Int(item.bytes.upperBound), of: &bytes, style)
        continue
      }
      let span = TextSpan(
        bytes: Int(item.bytes.lowerBound)..<Int(item.bytes.upperBound), font: font(style),
        letterSpacing: self[style].text.letterSpacing, wordSpacing: self[style].text.wordSpacing)
      if let last = spans.last, last.font == span.font, last.letterSpacing == span.letterSpacing,
        last.wordSpacing == span.wordSpacing, last.bytes.upperBound == span.bytes.lowerBound
      {
        spans[spans.count - 1].bytes = last.bytes.lowerBound..<span.bytes.upperBound
      } else {
        spans.append(span)
      }
    }
    let isRTL = self[root].text.direction == .rightToLeft
    let paragraphs = self[root].text.unicodeBidi == .plaintext ? ParagraphDirections(of: bytes, fallback: isRTL) : nil
    if let paragraphs { tree.inlines[Int(inline)].detail.paragraphs = paragraphs }
    let controls = tree.inlines[Int(inline)].boxControls
    var text = shaper.shape(bytes, spans: spans, rightToLeft: isRTL, paragraphs: paragraphs, controls: controls)
    if shaper.hasNewDiagnostics { reportTextWarnings(in: inline) }
    if hasAutospace { addAutospace(to: &text, of: tree.inlines[Int(inline)]) }
    texts.append(text)
    if !keepsBytes { tree.inlines[Int(inline)].releaseBytes() }
    let index = texts.count - 1
    let shaped = ShapedContent(text: UInt32(index), words: words(of: inline, text: index))
    tree.inlines[Int(inline)].shaped = shaped
    return shaped
  }

  /// Releases the words of contents that end on the finished page. The few that are needed again, such as those of
  /// repeated table headers, are recomputed.
  mutating func releaseWords() {
    for inline in page.endedLines { tree.inlines[Int(inline)].releaseWords() }
    page.endedLines.removeAll(keepingCapacity: true)
  }

  /// Releases the words of a box that was measured long before it is laid out.
  mutating func releaseWords(of box: BoxID) {
    if tree[box].hasLines { tree.inlines[Int(tree[box].inline)].releaseWords() }
  }

  private func words(of inline: UInt32, text: Int) -> ContiguousArray<Word> {
    let advances = texts[text].advances()
    // Only these fields: a copy of the whole content takes longer than making the words of a short text.
    let items = tree.inlines[Int(inline)].items
    let nesting = InlineNesting(
      boxes: tree.inlines[Int(inline)].boxes, rootStyle: tree.inlines[Int(inline)].rootStyle)
    return withBytes(of: inline, text: text) { bytes in
      texts[text].boundaries.withUnsafeBufferPointer { boundaries in
        advances.withUnsafeBufferPointer { advances in
          var builder = WordBuilder(
            items: items, nesting: nesting, bytes: bytes, boundaries: boundaries, advances: advances)
          builder.build(styles: document.styles)
          return builder.words
        }
      }
    }
  }
}
