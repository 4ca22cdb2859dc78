import Glibc
import Layout
import Markup

/// A `marker` element (SVG 2 §13.7.1).
struct SVGMarker {
  private enum Orientation {
    case degrees(Double)
    case automatic
    /// The first marker points in the other direction.
    case reversedAtStart
  }

  let node: NodeID
  var style: SVGStyle
  /// The size of the marker, and its place once it is known.
  var area = Rect(x: 0, y: 0, width: 3, height: 3)
  /// The reference point in the coordinates of the content.
  var point = Point(x: 0, y: 0)
  var viewport = SVGViewport()
  /// `markerUnits`: a unit is the width of the stroke.
  var scalesWithStroke = true
  private var orientation = Orientation.degrees(0)

  init(node: NodeID, style: SVGStyle) { (self.node, self.style) = (node, style) }

  var isShown: Bool { area.width > 0 && area.height > 0 }

  /// `orient`. A value that is not valid has no effect.
  mutating func setOrientation(_ value: SVGValue) {
    switch value {
    case "auto": orientation = .automatic
    case "auto-start-reverse": orientation = .reversedAtStart
    default:
      var scanner = SVGScanner(value)
      guard let number = scanner.number(), let unit = Self.units[scanner.word()] else { return }
      orientation = .degrees(number * unit)
    }
  }

  private static let units = ["": 1, "deg": 1, "grad": 0.9, "turn": 360, "rad": 180 / .pi]

  /// A coordinate of the reference point as a keyword or a percentage; nil for anything else.
  func reference(_ value: SVGValue, _ box: Rect, isX: Bool) -> Double? {
    let (start, size) = isX ? (box.x, box.width) : (box.y, box.height)
    switch value {
    case "left", "top": return start
    case "center": return start + size / 2
    case "right", "bottom": return start + size
    default: return value.percentage.map { $0 / 100 * size }
    }
  }

  /// Places the viewport so that the reference point is at the origin.
  mutating func place() {
    let own = viewport.viewBox.map { viewport.alignment.transform(from: $0, to: area) } ?? .identity
    let origin = own.applied(to: point)
    (viewport.x, viewport.y) = (-origin.x, -origin.y)
    (viewport.width, viewport.height) = (.px(area.width), .px(area.height))
  }

  func transform(at vertex: SVGVertex, isStart: Bool, strokeWidth: Double) -> AffineTransform {
    let angle =
      switch orientation {
      case .degrees(let degrees): degrees
      case .automatic: vertex.degrees
      case .reversedAtStart: vertex.degrees + (isStart ? 180 : 0)
      }
    let scale = scalesWithStroke ? strokeWidth : 1
    return .translation(vertex.point.x, vertex.point.y).concatenating(.rotation(angle)).concatenating(
      .scale(scale, scale))
  }
}
