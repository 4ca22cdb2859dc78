import Glibc
import Style

/// The area of a float that lines avoid (css-shapes-1 §2): a polygon in the coordinates of the float's margin box,
/// enlarged by `shape-margin`.
struct FloatShape {
  /// Shapes with more corners are ignored, because each line beside the float looks at all of them.
  static let maximumCorners = 500
  /// The distance between a curve and the lines that replace it, px.
  private static let tolerance = 0.02

  private var corners: [Point]
  private let margin: Double

  /// The horizontal extent of the part between two y; nil if there is none.
  func extent(from top: Double, to bottom: Double) -> ClosedRange<Double>? {
    var extent = Extent()
    for index in corners.indices {
      let (start, end) = (corners[index], corners[index + 1 < corners.count ? index + 1 : 0])
      extent.add(start, end, from: top, to: bottom)
      if margin > 0 { addMargin(of: start, end, from: top, to: bottom, &extent) }
    }
    return extent.left <= extent.right ? extent.left...extent.right : nil
  }

  /// Adds the area within the margin of an edge: a disk around its start, and the edge moved to both sides.
  private func addMargin(
    of start: Point, _ end: Point, from top: Double, to bottom: Double, _ extent: inout Extent
  ) {
    let distance = max(top - start.y, start.y - bottom, 0)
    if distance < margin {
      let reach = (margin * margin - distance * distance).squareRoot()
      extent.add(start.x - reach)
      extent.add(start.x + reach)
    }
    let length = hypot(end.x - start.x, end.y - start.y)
    guard length > 0 else { return }
    let (x, y) = ((end.y - start.y) / length * margin, (start.x - end.x) / length * margin)
    for side in [1.0, -1] {
      extent.add(
        Point(x: start.x + side * x, y: start.y + side * y), Point(x: end.x + side * x, y: end.y + side * y),
        from: top, to: bottom)
    }
  }

  private struct Extent {
    var left = Double.infinity
    var right = -Double.infinity

    mutating func add(_ x: Double) {
      left = min(left, x)
      right = max(right, x)
    }

    /// Adds the part of an edge between two y.
    mutating func add(_ start: Point, _ end: Point, from top: Double, to bottom: Double) {
      let (upper, lower) = start.y <= end.y ? (start, end) : (end, start)
      guard lower.y > top, upper.y < bottom else { return }
      func x(at y: Double) -> Double {
        upper.x + (lower.x - upper.x) * ((y - upper.y) / (lower.y - upper.y))
      }
      add(upper.y < top ? x(at: top) : upper.x)
      add(lower.y > bottom ? x(at: bottom) : lower.x)
    }
  }
}

// MARK: - Shapes of styles

extension FloatShape {
  /// The shape of a float that is not broken; nil for the margin box.
  /// - Parameter size: of the margin box.
  init?(_ style: borrowing ComputedStyle, edges: UsedEdges, size: Size) {
    guard let area = style.box.floatArea, style.text.vertical.turn == nil else { return nil }
    let insets: [Sides<Double>]
    switch area.path.box {
    case .marginBox: insets = []
    case .borderBox, .viewBox: insets = [edges.margin]
    case .paddingBox: insets = [edges.margin, edges.border]
    case .contentBox: insets = [edges.margin, edges.border, edges.padding]
    }
    let reference = insets.reduce(Rect(x: 0, y: 0, width: size.width, height: size.height)) { $0.inset(by: $1) }
    margin = max(0, area.margin.resolve(against: size.width))
    switch area.path.shape {
    case .box:
      let border = Rect(x: 0, y: 0, width: size.width, height: size.height).inset(by: edges.margin)
      corners = Self.rounded(reference, Self.radii(style.paint.borderRadius, of: border, for: reference))
    case .inset(let sides, let radius):
      let rect = reference.inset(by: sides)
      corners = Self.rounded(rect, Self.radii(radius, of: reference, for: rect, isOwn: true))
    case .polygon(let points, _):
      guard points.count <= Self.maximumCorners else { return nil }
      corners = points.map { reference.point($0) }
    case .ellipse(let radii, let center, let isCircle):
      let middle = reference.point(center)
      let size = radii.resolve(isCircle: isCircle, middle: middle, reference: reference)
      let rect = Rect(
        x: middle.x - size.width, y: middle.y - size.height, width: 2 * size.width, height: 2 * size.height)
      corners = Self.rounded(rect, Corners(Pair(size.width, size.height)))
    case .path, .commands, .rect, .element: return nil
    }
    guard corners.allSatisfy({ $0.x.isFinite && $0.y.isFinite }) else { return nil }
  }

