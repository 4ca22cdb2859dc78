import Layout
import Markup
import Style

/// Reads the primitives of a `filter` element (filter-effects-1 §9).
struct SVGFilterReader {
  typealias Values = [SVGAttribute: SVGValue]

  let reader: SVGReader
  private let stage: SVGFilter.Stage
  let style: SVGStyle
  private let isLinear: Bool
  /// The primitives of the `filter` element, which refer to each other.
  private(set) var primitives: [SVGFilterPrimitive] = []
  private var results: [String: Int] = [:]

  /// - Parameters:
  ///   - style: what the primitives inherit.
  ///   - isLinear: whether they compute with linear colours, unless they say otherwise.
  init(_ reader: SVGReader, _ stage: SVGFilter.Stage, _ style: SVGStyle, isLinear: Bool) {
    (self.reader, self.stage, self.style, self.isLinear) = (reader, stage, style, isLinear)
  }

  var document: SVGDocument { reader.document }

  /// Adds an element. Returns false if it is a primitive that is not supported.
  mutating func add(_ node: NodeID) -> Bool {
    let name = document.markup.name(node)
    guard name.hasPrefix("fe"), document.markup[node].namespace == .svg else { return true }
    guard primitives.count < SVGFilter.mostPrimitives else { return false }
    var own = style
    let values = values(of: node, &own)
    guard let area = area(values, own) else { return false }
    var primitive = SVGFilterPrimitive(operation: .merge, inputs: [input(values[.input])], area: area)
    primitive.isLinear =
      values[.colorInterpolationFilters].flatMap { $0 == "inherit" ? nil : $0 == "linearRGB" } ?? isLinear
    guard set(name, node, values, own, &primitive) else { return false }
    primitives.append(primitive)
    if let name = values[.result]?.text, !name.isEmpty { results[name] = primitives.count - 1 }
    return true
  }

  /// Sets what an element does. Returns false if it is not supported.
  private mutating func set(
    _ name: String, _ node: NodeID, _ values: Values, _ own: SVGStyle, _ primitive: inout SVGFilterPrimitive
  ) -> Bool {
    switch name {
    case "feGaussianBlur":
      let deviation = Self.pair(values[.stdDeviation], 0)
      // A negative deviation has no effect.
      if deviation.x >= 0, deviation.y >= 0 { primitive.operation = .blur(x: deviation.x, y: deviation.y) }
    case "feOffset": primitive.operation = .offset(x: Self.number(values[.dx]), y: Self.number(values[.dy]))
    case "feFlood": (primitive.operation, primitive.inputs) = (.flood(Self.color(values, own)), [])
    case "feMerge":
      primitive.inputs = document.markup.children(of: node).filter { document.markup.name($0) == "feMergeNode" }.map {
        var style = style
        return input(self.values(of: $0, &style)[.input])
      }
    case "feComposite":
      primitive.inputs.append(input(values[.secondInput]))
      guard let composite = Self.composite(values) else {
        primitive.inputs.reverse()
        break
      }
      primitive.operation = .composite(composite)
    case "feBlend":
      primitive.inputs.append(input(values[.secondInput]))
      if let mode = values[.mode].flatMap({ BlendMode(rawValue: $0.text) }) {
        primitive.operation = .blend(mode)
      } else {
        primitive.inputs.reverse()
      }
    case "feColorMatrix":
      primitive.operation = .matrix(SVGFilterMatrix.read(type: values[.type]?.text, values: values[.values]))
    case "feComponentTransfer":
      var functions = SVGTransferFunctions()
      for child in document.markup.children(of: node) {
        guard let index = SVGTransferFunctions.index(document.markup.name(child)) else { continue }
        var style = style
        functions.set(index, self.values(of: child, &style))
      }
      primitive.operation = .transfer(functions)
    case "feDropShadow": addShadow(values, own, &primitive)
    case "feMorphology":
      let radius = Self.pair(values[.radius], 0)
      // A radius that is not positive has no effect.
      guard radius.x >= 0, radius.y >= 0, radius.x + radius.y > 0 else { break }
      primitive.operation = .morphology(dilates: values[.operation]?.text == "dilate", x: radius.x, y: radius.y)
    case "feTile": primitive.operation = .tile
    default: guard setEffect(name, node, values, own, &primitive) else { return false }
    }
    return primitive.inputs.count <= SVGFilter.mostPrimitives
  }

