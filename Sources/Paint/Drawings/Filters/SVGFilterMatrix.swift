import Glibc
import Layout
import Style

/// The matrices of `feColorMatrix` (filter-effects-1 §9.6): four rows of five numbers.
enum SVGFilterMatrix {
  static let identity: [Float] = [1, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 1, 0]

  /// An invalid one is the identity.
  static func read(type: String?, values: SVGValue?) -> [Float] {
    let numbers = values.flatMap { SVGScanner.numbers($0, most: 20) }
    switch type {
    case "saturate": return matrix(.saturate, amount: numbers?.first ?? 1)
    case "hueRotate": return matrix(.hueRotate, amount: numbers?.first ?? 0)
    case "luminanceToAlpha":
      return Array(repeating: 0, count: 15) + [0.2125, 0.7154, 0.0721, 0, 0]
    case nil, "matrix":
      guard let numbers, numbers.count == 20 else { return identity }
      return numbers.map { Float($0) }
    default: return identity
    }
  }

  /// The matrix of a function (§13), which keeps the alpha.
  static func matrix(_ filter: FilterFunction.ColorFilter, amount: Double) -> [Float] {
    let rows = ColorMatrix(filter, amount: amount).rows
    return rows.flatMap { [Float($0[0]), Float($0[1]), Float($0[2]), 0, Float($0[3])] } + [0, 0, 0, 1, 0]
  }

  static func opacity(_ opacity: Double) -> [Float] {
    var matrix = identity
    matrix[18] = Float(opacity)
    return matrix
  }
}
