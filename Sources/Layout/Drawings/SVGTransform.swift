import Glibc

extension AffineTransform {
  /// A `transform` attribute (SVG 2 §8.5) or property (css-transforms-1 §12.1), whose numbers may have units. Fails if
  /// it is not valid.
  /// - Parameter box: the size to which percentages of translations refer; nil if there are none.
  package init?(svg value: SVGValue, percentagesOf box: Size? = nil) {
    self = .identity
    var scanner = SVGScanner(value)
    scanner.skipSpace()
    while !scanner.isAtEnd {
      let name = scanner.word()
      scanner.skipSpace()
      guard scanner.take(UInt8(ascii: "(")) else { return nil }
      var numbers: [Double] = []
      scanner.skipSpace()
      while !scanner.take(UInt8(ascii: ")")) {
        guard let number = scanner.number(), numbers.count < 6 else { return nil }
        if let box, name.hasPrefix("translate"), scanner.take(UInt8(ascii: "%")) {
          let isVertical = name == "translateY" || numbers.count == 1
          numbers.append(number / 100 * (isVertical ? box.height : box.width))
        } else if let unit = Self.units[scanner.word()] {
          numbers.append(number * unit)
        } else {
          return nil
        }
        scanner.skipSeparator()
      }
      guard let function = Self.function(name, numbers) else { return nil }
      self = concatenating(function)
      scanner.skipSeparator()
    }
  }

  /// The factors of units, to degrees or px.
  private static let units: [String: Double] = [
    "": 1, "px": 1, "pt": 96.0 / 72, "pc": 16, "in": 96, "cm": 96 / 2.54, "mm": 96 / 25.4, "deg": 1, "grad": 0.9,
    "turn": 360, "rad": 180 / .pi,
  ]

  private static func function(_ name: String, _ numbers: [Double]) -> AffineTransform? {
    switch (name, numbers.count) {
    case ("translate", 1): .translation(numbers[0], 0)
    case ("translate", 2): .translation(numbers[0], numbers[1])
    case ("translateX", 1): .translation(numbers[0], 0)
    case ("translateY", 1): .translation(0, numbers[0])
    case ("scale", 1): .scale(numbers[0], numbers[0])
    case ("scale", 2): .scale(numbers[0], numbers[1])
    case ("scaleX", 1): .scale(numbers[0], 1)
    case ("scaleY", 1): .scale(1, numbers[0])
    case ("rotate", 1): rotation(numbers[0])
    case ("rotate", 3):
      translation(numbers[1], numbers[2]).concatenating(rotation(numbers[0])).concatenating(
        .translation(-numbers[1], -numbers[2]))
    case ("skewX", 1): AffineTransform(c: tan(numbers[0] * .pi / 180))
    case ("skew", 1): AffineTransform(c: tan(numbers[0] * .pi / 180))
    case ("skew", 2): AffineTransform(b: tan(numbers[1] * .pi / 180), c: tan(numbers[0] * .pi / 180))
    case ("skewY", 1): AffineTransform(b: tan(numbers[0] * .pi / 180))
    case ("matrix", 6):
      AffineTransform(a: numbers[0], b: numbers[1], c: numbers[2], d: numbers[3], e: numbers[4], f: numbers[5])
    default: nil
    }
  }
}
