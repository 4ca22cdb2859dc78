import Layout
import Style

/// The values of presentation properties.
extension SVGStyle {
  func paint(_ value: SVGValue) -> Paint? {
    if value == "none" { return Paint.none }
    if let id = value.reference, !id.isEmpty { return .gradient(id) }
    // Nothing is painted if the address is that of no element (SVG 2 §13.2).
    if value.isAddress { return Paint.none }
    return Self.color(value, current: color).map { .color($0) }
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

  /// The two lengths of `transform-origin` (css-transforms-1 §6). Nil for keywords and percentages.
  func origin(_ value: SVGValue) -> Point? {
    let parts = value.text.split(whereSeparator: \.isWhitespace).map { ContiguousArray($0.utf8) }
    guard parts.count == 2, let x = length(SVGValue(parts[0], parts[0].indices)),
      let y = length(SVGValue(parts[1], parts[1].indices))
    else { return nil }
    return Point(x: x, y: y)
  }

  /// A number or a length in px. Nil for percentages and anything else.
  func length(_ value: SVGValue) -> Double? {
    var scanner = SVGScanner(value)
    scanner.skipSpace()
    guard let number = scanner.number() else { return nil }
    if scanner.isAtEnd { return number }
    let unit = scanner.word()
    scanner.skipSpace()
    guard scanner.isAtEnd else { return nil }
    switch unit {
    case "", "px": return number
    case "pt": return number * 96 / 72
    case "pc": return number * 16
    case "in": return number * 96
    case "cm": return number * 96 / 2.54
    case "mm": return number * 96 / 25.4
    case "em": return number * font.size
    default: return nil
    }
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
  /// The identifier of `url(#id)`.
  var reference: String? {
    guard hasPrefix("url("), hasSuffix(UInt8(ascii: ")")) else { return nil }
    let url = dropping(first: 4, last: 1).withoutQuotes
    return url.hasPrefix("#") ? url.dropping(first: 1, last: 0).text : nil
  }

  /// Whether it is an address without a fallback after it.
  var isAddress: Bool {
    guard hasPrefix("url("), hasSuffix(UInt8(ascii: ")")) else { return false }
    return !dropping(first: 4, last: 1).withoutQuotes.text.contains { "'\"() ".contains($0) }
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
