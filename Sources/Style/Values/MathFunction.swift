import Glibc

/// A math function of numbers (css-values-4 §10.3 to §10.7). Angles of trigonometric functions are in radians, those
/// that are results in degrees.
package enum MathFunction: String, Hashable, Sendable {
  case abs, sign, mod, rem, sin, cos, tan, asin, acos, atan, atan2, pow, sqrt, hypot, log, exp
  case roundNearest, roundUp, roundDown, roundToZero
  /// Where a value is between two others, from 0 to 1 (css-values-5 §10.1).
  case progress

  func value(_ arguments: [Double]) -> Double { apply(arguments).limited }

  private func apply(_ arguments: [Double]) -> Double {
    let a = arguments.first ?? 0
    let b = arguments.count > 1 ? arguments[1] : 1
    let degrees = 180 / Double.pi
    switch self {
    case .abs: return Swift.abs(a)
    case .sign: return a > 0 ? 1 : a < 0 ? -1 : 0
    case .mod: return b == 0 ? 0 : a - b * floor(a / b)
    case .rem: return b == 0 ? 0 : a.truncatingRemainder(dividingBy: b)
    case .sin: return Glibc.sin(a)
    case .cos: return Glibc.cos(a)
    case .tan: return Glibc.tan(a)
    case .asin: return Glibc.asin(a) * degrees
    case .acos: return Glibc.acos(a) * degrees
    case .atan: return Glibc.atan(a) * degrees
    case .atan2: return Glibc.atan2(a, b) * degrees
    case .pow: return Glibc.pow(a, b)
    case .sqrt: return Glibc.sqrt(a)
    case .hypot: return Glibc.sqrt(arguments.reduce(0) { $0 + $1 * $1 })
    case .log: return arguments.count > 1 ? Glibc.log(a) / Glibc.log(b) : Glibc.log(a)
    case .exp: return Glibc.exp(a)
    case .progress: return arguments.count == 3 ? Self.progress(a, from: b, to: arguments[2]) : 0
    case .roundNearest: return Self.rounded(a, to: b) { floor($0 + 0.5) }
    case .roundUp: return Self.rounded(a, to: b) { ceil($0) }
    case .roundDown: return Self.rounded(a, to: b) { floor($0) }
    case .roundToZero: return Self.rounded(a, to: b) { $0.rounded(.towardZero) }
    }
  }

  /// A multiple of the step, whose sign has no effect.
  private static func rounded(_ value: Double, to step: Double, _ round: (Double) -> Double) -> Double {
    step == 0 ? 0 : round(value / Swift.abs(step)) * Swift.abs(step)
  }

  private static func progress(_ value: Double, from start: Double, to end: Double) -> Double {
    if start == end { return value > start ? 1 : 0 }
    return Swift.max(0, Swift.min(1, (value - start) / (end - start)))
  }
}

extension Double {
  /// The value within ±1e15; 0 if it is not a number. Calculations limit each step, so that their results are finite
  /// (css-values-4 §10.9.1).
  var limited: Double { isNaN ? 0 : Swift.max(-1e15, Swift.min(1e15, self)) }
}