  /// The radii of the corners of `rect`, whose edges are moved from those of `border` (css-shapes-1 §2.1).
  private static func radii(
    _ radii: Corners<Pair<LengthPercentage>>, of border: Rect, for rect: Rect, isOwn: Bool = false
  ) -> Corners<Pair<Double>> {
    func corner(_ radius: Pair<LengthPercentage>, _ x: Double, _ y: Double) -> Pair<Double> {
      let (width, height) = (radius.x.resolve(against: border.width), radius.y.resolve(against: border.height))
      guard width > 0, height > 0 else { return Pair(0, 0) }
      return isOwn ? Pair(width, height) : Pair(moved(width, by: x), moved(height, by: y))
    }
    // How far the edges are outside of those of the border.
    let (left, top) = (border.x - rect.x, border.y - rect.y)
    let (right, bottom) = (rect.maxX - border.maxX, rect.maxY - border.maxY)
    var result = Corners(corner(radii.topLeft, left, top))
    result.topRight = corner(radii.topRight, right, top)
    result.bottomRight = corner(radii.bottomRight, right, bottom)
    result.bottomLeft = corner(radii.bottomLeft, left, bottom)
    // css-backgrounds-3 §4.5: radii that overlap are scaled down together.
    let sums = [
      (rect.width, result.topLeft.x + result.topRight.x), (rect.width, result.bottomLeft.x + result.bottomRight.x),
      (rect.height, result.topLeft.y + result.bottomLeft.y), (rect.height, result.topRight.y + result.bottomRight.y),
    ]
    let factor = sums.filter { $0.0 < $0.1 }.map { $0.0 / $0.1 }.min() ?? 1
    func scaled(_ radius: Pair<Double>) -> Pair<Double> { Pair(radius.x * factor, radius.y * factor) }
    return Corners(
      topLeft: scaled(result.topLeft), topRight: scaled(result.topRight), bottomRight: scaled(result.bottomRight),
      bottomLeft: scaled(result.bottomLeft))
  }

  /// A radius after its edge was moved outwards. Small radii grow less, so that sharp corners stay sharp.
  private static func moved(_ radius: Double, by distance: Double) -> Double {
    guard distance > radius else { return max(0, radius + distance) }
    let ratio = radius / distance - 1
    return radius + distance * (1 + ratio * ratio * ratio)
  }

  /// A rectangle whose rounded corners are replaced by lines, clockwise from the top left.
  private static func rounded(_ rect: Rect, _ radii: Corners<Pair<Double>>) -> [Point] {
    var corners: [Point] = []
    func add(_ radius: Pair<Double>, _ x: Double, _ y: Double, from start: Double) {
      let largest = max(radius.x, radius.y)
      guard largest > tolerance else { return corners.append(Point(x: x, y: y)) }
      let step = 2 * acos(max(0, 1 - tolerance / largest))
      // The step of very large radii is 0.
      let count = Int(min(Double(maximumCorners / 4), max(1, (Double.pi / 2 / step).rounded(.up))))
      for index in 0...count {
        let angle = start + Double.pi / 2 * Double(index) / Double(count)
        corners.append(Point(x: x + radius.x * cos(angle), y: y + radius.y * sin(angle)))
      }
    }
    add(radii.topLeft, rect.x + radii.topLeft.x, rect.y + radii.topLeft.y, from: .pi)
    add(radii.topRight, rect.maxX - radii.topRight.x, rect.y + radii.topRight.y, from: 1.5 * .pi)
    add(radii.bottomRight, rect.maxX - radii.bottomRight.x, rect.maxY - radii.bottomRight.y, from: 0)
    add(radii.bottomLeft, rect.x + radii.bottomLeft.x, rect.maxY - radii.bottomLeft.y, from: 0.5 * .pi)
    return corners
  }
}
