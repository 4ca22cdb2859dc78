import TestTraits
import Testing

@testable import Style

/// `shape()` (css-shapes-2 §3.4), and shapes with `zoom`.
@Suite(.hangLimit) struct ShapeTests {
  private func commands(_ value: String) throws -> (start: Pair<LengthPercentage>, commands: [ShapeCommand], Bool)? {
    guard
      case .commands(let start, let commands, let isEvenOdd)? = try Sheet("#x { clip-path: \(value) }").paint.clipPath?
        .shape
    else { return nil }
    return (start, commands, isEvenOdd)
  }

  @Test func commandsHaveEndPoints() throws {
    let found = try #require(
      try commands(
        "shape(evenodd from 10px 20%, move to 5px 6px, line by 1em 2px, hline to right, vline by 50%, close)"))
    #expect(found.start == Pair(.px(10), .percent(20)))
    #expect(found.2)
    #expect(found.commands.map(\.kind) == [.move, .line, .horizontal, .vertical, .close])
    #expect(found.commands.map(\.isRelative) == [false, true, false, true, false])
    #expect(found.commands[1].end == Pair(.px(16), .px(2)))
    #expect(found.commands[2].end.x == .percent(100))
    #expect(found.commands[3].end.y == .percent(50))
  }

  @Test func curvesHaveControlPoints() throws {
    let found = try #require(
      try commands(
        "shape(from 0 0, curve to 9px 9px with 1px 2px / 3px 4px from end, curve by 9px 9px with 1px 2px, smooth to center, smooth by 1px 1px with 2px 2px from origin)"
      )
    ).commands
    #expect(found.map { $0.controls.map(\.origin) } == [[.origin, .end], [.start], [], [.origin]])
    #expect(found[0].controls[1].point == Pair(.px(3), .px(4)))
    #expect(found[2].end == Pair(.percent(50), .percent(50)))
  }

  @Test func arcsHaveRadii() throws {
    let found = try #require(
      try commands("shape(from 0 0, arc to 9px 9px of 5px 10% cw large rotate 0.25turn, arc by 1px 1px of 3px)")
    ).commands
    #expect(found[0].radii == Pair(.px(5), .percent(10)))
    #expect(found[0].isLarge && found[0].isClockwise && found[0].rotation == 90)
    #expect(found[1].radii == Pair(.px(3), .px(3)))
    #expect(!found[1].isLarge && !found[1].isClockwise)
  }

  @Test(arguments: [
    "shape(from 0 0)", "shape(0 0, line to 1px 1px)", "shape(from 0 0, line 1px 1px)",
    "shape(from 0 0, arc to 1px 1px)",
    "shape(from 0 0, curve to 1px 1px)", "shape(from 0 0, jump to 1px 1px)", "shape(from 0 0, line to 1px 1px,)",
    "shape(from 0 0, curve to 1px 1px with 1px 1px from nowhere)", "shape(from 0 0, arc to 1px 1px of 1px of 2px)",
  ])
  func invalidShapesAreIgnored(value: String) throws { #expect(try commands(value) == nil) }

  @Test func zoomEnlargesPaths() throws {
    let path = try #require(try Sheet("#x { zoom: 2; clip-path: path('M0 0H9V9z') }").paint.clipPath)
    #expect(path.shape == .path("M0 0H9V9z", isEvenOdd: false, scale: 2))
    let shape = try #require(try Sheet("#x { zoom: 2; clip-path: shape(from 1px 2px, hline to 3px) }").paint.clipPath)
    guard case .commands(let start, let commands, _) = shape.shape else { return #expect(Bool(false)) }
    #expect(start == Pair(.px(2), .px(4)))
    #expect(commands[0].end.x == .px(6))
  }

  /// Regression: shapes in a zoomed drawing were enlarged twice.
  @Test(arguments: [
    ("circle(10px at 5px 10%)", "circle(10px at 5px 10%)"),
    ("inset(1px calc(2px + 3%) round 4px)", "inset(1px calc(2px + 3%) round 4px)"),
    ("polygon(0 0, 10px 10%, max(1px, 2%) 0)", "polygon(0 0, 10px 10%, max(1px, 2%) 0)"),
    ("path('M0 0H9V9z')", "path('M0 0H9V9z')"),
    ("shape(from 1px 2px, line to 3px 4%)", "shape(from 1px 2px, line to 3px 4%)"),
  ])
  func shapesInDrawingsHaveTheSizeBeforeZoom(zoomed: String, plain: String) throws {
    func clip(_ zoom: String, _ shape: String) throws -> ClipPath? {
      let css = "svg { zoom: \(zoom) } #y { clip-path: \(shape) }"
      let sheet = try Sheet(css, "<svg id=r><rect id=y /></svg>")
      let document = sheet.document.document
      let root = try #require(document.element(id: "r"))
      return sheet.document.drawingClipPaths(in: root, isBox: true)[try #require(document.element(id: "y"))]
    }
    #expect(try clip("2", zoomed) == clip("1", plain))
  }
}
