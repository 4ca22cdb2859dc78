import Layout
import TestTraits
import Testing

@testable import Paint

/// Filters in SVG images (filter-effects-1).
@Suite(.hangLimit) struct SVGFilterTests: DrawsSVG {
  private static let square = "<rect x='20' y='20' width='20' height='20'"
  /// The filter region is the whole image.
  private static let whole = "filterUnits='userSpaceOnUse' x='0' y='0' width='120' height='120'"

  /// The columns that a square from 20 to 40 paints with a filter.
  private func columns(_ primitives: String, _ attributes: String = whole) throws -> [ClosedRange<Int>] {
    try inked("<filter id='f' \(attributes)>\(primitives)</filter>\(Self.square) filter='url(#f)'/>")
  }

  /// Red, green and blue of the pixel at (30, 30).
  private func color(_ content: String, x: Int = 30, y: Int = 30) throws -> [UInt8] {
    let drawing = try #require(SVGDrawing(Self.file(content, "viewBox='0 0 120 120'")))
    let start = (y * 120 + x) * 4
    return [UInt8](Self.pixels(drawing)[start..<start + 3].reversed())
  }

  private func color(of fill: String, _ primitives: String, _ attributes: String = whole) throws -> [UInt8] {
    try color("<filter id='f' \(attributes)>\(primitives)</filter>\(Self.square) fill='\(fill)' filter='url(#f)'/>")
  }

