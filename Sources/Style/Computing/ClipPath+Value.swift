/// Basic shapes (css-shapes-1 §3).
extension ClipPath {
  /// A basic shape or a box as in an attribute of SVG, whose lengths need no unit (SVG 2 §6.6). Fails if the text is
  /// not valid.
  /// - Parameters:
  ///   - fontSize: px.
  ///   - viewport: px; that of viewport units.
  @export(interface)
  package init?(css text: String, fontSize: Double, viewport: (width: Double, height: Double)) {
    var parser = ValueParser(text)
    parser.isQuirky = true
    guard let value = parser.clipPath(), parser.atEnd else { return nil }
    var lengths = LengthContext(metrics: FontMeasure.typical)
    lengths.font.size = fontSize
    (lengths.viewportWidth, lengths.viewportHeight) = viewport
    self.init(value, lengths)
    if case .element = shape { return nil }
  }

  init?(_ value: Value, _ lengths: LengthContext) {
    guard case .list(let parts) = value, let first = parts.first else { return nil }
    self.init(shape: .box)
    if case .keyword(let keyword) = first { box = Self.boxes[keyword] ?? .borderBox }
    guard parts.count > 1, case .identifier(let name) = parts[1] else { return }
    let values = Array(parts.dropFirst(2))
    switch name {
    case "inset" where values.count == 12:
      let sides = values.map { lengths.lengthPercentage($0) }
      var radius = Corners(Pair(sides[4], sides[5]))
      radius.topRight = Pair(sides[6], sides[7])
      radius.bottomRight = Pair(sides[8], sides[9])
      radius.bottomLeft = Pair(sides[10], sides[11])
      shape = .inset(Sides(top: sides[0], right: sides[1], bottom: sides[2], left: sides[3]), radius: radius)
    case "polygon" where values.count > 2:
      let points = stride(from: 1, to: values.count - 1, by: 2).map {
        Pair(lengths.lengthPercentage(values[$0]), lengths.lengthPercentage(values[$0 + 1]))
      }
      shape = .polygon(points, isEvenOdd: values[0] == .number(1))
    case "url" where values.count == 1:
      if case .string(let address) = values[0] { shape = .element(address) }
    case "path" where values.count == 2:
      guard case .string(let data) = values[1] else { break }
      shape = .path(data, isEvenOdd: values[0] == .number(1), scale: lengths.zoom)
    case "shape" where values.count > 3:
      shape = .commands(
        from: Pair(lengths.lengthPercentage(values[1]), lengths.lengthPercentage(values[2])),
        values.dropFirst(3).compactMap { ShapeCommand($0, lengths) }, isEvenOdd: values[0] == .number(1))
    case "circle" where values.count == 4, "ellipse" where values.count == 4:
      shape = .ellipse(
        radii: Pair(Self.radius(values[0], lengths), Self.radius(values[1], lengths)),
        center: Pair(lengths.lengthPercentage(values[2]), lengths.lengthPercentage(values[3])),
        isCircle: name == "circle")
    default: break
    }
  }

  private static let boxes: [Keyword: ReferenceBox] = [
    .paddingBox: .paddingBox, .contentBox: .contentBox, .marginBox: .marginBox, .viewBox: .viewBox,
  ]

  private static func radius(_ value: Value, _ lengths: LengthContext) -> Radius {
    switch value {
    case .keyword(.closestSide): .closestSide
    case .keyword(.farthestSide): .farthestSide
    default: .length(lengths.lengthPercentage(value, isNonNegative: true))
    }
  }
}
