import Layout
import Style

/// Paints form controls as Chromium prints them.
struct ControlPainter {
  let canvas: any Canvas
  let control: Fragment.Control
  /// `accent-color`.
  let accent: Color
  let isRightToLeft: Bool

  static let standardAccent = Color(red: 0, green: 117.0 / 255, blue: 1)

  private static func grey(_ level: Float) -> Color { Color(red: level / 255, green: level / 255, blue: level / 255) }
  private static let white = grey(255)
  private static let track = grey(239)
  private static let trackLine = grey(178)

  private var color: Color { control.isDisabled ? Self.grey(203) : accent }
  private var lineColor: Color { Self.grey(control.isDisabled ? 214 : 118) }

  func paint(in frame: Rect) {
    guard frame.width > 0, frame.height > 0 else { return }
    switch control.kind {
    case .checkBox: paintCheckBox(Self.square(in: frame))
    case .radioButton: paintRadioButton(Self.square(in: frame))
    case .slider: paintSlider(frame)
    case .progress: paintBar(frame, color)
    case .meter: paintBar(frame, meterColor)
    }
  }

  /// The greatest square in the middle of a rectangle.
  private static func square(in frame: Rect) -> Rect {
    let side = min(frame.width, frame.height)
    return Rect(
      x: frame.x + (frame.width - side) / 2, y: frame.y + (frame.height - side) / 2, width: side, height: side)
  }

  // MARK: Boxes and buttons

  private func paintCheckBox(_ box: Rect) {
    let side = box.width
    let radius = Size(width: side * 2 / 13, height: side * 2 / 13)
    guard control.isChecked else {
      return paintOutline(lineColor, width: max(side / 13, 0.5)) { inset in
        RoundedRect(box.inset(by: Sides(inset)), radii: Corners(radius))
      }
    }
    canvas.add(RoundedRect(box, radii: Corners(radius)))
    canvas.fill(color)
    func at(_ x: Double, _ y: Double) -> Point { Point(x: box.x + side * x, y: box.y + side * y) }
    canvas.move(to: at(0.19, 0.52))
    canvas.line(to: at(0.41, 0.74))
    canvas.line(to: at(0.82, 0.28))
    canvas.stroke(Self.white, Stroke(width: side * 0.14))
  }

  private func paintRadioButton(_ box: Rect) {
    let side = box.width
    paintOutline(control.isChecked ? color : lineColor, width: max(side / 13, 0.5)) { inset in
      RoundedRect(ellipseIn: box.inset(by: Sides(inset)))
    }
    guard control.isChecked else { return }
    canvas.add(RoundedRect(ellipseIn: box.inset(by: Sides(side * 0.23))))
    canvas.fill(color)
  }

  /// A white shape with a line inside its edge.
  private func paintOutline(_ color: Color, width: Double, _ shape: (_ inset: Double) -> RoundedRect) {
    canvas.add(shape(0))
    canvas.fill(Self.white)
    canvas.add(shape(width / 2))
    canvas.stroke(color, Stroke(width: width))
  }

  // MARK: Bars

  private var meterColor: Color {
    switch control.level {
    case .good: Color(red: 16.0 / 255, green: 124.0 / 255, blue: 16.0 / 255)
    case .fair: Color(red: 1, green: 185.0 / 255, blue: 0)
    case .poor: Color(red: 216.0 / 255, green: 59.0 / 255, blue: 1.0 / 255)
    }
  }

  private func paintBar(_ frame: Rect, _ color: Color) {
    if control.isPlain {
      canvas.fill(part(of: frame, frame.width * control.fraction), color)
    } else {
      paintTrack(Self.track(in: frame), filled: frame.width * control.fraction, color)
    }
  }

  private func paintSlider(_ frame: Rect) {
    let side = min(frame.width, frame.height)
    let start = (frame.width - side) * control.fraction
    paintTrack(Self.track(in: frame), filled: start + side / 2, color)
    canvas.add(
      RoundedRect(
        ellipseIn: Rect(
          x: isRightToLeft ? frame.maxX - start - side : frame.x + start, y: frame.y + (frame.height - side) / 2,
          width: side, height: side)))
    canvas.fill(color)
  }

  /// The track of a bar: the middle half of its box.
  private static func track(in frame: Rect) -> Rect {
    Rect(x: frame.x, y: frame.y + frame.height / 4, width: frame.width, height: frame.height / 2)
  }

  /// The start of a bar with a width.
  private func part(of bar: Rect, _ width: Double) -> Rect {
    Rect(x: isRightToLeft ? bar.maxX - width : bar.x, y: bar.y, width: width, height: bar.height)
  }

  private func paintTrack(_ bar: Rect, filled: Double, _ color: Color) {
    func shape(_ inset: Double) -> RoundedRect {
      let inner = bar.inset(by: Sides(inset))
      let radius = min(inner.width, inner.height) / 2
      return RoundedRect(inner, radii: Corners(Size(width: radius, height: radius)))
    }
    canvas.add(shape(0))
    canvas.fill(Self.track)
    canvas.add(shape(0.5))
    canvas.stroke(Self.trackLine, Stroke(width: 1))
    guard filled > 0 else { return }
    canvas.isolated {
      canvas.add(part(of: bar, filled))
      canvas.clip()
      canvas.add(shape(0))
      canvas.fill(color)
    }
  }
}
