import Markup
import TestTraits
import Testing

@testable import Style

@Suite(.hangLimit) struct PaintValueTests {
  private let square = Corners(Pair(LengthPercentage.zero, .zero))

  /// Regression: one of these functions made the whole `transform` invalid.
  @Test func rotationsInSpaceAreProjectedToThePage() throws {
    func matrix(_ transform: String) throws -> [Double] {
      let transforms = try Sheet("#x { transform: perspective(9px) \(transform) }").paint.transforms
      guard transforms.count == 2, case .matrix(let a, let b, let c, let d, _, _) = transforms[1] else { return [] }
      return [a, b, c, d].map { ($0 * 1000).rounded() / 1000 }
    }
    #expect(try matrix("rotateX(60deg)") == [1, 0, 0, 0.5])
    #expect(try matrix("rotateY(0.5turn)") == [-1, 0, 0, 1])
    #expect(try matrix("rotate3d(0, 0, 2, 90deg)") == [0, 1, -1, 0])
    #expect(try matrix("rotate3d(1, 1, 0, 90deg)") == [0.5, 0.5, 0.5, 0.5])
    #expect(try matrix("rotate3d(0, 0, 0, 90deg)") == [1, 0, 0, 1])
  }

  /// css-transforms-2 §5.
  @Test(arguments: [
    ("x 60deg", "rotateX(60deg)"), ("60deg y", "rotateY(60deg)"), ("z 60deg", "rotate3d(0, 0, 1, 60deg)"),
    ("1 1 0 90deg", "rotate3d(1, 1, 0, 90deg)"), ("90deg 0 1 1", "rotate3d(0, 1, 1, 90deg)"), ("9deg", "rotate(9deg)"),
  ])
  func rotateHasAnAxis(_ value: String, _ function: String) throws {
    let transforms = try Sheet("#x { rotate: \(value) }").paint.transforms
    #expect(transforms.count == 1)
    #expect(try transforms == Sheet("#x { transform: \(function) }").paint.transforms)
  }

  @Test(arguments: ["x", "1 1 90deg", "x y 9deg", "x 9deg y", "w 9deg"])
  func rotateNeedsOneAxisAndOneAngle(_ value: String) throws {
    #expect(try Sheet("#x { rotate: \(value) }").paint.transforms.isEmpty)
  }

  /// css-images-3 §5.2: a `<position>` has one, two or four components (css-values-4 §8.3).
  @Test func objectPositionDoesNotHaveThreeComponents() throws {
    let initial = try Sheet("").box.objectPosition
    #expect(try Sheet("#x { object-position: left 10px top }").box.objectPosition == initial)
    #expect(try Sheet("#x { object-position: left 10px top 0 }").box.objectPosition != initial)
  }

  @Test(arguments: [
    ("rotateY(180deg)", true), ("rotateY(80deg)", false), ("rotateX(180deg) rotateY(180deg)", false),
    ("scaleX(-1)", false),
  ])
  func theBackOfABoxMayBeHidden(transform: String, isHidden: Bool) throws {
    let css = "#x { transform: \(transform); backface-visibility: hidden }"
    #expect(try (Sheet(css).text.visibility == .hidden) == isHidden)
    #expect(try Sheet("#x { transform: \(transform) }").text.visibility == .visible)
  }

  /// css-transforms-1 §6.
  @Test func transformsHaveAReferenceBox() throws {
    #expect(try Sheet("").paint.transformBox == .viewBox)
    #expect(try Sheet("#x { transform-box: content-box }").paint.transformBox == .contentBox)
    #expect(try Sheet("#x { transform-box: padding-box }").messages.count == 1)
  }

  @Test func clipPathsHaveAShapeAndAReferenceBox() throws {
    let path = try #require(try Sheet("#x { clip-path: content-box inset(1px 2px round 3px / 4px) }").paint.clipPath)
    #expect(path.box == .contentBox)
    let sides = Sides(top: LengthPercentage.px(1), right: .px(2), bottom: .px(1), left: .px(2))
    #expect(path.shape == .inset(sides, radius: Corners(Pair(.px(3), .px(4)))))
    #expect(try Sheet("#x { clip-path: padding-box }").paint.clipPath?.shape == .box)
    #expect(try Sheet("#x { clip-path: inset(1px) inset(1px) }").paint.clipPath == nil)
  }

