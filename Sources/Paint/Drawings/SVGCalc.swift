import Layout

/// Computes a `calc()`, `min()` or `max()` of lengths and numbers (css-values-4 §10).
struct SVGCalc {
  private var scanner: SVGScanner
  private let style: SVGStyle
  /// What percentages refer to, px; nil if it is not known.
  private let whole: Double?
  private var depth = 0
  private static let maximumDepth = 32

  /// px. Nil if the value is not valid, or has percentages of something that is not known.
  static func length(_ value: SVGValue, _ style: SVGStyle, whole: Double? = nil) -> Double? {
    guard isCalculated(value) else { return nil }
    var calc = SVGCalc(scanner: SVGScanner(value), style: style, whole: whole)
    guard let length = calc.term(), calc.scanner.isAtEnd, abs(length) <= 1e9 else { return nil }
    return length
  }

  static func isCalculated(_ value: SVGValue) -> Bool {
    value.hasPrefix("calc(") || value.hasPrefix("min(") || value.hasPrefix("max(")
  }

  private mutating func sum() -> Double? {
    guard var sum = product() else { return nil }
    while true {
      scanner.skipSpace()
      if scanner.take(UInt8(ascii: "+")) {
        guard let next = product() else { return nil }
        sum += next
      } else if scanner.take(UInt8(ascii: "-")) {
        guard let next = product() else { return nil }
        sum -= next
      } else {
        return sum
      }
    }
  }

  private mutating func product() -> Double? {
    guard var product = term() else { return nil }
    while true {
      scanner.skipSpace()
      if scanner.take(UInt8(ascii: "*")) {
        guard let next = term() else { return nil }
        product *= next
      } else if scanner.take(UInt8(ascii: "/")) {
        guard let next = term(), next != 0 else { return nil }
        product /= next
      } else {
        return product
      }
    }
  }

  private mutating func term() -> Double? {
    scanner.skipSpace()
    if let number = scanner.number() {
      if scanner.take(UInt8(ascii: "%")) { return whole.map { number / 100 * $0 } }
      return style.length(number, unit: scanner.word())
    }
    let name = scanner.word()
    guard scanner.take(UInt8(ascii: "(")), depth < Self.maximumDepth else { return nil }
    depth += 1
    defer { depth -= 1 }
    guard var result = sum() else { return nil }
    while name == "min" || name == "max", scanner.take(UInt8(ascii: ",")) {
      guard let next = sum() else { return nil }
      result = name == "min" ? min(result, next) : max(result, next)
    }
    guard ["", "calc", "min", "max"].contains(name), scanner.take(UInt8(ascii: ")")) else { return nil }
    return result
  }
}
