// Section numbers are those of ISO 32000-1 unless another standard is named.

import PDF

extension Appearance {
  /// Draws strokes through the recorded points (12.5.6.13): lines of constant width, or filled shapes whose width
  /// follows the force.
  mutating func draw(_ ink: Ink, _ annotation: Annotation) {
    let color = annotation.color ?? .black
    guard color != .transparent else { return }
    content.setStroke(color)
    content.setFill(color)
    content.setLineWidth(annotation.border.width)
    content.setRoundLines()
    setDashes(annotation.border)
    for stroke in ink.strokes {
      if stroke.widths.count == stroke.points.count, !stroke.widths.isEmpty {
        fill(stroke)
      } else if let first = stroke.points.first {
        // Some readers do not draw the round cap of a line without length.
        if stroke.points.allSatisfy({ ($0 - first).length < 0.01 }) {
          content.circle(first, radius: annotation.border.width / 2)
          content.fill()
        } else {
          content.polyline(stroke.points)
          content.stroke()
        }
      }
    }
  }

  private mutating func fill(_ stroke: Ink.Stroke) {
    for outline in StrokeOutline.outlines(of: stroke) {
      content.polygon(outline)
      content.fill()
    }
  }

  mutating func setDashes(_ border: AnnotationBorder) {
    guard border.style == .dashed else { return }
    content.setDashes(border.dashes.isEmpty ? [3] : border.dashes)
  }
}
