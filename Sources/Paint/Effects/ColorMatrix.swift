import Glibc
import Style

/// A colour filter as a matrix on red, green, blue and 1, with components from 0 to 1 (filter-effects-1 §13).
struct ColorMatrix: Equatable {
  /// Three rows of four.
  var rows: [[Double]]

  init(_ filter: FilterFunction.ColorFilter, amount: Double) {
    switch filter {
    case .brightness: self.init(slope: amount, intercept: 0)
    case .contrast: self.init(slope: amount, intercept: 0.5 - 0.5 * amount)
    case .invert:
      let amount = min(amount, 1)
      self.init(slope: 1 - 2 * amount, intercept: amount)
    case .saturate: self.init(saturation: amount, luminance: (0.213, 0.715, 0.072))
    case .grayscale: self.init(saturation: 1 - min(amount, 1), luminance: (0.2126, 0.7152, 0.0722))
    case .sepia:
      let rest = 1 - min(amount, 1)
      let sepia = [[0.393, 0.769, 0.189], [0.349, 0.686, 0.168], [0.272, 0.534, 0.131]]
      self.init(
        rows: (0..<3).map { row in (0..<3).map { sepia[row][$0] * (1 - rest) + ($0 == row ? rest : 0) } + [0] })
    case .hueRotate: self.init(hueRotation: amount * .pi / 180)
    }
  }

  private init(rows: [[Double]]) { self.rows = rows }

  private init(slope: Double, intercept: Double) {
    rows = (0..<3).map { row in (0..<3).map { $0 == row ? slope : 0 } + [intercept] }
  }

  private init(saturation: Double, luminance: (Double, Double, Double)) {
    let weights = [luminance.0, luminance.1, luminance.2]
    rows = (0..<3).map { row in
      (0..<3).map { weights[$0] * (1 - saturation) + ($0 == row ? saturation : 0) } + [0]
    }
  }

  private init(hueRotation angle: Double) {
    let (c, s) = (cos(angle), sin(angle))
    rows = [
      [0.213 + c * 0.787 - s * 0.213, 0.715 - c * 0.715 - s * 0.715, 0.072 - c * 0.072 + s * 0.928, 0],
      [0.213 - c * 0.213 + s * 0.143, 0.715 + c * 0.285 + s * 0.140, 0.072 - c * 0.072 - s * 0.283, 0],
      [0.213 - c * 0.213 - s * 0.787, 0.715 - c * 0.715 + s * 0.715, 0.072 + c * 0.928 + s * 0.072, 0],
    ]
  }

  /// The matrix that has the effect of this one and then another.
  /// - Returns: nil if colours between the two would be outside of the range from 0 to 1, to which they are clamped.
  func followed(by next: ColorMatrix) -> ColorMatrix? {
    guard
      rows.allSatisfy({ row in
        let parts = row[..<3]
        return row[3] + parts.reduce(0) { $0 + min($1, 0) } >= -Self.tolerance
          && row[3] + parts.reduce(0) { $0 + max($1, 0) } <= 1 + Self.tolerance
      })
    else { return nil }
    return ColorMatrix(
      rows: next.rows.map { row in
        (0..<4).map { column in
          (0..<3).reduce(column == 3 ? row[3] : 0) { $0 + row[$1] * rows[$1][column] }
        }
      })
  }

  private static let tolerance = 1e-9

  /// The colour with components from 0 to 1, not premultiplied.
  func apply(_ color: (Double, Double, Double)) -> (Double, Double, Double) {
    func row(_ row: [Double]) -> Double {
      let value = row[0] * color.0 + row[1] * color.1 + row[2] * color.2 + row[3]
      // What is not a number becomes 0.
      return value > 0 ? min(value, 1) : 0
    }
    return (row(rows[0]), row(rows[1]), row(rows[2]))
  }
}

/// A colour matrix for premultiplied pixels of 32 bits: alpha, red, green and blue from the highest byte.
struct PixelMatrix {
  /// Large coefficients of contrast and saturation cancel each other out for grey, so `Float` is not precise enough.
  private let columns: (SIMD4<Double>, SIMD4<Double>, SIMD4<Double>, SIMD4<Double>)

  init(_ matrix: ColorMatrix) {
    func column(_ index: Int) -> SIMD4<Double> {
      SIMD4(matrix.rows[0][index], matrix.rows[1][index], matrix.rows[2][index], 0)
    }
    columns = (column(0), column(1), column(2), column(3))
  }

  func apply(_ pixel: UInt32) -> UInt32 {
    let alpha = Double(pixel >> 24)
    var color = columns.0 * Double(pixel >> 16 & 0xFF) + columns.1 * Double(pixel >> 8 & 0xFF)
    color += columns.2 * Double(pixel & 0xFF) + columns.3 * alpha
    // What is not a number becomes 0.
    color.replace(with: 0, where: .!(color .> 0))
    color.replace(with: alpha, where: color .> alpha)
    let bytes = SIMD4<UInt32>(color + 0.5)
    return pixel & 0xFF00_0000 | bytes.x << 16 | bytes.y << 8 | bytes.z
  }
}
