/// Lines, marks and shadows of text (css-text-decor-4).
extension LonghandRows {
  mutating func addDecorations() {
    add(.textShadow, "text-shadow", \.text.shadows, [.inherited, .firstLine]) {
      $0.keyword(.none) ?? $0.shadows(isText: true)
    } computed: {
      $0.textShadows($1)
    }
    add(.textUnderlinePosition, "text-underline-position", \.text.underlinePosition, [.inherited, .firstLine]) {
      $0.underlinePosition()
    } computed: {
      guard case .list(let words) = $1 else { return [] }
      let kinds: [Keyword: UnderlinePosition] = [
        .under: .under, .left: .left, .right: .right, .fromFont: .fromFont,
      ]
      return words.reduce(into: []) { result, word in
        if case .keyword(let keyword) = word, let kind = kinds[keyword] { result.insert(kind) }
      }
    }
    add(.textEmphasisStyle, "text-emphasis-style", \.text.emphasis.mark, [.inherited, .firstLine]) {
      $0.emphasisStyle()
    } computed: {
      $0.emphasisMark($1)
    }
    add(.textEmphasisColor, "text-emphasis-color", \.text.emphasis.color, [.inherited, .firstLine]) {
      $0.colorValue()
    } computed: {
      if case .color(let color) = $1 { $0.colorUnlessCurrent(color) } else { nil }
    }
    add(.textEmphasisPosition, "text-emphasis-position", \.text.emphasis.isUnder, [.inherited, .firstLine]) {
      $0.emphasisPosition()
    } computed: {
      $0.words($1).contains("under")
    }
    add(
      .textDecorationSkipInk, "text-decoration-skip-ink", \.text.skipInk, [.inherited, .firstLine],
      names: ["none": .none, "auto": .auto, "all": .all])
    addGlyphPaint()
    addOwnDecoration()
  }

  /// The fill and the stroke of glyphs (compat-1 §5.2), and the colour of form controls.
  private mutating func addGlyphPaint() {
    add(.textFillColor, "-webkit-text-fill-color", \.text.glyphPaint.fill, [.inherited, .firstLine]) {
      $0.colorValue()
    } computed: {
      if case .color(let color) = $1 { $0.colorUnlessCurrent(color) } else { nil }
    }
    add(.textStrokeColor, "-webkit-text-stroke-color", \.text.glyphPaint.stroke, [.inherited, .firstLine]) {
      $0.colorValue()
    } computed: {
      if case .color(let color) = $1 { $0.colorUnlessCurrent(color) } else { nil }
    }
    add(.textStrokeWidth, "-webkit-text-stroke-width", \.text.glyphPaint.strokeWidth, [.inherited, .firstLine]) {
      $0.lineWidth()
    } computed: {
      $0.positive($1)
    }
    add(.accentColor, "accent-color", \.text.glyphPaint.accent, .inherited) {
      $0.keyword(.auto) ?? $0.colorValue()
    } computed: {
      if case .color(let color) = $1 { color.resolve(current: $0.style.text.color) } else { nil }
    }
  }

  /// The longhands of `text-decoration`, which become `TextStyle.decorations` when all of them are known. `inherit`
  /// copies nothing because a style starts with its parent's decorations.
  private mutating func addOwnDecoration() {
    add(.textDecorationLine, "text-decoration-line", .firstLine) {
      $0.keyword(.none) ?? $0.keywords([.underline, .overline, .lineThrough, .blink])
    } compute: { computer, value in
      computer.ownDecorations.lines = computer.items(value).compactMap { computer.keyword($0) }
    } copy: { _, _ in
    } reset: {
      $0.ownDecorations.lines = []
    }
    add(.textDecorationStyle, "text-decoration-style", .firstLine) {
      $0.keyword(.solid, .double, .dotted, .dashed, .wavy)
    } compute: {
      $0.ownDecorations.style = $0.decorationStyle($1)
    } copy: { _, _ in
    } reset: {
      $0.ownDecorations.style = .solid
    }
    add(.textDecorationColor, "text-decoration-color", .firstLine) {
      $0.colorValue()
    } compute: {
      $0.ownDecorations.color = $0.color($1)
    } copy: { _, _ in
    } reset: {
      $0.ownDecorations.color = nil
    }
    add(.textDecorationThickness, "text-decoration-thickness", .firstLine) {
      $0.keyword(.auto, .fromFont) ?? $0.lengthPercent()
    } compute: {
      $0.ownDecorations.thickness = $0.decorationThickness($1)
    } copy: { _, _ in
    } reset: {
      $0.ownDecorations.thickness = .auto
    }
    add(.textUnderlineOffset, "text-underline-offset", .firstLine) {
      $0.keyword(.auto) ?? $0.lengthPercent()
    } compute: {
      $0.ownDecorations.offset = $0.lengthOrAuto($1)
    } copy: { _, _ in
    } reset: {
      $0.ownDecorations.offset = nil
    }
  }
}
