import Layout
import PDF
import Style

/// A shading of type 2 or 3 for a gradient. A repetition becomes part of the shading's function.
struct GradientShading {
  let gradient: Gradient
  /// The parameters of the ends of the shading: 0 and 1 are those of the gradient.
  private let range: ClosedRange<Double>

  /// More repetitions than this cannot be told apart.
  private static let maximumPeriods = 4000.0

  /// Fails if the gradient has no stops.
  /// - Parameter box: what is painted, px.
  init?(_ gradient: Gradient, box: Rect) {
    guard !gradient.stops.isEmpty, let inverse = gradient.matrix.inverse else { return nil }
    self.gradient = gradient
    guard gradient.spread != .pad else {
      range = Self.paddedRange(gradient)
      return
    }
    let corners = [box.topLeft, box.topRight, box.bottomRight, box.bottomLeft].map(inverse.point)
    let needed = Self.parameters(of: corners, gradient.shape)
    let (first, last) = (needed.lowerBound.rounded(.down), needed.upperBound.rounded(.up))
    var (start, end) = (min(first, 0), max(last, 1))
    // The periods between a distant gradient and what is painted are not needed.
    if case .linear = gradient.shape, end - start > Self.maximumPeriods { (start, end) = (first, max(last, first + 1)) }
    guard start.magnitude < 1e9, end.magnitude < 1e9, end - start <= Self.maximumPeriods else {
      range = 0...1
      return
    }
    if case .radial(let from, let to) = gradient.shape, to.radius > from.radius {
      // Where the radius is 0.
      start = max(start, -from.radius / (to.radius - from.radius))
    }
    range = start...end
  }

  /// The range of a gradient whose end colors continue beyond its ends: longer than 0 to 1 if two stops are at one end,
  /// because the color beyond it is then another one than that inside.
  private static func paddedRange(_ gradient: Gradient) -> ClosedRange<Double> {
    let stops = gradient.stops
    guard stops.count > 1 else { return 0...1 }
    var start = stops[1].offset <= 0 ? -1.0 : 0
    var end = stops[stops.count - 2].offset >= 1 ? 2.0 : 1
    if case .radial(let from, let to) = gradient.shape {
      let growth = to.radius - from.radius
      // Where the radius is 0.
      if growth > 0 { start = max(start, -from.radius / growth) }
      if growth < 0 { end = min(end, from.radius / -growth) }
    }
    return start...max(1, end)
  }

  /// The parameters of the gradient that the points have.
  private static func parameters(of points: [Point], _ shape: Gradient.Shape) -> ClosedRange<Double> {
    let values: [Double]
    switch shape {
    case .linear(let from, let to):
      let (x, y) = (to.x - from.x, to.y - from.y)
      let square = x * x + y * y
      values = points.map { (($0.x - from.x) * x + ($0.y - from.y) * y) / square }
    case .radial(let from, let to):
      let growth = to.radius - from.radius
      let shift = distance(from.center, to.center)
      let reach = points.map { distance($0, from.center) }.max() ?? 0
      let speed = max(growth - shift, growth / 16)
      values = [-from.radius / growth, (reach - from.radius) / speed]
    }
    // Not a number, for example if the ends are closer to each other than numbers can tell.
    guard let least = values.min(), let most = values.max(), least <= most else { return 0...1 }
    return least...most
  }

  private static func distance(_ a: Point, _ b: Point) -> Double {
    ((a.x - b.x) * (a.x - b.x) + (a.y - b.y) * (a.y - b.y)).squareRoot()
  }

  // MARK: Objects

  func dictionary(_ drawing: PDFDrawing, isMask: Bool) -> PDFDictionary {
    var dictionary: PDFDictionary = ["ColorSpace": .name(isMask ? "DeviceGray" : "DeviceRGB")]
    let (start, end) = (range.lowerBound, range.upperBound)
    func between(_ a: Double, _ b: Double, _ t: Double) -> PDFObject { .precise(a + (b - a) * t) }
    switch gradient.shape {
    case .linear(let from, let to):
      dictionary["ShadingType"] = .integer(2)
      dictionary["Coords"] = .array([
        between(from.x, to.x, start), between(from.y, to.y, start), between(from.x, to.x, end),
        between(from.y, to.y, end),
      ])
    case .radial(let from, let to):
      dictionary["ShadingType"] = .integer(3)
      let circles = [start, end].flatMap { t in
        [
          between(from.center.x, to.center.x, t), between(from.center.y, to.center.y, t),
          PDFObject.precise(max(0, from.radius + (to.radius - from.radius) * t)),
        ]
      }
      dictionary["Coords"] = .array(circles)
    }
    dictionary["Extend"] = .array([.boolean(true), .boolean(true)])
    if range != 0...1 { dictionary["Domain"] = .array([.precise(start), .precise(end)]) }
    dictionary["Function"] = function(drawing, isMask: isMask)
    return dictionary
  }

