import Markup
import Style
import TextShaping

/// Texts and spaces (MathML Core §3.2).
extension LayoutContext {
  /// A text in one line. Its height is that of its ink, as in browsers.
  mutating func mathText(
    _ text: String, _ style: StyleID, _ element: NodeID, _ layout: inout FormulaLayout
  ) -> MathBox {
    guard !text.isEmpty else { return MathBox() }
    let bytes = ContiguousArray(text.utf8)
    let span = TextSpan(
      bytes: 0..<bytes.count, font: font(style), letterSpacing: self[style].text.letterSpacing,
      wordSpacing: self[style].text.wordSpacing)
    let isRTL = self[style].text.direction == .rightToLeft
    let shaped = shaper.shape(bytes, spans: [span], rightToLeft: isRTL)
    if shaper.hasNewDiagnostics { reportTextWarnings(at: element) }
    let ink = shaper.ink(of: shaped)
    var box = addMathText(shaped, style, element, &layout)
    if let ink { (box.ascent, box.descent) = (ink.ascent, ink.descent) }
    return box
  }

  /// Adds a shaped text, whose size is set by the caller except for its width.
  mutating func addMathText(
    _ shaped: ShapedText, _ style: StyleID, _ element: NodeID, _ layout: inout FormulaLayout
  ) -> MathBox {
    texts.append(shaped)
    let (ascent, descent, _) = lineMetrics(style)
    var builder = MathBoxBuilder(style: style, element: element)
    let isReversed = shaped.runs.allSatisfy { $0.level & 1 == 1 }
    let order = isReversed ? Array(shaped.runs.indices.reversed()) : Array(shaped.runs.indices)
    for run in order where !shaped.runs[run].glyphs.isEmpty {
      let slice = TextSlice(
        text: UInt32(texts.count - 1), run: UInt32(run), glyphs: shaped.runs[run].glyphs, baseline: 0)
      var piece = FormulaLayout.Piece(
        content: .text(slice, ascent: ascent, descent: descent), style: style, element: element)
      piece.width = shaped.advance(run: run, glyphs: shaped.runs[run].glyphs)
      builder.addInside(MathBox(piece: layout.add(piece)), x: builder.width)
      builder.width += piece.width
    }
    return builder.finish(&layout)
  }

  /// `mspace` (MathML Core §3.2.5).
  mutating func mathSpace(_ index: Int, _ layout: inout FormulaLayout) -> MathBox {
    let lengths = mathLengths(index, layout)
    return MathBox(
      width: max(0, lengths["width"] ?? 0), ascent: lengths["height"] ?? 0, descent: lengths["depth"] ?? 0)
  }

  /// Reads lengths of an element's attributes.
  mutating func mathLengths(_ index: Int, _ layout: FormulaLayout) -> MathLengths {
    let node = layout.formula.nodes[index]
    return MathLengths(
      document: document.document, element: node.element, em: fontSize(node.style),
      ex: shaper.metrics(font(node.style)).xHeight, zoom: self[node.style].text.zoom)
  }
}
