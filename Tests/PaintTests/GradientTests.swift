import Layout
import PDF
import Style
import TestTraits
import Testing

@testable import Paint

@Suite(.hangLimit) struct GradientTests {
  private func stop(_ color: Color, _ position: LengthPercentage? = nil) -> GradientStop {
    GradientStop(color: color, position: position)
  }

  private func grid(_ width: Double, _ height: Double, _ image: BackgroundImage) throws -> String {
    var scene = Scene(width: width, height: height)
    let style = scene.style { $0.paint.backgroundLayers = [BackgroundLayer(image: image)] }
    scene.add(Rect(0, 0, width, height), style)
    return try scene.grid()
  }

  private func linear(_ line: LinearGradient.Line, _ stops: [GradientStop], isRepeating: Bool = false)
    -> BackgroundImage
  {
    .linearGradient(LinearGradient(line: line, stops: stops, isRepeating: isRepeating))
  }

  @Test(arguments: [(0.0, "B\nB\nR\nR"), (180.0, "R\nR\nB\nB")])
  func anglesAreClockwiseFromUpwards(_ degrees: Double, _ expected: String) throws {
    let stops = [stop(.red), stop(.red, .percent(50)), stop(.blue, .percent(50)), stop(.blue)]
    #expect(try grid(1, 4, linear(.angle(degrees), stops)) == expected)
  }

  @Test func aSideIsAnAngle() throws {
    let stops = [stop(.red, .percent(50)), stop(.blue, .percent(50))]
    #expect(try grid(4, 1, linear(.corner(x: -1, y: 0), stops)) == "BBRR")
  }

  @Test func towardsACornerTheOtherCornersHaveTheMiddleColour() throws {
    let stops = [stop(.red, .percent(49.9)), stop(.blue, .percent(50.1))]
    let rows = try grid(8, 4, linear(.corner(x: 1, y: 1), stops)).split(separator: "\n")
    #expect(rows.first?.first == "R" && rows.last?.last == "B")
    #expect(rows[0].hasPrefix("RRRRRR") && rows[3].hasSuffix("BBBBBB"))
  }

  @Test func positionsNeverDecrease() throws {
    let stops = [stop(.red, .px(2)), stop(.blue, .px(0)), stop(.green, .px(3))]
    let resolved = GradientStops(stops, length: 4, isRepeating: false)
    #expect(resolved?.range(isRepeating: false) == 2...3)
  }

  @Test func stopsWithoutAPositionAreSpacedEvenly() throws {
    let stops = [stop(.red), stop(.red), stop(.blue, .percent(50)), stop(.blue)]
    // Red until a quarter, then mixed until the half.
    let grid = try grid(8, 1, linear(.angle(90), stops))
    #expect(grid.hasPrefix("RR?") && grid.hasSuffix("BBBB"))
  }

  @Test func aRepeatingGradientStartsAgainAfterItsLastStop() throws {
    let stops = [stop(.red, .zero), stop(.red, .px(1)), stop(.blue, .px(1)), stop(.blue, .px(2))]
    #expect(try grid(6, 1, linear(.angle(90), stops, isRepeating: true)) == "RBRBRB")
  }

  /// Regression: 8,000 boxes with fine stripes were a file of 245 MB.
  @Test func documentsWithTooManyStripesHaveShadings() throws {
    let stops = [stop(.red, .zero), stop(.red, .px(1)), stop(.blue, .px(1)), stop(.blue, .px(2))]
    let gradient = LinearGradient(line: .angle(90), stops: stops, isRepeating: true)
    let budget = StripeBudget(areas: 250)
    func isStriped() -> Bool {
      if case .stripes = BoxGradient.make(gradient, in: Rect(0, 0, 200, 9), stripes: budget) { true } else { false }
    }
    #expect(isStriped() && !isStriped())
  }

  /// Viewers sample a shading with many periods at few places, so that thin stripes are lost.
  @Test func repeatedStripesAreNotAShading() throws {
    let stops = [stop(.red, .zero), stop(.red, .px(7)), stop(.blue, .px(7)), stop(.blue, .px(8))]
    for degrees in [0.0, 30, 90] {
      var scene = Scene(width: 400, height: 400)
      let image = linear(.angle(degrees), stops, isRepeating: true)
      let style = scene.style { $0.paint.backgroundLayers = [BackgroundLayer(image: image)] }
      scene.add(Rect(0, 0, 400, 400), style)
      let text = String(decoding: try scene.painter.pdf().bytes, as: UTF8.self)
      #expect(!text.contains("/ShadingType"))
    }
  }

