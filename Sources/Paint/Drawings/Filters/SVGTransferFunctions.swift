import Glibc
import Layout

/// The functions of `feComponentTransfer` (filter-effects-1 §9.7) as values of all bytes, which are not premultiplied.
struct SVGTransferFunctions {
  /// The values of the functions for red, green, blue and alpha, by byte.
  var tables: [[UInt8]] = Array(repeating: Array(0...255), count: 4)

  /// Whether transparent pixels remain transparent.
  var keepsTransparency: Bool { tables[3][0] == 0 }
  var keepsAlpha: Bool { tables[3] == Array(0...255) }

  /// The index of a function by the name of its element.
  static func index(_ element: String) -> Int? { ["feFuncR", "feFuncG", "feFuncB", "feFuncA"].firstIndex(of: element) }

  /// Sets one of the functions. An invalid one changes nothing.
  mutating func set(_ index: Int, _ values: [SVGAttribute: SVGValue]) {
    func number(_ name: SVGAttribute, _ initial: Double) -> Double {
      values[name]?.number ?? initial
    }
    let list = values[.tableValues].flatMap { SVGScanner.numbers($0, most: 1000) } ?? []
    let function: ((Double) -> Double)? =
      switch values[.type]?.text {
      case "linear":
        { [slope = number(.slope, 1), intercept = number(.intercept, 0)] in slope * $0 + intercept }
      case "gamma":
        { [amplitude = number(.amplitude, 1), exponent = number(.exponent, 1), offset = number(.offset, 0)] in
          amplitude * pow($0, exponent) + offset
        }
      case "table": list.isEmpty ? nil : { Self.interpolated($0, list) }
      case "discrete": list.isEmpty ? nil : { list[min(list.count - 1, Int($0 * Double(list.count)))] }
      default: nil
      }
    guard let function else { return }
    tables[index] = (0...255).map { byte in
      let value = function(Double(byte) / 255)
      // What is not a number becomes 0.
      return value > 0 ? UInt8((min(value, 1) * 255).rounded()) : 0
    }
  }

  private static func interpolated(_ value: Double, _ list: [Double]) -> Double {
    let place = value * Double(list.count - 1)
    let index = min(list.count - 1, Int(place))
    guard index + 1 < list.count else { return list[index] }
    return list[index] + (place - Double(index)) * (list[index + 1] - list[index])
  }
}
