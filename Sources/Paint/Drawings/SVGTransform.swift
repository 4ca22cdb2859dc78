import Glibc

extension AffineTransform {
  /// A `transform` attribute (SVG 2 §8.5). Nil if it is not valid.
  init?(svg value: SVGValue) {
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
        numbers.append(number)
        scanner.skipSeparator()
      }
      guard let function = Self.function(name, numbers) else { return nil }
      self = concatenating(function)
      scanner.skipSeparator()
    }
  }

  private static func function(_ name: String, _ numbers: [Double]) -> AffineTransform? {
    switch (name, numbers.count) {
    case ("translate", 1): .translation(numbers[0], 0)
    case ("translate", 2): .translation(numbers[0], numbers[1])
    case ("scale", 1): .scale(numbers[0], numbers[0])
    case ("scale", 2): .scale(numbers[0], numbers[1])
    case ("rotate", 1): rotation(numbers[0])
    case ("rotate", 3):
      translation(numbers[1], numbers[2]).concatenating(rotation(numbers[0])).concatenating(
        .translation(-numbers[1], -numbers[2]))
    case ("skewX", 1): AffineTransform(c: tan(numbers[0] * .pi / 180))
    case ("skewY", 1): AffineTransform(b: tan(numbers[0] * .pi / 180))
    case ("matrix", 6):
      AffineTransform(a: numbers[0], b: numbers[1], c: numbers[2], d: numbers[3], e: numbers[4], f: numbers[5])
    default: nil
    }
  }

  private static func rotation(_ degrees: Double) -> AffineTransform {
    let angle = degrees * .pi / 180
    return AffineTransform(a: cos(angle), b: sin(angle), c: -sin(angle), d: cos(angle))
  }
}
