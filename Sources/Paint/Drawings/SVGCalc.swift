import Layout

/// Computes a `calc()`, `min()` or `max()` of lengths and numbers (css-values-4 §10).
struct SVGCalc {
  private var scanner: SVGScanner
  private let style: SVGStyle
  /// What percentages refer to, px; nil if it is not known.
  private let whole: Double?
  private var depth = 0
  private static let maximumDepth = 32

  /// px. Returns nil if the value is not valid, or has percentages of something that is not known.
  static func length(_ value: SVGValue, _ style: SVGStyle, whole: Double? = nil) -> Double? {
    guard isCalculated(value) else { return nil }
    var calc = SVGCalc(scanner: SVGScanner(value), style: style, whole: whole)
    guard let result = calc.term(), calc.scanner.isAtEnd, abs(result.number) <= 1e9 else { return nil }
    return result.number
  }

  static func isCalculated(_ value: SVGValue) -> Bool {
    value.hasPrefix("calc(") || value.hasPrefix("min(") || value.hasPrefix("max(")
  }

  /// A number, or a length in px.
  private struct Value {
    var number: Double
    var isLength: Bool
  }

  private mutating func sum() -> Value? {
    guard var sum = product() else { return nil }
    while true {
      scanner.skipSpace()
      let sign: Double = scanner.next == UInt8(ascii: "-") ? -1 : 1
      guard scanner.take(UInt8(ascii: "+")) || scanner.take(UInt8(ascii: "-")) else { return sum }
      guard let next = product(), next.isLength == sum.isLength else { return nil }
      sum.number += sign * next.number
    }
  }

  private mutating func product() -> Value? {
    guard var product = term() else { return nil }
    while true {
      scanner.skipSpace()
      let isQuotient = scanner.next == UInt8(ascii: "/")
      guard scanner.take(UInt8(ascii: "*")) || scanner.take(UInt8(ascii: "/")) else { return product }
      guard let next = term() else { return nil }
      if isQuotient {
        guard !next.isLength, next.number != 0 else { return nil }
        product.number /= next.number
      } else {
        guard !next.isLength || !product.isLength else { return nil }
        product = Value(number: product.number * next.number, isLength: product.isLength || next.isLength)
      }
    }
  }

  private mutating func term() -> Value? {
    scanner.skipSpace()
    if let number = scanner.number() {
      if scanner.take(UInt8(ascii: "%")) { return whole.map { Value(number: number / 100 * $0, isLength: true) } }
      let unit = scanner.word()
      return style.length(number, unit: unit).map { Value(number: $0, isLength: !unit.isEmpty) }
    }
    let name = scanner.word()
    guard scanner.take(UInt8(ascii: "(")), depth < Self.maximumDepth else { return nil }
    depth += 1
    defer { depth -= 1 }
    guard var result = sum() else { return nil }
    while name == "min" || name == "max", scanner.take(UInt8(ascii: ",")) {
      guard let next = sum(), next.isLength == result.isLength else { return nil }
      result.number = name == "min" ? min(result.number, next.number) : max(result.number, next.number)
    }
    guard ["", "calc", "min", "max"].contains(name), scanner.take(UInt8(ascii: ")")) else { return nil }
    return result
  }
}
