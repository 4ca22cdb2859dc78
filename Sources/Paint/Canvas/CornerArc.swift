import Layout

/// A corner of a rounded rectangle as a cubic Bézier curve, clockwise.
struct CornerArc {
  let start, control1, control2, end: Point

  /// The control points of a curve for a quarter of an ellipse; its error is less than 0.03 %.
  private static let rest = 1 - 0.5522847498307936

  /// The corner at the start of a side, clockwise: that of the top is the top left one.
  init(before side: Side, of shape: RoundedRect) {
    let (rect, radii, rest) = (shape.rect, shape.radii, Self.rest)
    switch side {
    case .top:
      let radius = radii.topLeft
      start = Point(x: rect.x, y: rect.y + radius.height)
      control1 = Point(x: rect.x, y: rect.y + radius.height * rest)
      control2 = Point(x: rect.x + radius.width * rest, y: rect.y)
      end = Point(x: rect.x + radius.width, y: rect.y)
    case .right:
      let radius = radii.topRight
      start = Point(x: rect.maxX - radius.width, y: rect.y)
      control1 = Point(x: rect.maxX - radius.width * rest, y: rect.y)
      control2 = Point(x: rect.maxX, y: rect.y + radius.height * rest)
      end = Point(x: rect.maxX, y: rect.y + radius.height)
    case .bottom:
      let radius = radii.bottomRight
      start = Point(x: rect.maxX, y: rect.maxY - radius.height)
      control1 = Point(x: rect.maxX, y: rect.maxY - radius.height * rest)
      control2 = Point(x: rect.maxX - radius.width * rest, y: rect.maxY)
      end = Point(x: rect.maxX - radius.width, y: rect.maxY)
    case .left:
      let radius = radii.bottomLeft
      start = Point(x: rect.x + radius.width, y: rect.maxY)
      control1 = Point(x: rect.x + radius.width * rest, y: rect.maxY)
      control2 = Point(x: rect.x, y: rect.maxY - radius.height * rest)
      end = Point(x: rect.x, y: rect.maxY - radius.height)
    }
  }
}

extension Canvas {
  func add(_ shape: RoundedRect) {
    guard shape.isRounded else { return add(shape.rect) }
    move(to: CornerArc(before: .top, of: shape).end)
    for side in [Side.right, .bottom, .left, .top] {
      let arc = CornerArc(before: side, of: shape)
      line(to: arc.start)
      curve(arc.control1, arc.control2, to: arc.end)
    }
    closePath()
  }

  /// Adds the area between two edges along some sides, from the start of the corner before them to the end of the corner
  /// after them.
  /// - Parameter sides: one or more that follow one another clockwise.
  func add(bandAlong sides: [Side], outer: RoundedRect, inner: RoundedRect) {
    let corners = sides + [sides[sides.count - 1].next]
    for (index, side) in corners.enumerated() {
      let arc = CornerArc(before: side, of: outer)
      if index == 0 { move(to: arc.start) } else { line(to: arc.start) }
      curve(arc.control1, arc.control2, to: arc.end)
    }
    for side in corners.reversed() {
      let arc = CornerArc(before: side, of: inner)
      line(to: arc.end)
      curve(arc.control2, arc.control1, to: arc.start)
    }
    closePath()
  }
}
