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
  /// Those of the first available font, which determines the position also where another font has the glyphs
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
}
