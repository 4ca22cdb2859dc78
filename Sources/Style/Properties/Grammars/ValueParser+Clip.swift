/// Grammars of `clip-path` (css-masking-1 §5, css-shapes-1 §3), `shape-outside` and of `clip` (CSS 2.2 §11.1.2).
extension ValueParser {
  /// `<basic-shape> || <geometry-box>` as a list: the box, then the shape's name and its arguments in a fixed order.
  /// - Parameters:
  ///   - standard: the box of a shape without one.
  ///   - allowsPath: whether the shape may be a `path()` or a `clipPath` element of the document.
  mutating func clipPath(standard: Keyword = .borderBox, allowsPath: Bool = true) -> Value? {
    if allowsPath, let element = attempt({ $0.elementAddress() }) {
      return .list([.keyword(standard), .identifier("url"), .string(element)])
    }
    var box = geometryBox()
    let shape = attempt { $0.basicShape(allowsPath: allowsPath) }
    if shape != nil, box == nil { box = geometryBox() }
    guard shape != nil || box != nil else { return nil }
    return .list([.keyword(box ?? standard)] + (shape ?? []))
  }

  /// The address of an element of the document, such as `#clip`.
  mutating func elementAddress() -> String? {
    guard case .url(let address)? = image(), address.hasPrefix("#") else { return nil }
    return address
  }

  /// The SVG boxes are mapped to CSS boxes (css-masking-1 §5.1).
  private mutating func geometryBox() -> Keyword? {
    switch keyword(in: [.borderBox, .paddingBox, .contentBox, .marginBox, .fillBox, .strokeBox, .viewBox]) {
    case nil: nil
    case .fillBox?: .contentBox
    case .strokeBox?: .borderBox
    case let box?: box
    }
  }

  private mutating func basicShape(allowsPath: Bool) -> [Value]? {
    guard let name = peekFunction() else { return nil }
    return function(name) { parser in
      switch name {
      case "inset":
        guard let sides = parser.repeated(upTo: 4, { $0.lengthPercent() }) else { return nil }
        return parser.rounded(Self.fourSides(sides))
      case "rect":
        let edges = parser.repeated(upTo: 4) { $0.keyword(.auto) ?? $0.lengthPercent() }
        guard let edges, edges.count == 4 else { return nil }
        func side(_ index: Int) -> Value {
          if edges[index] == .keyword(.auto) { return .percentage(0) }
          return index == 1 || index == 2 ? Self.fromEnd(edges[index]) : edges[index]
        }
        return parser.rounded((0..<4).map(side))
      case "xywh":
        guard let x = parser.lengthPercent(), let y = parser.lengthPercent(), let width = parser.lengthPercent(0),
          let height = parser.lengthPercent(0)
        else { return nil }
        return parser.rounded([y, Self.rest(x, width), Self.rest(y, height), x])
      case "polygon":
        guard let isEvenOdd = parser.fillRule() else { return nil }
        return parser.polygon(isEvenOdd: isEvenOdd)
      case "path" where allowsPath:
        guard let isEvenOdd = parser.fillRule(), let data = parser.string(), PathSyntax.isValid(data) else {
          return nil
        }
        return [.identifier("path"), .number(isEvenOdd ? 1 : 0), .string(data)]
      case "shape" where allowsPath: return parser.shapeArguments()
      case "circle", "ellipse": return parser.ellipse(name)
      default: return nil
      }
    }
  }

  /// `<fill-rule>,`, which may be missing. Returns whether it is `evenodd`; nil if it is not valid.
  private mutating func fillRule() -> Bool? {
    let isEvenOdd = ident("evenodd")
    if isEvenOdd || ident("nonzero"), !comma() { return nil }
    return isEvenOdd
  }

  private mutating func polygon(isEvenOdd: Bool) -> [Value]? {
    let points = commaSeparated { point -> [Value]? in
      guard let x = point.lengthPercent(), let y = point.lengthPercent() else { return nil }
      return [x, y]
    }
    return points.map { [.identifier("polygon"), .number(isEvenOdd ? 1 : 0)] + $0.flatMap { $0 } }
  }

  private mutating func ellipse(_ name: String) -> [Value]? {
    var radii: [Value] = []
    while let radius = keyword(.closestSide, .farthestSide) ?? lengthPercent(0) { radii.append(radius) }
    guard radii.count <= (name == "circle" ? 1 : 2) else { return nil }
    if radii.isEmpty { radii = [.keyword(.closestSide)] }
    if radii.count == 1 { radii.append(radii[0]) }
    var center: [Value] = [.percentage(50), .percentage(50)]
    if ident("at") {
      guard let position = position() else { return nil }
      center = position
    }
    return [.identifier(name)] + radii + center
  }

  /// The four sides of an inset, and the corner radii of `round`.
  private mutating func rounded(_ sides: [Value]) -> [Value]? {
    var corners: [Value] = Array(repeating: .dimension(0, .px), count: 8)
    if ident("round") {
      guard let x = repeated(upTo: 4, { $0.lengthPercent(0) }) else { return nil }
      var y = x
      if slash() {
        guard let vertical = repeated(upTo: 4, { $0.lengthPercent(0) }) else { return nil }
        y = vertical
      }
      corners = zip(Self.fourSides(x), Self.fourSides(y)).flatMap { [$0, $1] }
    }
    return [.identifier("inset")] + sides + corners
  }

  /// `100% - start - length`.
  private static func rest(_ start: Value, _ length: Value) -> Value {
    func term(_ value: Value) -> MathExpression {
      switch value {
      case .percentage(let percent): .percent(-percent)
      case .dimension(let value, let unit): .dimension(-value, unit)
      case .math(let expression): .product(expression, .number(-1))
      default: .number(0)
      }
    }
    return .math(.sum([.percent(100), term(start), term(length)]))
  }

  /// `rect(top, right, bottom, left)` with optional commas; `auto` is the edge of the box.
  mutating func clipRect() -> Value? {
    if let auto = keyword(.auto) { return auto }
    return function("rect") { parser in
      var edges: [Value] = []
      while edges.count < 4, let edge = parser.keyword(.auto) ?? parser.length() {
        edges.append(edge)
        _ = edges.count < 4 && parser.comma()
      }
      return edges.count == 4 ? .list(edges) : nil
    }
  }
}
