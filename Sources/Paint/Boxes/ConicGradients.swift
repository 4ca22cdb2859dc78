import Glibc
import Layout
import Style

/// A conic gradient on a box (css-images-4 §3.3), as wedges around its centre: filled polygons for a constant colour,
/// mesh patches for a changing one.
struct ConicPainter {
  private let canvas: any Canvas
  private let box: Rect
  private let centre: Point
  /// Degrees, clockwise from upwards.
  private let start: Double
  /// The distance to the farthest corner of the box, or more.
  private let radius: Double
  /// The colours between fractions of the turn.
  private let sectors: [Sector]

  private struct Sector {
    var from, to: GradientStops.Stop
  }

  /// Fails if there is nothing to draw.
  init?(canvas: any Canvas, gradient: ConicGradient, box: Rect) {
    guard let stops = GradientStops(gradient.stops, length: 1, isRepeating: gradient.isRepeating) else { return nil }
    self.canvas = canvas
    self.box = box
    start = gradient.start
    let centre = Point(
      x: box.x + gradient.center.x.resolve(against: box.width),
      y: box.y + gradient.center.y.resolve(against: box.height))
    self.centre = centre
    let reach = [box.topLeft, box.topRight, box.bottomRight, box.bottomLeft].map {
      hypot($0.x - centre.x, $0.y - centre.y)
    }
    // The outer edge of a wedge is a chord, whose middle is nearer to the centre than its ends.
    radius = (reach.max() ?? 0) / cos(Self.widest * .pi) + 1
    guard radius.isFinite, start.isFinite else { return nil }
    sectors = Self.sectors(stops, isRepeating: gradient.isRepeating)
  }

  var sectorCount: Int { sectors.count }

  /// Fills the box with the first colour.
  func paintOneColor() {
    canvas.fill(box, sectors.first?.from.color ?? .transparent)
  }

  func paint() {
    canvas.isolated {
      canvas.add(box)
      canvas.clip()
      let isOpaque = sectors.allSatisfy { $0.from.color.alpha == 1 && $0.to.color.alpha == 1 }
      // Neighbouring sectors of changing colours are one mesh: a repeating gradient has thousands of them.
      var mesh: [Sector] = []
      for sector in sectors where sector.to.position > sector.from.position {
        guard sector.from.color == sector.to.color else {
          mesh.append(sector)
          continue
        }
        paintMesh(mesh)
        mesh = []
        // Opaque wedges extend under all later ones, so that no seam is visible between them.
        addWedge(sector.from.position, isOpaque ? 1 : sector.to.position)
        canvas.fill(sector.from.color)
      }
      paintMesh(mesh)
    }
  }

  // MARK: Sectors

  /// The largest fraction of the turn for one patch.
  private static let widest = 1.0 / 24
  private static let maximumSectors = 4000.0

  /// The whole turn, from 0 to 1.
  private static func sectors(_ stops: GradientStops, isRepeating: Bool) -> [Sector] {
    guard var first = stops.stops.first, var last = stops.stops.last else { return [] }
    let period = last.position - first.position
    var all: [GradientStops.Stop] = []
    if isRepeating, period * maximumSectors > Double(stops.stops.count) {
      let from = ((0 - last.position) / period).rounded(.down)
      let to = ((1 - first.position) / period).rounded(.up)
      for turn in stride(from: from, through: to, by: 1) {
        all += stops.stops.map { GradientStops.Stop(color: $0.color, position: $0.position + turn * period) }
      }
    } else if isRepeating {
      first = last
      (first.position, last.position) = (0, 1)
      all = [first, last]
    } else {
      (first.position, last.position) = (min(0, first.position), max(1, last.position))
      all = [first] + stops.stops + [last]
    }
    return zip(all, all.dropFirst()).compactMap { cut($0, $1) }
  }

  /// The part of a sector within the turn.
  private static func cut(_ from: GradientStops.Stop, _ to: GradientStops.Stop) -> Sector? {
    let length = to.position - from.position
    guard length > 1e-9, from.position < 1, to.position > 0 else { return nil }
    func at(_ position: Double) -> GradientStops.Stop {
      GradientStops.Stop(
        color: from.color.mixed(with: to.color, (position - from.position) / length), position: position)
    }
    let isFlat = from.color == to.color
    var sector = Sector(from: from, to: to)
    if from.position < 0 { sector.from = isFlat ? .init(color: from.color, position: 0) : at(0) }
    if to.position > 1 { sector.to = isFlat ? .init(color: to.color, position: 1) : at(1) }
    return sector
  }

  // MARK: Drawing

  private func point(_ fraction: Double) -> Point {
    let angle = start * .pi / 180 + fraction * 2 * .pi
    return Point(x: centre.x + sin(angle) * radius, y: centre.y - cos(angle) * radius)
  }

  private func steps(_ from: Double, _ to: Double) -> [Double] {
    let count = max(1, ((to - from) / Self.widest).rounded(.up))
    return stride(from: 0, through: count, by: 1).map { from + (to - from) * $0 / count }
  }

  private func addWedge(_ from: Double, _ to: Double) {
    canvas.add(polygon: [centre] + steps(from, to).map(point))
  }

  private func paintMesh(_ sectors: [Sector]) {
    guard let first = sectors.first, let last = sectors.last else { return }
    let patches = sectors.flatMap(patches)
    addWedge(first.from.position, last.to.position)
    canvas.fill(patches)
  }

  private func patches(_ sector: Sector) -> [GradientPatch] {
    let length = sector.to.position - sector.from.position
    let places = steps(sector.from.position, sector.to.position)
    return zip(places, places.dropFirst()).map { from, to in
      GradientPatch(
        corners: [centre, point(from), point(to), centre],
        colors: [from, from, to, to].map { place in
          sector.from.color.mixed(with: sector.to.color, (place - sector.from.position) / length)
        })
    }
  }
}
