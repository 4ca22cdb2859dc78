import Layout
import TextShaping

/// What relative lengths of a drawing refer to (css-values-4 §6.1), besides the font of an element.
final class SVGUnits {
  /// The size of the page, or of the image that is a file, px; nil if it is not known.
  let viewport: Size?
  /// px.
  private let rootFontSize: Double
  /// A multiple of the font size; nil for the line height of the font.
  private let lineHeight: Double?
  private let metrics: (FontDescription) -> FontMetrics?
  private var known: (font: FontDescription, metrics: FontMetrics?)?

  /// - Parameter metrics: the metrics of the first available font.
  init(
    viewport: Size?, rootFontSize: Double = 16, lineHeight: Double? = nil,
    metrics: @escaping (FontDescription) -> FontMetrics? = { _ in nil }
  ) {
    (self.viewport, self.rootFontSize, self.lineHeight) = (viewport, rootFontSize, lineHeight)
    self.metrics = metrics
  }

  /// A length in px; nil if the unit is not known.
  func px(_ number: Double, _ unit: String, _ font: FontDescription) -> Double? {
    switch unit {
    case "ex": number * (metrics(of: font)?.xHeight ?? font.size / 2)
    case "ch": number * (metrics(of: font)?.zeroAdvance ?? font.size / 2)
    case "cap": number * (metrics(of: font)?.capHeight ?? font.size * 0.7)
    case "ic": number * font.size
    case "lh": number * lineHeight(of: font)
    case "rem": number * rootFontSize
    case "vw", "svw", "lvw", "dvw", "vi", "svi", "lvi", "dvi": viewport.map { number / 100 * $0.width }
    case "vh", "svh", "lvh", "dvh", "vb", "svb", "lvb", "dvb": viewport.map { number / 100 * $0.height }
    case "vmin", "svmin", "lvmin", "dvmin": viewport.map { number / 100 * min($0.width, $0.height) }
    case "vmax", "svmax", "lvmax", "dvmax": viewport.map { number / 100 * max($0.width, $0.height) }
    default: nil
    }
  }

  private func lineHeight(of font: FontDescription) -> Double {
    if let lineHeight { return lineHeight * font.size }
    return metrics(of: font).map { $0.ascent + $0.descent + $0.lineGap } ?? font.size * 1.2
  }

  private func metrics(of font: FontDescription) -> FontMetrics? {
    if let known, known.font == font { return known.metrics }
    let found = metrics(font)
    known = (font, found)
    return found
  }
}
