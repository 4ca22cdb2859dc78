import Layout
import Style

/// The values of presentation properties.
extension SVGStyle {
  /// Returns nil if the value is not valid.
  func paint(_ value: SVGValue) -> Paint? {
    switch value {
    case "none": return Paint.none
    case "context-fill": return .contextFill
    case "context-stroke": return .contextStroke
    default: break
    }
    guard value.hasPrefix("url(") else { return Self.color(value, current: color).map { .color($0) } }
    let parts = value.addressAndRest
    let fallback = parts.rest.isEmpty ? nil : Self.color(parts.rest, current: color)
    return .reference(parts.address.reference ?? "", fallback: fallback)
  }

  static func color(_ value: SVGValue, current: Color) -> Color? {
    value.hasPrefix("#")
      ? Color(hexDigits: value.bytes[value.range].dropFirst()) : Color(css: value.text, current: current)
  }

  /// Whether `paint-order` (SVG 2 §13.8) names the stroke before the fill; markers are not drawn here.
  static func strokesFirst(_ value: SVGValue) -> Bool? {
    let names = value.text.split(whereSeparator: \.isWhitespace)
    guard names != ["normal"] else { return false }
    guard !names.isEmpty, Set(names).count == names.count,
      names.allSatisfy({ ["fill", "stroke", "markers"].contains($0) })
    else { return nil }
    return names.first { $0 != "markers" } == "stroke"
  }

  /// A number or a length in px. Returns nil for percentages and anything else.
  func length(_ value: SVGValue) -> Double? {
    var scanner = SVGScanner(value)
    scanner.skipSpace()
    guard let number = scanner.number() else { return SVGCalc.length(value, self) }
    if scanner.isAtEnd { return number }
    let unit = scanner.word()
    scanner.skipSpace()
    return scanner.isAtEnd ? length(number, unit: unit) : nil
  }

  /// A length in px; nil if the unit is not known.
  func length(_ number: Double, unit: String) -> Double? {
    switch unit {
    case "", "px": return number
    case "pt": return number * 96 / 72
    case "pc": return number * 16
    case "in": return number * 96
    case "cm": return number * 96 / 2.54
    case "mm": return number * 96 / 25.4
    case "em": return number * text.font.size
    case "q", "Q": return number * 96 / 101.6
    default: return (units ?? Self.typicalUnits).px(number, unit, text.font)
    }
  }

  private static var typicalUnits: SVGUnits { SVGUnits(viewport: nil) }

  /// Sets a length. One that is not valid has no effect.
  /// - Parameter least: the least value.
  /// - Returns: false if it may be valid, but is not supported.
  func assign(_ property: inout Double, _ value: SVGValue, from least: Double = -.infinity) -> Bool {
    guard let length = length(value) else { return !value.mayBeValid }
    if length >= least { property = length }
    return true
  }

  /// A list of lengths in px. Returns nil if there is anything else.
  func lengths(_ value: SVGValue, most: Int) -> [Double]? {
    if let numbers = SVGScanner.numbers(value, most: most) { return numbers }
    let parts = value.text.split { $0.isWhitespace || $0 == "," }
    guard parts.count <= most else { return nil }
    var numbers: [Double] = []
    for part in parts {
      guard let number = length(SVGValue(part)) else { return nil }
      numbers.append(number)
    }
    return numbers
  }

  /// A number or a percentage, limited to 0...1.
  static func fraction(_ value: SVGValue) -> Double? {
    var scanner = SVGScanner(value)
    scanner.skipSpace()
    guard let number = scanner.number() else { return nil }
    let isPercentage = scanner.take(UInt8(ascii: "%"))
    scanner.skipSpace()
    return scanner.isAtEnd ? min(max(isPercentage ? number / 100 : number, 0), 1) : nil
  }
}

extension SVGValue {
  /// Whether a value that is not supported may be valid: it has a function, or begins with a number and has a unit that
  /// is not supported. Values that are not, which programs write by mistake (`NaN`, `undefined`), have no effect.
  var mayBeValid: Bool {
    if contains(UInt8(ascii: "(")) { return !hasInvalidNumber }
    if contains(UInt8(ascii: ",")) || contains(0x20) {
      return text.split { $0 == "," || $0 == " " }.contains { SVGValue($0).mayBeValid }
    }
    var scanner = SVGScanner(self)
    guard scanner.number() != nil else { return false }
    if scanner.take(UInt8(ascii: "%")) { return scanner.isAtEnd }
    return Self.units.contains(scanner.word().lowercased()) && scanner.isAtEnd
  }