  private func function(_ drawing: PDFDrawing, isMask: Bool) -> PDFObject {
    let single = period(isMask: isMask)
    guard range != 0...1 else { return single }
    if gradient.spread == .pad { return padded(single, isMask: isMask) }
    let reference = PDFObject.reference(to: drawing.addShared(single))
    var functions: [PDFObject] = []
    var bounds: [PDFObject] = []
    var encode: [PDFObject] = []
    var start = range.lowerBound
    while start < range.upperBound {
      let index = start.rounded(.down)
      let end = min(index + 1, range.upperBound)
      let isReversed = gradient.spread == .reflected && Int(index) & 1 != 0
      functions.append(reference)
      if end < range.upperBound { bounds.append(.precise(end)) }
      let (low, high) = (start - index, end - index)
      encode += isReversed ? [.precise(1 - low), .precise(1 - high)] : [.precise(low), .precise(high)]
      start = end
    }
    // It does not depend on the position, and is long if there are many repetitions.
    return .reference(
      to: drawing.addShared(
        .dictionary([
          "FunctionType": .integer(3), "Domain": .array([.precise(range.lowerBound), .precise(range.upperBound)]),
          "Functions": .array(functions), "Bounds": .array(bounds), "Encode": .array(encode),
        ])))
  }

  /// The function from 0 to 1 with the colors of the ends before and after it.
  private func padded(_ single: PDFObject, isMask: Bool) -> PDFObject {
    var functions = [single]
    var bounds: [PDFObject] = []
    if range.lowerBound < 0, let first = gradient.stops.first {
      functions.insert(Self.interpolation(first.color, first.color, isMask: isMask), at: 0)
      bounds.append(.integer(0))
    }
    if range.upperBound > 1, let last = gradient.stops.last {
      functions.append(Self.interpolation(last.color, last.color, isMask: isMask))
      bounds.append(.integer(1))
    }
    return .dictionary([
      "FunctionType": .integer(3), "Domain": .array([.precise(range.lowerBound), .precise(range.upperBound)]),
      "Functions": .array(functions), "Bounds": .array(bounds),
      "Encode": .array(functions.flatMap { _ in [PDFObject.integer(0), .integer(1)] }),
    ])
  }

  /// The function of the gradient from 0 to 1 (7.10): an interpolation, or several that are stitched together.
  private func period(isMask: Bool) -> PDFObject {
    var pieces: [(end: Double, function: PDFObject)] = []
    func add(_ from: Gradient.Stop, _ to: Gradient.Stop, end: Double) {
      pieces.append((end, Self.interpolation(from.color, to.color, isMask: isMask)))
    }
    let stops = gradient.stops
    if let first = stops.first, first.offset > 0 { add(first, first, end: first.offset) }
    for (a, b) in zip(stops, stops.dropFirst()) where b.offset > a.offset { add(a, b, end: b.offset) }
    if let last = stops.last, last.offset < 1 || pieces.isEmpty { add(last, last, end: 1) }
    if pieces.count == 1 { return pieces[0].function }
    return .dictionary([
      "FunctionType": .integer(3), "Domain": .array([.integer(0), .integer(1)]),
      "Functions": .array(pieces.map(\.function)), "Bounds": .array(pieces.dropLast().map { .precise($0.end) }),
      "Encode": .array(pieces.flatMap { _ in [PDFObject.integer(0), .integer(1)] }),
    ])
  }

  private static func interpolation(_ from: Color, _ to: Color, isMask: Bool) -> PDFObject {
    func components(_ color: Color) -> PDFObject {
      .array((isMask ? [color.alpha] : [color.red, color.green, color.blue]).map { .rounded(Double($0)) })
    }
    return .dictionary([
      "FunctionType": .integer(2), "Domain": .array([.integer(0), .integer(1)]), "C0": components(from),
      "C1": components(to), "N": .integer(1),
    ])
  }
}

extension PDFMatrix {
  var precise: [PDFObject] { [a, b, c, d, e, f].map(PDFObject.precise) }
}

extension PDFObject {
  /// A number rounded to six digits after the point, or nine if it is small.
  static func precise(_ value: Double) -> PDFObject {
    guard value.isFinite, abs(value) < 1e9 else { return .rounded(value) }
    let power = abs(value) < 0.1 ? 1e9 : 1e6
    let rounded = (value * power).rounded() / power
    return rounded == rounded.rounded() ? .integer(Int(rounded)) : .real(rounded)
  }
}
