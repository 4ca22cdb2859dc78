import Glibc
import Layout

/// A path as lines and cubic Bézier curves in absolute coordinates.
struct SVGPath {
  enum Segment {
    case move(Point)
    case line(Point)
    case curve(Point, Point, Point)
    case close
  }

  private(set) var segments: [Segment] = []
  /// The segments that do not end at a vertex: all but the last curve of an arc.
  private(set) var inner: Set<Int> = []
  private(set) var point = Point(x: 0, y: 0)
  private var start = Point(x: 0, y: 0)

  init() {}
  init(segments: [Segment]) { self.segments = segments }

  mutating func move(to point: Point) {
    segments.append(.move(point))
    (self.point, start) = (point, point)
  }

  mutating func line(to point: Point) {
    segments.append(.line(point))
    self.point = point
  }

  mutating func curve(_ control1: Point, _ control2: Point, to end: Point) {
    segments.append(.curve(control1, control2, end))
    point = end
  }

  mutating func close() {
    segments.append(.close)
    point = start
  }

  /// An elliptical arc from the current point (SVG 2 §9.5.1, §B.2).
  /// - Parameters:
  ///   - rotation: degrees of the x axis of the ellipse.
  mutating func arc(_ radii: Size, rotation: Double, isLarge: Bool, isSweep: Bool, to end: Point) {
    var (rx, ry) = (abs(radii.width), abs(radii.height))
    guard rx > 0, ry > 0 else { return line(to: end) }
    guard point != end else { return }
    let (sine, cosine) = (sin(rotation * .pi / 180), cos(rotation * .pi / 180))
    let (dx, dy) = ((point.x - end.x) / 2, (point.y - end.y) / 2)
    let (x, y) = (cosine * dx + sine * dy, cosine * dy - sine * dx)
    let excess = x * x / (rx * rx) + y * y / (ry * ry)
    if excess > 1 { (rx, ry) = (rx * excess.squareRoot(), ry * excess.squareRoot()) }
    let product = rx * rx * y * y + ry * ry * x * x
    let factor = (max(0, rx * rx * ry * ry - product) / product).squareRoot() * (isLarge == isSweep ? -1 : 1)
    let (cx, cy) = (factor * rx * y / ry, -factor * ry * x / rx)
    let centre = Point(
      x: cosine * cx - sine * cy + (point.x + end.x) / 2, y: sine * cx + cosine * cy + (point.y + end.y) / 2)
    let from = atan2((y - cy) / ry, (x - cx) / rx)
    var sweep = atan2((-y - cy) / ry, (-x - cx) / rx) - from
    if isSweep, sweep < 0 { sweep += 2 * .pi }
    if !isSweep, sweep > 0 { sweep -= 2 * .pi }
    guard sweep.isFinite else { return line(to: end) }

    let count = max(1, Int((abs(sweep) / (.pi / 2) - 1e-9).rounded(.up)))
    let step = sweep / Double(count)
    let handle = 4 / 3 * tan(step / 4)
    func at(_ x: Double, _ y: Double) -> Point {
      Point(x: centre.x + cosine * rx * x - sine * ry * y, y: centre.y + sine * rx * x + cosine * ry * y)
    }
    for index in 0..<count {
      let (a, b) = (from + step * Double(index), from + step * Double(index + 1))
      if index < count - 1 { inner.insert(segments.count) }
      curve(
        at(cos(a) - handle * sin(a), sin(a) + handle * cos(a)), at(cos(b) + handle * sin(b), sin(b) - handle * cos(b)),
        to: index == count - 1 ? end : at(cos(b), sin(b)))
    }
  }

  /// An ellipse, or a circle.
  static func ellipse(_ centre: Point, _ radii: Size) -> SVGPath {
    var path = SVGPath()
    path.move(to: Point(x: centre.x + radii.width, y: centre.y))
    for (x, y) in [(0.0, 1.0), (-1, 0), (0, -1), (1, 0)] {
      path.arc(
        radii, rotation: 0, isLarge: false, isSweep: true,
        to: Point(x: centre.x + x * radii.width, y: centre.y + y * radii.height))
    }
    path.close()
    return path
  }

  /// A rectangle with equal round corners.
  static func rectangle(_ rect: Rect, _ radii: Size) -> SVGPath {
    var path = SVGPath()
    let (rx, ry) = (radii.width, radii.height)
    path.move(to: Point(x: rect.x + rx, y: rect.y))
    path.line(to: Point(x: rect.maxX - rx, y: rect.y))
    func corner(_ x: Double, _ y: Double) {
      path.arc(radii, rotation: 0, isLarge: false, isSweep: true, to: Point(x: x, y: y))
    }
    let isRound = rx > 0 && ry > 0
    if isRound { corner(rect.maxX, rect.y + ry) }
    path.line(to: Point(x: rect.maxX, y: rect.maxY - ry))
    if isRound { corner(rect.maxX - rx, rect.maxY) }
    path.line(to: Point(x: rect.x + rx, y: rect.maxY))
    if isRound { corner(rect.x, rect.maxY - ry) }
    path.line(to: Point(x: rect.x, y: rect.y + ry))
    if isRound { corner(rect.x + rx, rect.y) }
    path.close()
    return path
  }

  /// A polyline, or a polygon if it is closed.
  static func lines(_ numbers: [Double], isClosed: Bool) -> SVGPath {
    var path = SVGPath()
    for index in stride(from: 0, to: numbers.count - 1, by: 2) {
      let point = Point(x: numbers[index], y: numbers[index + 1])
      if index == 0 { path.move(to: point) } else { path.line(to: point) }
    }
    if isClosed, !path.segments.isEmpty { path.close() }
    return path
  }

  /// The box around the path.
  var box: Rect {
    var box = PathBox()
    for segment in segments {
      switch segment {
      case .move(let point), .line(let point): box.add(point)
      case .curve(let control1, let control2, let end): box.add(control1, control2, end)
      case .close: break
      }
    }
    return box.rect
  }

  /// - Parameter origin: where the coordinates begin.
  func add(to canvas: any Canvas, at origin: Point = Point(x: 0, y: 0)) {
    func moved(_ point: Point) -> Point { Point(x: origin.x + point.x, y: origin.y + point.y) }
    for segment in segments {
      switch segment {
      case .move(let point): canvas.move(to: moved(point))
      case .line(let point): canvas.line(to: moved(point))
      case .curve(let control1, let control2, let end):
        canvas.curve(moved(control1), moved(control2), to: moved(end))
      case .close: canvas.closePath()
      }
    }
  }
}
