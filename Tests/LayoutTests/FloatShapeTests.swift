import TestTraits
import Testing

/// css-shapes-1: the lines beside a float of 40 by 40 px, each 10 px high.
@Suite(.hangLimit) struct FloatShapeTests {
  /// The left edges of four lines.
  private func edges(_ style: String, side: String = "left") throws -> [String] {
    let items = ["a", "b", "c", "d"].map { "<i id=\($0)></i>" }.joined(separator: " ")
    let css = """
      #lines { line-height: 10px; font-size: 1px; text-align: \(side) }
      #lines > div { float: \(side); width: 40px; height: 40px; \(style) }
      i { display: inline-block; vertical-align: top; width: 150px; height: 10px }
      """
    let found = try boxes("<div id=lines><div></div>\(items)</div>", css: css)
    return ["a", "b", "c", "d"].map { found[$0]?.first ?? "" }
  }

  private func lines(_ x: Int...) -> [String] { x.enumerated().map { "1: \($1),\($0 * 10) 150×10" } }

  @Test func linesFollowTheShape() throws {
    #expect(try edges("") == lines(40, 40, 40, 40))
    #expect(try edges("shape-outside: polygon(0 0, 100% 0, 0 100%)") == lines(40, 30, 20, 10))
    #expect(try edges("shape-outside: circle(20px)") == lines(37, 40, 40, 37))
    #expect(try edges("shape-outside: inset(10px 20px 10px 0)") == lines(0, 20, 20, 0))
    #expect(try edges("shape-outside: ellipse(10px 20px at 0 50%)") == lines(9, 10, 10, 9))
  }

  /// Regression: the number of lines that replace a huge circle was infinite.
  @Test(arguments: ["circle(1e15px)", "circle(calc(infinity * 1px))", "ellipse(1e15px 20px)", "inset(0 round 1e15px)"])
  func hugeShapesEndAtTheMarginBox(shape: String) throws {
    #expect(try edges("shape-outside: \(shape)").count == 4)
  }

  @Test func linesFollowTheShapeOfAFloatOnTheRight() throws {
    // The lines end at 160, 170 and so on.
    #expect(try edges("shape-outside: polygon(0 0, 100% 0, 100% 100%)", side: "right") == lines(10, 20, 30, 40))
  }

  @Test func theReferenceBoxCanBeChosen() throws {
    let box = "box-sizing: border-box; border: 5px solid; padding: 5px;"
    #expect(try edges(box + "shape-outside: content-box") == lines(0, 30, 30, 0))
    #expect(try edges(box + "shape-outside: padding-box") == lines(35, 35, 35, 35))
    #expect(try edges(box + "shape-outside: border-box") == lines(40, 40, 40, 40))
    #expect(try edges("margin-right: 7px; shape-outside: border-box") == lines(40, 40, 40, 40))
    #expect(try edges("margin-right: 7px; shape-outside: margin-box") == lines(47, 47, 47, 47))
  }

  @Test func aBoxHasItsRoundedCorners() throws {
    #expect(try edges("border-radius: 20px; shape-outside: border-box") == lines(37, 40, 40, 37))
    #expect(try edges("shape-outside: inset(0 round 0 20px 0 0)") == lines(37, 40, 40, 40))
  }

  /// The radius of 5 px becomes 5 + 15 (1 + (1/3 - 1)³) = 15.6 px.
  @Test func theMarginBoxHasLargerCorners() throws {
    let style = "width: 20px; height: 20px; margin: 15px; border-radius: 5px; shape-outside: margin-box"
    #expect(try edges(style) == lines(49, 50, 50, 50))
  }

  @Test func aMarginEnlargesTheShapeWithinTheMarginBox() throws {
    let square = "margin-right: 10px; shape-outside: polygon(0 10px, 20px 10px, 20px 20px, 0 20px);"
    #expect(try edges(square) == lines(0, 20, 0, 0))
    #expect(try edges(square + "shape-margin: 10px") == lines(30, 30, 30, 0))
    #expect(try edges(square + "shape-margin: 100px") == lines(50, 50, 50, 50))
  }

  @Test func shapesDoNotMoveOtherFloatsAndFormattingContexts() throws {
    let html = "<div class=f></div><div class=f id=a></div><div id=b></div>"
    let css = """
      .f { float: left; width: 40px; height: 40px; shape-outside: circle(5px) }
      #b { overflow: hidden; width: 50px; height: 10px }
      """
    #expect(try boxes(html, css: css) == ["a": ["1: 40,0 40×40"], "b": ["1: 80,0 50×10"]])
  }

  @Test func aLineMovesToWhereItFitsBesideTheShape() throws {
    let html = "<div id=f></div><i id=a></i>"
    let css = """
      #f { float: left; width: 100px; height: 64px; shape-outside: polygon(0 0, 100% 0, 0 100%) }
      body { line-height: 8px; font-size: 1px }
      i { display: inline-block; vertical-align: top; width: 150px; height: 8px }
      """
    // The shape leaves 150 px from y = 32 on.
    #expect(try boxes(html, css: css)["a"] == ["1: 50,32 150×8"])
  }

  @Test(arguments: ["url(a.png)", "path('M0 0')", "circle() circle()", "auto"])
  func otherValuesAreIgnored(value: String) throws {
    #expect(try edges("shape-outside: \(value)") == lines(40, 40, 40, 40))
  }

  @Test func aPolygonWithTooManyCornersIsTheMarginBox() throws {
    let corners = (0..<600).map { "\($0 % 2)px \($0 / 20)px" }.joined(separator: ", ")
    #expect(try edges("shape-outside: polygon(\(corners))") == lines(40, 40, 40, 40))
  }
}
