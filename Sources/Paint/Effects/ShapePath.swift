import Layout
import Style

extension SVGPath {
  /// The path of `shape()` in its reference box (css-shapes-2 §3.4).
  init(from start: Pair<LengthPercentage>, _ commands: [ShapeCommand], in box: Rect) {
    self.init()
    func offset(_ place: Pair<LengthPercentage>, from origin: Point) -> Point {
      Point(x: origin.x + place.x.resolve(against: box.width), y: origin.y + place.y.resolve(against: box.height))
    }
    move(to: offset(start, from: box.topLeft))
    // The last control point of the curve before, and whether that is cubic: a smooth curve of the same degree has its
    // reflection, as the commands `S` and `T` of SVG.
    var last: (control: Point, isCubic: Bool)?
    for command in commands {
      let from = point
      let end = offset(command.end, from: command.isRelative ? from : box.topLeft)
      let controls = command.controls.map { control in
        switch control.origin {
        case .start: offset(control.point, from: from)
        case .end: offset(control.point, from: end)
        case .origin: offset(control.point, from: box.topLeft)
        }
      }
      let mirrored = last?.isCubic == (controls.count == 1) ? last?.control : nil
      let reflected = mirrored.map { Point(x: 2 * from.x - $0.x, y: 2 * from.y - $0.y) } ?? from
      last = nil
      switch command.kind {
      case .move: move(to: end)
      case .line: line(to: end)
      case .horizontal: line(to: Point(x: end.x, y: from.y))
      case .vertical: line(to: Point(x: from.x, y: end.y))
      case .curve where controls.count == 2:
        curve(controls[0], controls[1], to: end)
        last = (controls[1], true)
      case .smooth where controls.count == 1:
        curve(reflected, controls[0], to: end)
        last = (controls[0], true)
      case .curve, .smooth:
        let control = controls.first ?? reflected
        quadraticCurve(control, to: end)
        last = (control, false)
      case .arc:
        let radii = Size(
          width: command.radii.x.resolve(against: box.width), height: command.radii.y.resolve(against: box.height))
        arc(radii, rotation: command.rotation, isLarge: command.isLarge, isSweep: command.isClockwise, to: end)
      case .close: close()
      }
    }
  }

  private mutating func quadraticCurve(_ control: Point, to end: Point) {
    let from = point
    func third(_ place: Point) -> Point {
      Point(x: place.x + 2 / 3 * (control.x - place.x), y: place.y + 2 / 3 * (control.y - place.y))
    }
    curve(third(from), third(end), to: end)
  }
}
