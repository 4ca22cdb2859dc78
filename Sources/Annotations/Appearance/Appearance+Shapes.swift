// Section numbers are those of ISO 32000-1 unless another standard is named.

import Foundation
import PDF

extension Appearance {
  /// Draws a rectangle (12.5.6.8) with its border inside `box`.
  mutating func drawSquare(_ annotation: Annotation, in box: PDFRectangle) {
    let (fills, strokes) = setUp(annotation)
    if let cloud = annotation.border.cloud, cloud > 0, strokes {
      let radius = Cloud.radius(intensity: cloud, width: annotation.border.width, box)
      drawCloud(box.expanded(by: -radius - annotation.border.width / 2).corners, radius, fills: fills)
      return
    }
    let inner = box.expanded(by: -annotation.border.width / 2)
    content.rectangle(inner)
    content.paint(fills: fills, strokes: strokes)
    drawRelief(annotation, inner)
  }

  /// Draws an ellipse (12.5.6.8) with its border inside `box`.
  mutating func drawCircle(_ annotation: Annotation, in box: PDFRectangle) {
    let (fills, strokes) = setUp(annotation)
    if let cloud = annotation.border.cloud, cloud > 0, strokes {
      let radius = Cloud.radius(intensity: cloud, width: annotation.border.width, box)
      let inner = box.expanded(by: -radius - annotation.border.width / 2)
      let points = (0..<64).map { step in
        let angle = Double(step) * .pi / 32
        return Point(inner.center.x + inner.width / 2 * cos(angle), inner.center.y + inner.height / 2 * sin(angle))
      }
      drawCloud(points, radius, fills: fills)
      return
    }
    content.ellipse(box.expanded(by: -annotation.border.width / 2))
    content.paint(fills: fills, strokes: strokes)
  }

  /// 12.5.6.9
  mutating func drawPolygon(_ points: [Point], _ annotation: Annotation) {
    let (fills, strokes) = setUp(annotation)
    if let cloud = annotation.border.cloud, cloud > 0, strokes, let box = PDFRectangle(around: points) {
      drawCloud(points, Cloud.radius(intensity: cloud, width: annotation.border.width, box), fills: fills)
      return
    }
    content.setRoundLines()
    content.polygon(points)
    content.paint(fills: fills, strokes: strokes)
  }

  /// 12.5.6.9. `/IC` is the fill colour of the line endings.
  mutating func drawPolyline(_ points: [Point], _ endings: LineEndings, _ annotation: Annotation) {
    let (fills, strokes) = setUp(annotation, isLine: true)
    content.setRoundLines()
    var points = points
    let (first, last) = (points.first, points.last)
    let (second, previous) = (points.dropFirst().first, points.dropLast().last)
    guard let first, let last, let second, let previous, strokes else { return }
    let width = annotation.border.width
    let count = points.count
    points[0] = first + (second - first).unit * endings.start.retreat(width: width)
    points[count - 1] = last + (previous - last).unit * endings.end.retreat(width: width)
    content.polyline(points)
    content.stroke()
    content.setDashes([])
    draw(endings.start, at: first, away: (first - second).unit, width: width, fills: fills)
    draw(endings.end, at: last, away: (last - previous).unit, width: width, fills: fills)
  }

  /// Sets colours, width and dashes. The default colour is black for lines, and for shapes that would be invisible
  /// otherwise.
  /// - Returns: whether to fill and to stroke.
  mutating func setUp(_ annotation: Annotation, isLine: Bool = false) -> (fills: Bool, strokes: Bool) {
    let interior = annotation.interior ?? .transparent
    let color = annotation.color ?? (isLine || interior == .transparent ? .black : .transparent)
    content.setFill(interior)
    content.setStroke(color)
    content.setLineWidth(annotation.border.width)
    setDashes(annotation.border)
    return (interior != .transparent, color != .transparent && annotation.border.width > 0)
  }

  private mutating func drawCloud(_ outline: [Point], _ radius: Double, fills: Bool) {
    content.setRoundLines()
    content.setDashes([])
    for (index, curve) in Cloud.curves(around: outline, radius: radius).enumerated() {
      if index == 0 { content.move(curve.start) }
      content.curve(curve.first, curve.second, curve.end)
    }
    content.close()
    content.paint(fills: fills, strokes: true)
  }

  /// Draws the light and dark edges of beveled and inset borders (Table 166), inside the border.
  private mutating func drawRelief(_ annotation: Annotation, _ box: PDFRectangle) {
    let width = annotation.border.width
    guard annotation.border.style == .beveled || annotation.border.style == .inset, width > 0,
      box.width > 4 * width, box.height > 4 * width
    else { return }
    let isRaised = annotation.border.style == .beveled
    let outer = box.expanded(by: -width / 2).corners
    let inner = box.expanded(by: -width * 1.5).corners
    content.setFill(.gray(isRaised ? 1 : 0.5))
    content.polygon([outer[0], outer[3], outer[2], inner[2], inner[3], inner[0]])
    content.fill()
    content.setFill(.gray(isRaised ? 0.5 : 0.75))
    content.polygon([outer[0], outer[1], outer[2], inner[2], inner[1], inner[0]])
    content.fill()
  }
}

/// The cloudy border effect (ISO 32000-1, Table 167).
enum Cloud {
  /// Radius of the arcs.
  static func radius(intensity: Double, width: Double, _ box: PDFRectangle) -> Double {
    let radius = 4 * min(max(intensity, 0.25), 2) + width / 2
    return max(1, min(radius, box.width / 6, box.height / 6))
  }

  /// Arcs along the outside of a closed outline, as consecutive Bézier curves; about 10,000 at most.
  static func curves(
    around outline: [Point], radius: Double
  ) -> [(start: Point, first: Point, second: Point, end: Point)] {
    let closed = outline + outline.prefix(1)
    // The outside of a counterclockwise outline is on its right.
    let area = zip(closed, closed.dropFirst()).reduce(0) { $0 + Point.cross($1.0, $1.1) }
    let outwards = area > 0 ? -1.0 : 1.0
    let perimeter = zip(closed, closed.dropFirst()).reduce(0) { $0 + ($1.1 - $1.0).length }
    let step = max(radius * 1.6, perimeter / 10_000)
    guard step > 0, perimeter > 0 else { return [] }
    let joints = joints(closed, step: perimeter / max(3, (perimeter / step).rounded()))
    var curves: [(start: Point, first: Point, second: Point, end: Point)] = []
    for (index, start) in joints.enumerated() {
      let end = joints[(index + 1) % joints.count]
      let way = end - start
      // Slightly less than a semicircle over the chord.
      let bulge = way.unit.normal * (outwards * way.length * 0.62)
      curves.append((start, start + bulge + way * -0.08, end + bulge + way * 0.08, end))
    }
    return curves
  }

  /// Points on a closed path at distances of `step`.
  private static func joints(_ closed: [Point], step: Double) -> [Point] {
    var joints: [Point] = []
    var toGo = 0.0
    for (a, b) in zip(closed, closed.dropFirst()) {
      let length = (b - a).length
      while toGo < length - step * 1e-6 {
        joints.append(a + (b - a).unit * toGo)
        toGo += step
      }
      toGo -= length
      if toGo.magnitude < step * 1e-6 { toGo = 0 }
    }
    return joints
  }
}
