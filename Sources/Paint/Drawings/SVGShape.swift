import Glibc
import Layout
import Markup

/// The shape of an SVG element, with upper bounds of what the work depends on.
struct SVGShape {
  /// The length of the outline, px: curves count with their control points.
  var length = 0.0
  /// The largest coordinate of a curve, px; 0 if all lines are straight.
  var farthest = 0.0
  /// The longer side of the box around it, px.
  var side = 0.0
  /// The lines, of which each curve has several.
  var lines = 0.0
  /// The pairs of lines that cross or touch each other.
  var crossings = 0.0

  private static let linesPerCurve = 8.0

  init(_ markup: Document, _ node: NodeID, _ values: SVGDeclarations.Values, _ bounds: SVGBounds) {
    switch markup.name(node) {
    case "path":
      self = SVGShape(
        SVGPath(beginningOf: SVGValue(markup.attribute(node, "d") ?? "")), width: bounds.strokeWidth(of: node))
    case "polyline", "polygon":
      let points = SVGPath(beginningOf: SVGValue("M" + (markup.attribute(node, "points") ?? "")))
      self = SVGShape(points, width: bounds.strokeWidth(of: node))
    case "line":
      let ends = ["x1", "y1", "x2", "y2"].compactMap { markup.attribute(node, $0) }
      (length, lines) = (ends.reduce(0) { $0 + bounds.length($1) }, 1)
      side = length
    case "rect":
      let sides = bounds.length("width", "height", in: values)
      (length, lines) = (2 * sides, 4)
      side = max(bounds.length("width", in: values), bounds.length("height", in: values))
      if bounds.length("rx", "ry", in: values) > 0 {
        (farthest, lines) = (sides + bounds.length("x", "y", in: values), 4 * Self.linesPerCurve)
      }
    case "circle", "ellipse":
      let radius = bounds.length("r", "rx", "ry", in: values)
      (length, lines, side) = (2 * .pi * radius, 4 * Self.linesPerCurve, 2 * radius)
      farthest = radius + bounds.length("cx", "cy", in: values)
    // The outlines of glyphs.
    case "text", "tspan", "textPath", "tref":
      let bytes = Double(markup.ownSize(of: node) + markup.textSize(in: node))
      (length, lines, side) = (100 * bytes, 20 * bytes, 100 * bytes)
    default: break
    }
  }

  private init(_ path: SVGPath, width: Double) {
    let segments = path.straightened()
    for segment in segments { length += segment.length }
    let (x, y) = (segments.map(\.end.x), segments.map(\.end.y))
    if let left = x.min(), let right = x.max(), let top = y.min(), let bottom = y.max() {
      side = max(right - left, bottom - top)
    }
    for case .curve(let first, let second, let end) in path.segments {
      lines += Self.linesPerCurve - 3
      for point in [first, second, end] { farthest = max(farthest, abs(point.x), abs(point.y)) }
    }
    lines += Double(segments.count)
    crossings = SVGSegment.crossings(segments, width: width)
  }
}

extension Document {
  /// The bytes of the text directly in an element.
  fileprivate func textSize(in node: NodeID) -> Int {
    children(of: node).reduce(0) { $0 + text($1).count }
  }
}

extension SVGPath {
  /// All lines, and those between the control points of curves.
  func straightened() -> [SVGSegment] {
    var lines: [SVGSegment] = []
    lines.reserveCapacity(segments.count)
    var (start, last) = (Point(x: 0, y: 0), Point(x: 0, y: 0))
    func add(_ point: Point) {
      lines.append(SVGSegment(start: last, end: point))
      last = point
    }
    for segment in segments {
      switch segment {
      case .move(let point): (start, last) = (point, point)
      case .line(let point): add(point)
      case .curve(let control1, let control2, let end): for point in [control1, control2, end] { add(point) }
      case .close: add(start)
      }
    }
    return lines
  }
}
