/// Positions (css-values-4 §9) and images (css-images-3).
extension ValueParser {
  /// The horizontal and the vertical offset from the left and top, as lengths and percentages.
  /// - Parameter limit: the maximum number of components, 4 or 2.
  mutating func position(upTo limit: Int = 4, allowsThree: Bool = true) -> [Value]? {
    guard let first = positionComponent() else { return nil }
    var components = [first]
    while components.count < limit, let next = attempt({ $0.positionComponent() }) { components.append(next) }
    if components.count == 4, let pair = Self.resolvePosition(components) { return pair }
    // A position of three components is only valid with edges.
    for count in stride(from: min(components.count, 4), through: 1, by: -1) {
      guard let pair = Self.resolvePosition(Array(components.prefix(count))) else { continue }
      if count < components.count || count == 3 && !allowsThree { return nil }
      return pair
    }
    return nil
  }

  enum PositionComponent {
    case edge(Keyword)
    case offset(Value)
  }

  private mutating func positionComponent() -> PositionComponent? {
    if let edge = keyword(in: [.left, .right, .top, .bottom, .center]) { return .edge(edge) }
    return lengthPercent().map { .offset($0) }
  }

  private static func resolvePosition(_ components: [PositionComponent]) -> [Value]? {
    // Edges and the offsets that follow them.
    var parts: [(edge: Keyword?, offset: Value?)] = []
    for component in components {
      switch component {
      case .edge(let edge): parts.append((edge, nil))
      case .offset(let offset):
        if components.count > 2, let last = parts.last, last.edge != nil, last.offset == nil, last.edge != .center {
          parts[parts.count - 1].offset = offset
        } else {
          parts.append((nil, offset))
        }
      }
    }
    if parts.count == 1 {
      if let edge = parts[0].edge, edge == .top || edge == .bottom { return [.percentage(50), axis(parts[0])] }
      return [axis(parts[0]), .percentage(50)]
    }
    guard parts.count == 2 else { return nil }
    let isVertical: (Keyword?) -> Bool = { $0 == .top || $0 == .bottom }
    let isHorizontal: (Keyword?) -> Bool = { $0 == .left || $0 == .right }
    if isVertical(parts[0].edge) || isHorizontal(parts[1].edge) {
      // Only keywords may be in vertical-horizontal order.
      guard parts[0].edge != nil, parts[1].edge != nil else { return nil }
      parts.swapAt(0, 1)
    }
    guard !isVertical(parts[0].edge), !isHorizontal(parts[1].edge) else { return nil }
    if components.count > 2, parts.contains(where: { $0.edge == nil }) { return nil }
    return [axis(parts[0]), axis(parts[1])]
  }

  private static func axis(_ part: (edge: Keyword?, offset: Value?)) -> Value {
    switch part.edge {
    case .center: return .percentage(50)
    case .right, .bottom: return part.offset.map(Self.fromEnd) ?? .percentage(100)
    case .left, .top: return part.offset ?? .percentage(0)
    default: return part.offset ?? .percentage(0)
    }
  }

  /// An offset from the far edge: `calc(100% - offset)`.
  static func fromEnd(_ offset: Value) -> Value {
    let term: MathExpression
    switch offset {
    case .percentage(let percent): return .percentage(100 - percent)
    case .dimension(let value, let unit): term = .dimension(-value, unit)
    case .math(let expression): term = .product(expression, .number(-1))
    default: return .percentage(100)
    }
    return .math(.sum([.percent(100), term]))
  }

  /// An address or gradient. The caller parses `none`.
  mutating func image() -> Value? {
    if let url = url() { return .url(SheetAddress.join(base, url)) }
    guard let name = peekFunction() else { return nil }
    switch name {
    case "linear-gradient", "repeating-linear-gradient":
      let isRepeating = name.hasPrefix("repeating")
      return function(name) { $0.linearGradient(isRepeating: isRepeating) }
    case "radial-gradient", "repeating-radial-gradient":
      let isRepeating = name.hasPrefix("repeating")
      return function(name) { $0.radialGradient(isRepeating: isRepeating) }
    case "conic-gradient", "repeating-conic-gradient":
      let isRepeating = name.hasPrefix("repeating")
      return function(name) { $0.conicGradient(isRepeating: isRepeating) }
    case "-webkit-linear-gradient", "-webkit-repeating-linear-gradient":
      let isRepeating = name.hasPrefix("-webkit-repeating")
      return function(name) { $0.legacyLinearGradient(isRepeating: isRepeating) }
    case "-webkit-radial-gradient", "-webkit-repeating-radial-gradient":
      let isRepeating = name.hasPrefix("-webkit-repeating")
      return function(name) { $0.legacyRadialGradient(isRepeating: isRepeating) }
    case "image":
      // css-images-4 §2.4, with a colour only.
      return function(name) { parser in
        parser.color().map { color in
          let stop = SpecifiedGradient.Stop(color: color, position: nil)
          return .gradient(SpecifiedGradient(shape: .linear(.angle(180)), stops: [stop], isRepeating: false))
        }
      }
    case "image-set", "-webkit-image-set":
      return function(name) { parser in
        let options = parser.commaSeparated { option -> (image: Value, isSupported: Bool)? in
          guard let image = option.image() ?? option.string().map({ .url(SheetAddress.join(option.base, $0)) }) else {
            return nil
          }
          var isSupported = true
          while !option.atEnd, option.peek().kind != .comma {
            if option.numeric(.resolution) != nil { continue }
            guard let type = option.function("type", read: { $0.string() }) else { return nil }
            isSupported = isSupported && Self.imageTypes.contains(type.asciiLowercased)
          }
          return (image, isSupported)
        }
        // Options of types that are not supported are ignored (css-images-4 §2.3).
        return options.map { $0.first { $0.isSupported }?.image ?? .keyword(.none) }
      }
    default: return nil
    }
  }

