/// Fonts, writing direction, line height and colour: the properties that lengths and colours of the others depend on
/// (css-fonts-4, css-writing-modes-4, css-color-4).
extension LonghandRows {
  mutating func addFonts() {
    add(.zoom, "zoom") {
      $0.zoom()
    } compute: {
      $0.setZoom($1)
    } copy: { _, _ in
    }
    addWritingModes()
    addMath()
    add(.fontSize, "font-size", [.inherited, .firstLine]) {
      $0.fontSize()
    } compute: {
      $0.setFontSize($1)
    } copy: {
      $0.text.font.size = $1.text.font.size * $0.text.zoom / $1.text.zoom
      $0.text.font.isAbsoluteSize = $1.text.font.isAbsoluteSize
    }
    add(.fontFamily, "font-family", \.text.font.families, [.inherited, .firstLine]) {
      $0.fontFamilies()
    } computed: {
      $0.strings($1)
    }
    add(.fontWeight, "font-weight", \.text.font.weight, [.inherited, .firstLine]) {
      $0.keyword(.normal, .bold, .bolder, .lighter) ?? $0.fontWeightNumber()
    } computed: {
      $0.fontWeight($1)
    }
    add(.fontStyle, "font-style", \.text.font.slant, [.inherited, .firstLine]) {
      $0.fontStyle()
    } computed: {
      $1 == .keyword(.italic) ? .italic : $1 == .keyword(.oblique) ? .oblique : .normal
    }
    add(.fontStretch, "font-stretch", \.text.font.stretch, [.inherited, .firstLine]) {
      $0.fontStretch() ?? $0.numeric(.percent, minimum: 0)
    } computed: {
      $0.fontStretch($1)
    }
    add(.lineHeight, "line-height", \.text.lineHeight, [.inherited, .firstLine]) {
      $0.keyword(.normal) ?? $0.numeric([.number, .length, .percent], minimum: 0)
    } computed: {
      $0.lineHeight($1)
    }
    add(.color, "color", \.text.color, [.inherited, .firstLine]) {
      $0.colorValue()
    } computed: {
      $0.color($1, current: $0.parent.text.color)
    }
    addFontVariants()
    addFontSynthesis()
  }

  private mutating func addWritingModes() {
    add(.direction, "direction", \.text.direction, .inherited, keywords: [.ltr: .leftToRight, .rtl: .rightToLeft])
    add(.writingMode, "writing-mode", \.text.writingMode, .inherited) {
      // The values of SVG 1.1 (css-writing-modes-4 §3.2.1).
      if $0.word(["lr", "lr-tb", "rl", "rl-tb"]) != nil { return .keyword(.horizontalTb) }
      if $0.word(["tb", "tb-rl"]) != nil { return .keyword(.verticalRl) }
      return $0.keyword(.horizontalTb, .verticalRl, .verticalLr, .sidewaysRl, .sidewaysLr)
    } computed: { style, value in
      switch style.keyword(value) {
      case .verticalRl?: .verticalRL
      case .verticalLr?: .verticalLR
      case .sidewaysRl?: .sidewaysRL
      case .sidewaysLr?: .sidewaysLR
      default: .horizontal
      }
    }
    add(.textOrientation, "text-orientation", \.text.vertical.orientation, .inherited) {
      $0.keyword(.mixed, .upright, .sideways) ?? $0.word(["sideways-right"])
    } computed: { _, value in
      value == .keyword(.mixed) ? .mixed : value == .keyword(.upright) ? .upright : .sideways
    }
    add(.textCombineUpright, "text-combine-upright", \.text.vertical.combination, .inherited) {
      $0.keyword(.none, .all) ?? $0.combinedDigits()
    } computed: { _, value in
      switch value {
      case .keyword(.all): .all
      case .number(let count): TextStyle.Vertical.Combination(rawValue: UInt8(count)) ?? .none
      default: .none
      }
    }
  }

