import Glibc
import Layout
import Markup

/// The dashes of the strokes of an SVG file, each of which is computed when the file is drawn as pixels, also those
/// that cannot be seen.
struct SVGDashes {
  private let markup: Document
  /// The dashes per px of the lines of each node; 0 for solid lines.
  private var densities: [Double] = []
  /// The same for all elements to which a style sheet may apply.
  private var ruled = 0.0

  private static let property = "stroke-dasharray"

  /// Nil if no line is dashed.
  init?(_ markup: Document) {
    let isNamed = markup.names.find(Self.property) != nil
    guard isNamed || markup.bytes[...].firstRange(of: Self.property.utf8) != nil else { return nil }
    self.markup = markup
    for index in markup.nodes.indices {
      let node = NodeID(UInt32(index))
      if markup[node].kind == .text, markup.name(markup[node].parent) == "style" {
        ruled = max(ruled, Self.density(inDeclarations: markup.text(node)))
      }
      densities.append(density(of: node))
    }
  }

  /// The dashes of the line of an element.
  func count(of node: NodeID) -> Double {
    let density = max(densities[Int(node.index)], ruled)
    return density > 0 ? length(of: node) * density : 0
  }

  // MARK: Patterns

  /// Elements inherit the pattern.
  private func density(of node: NodeID) -> Double {
    let parent = markup[node].parent
    var density = parent.isNone || parent.index >= node.index ? 0 : densities[Int(parent.index)]
    if let value = markup.attribute(node, Self.property) {
      density = Self.density(ContiguousArray(value.utf8)[...])
    }
    if let style = markup.attribute(node, "style") {
      density = max(density, Self.density(inDeclarations: ContiguousArray(style.utf8)[...]))
    }
    return density
  }

  /// The densest pattern that declarations set.
  private static func density(inDeclarations text: ContiguousArray<UInt8>.SubSequence) -> Double {
    var (rest, most) = (text, 0.0)
    while let range = rest.firstRange(of: property.utf8) {
      rest = rest[range.upperBound...].drop { $0 <= 0x20 || $0 == UInt8(ascii: ":") }
      most = max(most, density(rest.prefix { $0 != UInt8(ascii: ";") && $0 != UInt8(ascii: "}") }))
    }
    return most
  }

  /// The dashes and gaps per px of a list of lengths. Units are ignored: they are longer than a px, except percentages.
  private static func density(_ value: ContiguousArray<UInt8>.SubSequence) -> Double {
    var (sum, count) = (0.0, 0.0)
    for token in value.split(whereSeparator: { $0 <= 0x20 || $0 == UInt8(ascii: ",") }).prefix(10_000) {
      var scanner = SVGScanner(SVGValue(String(decoding: token, as: UTF8.self)))
      guard let length = scanner.number(), length >= 0 else { return 0 }
      sum += token.last == UInt8(ascii: "%") ? length / 100 : length
      count += 1
    }
    return sum > 0 ? count / sum : 0
  }

  // MARK: Lines

  /// The length of the outline of a shape, or more: curves count with their control points, percentages as px.
  private func length(of node: NodeID) -> Double {
    func numbers(_ names: String...) -> [Double] {
      names.map { name in
        markup.attribute(node, name).flatMap {
          var scanner = SVGScanner(SVGValue($0))
          return scanner.number().map { abs($0) }
        } ?? 0
      }
    }
    switch markup.name(node) {
    case "path": return markup.attribute(node, "d").flatMap { SVGPath(data: SVGValue($0)) }?.length ?? 0
    case "polyline", "polygon":
      let points = markup.attribute(node, "points").flatMap { SVGScanner.numbers(SVGValue($0)) } ?? []
      return SVGPath.lines(points, isClosed: true).length
    case "line": return numbers("x1", "y1", "x2", "y2").reduce(0, +)
    case "rect": return 2 * numbers("width", "height").reduce(0, +)
    case "circle", "ellipse": return 2 * Double.pi * numbers("r", "rx", "ry").reduce(0, +)
    // The outlines of glyphs.
    case "text", "tspan", "textPath": return 100 * Double(markup.ownSize(of: node))
    default: return 0
    }
  }
}

extension SVGPath {
  /// The length of all lines and of those between the control points of curves.
  fileprivate var length: Double {
    var (length, start, last) = (0.0, Point(x: 0, y: 0), Point(x: 0, y: 0))
    func add(_ point: Point) {
      length += hypot(point.x - last.x, point.y - last.y)
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
    return length
  }
}
