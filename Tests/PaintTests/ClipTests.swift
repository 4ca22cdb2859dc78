import Layout
import Style
import TestTraits
import Testing

@testable import Paint

@Suite(.hangLimit) struct ClipTests {
  private let hidden: (inout ComputedStyle) -> Void = { $0.box.overflow = .hidden }

  @Test func overflowIsClippedToThePaddingBox() throws {
    var scene = Scene(width: 5, height: 3)
    scene.fill(
      Rect(0, 0, 4, 3), .yellow,
      {
        $0.box.overflow = .hidden
        $0.box.borderWidth = Sides(1)
        $0.box.borderStyle = Sides(.solid)
      }
    ) { $0.fill(Rect(0, 0, 5, 3), .red) }
    #expect(try scene.grid() == "KKKK_\nKRRK_\nKKKK_")
  }

  /// css-shapes-2 §3.4.
  @Test func shapesOfCommandsClip() throws {
    func grid(_ start: Pair<LengthPercentage>, _ commands: [ShapeCommand], isEvenOdd: Bool = false) throws -> String {
      var scene = Scene(width: 4, height: 4)
      scene.fill(
        Rect(0, 0, 4, 4), .red,
        { $0.paint.clipPath = ClipPath(shape: .commands(from: start, commands, isEvenOdd: isEvenOdd)) })
      return try scene.grid()
    }
    func to(_ kind: ShapeCommand.Kind, _ x: LengthPercentage, _ y: LengthPercentage, by: Bool = false) -> ShapeCommand {
      var command = ShapeCommand(kind: kind)
      (command.end, command.isRelative) = (Pair(x, y), by)
      return command
    }
    let corner = Pair(LengthPercentage.px(1), LengthPercentage.percent(25))
    let square = [
      to(.horizontal, .px(2), .zero, by: true), to(.vertical, .zero, .percent(75)), to(.line, .px(-2), .zero, by: true),
      ShapeCommand(kind: .close),
    ]
    #expect(try grid(corner, square) == "____\n_RR_\n_RR_\n____")
    let around = [
      to(.move, .zero, .zero), to(.horizontal, .percent(100), .zero), to(.vertical, .zero, .percent(100)),
      to(.horizontal, .zero, .zero), ShapeCommand(kind: .close),
    ]
    #expect(try grid(corner, square + around, isEvenOdd: true) == "RRRR\nR__R\nR__R\nRRRR")
    // Curves whose points are on a line are that line.
    var curve = to(.curve, .px(3), .px(1))
    curve.controls = [
      .init(point: Pair(.px(1), .zero), origin: .start), .init(point: Pair(.zero, .zero), origin: .end),
    ]
    #expect(try grid(corner, [curve] + square.dropFirst()) == "____\n_RR_\n_RR_\n____")
  }

  /// A smooth curve reflects the control point of a curve of its degree only, as in SVG paths.
  @Test func smoothCurvesContinueThoseOfTheirDegree() {
    func curve(_ kind: ShapeCommand.Kind, _ x: Double, _ y: Double, _ controls: [(Double, Double)]) -> ShapeCommand {
      var command = ShapeCommand(kind: kind)
      command.end = Pair(.px(x), .px(y))
      command.controls = controls.map { .init(point: Pair(.px($0.0), .px($0.1)), origin: .origin) }
      return command
    }
    func controls(_ commands: [ShapeCommand]) -> [Point] {
      let path = SVGPath(from: Pair(.zero, .zero), commands, in: Rect(0, 0, 10, 10))
      guard case .curve(let first, _, _)? = path.segments.last else { return [] }
      return [first]
    }
    let cubic = curve(.curve, 6, 0, [(1, 1), (4, 3)])
    #expect(controls([cubic, curve(.smooth, 9, 0, [(9, 9)])]) == [Point(x: 8, y: -3)])
    // Without a control point it is quadratic, and a line after a cubic curve.
    #expect(controls([cubic, curve(.smooth, 9, 0, [])]) == [Point(x: 6, y: 0)])
    let quadratic = curve(.curve, 6, 0, [(3, 3)])
    #expect(controls([quadratic, curve(.smooth, 12, 0, [])]) == [Point(x: 8, y: -2)])
  }

  /// Coordinates of path data are multiplied by `zoom`.
  @Test func pathsAreScaled() throws {
    var scene = Scene(width: 4, height: 4)
    scene.fill(Rect(0, 0, 4, 4), .red) {
      $0.paint.clipPath = ClipPath(shape: .path("M0 0H1V1H0z", isEvenOdd: false, scale: 2))
    }
    #expect(try scene.grid() == "RR__\nRR__\n____\n____")
  }