  private mutating func addFontVariants() {
    add(.fontVariantCaps, "font-variant-caps", \.text.fontVariants.caps, [.inherited, .firstLine]) {
      $0.keyword(.normal, .smallCaps, .allSmallCaps, .petiteCaps, .allPetiteCaps, .unicase, .titlingCaps)
    } computed: {
      $0.keyword($1) ?? .normal
    }
    add(.fontVariantLigatures, "font-variant-ligatures", \.text.fontVariants.ligatures, [.inherited, .firstLine]) {
      $0.keyword(.normal, .none)
        ?? $0.keywords([
          .commonLigatures, .noCommonLigatures, .discretionaryLigatures, .noDiscretionaryLigatures,
          .historicalLigatures, .noHistoricalLigatures, .contextual, .noContextual,
        ])
    } computed: {
      $0.keywords($1)
    }
    add(.fontVariantNumeric, "font-variant-numeric", \.text.fontVariants.numeric, [.inherited, .firstLine]) {
      $0.keyword(.normal)
        ?? $0.keywords([
          .liningNums, .oldstyleNums, .proportionalNums, .tabularNums, .diagonalFractions, .stackedFractions, .ordinal,
          .slashedZero,
        ])
    } computed: {
      $0.keywords($1)
    }
    add(.fontVariantEastAsian, "font-variant-east-asian", \.text.fontVariants.eastAsian, [.inherited, .firstLine]) {
      $0.keyword(.normal)
        ?? $0.keywords([
          .jis78, .jis83, .jis90, .jis04, .simplified, .traditional, .fullWidth, .proportionalWidth, .ruby,
        ])
    } computed: {
      $0.keywords($1)
    }
    addGlyphVariants()
  }

  private mutating func addGlyphVariants() {
    add(.fontVariantPosition, "font-variant-position", \.text.fontVariants.position, [.inherited, .firstLine]) {
      $0.keyword(.normal, .sub, .super)
    } computed: {
      $0.keyword($1) ?? .normal
    }
    add(.fontVariantAlternates, "font-variant-alternates", \.text.fontVariants.alternates, [.inherited, .firstLine]) {
      $0.keyword(.normal, .historicalForms)
    } computed: {
      $0.keyword($1) ?? .normal
    }
    add(.fontVariantEmoji, "font-variant-emoji", \.text.fontVariants.emoji, [.inherited, .firstLine]) {
      $0.keyword(.normal) ?? $0.word(["text", "emoji", "unicode"])
    } computed: { _, value in
      switch value {
      case .identifier("text"): .text
      case .identifier("emoji"): .picture
      default: .normal
      }
    }
    add(.fontKerning, "font-kerning", \.text.fontVariants.kerning, [.inherited, .firstLine]) {
      $0.keyword(.auto, .normal, .none)
    } computed: {
      $0.keyword($1) ?? .auto
    }
    add(.fontFeatureSettings, "font-feature-settings", \.text.fontVariants.settings, [.inherited, .firstLine]) {
      $0.fontFeatures()
    } computed: { _, value in
      if case .features(let features) = value { features } else { [] }
    }
  }

  private mutating func addFontSynthesis() {
    let names: KeyValuePairs<String, Bool> = ["auto": true, "none": false, "oblique-only": true]
    add(
      .fontSynthesisWeight, "font-synthesis-weight", \.text.font.synthesizesWeight, [.inherited, .firstLine],
      names: names)
    add(
      .fontSynthesisStyle, "font-synthesis-style", \.text.font.synthesizesStyle, [.inherited, .firstLine],
      names: names)
    add(
      .fontSynthesisSmallCaps, "font-synthesis-small-caps", \.text.font.synthesizesSmallCaps,
      [.inherited, .firstLine], names: names)
    add(.fontVariationSettings, "font-variation-settings", \.text.font.variations, [.inherited, .firstLine]) {
      $0.fontVariations()
    } computed: {
      $0.fontVariations($1)
    }
    add(
      .fontOpticalSizing, "font-optical-sizing", \.text.font.usesOpticalSize, [.inherited, .firstLine],
      keywords: [.auto: true, .none: false])
    add(.fontSizeAdjust, "font-size-adjust", \.text.font.sizeAdjust, [.inherited, .firstLine]) {
      $0.fontSizeAdjust()
    } computed: {
      $0.sizeAdjust($1)
    }
  }
}
