import Layout
import PDF
import PDFReading
import Style
import TestTraits
import Testing

@testable import Paint

@Suite(.hangLimit) struct EffectTests {
  private func clipped(_ path: ClipPath, _ change: (inout ComputedStyle) -> Void = { _ in }) throws -> String {
    var scene = Scene(width: 4, height: 4)
    scene.fill(
      Rect(0, 0, 4, 4), .red,
      {
        $0.paint.clipPath = path
        change(&$0)
      })
    return try scene.grid()
  }

  private func px(_ x: Double, _ y: Double) -> Pair<LengthPercentage> { Pair(.px(x), .px(y)) }

  /// The content of the streams of a PDF: of pages and of forms.
  private func content(_ pdf: [UInt8]) throws -> String {
    let file = try PDFFile(bytes: pdf)
    return try (1..<#require(file.trailer["Size"].integer)).map { number in
      guard case .stream(let stream) = try file.object(#require(PDFReference(number, 0))) else { return "" }
      return String(decoding: try file.decode(stream), as: UTF8.self)
    }.joined(separator: "\n")
  }

  @Test func anInsetClipsFromEachSide() throws {
    let sides = Sides(top: LengthPercentage.px(1), right: .percent(25), bottom: .zero, left: .px(2))
    let path = ClipPath(shape: .inset(sides, radius: Corners(Pair(.zero, .zero))))
    #expect(try clipped(path) == "____\n__R_\n__R_\n__R_")
  }

  /// Percentages of the radii referred to the inset rectangle instead of the reference box (css-shapes-1 §3.1).
  @Test func radiiOfAnInsetReferToTheReferenceBox() throws {
    let sides = Sides(top: LengthPercentage.percent(50), right: .zero, bottom: .zero, left: .zero)
    func corner(_ radius: Pair<LengthPercentage>) throws -> String {
      var scene = Scene(width: 40, height: 40)
      scene.fill(
        Rect(0, 0, 40, 40), .red,
        { $0.paint.clipPath = ClipPath(shape: .inset(sides, radius: Corners(radius))) })
      return try scene.grid()
    }
    #expect(try corner(Pair(.percent(25), .percent(25))) == corner(px(10, 10)))
  }

  @Test func aPolygonThatCrossesItselfIsFilledByItsRule() throws {
    // The outer square, then an inner one of the same direction.
    let points = [
      px(0, 0), px(4, 0), px(4, 4), px(0, 4), px(0, 0), px(1, 1), px(3, 1), px(3, 3), px(1, 3), px(1, 1), px(0, 0),
    ]
    #expect(try clipped(ClipPath(shape: .polygon(points, isEvenOdd: false))) == "RRRR\nRRRR\nRRRR\nRRRR")
    #expect(try clipped(ClipPath(shape: .polygon(points, isEvenOdd: true))) == "RRRR\nR__R\nR__R\nRRRR")
  }

  @Test func aPathBeginsAtTheReferenceBox() throws {
    let data = "M0 0H3V3H0zM1 1h1v1h-1z"
    #expect(try clipped(ClipPath(shape: .path(data, isEvenOdd: false))) == "RRR_\nRRR_\nRRR_\n____")
    var path = ClipPath(shape: .path(data, isEvenOdd: true))
    path.box = .paddingBox
    let grid = try clipped(path) {
      $0.box.borderWidth = Sides(1)
      $0.box.borderStyle = Sides(.solid)
    }
    #expect(grid == "____\n_RRK\n_R_K\n_KKK")
  }

  @Test func aShapeMayReferToThePaddingBox() throws {
    var path = ClipPath(shape: .box)
    path.box = .paddingBox
    let grid = try clipped(path) {
      $0.box.borderWidth = Sides(1)
      $0.box.borderStyle = Sides(.solid)
    }
    #expect(grid == "____\n_RR_\n_RR_\n____")
  }

  @Test func clipAppliesToAbsolutelyPositionedBoxesOnly() throws {
    func grid(_ position: BoxStyle.Position) throws -> String {
      var scene = Scene(width: 3, height: 1)
      scene.fill(
        Rect(0, 0, 3, 1), .red,
        {
          $0.box.position = position
          $0.paint.clip = ClipPath(shape: .rect(Sides(top: nil, right: 2, bottom: nil, left: 1)))
        })
      return try scene.grid()
    }
    #expect(try grid(.absolute) == "_R_")
    #expect(try grid(.relative) == "RRR")
  }

  @Test func multiplyBlendsWithTheBackdrop() throws {
    var scene = Scene(width: 3, height: 1)
    scene.fill(Rect(0, 0, 2, 1), .yellow)
    scene.fill(Rect(1, 0, 2, 1), .red, { $0.paint.blendMode = .multiply })
    #expect(try scene.grid() == "YRR")
    var screen = Scene(width: 2, height: 1)
    screen.fill(Rect(0, 0, 1, 1), .green)
    screen.fill(Rect(1, 0, 1, 1), .black)
    screen.fill(Rect(0, 0, 2, 1), .red, { $0.paint.blendMode = .screen })
    #expect(try screen.grid() == "YR")
  }

  /// A stacking context is a group of its own, also without an opacity (compositing-1 §2.1).
  @Test(arguments: [true, false]) func aStackingContextIsIsolated(isStacking: Bool) throws {
    var scene = Scene(width: 2, height: 1)
    scene.fill(Rect(0, 0, 2, 1), .yellow)
    scene.fill(Rect(0, 0, 2, 1), .transparent, { $0.paint.isIsolated = isStacking }) {
      $0.fill(Rect(1, 0, 1, 1), .blue, { $0.paint.blendMode = .multiply })
    }
    #expect(try scene.grid() == (isStacking ? "YB" : "YK"))
  }

  /// Layers of a background are blended with each other, not with what is below the box (compositing-1 §8).
  @Test func layersOfABackgroundAreBlended() throws {
    func layer(_ color: Color, _ blendMode: BlendMode?) -> BackgroundLayer {
      let stops = [GradientStop(color: color, position: nil), GradientStop(color: color, position: nil)]
      var layer = BackgroundLayer(
        image: .linearGradient(LinearGradient(line: .angle(0), stops: stops, isRepeating: false)))
      layer.blendMode = blendMode
      return layer
    }
    func grid(_ color: Color, _ layers: [BackgroundLayer]) throws -> String {
      var scene = Scene(width: 1, height: 1)
      scene.fill(Rect(0, 0, 1, 1), .blue)
      scene.fill(Rect(0, 0, 1, 1), color, { $0.paint.backgroundLayers = layers })
      return try scene.grid()
    }
    #expect(try grid(.yellow, [layer(.red, .multiply)]) == "R")
    #expect(try grid(.yellow, [layer(.red, .difference)]) == "G")
    #expect(try grid(.transparent, [layer(.red, .multiply), layer(.yellow, nil)]) == "R")
    #expect(try grid(.transparent, [layer(.red, .multiply)]) == "R")
  }

  /// A path with many points is written once; further boxes are painted through it as through a mask.
  @Test func aLongClipPathIsSharedByItsBoxes() throws {
    let data = "M0 0" + (0..<600).map { "L\($0 % 2) \(Double($0) / 300)" }.joined() + "L2 2L2 0z"
    var scene = Scene(width: 12, height: 3)
    let style = scene.style {
      $0.paint.backgroundColor = .red
      $0.paint.clipPath = ClipPath(shape: .path(data, isEvenOdd: false))
    }
    for index in 0..<4 { scene.add(Rect(Double(index) * 3, 0, 3, 3), style) }
    #expect(try scene.grid().split(separator: "\n").last == "____________")
    let pdf = try scene.painter.pdf(PDFMetadata()).bytes
    // As a clip, and as a form.
    #expect(1200...1220 ~= (try content(pdf).split(separator: " l\n").count))
    #expect(try unpackedText(pdf).split(separator: "/Alpha").count - 1 == 3)
  }

  /// Poppler begins a group with the initial line width.
  @Test func groupsSetTheirLineStyle() throws {
    var scene = Scene(width: 20, height: 20)
    func box(_ y: Double, _ opacity: Float) {
      let style = scene.style {
        $0.paint.opacity = opacity
        ($0.box.borderStyle, $0.box.borderWidth) = (Sides(.dashed), Sides(2))
        // The border is one line, whose style remains set.
        $0.paint.borderRadius = Corners(Pair(.px(2), .px(2)))
      }
      scene.add(Rect(0, y, 10, 8), style)
    }
    box(0, 1)
    box(10, 0.5)
    #expect(try content(scene.painter.pdf(PDFMetadata()).bytes).split(separator: "2 w\n").count - 1 == 2)
  }

  @Test func anIsolatedGroupBlendsWithinItself() throws {
    var scene = Scene(width: 1, height: 1)
    scene.fill(Rect(0, 0, 1, 1), .yellow)
    scene.fill(
      Rect(0, 0, 1, 1), .transparent,
      {
        $0.paint.isIsolated = true
        $0.paint.opacity = 0.999
      }
    ) {
      $0.fill(Rect(0, 0, 1, 1), .blue, { $0.paint.blendMode = .multiply })
    }
    // Yellow times blue would be black.
    #expect(try scene.grid() != "K")
  }
}