  /// Whether an argument of a function is a number that a program could not compute.
  private var hasInvalidNumber: Bool {
    text.split { !$0.isLetter }.contains { ["NaN", "undefined", "null", "Infinity"].contains($0) }
  }

  /// The units of lengths that are not supported.
  private static let units: Set<String> = [
    "vw", "vh", "vmin", "vmax", "vi", "vb", "svw", "svh", "lvw", "lvh", "dvw", "dvh", "cqw", "cqh", "cqi", "cqb",
    "cqmin", "cqmax", "lh", "rlh", "cap", "rcap", "ic", "ric", "rex", "rch",
  ]

  /// The identifier of `url(#id)`.
  var reference: String? {
    guard hasPrefix("url("), hasSuffix(UInt8(ascii: ")")) else { return nil }
    let url = dropping(first: 4, last: 1).withoutQuotes
    return url.fragment
  }

  /// The identifier of `#id`, in which bytes may be percent-encoded; nil for other addresses.
  var fragment: String? {
    guard hasPrefix("#") else { return nil }
    let id = dropping(first: 1, last: 0)
    guard id.contains(UInt8(ascii: "%")) else { return id.text }
    var decoded: [UInt8] = []
    var rest = bytes[id.range]
    while let byte = rest.popFirst() {
      let digits = String(decoding: rest.prefix(2), as: UTF8.self)
      if byte == UInt8(ascii: "%"), digits.utf8.count == 2, let value = UInt8(digits, radix: 16) {
        decoded.append(value)
        rest = rest.dropFirst(2)
      } else {
        decoded.append(byte)
      }
    }
    return String(decoding: decoded, as: UTF8.self)
  }

  /// `url(…)`, and what follows it.
  var addressAndRest: (address: SVGValue, rest: SVGValue) {
    guard let end = bytes[range].firstIndex(of: UInt8(ascii: ")")) else { return (self, SVGValue("")) }
    return (SVGValue(bytes, range.lowerBound..<end + 1), SVGValue(bytes, end + 1..<range.upperBound))
  }

  /// A value of a declaration without `!important`.
  var withoutImportance: SVGValue {
    guard let mark = bytes[range].lastIndex(of: UInt8(ascii: "!")),
      SVGValue(bytes, mark + 1..<range.upperBound).text.lowercased() == "important"
    else { return self }
    return SVGValue(bytes, range.lowerBound..<mark)
  }

  /// The fallback of a value that is a variable, which has no value here; nil if it has none. Those of documents are
  /// part of `SVGDocument.declarations`.
  var withoutVariables: SVGValue? {
    guard hasPrefix("var("), hasSuffix(UInt8(ascii: ")")) else { return self }
    let parts = dropping(first: 4, last: 1).split(UInt8(ascii: ","), most: 2)
    return parts.count == 2 ? parts[1].withoutVariables : nil
  }

  /// The number of a percentage; nil for anything else.
  var percentage: Double? {
    guard hasSuffix(UInt8(ascii: "%")) else { return nil }
    return dropping(first: 0, last: 1).number.flatMap { abs($0) <= 1e6 ? $0 : nil }
  }

  /// A finite number without a unit; nil for anything else.
  var number: Double? {
    var scanner = SVGScanner(self)
    guard let number = scanner.number() else { return nil }
    return scanner.isAtEnd ? number : nil
  }

  var isCurrentColor: Bool { range.count == 12 && text.lowercased() == "currentcolor" }

  /// A name of a font without the quotes around it.
  var withoutQuotes: SVGValue {
    let quotes = [UInt8(ascii: "\""), UInt8(ascii: "'")]
    var name = self
    while let first = name.bytes[name.range].first, quotes.contains(first) { name = name.dropping(first: 1, last: 0) }
    while let last = name.bytes[name.range].last, quotes.contains(last) { name = name.dropping(first: 0, last: 1) }
    return name
  }
}
