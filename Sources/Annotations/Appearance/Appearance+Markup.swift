// Section numbers are those of ISO 32000-1 unless another standard is named.

import PDF

extension Appearance {
  /// Draws text markup (12.5.6.10) along the sides of each quadrilateral, so that it also fits rotated text.
  mutating func draw(_ markup: TextMarkup, _ quadrilaterals: [Quadrilateral], _ annotation: Annotation) {
    let color = annotation.color ?? (markup == .highlight ? .rgb(1, 1, 0) : .black)
    guard color != .transparent else { return }
    multiplies = markup == .highlight
    content.setFill(color)
    content.setStroke(color)
    for quadrilateral in quadrilaterals {
      let (bottomLeft, bottomRight, topLeft, topRight) = quadrilateral.corners
      if markup == .highlight {
        content.polygon([bottomLeft, bottomRight, topRight, topLeft])
        content.fill()
        continue
      }
      let height = (Point.middle(topLeft, topRight) - Point.middle(bottomLeft, bottomRight)).length
      let width = max(0.5, height / 16)
      content.setLineWidth(width)
      // A line parallel to the bottom edge, at a fraction of the height.
      func along(_ part: Double) -> (Point, Point) {
        (bottomLeft + (topLeft - bottomLeft) * part, bottomRight + (topRight - bottomRight) * part)
      }
      switch markup {
      case .squiggly: content.polyline(zigzag(along(0.04), height: height * 0.09))
      case .underline:
        let (from, to) = along(0.08)
        content.polyline([from, to])
      default:
        let (from, to) = along(0.45)
        content.polyline([from, to])
      }
      content.stroke()
    }
  }

  /// A zigzag line from the first point to the second; every other corner is raised by `height`.
  private func zigzag(_ ends: (Point, Point), height: Double) -> [Point] {
    let (start, way) = (ends.0, ends.1 - ends.0)
    let height = max(height, 0.5)
    let count = min(max(1, Int((way.length / height).rounded())), 10_000)
    let up = way.unit.normal * height
    return (0...count).map { index in
      let point = start + way * (Double(index) / Double(count))
      return index.isMultiple(of: 2) ? point : point + up
    }
  }
}
