import Glibc
import Style

/// The geometry of basic shapes (css-shapes-1 §3) in their reference box.
extension Rect {
  /// The point at a position.
  package func point(_ place: Pair<LengthPercentage>) -> Point {
    Point(x: x + place.x.resolve(against: width), y: y + place.y.resolve(against: height))
  }

  /// The rectangle of `inset()`. Insets that overlap are scaled down together (css-shapes-1 §3.1).
  package func inset(by sides: Sides<LengthPercentage>) -> Rect {
    func pair(_ before: LengthPercentage, _ after: LengthPercentage, _ length: Double) -> (Double, Double) {
      let (start, end) = (before.resolve(against: length), after.resolve(against: length))
      guard start + end > length, start + end > 0 else { return (start, end) }
      return (start * length / (start + end), end * length / (start + end))
    }
    let (top, bottom) = pair(sides.top, sides.bottom, height)
    let (left, right) = pair(sides.left, sides.right, width)
    return Rect(x: x + left, y: y + top, width: max(0, width - left - right), height: max(0, height - top - bottom))
  }

  /// The rectangle within edges of these widths; the size is at least 0.
  package func inset(by sides: Sides<Double>) -> Rect {
    Rect(
      x: x + sides.left, y: y + sides.top, width: max(0, width - sides.left - sides.right),
      height: max(0, height - sides.top - sides.bottom))
  }
}

extension Pair<ClipPath.Radius> {
  /// The radii of `circle()` and `ellipse()` around `middle`.
  package func resolve(isCircle: Bool, middle: Point, reference: Rect) -> Size {
    let horizontal = [abs(middle.x - reference.x), abs(reference.maxX - middle.x)]
    let vertical = [abs(middle.y - reference.y), abs(reference.maxY - middle.y)]
    func radius(_ radius: ClipPath.Radius, _ sides: [Double], basis: Double) -> Double {
      switch radius {
      case .closestSide: sides.min() ?? 0
      case .farthestSide: sides.max() ?? 0
      case .length(let length): max(0, length.resolve(against: basis))
      }
    }
    guard isCircle else {
      return Size(
        width: radius(x, horizontal, basis: reference.width), height: radius(y, vertical, basis: reference.height))
    }
    // §3.1: percentages refer to the diagonal divided by √2.
    let both = radius(x, horizontal + vertical, basis: hypot(reference.width, reference.height) / 2.0.squareRoot())
    return Size(width: both, height: both)
  }
}
