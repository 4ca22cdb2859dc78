import Glibc
import Layout
import Style

/// `feDiffuseLighting` and `feSpecularLighting` (filter-effects-1 §9.13, §9.22): the alpha of the input is the height
/// of a surface, on which a light shines.
struct SVGLighting {
  /// A place or a direction; z is towards the viewer.
  typealias Vector = SIMD3<Double>

  enum Light {
    /// The direction to it, of length 1.
    case distant(Vector)
    case point(Vector)
    /// Points to a place. The cosine is that of the angle from the axis outside of which there is no light.
    case spot(Vector, to: Vector, exponent: Double, leastCosine: Double)
  }

  var light: Light
  var color: Color
  var surfaceScale = 1.0
  /// `diffuseConstant` or `specularConstant`.
  var constant = 1.0
  /// The exponent of specular light; nil for diffuse light.
  var exponent: Double?
  /// `kernelUnitLength`, px.
  var unitX: Double?
  var unitY: Double?

  /// The lighting in coordinates whose units are fractions of a box.
  func scaled(in box: Rect) -> SVGLighting {
    let depth = ((box.width * box.width + box.height * box.height) / 2).squareRoot()
    func place(_ point: Vector) -> Vector {
      Vector(box.x + point.x * box.width, box.y + point.y * box.height, point.z * depth)
    }
    var scaled = self
    switch light {
    case .distant: break
    case .point(let position): scaled.light = .point(place(position))
    case .spot(let position, let target, let exponent, let cosine):
      scaled.light = .spot(place(position), to: place(target), exponent: exponent, leastCosine: cosine)
    }
    (scaled.unitX, scaled.unitY) = (unitX.map { $0 * box.width }, unitY.map { $0 * box.height })
    return scaled
  }

  /// The colour of a point of the surface: components from 0 to 1, and its alpha.
  /// - Parameters:
  ///   - normal: of length 1.
  ///   - components: of the colour.
  func color(at point: Vector, normal: Vector, _ components: SIMD3<Double>) -> SIMD4<Double> {
    var (direction, strength) = (Vector(0, 0, 1), 1.0)
    switch light {
    case .distant(let constant): direction = constant
    case .point(let position): direction = (position - point).unit
    case .spot(let position, let target, let exponent, let leastCosine):
      direction = (position - point).unit
      let cosine = -(direction * (target - position).unit).sum()
      strength = cosine > 0 && cosine >= leastCosine ? pow(cosine, exponent) : 0
    }
    var amount = 0.0
    if let exponent {
      let cosine = (normal * (direction + Vector(0, 0, 1)).unit).sum()
      amount = cosine > 0 ? constant * pow(cosine, exponent) : 0
    } else {
      amount = max(0, constant * (normal * direction).sum())
    }
    let light = (components * amount * strength).clamped(lowerBound: .zero, upperBound: .one)
    return SIMD4(light, exponent == nil ? 1 : light.max())
  }
}

extension SIMD3<Double> {
  /// The vector in the same direction of length 1; zero for zero.
  var unit: SIMD3 {
    let length = (self * self).sum().squareRoot()
    return length > 0 && length.isFinite ? self / length : .zero
  }
}

extension FilterSurface {
  /// Fills everything with the light on a surface.
  /// - Parameter input: its alpha is the height.
  func fill(_ lighting: SVGLighting, on input: FilterSurface?, _ grid: FilterGrid) {
    let color = isLinear ? lighting.color.linear : lighting.color
    let components = SIMD3(Double(color.red), Double(color.green), Double(color.blue)) * Double(color.alpha)
    let heights = HeightField(input, width: width, height: height, grid, lighting)
    forEachRow { y, row in
      for x in row.indices {
        let corner = grid.corner(x: x, y: y)
        let point = SVGLighting.Vector(corner.x, corner.y, heights.height(x, y))
        let result = lighting.color(at: point, normal: heights.normal(x, y), components)
        let bytes = SIMD4<UInt32>(result * 255 + 0.5)
        row[x] = bytes.w << 24 | bytes.x << 16 | bytes.y << 8 | bytes.z
      }
    }
  }
}

/// The heights of a surface.
private struct HeightField {
  private var alphas: [UInt8]
  private let width, rows: Int
  private let stepX, stepY: Int
  /// px for an alpha of 255.
  private let scale: Double

  init(_ input: FilterSurface?, width: Int, height: Int, _ grid: FilterGrid, _ lighting: SVGLighting) {
    alphas = Array(repeating: 0, count: width * height)
    (self.width, rows) = (width, height)
    (stepX, stepY) = (grid.step(lighting.unitX), grid.step(lighting.unitY))
    scale = lighting.surfaceScale
    input?.forEachRow { y, row in
      for x in row.indices { alphas[y * width + x] = UInt8(row[x] >> 24) }
    }
  }

  private func alpha(_ x: Int, _ y: Int) -> Double {
    Double(alphas[max(0, min(y, rows - 1)) * width + max(0, min(x, width - 1))]) / 255
  }

  func height(_ x: Int, _ y: Int) -> Double { scale * alpha(x, y) }

  /// The direction at right angles to the surface, of length 1.
  func normal(_ x: Int, _ y: Int) -> SVGLighting.Vector {
    func column(_ x: Int) -> Double { alpha(x, y - stepY) + 2 * alpha(x, y) + alpha(x, y + stepY) }
    func row(_ y: Int) -> Double { alpha(x - stepX, y) + 2 * alpha(x, y) + alpha(x + stepX, y) }
    return SVGLighting.Vector(
      -scale * (column(x + stepX) - column(x - stepX)) / 4, -scale * (row(y + stepY) - row(y - stepY)) / 4, 1
    ).unit
  }
}

extension Color {
  /// The same colour with components that are linear in light.
  fileprivate var linear: Color {
    func part(_ value: Float) -> Float { value <= 0.04045 ? value / 12.92 : powf((value + 0.055) / 1.055, 2.4) }
    return Color(red: part(red), green: part(green), blue: part(blue), alpha: alpha)
  }
}
