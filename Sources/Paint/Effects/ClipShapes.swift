import Glibc
import Layout
import Style

extension Canvas {
  /// Clips to a `clip-path` (css-masking-1 §5, css-shapes-1 §3).
  /// - Parameter margin: the margin box.
  func clip(_ path: ClipPath, _ geometry: BoxGeometry, content: RoundedRect, margin: Rect) {
    let reference: RoundedRect =
      switch path.box {
      case .borderBox: geometry.border
      case .paddingBox: geometry.padding
      case .contentBox: content
      case .marginBox: RoundedRect(margin)
      }
    let rect = reference.rect
    var rule = FillRule.winding
    func at(_ place: Pair<LengthPercentage>) -> Point {
      Point(x: rect.x + place.x.resolve(against: rect.width), y: rect.y + place.y.resolve(against: rect.height))
    }
    switch path.shape {
    case .box: add(reference)
    case .inset(let sides, let radius):
      let size = Size(width: rect.width, height: rect.height)
      add(RoundedRect(rect.clipInset(sides), radius, edges: .all, percentagesOf: size))
    case .polygon(let points, let isEvenOdd):
      add(polygon: points.map(at))
      if isEvenOdd { rule = .evenOdd }
    case .ellipse(let radii, let center, let isCircle):
      let middle = at(center)
      let size = Self.radii(radii, isCircle: isCircle, middle, rect)
      add(
        RoundedRect(
          ellipseIn: Rect(
            x: middle.x - size.width, y: middle.y - size.height, width: 2 * size.width, height: 2 * size.height)))
    case .rect(let edges): add(rect.clipRect(edges))
    }
    clip(rule: rule)
  }

  private static func radii(_ radii: Pair<ClipPath.Radius>, isCircle: Bool, _ middle: Point, _ rect: Rect) -> Size {
    let x = [abs(middle.x - rect.x), abs(rect.maxX - middle.x)]
    let y = [abs(middle.y - rect.y), abs(rect.maxY - middle.y)]
    func radius(_ radius: ClipPath.Radius, _ sides: [Double], basis: Double) -> Double {
      switch radius {
      case .closestSide: sides.min() ?? 0
      case .farthestSide: sides.max() ?? 0
      case .length(let length): max(0, length.resolve(against: basis))
      }
    }
    guard isCircle else {
      return Size(width: radius(radii.x, x, basis: rect.width), height: radius(radii.y, y, basis: rect.height))
    }
    // §3.1: percentages refer to the diagonal divided by √2.
    let both = radius(radii.x, x + y, basis: hypot(rect.width, rect.height) / 2.0.squareRoot())
    return Size(width: both, height: both)
  }
}

extension Rect {
  /// Insets that overlap are scaled down together (css-shapes-1 §3.1).
  fileprivate func clipInset(_ sides: Sides<LengthPercentage>) -> Rect {
    func pair(_ before: LengthPercentage, _ after: LengthPercentage, _ length: Double) -> (Double, Double) {
      let (start, end) = (before.resolve(against: length), after.resolve(against: length))
      guard start + end > length, start + end > 0 else { return (start, end) }
      return (start * length / (start + end), end * length / (start + end))
    }
    let (top, bottom) = pair(sides.top, sides.bottom, height)
    let (left, right) = pair(sides.left, sides.right, width)
    return Rect(x: x + left, y: y + top, width: max(0, width - left - right), height: max(0, height - top - bottom))
  }

  /// CSS 2's `clip: rect()`. All offsets are from the top and left edges.
  fileprivate func clipRect(_ edges: Sides<Double?>) -> Rect {
    let left = x + (edges.left ?? 0)
    let top = y + (edges.top ?? 0)
    let right = edges.right.map { x + $0 } ?? maxX
    let bottom = edges.bottom.map { y + $0 } ?? maxY
    return Rect(x: left, y: top, width: max(0, right - left), height: max(0, bottom - top))
  }
}
