import Glibc
import Layout
import Style

/// The gradients of boxes (css-images-3 §3).
enum BoxGradient {
  /// A gradient, or one colour if the gradient line has no length.
  enum Paint {
    case color(Color)
    case gradient(Gradient)
    case stripes(GradientStripes)
  }

  /// Returns nil if there is nothing to draw.
  /// - Parameter budget: when it is exhausted, stripes are drawn as a gradient.
  static func make(_ gradient: LinearGradient, in box: Rect, stripes budget: StripeBudget) -> Paint? {
    let centre = Point(x: box.x + box.width / 2, y: box.y + box.height / 2)
    // §3.1.1: the length of the line is such that the corners have the colours of its ends.
    let direction = direction(gradient.line, box)
    let length = abs(box.width * direction.x) + abs(box.height * direction.y)
    if !gradient.isRepeating, length > 1e-3, let stops = GradientStops.even(gradient.stops) {
      let (x, y) = (direction.x * length / 2, direction.y * length / 2)
      let shape = Gradient.Shape.linear(
        from: Point(x: centre.x - x, y: centre.y - y), to: Point(x: centre.x + x, y: centre.y + y))
      return .gradient(Gradient(shape: shape, stops: stops))
    }
    guard
      let stops = GradientStops(gradient.stops, length: length, isRepeating: gradient.isRepeating)?.withInnerEdges(
        isRepeating: gradient.isRepeating)
    else { return nil }
    guard let range = stops.range(isRepeating: gradient.isRepeating) else { return .color(stops.lastColor) }
    if gradient.isRepeating {
      if stops.isTooFine(for: length) { return .color(stops.averageColor) }
      if let stripes = GradientStripes(stops, in: box, direction: direction, length: length), budget.take(stripes) {
        return .stripes(stripes)
      }
    }
    func at(_ position: Double) -> Point {
      let distance = position - length / 2
      return Point(x: centre.x + direction.x * distance, y: centre.y + direction.y * distance)
    }
    let start = at(range.lowerBound)
    let end = at(range.upperBound)
    return .gradient(
      Gradient(
        shape: .linear(from: start, to: end), stops: stops.premultiplied(isRepeating: gradient.isRepeating),
        spread: gradient.isRepeating ? .repeated : .pad))
  }

  /// A unit vector, y downwards.
  private static func direction(_ line: LinearGradient.Line, _ box: Rect) -> Point {
    switch line {
    case .angle(let degrees):
      let angle = degrees * .pi / 180
      return Point(x: sin(angle), y: -cos(angle))
    case .corner(let x, let y) where x == 0 || y == 0:
      return Point(x: Double(x.signum()), y: x == 0 && y == 0 ? 1 : Double(y.signum()))
    case .corner(let x, let y):
      // The 50 % line connects the two other corners, so the direction is perpendicular to that diagonal.
      let vector = Point(x: Double(x.signum()) * box.height, y: Double(y.signum()) * box.width)
      let length = hypot(vector.x, vector.y)
      return length > 0 ? Point(x: vector.x / length, y: vector.y / length) : Point(x: 0, y: 1)
    }
  }

  static func make(_ gradient: RadialGradient, in box: Rect) -> Paint? {
    let centre = Point(
      x: box.x + gradient.center.x.resolve(against: box.width),
      y: box.y + gradient.center.y.resolve(against: box.height))
    let radius = radius(gradient, box, centre)
    guard
      let stops = GradientStops(gradient.stops, length: radius.width, isRepeating: gradient.isRepeating)?.fromZero(
        isRepeating: gradient.isRepeating
      ).withInnerEdges(isRepeating: gradient.isRepeating, from: 0)
    else { return nil }
    guard let range = stops.range(isRepeating: gradient.isRepeating), radius.width > 0, radius.height > 0 else {
      return .color(stops.lastColor)
    }
    if gradient.isRepeating && stops.isTooFine(for: reach(of: box, from: centre, radius)) {
      return .color(stops.averageColor)
    }
    // The gradient is a circle around the origin, stretched to the ellipse.
    let origin = Point(x: 0, y: 0)
    let squeeze = radius.width / radius.height
    return .gradient(
      Gradient(
        shape: .radial(
          from: .init(center: origin, radius: range.lowerBound), to: .init(center: origin, radius: range.upperBound)),
        stops: stops.premultiplied(isRepeating: gradient.isRepeating),
        spread: gradient.isRepeating ? .repeated : .pad,
        matrix: AffineTransform(d: 1 / squeeze, e: centre.x, f: centre.y)))
  }

  /// The distance from the centre to the farthest corner of the box, in px along the gradient line.
  private static func reach(of box: Rect, from centre: Point, _ radius: Size) -> Double {
    let corners = [box.topLeft, box.topRight, box.bottomRight, box.bottomLeft]
    return corners.map { hypot($0.x - centre.x, ($0.y - centre.y) * radius.width / radius.height) }.max() ?? 0
  }

  /// §3.2.3: the ending shape's radii.
  private static func radius(_ gradient: RadialGradient, _ box: Rect, _ centre: Point) -> Size {
    let left = abs(centre.x - box.x)
    let right = abs(centre.x - box.maxX)
    let top = abs(centre.y - box.y)
    let bottom = abs(centre.y - box.maxY)
    switch gradient.radius {
    case .lengths(let x, let y):
      return Size(width: max(0, x.resolve(against: box.width)), height: max(0, y.resolve(against: box.height)))
    case .extent(let extent):
      let isClosest = extent == .closestSide || extent == .closestCorner
      let x = isClosest ? min(left, right) : max(left, right)
      let y = isClosest ? min(top, bottom) : max(top, bottom)
      let isSide = extent == .closestSide || extent == .farthestSide
      if gradient.isCircle {
        let radius = isSide ? (isClosest ? min(x, y) : max(x, y)) : hypot(x, y)
        return Size(width: radius, height: radius)
      }
      // An ellipse through the corner has the same ratio as the ellipse that touches the sides, and is √2 times as
      // large.
      let factor = isSide ? 1 : 2.0.squareRoot()
      return Size(width: x * factor, height: y * factor)
    }
  }
}