  @Test func rectAndXywhBecomeInsets() throws {
    let sides = Sides(top: LengthPercentage.percent(10), right: .percent(40), bottom: .percent(0), left: .percent(20))
    #expect(
      try Sheet("#x { clip-path: rect(10% 60% auto 20%) }").paint.clipPath?.shape == .inset(sides, radius: square))
    guard case .inset(let edges, _)? = try Sheet("#x { clip-path: xywh(20px 10px 30px 40px) }").paint.clipPath?.shape
    else {
      Issue.record("no inset")
      return
    }
    #expect(edges.right.resolve(against: 100) == 50)
    #expect(edges.bottom.resolve(against: 100) == 50)
  }

  @Test func polygonsHaveAFillRule() throws {
    guard
      case .polygon(let points, true)? = try Sheet("#x { clip-path: polygon(evenodd, 0 0, 1px 2px, 50% 0) }").paint
        .clipPath?.shape
    else {
      Issue.record("no polygon")
      return
    }
    #expect(points.count == 3)
    #expect(points[1] == Pair(.px(1), .px(2)))
  }

  @Test(arguments: [
    "M0 0H4V4z", "m 1,2 3 4-.5.5e1+6-7z M0 0", "M0 0C1 1 2 2 3 3S1 1 2 2Q1 1 2 2T3 3",
    "M1 1a2 2 0 015 5A2 2 30 1 0 9 9", " M0 0 ", "M0 0L1e3 1.",
  ])
  func pathsAreClipPaths(data: String) throws {
    #expect(
      try Sheet("#x { clip-path: path(evenodd, '\(data)') }").paint.clipPath?.shape == .path(data, isEvenOdd: true))
    #expect(
      try Sheet("#x { clip-path: padding-box path('\(data)') }").paint.clipPath?.shape
        == .path(data, isEvenOdd: false))
  }

  @Test(arguments: [
    "'L0 0'", "'M0 0L1'", "''", "'M0 0zz1'", "'M0 0 5'", "'M0 0 A1 1 0 2 0 1 1'", "'M0,,0'", "'M0 0X'", "'M1e99 0'",
    "evenodd 'M0 0H4'", "evenodd,", "M0 0", "'M0 0', 'M0 0'", "'M0 0 1.'",
  ])
  func pathsThatAreNotValidAreIgnored(arguments: String) throws {
    #expect(try Sheet("#x { clip-path: padding-box; clip-path: path(\(arguments)) }").paint.clipPath?.shape == .box)
  }

  @Test func clipAcceptsEdgesWithAndWithoutCommas() throws {
    let clip = ClipPath(shape: .rect(Sides<Double?>(top: 1, right: nil, bottom: 3, left: 4)))
    #expect(try Sheet("#x { clip: rect(1px, auto, 3px, 4px) }").paint.clip == clip)
    #expect(try Sheet("#x { clip: rect(1px auto 3px 4px) }").paint.clip == clip)
    #expect(try Sheet("#x { clip: rect(1px, 2px) }").paint.clip == nil)
  }

  @Test func blendModesAreComputed() throws {
    #expect(try Sheet("#x { mix-blend-mode: color-dodge; isolation: isolate }").paint.blendMode == .colorDodge)
    #expect(try Sheet("#x { mix-blend-mode: normal }").paint.blendMode == nil)
  }

  @Test func filtersAreComputed() throws {
    let filters = try Sheet(
      "#x { color: red; filter: blur() opacity(150%) drop-shadow(1px 2px 3px) HUE-ROTATE(0.5turn) sepia(40%) invert() }"
    ).paint.filters
    #expect(
      filters == [
        .blur(0), .opacity(1),
        .dropShadow(.init(x: 1, y: 2, deviation: 3, color: Color(red: 1, green: 0, blue: 0))),
        .color(.hueRotate, amount: 180), .color(.sepia, amount: 0.4), .color(.invert, amount: 1),
      ])
  }

  /// A list with one function that is not valid is not valid.
  @Test(arguments: [
    "blur(-1px)", "blur(10%)", "opacity(-1)", "grayscale(1px)", "drop-shadow(1px)", "drop-shadow(1px 1px, 2px 2px)",
    "drop-shadow(inset 1px 1px)", "invert(1) url(a.svg#a)", "none blur(1px)",
  ])
  func invalidFiltersAreIgnored(value: String) throws {
    let sheet = try Sheet("#x { filter: \(value) }")
    #expect(sheet.paint.filters.isEmpty)
    #expect(sheet.messages.count == 1)
  }

  /// The features of the font were those before the property was computed.
  @Test func withoutTrimmingPunctuationHasNoHalfWidthForms() throws {
    let features = try Sheet("#x { text-spacing-trim: space-all }").text.font.features
    #expect(features == [FontFeature(tag: "halt", value: 0)])
    let inherited = try Sheet("body { text-spacing-trim: space-all; line-height: 2 } #x { color: red }")
    #expect(inherited.text.font.features == features)
  }

  /// css-masking-1 §8: the slices and widths have other initial values than those of border images.
  @Test func masksOfBordersAreComputed() throws {
    let mask = try #require(
      try Sheet("#x { mask-border: linear-gradient(red, blue) round luminance }").paint.maskBorder)
    #expect(mask.isLuminance)
    #expect(mask.image.slice == Sides(.number(0)) && mask.image.width == Sides(.auto))
    #expect(mask.image.repetition == Pair(.round, .round))
    let legacy = try #require(
      try Sheet("#x { -webkit-mask-box-image: url(a.png) 30% fill / 2px stretch }").paint.maskBorder)
    #expect(!legacy.isLuminance && legacy.image.fills && legacy.image.slice == Sides(.percent(30)))
    let filled = try #require(try Sheet("#x { -webkit-mask-box-image: url(a.png) 1 }").paint.maskBorder)
    #expect(filled.image.fills && filled.image.slice == Sides(.number(1)))
    let plain = try #require(try Sheet("#x { -webkit-mask-box-image: url(a.png) }").paint.maskBorder)
    #expect(plain.image.fills && plain.image.slice == Sides(.number(0)))
    #expect(try Sheet("#x { mask-border: none }").paint.maskBorder == nil)
  }

  /// css-masking-1 §5.10.
  @Test func masksAreComputed() throws {
    let sheet = try Sheet(
      """
      #x { mask: url(a.png) center / 50% no-repeat content-box exclude luminance, linear-gradient(red, blue) no-clip }
      """)
    let masks = sheet.paint.masks
    #expect(masks.count == 2 && sheet.messages.isEmpty)
    #expect(masks[0].layer.image == .url("a.png") && masks[0].layer.position == Pair(.percent(50), .percent(50)))
    #expect(masks[0].layer.size == .lengths(.percent(50), nil))
    #expect(masks[0].layer.repetition == Pair(.noRepeat, .noRepeat))
    #expect(masks[0].layer.origin == .contentBox && masks[0].layer.clip == .contentBox && masks[0].isClipped)
    #expect(masks[0].composite == .exclude && masks[0].isLuminance)
    #expect(masks[1].layer.origin == .borderBox && !masks[1].isClipped && !masks[1].isLuminance)
  }

  /// References to `mask` and `clipPath` elements (css-masking-1 §5.1, §6.1).
  @Test func elementsMayBeMasksAndClippingPaths() throws {
    let paint = try Sheet("#x { -webkit-mask: url(#a); clip-path: url('#b') }").paint
    #expect(paint.masks.map(\.element) == ["#a"] && paint.clipPath?.shape == .element("#b"))
    #expect(paint.effectAddresses == ["#a", "#b"])
    #expect(try Sheet("#x { mask: url(a.png); clip-path: circle() }").paint.effectAddresses.isEmpty)
  }

  /// compositing-1 §8: shorter lists repeat.
  @Test func layersAreBlended() throws {
    let layers = try Sheet(
      "#x { background: url(a.png), url(b.png), url(c.png); background-blend-mode: multiply, normal }"
    ).paint.backgroundLayers
    #expect(layers.map(\.blendMode) == [.multiply, nil, .multiply])
  }

  /// compat-1 §5.2. The initial colours are that of the text.
  @Test func glyphsHaveAFillAndAStroke() throws {
    func paint(_ css: String) throws -> GlyphPaint {
      try Sheet("#x { color: blue; \(css) }").style("x").text.glyphPaint
    }
    #expect(try paint("") == GlyphPaint())
    let both = try paint("-webkit-text-stroke: 2px red; -webkit-text-fill-color: transparent")
    #expect(both.strokeWidth == 2 && both.stroke == Color(red: 1, green: 0, blue: 0) && both.fill == .transparent)
    #expect(try paint("-webkit-text-stroke: thin; -webkit-text-fill-color: currentcolor").strokeWidth == 1)
    #expect(try paint("-webkit-text-fill-color: currentcolor").fill == nil)
  }

  @Test func masksHaveNamesWithAPrefix() throws {
    let masks = try Sheet(
      "#x { -webkit-mask-image: url(a.png); -webkit-mask-composite: xor; -webkit-mask-position-x: 2px }"
    ).paint.masks
    #expect(masks.map(\.composite) == [.exclude] && masks.first?.layer.position.x == .px(2))
  }

  @Test(arguments: [
    "none", "none, none", "url(a.png) add add", "content-box content-box no-clip", "1px,",
  ])
  func noMaskIsComputed(value: String) throws { #expect(try Sheet("#x { mask: \(value) }").paint.masks.isEmpty) }

  @Test func aMaskHasAtMostSixteenLayers() throws {
    func masks(_ count: Int) throws -> Int {
      let layers = Array(repeating: "url(a.png)", count: count).joined(separator: ", ")
      return try Sheet("#x { mask: \(layers) }").paint.masks.count
    }
    #expect(try masks(16) == 16 && masks(17) == 0)
  }

  @Test func theShorthandResetsTheMaskOfTheBorder() throws {
    let paint = try Sheet("#x { mask-border: url(b.png); mask: url(a.png) }").paint
    #expect(paint.maskBorder == nil && paint.masks.count == 1)
  }

  @Test func conicGradientStopsArePercentagesOfATurn() throws {
    guard
      case .conicGradient(let gradient)? = try Sheet(
        "#x { background: conic-gradient(from 90deg at 25% 75%, red, blue 90deg, green 0.5turn 75%) }"
      ).paint.backgroundLayers.first?.image
    else {
      Issue.record("no gradient")
      return
    }
    #expect(gradient.start == 90)
    #expect(gradient.center == Pair(.percent(25), .percent(75)))
    #expect(gradient.stops.map(\.position) == [nil, .percent(25), .percent(50), .percent(75)])
  }

  /// Compatibility Standard §3.3: the side is the one where the gradient starts, and angles are counterclockwise.
  @Test(arguments: [
    ("-webkit-linear-gradient(left, red, blue)", "linear-gradient(to right, red, blue)"),
    ("-webkit-linear-gradient(red, blue)", "linear-gradient(red, blue)"),
    ("-webkit-linear-gradient(top left, red, blue)", "linear-gradient(to bottom right, red, blue)"),
    ("-webkit-linear-gradient(30deg, red, blue)", "linear-gradient(60deg, red, blue)"),
    ("-webkit-repeating-linear-gradient(bottom, red, blue 5px)", "repeating-linear-gradient(to top, red, blue 5px)"),
    ("-webkit-radial-gradient(red, blue)", "radial-gradient(red, blue)"),
    (
      "-webkit-radial-gradient(left top, circle contain, red, blue)",
      "radial-gradient(circle closest-side at left top, red, blue)"
    ),
    ("-webkit-radial-gradient(10px 20px, cover, red, blue)", "radial-gradient(at 10px 20px, red, blue)"),
    ("-webkit-radial-gradient(center, 10px 20px, red, blue)", "radial-gradient(10px 20px, red, blue)"),
  ])
  func prefixedGradientsStartWhereTheySay(_ prefixed: String, _ standard: String) throws {
    let layers = try Sheet("#x { background: \(prefixed) }").paint.backgroundLayers
    #expect(layers == (try Sheet("#x { background: \(standard) }").paint.backgroundLayers))
    #expect(layers.count == 1)
  }

  @Test(arguments: ["-webkit-linear-gradient(to left, red, blue)", "-webkit-radial-gradient(circle at 0 0, red, blue)"])
  func prefixedGradientsHaveTheirOwnSyntax(_ image: String) throws {
    #expect(try Sheet("#x { background-image: \(image) }").paint.backgroundLayers.allSatisfy { $0.image == .none })
  }

  @Test func imagesOfAColourArePlain() throws {
    let layers = try Sheet("#x { background: image(#f00) }").paint.backgroundLayers
    guard case .linearGradient(let gradient)? = layers.first?.image else {
      Issue.record("no image")
      return
    }
    #expect(gradient.stops.map(\.color) == [Color(red: 1, green: 0, blue: 0)])
  }

  @Test func gradientsInOtherColourSpacesGetIntermediateStops() throws {
    guard
      case .linearGradient(let gradient)? = try Sheet(
        "#x { background: linear-gradient(in hsl longer hue, red, blue) }"
      )
      .paint.backgroundLayers.first?.image
    else {
      Issue.record("no gradient")
      return
    }
    #expect(gradient.stops.count == 13)
    // The longer arc passes through yellow and green.
    #expect(gradient.stops[6].color.green > 0.9)
  }

  @Test func attrReferencesHaveTypes() throws {
    let html = "<div id=x data-w='3em' data-n=7 data-c=red data-s=text></div>"
    #expect(try Sheet("#x { width: attr(data-w type(<length>)) }", html).box.width == .px(48))
    #expect(try Sheet("#x { width: attr(data-n px) }", html).box.width == .px(7))
    #expect(try Sheet("#x { width: attr(data-s type(<length>), 9px) }", html).box.width == .px(9))
    #expect(try Sheet("#x { width: 5px; width: attr(data-s type(<length>)) }", html).box.width == .auto)
    #expect(try Sheet("#x { color: attr(data-c type(<color>)) }", html).text.color == Color(red: 1, green: 0, blue: 0))
    #expect(try Sheet("#x { width: attr(data-x %, 50%) }", html).box.width == .percent(50))
  }

  @Test func attrReferencesDifferBetweenElementsWithTheSameRules() throws {
    let sheet = try Sheet("div { width: attr(data-w px) }", "<div id=x data-w=1></div><div id=y data-w=2></div>")
    #expect(sheet.style("x").box.width == .px(1))
    #expect(sheet.style("y").box.width == .px(2))
  }

  @Test func registeredPropertiesHaveInitialValues() throws {
    let rule = "@property --w { syntax: '<length>'; inherits: false; initial-value: 3px }"
    #expect(try Sheet("\(rule) #x { width: var(--w) }").box.width == .px(3))
    #expect(try Sheet("\(rule) body { --w: 5px } #x { width: var(--w) }").box.width == .px(3), "not inherited")
    #expect(try Sheet("\(rule) #x { --w: 5px; width: var(--w) }").box.width == .px(5))
    let inherited = rule.replacing("inherits: false", with: "inherits: true")
    #expect(try Sheet("\(inherited) body { --w: 5px } #x { width: var(--w) }").box.width == .px(5))
    #expect(
      try Sheet("@property --w { inherits: false; initial-value: 3px } #x { width: var(--w, 1px) }").box.width == .px(1)
    )
  }

  @Test func invalidFallbacksMakeACustomPropertyInvalid() throws {
    #expect(try Sheet("#x { --a: 5px; --a: var(--b,!); width: var(--a) }").box.width == .px(5))
    #expect(try Sheet("#x { --a: 5px; --a: var(--b,;); width: var(--a) }").box.width == .px(5))
    #expect(try Sheet("#x { --a: var(--b,(;)); width: 1px }").messages.isEmpty)
  }

  @Test func openMatchesOpenDetails() throws {
    #expect(try Sheet.matches(":open", "<details id=x open></details>"))
    #expect(!(try Sheet.matches(":open", "<details id=x></details>")))
    #expect(!(try Sheet.matches(":open", "<p id=x open></p>")))
  }

  @Test func whiteSpaceIsAllowedAroundAttributeNames() throws {
    #expect(try Sheet.matches("[ title = a ]", "<p id=x title=a>"))
    #expect(try Sheet.matches("[ |title ]", "<p id=x title=a>"))
    #expect(!(try Sheet.matches("[ | title]", "<p id=x title=a>")))
  }

  @Test func overflowOfRootOrBodyIsPropagatedToTheViewport() throws {
    let html = "<div id=x></div>"
    func body(_ css: String) throws -> BoxStyle.Overflow {
      let sheet = try Sheet(css, html)
      let root = sheet.document.document.documentElement
      let body = sheet.document.document.children(of: root).first { sheet.document.document.isElement($0, .body) }
      return try sheet.document[sheet.document.styleOfNode[Int(#require(body).index)]].box.overflow
    }
    #expect(try body("body { overflow: hidden }") == .visible)
    #expect(try body("html, body { overflow: hidden }") == .hidden)
    #expect(try Sheet("#x { overflow: hidden }", html).box.overflow == .hidden)
  }

  @Test func nestedQuotesDependOnTheSurroundingLanguage() throws {
    let sheet = try Sheet("", "<p id=x lang=fr>a<q id=q lang=de>b<q id=r>c</q></q></p>", doctype: "<!DOCTYPE html>")
    #expect(sheet.style("q").text.quotes.first == Pair("«", "»"))
    #expect(sheet.style("r").text.quotes.first == Pair("„", "“"))
    #expect(sheet.style("x").text.quotes.first == Pair("“", "”"))
  }

  /// css-backgrounds-3 §2.1: without images there is one layer, so that further values are not used.
  @Test func theColourIsClippedByTheValueOfTheOnlyLayer() throws {
    func clips(_ value: String) throws -> [BackgroundLayer.Area] {
      try Sheet("#x { background-color: red; background-clip: \(value) }").paint.backgroundLayers.map(\.clip)
    }
    #expect(try clips("padding-box, border-box") == [.paddingBox])
    #expect(try clips("border-box, padding-box").isEmpty)
  }
}
