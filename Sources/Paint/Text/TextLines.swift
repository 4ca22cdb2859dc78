import Layout
import Style
import TextShaping

/// The decoration lines of a text (css-text-decor-3 §2) and how they skip glyphs.
struct TextLines {
  let decorations: [TextDecoration]
  let position: UnderlinePosition
  /// Underlines of vertical text are on the right, and overlines on the left.
  let areExchanged: Bool
  let skipInk: SkipInk
  /// px.
  let fontSize: Double
  /// The metrics of the first available font, which determines the position also where another font has the glyphs
  /// (css-text-decor-3 §2); nil for those of the glyphs.
  let metrics: FontMetrics?
  /// The baseline of the text is the central one.
  let isCentred: Bool

  init(_ styles: ContiguousArray<ComputedStyle>, _ style: StyleID, _ fonts: FaceCache) {
    metrics = fonts.metrics(of: style, styles)
    decorations = styles[Int(style.index)].text.decorations
    var position = styles[Int(style.index)].text.underlinePosition
    let isVertical = styles[Int(style.index)].text.vertical.isCentred
    if isVertical { position.insert(.under) }
    self.position = position
    let isEastAsian = ["ja", "ko"].contains(styles[Int(style.index)].text.language.prefix { $0 != "-" }.lowercased())
    areExchanged = isVertical && (position.contains(.right) || isEastAsian && !position.contains(.left))
    fontSize = styles[Int(style.index)].text.font.size
    isCentred = styles[Int(style.index)].text.vertical.isCentred
    skipInk = isCentred ? .none : styles[Int(style.index)].text.skipInk
  }

  /// The parts of one decoration line at a slice.
  /// - Parameter face: the metrics of the slice's face.
  func parts(
    of decoration: TextDecoration, _ slice: TextSlice, of text: borrowing ShapedText, _ frame: Rect,
    _ face: FontMetrics, _ inkGaps: InkGaps
  ) -> [DecorationLine] {
    var decoration = decoration
    if areExchanged, decoration.line != .lineThrough {
      decoration.line = decoration.line == .underline ? .overline : .underline
    }
    let own = metrics ?? face
    let top = metrics?.ascent.rounded() ?? slice.baseline - frame.y
    let ascent = isCentred ? own.ascent : top
    let baseline = slice.baseline - Double(slice.decorationShift) / 16 + (isCentred ? own.centralShift : 0)
    // The decorating box determines thickness and position, also for text of other sizes in it (css-text-decor-3 §2).
    let size = decoration.fontSize > 0 ? decoration.fontSize : fontSize
    let factor = fontSize > 0 ? size / fontSize : 1
    let line = DecorationLine(
      decoration, baseline: baseline, top: baseline - ascent * factor, from: frame.x, to: frame.maxX,
      factor == 1 ? own : own.scaled(by: factor), size: size, position: position)
    guard decoration.line != .lineThrough, skipInk != .none, let band = line.band else { return [line] }
    let gaps = inkGaps.gaps(
      skipInk, in: slice, of: text, x: frame.x, top: band.lowerBound - slice.baseline,
      bottom: band.upperBound - slice.baseline, margin: line.inkMargin)
    return line.parts(without: gaps)
  }
}
