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

  /// Whether all colours are opaque.
  var isOpaque: Bool { stops.allSatisfy { $0.color.alpha == 1 } }

  /// Fails if the gradient has something that is not supported.
  /// - Parameters:
  ///   - nodes: the element, and those to which it refers for what it does not specify.
  ///   - source: the one that has the stops.
  ///   - color: the colour that it inherits, the value of `currentColor`.
  ///   - length: a length in user space.
  init?(
    _ drawing: SVGDocument, _ nodes: [NodeID], stops source: NodeID, color: Color,
    length: (SVGAttribute, SVGValue) -> Double?
  ) {
    guard let node = nodes.first else { return nil }
    isRadial = drawing.element(node) == .radialGradient
    let names: [SVGAttribute] = isRadial ? [.cx, .cy, .fx, .fy, .r, .fr] : [.x1, .y1, .x2, .y2]
    var values: [SVGAttribute: SVGValue] = [:]
    for node in nodes.reversed() {
      for attribute in drawing.markup.attributes(of: node) {
        guard let name = drawing.meaning(of: attribute) else { continue }
        let value = drawing.value(of: attribute)
        switch name {
        case .gradientUnits: usesBox = !(value == "userSpaceOnUse")
        case .gradientTransform: transform = AffineTransform(svg: value) ?? transform
        case .spreadMethod: spread = Self.spreads[value.text] ?? spread
        default: if names.contains(name) { values[name] = value }
        }
      }
    }
    let isBox = usesBox
    func number(_ name: SVGAttribute, _ initial: String) -> Double? {
      let value = values[name] ?? SVGValue(initial)
      return isBox ? Self.coordinate(value) : length(name, value)
    }
    if isRadial {
      guard let x = number(.cx, "50%"), let y = number(.cy, "50%"), let radius = number(.r, "50%"),
        let focalRadius = number(.fr, "0"),
        let focusX = values[.fx] == nil ? x : number(.fx, ""), let focusY = values[.fy] == nil ? y : number(.fy, "")
      else { return nil }
      // A focal circle that is as large as the other one extends to both sides.
      guard focalRadius == 0 || (focalRadius > 0 && focalRadius < radius) else { return nil }
      numbers = [x, y, focusX, focusY, radius, focalRadius]
    } else {
      guard let x1 = number(.x1, "0"), let y1 = number(.y1, "0"), let x2 = number(.x2, "100%"),
        let y2 = number(.y2, "0")
      else { return nil }
      numbers = [x1, y1, x2, y2]
    }
    for child in drawing.markup.children(of: source) where drawing.element(child) == .stop {
      guard add(stop: child, drawing, color: color) else { return nil }
    }
    guard !stops.isEmpty, stops.count <= 256 else { return nil }
  }

  /// The work of painting with it.
  var work: Double { Double(16 * stops.count) }

  private static let spreads: [String: Gradient.Spread] = ["pad": .pad, "repeat": .repeated, "reflect": .reflected]

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
  /// - Parameters:
  ///   - box: the bounding box of what is filled.
  ///   - toCanvas: from the coordinates of the box to those of the canvas.
  /// - Returns: false if nothing is drawn.
  func set(on canvas: any Canvas, opacity: Double, box: Rect, _ toCanvas: AffineTransform = .identity) -> Bool {
    var matrix = transform
    if usesBox {
      guard box.width > 0, box.height > 0 else { return false }
      matrix = AffineTransform(a: box.width, d: box.height, e: box.x, f: box.y).concatenating(matrix)
    }
    matrix = toCanvas.concatenating(matrix)
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
