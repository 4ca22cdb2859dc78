/// Gradients with the prefix `-webkit-` (Compatibility Standard §3.3), which name the side where they start.
extension ValueParser {
  /// `-webkit-linear-gradient([<angle> | [left | right] || [top | bottom]], stops)`. An angle is counterclockwise from
  /// the right.
  mutating func legacyLinearGradient(isRepeating: Bool) -> Value? {
    var line = LinearGradient.Line.angle(180)
    if let angle = numeric(.angle) {
      line = .angle(90 - angle.degrees)
      guard comma() else { return nil }
    } else if let side = sideOrCorner() {
      line = side.reversed
      guard comma() else { return nil }
    }
    guard let stops = gradientStops() else { return nil }
    return .gradient(SpecifiedGradient(shape: .linear(line), stops: stops, isRepeating: isRepeating))
  }

  /// `-webkit-radial-gradient([<position>,]? [[<shape> || <extent>] | <size>,]? stops)`, where `contain` and `cover`
  /// are extents, too.
  mutating func legacyRadialGradient(isRepeating: Bool) -> Value? {
    var center: [Value] = [.percentage(50), .percentage(50)]
    if let given = attempt({ parser in parser.position(upTo: 2).flatMap { parser.comma() ? $0 : nil } }) {
      center = given
    }
    var isCircle: Bool?
    var radius: SpecifiedGradient.SpecifiedRadius?
    while let shape = keyword(in: [.circle, .ellipse]) ?? legacyExtent() {
      switch shape {
      case .circle, .ellipse: isCircle = shape == .circle
      default: radius = .extent(Self.extent(shape))
      }
    }
    if isCircle == nil, radius == nil, let width = lengthPercent(0), let height = lengthPercent(0) {
      radius = .lengths(width, height)
    }
    if isCircle != nil || radius != nil, !comma() { return nil }
    guard let stops = gradientStops() else { return nil }
    return .gradient(
      SpecifiedGradient(
        shape: .radial(isCircle: isCircle ?? false, radius: radius ?? .extent(.farthestCorner), center: center),
        stops: stops, isRepeating: isRepeating))
  }

  private mutating func legacyExtent() -> Keyword? {
    if let extent = keyword(in: [.closestSide, .closestCorner, .farthestSide, .farthestCorner]) { return extent }
    return switch keyword(in: [.contain, .cover]) {
    case .contain: .closestSide
    case .cover: .farthestCorner
    default: nil
    }
  }
}

extension LinearGradient.Line {
  /// The line to the opposite side or corner.
  fileprivate var reversed: LinearGradient.Line {
    switch self {
    case .angle(let degrees): .angle((degrees + 180).truncatingRemainder(dividingBy: 360))
    case .corner(let x, let y): .corner(x: -x, y: -y)
    }
  }
}
