import CPango
import Glibc
import Layout
import Style

/// A 2D transform: x' = a·x + c·y + e, y' = b·x + d·y + f (css-transforms-1 §6).
struct AffineTransform: Hashable {
  var a = 1.0, b = 0.0, c = 0.0, d = 1.0, e = 0.0, f = 0.0

  static let identity = AffineTransform()
  static func translation(_ x: Double, _ y: Double) -> AffineTransform { AffineTransform(e: x, f: y) }
  static func scale(_ x: Double, _ y: Double) -> AffineTransform { AffineTransform(a: x, d: y) }

  /// The composition: `inner` is applied first, then `self`.
  func concatenating(_ inner: AffineTransform) -> AffineTransform {
    AffineTransform(
      a: a * inner.a + c * inner.b, b: b * inner.a + d * inner.b, c: a * inner.c + c * inner.d,
      d: b * inner.c + d * inner.d, e: a * inner.e + c * inner.f + e, f: b * inner.e + d * inner.f + f)
  }

  /// Whether the transform can be inverted within floating-point precision; false if it is not finite.
  var isInvertible: Bool {
    let determinant = a * d - b * c
    let precision = max(1e-12, 1e-12 * (abs(a * d) + abs(b * c)))
    return determinant.isFinite && abs(determinant) > precision && e.isFinite && f.isFinite
  }

  var cairo: cairo_matrix_t { cairo_matrix_t(xx: a, yx: b, xy: c, yy: d, x0: e, y0: f) }

  /// The `transform` of a box around its `transform-origin`. Percentages refer to its border box.
  init(_ transforms: [Transform], origin: Pair<LengthPercentage>, box: Rect) {
    let x = box.x + origin.x.resolve(against: box.width)
    let y = box.y + origin.y.resolve(against: box.height)
    var result = AffineTransform.translation(x, y)
    for transform in transforms { result = result.concatenating(AffineTransform(transform, box: box)) }
    self = result.concatenating(.translation(-x, -y))
  }

  private init(_ transform: Transform, box: Rect) {
    switch transform {
    case .translate(let x, let y):
      self = .translation(x.resolve(against: box.width), y.resolve(against: box.height))
    case .scale(let x, let y):
      self = .scale(x, y)
    case .rotate(let degrees):
      let angle = degrees * .pi / 180
      self.init(a: cos(angle), b: sin(angle), c: -sin(angle), d: cos(angle))
    case .skew(let x, let y):
      self.init(b: tan(y * .pi / 180), c: tan(x * .pi / 180))
    case .matrix(let a, let b, let c, let d, let e, let f):
      self.init(a: a, b: b, c: c, d: d, e: e, f: f)
    }
  }

  init(_ matrix: cairo_matrix_t) {
    self.init(a: matrix.xx, b: matrix.yx, c: matrix.xy, d: matrix.yy, e: matrix.x0, f: matrix.y0)
  }

  init(a: Double = 1, b: Double = 0, c: Double = 0, d: Double = 1, e: Double = 0, f: Double = 0) {
    (self.a, self.b, self.c, self.d, self.e, self.f) = (a, b, c, d, e, f)
  }
}
