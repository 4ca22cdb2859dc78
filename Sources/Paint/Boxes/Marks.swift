import Layout
import Style

extension Canvas {
  /// A list bullet that fills `frame`.
  func draw(_ bullet: Fragment.Bullet, in frame: Rect, _ color: Color) {
    guard color.alpha > 0 else { return }
    switch bullet {
    case .square: fill(frame, color)
    case .disc:
      add(RoundedRect(ellipseIn: frame))
      fill(color)
    case .circle:
      let width = min(max(min(frame.width, frame.height) / 6, 0.5), 2)
      add(RoundedRect(ellipseIn: frame.inset(by: Sides(width / 2))))
      stroke(color, Stroke(width: width))
    }
  }
}

extension RoundedRect {
  init(ellipseIn rect: Rect) {
    self.init(rect, radii: Corners(Size(width: rect.width / 2, height: rect.height / 2)))
  }
}
