import Layout
import Markup
import Style

/// A linear or radial gradient (SVG 2 §14.2).
struct SVGGradient {
  private struct Stop {
    var offset: Double
    var color: Color
  }

  private let isRadial: Bool
  /// The coordinates of the two points, or of centre, focus, radius and focal radius.
  private let numbers: [Double]
  /// Whether the coordinates are fractions of the bounding box of what is filled.
  private var usesBox = true
  private var transform = AffineTransform.identity
  private var spread = Gradient.Spread.pad
  private var stops: [Stop] = []

  /// Nil if the gradient has something that is not supported.
  /// - Parameter color: the colour that it inherits, the value of `currentColor`.
  init?(_ drawing: SVGDocument, _ node: NodeID, color: Color) {
    let document = drawing.markup
    isRadial = document.name(node) == "radialGradient"
    var values: [String: Double] = [:]
    let names = isRadial ? ["cx", "cy", "fx", "fy", "r", "fr"] : ["x1", "y1", "x2", "y2"]
    for attribute in document.attributes(of: node) {
      let name = document.names[attribute.name]
      let value = drawing.value(of: attribute)
      switch name {
      case "id": break
      case "gradientUnits":
        usesBox = value == "objectBoundingBox"
        guard usesBox || value == "userSpaceOnUse" else { return nil }
      case "gradientTransform":
        guard let matrix = AffineTransform(svg: value), matrix.isInvertible else { return nil }
        transform = matrix
      case "spreadMethod":
        let spreads: [String: Gradient.Spread] = ["pad": .pad, "repeat": .repeated, "reflect": .reflected]
        guard let known = spreads[value.text] else { return nil }
        spread = known
      default:
        guard names.contains(name) else { return nil }
        values[name] = Self.coordinate(value)
        guard let number = values[name] else { return nil }
        // Percentages of the viewport are not supported.
        guard !value.hasSuffix(UInt8(ascii: "%")) || document.attribute(node, "gradientUnits") != "userSpaceOnUse",
          number.isFinite
        else { return nil }
      }
    }
    if isRadial {
      guard usesBox || ["cx", "cy", "r"].allSatisfy({ values[$0] != nil }) else { return nil }
      let centre = (values["cx"] ?? 0.5, values["cy"] ?? 0.5)
      let (radius, focalRadius) = (values["r"] ?? 0.5, values["fr"] ?? 0)
      // A focal circle that is as large as the other one extends to both sides.
      guard focalRadius == 0 || (focalRadius > 0 && focalRadius < radius) else { return nil }
      numbers = [centre.0, centre.1, values["fx"] ?? centre.0, values["fy"] ?? centre.1, radius, focalRadius]
    } else {
      guard usesBox || values["x2"] != nil else { return nil }
      numbers = [values["x1"] ?? 0, values["y1"] ?? 0, values["x2"] ?? 1, values["y2"] ?? 0]
    }
    for child in document.children(of: node) where document[child].kind == .element {
      guard drawing.element(child) == .stop, add(stop: child, drawing, color: color) else { return nil }
    }
    guard !stops.isEmpty, stops.count <= 256 else { return nil }
  }

  private static func coordinate(_ value: SVGValue) -> Double? {
    var scanner = SVGScanner(value)
    guard let number = scanner.number() else { return nil }
    let isPercentage = scanner.take(UInt8(ascii: "%"))
    return scanner.isAtEnd ? (isPercentage ? number / 100 : number) : nil
  }

  private mutating func add(stop node: NodeID, _ document: SVGDocument, color: Color) -> Bool {
    var style = SVGStyle()
    style.color = color
    var offset = 0.0
    guard
      document.setProperties(
        of: node, in: &style,
        own: { name, value in
          guard name == .offset else { return nil }
          guard let number = SVGStyle.fraction(value) else { return false }
          offset = number
          return true
        })
    else { return false }
    let own = style.stopColor
    stops.append(
      Stop(
        offset: max(offset, stops.last?.offset ?? 0), color: own.with(alpha: own.alpha * Float(style.stopOpacity))))
    return true
  }

  /// Sets the gradient as the source of the canvas.
  /// - Parameter box: the bounding box of what is filled.
  /// - Returns: false if nothing is drawn.
  func set(on canvas: any Canvas, opacity: Double, box: Rect) -> Bool {
    var matrix = transform
    if usesBox {
      guard box.width > 0, box.height > 0 else { return false }
      matrix = AffineTransform(a: box.width, d: box.height, e: box.x, f: box.y).concatenating(matrix)
    }
    guard matrix.isInvertible else { return false }
    let isPoint = isRadial ? numbers[4] <= 0 : numbers[0] == numbers[2] && numbers[1] == numbers[3]
    if isPoint || stops.count == 1, let last = stops.last {
      var color = last.color
      color.alpha *= Float(opacity)
      canvas.setColor(color)
      return true
    }
    let shape: Gradient.Shape =
      isRadial
      ? .radial(
        from: .init(center: Point(x: numbers[2], y: numbers[3]), radius: numbers[5]),
        to: .init(center: Point(x: numbers[0], y: numbers[1]), radius: numbers[4]))
      : .linear(from: Point(x: numbers[0], y: numbers[1]), to: Point(x: numbers[2], y: numbers[3]))
    let stops = stops.map { stop in
      Gradient.Stop(offset: stop.offset, color: stop.color.with(alpha: stop.color.alpha * Float(opacity)))
    }
    canvas.setGradient(Gradient(shape: shape, stops: stops, spread: spread, matrix: matrix))
    return true
  }
}