  /// css-images-3 §3.4.3, for gradient lines that start within a period and in each direction.
  @Test func stripesAreRepeatedInBothDirections() throws {
    let stops = [stop(.red, .px(3)), stop(.red, .px(4)), stop(.blue, .px(4)), stop(.blue, .px(6))]
    #expect(try grid(7, 1, linear(.angle(90), stops, isRepeating: true)) == "RBBRBBR")
    #expect(try grid(7, 1, linear(.angle(270), stops, isRepeating: true)) == "RBBRBBR")
    let transparent = [stop(.transparent, .zero), stop(.transparent, .px(1)), stop(.blue, .px(1)), stop(.blue, .px(3))]
    #expect(try grid(5, 1, linear(.angle(90), transparent, isRepeating: true)) == "_BB_B")
    #expect(try grid(1, 3, linear(.angle(180), transparent, isRepeating: true)) == "_\nB\nB")
  }

  /// Positions so far away that the addition of a period does not change them.
  @Test func farStripesEnd() throws {
    let far = [
      stop(.red, .px(1e17)), stop(.red, .px(1e17 + 16)), stop(.blue, .px(1e17 + 16)), stop(.blue, .px(1e17 + 32)),
    ]
    #expect(try grid(4, 1, linear(.angle(90), far, isRepeating: true)).count == 4)
  }

  @Test func stopsThatCoincideGiveTheLastColour() throws {
    #expect(try grid(2, 1, linear(.angle(90), [stop(.red, .zero), stop(.blue, .zero)], isRepeating: true)) == "BB")
  }

