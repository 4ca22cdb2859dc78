import Glibc
import Style

/// Colour stops with resolved positions, in px along the gradient line (css-images-3 §3.4.3).
struct GradientStops {
  struct Stop {
    var color: Color
    var position: Double
  }
  private(set) var stops: [Stop] = []

  init?(_ given: [GradientStop], length: Double, isRepeating: Bool) {
    guard let last = given.indices.last else { return nil }
    var positions: [Double?] = given.map { stop in
      stop.position.map { $0.resolve(against: length) }.flatMap { $0.isFinite ? $0 : nil }
    }
    if positions[0] == nil { positions[0] = 0 }
    if positions[last] == nil { positions[last] = length }
    var greatest = -Double.infinity
    for index in positions.indices {
      guard let position = positions[index] else { continue }
      greatest = max(greatest, position)
      positions[index] = greatest
    }
    var known = 0
    var next = 0
    for (index, stop) in given.enumerated() {
      if let position = positions[index] {
        stops.append(Stop(color: stop.color, position: position))
        known = index
        continue
      }
      // Stops without a position are spaced evenly between the neighbours that have one.
      if next < index { next = positions[index...].firstIndex { $0 != nil } ?? last }
      let from = positions[known] ?? 0
      let to = positions[next] ?? length
      stops.append(
        Stop(color: stop.color, position: from + (to - from) * Double(index - known) / Double(next - known)))
    }
    if given.contains(where: \.isHint) { replaceHints(given) }
    thinOut()
  }

  /// The stops of a gradient that is not repeated, if none has a position and all have the same alpha: they are evenly
  /// spaced, and nothing else has to be computed.
  static func even(_ given: [GradientStop]) -> [Gradient.Stop]? {
    guard given.count > 1, given.count <= maximumCount, let alpha = given.first?.color.alpha,
      given.allSatisfy({ $0.position == nil && !$0.isHint && $0.color.alpha == alpha })
    else { return nil }
    let last = Double(given.count - 1)
    return given.indices.map { Gradient.Stop(offset: Double($0) / last, color: given[$0].color) }
  }

  /// Cairo sorts the stops of pictures in quadratic time. More stops than this are closer to each other than any
  /// printer's dots.
  private static let maximumCount = 1000

  /// Leaves out stops at regular intervals if there are too many.
  private mutating func thinOut() {
    guard stops.count > Self.maximumCount, let last = stops.last else { return }
    let step = Double(stops.count - 1) / Double(Self.maximumCount - 1)
    stops = (0..<Self.maximumCount - 1).map { stops[Int(Double($0) * step)] } + [last]
  }

  /// Whether repetitions over a length of the gradient line would be too many. A PDF has a function for each.
  func isTooFine(for length: Double) -> Bool {
    guard let first = stops.first?.position, let last = stops.last?.position, last > first else { return false }
    return length / (last - first) * Double(stops.count) > Self.maximumRepeatedStops
  }

  private static let maximumRepeatedStops = 8000.0

  /// The colour of a gradient whose stops cannot be told apart (css-images-3 §3.7).
  var averageColor: Color {
    guard let first = stops.first?.position, let last = stops.last?.position, last > first else { return lastColor }
    var sum = SIMD4<Double>.zero
    for (a, b) in zip(stops, stops.dropFirst()) {
      let part = (b.position - a.position) / (last - first)
      sum += (a.color.premultiplied + b.color.premultiplied) * (part / 2)
    }
    guard sum.w > 0 else { return .transparent }
    return Color(
      red: Float(sum.x / sum.w), green: Float(sum.y / sum.w), blue: Float(sum.z / sum.w), alpha: Float(min(1, sum.w)))
  }

  /// css-images-4 §3.5.3: between the neighbours of a hint, the proportion is a power function with the value ½ at the
  /// hint.
  private mutating func replaceHints(_ given: [GradientStop]) {
    var result: [Stop] = []
    for (index, stop) in stops.enumerated() {
      guard given[index].isHint, index > 0, index + 1 < stops.count else {
        result.append(stop)
        continue
      }
      let (before, after) = (stops[index - 1], stops[index + 1])
      let length = after.position - before.position
      let place = length > 0 ? (stop.position - before.position) / length : 0.5
      if place <= 0 {
        result.append(Stop(color: after.color, position: before.position))
      } else if place >= 1 {
        result.append(Stop(color: before.color, position: after.position))
      } else {
        let exponent = log(0.5) / log(place)
        let steps = 16
        for step in 1..<steps {
          let part = Double(step) / Double(steps)
          result.append(
            Stop(
              color: before.color.mixed(with: after.color, pow(part, exponent)),
              position: before.position + length * part))
        }
      }
    }
    stops = result
  }