  /// A drop shadow (§9.11) is a primitive of its own, below the input.
  private mutating func addShadow(_ values: Values, _ own: SVGStyle, _ primitive: inout SVGFilterPrimitive) {
    let deviation = Self.pair(values[.stdDeviation], 2)
    var shadow = primitive
    shadow.operation = .shadow(
      x: Self.number(values[.dx], 2), y: Self.number(values[.dy], 2), deviationX: max(0, deviation.x),
      deviationY: max(0, deviation.y), Self.color(values, own))
    primitives.append(shadow)
    primitive.inputs.insert(SVGFilterPrimitive.Input(result: primitives.count - 1), at: 0)
  }

  // MARK: Attributes

  /// - Parameter style: that of the parent; becomes that of the element.
  func values(of node: NodeID, _ style: inout SVGStyle) -> Values {
    var values: Values = [:]
    _ = document.setProperties(of: node, in: &style) { name, value in
      values[name] = value
      return true
    }
    return values
  }

  /// The result of an earlier primitive, or else that of the one before it.
  func input(_ value: SVGValue?) -> SVGFilterPrimitive.Input {
    switch value?.text {
    case "SourceGraphic": .init()
    case "SourceAlpha": .init(isAlpha: true)
    case let name?: .init(result: results[name] ?? primitives.indices.last)
    case nil: .init(result: primitives.indices.last)
    }
  }

  /// Returns nil if it is not supported.
  private func area(_ values: Values, _ own: SVGStyle) -> SVGFilterArea? {
    func number(_ name: SVGAttribute, _ number: inout Double?) -> Bool {
      guard let value = values[name] else { return true }
      number =
        stage.usesBox
        ? value.percentage.map { $0 / 100 } ?? value.number : reader.length(value, of: name, own)
      // A value that is not valid has no effect.
      return number != nil || !value.mayBeValid
    }
    var area = SVGFilterArea()
    let isSupported =
      number(.x, &area.x) && number(.y, &area.y) && number(.width, &area.width) && number(.height, &area.height)
    return isSupported ? area : nil
  }

  static func number(_ value: SVGValue?, _ initial: Double = 0) -> Double {
    value.flatMap { SVGScanner.numbers($0, most: 1)?.first } ?? initial
  }

  /// Reads one number for both directions, or two.
  static func pair(_ value: SVGValue?, _ initial: Double) -> (x: Double, y: Double) {
    guard let numbers = value.flatMap({ SVGScanner.numbers($0, most: 2) }), let first = numbers.first else {
      return (initial, initial)
    }
    return (first, numbers.count > 1 ? numbers[1] : first)
  }

  private static func color(_ values: Values, _ own: SVGStyle) -> Color {
    var color = values[.floodColor].flatMap { SVGStyle.color($0, current: own.color) } ?? .black
    color.alpha *= Float(values[.floodOpacity].flatMap { SVGStyle.fraction($0) } ?? 1)
    return color
  }

  /// Returns nil for `over`.
  private static func composite(_ values: Values) -> SVGFilterPrimitive.Composite? {
    switch values[.operation]?.text {
    case "in": .in
    case "out": .out
    case "atop": .atop
    case "xor": .xor
    case "lighter": .lighter
    case "arithmetic": .arithmetic([SVGAttribute.k1, .k2, .k3, .k4].map { Float(number(values[$0])) })
    default: nil
    }
  }
}
