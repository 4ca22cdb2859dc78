import Layout
import Style
import TestTraits
import Testing

@testable import Paint

@Suite(.hangLimit) struct BackgroundTests {
  /// The image of 2 by 2 pixels as the background of a box on a page of 8 by 6.
  private func grid(
    _ frame: Rect = Rect(1, 1, 6, 4), change: (inout BackgroundLayer) -> Void,
    style: (inout ComputedStyle) -> Void = { _ in }
  ) throws -> String {
    var scene = Scene(width: 8, height: 6)
    var layer = BackgroundLayer(image: .url(Pictures.png))
    change(&layer)
    let id = scene.style {
      $0.paint.backgroundLayers = [layer]
      style(&$0)
    }
    scene.add(frame, id)
    return try scene.grid()
  }

  @Test func aPixelatedImageIsEnlargedWithoutSmoothing() throws {
    let drawn = try grid {
      $0.size = .lengths(.percent(100), .percent(100))
    } style: {
      $0.text.images.arePixelated = true
    }
    #expect(drawn == "________\n_RRRGGG_\n_RRRGGG_\n_BBBKKK_\n_BBBKKK_\n________")
  }

  /// css-backgrounds-4 §2.1: the colour shows where the border would be painted, also if that is transparent.
  @Test func aBackgroundMayBeClippedToTheBorder() throws {
    var scene = Scene(width: 8, height: 6)
    var layer = BackgroundLayer(image: .none)
    layer.clip = .borderArea
    let style = scene.style {
      $0.box.borderWidth = Sides(top: 1, right: 1, bottom: 2, left: 1)
      $0.box.borderStyle = Sides(.solid)
      $0.paint.borderColor = Sides(.transparent)
      $0.paint.backgroundColor = .red
      $0.paint.backgroundLayers = [layer]
    }
    scene.add(Rect(1, 1, 6, 4), style)
    #expect(
      try scene.grid() == """
        ________
        _RRRRRR_
        _R____R_
        _RRRRRR_
        _RRRRRR_
        ________
        """)
  }

  /// Regression: many tiles are a pattern, which was repeated in the other direction, too.
  @Test(arguments: [BackgroundLayer.Repetition.repeat, .round, .space])
  func oneRowOfManyTilesIsOneRow(repetition: BackgroundLayer.Repetition) throws {
    var scene = Scene(width: 900, height: 6)
    var layer = BackgroundLayer(image: .url(Pictures.png))
    layer.repetition = Pair(repetition, .noRepeat)
    let style = scene.style { $0.paint.backgroundLayers = [layer] }
    scene.add(Rect(0, 0, 900, 6), style)
    let rows = try scene.grid().split(separator: "\n").map { $0.prefix(4) }
    #expect(rows == ["RGRG", "BKBK", "____", "____", "____", "____"])
  }

  @Test func aColourFillsTheBorderBox() throws {
    var scene = Scene(width: 5, height: 4)
    scene.fill(Rect(1, 1, 3, 2), .red)
    #expect(
      try scene.grid() == """
        _____
        _RRR_
        _RRR_
        _____
        """)
  }

  @Test func aHiddenBoxIsNotPaintedButItsVisibleChildIs() throws {
    var scene = Scene(width: 3, height: 1)
    scene.fill(Rect(0, 0, 3, 1), .red, { $0.text.visibility = .hidden }) { $0.fill(Rect(1, 0, 1, 1), .blue) }
    #expect(try scene.grid() == "_B_")
  }

  @Test func anImageIsRepeatedOverTheBox() throws {
    #expect(
      try grid { _ in } == """
        ________
        _RGRGRG_
        _BKBKBK_
        _RGRGRG_
        _BKBKBK_
        ________
        """)
  }

  @Test func anImageMayBePaintedOnceAtAPosition() throws {
    #expect(
      try grid {
        $0.repetition = Pair(.noRepeat, .noRepeat)
        $0.position = Pair(.percent(100), .percent(50))
      } == """
        ________
        ________
        _____RG_
        _____BK_
        ________
        ________
        """)
  }

  @Test func anImageMayBeRepeatedInOneDirection() throws {
    #expect(
      try grid {
        $0.repetition = Pair(.repeat, .noRepeat)
        $0.position = Pair(.px(1), .px(2))
      } == """
        ________
        ________
        ________
        _GRGRGR_
        _KBKBKB_
        ________
        """)
  }

  @Test func spaceDistributesWholeImages() throws {
    #expect(
      try grid(Rect(0, 1, 8, 5)) { $0.repetition = Pair(.space, .space) } == """
        ________
        RGRGRGRG
        BKBKBKBK
        ________
        RGRGRGRG
        BKBKBKBK
        """)
  }

  @Test func roundFitsAWholeNumberOfImages() throws {
    let tiling = Tiling(
      layer { $0.repetition = Pair(.round, .noRepeat) }, area: Rect(0, 0, 7, 9), natural: square, clip: Rect(0, 0, 7, 9)
    )
    #expect(tiling?.first == Rect(0, 0, 7.0 / 4, 7.0 / 4))
    #expect(tiling?.count == 4)
  }

  /// Readers leave seams between the tiles of images of one pixel.
  @Test func tilesWithoutGapsAreJoined() throws {
    let area = Rect(0, 0, 7, 4)
    let tiling = try #require(Tiling(layer { _ in }, area: area, natural: square, clip: area))
    #expect(tiling.joined(columns: false, rows: false).count == tiling.count)
    let row = tiling.joined(columns: true, rows: false)
    #expect(row.first == Rect(0, 0, 8, 2) && row.count == 2)
    let one = tiling.joined(columns: true, rows: true)
    #expect(one.first == Rect(0, 0, 8, 4) && one.count == 1)
    let spaced = try #require(
      Tiling(layer { $0.repetition = Pair(.space, .space) }, area: area, natural: square, clip: area))
    #expect(spaced.joined(columns: true, rows: false).count == spaced.count)
  }

  @Test func containAndCoverKeepTheRatio() throws {
    let area = Rect(0, 0, 10, 4)
    let contain = Tiling(layer { $0.size = .contain }, area: area, natural: square, clip: area)
    #expect(contain?.first.width == 4)
    let cover = Tiling(layer { $0.size = .cover }, area: area, natural: square, clip: area)
    #expect(cover?.first == Rect(0, 0, 10, 10))
  }

  @Test func oneLengthSetsTheOtherByTheRatio() throws {
    let area = Rect(0, 0, 10, 4)
    let tiling = Tiling(layer { $0.size = .lengths(.percent(50), nil) }, area: area, natural: square, clip: area)
    #expect(tiling?.first == Rect(0, 0, 5, 5))
  }

  @Test func aTileTooSmallToBeSeenIsNotPainted() throws {
    let area = Rect(0, 0, 10, 4)
    #expect(Tiling(layer { $0.size = .lengths(.px(1e-9), .px(1)) }, area: area, natural: square, clip: area) == nil)
  }

  @Test func verySmallTilesArePaintedByAPattern() throws {
    var scene = Scene(width: 64, height: 64)
    let id = scene.style { $0.paint.backgroundLayers = [BackgroundLayer(image: .url(Pictures.png))] }
    scene.add(Rect(1, 0, 63, 64), id)
    let rows = try scene.grid().split(separator: "\n")
    #expect(rows[62].hasPrefix("_RGRGRG"))
    #expect(rows[63].hasSuffix("KBKB"))
  }

  @Test func originAndClipAreasAreHonoured() throws {
    let bordered: (inout ComputedStyle) -> Void = {
      $0.box.borderWidth = Sides(1)
      $0.box.borderStyle = Sides(.solid)
      $0.paint.borderColor = Sides(.transparent)
      $0.box.padding = Sides(top: .zero, right: .px(1), bottom: .zero, left: .px(1))
    }
    #expect(
      try grid(change: { $0.clip = .contentBox }, style: bordered) == """
        ________
        ________
        ___GR___
        ___KB___
        ________
        ________
        """)
    #expect(
      try grid(
        change: {
          $0.clip = .paddingBox
          $0.origin = .borderBox
        }, style: bordered) == """
          ________
          ________
          __KBKB__
          __GRGR__
          ________
          ________
          """)
  }

  @Test func theColourIsClippedLikeTheLastLayer() throws {
    #expect(
      try grid(
        change: {
          $0.image = .none
          $0.clip = .contentBox
        },
        style: {
          $0.paint.backgroundColor = .yellow
          $0.box.padding = Sides(.px(1))
        }) == """
          ________
          ________
          __YYYY__
          __YYYY__
          ________
          ________
          """)
  }

  @Test func theFirstLayerIsOnTop() throws {
    var scene = Scene(width: 4, height: 2)
    func layer(_ color: Color, _ x: Double) -> BackgroundLayer {
      let stop = GradientStop(color: color, position: nil)
      var layer = BackgroundLayer(
        image: .linearGradient(LinearGradient(line: .angle(90), stops: [stop, stop], isRepeating: false)))
      layer.size = .lengths(.px(2), nil)
      layer.position = Pair(.px(x), .zero)
      layer.repetition = Pair(.noRepeat, .noRepeat)
      return layer
    }
    let style = scene.style {
      $0.paint.backgroundColor = .yellow
      $0.paint.backgroundLayers = [layer(.red, 0), layer(.blue, 1)]
    }
    scene.add(Rect(0, 0, 4, 2), style)
    #expect(try scene.grid() == "RRBY\nRRBY")
  }

  @Test func aMissingImageLeavesTheColour() throws {
    #expect(
      try grid(Rect(0, 0, 8, 6), change: { $0.image = .url("missing.png") }, style: { $0.paint.backgroundColor = .red })
        .allSatisfy { $0 == "R" || $0 == "\n" })
  }

  @Test func aMissingBackgroundImageIsReported() throws {
    var scene = Scene(width: 8, height: 6)
    let style = scene.style { $0.paint.backgroundLayers = [BackgroundLayer(image: .url("missing.png"))] }
    scene.add(Rect(0, 0, 8, 6), style)
    #expect(try scene.painter.pdf().diagnostics.first?.message.hasPrefix("“missing.png”: ") == true)
  }

  private let square = {
    var size = NaturalSize()
    (size.width, size.height, size.ratio) = (2, 2, 1)
    return size
  }()

  private func layer(_ change: (inout BackgroundLayer) -> Void) -> BackgroundLayer {
    var layer = BackgroundLayer(image: .url(""))
    change(&layer)
    return layer
  }

  /// A layer whose left half is red.
  private var fixedLayer: BackgroundLayer {
    let stops = [
      GradientStop(color: .red, position: nil), GradientStop(color: .red, position: .percent(50)),
      GradientStop(color: .blue, position: .percent(50)), GradientStop(color: .blue, position: nil),
    ]
    var layer = BackgroundLayer(
      image: .linearGradient(LinearGradient(line: .angle(90), stops: stops, isRepeating: false)))
    layer.isFixed = true
    return layer
  }

  @Test func aFixedBackgroundIsPositionedOnThePage() throws {
    var scene = Scene(width: 4, height: 1)
    let style = scene.style { $0.paint.backgroundLayers = [fixedLayer] }
    scene.add(Rect(1, 0, 2, 1), style)
    #expect(try scene.grid() == "_RB_")
  }

  /// Regression: only turned and scaled boxes were exempt (css-transforms-1 §3).
  @Test func aFixedBackgroundIsThatOfTheBoxInATransform() throws {
    let right = Transform.translate(.px(2), .zero)
    var scene = Scene(width: 4, height: 1)
    let own = scene.style {
      $0.paint.backgroundLayers = [fixedLayer]
      $0.paint.transforms = [right]
    }
    scene.add(Rect(0, 0, 2, 1), own)
    #expect(try scene.grid() == "__RB")
    scene = Scene(width: 4, height: 1)
    let outer = scene.style { $0.paint.transforms = [right] }
    let inner = scene.style { $0.paint.backgroundLayers = [fixedLayer] }
    scene.add(Rect(0, 0, 2, 1), outer) { $0.add(Rect(0, 0, 2, 1), inner) }
    #expect(try scene.grid() == "__RB")
    // Not the following boxes.
    scene.add(Rect(0, 0, 2, 1), inner)
    #expect(try scene.grid() == "RRRB")
  }

  /// Regression: the boxes around were those of the page's tree.
  @Test func aFixedBackgroundIsThatOfTheBoxIfTheBoxIsMovedIntoATransform() throws {
    var scene = Scene(width: 4, height: 1)
    let outer = scene.style {
      $0.box.position = .relative
      $0.paint.transforms = [.translate(.px(2), .zero)]
    }
    let inner = scene.style {
      $0.box.position = .absolute
      $0.paint.backgroundLayers = [fixedLayer]
    }
    scene.add(Rect(0, 0, 2, 1), outer)
    scene.add(Rect(0, 0, 2, 1), inner)
    #expect(try scene.grid() == "RR__")
    scene.document.pages[0].moved = [MovedFragment(1, parent: 0, before: 1)]
    #expect(try scene.grid() == "__RB")
  }

  /// Regression: for each box, those before it were searched for transforms.
  @Test func manyFixedBackgroundsArePainted() throws {
    var scene = Scene(width: 1, height: 1)
    var layer = BackgroundLayer(image: .none)
    layer.isFixed = true
    let style = scene.style {
      $0.paint.backgroundColor = .red
      $0.paint.backgroundLayers = [layer]
    }
    for _ in 0..<50_000 { scene.add(Rect(0, 0, 1, 1), style) }
    #expect(try scene.grid() == "R")
  }

  @Test func boxEdgesAreRoundedToPixels() throws {
    var scene = Scene(width: 4, height: 1)
    scene.fill(Rect(0.4, 0, 1.2, 1), .red)
    scene.fill(Rect(1.6, 0, 1.2, 1), .blue)
    #expect(try scene.grid() == "RRB_")
  }

  @Test func anSVGWithoutAViewBoxIsLaidOutInItsTile() throws {
    // Half of its height at any height.
    let svg =
      "data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' width='1'><rect width='100%25' height='50%25' fill='red'/></svg>"
    var scene = Scene(width: 2, height: 4)
    var layer = BackgroundLayer(image: .url(svg))
    layer.size = .cover
    let style = scene.style { $0.paint.backgroundLayers = [layer] }
    scene.add(Rect(0, 0, 2, 4), style)
    #expect(try scene.grid() == "RR\nRR\n__\n__")
  }

  @Test func anSVGWithAnEmptyViewBoxIsNotPainted() throws {
    let svg =
      "data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 0 8'><rect width='9' height='9' fill='red'/></svg>"
    var scene = Scene(width: 1, height: 1)
    let style = scene.style { $0.paint.backgroundLayers = [BackgroundLayer(image: .url(svg))] }
    scene.add(Rect(0, 0, 1, 1), style)
    #expect(try scene.grid() == "_")
  }

  /// Regression: thousands of boxes with a thousand layers each took minutes.
  @Test func theLayersOfAnOutputAreLimited() {
    let budget = LayerBudget(layers: 100)
    #expect(budget.take(16) == 16 && budget.take(116) == 116 && !budget.isExhausted)
    #expect(budget.take(17) == 16 && budget.isExhausted)
    #expect(budget.take(.max) == 16 && budget.take(3) == 3)
  }
}
