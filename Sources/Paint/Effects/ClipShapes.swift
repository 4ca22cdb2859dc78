import Layout
import Style

extension Canvas {
  /// Clips to a `clip-path` (css-masking-1 §5, css-shapes-1 §3) in its reference box.
  func clip(_ path: ClipPath, in reference: RoundedRect) {
    let rect = reference.rect
    var rule = FillRule.winding
    switch path.shape {
    case .box: add(reference)
    // A mask, not a clip of the canvas.
    case .element: return
    case .inset(let sides, let radius):
      let size = Size(width: rect.width, height: rect.height)
      add(RoundedRect(rect.inset(by: sides), radius, edges: .all, percentagesOf: size))
    case .polygon(let points, let isEvenOdd):
      add(polygon: points.map { rect.point($0) })
      if isEvenOdd { rule = .evenOdd }
    case .path(let data, let isEvenOdd, let scale):
      SVGPath(data: SVGValue(data))?.transformed(by: .scale(scale, scale))
        .add(to: self, at: rect.topLeft)
      if isEvenOdd { rule = .evenOdd }
    case .commands(let start, let commands, let isEvenOdd):
      SVGPath(from: start, commands, in: rect).add(to: self)
      if isEvenOdd { rule = .evenOdd }
    case .ellipse(let radii, let center, let isCircle):
      let middle = rect.point(center)
      let size = radii.resolve(isCircle: isCircle, middle: middle, reference: rect)
      add(
        RoundedRect(
          ellipseIn: Rect(
            x: middle.x - size.width, y: middle.y - size.height, width: 2 * size.width, height: 2 * size.height)))
    case .rect(let edges): add(rect.clipRect(edges))
    }
    clip(rule: rule)
  }
}

extension Rect {
  /// CSS 2's `clip: rect()`. All offsets are from the top and left edges.
  fileprivate func clipRect(_ edges: Sides<Double?>) -> Rect {
    let left = x + (edges.left ?? 0)
    let top = y + (edges.top ?? 0)
    let right = edges.right.map { x + $0 } ?? maxX
    let bottom = edges.bottom.map { y + $0 } ?? maxY
    return Rect(x: left, y: top, width: max(0, right - left), height: max(0, bottom - top))
  }
}
