import Layout
import Style
import TestTraits
import Testing

@testable import Paint

@Suite(.hangLimit) struct ConicGradientTests {
  private func grid(_ start: Double, _ stops: [GradientStop], isRepeating: Bool = false) throws -> String {
    var scene = Scene(width: 4, height: 4)
    let gradient = ConicGradient(
      start: start, center: Pair(.percent(50), .percent(50)), stops: stops, isRepeating: isRepeating)
    let style = scene.style { $0.paint.backgroundLayers = [BackgroundLayer(image: .conicGradient(gradient))] }
    scene.add(Rect(0, 0, 4, 4), style)
    return try scene.grid()
  }

  private func stop(_ color: Color, _ percent: Double) -> GradientStop {
    GradientStop(color: color, position: .percent(percent))
  }

  private let quarters = [
    GradientStop(color: .red, position: .percent(0)), GradientStop(color: .red, position: .percent(25)),
    GradientStop(color: .green, position: .percent(25)), GradientStop(color: .green, position: .percent(50)),
    GradientStop(color: .blue, position: .percent(50)), GradientStop(color: .blue, position: .percent(75)),
    GradientStop(color: .black, position: .percent(75)), GradientStop(color: .black, position: .percent(100)),
  ]

  @Test func coloursRunClockwiseFromTheTop() throws {
    #expect(try grid(0, quarters) == "KKRR\nKKRR\nBBGG\nBBGG")
  }

  @Test func theStartAngleRotatesTheGradient() throws {
    #expect(try grid(90, quarters) == "BBKK\nBBKK\nGGRR\nGGRR")
  }

  @Test func aRepeatingGradientFillsTheTurn() throws {
    let stops = [stop(.red, 0), stop(.red, 25), stop(.blue, 25), stop(.blue, 50)]
    #expect(try grid(0, stops, isRepeating: true) == "BBRR\nBBRR\nRRBB\nRRBB")
  }

  // Each repetition was an object of its own with a mesh.
  @Test func aRepeatingGradientIsOneMesh() throws {
    func size(_ period: Double) throws -> Int {
      var scene = Scene(width: 100, height: 100)
      let gradient = ConicGradient(
        start: 0, center: Pair(.percent(50), .percent(50)), stops: [stop(.red, 0), stop(.blue, period)],
        isRepeating: true)
      let style = scene.style { $0.paint.backgroundLayers = [BackgroundLayer(image: .conicGradient(gradient))] }
      scene.add(Rect(0, 0, 100, 100), style)
      return try scene.painter.pdf().bytes.count
    }
    // A mesh of its own would take hundreds of bytes.
    #expect(try size(0.5) - size(50) < 198 * 150)
  }

  @Test func coloursAreInterpolatedBetweenStops() throws {
    var scene = Scene(width: 20, height: 20)
    let gradient = ConicGradient(
      start: 0, center: Pair(.percent(50), .percent(50)), stops: [stop(.red, 0), stop(.blue, 100)], isRepeating: false)
    let style = scene.style { $0.paint.backgroundLayers = [BackgroundLayer(image: .conicGradient(gradient))] }
    scene.add(Rect(0, 0, 20, 20), style)
    let red = try scene.painter.pixels(page: 0).pixels.map { $0 >> 16 }
    // The corners clockwise: top right, bottom right, bottom left, top left.
    let turn = [red[19], red[399], red[380], red[0]]
    #expect(turn == turn.sorted(by: >) && turn[0] > turn[3] + 100)
  }

  @Test func aHintMovesTheMidpoint() throws {
    var hint = GradientStop(color: Color(red: 0.5, green: 0, blue: 0.5), position: .px(1))
    hint.isHint = true
    let stops = try #require(GradientStops([stop(.red, 0), hint, stop(.blue, 100)], length: 4, isRepeating: false))
    // At an eighth of the way the exponent log(1/2) / log(1/4) = 1/2 gives more than a third.
    let early = try #require(stops.stops.first { $0.position == 0.5 })
    #expect(early.color == Color.red.mixed(with: .blue, 0.125.squareRoot()))
  }

  /// Regression: a gradient of a thousand sectors on each of many boxes took minutes.
  @Test func theSectorsOfAnOutputAreLimited() {
    let budget = ConicBudget(sectors: 5)
    #expect(budget.take(sectors: 5) && !budget.isExhausted)
    #expect(!budget.take(sectors: .max) && budget.isExhausted)
    #expect(!budget.take(sectors: 0))
  }

  /// Cairo draws the patches of a mesh as pixels, also those that cannot be seen.
  @Test func thePixelsOfMeshesAreLimited() {
    let budget = PixelBudget(meshPixels: 1000)
    let corners = [Point(x: 0, y: 0), Point(x: 9, y: 0), Point(x: 9, y: 9), Point(x: 0, y: 9)]
    let patch = GradientPatch(corners: corners, colors: [.red, .red, .blue, .blue])
    #expect(budget.take([patch, patch], scale: 1) && budget.take([patch], scale: 2) && !budget.isExhausted)
    #expect(!budget.take([patch, patch, patch, patch, patch], scale: 1) && budget.isExhausted)
  }
}
