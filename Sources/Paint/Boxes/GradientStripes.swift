import Glibc
import Layout
import Style

/// A repeating linear gradient whose colours do not pass into each other (css-images-3 §3.4.3): areas of one colour
/// each.
///
/// Viewers sample a shading with many periods at so few places that thin stripes are lost.
struct GradientStripes {
  /// An area from one position to another of the gradient line, px.
  private struct Stripe {
    var color: Color
    var start: Double
    var end: Double
  }

  /// A bound for what is counted with imprecise numbers. Gradients with so many periods are too fine and become one
  /// colour (`GradientStops.isTooFine`).
  private static let maximumPeriods = 100_000.0

  private var stripes: [Stripe] = []
  private let period: Double
  private let centre: Point
  private let direction: Point
  /// The length of the gradient line.
  private let length: Double
  /// Half of the length of a stripe.
  private let reach: Double

  /// Fails if a colour passes into another.
  init?(_ stops: GradientStops, in box: Rect, direction: Point, length: Double) {
    guard let range = stops.range(isRepeating: true) else { return nil }
    period = range.upperBound - range.lowerBound
    centre = Point(x: box.x + box.width / 2, y: box.y + box.height / 2)
    self.direction = direction
    self.length = length
    reach = (abs(direction.y) * box.width + abs(direction.x) * box.height) / 2
    for (a, b) in zip(stops.stops, stops.stops.dropFirst()) where b.position - a.position > 1e-6 {
      guard a.color == b.color else { return nil }
      if let last = stripes.indices.last, stripes[last].color == a.color {
        stripes[last].end = b.position
      } else {
        stripes.append(Stripe(color: a.color, start: a.position, end: b.position))
      }
    }
    guard stripes.count > 1 else { return nil }
  }

  /// About the number of areas that are painted.
  var areaCount: Int { stripes.count * Int(min((length / period).rounded(.up) + 1, Self.maximumPeriods)) }

  /// Fills the box of the gradient with the stripes. Opaque ones are painted below those that follow them, so that what
  /// is below the box is not visible between two.
  func paint(_ box: Rect, on canvas: any Canvas) {
    if let first = stripes.first, stripes.allSatisfy({ $0.color.alpha == 1 }) {
      canvas.fill(box, first.color)
      for index in stripes.indices.dropFirst() { paint(index, on: canvas) }
    } else {
      for index in stripes.indices where stripes[index].color.alpha > 0 { paint(index, on: canvas) }
    }
  }

  private func paint(_ index: Int, on canvas: any Canvas) {
    let stripe = stripes[index]
    var end = stripe.end
    for next in stripes[(index + 1)...] {
      guard next.color.alpha == 1 else { break }
      end = next.end
    }
    // Counted, because a position far from the box would not change by the addition of a period.
    let first = (-end / period).rounded(.up)
    let count = min(((length - stripe.start) / period - first).rounded(.up), Self.maximumPeriods)
    for number in stride(from: 0, to: count, by: 1) {
      let shift = (first + number) * period
      add(max(0, stripe.start + shift), min(length, end + shift), to: canvas)
    }
    canvas.fill(stripe.color)
  }

  /// Adds the area between two positions of the gradient line.
  private func add(_ start: Double, _ end: Double, to canvas: any Canvas) {
    guard end - start > 1e-6 else { return }
    func point(_ position: Double, _ across: Double) -> Point {
      let along = position - length / 2
      return Point(
        x: centre.x + direction.x * along - direction.y * across,
        y: centre.y + direction.y * along + direction.x * across)
    }
    let (a, b) = (point(start, -reach), point(end, reach))
    guard abs(direction.x) > 1e-9, abs(direction.y) > 1e-9 else {
      let corner = Point(x: min(a.x, b.x), y: min(a.y, b.y))
      return canvas.add(Rect(x: corner.x, y: corner.y, width: abs(b.x - a.x), height: abs(b.y - a.y)))
    }
    canvas.add(polygon: [a, point(end, -reach), b, point(start, reach)])
  }
}

/// The stripes of gradients that one output may have. All stripes of a box are written to the page, whereas a shading
/// takes the same space however many periods it has.
final class StripeBudget {
  private var areas: Int

  init(areas: Int = 200_000) { self.areas = areas }

  /// Whether the stripes may be painted.
  func take(_ stripes: GradientStripes) -> Bool {
    guard stripes.areaCount <= areas else { return false }
    areas -= stripes.areaCount
    return true
  }
}
