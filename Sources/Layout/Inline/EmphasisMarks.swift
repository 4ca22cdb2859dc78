import Style
import TextShaping

/// Emphasis marks over or under each character (css-text-decor-4 §3), at half the font size.
extension LayoutContext {
  /// The height, px, of the marks over and under the text of a style; 0 without marks.
  mutating func emphasisHeight(_ style: StyleID) -> (above: Double, below: Double) {
    guard document.styles[Int(style.index)].text.emphasis.mark != nil else { return (0, 0) }
    let (ascent, descent, _) = lineMetrics(emphasisStyle(style))
    return document.styles[Int(style.index)].text.emphasis.isUnder ? (0, ascent + descent) : (ascent + descent, 0)
  }

  /// Adds the marks of a slice of text.
  ///
  /// - Parameters:
  ///   - x, baseline: the start and baseline of the slice, from the parent's border edge.
  mutating func addEmphasis(
    of slice: TextSlice, style: StyleID, to parent: FragmentID, x: Double, baseline: Double, ascent: Double,
    descent: Double
  ) {
    guard let mark = document.styles[Int(style.index)].text.emphasis.mark else { return }
    let markStyle = emphasisStyle(style)
    let font = font(markStyle)
    let text = shapedMark(mark, font, rightToLeft: false)
    guard let run = texts[Int(text)].runs.first, !run.glyphs.isEmpty else { return }
    let width = texts[Int(text)].advance(run: 0, glyphs: run.glyphs)
    let measures = lineMetrics(markStyle)
    let isUnder = document.styles[Int(style.index)].text.emphasis.isUnder
    let line = isUnder ? baseline + descent + measures.ascent : baseline - ascent - measures.descent
    var pen = x
    var index = slice.glyphs.lowerBound
    while index < slice.glyphs.upperBound {
      let cluster = texts[Int(slice.text)].glyphs[Int(index)].cluster
      var advance = 0.0
      while index < slice.glyphs.upperBound, texts[Int(slice.text)].glyphs[Int(index)].cluster == cluster {
        advance += Double(texts[Int(slice.text)].glyphs[Int(index)].advance)
        index += 1
      }
      let bytes = texts[Int(slice.text)].bytes
      if Self.isEmphasized(bytes.scalar(at: Int(cluster))) {
        let own = TextSlice(text: text, run: 0, glyphs: run.glyphs, baseline: 0)
        let entry = FragmentArena.Entry(
          width: width, height: measures.ascent + measures.descent, style: markStyle, node: .none, box: .none,
          content: .text(own, ascent: measures.ascent))
        page.fragments.append(
          page.fragments.add(entry), to: parent, x: pen + (advance - width) / 2, y: line - measures.ascent)
      }
      pen += advance
      if slice.justification != 0, JustificationOpportunity.isOne(bytes, at: Int(cluster), slice.spread) {
        pen += Double(slice.justification)
      }
    }
  }

  /// Returns false for separators, controls and punctuation.
  private static func isEmphasized(_ scalar: UInt32) -> Bool {
    switch Unicode.Scalar(scalar)?.properties.generalCategory {
    case nil, .spaceSeparator?, .lineSeparator?, .paragraphSeparator?, .control?, .format?, .unassigned?, .surrogate?,
      .openPunctuation?, .closePunctuation?, .initialPunctuation?, .finalPunctuation?, .connectorPunctuation?,
      .dashPunctuation?:
      false
    // Some characters of this category are symbols: # % & @ § ¶ and others.
    case .otherPunctuation?: [0x23, 0x25, 0x26, 0x40, 0xA7, 0xB6, 0x2030, 0x2031, 0x204A, 0x204B].contains(scalar)
    default: true
    }
  }

  private mutating func emphasisStyle(_ style: StyleID) -> StyleID {
    if let known = caches.styles.emphasis[style] { return known }
    var own = document.styles[Int(style.index)]
    own.text.font.size /= 2
    own.text.color = own.text.emphasis.color ?? own.text.color
    own.text.emphasis.mark = nil
    own.text.decorations = []
    own.text.letterSpacing = 0
    let id = document.add(own)
    caches.styles.emphasis[style] = id
    return id
  }
}
