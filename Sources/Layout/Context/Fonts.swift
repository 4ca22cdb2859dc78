import Style
import TextShaping

/// The fonts of styles and their line heights.
extension LayoutContext {
  /// The font that a style selects.
  mutating func font(_ style: StyleID) -> FontID {
    let index = Int(style.index)
    if index < caches.fonts.count, let font = caches.fonts[index] { return font }
    if index >= caches.fonts.count {
      caches.fonts.append(contentsOf: repeatElement(nil, count: document.styles.count - caches.fonts.count))
    }
    // Styles that come one after the other often select the same font.
    if let last = caches.lastFontStyle, selectsSameFont(index, last), let font = caches.fonts[last] {
      caches.fonts[index] = font
      return font
    }
    caches.lastFontStyle = index
    let font = shaper.font(document.styles[index].text)
    if shaper.hasNewDiagnostics { reportFontWarnings(for: style) }
    caches.fonts[index] = font
    return font
  }

  private func selectsSameFont(_ style: Int, _ other: Int) -> Bool {
    document.styles[style].text.font == document.styles[other].text.font
      && document.styles[style].text.language == document.styles[other].text.language
      && document.styles[style].text.vertical == document.styles[other].text.vertical
  }

  /// The used line height of a style in px (CSS 2.2 §10.8).
  mutating func lineHeight(_ style: StyleID) -> Double {
    switch document.styles[Int(style.index)].text.lineHeight {
    case .number(let factor): return factor * document.styles[Int(style.index)].text.font.size
    case .px(let px): return px
    case .normal:
      let (ascent, descent, gap) = lineMetrics(style)
      return ascent + descent + gap
    }
  }

  /// A font's ascent, descent and line gap, rounded to whole px as browsers do for line boxes. In vertical text they
  /// are those of its central baseline.
  mutating func lineMetrics(_ style: StyleID) -> (ascent: Double, descent: Double, gap: Double) {
    let metrics = shaper.metrics(font(style))
    let (ascent, descent, gap) = (metrics.ascent.rounded(), metrics.descent.rounded(), metrics.lineGap.rounded())
    guard document.styles[Int(style.index)].text.vertical.isCentred else { return (ascent, descent, gap) }
    return (metrics.centralAscent, ascent + descent - metrics.centralAscent, gap)
  }
}

extension TextShaper {
  /// The font that computed text properties select, in the size that `font-size-adjust` gives it.
  package func font(_ text: TextStyle) -> FontID {
    var description = FontDescription(text)
    if let adjust = text.font.sizeAdjust { description.size *= sizeFactor(adjust, description) }
    return font(description)
  }

  /// The factor by which `font-size-adjust` scales a font (css-fonts-4 §2.6). `from-font` uses the first font's own
  /// ratio.
  private func sizeFactor(_ adjust: FontStyle.SizeAdjust, _ description: FontDescription) -> Double {
    guard let wanted = adjust.value, description.size > 0 else { return 1 }
    let metrics = metrics(font(description))
    let own =
      switch adjust.metric {
      case .xHeight: metrics.xHeight
      case .capHeight: metrics.capHeight
      case .zeroWidth: metrics.zeroAdvance
      case .ideographWidth: description.size
      }
    return own > 0 ? min(wanted / (own / description.size), 100) : 1
  }
}

extension FontDescription {
  /// The font that computed text properties select.
  init(_ text: TextStyle) {
    let font = text.font
    let slant: Slant =
      switch font.slant {
      case .normal: .normal
      case .italic: .italic
      case .oblique: .oblique
      }
    self.init(
      families: font.families, size: font.size, weight: font.weight, slant: slant, stretch: font.stretch,
      features: font.features.map { "\($0.tag)=\($0.value)" } + (font.smallCaps ? ["smcp=1"] : []),
      language: text.language)
    if text.vertical.isVertical {
      orientation =
        switch text.vertical.orientation {
        case .mixed: .mixed
        case .upright: .upright
        case .sideways: .sideways
        }
    }
    variations = font.variations.map { "\($0.tag)=\($0.value)" }
    usesOpticalSize = font.usesOpticalSize
    if !font.synthesizesWeight { synthesis.remove(.bold) }
    if !font.synthesizesStyle { synthesis.remove(.oblique) }
  }
}
