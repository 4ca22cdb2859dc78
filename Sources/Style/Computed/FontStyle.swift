/// The properties that select a font (css-fonts-4).
package struct FontStyle: Hashable, Sendable {
  /// In order of preference. Generic families are keywords such as `serif`, `sans-serif` and `monospace`.
  package var families: [String] = ["serif"]
  /// px.
  package var size = 16.0
  /// The size was set by a length, so that `monospace` does not scale it.
  var isAbsoluteSize = false
  /// 1...1000.
  package var weight: UInt16 = 400
  package var slant = Slant.normal
  /// Percent, 50...200.
  package var stretch = 100.0
  package var smallCaps = false
  /// `all-small-caps`: capitals are small too.
  package var isAllSmallCaps = false
  /// OpenType features of `font-feature-settings`, `font-variant-*` and `font-kerning`, sorted by tag.
  package var features: [FontFeature] = []
  /// The axes of `font-variation-settings`, sorted by tag.
  package var variations: [FontVariation] = []
  /// `font-optical-sizing`: whether a variable font is drawn for its size.
  package var usesOpticalSize = true
  package var synthesizesWeight = true
  package var synthesizesStyle = true
  package var synthesizesSmallCaps = true
  package var sizeAdjust: SizeAdjust?
  package init() {}
  /// `font-size-adjust`: a metric and its ratio to the font size; a nil ratio is that of the first available font.
  package struct SizeAdjust: Hashable, Sendable {
    package enum Metric: UInt8, Hashable, Sendable { case xHeight, capHeight, zeroWidth, ideographWidth }
    package var metric: Metric
    package var value: Double?
  }
  package enum Slant: UInt8, Hashable, Sendable { case normal, italic, oblique }
}

/// The value of one axis of a variable font: a four-letter tag and a number.
package struct FontVariation: Hashable, Sendable {
  package var tag: String
  package var value: Double
  package init(tag: String, value: Double) {
    self.tag = tag
    self.value = value
  }
}

/// One OpenType feature: a four-letter tag and its value.
package struct FontFeature: Hashable, Sendable {
  package var tag: String
  package var value: UInt32
  package init(tag: String, value: UInt32) {
    self.tag = tag
    self.value = value
  }
}
