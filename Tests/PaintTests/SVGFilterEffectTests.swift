import Layout
import TestTraits
import Testing

@testable import Paint

/// Primitives of filters that compute each pixel from numbers or from other pixels (filter-effects-1 §9).
@Suite(.hangLimit) struct SVGFilterEffectTests: DrawsSVG {
  private static let whole =
    "filterUnits='userSpaceOnUse' x='0' y='0' width='120' height='120' color-interpolation-filters='sRGB'"
  private static let square = "<rect x='20' y='20' width='20' height='20'"

  /// Red, green and blue of all pixels, row by row, of a square from 20 to 40 with a filter.
  private func picture(_ primitives: String, fill: String = "black", definitions: String = "") throws -> [[UInt8]] {
    let filter = "<filter id='f' \(Self.whole)>\(primitives)</filter>"
    let content = "\(definitions)\(filter)\(Self.square) fill='\(fill)' filter='url(#f)'/>"
    let drawing = try #require(SVGDrawing(Self.file(content, "viewBox='0 0 120 120'")))
    let pixels = Self.pixels(drawing)
    return stride(from: 0, to: pixels.count, by: 4).map { [pixels[$0 + 2], pixels[$0 + 1], pixels[$0]] }
  }

  private func color(_ primitives: String, x: Int, y: Int, fill: String = "black", definitions: String = "") throws
    -> [UInt8]
  {
    try picture(primitives, fill: fill, definitions: definitions)[y * 120 + x]
  }

  private func columns(_ primitives: String) throws -> [ClosedRange<Int>] {
    try inked("<filter id='f' \(Self.whole)>\(primitives)</filter>\(Self.square) filter='url(#f)'/>")
  }

  // MARK: Turbulence

  /// The values are those of the reference code of the specification.
  @Test func noiseIsThatOfTheSpecification() {
    var turbulence = SVGTurbulence()
    (turbulence.frequencyX, turbulence.frequencyY, turbulence.octaves) = (0.05, 0.1, 2)
    let field = NoiseField(turbulence, in: Rect(0, 0, 100, 100))
    #expect(field.color(at: Point(x: 0, y: 0)) == .zero)
    let noise = field.color(at: Point(x: 7, y: 3))
    #expect((0..<4).allSatisfy { noise[$0] >= 0 && noise[$0] <= 1 })
    #expect(noise != field.color(at: Point(x: 8, y: 3)))
    var other = turbulence
    other.seed = 5
    #expect(NoiseField(other, in: Rect(0, 0, 9, 9)).color(at: Point(x: 7, y: 3)) != noise)
  }

  @Test func noiseRepeatsInStitchedTiles() {
    var turbulence = SVGTurbulence()
    (turbulence.frequencyX, turbulence.frequencyY, turbulence.isStitched) = (0.13, 0.11, true)
    let field = NoiseField(turbulence, in: Rect(0, 0, 40, 40))
    for y in stride(from: 0.5, to: 40, by: 7) {
      let difference = field.color(at: Point(x: 0.001, y: y)) - field.color(at: Point(x: 39.999, y: y))
      #expect((0..<4).allSatisfy { abs(difference[$0]) < 0.01 })
    }
  }

  @Test func fractalNoiseIsAroundTheMiddle() throws {
    #expect(try color("<feTurbulence type='fractalNoise' baseFrequency='0'/>", x: 60, y: 60) == [191, 191, 191])
    #expect(try color("<feTurbulence baseFrequency='0'/>", x: 60, y: 60) == [255, 255, 255])
    // A negative frequency is not valid.
    #expect(try color("<feTurbulence baseFrequency='-1'/>", x: 60, y: 60) == [255, 255, 255])
  }

  // MARK: Light

