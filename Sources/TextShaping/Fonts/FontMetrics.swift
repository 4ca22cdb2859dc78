/// The metrics of a font at its size, in px. `descent` is positive below the baseline.
package struct FontMetrics: Hashable, Sendable {
  package var ascent, descent, lineGap: Double
  package var xHeight, capHeight: Double
  /// The advance of `0`: the `ch` unit.
  package var zeroAdvance: Double
  package var spaceAdvance: Double
  /// The distance from the baseline down to the middle of the underline, and the thickness of the underline.
  package var underlinePosition, underlineThickness: Double
  /// The distance from the baseline up to the middle of the strikeout line, and the thickness of the line.
  package var strikeoutPosition, strikeoutThickness: Double
  package init(
    ascent: Double, descent: Double, lineGap: Double, xHeight: Double, capHeight: Double, zeroAdvance: Double,
    spaceAdvance: Double, underlinePosition: Double, underlineThickness: Double, strikeoutPosition: Double,
    strikeoutThickness: Double
  ) {
    self.ascent = ascent
    self.descent = descent
    self.lineGap = lineGap
    self.xHeight = xHeight
    self.capHeight = capHeight
    self.zeroAdvance = zeroAdvance
    self.spaceAdvance = spaceAdvance
    self.underlinePosition = underlinePosition
    self.underlineThickness = underlineThickness
    self.strikeoutPosition = strikeoutPosition
    self.strikeoutThickness = strikeoutThickness
  }

  /// All metrics multiplied by a factor.
  package func scaled(by factor: Double) -> FontMetrics {
    FontMetrics(
      ascent: ascent * factor, descent: descent * factor, lineGap: lineGap * factor, xHeight: xHeight * factor,
      capHeight: capHeight * factor, zeroAdvance: zeroAdvance * factor, spaceAdvance: spaceAdvance * factor,
      underlinePosition: underlinePosition * factor, underlineThickness: underlineThickness * factor,
      strikeoutPosition: strikeoutPosition * factor, strikeoutThickness: strikeoutThickness * factor)
  }

  /// The part of the line above the central baseline, which is half of it (css-writing-modes-4 §4.3), in whole px as in
  /// browsers.
  package var centralAscent: Double {
    let height = ascent.rounded() + descent.rounded()
    return height - (height / 2).rounded(.down)
  }

  /// The distance from the central baseline down to the alphabetic one.
  package var centralShift: Double { ascent.rounded() - centralAscent }

  /// The metrics if the system has no font.
  static let none = FontMetrics(
    ascent: 0, descent: 0, lineGap: 0, xHeight: 0, capHeight: 0, zeroAdvance: 0, spaceAdvance: 0,
    underlinePosition: 0, underlineThickness: 0, strikeoutPosition: 0, strikeoutThickness: 0)
}
