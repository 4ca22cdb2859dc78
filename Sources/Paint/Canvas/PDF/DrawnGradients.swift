import Layout
import PDF
import Style

/// The shadings of one PDF for linear and concentric radial gradients that are not repeated. Those of equal colour
/// stops are one object: it is the gradient from (0, 0) to (1, 0), or that of the circle with the radius 1, which a
/// matrix moves to its place.
final class DrawnGradients {
  private struct Key: Hashable {
    var stops: [Gradient.Stop]
    var inner: Double?
  }
  private let drawing: PDFDrawing
  // Exclusivity checks are not needed: no method passes the property to other code.
  @exclusivity(unchecked) private var shadings: [Key: Int] = [:]

  init(_ drawing: PDFDrawing) { self.drawing = drawing }

  /// The number of the shading (ISO 32000-1, 8.7.4.3); nil if there are no stops.
  /// - Parameter inner: the radius at which a radial gradient begins, in 0..<1; nil for a linear gradient.
  func shading(_ stops: [Gradient.Stop], inner: Double?) -> Int? {
    let key = Key(stops: stops, inner: inner)
    if let known = shadings[key] { return known }
    let origin = Point(x: 0, y: 0)
    let shape: Gradient.Shape =
      inner.map { .radial(from: .init(center: origin, radius: $0), to: .init(center: origin, radius: 1)) }
      ?? .linear(from: origin, to: Point(x: 1, y: 0))
    let gradient = Gradient(shape: shape, stops: stops)
    guard let shading = GradientShading(gradient, box: Rect(x: 0, y: 0, width: 0, height: 0)) else { return nil }
    let number = drawing.addShared(.dictionary(shading.dictionary(drawing, isMask: false)))
    shadings[key] = number
    return number
  }
}

extension PDFCanvas {
  /// Fills the path with a linear or concentric radial gradient that is not repeated and has one alpha.
  /// - Returns: whether the gradient is one; if not, nothing is drawn.
  func fillShared(_ gradient: Gradient, rule: FillRule) -> Bool {
    guard gradient.spread == .pad, let first = gradient.stops.first, let (unit, inner) = gradient.unit,
      gradient.stops.allSatisfy({ $0.color.alpha == first.color.alpha })
    else { return false }
    let matrix = gradient.matrix == .identity ? unit : gradient.matrix.concatenating(unit)
    guard matrix.isInvertible, let shading = gradients.shading(gradient.stops, inner: inner) else { return false }
    setDefaultIntent()
    let opacity = Double(first.color.alpha)
    // Nothing but the clip and the matrix changes, so the state need not be copied.
    let isSimple = opacity == state.opacity
    if isSimple {
      stream.append("q\n")
    } else {
      save()
      setGraphics(opacity: opacity)
    }
    stream.append(path)
    stream.append(rule == .winding ? "W n\n" : "W* n\n")
    stream.append(matrix.pdf)
    stream.append("cm ")
    resources.add(.shading, shading)
    stream.append(.shading, shading)
    stream.append(" sh\n")
    if isSimple { stream.append("Q\n") } else { restore() }
    return true
  }
}

extension Gradient {
  /// The transform from the gradient of which the shading consists, and where its circle begins if it is radial; nil
  /// for circles with different centres or of a size that does not grow.
  fileprivate var unit: (AffineTransform, inner: Double?)? {
    switch shape {
    case .linear(let from, let to):
      let (x, y) = (to.x - from.x, to.y - from.y)
      return (AffineTransform(a: x, b: y, c: -y, d: x, e: from.x, f: from.y), nil)
    case .radial(let from, let to):
      guard from.center == to.center, from.radius >= 0, to.radius > from.radius else { return nil }
      let (center, radius) = (to.center, to.radius)
      return (AffineTransform(a: radius, d: radius, e: center.x, f: center.y), from.radius / radius)
    }
  }
}
