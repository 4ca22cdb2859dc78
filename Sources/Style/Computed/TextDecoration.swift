/// A decoration line of text.
package struct TextDecoration: Hashable, Sendable {
  package enum Line: UInt8, Hashable, Sendable { case underline, overline, lineThrough }
  package enum Style: UInt8, Hashable, Sendable { case solid, double, dotted, dashed, wavy }
  package var line: Line
  package var style = Style.solid
  package var color: Color
  package var thickness = Thickness.auto
  /// The distance from the baseline, or with `text-underline-position: under` from below the text, px.
  package var offset: Double?
  /// The font size of the decorating box, which determines thickness and position, px; 0 for that of the text.
  package var fontSize = 0.0
  package enum Thickness: Hashable, Sendable {
    case auto, fromFont
    /// px.
    case length(Double)
  }
  package init(line: Line, color: Color) {
    self.line = line
    self.color = color
  }
}

/// `text-decoration-skip-ink` (css-text-decor-4 §2.10): which glyphs interrupt underlines and overlines.
package enum SkipInk: UInt8, Hashable, Sendable {
  case none
  /// Glyphs of scripts other than Chinese, Japanese and Korean, whose glyphs would leave little of a line.
  case auto
  case all
}

/// `text-underline-position` (css-text-decor-4 §2.7).
package struct UnderlinePosition: OptionSet, Hashable, Sendable {
  package var rawValue: UInt8
  package init(rawValue: UInt8) { self.rawValue = rawValue }
  /// The underline is below all descenders.
  package static let under = UnderlinePosition(rawValue: 1)
  /// The underline of vertical text is on the left side; with `right`, on the right side.
  package static let left = UnderlinePosition(rawValue: 2)
  package static let right = UnderlinePosition(rawValue: 4)
  /// The underline is where the font says.
  package static let fromFont = UnderlinePosition(rawValue: 8)
}

/// One layer of `text-shadow`, px.
package struct TextShadow: Hashable, Sendable {
  package var x, y, blur: Double
  /// It is nil for the colour of the text.
  package var color: Color?
  package init(x: Double, y: Double, blur: Double, color: Color?) {
    self.x = x
    self.y = y
    self.blur = blur
    self.color = color
  }
}