  @Test func theRegionLimitsTheFilter() throws {
    #expect(try columns("<feOffset dx='30'/>") == [50...69])
    // By default it is a tenth larger than the content.
    #expect(try columns("<feFlood/>", "") == [18...41])
    #expect(try columns("<feOffset dx='30'/>", "") == [])
    #expect(try columns("<feFlood/>", "x='0' y='0' width='2' height='100%'") == [20...59])
    #expect(
      try columns("<feFlood/>", "filterUnits='userSpaceOnUse' x='10%' y='0' width='50%' height='100%'") == [12...71])
    // The content outside of it is not drawn either.
    #expect(try columns("<feOffset dx='30'/>", "x='.5' width='5' y='0' height='1'") == [60...69])
    // A line has no box of which it could be a fraction.
    #expect(
      try inked("<filter id='f'><feOffset/></filter><path d='M10 20H50' stroke='black' filter='url(#f)'/>") == [])
  }

  @Test func primitivesHaveAreas() throws {
    #expect(try columns("<feFlood x='30' width='10'/>") == [30...39])
    #expect(
      try columns("<feFlood x='-.5' width='1.5'/>", "primitiveUnits='objectBoundingBox' x='-1' width='3'") == [10...39])
    #expect(try columns("<feOffset dx='.5'/>", "primitiveUnits='objectBoundingBox' x='-1' width='3'") == [30...49])
    #expect(try columns("<feFlood x='0' width='5'/><feTile x='50' width='20'/>") == [50...69])
    #expect(
      try columns(
        "<feFlood x='0' width='5' result='a'/><feFlood x='5' y='0' width='5' flood-opacity='0'/>"
          + "<feMerge x='0' y='0' width='10' height='10'><feMergeNode/><feMergeNode in='a'/></feMerge><feTile/>"
      ).count == 12)
  }

  /// Values that programs write by mistake.
  @Test func areasThatAreNotValidHaveNoEffect() throws {
    #expect(try columns("<feFlood x='nan' width='inf'/>") == [0...119])
    let units = "primitiveUnits='objectBoundingBox'"
    #expect(try columns("<feFlood x='nan' width='undefined'/>", "\(Self.whole) \(units)") == [0...119])
  }

  /// Regression: images without a size were cut to 300 by 150 px.
  @Test func imagesHaveTheirNaturalSize() throws {
    let image = "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' width='400' height='9'%3E"
    let file = "\(image)%3Crect width='400' height='9'/%3E%3C/svg%3E"
    let content = "<g transform='scale(.25)'><g filter='url(#f)'><image href=\"\(file)\"/></g></g>"
    let region = "filterUnits='userSpaceOnUse' x='0' y='0' width='480' height='480'"
    #expect(try inked("<filter id='f' \(region)><feOffset/></filter>\(content)") == [0...99])
  }

  @Test func resultsAreInputs() throws {
    let moved = "<feOffset dx='30' result='a'/>"
    #expect(
      try columns(moved + "<feMerge><feMergeNode in='a'/><feMergeNode in='SourceGraphic'/></feMerge>") == [
        20...39, 50...69,
      ])
    // Without a name, it is the result before.
    #expect(try columns(moved + "<feOffset dx='10'/>") == [60...79])
    #expect(try columns(moved + "<feOffset in='b' dx='10'/>") == [60...79])
    #expect(try columns(moved + "<feOffset in='SourceAlpha' dx='10'/>") == [30...49])
    #expect(try color(of: "red", "<feOffset in='SourceAlpha'/>") == [0, 0, 0])
    // Without primitives, nothing is shown; elements that are no primitives do not matter.
    #expect(try columns("") == [])
    #expect(try columns("<desc>a</desc>") == [])
    #expect(try columns("<metadata/><feOffset/>") == [20...39])
  }

  @Test(arguments: [
    ("in", [30...39]), ("out", [20...29]), ("atop", [30...49]), ("xor", [20...29, 40...49]), ("over", [20...49]),
    ("lighter", [20...49]), ("arithmetic' k1='1", [30...39]), ("arithmetic' k2='1", [20...39]),
    ("arithmetic' k3='1", [30...49]), ("arithmetic' k4='1", [0...119]), ("arithmetic", []), ("other", [20...49]),
  ])
  func imagesAreComposited(_ composite: String, _ expected: [ClosedRange<Int>]) throws {
    let primitives =
      "<feOffset dx='10' result='a'/><feComposite in='SourceGraphic' in2='a' operator='\(composite)'/>"
    // The colours of the sum with k4 are black only with alpha.
    let alpha = "<feColorMatrix values='0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 1 0'/>"
    #expect(try columns(primitives + alpha) == expected)
  }

  @Test func imagesAreBlended() throws {
    let flood = "<feFlood flood-color='#0000ff' result='a'/>"
    #expect(try color(of: "#ff0", flood + "<feBlend mode='multiply' in='SourceGraphic' in2='a'/>") == [0, 0, 0])
    #expect(try color(of: "#ff0", flood + "<feBlend mode='screen' in='SourceGraphic' in2='a'/>") == [255, 255, 255])
    #expect(try color(of: "#ff0", flood + "<feBlend in='SourceGraphic' in2='a'/>") == [255, 255, 0])
  }

  @Test func coloursAreChanged() throws {
    func matrix(_ attributes: String, _ fill: String = "#ff8000") throws -> [UInt8] {
      try color(of: fill, "<feColorMatrix color-interpolation-filters='sRGB' \(attributes)/>")
    }
    #expect(try matrix("values='0 1 0 0 0 1 0 0 0 0 0 0 1 0 0 0 0 0 1 0'") == [128, 255, 0])
    #expect(try matrix("values='1 0'") == [255, 128, 0])
    #expect(try matrix("type='saturate' values='1'") == [255, 128, 0])
    let grey = try matrix("type='saturate' values='0'")
    #expect(Set(grey).count == 1 && abs(Int(grey[0]) - 146) < 3)
    #expect(try matrix("type='hueRotate' values='0'") == [255, 128, 0])
    #expect(try matrix("type='luminanceToAlpha'", "white") == [0, 0, 0])
    #expect(try matrix("type='luminanceToAlpha'", "black") == [255, 255, 255])
    func transfer(_ functions: String, _ fill: String = "#ff8000") throws -> [UInt8] {
      try color(
        of: fill, "<feComponentTransfer color-interpolation-filters='sRGB'>\(functions)</feComponentTransfer>")
    }
    #expect(
      try transfer("<feFuncR type='linear' slope='.5'/><feFuncB type='linear' intercept='1'/>") == [128, 128, 255])
    #expect(try transfer("<feFuncR type='table' tableValues='1 0'/><feFuncG type='identity'/>") == [0, 128, 0])
    #expect(try transfer("<feFuncG type='discrete' tableValues='0 1 0'/>") == [255, 255, 0])
    #expect(try transfer("<feFuncG type='gamma' exponent='2' amplitude='2'/>") == [255, 129, 0])
    #expect(try transfer("<feFuncA type='linear' slope='0'/>") == [255, 255, 255])
  }

  /// By default components are linear in light (§10).
  @Test func coloursAreLinear() throws {
    let merge =
      "<feFlood flood-color='white' flood-opacity='.5' result='a'/><feMerge><feMergeNode in='SourceGraphic'/><feMergeNode in='a'/></feMerge>"
    let linear = try color(of: "black", merge)
    #expect(abs(Int(linear[0]) - 188) < 3, "\(linear)")
    let plain = try color(of: "black", merge, Self.whole + " color-interpolation-filters='sRGB'")
    #expect(abs(Int(plain[0]) - 128) < 3, "\(plain)")
    // They are inherited.
    let inherited = try color(
      "<g style='color-interpolation-filters: sRGB'><filter id='f' \(Self.whole)>\(merge)</filter></g>\(Self.square) filter='url(#f)'/>"
    )
    #expect(inherited == plain)
    // Colours that are not changed are the same.
    #expect(try color(of: "#336699", "<feOffset/>").map { ($0 + 2) / 4 } == [0x33, 0x66, 0x99].map { ($0 + 2) / 4 })
  }

  @Test func contentIsBlurred() throws {
    let blurred = try columns("<feGaussianBlur stdDeviation='3'/>")
    #expect(blurred.count == 1 && blurred[0].lowerBound < 22 && blurred[0].upperBound > 37)
    #expect(
      try color(
        "<filter id='f' \(Self.whole)><feGaussianBlur stdDeviation='3'/></filter>\(Self.square) filter='url(#f)'/>",
        x: 20)[0] > 100)
    // In one direction.
    #expect(
      try color(
        "<filter id='f' \(Self.whole)><feGaussianBlur stdDeviation='0 3'/></filter>\(Self.square) filter='url(#f)'/>",
        x: 19) == [255, 255, 255])
    #expect(try columns("<feGaussianBlur stdDeviation='-3'/>") == [20...39])
    #expect(try columns("<feGaussianBlur/>") == [20...39])
  }

  @Test func shadowsAreBelow() throws {
    #expect(try columns("<feDropShadow dx='30' stdDeviation='0'/>") == [20...39, 50...69])
    #expect(try columns("<feDropShadow dx='30' stdDeviation='0' flood-opacity='0'/>") == [20...39])
    let red =
      "<filter id='f' \(Self.whole)><feDropShadow dx='30' dy='0' stdDeviation='0' style='flood-color: red'/></filter>"
    #expect(try color(red + "\(Self.square) filter='url(#f)'/>", x: 60) == [255, 0, 0])
    #expect(try color(red + "\(Self.square) filter='url(#f)'/>") == [0, 0, 0])
    // The colour may be that of the text.
    #expect(
      try color(
        red.replacing("red", with: "currentColor").replacing(" dx", with: " color='lime' dx")
          + "\(Self.square) filter='url(#f)'/>", x: 60) == [0, 255, 0])
  }

  @Test func shapesGrowAndShrink() throws {
    #expect(try columns("<feMorphology radius='5'/>") == [25...34])
    #expect(try columns("<feMorphology operator='dilate' radius='5'/>") == [15...44])
    #expect(try columns("<feMorphology operator='dilate' radius='5 0'/>") == [15...44])
    #expect(try columns("<feMorphology operator='dilate' radius='0 5'/>") == [20...39])
    #expect(try columns("<feMorphology radius='50'/>") == [])
    #expect(try columns("<feMorphology operator='dilate' radius='900'/>") == [0...119])
    #expect(try columns("<feMorphology radius='-1'/>") == [20...39])
  }

  @Test func functionsAreFilters() throws {
    func drawn(_ filter: String) throws -> [ClosedRange<Int>] { try inked("\(Self.square) filter='\(filter)'/>") }
    #expect(try drawn("drop-shadow(30px 0 black)") == [20...39, 50...69])
    #expect(try drawn("drop-shadow(rgb(0, 0, 0) 30px 0 0) drop-shadow(0 60px)") == [20...39, 50...69])
    #expect(try drawn("opacity(0)") == [])
    #expect(try drawn("invert(100%)") == [])
    #expect(try drawn("BLUR(0)") == [20...39])
    #expect(try color("\(Self.square) style='filter: hue-rotate(.5turn)' fill='red'/>").max() ?? 0 > 90)
    // Functions compute with colours as they are.
    #expect(try color("\(Self.square) filter='brightness(50%)' fill='white'/>") == [128, 128, 128])
    // After a filter element.
    let filter = "<filter id='f' \(Self.whole)><feOffset dx='10'/></filter>"
    #expect(try inked("\(filter)\(Self.square) filter='url(\"#f\") drop-shadow(30px 0)'/>") == [30...49, 60...79])
    // What is not valid has no effect.
    for value in [
      "blur(-1px)", "drop-shadow(1px)", "x(1)", "blur(1px", "blur 3", "url(#missing)", "blur(1px) url(#missing)",
    ] {
      #expect(try drawn(value) == [20...39], "\(value)")
    }
  }

  @Test func groupsTextAndStylesHaveFilters() throws {
    let filter = "<filter id='f' \(Self.whole)><feOffset dx='60'/></filter>"
    #expect(
      try inked("\(filter)<g filter='url(#f)'>\(Self.square)/><rect y='90' width='10' height='10'/></g>") == [
        60...69, 80...99,
      ])
    #expect(try inked("\(filter)<g filter='url(#f)' transform='scale(.5)'>\(Self.square)/></g>") == [40...49])
    #expect(try inked("\(filter)<style>rect { filter: url(#f) }</style>\(Self.square)/>") == [80...99])
    #expect(
      try inked("<style>rect { filter: drop-shadow(30px 0 0 black) }</style>\(Self.square)/>") == [20...39, 50...69])
    let text = "<text x='10' y='50' font-family='Liberation Sans' font-size='40' "
    #expect(try inked("\(filter)\(text) filter='url(#f)'>I</text>").first?.lowerBound == 74)
    // Filters come before clips, masks and opacity.
    let clip = "<clipPath id='c'><rect x='85' width='5' height='99'/></clipPath>"
    #expect(try inked("\(filter)\(clip)\(Self.square) filter='url(#f)' clip-path='url(#c)'/>") == [85...89])
    #expect(try inked("\(filter)\(Self.square) filter='url(#f)' opacity='.1'/>") == [])
    // Shapes of clips have none.
    #expect(
      try inked(
        "\(filter)<clipPath id='c'><rect x='25' width='5' height='99' filter='url(#f)'/></clipPath>\(Self.square) clip-path='url(#c)'/>"
      ) == [25...29])
  }

  /// Text above a shadow was a picture.
  @Test func contentAboveItsShadowIsNotChanged() throws {
    func keeps(_ primitives: String) throws -> Bool {
      let drawing = try #require(
        SVGDrawing(Self.file("<filter id='f'>\(primitives)</filter>\(Self.square) filter='url(#f)'/>")))
      guard case .beginGroup(let group) = drawing.operations[0] else { return false }
      return group.filter?.belowContent != nil
    }
    let functions = try #require(
      SVGDrawing(Self.file("\(Self.square) filter='drop-shadow(1px 1px) drop-shadow(1px 1px)'/>")))
    if case .beginGroup(let group) = functions.operations[0] { #expect(group.filter?.belowContent != nil) }
    #expect(try keeps("<feDropShadow/>"))
    #expect(
      try keeps("<feOffset result='a'/><feMerge><feMergeNode in='a'/><feMergeNode in='SourceGraphic'/></feMerge>"))
    #expect(try keeps("<feOffset result='a'/><feBlend in='SourceGraphic' in2='a'/>"))
    #expect(try keeps("<feOffset result='a'/><feComposite in='SourceGraphic' in2='a'/>"))
    #expect(try keeps("<feDropShadow result='a'/><feFlood/><feMerge><feMergeNode/><feMergeNode in='a'/></feMerge>"))
    #expect(try !keeps("<feDropShadow in='SourceAlpha'/>"))
    #expect(
      try !keeps("<feOffset result='a'/><feMerge><feMergeNode in='SourceGraphic'/><feMergeNode in='a'/></feMerge>"))
    #expect(try !keeps("<feOffset/><feDropShadow/>"))
    #expect(try !keeps("<feDropShadow x='5'/>"))
  }

  @Test(arguments: [
    "<feUnknown/>", "<feOffset x='1vw'/>",
    String(repeating: "<feOffset/>", count: 101),
  ])
  func otherPrimitivesAreLeftToLibrsvg(_ primitives: String) {
    #expect(SVGDrawing(Self.file("<filter id='f'>\(primitives)</filter><g filter='url(#f)'/>")) == nil)
    #expect(SVGDrawing(Self.file("<filter id='f'>\(primitives)</filter>")) != nil)
  }

  /// Each of these could have taken all memory or minutes.
  @Test(arguments: [
    "<feGaussianBlur stdDeviation='1e9'/>", "<feMorphology operator='dilate' radius='1e9'/>",
    "<feOffset dx='-1e9' dy='1e9'/>", "<feFlood x='-1e9' width='1e9'/><feTile/>",
    "<feFlood x='0' y='0' width='1e-9' height='1e-9'/><feTile/>",
    "<feComponentTransfer><feFuncA type='gamma' amplitude='1e300' exponent='-9'/></feComponentTransfer>",
    "<feColorMatrix values='1e9 1e9 1e9 1e9 1e9 -1e9 0 0 0 0 0 0 0 0 0 0 0 0 1e9 1e9'/>",
    String(repeating: "<feGaussianBlur stdDeviation='30'/>", count: 4),
    String(repeating: "<feMorphology radius='1'/>", count: 4),
  ])
  func extremeFiltersTakeLimitedTime(_ primitives: String) throws {
    for region in [Self.whole, "filterUnits='userSpaceOnUse' x='-1e8' y='-1e8' width='1e9' height='1e9'"] {
      let filter = "<filter id='f' \(region)>\(primitives)</filter>"
      // Morphology takes long without optimization.
      let depth = primitives.contains("Morph") ? 2 : 20
      let groups = String(repeating: "<g filter='url(#f)'>", count: depth)
      let nested = groups + Self.square + "/>" + String(repeating: "</g>", count: depth)
      _ = try inked(filter + nested)
    }
  }

  @Test func manyFiltersAreLeftToLibrsvg() {
    let filter = "<filter id='f'>\(String(repeating: "<feOffset/>", count: 100))</filter>"
    func file(_ count: Int) -> [UInt8] {
      Self.file(filter + String(repeating: "<g filter='url(#f)'><path d='M0 0H9'/></g>", count: count))
    }
    #expect(SVGDrawing(file(20)) != nil)
    #expect(SVGDrawing(file(60)) == nil)
  }
}
