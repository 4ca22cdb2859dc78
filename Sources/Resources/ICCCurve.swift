import Glibc

/// A curve from samples to linear amounts (ICC.1:2010, 10.5 and 10.15).
enum ICCCurve {
  case power(Double)
  /// Amounts at equal distances, from 0 to 1; at least two.
  case table([Double])
  /// The type of function, 0 to 4, and its parameters.
  case function(Int, [Double])

  /// - Parameter tag: the content of the tag. Other types than `curv` and `para` are refused.
  init?(_ tag: ByteReader) {
    if tag.matches("curv", at: 0), let count = tag.big32(8), count <= 65_536 {
      switch count {
      case 0: self = .power(1)
      case 1:
        guard let gamma = tag.big16(12) else { return nil }
        self = .power(Double(gamma) / 256)
      default:
        let values = (0..<count).compactMap { tag.big16(12 + 2 * $0).map { Double($0) / 65_535 } }
        guard values.count == count else { return nil }
        self = .table(values)
      }
    } else if tag.matches("para", at: 0), let type = tag.big16(8), type <= 4 {
      let parameters = (0..<[1, 3, 4, 5, 7][type]).compactMap { tag.fixed(12 + 4 * $0) }
      guard parameters.count == [1, 3, 4, 5, 7][type] else { return nil }
      self = .function(type, parameters)
    } else {
      return nil
    }
  }

  /// The amounts of 256 samples.
  var samples: [Float] { (0..<256).map { Float(min(max(value(at: Double($0) / 255), 0), 1)) } }

  private func value(at x: Double) -> Double {
    switch self {
    case .power(let gamma): Self.power(x, gamma)
    case .table(let values):
      Self.interpolated(values, at: x)
    case .function(let type, let parameters): Self.value(at: x, type, parameters)
    }
  }

  private static func interpolated(_ values: [Double], at x: Double) -> Double {
    let place = x * Double(values.count - 1)
    let index = min(Int(place), values.count - 2)
    return values[index] + (values[index + 1] - values[index]) * (place - Double(index))
  }

  /// Table 65 of the specification.
  private static func value(at x: Double, _ type: Int, _ parameters: [Double]) -> Double {
    func parameter(_ index: Int) -> Double { index < parameters.count ? parameters[index] : 0 }
    let (g, a, b) = (parameter(0), parameter(1), parameter(2))
    switch type {
    case 0: return power(x, g)
    case 1: return a * x + b >= 0 ? power(a * x + b, g) : 0
    case 2: return a * x + b >= 0 ? power(a * x + b, g) + parameter(3) : parameter(3)
    default:
      return x >= parameter(4) ? power(a * x + b, g) + parameter(5) : parameter(3) * x + parameter(6)
    }
  }

  /// A power of a number that is not negative.
  static func power(_ base: Double, _ exponent: Double) -> Double {
    let result = pow(max(base, 0), exponent)
    return result.isFinite ? result : 1
  }
}

extension ByteReader {
  /// A number of the type s15Fixed16Number (4.6).
  func fixed(_ offset: Int) -> Double? {
    big32(offset).map { Double(Int32(truncatingIfNeeded: $0)) / 65_536 }
  }
}
