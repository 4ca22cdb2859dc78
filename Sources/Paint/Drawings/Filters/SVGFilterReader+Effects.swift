import Layout
import Markup
import Style

/// Primitives that compute each pixel from numbers or from other pixels.
extension SVGFilterReader {
  /// Sets what an element does. Returns false if it is not known.
  mutating func setEffect(
    _ name: String, _ node: NodeID, _ values: Values, _ own: SVGStyle, _ primitive: inout SVGFilterPrimitive
  ) -> Bool {
    // What is not valid shows nothing.
    let nothing = SVGFilterPrimitive.Operation.flood(Color(red: 0, green: 0, blue: 0, alpha: 0))
    switch name {
    case "feTurbulence":
      (primitive.operation, primitive.inputs) = (.turbulence(Self.turbulence(values)), [])
    case "feDiffuseLighting", "feSpecularLighting":
      primitive.operation =
        lighting(node, values, own, isSpecular: name == "feSpecularLighting").map { .lighting($0) } ?? nothing
    case "feDisplacementMap":
      primitive.inputs.append(input(values[.secondInput]))
      let scale = Self.number(values[.scale])
      primitive.operation = .displacement(
        SVGDisplacement(
          x: scale, y: scale, channelX: Self.channel(values[.xChannelSelector]),
          channelY: Self.channel(values[.yChannelSelector])))
    case "feConvolveMatrix": primitive.operation = Self.convolution(values).map { .convolution($0) } ?? nothing
    case "feImage":
      primitive.inputs = []
      guard let image = reader.filterImage(node, values) else { return false }
      primitive.operation = image.map { .image($0) } ?? nothing
    default: return false
    }
    return true
  }

  private static func turbulence(_ values: Values) -> SVGTurbulence {
    var turbulence = SVGTurbulence()
    let frequency = pair(values[.baseFrequency], 0)
    // A negative frequency is not valid.
    if frequency.x >= 0, frequency.y >= 0 {
      (turbulence.frequencyX, turbulence.frequencyY) = (frequency.x, frequency.y)
    }
    let octaves = number(values[.numOctaves], 1)
    turbulence.octaves = Int(max(0, min(octaves, Double(SVGTurbulence.mostOctaves))))
    turbulence.seed = number(values[.seed])
    turbulence.isFractal = values[.type]?.text == "fractalNoise"
    turbulence.isStitched = values[.stitchTiles]?.text == "stitch"
    return turbulence
  }

  private static func channel(_ value: SVGValue?) -> Int { ["R": 0, "G": 1, "B": 2][value?.text ?? ""] ?? 3 }

  // MARK: Light

  /// Returns nil without a light.
  private func lighting(_ node: NodeID, _ values: Values, _ own: SVGStyle, isSpecular: Bool) -> SVGLighting? {
    let lights = document.markup.children(of: node).compactMap(light)
    guard let light = lights.first else { return nil }
    let white = Color(red: 1, green: 1, blue: 1)
    var lighting = SVGLighting(
      light: light, color: values[.lightingColor].flatMap { SVGStyle.color($0, current: own.color) } ?? white)
    lighting.surfaceScale = Self.number(values[.surfaceScale], 1)
    lighting.constant = max(0, Self.number(values[isSpecular ? .specularConstant : .diffuseConstant], 1))
    if isSpecular { lighting.exponent = max(1, min(Self.number(values[.specularExponent], 1), 128)) }
    (lighting.unitX, lighting.unitY) = Self.kernelUnit(values)
    return lighting
  }

  /// A light source (§9.14 to §9.16); nil for other elements.
  private func light(_ node: NodeID) -> SVGLighting.Light? {
    let name = document.markup.name(node)
    guard ["feDistantLight", "fePointLight", "feSpotLight"].contains(name) else { return nil }
    var style = style
    let values = values(of: node, &style)
    func number(_ name: SVGAttribute, _ initial: Double = 0) -> Double { Self.number(values[name], initial) }
    func cosine(_ degrees: Double) -> Double { AffineTransform.rotation(degrees).a }
    func sine(_ degrees: Double) -> Double { AffineTransform.rotation(degrees).b }
    let position = SVGLighting.Vector(number(.x), number(.y), number(.z))
    switch name {
    case "feDistantLight":
      let (azimuth, elevation) = (number(.azimuth), number(.elevation))
      return .distant(
        SVGLighting.Vector(cosine(azimuth) * cosine(elevation), sine(azimuth) * cosine(elevation), sine(elevation)))
    case "fePointLight": return .point(position)
    default:
      let target = SVGLighting.Vector(number(.pointsAtX), number(.pointsAtY), number(.pointsAtZ))
      let angle = values[.limitingConeAngle].flatMap { SVGScanner.numbers($0, most: 1)?.first }
      return .spot(
        position, to: target, exponent: max(0, min(number(.specularExponent, 1), 128)),
        leastCosine: angle.map { cosine(min(abs($0), 90)) } ?? 0)
    }
  }

  // MARK: Kernels

  /// Returns nil if it is not valid.
  private static func convolution(_ values: Values) -> SVGConvolution? {
    let order = pair(values[.order], 3)
    let longest = Double(SVGConvolution.longest)
    guard 1...longest ~= order.x, 1...longest ~= order.y, order.x == order.x.rounded(), order.y == order.y.rounded()
    else { return nil }
    func target(_ name: SVGAttribute) -> Int? {
      values[name].map { Int(max(-1, min(number($0, -1), longest))) }
    }
    let matrix = values[.kernelMatrix].flatMap { SVGScanner.numbers($0, most: Int(order.x * order.y)) } ?? []
    var convolution = SVGConvolution(
      columns: Int(order.x), rows: Int(order.y), matrix, divisor: values[.divisor].map { number($0) },
      targetX: target(.targetX), targetY: target(.targetY))
    convolution?.bias = Float(number(values[.bias]))
    convolution?.edge = ["wrap": .wrap, "none": .none][values[.edgeMode]?.text ?? ""] ?? .duplicate
    convolution?.preservesAlpha = values[.preserveAlpha]?.text == "true"
    let unit = kernelUnit(values)
    convolution?.unitX = unit.x
    convolution?.unitY = unit.y
    return convolution
  }

  /// `kernelUnitLength`; nil if it is not specified or not valid.
  private static func kernelUnit(_ values: Values) -> (x: Double?, y: Double?) {
    let unit = pair(values[.kernelUnitLength], 0)
    return unit.x > 0 && unit.y > 0 ? (unit.x, unit.y) : (nil, nil)
  }
}
