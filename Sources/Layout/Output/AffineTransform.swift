import Glibc

/// A 2D transform: x' = a·x + c·y + e, y' = b·x + d·y + f (css-transforms-1 §6).
package struct AffineTransform: Hashable, Sendable {
  package var a = 1.0, b = 0.0, c = 0.0, d = 1.0, e = 0.0, f = 0.0

  package init(a: Double = 1, b: Double = 0, c: Double = 0, d: Double = 1, e: Double = 0, f: Double = 0) {
    (self.a, self.b, self.c, self.d, self.e, self.f) = (a, b, c, d, e, f)
  }

  package static let identity = AffineTransform()

  /// - Parameters:
  ///   - x: px to the right.
  ///   - y: px downwards.
  package static func translation(_ x: Double, _ y: Double) -> AffineTransform { AffineTransform(e: x, f: y) }

  package static func scale(_ x: Double, _ y: Double) -> AffineTransform { AffineTransform(a: x, d: y) }

  /// Clockwise.
  package static func rotation(_ degrees: Double) -> AffineTransform {
    let angle = degrees * .pi / 180
    return AffineTransform(a: cos(angle), b: sin(angle), c: -sin(angle), d: cos(angle))
  }

  /// The composition: `inner` is applied first, then `self`.
  package func concatenating(_ inner: AffineTransform) -> AffineTransform {
    AffineTransform(
      a: a * inner.a + c * inner.b, b: b * inner.a + d * inner.b, c: a * inner.c + c * inner.d,
      d: b * inner.c + d * inner.d, e: a * inner.e + c * inner.f + e, f: b * inner.e + d * inner.f + f)
  }

  /// Whether the transform can be inverted within floating-point precision; false if it is not finite.
  package var isInvertible: Bool {
    let determinant = a * d - b * c
    let precision = max(1e-12, 1e-12 * (abs(a * d) + abs(b * c)))
    return determinant.isFinite && abs(determinant) > precision && e.isFinite && f.isFinite
  }
}
