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

  /// A check box or radio button in the text's colour.
  func draw(_ control: Fragment.Control, in frame: Rect, _ color: Color) {
    let side = min(frame.width, frame.height)
    guard side > 0, color.alpha > 0 else { return }
    let box = Rect(
      x: frame.x + (frame.width - side) / 2, y: frame.y + (frame.height - side) / 2, width: side, height: side)
    let width = max(side / 13, 0.5)
    let line = box.inset(by: Sides(width / 2))
    if control.isRadio {
      add(RoundedRect(ellipseIn: line))
      stroke(color, Stroke(width: width))
      if control.isChecked {
        add(RoundedRect(ellipseIn: box.inset(by: Sides(side * 0.27))))
        fill(color)
      }
      return
    }
    let radius = Size(width: side / 8, height: side / 8)
    add(RoundedRect(line, radii: Corners(radius)))
    stroke(color, Stroke(width: width))
    if control.isChecked {
      func at(_ x: Double, _ y: Double) -> Point { Point(x: box.x + side * x, y: box.y + side * y) }
      move(to: at(0.23, 0.52))
      self.line(to: at(0.43, 0.72))
      self.line(to: at(0.77, 0.29))
      stroke(color, Stroke(width: side * 0.12))
    }
  }
}

extension RoundedRect {
  init(ellipseIn rect: Rect) {
    self.init(rect, radii: Corners(Size(width: rect.width / 2, height: rect.height / 2)))
  }
}
