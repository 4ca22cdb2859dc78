import Glibc
import Layout
import Style

/// The parts of a value of `filter` (filter-effects-1 §5).
enum SVGFilterValue {
  enum Part {
    /// A `filter` element by its id.
    case reference(String)
    case function([SVGFilterPrimitive])
  }

  /// Returns nil if the value is not valid.
  static func parts(_ value: SVGValue, _ style: SVGStyle) -> [Part]? {
    var parts: [Part] = []
    var rest = value
    while !rest.isEmpty {
      guard let open = rest.bytes[rest.range].firstIndex(of: UInt8(ascii: "(")),
        let close = end(of: rest, from: open), parts.count < SVGFilter.mostPrimitives
      else { return nil }
      let name = SVGValue(rest.bytes, rest.range.lowerBound..<open).text.lowercased()
      let whole = SVGValue(rest.bytes, rest.range.lowerBound..<close + 1)
      let argument = SVGValue(rest.bytes, open + 1..<close)
      rest = SVGValue(rest.bytes, close + 1..<rest.range.upperBound)
      if name == "url" {
        guard let id = whole.reference else { return nil }
        parts.append(.reference(id))
      } else {
        guard let function = function(name, argument, style) else { return nil }
        parts.append(.function(function))
      }
    }
    return parts
  }

  /// The index of the parenthesis that closes another one.
  private static func end(of value: SVGValue, from open: Int) -> Int? {
    var depth = 0
    for index in open..<value.range.upperBound {
      switch value.bytes[index] {
      case UInt8(ascii: "("): depth += 1
      case UInt8(ascii: ")"):
        depth -= 1
        if depth == 0 { return index }
      default: break
      }
    }
    return nil
  }

  // MARK: Functions

  /// The primitives of a function (§6.1, §13); nil if it is not valid.
  private static func function(_ name: String, _ argument: SVGValue, _ style: SVGStyle) -> [SVGFilterPrimitive]? {
    let content = SVGFilterPrimitive.Input()
    switch name {
    case "blur":
      guard let deviation = argument.isEmpty ? 0 : style.length(argument), deviation >= 0 else { return nil }
      return [SVGFilterPrimitive(operation: .blur(x: deviation, y: deviation), inputs: [content])]
    case "drop-shadow":
      guard let shadow = shadow(argument, style) else { return nil }
      return [
        SVGFilterPrimitive(operation: shadow, inputs: [content]),
        SVGFilterPrimitive(operation: .merge, inputs: [.init(result: 0), content]),
      ]
    default:
      guard let matrix = matrix(name, argument) else { return nil }
      return [SVGFilterPrimitive(operation: .matrix(matrix), inputs: [content])]
    }
  }

  private static func matrix(_ name: String, _ argument: SVGValue) -> [Float]? {
    if name == "opacity" {
      guard let amount = amount(argument) else { return nil }
      return SVGFilterMatrix.opacity(min(1, amount))
    }
    guard let filter = FilterFunction.ColorFilter(rawValue: name) else { return nil }
    guard let amount = filter == .hueRotate ? angle(argument) : amount(argument) else { return nil }
    return SVGFilterMatrix.matrix(filter, amount: amount)
  }

  /// A number or a percentage that is not negative.
  private static func amount(_ value: SVGValue) -> Double? {
    guard !value.isEmpty else { return 1 }
    return (value.percentage.map { $0 / 100 } ?? SVGScanner.numbers(value, most: 1)?.first).flatMap {
      $0 >= 0 ? $0 : nil
    }
  }

  /// Degrees.
  private static func angle(_ value: SVGValue) -> Double? {
    guard !value.isEmpty else { return 0 }
    var scanner = SVGScanner(value)
    guard let number = scanner.number(), let unit = degrees[scanner.word()], scanner.isAtEnd else { return nil }
    return number * unit
  }

  private static let degrees = ["": 1, "deg": 1, "grad": 0.9, "turn": 360, "rad": 180 / .pi]

  /// Two or three lengths and a colour, in any order. Returns nil if it is not valid.
  private static func shadow(_ value: SVGValue, _ style: SVGStyle) -> SVGFilterPrimitive.Operation? {
    var lengths: [Double] = []
    var color: Color?
    for word in words(value) {
      if let length = style.length(word) {
        lengths.append(length)
      } else if color == nil, let own = SVGStyle.color(word, current: style.color) {
        color = own
      } else {
        return nil
      }
    }
    guard 2...3 ~= lengths.count, lengths.count == 2 || lengths[2] >= 0 else { return nil }
    let deviation = lengths.count > 2 ? lengths[2] : 0
    return .shadow(
      x: lengths[0], y: lengths[1], deviationX: deviation, deviationY: deviation, color ?? style.color)
  }

  /// The parts between white space outside of parentheses.
  private static func words(_ value: SVGValue) -> [SVGValue] {
    var words: [SVGValue] = []
    var (start, depth) = (value.range.lowerBound, 0)
    for index in value.range {
      let byte = value.bytes[index]
      if byte == UInt8(ascii: "(") { depth += 1 }
      if byte == UInt8(ascii: ")") { depth -= 1 }
      guard depth == 0, byte <= 0x20 else { continue }
      if start < index { words.append(SVGValue(value.bytes, start..<index)) }
      start = index + 1
    }
    if start < value.range.upperBound { words.append(SVGValue(value.bytes, start..<value.range.upperBound)) }
    return words
  }
}
