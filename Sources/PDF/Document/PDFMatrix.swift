/// A transformation of coordinates, `[a b c d e f]` (ISO 32000-1, 8.3.4): x' = a x + c y + e, y' = b x + d y + f.
package struct PDFMatrix: Hashable, Sendable {
  package var a, b, c, d, e, f: Double

  /// Changes nothing.
  package static let identity = PDFMatrix(a: 1, b: 0, c: 0, d: 1, e: 0, f: 0)

  package init(a: Double, b: Double, c: Double, d: Double, e: Double, f: Double) {
    (self.a, self.b, self.c, self.d, self.e, self.f) = (a, b, c, d, e, f)
  }

  /// Enlarges by a factor around the origin.
  package static func scale(_ factor: Double) -> PDFMatrix { PDFMatrix(a: factor, b: 0, c: 0, d: factor, e: 0, f: 0) }

  /// Moves by a distance.
  package static func translation(_ x: Double, _ y: Double) -> PDFMatrix {
    PDFMatrix(a: 1, b: 0, c: 0, d: 1, e: x, f: y)
  }

  /// The transformation that applies this one and then `next`.
  package func followed(by next: PDFMatrix) -> PDFMatrix {
    PDFMatrix(
      a: a * next.a + b * next.c, b: a * next.b + b * next.d, c: c * next.a + d * next.c, d: c * next.b + d * next.d,
      e: e * next.a + f * next.c + next.e, f: e * next.b + f * next.d + next.f)
  }

  /// The transformed point.
  package func point(_ x: Double, _ y: Double) -> (x: Double, y: Double) { (a * x + c * y + e, b * x + d * y + f) }

  /// The bounding box of the transformed rectangle.
  package func rectangle(_ box: PDFRectangle) -> PDFRectangle {
    let corners = [point(box.x0, box.y0), point(box.x1, box.y0), point(box.x0, box.y1), point(box.x1, box.y1)]
    let (xs, ys) = (corners.map(\.x), corners.map(\.y))
    return PDFRectangle(
      x0: xs.min() ?? 0, y0: ys.min() ?? 0, x1: xs.max() ?? 0, y1: ys.max() ?? 0)
  }

  /// Whether horizontal lines stay horizontal.
  var isUpright: Bool { b == 0 && c == 0 }

  /// The transformation without its translation.
  var linear: PDFMatrix { PDFMatrix(a: a, b: b, c: c, d: d, e: 0, f: 0) }

  /// Factors have six decimals: at three, the far edge of a page would be off by a third of a point.
  var object: PDFObject {
    .array([a, b, c, d].map { .real(($0 * 1e6).rounded() / 1e6) } + [PDFObject.rounded(e), PDFObject.rounded(f)])
  }
}

extension PDFPage {
  /// The matrix from default user space to the page as displayed: points, from its lower left corner.
  package var displayMatrix: PDFMatrix {
    let box = cropBox
    let turned =
      switch rotation {
      case 90: PDFMatrix(a: 0, b: -1, c: 1, d: 0, e: -box.y0, f: box.x1)
      case 180: PDFMatrix(a: -1, b: 0, c: 0, d: -1, e: box.x1, f: box.y1)
      case 270: PDFMatrix(a: 0, b: 1, c: -1, d: 0, e: box.y1, f: -box.x0)
      default: PDFMatrix.translation(-box.x0, -box.y0)
      }
    return turned.followed(by: .scale(userUnit))
  }

  /// The inverse of `displayMatrix`.
  package var userMatrix: PDFMatrix {
    let box = cropBox
    let turned =
      switch rotation {
      case 90: PDFMatrix(a: 0, b: 1, c: -1, d: 0, e: box.x1, f: box.y0)
      case 180: PDFMatrix(a: -1, b: 0, c: 0, d: -1, e: box.x1, f: box.y1)
      case 270: PDFMatrix(a: 0, b: -1, c: 1, d: 0, e: box.x0, f: box.y1)
      default: PDFMatrix.translation(box.x0, box.y0)
      }
    return PDFMatrix.scale(1 / userUnit).followed(by: turned)
  }
}
