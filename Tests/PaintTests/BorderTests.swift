import CPango
import Layout
import TestTraits
import Testing

@testable import Paint
@testable import Style

@Suite(.hangLimit) struct BorderTests {
  private func grid(
    _ width: Double, _ height: Double, edges: Fragment.Edges = .all, _ change: (inout ComputedStyle) -> Void
  ) throws -> String {
    var scene = Scene(width: width, height: height)
    let style = scene.style {
      $0.box.borderStyle = Sides(.solid)
      $0.paint.borderColor = Sides(.red)
      change(&$0)
    }
    scene.add(Rect(0, 0, width, height), style, edges: edges)
    return try scene.grid()
  }

  @Test func sidesMayHaveDifferentWidths() throws {
    #expect(
      try grid(6, 5) { $0.box.borderWidth = Sides(top: 1, right: 2, bottom: 1, left: 0) } == """
        RRRRRR
        ____RR
        ____RR
        ____RR
        RRRRRR
        """)
  }

  @Test func oneSideMayHaveABorderAlone() throws {
    #expect(
      try grid(4, 3) {
        $0.box.borderWidth = Sides(top: 0, right: 0, bottom: 1, left: 0)
      } == """
        ____
        ____
        RRRR
        """)
  }

  @Test func sidesOfDifferentColoursAreMitred() throws {
    let grid = try grid(8, 8) {
      $0.box.borderWidth = Sides(2)
      $0.paint.borderColor = Sides(top: .red, right: .blue, bottom: .green, left: .black)
    }.split(separator: "\n").map(Array.init)
    #expect(grid[0][1] == "R" && grid[1][0] == "K" && grid[0][6] == "R" && grid[1][7] == "B")
    #expect(grid[7][1] == "G" && grid[6][0] == "K" && grid[3][3] == "_")
  }

  @Test func aSideRemovedByABreakIsNotPainted() throws {
    #expect(
      try grid(4, 3, edges: [.top, .left, .right]) { $0.box.borderWidth = Sides(1) } == """
        RRRR
        R__R
        R__R
        """)
  }

  @Test func aDoubleBorderHasLinesOfAThird() throws {
    #expect(
      try grid(7, 7) {
        $0.box.borderWidth = Sides(3)
        $0.box.borderStyle = Sides(.double)
      } == """
        RRRRRRR
        R_____R
        R_RRR_R
        R_R_R_R
        R_RRR_R
        R_____R
        RRRRRRR
        """)
  }

  @Test func aDashedSideBeginsAndEndsWithADash() throws {
    #expect(
      try grid(12, 3) {
        $0.box.borderWidth = Sides(top: 1, right: 0, bottom: 0, left: 0)
        $0.box.borderStyle.top = .dashed
      }.hasPrefix("RRR") == true)
    let stroke = Stroke.dashed(.dashed, width: 4, length: 100)
    let period = stroke.dashes.reduce(0, +)
    #expect(stroke.dashes.first == 8)
    #expect(abs(stroke.dashes[1] - 4) < 1)
    #expect(abs((100 - 8) / period - ((100 - 8) / period).rounded()) < 1e-9)
  }

  @Test func dotsAreWholeAtBothEnds() throws {
    let stroke = Stroke.dashed(.dotted, width: 4, length: 100)
    #expect(stroke.cap == .round && stroke.dashes.first == 0 && stroke.dashOffset == -2)
    let gaps = (100 - 4) / stroke.dashes[1]
    #expect(abs(gaps - gaps.rounded()) < 1e-9)
  }

  @Test func insetIsDarkAtTheTopAndOutsetAtTheBottom() throws {
    let inset = try grid(3, 3) {
      $0.box.borderWidth = Sides(1)
      $0.box.borderStyle = Sides(.inset)
      $0.currentColors = []
    }.split(separator: "\n")
    #expect(inset[0].dropFirst().first == "?" && inset[2].dropFirst().first == "R")
    let outset = try grid(3, 3) {
      $0.box.borderWidth = Sides(1)
      $0.box.borderStyle = Sides(.outset)
      $0.currentColors = []
    }.split(separator: "\n")
    #expect(outset[0].dropFirst().first == "R" && outset[2].dropFirst().first == "?")
  }

  /// The shades of Chromium: `#808080` was only darkened, and its light side was as it is.
  @Test(arguments: [
    (128, 44, 212), (204, 120, 255), (238, 154, 238), (255, 171, 255), (0, 84, 168), (17, 101, 185), (51, 0, 135),
  ])
  func bevelsHaveADarkAndALightShade(level: Int, dark: Int, light: Int) throws {
    func shades(_ line: BorderStyle) throws -> [Int] {
      var scene = Scene(width: 3, height: 3)
      let part = Float(level) / 255
      let style = scene.style {
        $0.box.borderWidth = Sides(1)
        $0.box.borderStyle = Sides(line)
        $0.paint.borderColor = Sides(Color(red: part, green: part, blue: part))
        $0.currentColors = []
      }
      scene.add(Rect(0, 0, 3, 3), style)
      let (width, pixels) = try scene.painter.pixels(page: 0)
      return [pixels[1], pixels[2 * width + 1]].map { Int($0 & 0xFF) }
    }
    let (inset, outset) = (try shades(.inset), try shades(.outset))
    #expect(abs(inset[0] - dark) <= 1 && abs(inset[1] - light) <= 1)
    #expect(outset == inset.reversed())
  }

  @Test func onlyCornersAreRounded() throws {
    let rows = try grid(12, 12) {
      $0.paint.backgroundColor = .blue
      $0.box.borderWidth = Sides(2)
      $0.paint.borderRadius = Corners(Pair(.px(4), .px(4)))
    }.split(separator: "\n").map(Array.init)
    #expect(rows[0][0] == "_" && rows[11][11] == "_")
    #expect(rows[0][5] == "R" && rows[5][0] == "R" && rows[5][5] == "B" && rows[1][6] == "R")
  }

  @Test func radiiThatDoNotFitAreScaledDownTogether() {
    var radius = Corners(Pair(LengthPercentage.px(30), LengthPercentage.px(60)))
    radius.topLeft = Pair(.px(10), .px(20))
    let shape = RoundedRect(Rect(0, 0, 60, 60), radius, edges: .all)
    #expect(shape.radii.topRight == Size(width: 15, height: 30))
    #expect(shape.radii.topLeft == Size(width: 5, height: 10))
  }

  @Test func percentageRadiiReferToTheirAxis() {
    let shape = RoundedRect(Rect(0, 0, 80, 40), Corners(Pair(.percent(50), .percent(50))), edges: .all)
    #expect(shape.radii.topLeft == Size(width: 40, height: 20))
  }

  @Test func cornersAtARemovedSideAreSquare() {
    let shape = RoundedRect(Rect(0, 0, 80, 40), Corners(Pair(.px(5), .px(5))), edges: [.top, .left, .right])
    #expect(shape.radii.topLeft == Size(width: 5, height: 5))
    #expect(shape.radii.bottomLeft == .zero)
  }

  /// Viewers drew a thin line around the other sides of a rounded box with one border.
  @Test func oneRoundedSideIsOnlyAsDeepAsItsCorners() throws {
    let surface = try #require(cairo_image_surface_create(CAIRO_FORMAT_A8, 1, 1))
    defer { cairo_surface_destroy(surface) }
    var painter = BorderPainter(
      canvas: RasterCanvas(surface: surface, scale: 1),
      outer: RoundedRect(Rect(0, 0, 90, 60), radii: Corners(Size(width: 20, height: 10))),
      widths: Sides(top: 0, right: 0, bottom: 0, left: 5), styles: Sides(.solid), colors: Sides(.red))
    #expect(painter.strip(.left) == Rect(0, 0, 20, 60).corners)
    painter = BorderPainter(
      canvas: painter.canvas, outer: painter.outer, widths: Sides(top: 1, right: 0, bottom: 0, left: 5),
      styles: painter.styles, colors: painter.colors)
    #expect(painter.strip(.left) == nil)
  }

  /// Regression: viewers drew a thin line along the sides without a border of a rounded box with two borders.
  @Test func sidesOfRoundedBoxesWithoutWidthHaveNoLine() throws {
    let surface = try #require(cairo_image_surface_create(CAIRO_FORMAT_A8, 100, 70))
    defer { cairo_surface_destroy(surface) }
    var radii = Corners(Size.zero)
    radii.topLeft = Size(width: 20, height: 20)
    BorderPainter(
      canvas: RasterCanvas(surface: surface, scale: 1), outer: RoundedRect(Rect(4.5, 4.5, 80.2, 50.3), radii: radii),
      widths: Sides(top: 3, right: 0, bottom: 0, left: 3), styles: Sides(.solid),
      colors: Sides(top: .red, right: .red, bottom: .red, left: .blue)
    ).paint()
    cairo_surface_flush(surface)
    let data = try #require(cairo_image_surface_get_data(surface))
    let stride = Int(cairo_image_surface_get_stride(surface))
    func hasInk(x: ClosedRange<Int>, y: ClosedRange<Int>) -> Bool {
      y.contains { row in x.contains { data[row * stride + $0] > 0 } }
    }
    #expect(hasInk(x: 30...80, y: 4...7) && hasInk(x: 4...7, y: 30...50))
    #expect(!hasInk(x: 9...99, y: 52...60) && !hasInk(x: 82...90, y: 9...60))
  }

  /// Regression: the background was visible as a thin line around a border of another colour.
  @Test func backgroundsAreNotVisibleAroundOpaqueBorders() throws {
    let outermost = try grid(12, 12) {
      $0.box.borderWidth = Sides(3)
      $0.paint.borderColor = Sides(.white)
      $0.paint.backgroundColor = .black
      $0.paint.borderRadius = Corners(Pair(.px(6), .px(6)))
    }.split(separator: "\n")
    #expect(outermost[0] == "____________" && outermost[1] == "____________" && outermost[5].hasPrefix("___"))
    #expect(Array(outermost[5])[5] == "K")
  }

  /// Regression: half of a border beside transparent ones was cut off at the corners.
  @Test func backgroundsFillTheCornersBesideTransparentBorders() throws {
    let rows = try grid(12, 12) {
      $0.box.borderWidth = Sides(4)
      $0.paint.borderColor = Sides(top: .white, right: .transparent, bottom: .transparent, left: .transparent)
      $0.paint.backgroundColor = .black
    }.split(separator: "\n")
    #expect(rows[2].hasPrefix("KK?_") && rows[11] == "KKKKKKKKKKKK")
  }

  @Test func outlinesAreOutsideTheBoxAndAboveLaterBoxes() throws {
    var scene = Scene(width: 6, height: 5)
    let style = scene.style {
      $0.paint.outlineWidth = 1
      $0.paint.outlineStyle = .solid
      $0.paint.outlineColor = .red
    }
    scene.add(Rect(1, 1, 3, 2), style)
    scene.fill(Rect(4, 0, 2, 5), .blue)
    #expect(
      try scene.grid() == """
        RRRRRB
        R___RB
        R___RB
        RRRRRB
        ____BB
        """)
  }

  /// css-ui-4 §3.4: nothing was drawn if the offset is far below zero.
  @Test func outlinesKeepTwiceTheirWidth() throws {
    var scene = Scene(width: 8, height: 4)
    let style = scene.style {
      ($0.paint.outlineWidth, $0.paint.outlineOffset) = (1, -40)
      ($0.paint.outlineStyle, $0.paint.outlineColor) = (.solid, .red)
    }
    scene.add(Rect(0, 0, 8, 4), style)
    #expect(try scene.grid() == "________\n___RR___\n___RR___\n________")
  }

  @Test func rulesOfCollapsedTablesFillTheirFrame() throws {
    var scene = Scene(width: 5, height: 3)
    let style = scene.style { _ in }
    scene.add(Rect(0, 0, 5, 1), style, .rule(style: .solid, color: .red))
    scene.add(Rect(1, 0, 3, 3), style, .rule(style: .double, color: .blue))
    #expect(try scene.grid() == "RBBBR\n_____\n_BBB_")
  }

  /// Between columns of any width they were drawn over two pixels, in half of their colour.
  @Test func rulesAreMovedToWholePixels() throws {
    var scene = Scene(width: 5, height: 3)
    let style = scene.style { _ in }
    scene.add(Rect(0.4, 0.6, 4.2, 1), style, .rule(style: .solid, color: .red))
    scene.add(Rect(2.7, 0, 1, 2.6), style, .rule(style: .solid, color: .blue))
    #expect(try scene.grid() == "___B_\nRRRBR\n___B_")
  }
}