  /// The length from the first stop to the last.
  func range(isRepeating: Bool) -> ClosedRange<Double>? {
    guard let first = stops.first?.position, let last = stops.last?.position else { return nil }
    let isEdge = last - first < 1e-6
    return isEdge ? isRepeating ? nil : first...first + 1e-3 : first...last
  }

  var lastColor: Color { stops.last?.color ?? .transparent }

  /// The stops from position 0 on, where a radial gradient begins.
  func fromZero(isRepeating: Bool) -> GradientStops {
    guard let first = stops.first?.position, let last = stops.last?.position, first < 0 else { return self }
    var result = self
    if isRepeating {
      let period = last - first
      guard period > 1e-6 else { return self }
      let shift = (-first / period).rounded(.up) * period
      for index in result.stops.indices { result.stops[index].position += shift }
    } else {
      let start = Stop(color: color(at: 0), position: 0)
      result.stops = [start] + stops.filter { $0.position > 0 }
      if result.stops.count == 1 { result.stops.append(start) }
    }
    return result
  }

  /// With a further stop before an edge at the first position and after one at the last. PDF functions do not have an
  /// edge at the ends of their domain: one of its colours would be lost.
  /// - Parameter least: the first position of the gradient line, where no edge is visible.
  func withInnerEdges(isRepeating: Bool, from least: Double = -.infinity) -> GradientStops {
    guard !isRepeating, stops.count > 1, let first = stops.first, let last = stops.last else { return self }
    let nearby = max(1e-6, (last.position - first.position) * 1e-4)
    var result = self
    if last.position - stops[stops.count - 2].position < nearby {
      result.stops.append(Stop(color: last.color, position: last.position + 1))
    }
    if stops[1].position - first.position < nearby {
      if first.position > least {
        result.stops.insert(Stop(color: first.color, position: max(least, first.position - 1)), at: 0)
      } else {
        result.stops.removeFirst()
      }
    }
    return result
  }

  private func color(at position: Double) -> Color {
    guard let after = stops.firstIndex(where: { $0.position > position }) else { return lastColor }
    guard after > 0 else { return stops[0].color }
    let a = stops[after - 1]
    let b = stops[after]
    return a.color.mixed(with: b.color, (position - a.position) / (b.position - a.position))
  }

  /// The stops from 0 to 1, with additional ones: CSS interpolates premultiplied colours, Cairo and PDF do not.
  func premultiplied(isRepeating: Bool) -> [Gradient.Stop] {
    guard let range = range(isRepeating: isRepeating) else { return [] }
    let span = range.upperBound - range.lowerBound
    var result: [Gradient.Stop] = []
    func add(_ color: Color, _ position: Double) {
      result.append(Gradient.Stop(offset: (position - range.lowerBound) / span, color: color))
    }
    var previous: Stop?
    for stop in stops {
      if let previous, previous.color.alpha != stop.color.alpha { Self.addBetween(previous, stop, add) }
      add(stop.color, stop.position)
      previous = stop
    }
    return result
  }

  /// Adds stops that approximate the colours between two that differ in alpha.
  private static func addBetween(_ a: Stop, _ b: Stop, _ add: (Color, Double) -> Void) {
    if a.color.alpha == 0 {
      add(b.color.with(alpha: 0), a.position)
    } else if b.color.alpha == 0 {
      add(a.color.with(alpha: 0), b.position)
    } else if a.color.with(alpha: 1) != b.color.with(alpha: 1) {
      let steps = 8
      for step in 1..<steps {
        let part = Double(step) / Double(steps)
        add(a.color.mixed(with: b.color, part), a.position + (b.position - a.position) * part)
      }
    }
  }
}

extension Color {
  func with(alpha: Float) -> Color {
    var color = self
    color.alpha = alpha
    return color
  }

  /// Red, green and blue, multiplied by alpha, and alpha.
  fileprivate var premultiplied: SIMD4<Double> {
    SIMD4(Double(red), Double(green), Double(blue), 1) * Double(alpha)
  }

  /// Interpolates two premultiplied colours (css-images-3 §3.4.2).
  func mixed(with other: Color, _ part: Double) -> Color {
    let part = Float(part)
    let alpha = self.alpha + (other.alpha - self.alpha) * part
    guard alpha > 0 else { return .transparent }
    func channel(_ a: Float, _ b: Float) -> Float { (a * self.alpha * (1 - part) + b * other.alpha * part) / alpha }
    return Color(
      red: channel(red, other.red), green: channel(green, other.green), blue: channel(blue, other.blue), alpha: alpha)
  }
}
