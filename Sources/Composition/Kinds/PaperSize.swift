import Style

/// The size of a sheet of paper, portrait unless `landscape` is specified.
package struct PaperSize: Hashable, Sendable {
  /// CSS px: 1/96 inch.
  package var width, height: Double

  /// 210 mm × 297 mm.
  package static let a4 = PaperSize(width: millimetres(210), height: millimetres(297))

  private static func millimetres(_ length: Double) -> Double { length / 25.4 * 96 }

  /// Names that `init(_:)` accepts, for people to choose from.
  package static let commonNames = ["A3", "A4", "A5", "letter", "legal"].flatMap { [$0, $0 + " landscape"] }

  package init(width: Double, height: Double) {
    self.width = width
    self.height = height
  }

  /// Reads `A4`, `letter landscape`, `210mm 297mm`, `8.5in 11in`; nil for anything else. Each side is 10 mm to 5 m
  /// long.
  package init?(_ text: String) {
    var words = text.lowercased().split(separator: " ").map(String.init)
    let isLandscape = words.last == "landscape"
    if isLandscape || words.last == "portrait" { words.removeLast() }
    if words.count == 1, let size = NamedPageSize.px(named: words[0]) {
      self.init(width: size.width, height: size.height)
    } else if words.count == 2, let width = Self.length(words[0]), let height = Self.length(words[1]) {
      self.init(width: width, height: height)
    } else {
      return nil
    }
    if isLandscape { (width, height) = (height, width) }
  }

  /// The lengths that a side may have.
  package static let sides = millimetres(10)...millimetres(5000)

  /// A length such as `5mm` in CSS px; nil if the text is not a length in the range.
  package static func length(_ text: String, in range: ClosedRange<Double> = sides) -> Double? {
    guard let number = Double(text.dropLast(2)) else { return nil }
    let length: Double
    switch text.suffix(2) {
    case "mm": length = millimetres(number)
    case "cm": length = millimetres(10 * number)
    case "in": length = 96 * number
    case "pt": length = number * 96 / 72
    case "px": length = number
    default: return nil
    }
    return range.contains(length) ? length : nil
  }
}
