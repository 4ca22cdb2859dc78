import CPango
import Glibc

/// Operations on the components of each pixel.
extension FilterSurface {
  /// The alpha of the pixels, with black colours (`SourceAlpha`).
  func alphaOnly() -> FilterSurface? {
    let copy = copy()
    copy?.change { $0 & 0xFF00_0000 }
    return copy
  }

  /// The image in another colour space (filter-effects-1 §10).
  func converted(isLinear: Bool) -> FilterSurface? {
    guard isLinear != self.isLinear else { return self }
    guard let result = blank(isLinear: isLinear) else { return nil }
    result.paint(self, CAIRO_OPERATOR_SOURCE)
    let table = isLinear ? Self.linear : Self.nonlinear
    result.change { pixel in
      // Black and transparent pixels are the same in both.
      pixel & 0xFF_FFFF == 0 ? pixel : StraightPixel(pixel).mapped(table, table, table).premultiplied
    }
    return result
  }

  private static let linear = table { $0 <= 0.04045 ? $0 / 12.92 : pow(($0 + 0.055) / 1.055, 2.4) }
  private static let nonlinear = table { $0 <= 0.0031308 ? $0 * 12.92 : 1.055 * pow($0, 1 / 2.4) - 0.055 }

  private static func table(_ function: (Double) -> Double) -> [UInt8] {
    (0...255).map { UInt8((function(Double($0) / 255) * 255).rounded()) }
  }

  /// `feColorMatrix` (§9.6).
  func apply(matrix: [Float]) {
    func column(_ index: Int) -> SIMD4<Float> {
      SIMD4(matrix[index], matrix[index + 5], matrix[index + 10], matrix[index + 15])
    }
    let columns = (column(0), column(1), column(2), column(3), column(4) * 255)
    change { pixel in
      let color = StraightPixel(pixel)
      var result = columns.0 * Float(color.red) + columns.1 * Float(color.green)
      result += columns.2 * Float(color.blue) + columns.3 * Float(color.alpha) + columns.4
      return StraightPixel(result).premultiplied
    }
  }

  /// `feComponentTransfer` (§9.7).
  func apply(_ functions: SVGTransferFunctions) {
    let tables = functions.tables
    change { pixel in
      var color = StraightPixel(pixel).mapped(tables[0], tables[1], tables[2])
      color.alpha = tables[3][Int(color.alpha)]
      return color.premultiplied
    }
  }

  /// The operator `arithmetic` of `feComposite` (§9.8), of this image and a second one: k1·i1·i2 + k2·i1 + k3·i2 + k4.
  func combine(_ second: FilterSurface, arithmetic k: [Float]) {
    guard k.count == 4, (second.width, second.height) == (width, height) else { return }
    cairo_surface_flush(surface)
    defer { cairo_surface_mark_dirty(surface) }
    second.forEachRow { y, other in
      withRow(y) { row in
        for x in row.indices {
          let (first, second) = (Self.components(row[x]), Self.components(other[x]))
          row[x] = Self.premultiplied(k[0] / 255 * first * second + k[1] * first + k[2] * second + 255 * k[3])
        }
      }
    }
  }

  /// The premultiplied components of a pixel: red, green, blue and alpha from 0 to 255.
  static func components(_ pixel: UInt32) -> SIMD4<Float> {
    SIMD4(Float(pixel >> 16 & 0xFF), Float(pixel >> 8 & 0xFF), Float(pixel & 0xFF), Float(pixel >> 24))
  }

  /// The components before they are multiplied with the alpha.
  static func straight(_ pixel: UInt32) -> SIMD4<Float> {
    let color = StraightPixel(pixel)
    return SIMD4(Float(color.red), Float(color.green), Float(color.blue), Float(color.alpha))
  }

  /// A pixel of premultiplied components, which may be out of range.
  static func premultiplied(_ components: SIMD4<Float>) -> UInt32 {
    var result = components
    // What is not a number becomes 0.
    result.replace(with: 0, where: .!(result .> 0))
    result.replace(with: 255, where: result .> 255)
    result.replace(with: result.w, where: result .> result.w)
    let bytes = SIMD4<UInt32>(result + 0.5)
    return bytes.w << 24 | bytes.x << 16 | bytes.y << 8 | bytes.z
  }

  /// A pixel of components that are not premultiplied and may be out of range.
  static func pixel(_ components: SIMD4<Float>) -> UInt32 { StraightPixel(components).premultiplied }
}

/// A pixel whose colours are not premultiplied.
private struct StraightPixel {
  var red, green, blue, alpha: UInt8

  init(_ pixel: UInt32) {
    alpha = UInt8(pixel >> 24)
    let whole = UInt32(alpha)
    func part(_ shift: UInt32) -> UInt8 {
      let value = pixel >> shift & 0xFF
      return whole == 255 ? UInt8(value) : whole == 0 ? 0 : UInt8(min(255, (value * 255 + whole / 2) / whole))
    }
    (red, green, blue) = (part(16), part(8), part(0))
  }

  /// - Parameter components: red, green, blue and alpha; limited to 0...255.
  init(_ components: SIMD4<Float>) {
    var components = components
    // What is not a number becomes 0.
    components.replace(with: 0, where: .!(components .> 0))
    components.replace(with: 255, where: components .> 255)
    let bytes = SIMD4<UInt8>(components + 0.5)
    (red, green, blue, alpha) = (bytes.x, bytes.y, bytes.z, bytes.w)
  }

  func mapped(_ reds: [UInt8], _ greens: [UInt8], _ blues: [UInt8]) -> StraightPixel {
    var pixel = self
    (pixel.red, pixel.green, pixel.blue) = (reds[Int(red)], greens[Int(green)], blues[Int(blue)])
    return pixel
  }

  var premultiplied: UInt32 {
    let whole = UInt32(alpha)
    func part(_ value: UInt8) -> UInt32 { (UInt32(value) * whole + 127) / 255 }
    return whole << 24 | part(red) << 16 | part(green) << 8 | part(blue)
  }
}