  /// `overflow: clip` with a margin, and of one axis (css-overflow-4 §3).
  @Test func contentIsClippedOutsideOfTheClipMargin() throws {
    func grid(_ change: @escaping (inout BoxStyle) -> Void) throws -> String {
      var scene = Scene(width: 7, height: 5)
      scene.fill(
        Rect(2, 1, 3, 3), .yellow,
        {
          $0.box.borderWidth = Sides(1)
          $0.box.borderStyle = Sides(.solid)
          ($0.box.overflow, $0.box.overflowX, $0.box.overflowY) = (.clip, .clip, .clip)
          change(&$0.box)
        }
      ) { $0.fill(Rect(0, 0, 7, 5), .red) }
      return try scene.grid()
    }
    #expect(try grid { _ in } == "_______\n__KKK__\n__KRK__\n__KKK__\n_______")
    #expect(try grid { $0.clipMargin.edge = .border } == "_______\n__RRR__\n__RRR__\n__RRR__\n_______")
    let wide = "_RRRRR_\n_RRRRR_\n_RRRRR_\n_RRRRR_\n_RRRRR_"
    #expect(try grid { $0.clipMargin = .init(edge: .border, width: 1) } == wide)
    #expect(try grid { $0.clipMargin.width = 2 } == wide)
    #expect(
      try grid {
        $0.padding = Sides(.px(0.5))
        $0.clipMargin = .init(edge: .content, width: 2.5)
      } == wide)
    #expect(
      try grid {
        $0.clipMargin.width = 2
        ($0.overflow, $0.overflowX, $0.overflowY) = (.hidden, .hidden, .hidden)
      } == "_______\n__KKK__\n__KRK__\n__KKK__\n_______")
    #expect(try grid { $0.overflowX = .visible } == "_______\n__KKK__\nRRRRRRR\n__KKK__\n_______")
    #expect(
      try grid {
        $0.overflowY = .visible
        $0.clipMargin.width = 1
      } == "__RRR__\n__RRR__\n__RRR__\n__RRR__\n__RRR__")
  }

  @Test func nestedClipsIntersect() throws {
    var scene = Scene(width: 4, height: 1)
    let hidden = hidden
    scene.fill(Rect(0, 0, 3, 1), .yellow, hidden) {
      $0.fill(Rect(1, 0, 3, 1), .blue, hidden) { $0.fill(Rect(0, 0, 4, 1), .red) }
    }
    scene.fill(Rect(3, 0, 1, 1), .green)
    #expect(try scene.grid() == "YRRG")
  }

  @Test func anAbsoluteBoxEscapesAClipThatIsNotItsContainingBlock() throws {
    let absolute: (inout ComputedStyle) -> Void = { $0.box.position = .absolute }
    var scene = Scene(width: 3, height: 1)
    scene.fill(Rect(0, 0, 1, 1), .yellow, hidden) { $0.fill(Rect(1, 0, 2, 1), .red, absolute) }
    #expect(try scene.grid() == "YRR")

    var contained = Scene(width: 3, height: 1)
    contained.fill(
      Rect(0, 0, 2, 1), .yellow,
      {
        $0.box.overflow = .hidden
        $0.box.position = .relative
      }
    ) { $0.fill(Rect(1, 0, 2, 1), .red, absolute) }
    #expect(try contained.grid() == "YR_")
  }

  @Test func aFixedBoxEscapesPositionedClips() throws {
    var scene = Scene(width: 3, height: 1)
    scene.fill(
      Rect(0, 0, 1, 1), .yellow,
      {
        $0.box.overflow = .hidden
        $0.box.position = .relative
      }
    ) { $0.fill(Rect(2, 0, 1, 1), .red, { $0.box.position = .fixed }) }
    #expect(try scene.grid() == "Y_R")
  }

  @Test func clipsApplyWithinGroups() throws {
    var scene = Scene(width: 4, height: 1)
    let hidden = hidden
    scene.fill(Rect(0, 0, 3, 1), .yellow, hidden) {
      $0.fill(Rect(0, 0, 1, 1), .red, { $0.paint.transforms = [.translate(.px(1), .zero)] }) {
        $0.fill(Rect(0, 0, 1, 1), .green, hidden) { $0.fill(Rect(0, 0, 4, 1), .blue) }
        $0.fill(Rect(1, 0, 4, 1), .red)
      }
    }
    #expect(try scene.grid() == "YBR_")
  }

  @Test func roundedBoxesClipToTheirCorners() throws {
    var scene = Scene(width: 8, height: 8)
    scene.fill(
      Rect(0, 0, 8, 8), .transparent,
      {
        $0.box.overflow = .hidden
        $0.paint.borderRadius = Corners(Pair(.percent(50), .percent(50)))
      }
    ) { $0.fill(Rect(0, 0, 8, 8), .red) }
    let rows = try scene.grid().split(separator: "\n")
    #expect(rows[0].first == "_" && rows[4].contains("RRRRRR"))
  }

  @Test func theBoxItselfIsNotClippedByItsOwnOverflow() throws {
    var scene = Scene(width: 3, height: 1)
    let style = scene.style {
      $0.box.overflow = .hidden
      $0.paint.boxShadows = [BoxShadow(x: 1, y: 0, blur: 0, spread: 0, color: .red, isInset: false)]
    }
    scene.add(Rect(0, 0, 1, 1), style)
    #expect(try scene.grid() == "_R_")
  }
}
