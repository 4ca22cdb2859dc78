import Layout
import PDF
import Style

/// The shadings of one PDF for linear gradients that are not repeated. Those of equal colour stops are one object: it
/// is the gradient from (0, 0) to (1, 0), which a matrix moves to its place.
final class DrawnGradients {
  private let drawing: PDFDrawing
  // Exclusivity checks are not needed: no method passes the property to other code.
  @exclusivity(unchecked) private var shadings: [[Gradient.Stop]: Int] = [:]

  init(_ drawing: PDFDrawing) { self.drawing = drawing }

  /// The number of the shading (ISO 32000-1, 8.7.4.3); nil if there are no stops.
  func shading(_ stops: [Gradient.Stop]) -> Int? {
    if let known = shadings[stops] { return known }
    let gradient = Gradient(shape: .linear(from: Point(x: 0, y: 0), to: Point(x: 1, y: 0)), stops: stops)
    guard let shading = GradientShading(gradient, box: Rect(x: 0, y: 0, width: 0, height: 0)) else { return nil }
    let number = drawing.addShared(.dictionary(shading.dictionary(drawing, isMask: false)))
    shadings[stops] = number
    return number
  }
}

extension PDFCanvas {
  /// Fills the path with a linear gradient that is not repeated.
  /// - Returns: whether the gradient is one; if not, nothing is drawn.
  func fillLinear(_ gradient: Gradient, rule: FillRule) -> Bool {
    guard case .linear(let from, let to) = gradient.shape, gradient.spread == .pad, let first = gradient.stops.first,
      gradient.stops.allSatisfy({ $0.color.alpha == first.color.alpha })
    else { return false }
    let (x, y) = (to.x - from.x, to.y - from.y)
    let unit = gradient.matrix.concatenating(AffineTransform(a: x, b: y, c: -y, d: x, e: from.x, f: from.y))
    guard unit.isInvertible, let shading = gradients.shading(gradient.stops) else { return false }
    save()
    setGraphics(opacity: Double(first.color.alpha))
    stream.append(path)
    stream.append(rule == .winding ? "W n\n" : "W* n\n")
    stream.append(unit.pdf)
    stream.append("cm ")
    resources.add(.shading, shading)
    stream.append(.shading, shading)
    stream.append(" sh\n")
    restore()
    return true
  }
}