  @Test func diffuseLightFromAboveIsTheColour() throws {
    let light = "<feDistantLight azimuth='0' elevation='90'/>"
    #expect(
      try color("<feDiffuseLighting lighting-color='red'>\(light)</feDiffuseLighting>", x: 5, y: 5) == [255, 0, 0])
    #expect(
      try color("<feDiffuseLighting diffuseConstant='.2' lighting-color='red'>\(light)</feDiffuseLighting>", x: 5, y: 5)
        == [51, 0, 0])
    // The middle of the square is flat as well; light from the side does not reach either.
    let side = "<feDistantLight azimuth='0' elevation='0'/>"
    #expect(try color("<feDiffuseLighting>\(side)</feDiffuseLighting>", x: 30, y: 30) == [0, 0, 0])
    // Its edges are slopes: the right one faces the light.
    let edges = "<feDiffuseLighting surfaceScale='5'>\(side)</feDiffuseLighting>"
    #expect(try color(edges, x: 40, y: 30)[0] > 200)
    #expect(try color(edges, x: 19, y: 30) == [0, 0, 0])
  }

  @Test func pointsAndSpotsAreLights() throws {
    let point = "<feDiffuseLighting><fePointLight x='100' y='60' z='10'/></feDiffuseLighting>"
    let picture = try picture(point)
    #expect(picture[60 * 120 + 100][0] > 250)
    #expect(picture[60 * 120 + 60][0] < 100)
    let spot =
      "<feDiffuseLighting><feSpotLight x='100' y='60' z='10' pointsAtX='100' pointsAtY='60' limitingConeAngle='30'/></feDiffuseLighting>"
    #expect(try color(spot, x: 100, y: 60)[0] > 250)
    #expect(try color(spot, x: 80, y: 60) == [0, 0, 0])
  }

  @Test func specularLightIsTransparentWhereItIsDark() throws {
    let light = "<feDistantLight azimuth='0' elevation='90'/>"
    let bright = "<feSpecularLighting specularExponent='9' lighting-color='red'>\(light)</feSpecularLighting>"
    #expect(try color(bright, x: 5, y: 5) == [255, 0, 0])
    let dim = "<feSpecularLighting specularConstant='0'>\(light)</feSpecularLighting>"
    #expect(try color(dim, x: 5, y: 5) == [255, 255, 255])
    // Without a light, nothing is shown.
    #expect(try columns("<feSpecularLighting/>") == [])
  }

  // MARK: Maps and kernels

  @Test func displacementsMovePixels() throws {
    let map = "<feFlood flood-color='rgb(255,0,0)'/>"
    let scale = "<feDisplacementMap in='SourceGraphic' scale='40' xChannelSelector='R' yChannelSelector='A'"
    // The pixels to the right and below are shown, by half of the scale.
    #expect(try columns("\(map)\(scale)/>") == [0...19])
    #expect(try columns("\(map)<feDisplacementMap in='SourceGraphic' in2='f' scale='0'/>") == [20...39])
    // The green component is 0, and half of the scale is taken off.
    #expect(
      try columns("\(map)<feDisplacementMap in='SourceGraphic' scale='40' xChannelSelector='G' yChannelSelector='A'/>")
        == [40...59])
  }

  @Test func kernelsCombinePixels() throws {
    let identity = "<feConvolveMatrix order='3' kernelMatrix='0 0 0 0 1 0 0 0 0'/>"
    #expect(try columns(identity) == [20...39])
    // The kernel is turned by 180 degrees: its first number applies to the last pixel.
    #expect(try columns("<feConvolveMatrix order='3 1' kernelMatrix='1 0 0'/>") == [19...38])
    #expect(try columns("<feConvolveMatrix order='3 1' kernelMatrix='1 0 0' targetX='0'/>") == [18...37])
    #expect(try columns("<feConvolveMatrix order='3 1' kernelMatrix='1 0 0' kernelUnitLength='10'/>") == [10...29])
    let mean = "<feConvolveMatrix order='3 1' kernelMatrix='1 1 1' preserveAlpha='true'/>"
    #expect(try color(mean, x: 30, y: 30, fill: "red") == [255, 0, 0])
    #expect(
      try color("<feConvolveMatrix order='1' kernelMatrix='1' divisor='2'/>", x: 30, y: 30, fill: "red")
        == [255, 127, 127])
  }

  @Test(arguments: [
    "order='0' kernelMatrix='1'", "order='2' kernelMatrix='1 2 3'", "order='1.5' kernelMatrix='1'", "",
    "order='1' kernelMatrix='1' targetX='1'", "order='101' kernelMatrix='1'",
  ])
  func kernelsThatAreNotValidShowNothing(_ attributes: String) throws {
    #expect(try columns("<feConvolveMatrix \(attributes)/>") == [])
  }

  @Test func edgesAreRepeatedOrEmpty() throws {
    let flood = "<feFlood x='20' y='20' width='20' height='20' result='a'/>"
    func moved(_ edge: String) throws -> [ClosedRange<Int>] {
      try columns(
        "\(flood)<feConvolveMatrix in='a' order='3 1' kernelMatrix='1 0 0' kernelUnitLength='10' edgeMode='\(edge)' x='20' y='20' width='20' height='20'/>"
      )
    }
    #expect(try moved("duplicate") == [20...39])
    #expect(try moved("wrap") == [20...39])
    #expect(try moved("none") == [20...29])
  }

  // MARK: Images

  @Test func elementsAndFilesAreImages() throws {
    let shape = "<rect id='r' x='60' y='5' width='30' height='9' fill='black'/>"
    #expect(
      try inked(
        "<defs>\(shape)</defs><filter id='f' \(Self.whole)><feImage href='#r'/></filter>\(Self.square) filter='url(#f)'/>"
      ) == [60...89])
    let file =
      "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 1 1'%3E%3Crect width='1' height='1'/%3E%3C/svg%3E"
    #expect(try columns("<feImage href=\"\(file)\" x='70' y='10' width='20' height='20'/>") == [70...89])
    #expect(try columns("<feImage href='#nothing'/>") == [])
    #expect(try columns("<feImage/>") == [])
  }

  /// An element whose filter shows the element itself has no end.
  @Test func elementsThatShowThemselvesAreNotShown() throws {
    let own =
      "<filter id='f' \(Self.whole)><feImage href='#r'/><feMerge><feMergeNode/><feMergeNode in='SourceGraphic'/></feMerge></filter>"
    #expect(try inked("\(own)<rect id='r' width='20' height='20' filter='url(#f)'/>") == [0...19])
    let pair = (0..<2).map {
      "<filter id='f\($0)' \(Self.whole)><feImage href='#r\(1 - $0)'/></filter><rect id='r\($0)' width='9' height='9' filter='url(#f\($0))'/>"
    }
    #expect(SVGDrawing(Self.file(pair.joined())) != nil)
  }

  @Test(arguments: [
    "<feTurbulence baseFrequency='1e9 1e-9' numOctaves='1e9' seed='-1e9' stitchTiles='stitch'/>",
    "<feTurbulence baseFrequency='nan' numOctaves='-3'/>",
    "<feDiffuseLighting surfaceScale='1e9' kernelUnitLength='1e-9 1e9'><fePointLight x='1e9' z='-1e9'/></feDiffuseLighting>",
    "<feSpecularLighting specularExponent='1e9' specularConstant='-1'><feSpotLight specularExponent='-1' limitingConeAngle='1e9'/></feSpecularLighting>",
    "<feDisplacementMap scale='1e9' in2='SourceGraphic'/>",
    "<feConvolveMatrix order='3' kernelMatrix='1e9 -1e9 1e9 1 1 1 1 1 1' bias='1e9' divisor='1e-9' edgeMode='wrap' kernelUnitLength='1e9'/>",
  ])
  func numbersMayBeOfAnySize(_ primitive: String) throws {
    #expect(try picture(primitive).count == 120 * 120)
  }
}