  private static let imageTypes: Set<String> = [
    "image/png", "image/jpeg", "image/jpg", "image/gif", "image/svg+xml", "image/webp", "image/bmp", "image/tiff",
  ]

  private mutating func linearGradient(isRepeating: Bool) -> Value? {
    var line: LinearGradient.Line?
    var space = gradientSpace()
    if ident("to") {
      line = sideOrCorner()
      if line == nil { return nil }
    } else if let angle = numeric(.angle) {
      line = .angle(angle.degrees)
    }
    if space == nil { space = gradientSpace() }
    if line != nil || space != nil, !comma() { return nil }
    guard let stops = gradientStops() else { return nil }
    return .gradient(
      SpecifiedGradient(shape: .linear(line ?? .angle(180)), stops: stops, isRepeating: isRepeating, space: space))
  }

  mutating func sideOrCorner() -> LinearGradient.Line? {
    var (x, y): (Int8, Int8) = (0, 0)
    for _ in 0..<2 {
      guard
        let side = keyword(in: x == 0 ? y == 0 ? [.left, .right, .top, .bottom] : [.left, .right] : [.top, .bottom])
      else { break }
      switch side {
      case .left: x = -1
      case .right: x = 1
      case .top: y = -1
      default: y = 1
      }
    }
    switch (x, y) {
    case (0, 0): return nil
    case (0, -1): return .angle(0)
    case (1, 0): return .angle(90)
    case (0, 1): return .angle(180)
    case (-1, 0): return .angle(270)
    default: return .corner(x: x, y: y)
    }
  }

  private mutating func radialGradient(isRepeating: Bool) -> Value? {
    var isCircle: Bool?
    var radius: SpecifiedGradient.SpecifiedRadius?
    var center: [Value] = [.percentage(50), .percentage(50)]
    var space: GradientSpace?
    var hasPrelude = false
    while !atEnd, peek().kind != .comma {
      if let shape = keyword(in: [.circle, .ellipse]) {
        isCircle = shape == .circle
      } else if let extent = keyword(in: [.closestSide, .closestCorner, .farthestSide, .farthestCorner]) {
        radius = .extent(Self.extent(extent))
      } else if ident("at") {
        guard let position = position() else { return nil }
        center = position
      } else if let given = gradientSpace() {
        space = given
      } else if radius == nil, let first = lengthPercent(0) {
        if let second = lengthPercent(0) {
          radius = .lengths(first, second)
        } else {
          radius = .lengths(first, first)
          if isCircle == nil { isCircle = true }
        }
      } else {
        break
      }
      hasPrelude = true
    }
    if hasPrelude, !comma() { return nil }
    guard let stops = gradientStops() else { return nil }
    return .gradient(
      SpecifiedGradient(
        shape: .radial(isCircle: isCircle ?? false, radius: radius ?? .extent(.farthestCorner), center: center),
        stops: stops, isRepeating: isRepeating, space: space))
  }

  static func extent(_ keyword: Keyword) -> RadialGradient.Extent {
    switch keyword {
    case .closestSide: .closestSide
    case .closestCorner: .closestCorner
    case .farthestSide: .farthestSide
    default: .farthestCorner
    }
  }

  mutating func gradientStops(isAngular: Bool = false) -> [SpecifiedGradient.Stop]? {
    var stops: [SpecifiedGradient.Stop] = []
    repeat {
      var position = stopPosition(isAngular: isAngular)
      let color = color()
      guard color != nil || position != nil else { return nil }
      if color != nil, position == nil { position = stopPosition(isAngular: isAngular) }
      stops.append(SpecifiedGradient.Stop(color: color, position: position))
      if color != nil, position != nil, let second = stopPosition(isAngular: isAngular) {
        stops.append(SpecifiedGradient.Stop(color: color, position: second))
      }
    } while comma()
    guard stops.count >= 1, stops.first?.color != nil, stops.last?.color != nil else { return nil }
    if zip(stops, stops.dropFirst()).contains(where: { $0.color == nil && $1.color == nil }) { return nil }
    return stops
  }
}

extension Value {
  /// The value of an angle; math functions of angles need no context.
  var degrees: Double {
    switch self {
    case .dimension(let value, .deg): value
    case .math(let expression): expression.value(LengthContext(metrics: { _, _ in 0 }))
    default: 0
    }
  }
}