  @Test func aRadialGradientIsFilledBeyondItsEnd() throws {
    let gradient = RadialGradient(
      isCircle: true, radius: .lengths(.px(1.5), .px(1.5)), center: Pair(.percent(50), .percent(50)),
      stops: [stop(.red), stop(.red, .percent(100)), stop(.blue, .percent(100))], isRepeating: false)
    #expect(
      try grid(5, 5, .radialGradient(gradient)) == """
        BBBBB
        BRRRB
        BRRRB
        BRRRB
        BBBBB
        """)
  }

  @Test func aRadialGradientWithoutRadiusIsItsLastColour() throws {
    let gradient = RadialGradient(
      isCircle: true, radius: .lengths(.zero, .zero), center: Pair(.percent(50), .percent(50)),
      stops: [stop(.red), stop(.blue)], isRepeating: false)
    #expect(try grid(2, 1, .radialGradient(gradient)) == "BB")
  }

  @Test func stopsBeforeTheCentreAreClipped() throws {
    let stops = [stop(.red, .px(-2)), stop(.blue, .px(2))]
    let resolved = GradientStops(stops, length: 4, isRepeating: false)?.fromZero(isRepeating: false)
    #expect(resolved?.range(isRepeating: false) == 0...2)
    let repeating = GradientStops(stops, length: 4, isRepeating: true)?.fromZero(isRepeating: true)
    #expect(repeating?.range(isRepeating: true) == 2...6)
  }

  /// Each of many equal boxes had functions of its own for thousands of repetitions.
  @Test func equalRepetitionsAreOneObject() throws {
    let drawing = PDFDrawing()
    func function(at x: Double) throws -> PDFObject? {
      let gradient = Gradient(
        shape: .linear(from: Point(x: x, y: 0), to: Point(x: x + 1, y: 0)),
        stops: [Gradient.Stop(offset: 0, color: .red), Gradient.Stop(offset: 1, color: .blue)], spread: .repeated)
      let shading = try #require(GradientShading(gradient, box: Rect(x, 0, 100, 1)))
      return shading.dictionary(drawing, isMask: false)["Function"]
    }
    let first = try #require(try function(at: 0))
    #expect(try function(at: 50) == first)
    if case .dictionary = first { Issue.record("not an object of its own") }
  }

  /// Regression: Cairo wrote a function for each of millions of repetitions.
  @Test(arguments: [true, false])
  func repetitionsThatAreTooFineHaveTheirAverageColour(isRadial: Bool) throws {
    let stops = [stop(.red, .zero), stop(.blue, .px(0.001))]
    let image =
      isRadial
      ? BackgroundImage.radialGradient(
        RadialGradient(
          isCircle: true, radius: .lengths(.px(5000), .px(5000)), center: Pair(.percent(50), .percent(50)),
          stops: stops,
          isRepeating: true))
      : linear(.angle(90), stops, isRepeating: true)
    var scene = Scene(width: 5000, height: 5000)
    let style = scene.style { $0.paint.backgroundLayers = [BackgroundLayer(image: image)] }
    scene.add(Rect(0, 0, 5000, 5000), style)
    #expect(try scene.painter.pdf().bytes.count < 20_000)
    let average = GradientStops(stops, length: 5000, isRepeating: true)?.averageColor
    #expect(average == Color(red: 0.5, green: 0, blue: 0.5, alpha: 1))
  }

  /// Regression: the time was quadratic in the number of stops.
  @Test func manyStopsAreThinnedOut() throws {
    let stops = (0..<100_000).map { stop($0.isMultiple(of: 2) ? .red : .blue) }
    let resolved = try #require(GradientStops(stops, length: 100, isRepeating: false))
    #expect(resolved.stops.count == 1000)
    #expect(resolved.range(isRepeating: false) == 0...100)
  }

  /// Regression: an edge at the first or last stop became a function with an empty domain; PDF readers lost a colour.
  @Test func edgesAreWithinTheGradientLine() throws {
    func positions(_ stops: [GradientStop], from least: Double = -.infinity) -> [Double]? {
      GradientStops(stops, length: 4, isRepeating: false)?.withInnerEdges(isRepeating: false, from: least).stops.map(
        \.position)
    }
    #expect(positions([stop(.red, .px(2)), stop(.blue, .px(2))]) == [1, 2, 2, 3])
    #expect(positions([stop(.red, .px(1)), stop(.red, .px(3)), stop(.blue, .px(3))]) == [1, 3, 3, 4])
    #expect(positions([stop(.red), stop(.blue)]) == [0, 4])
    // The centre of a radial gradient shows nothing of its first stop.
    #expect(positions([stop(.red, .px(0)), stop(.blue, .px(0)), stop(.green, .px(4))], from: 0) == [0, 4])
    let image = linear(.corner(x: 1, y: 0), [stop(.blue, .percent(50)), stop(.red, .percent(50))])
    #expect(try grid(4, 1, image) == "BBRR")
  }

  /// Regression: a drawing's gradient with two stops at one end had the inner color beyond that end.
  @Test func colorsBeyondTheEndsAreThoseOfTheOuterStops() throws {
    let stops: [Gradient.Stop] = [(0, .red), (0, .blue), (1, .blue), (1, .green)].map { .init(offset: $0, color: $1) }
    let gradient = Gradient(
      shape: .linear(from: Point(x: 4, y: 0), to: Point(x: 8, y: 0)), stops: stops, spread: .pad)
    let shading = try #require(GradientShading(gradient, box: Rect(x: 0, y: 0, width: 12, height: 1)))
    let dictionary = shading.dictionary(PDFDrawing(), isMask: false)
    #expect(dictionary["Coords"].array?.compactMap(\.number) == [0, 0, 12, 0])
    #expect(dictionary["Function"].dictionary?["Functions"].array?.count == 3)
    #expect(dictionary["Function"].dictionary?["Bounds"].array?.compactMap(\.number) == [0, 1])
  }

  @Test func theAverageColourIsThatOfThePremultipliedColours() {
    let stops = [stop(Color(red: 1, green: 0, blue: 0, alpha: 1)), stop(Color(red: 0, green: 0, blue: 1, alpha: 0))]
    let average = GradientStops(stops, length: 4, isRepeating: true)?.averageColor
    #expect(average == Color(red: 1, green: 0, blue: 0, alpha: 0.5))
  }

  /// Repetitions between a distant gradient and what is painted are not written; ends that numbers cannot tell apart are one.
  @Test(arguments: [0, -1e12, 1e8, 1e17, 20], [1e-200, 1e-170, 1, 16])
  func repetitionsOfGradientsAreLimited(from: Double, length: Double) throws {
    let gradient = Gradient(
      shape: .linear(from: Point(x: from, y: 0), to: Point(x: from + length, y: 0)),
      stops: [.init(offset: 0, color: .red), .init(offset: 1, color: .blue)], spread: .repeated)
    let shading = try #require(GradientShading(gradient, box: Rect(x: 0, y: 0, width: 10, height: 10)))
    let function = shading.dictionary(PDFDrawing(), isMask: false)["Function"].dictionary
    #expect(function?["Functions"].array?.count ?? 1 <= 22)
  }
}
