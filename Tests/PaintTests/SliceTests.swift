import Layout
import Markup
import Style
import TestTraits
import Testing

@testable import Paint

@Suite(.hangLimit) struct SliceTests {
  private let stripes = BackgroundImage.linearGradient(
    LinearGradient(
      line: .angle(180),
      stops: [
        GradientStop(color: .red, position: nil), GradientStop(color: .red, position: .percent(50)),
        GradientStop(color: .blue, position: .percent(50)), GradientStop(color: .blue, position: nil),
      ], isRepeating: false))

  @Test func aBackgroundContinuesAfterABreak() throws {
    var scene = Scene(width: 3, height: 4)
    let stripes = stripes
    let style = scene.style { $0.paint.backgroundLayers = [BackgroundLayer(image: stripes)] }
    // Two columns: three rows of the box in the first, one in the second.
    scene.add(Rect(0, 0, 1, 3), style, edges: [.top, .left, .right], node: NodeID(1))
    scene.add(Rect(2, 0, 1, 1), style, edges: [.bottom, .left, .right], node: NodeID(1))
    #expect(try scene.grid() == "R_B\nR__\nB__\n___")
  }

  /// Regression: the gradient of a generated box, such as the line of a timeline, began anew on each page.
  @Test func aBackgroundOfAGeneratedBoxContinuesAfterABreak() throws {
    var scene = Scene(width: 3, height: 4)
    let stripes = stripes
    let style = scene.style { $0.paint.backgroundLayers = [BackgroundLayer(image: stripes)] }
    // Two boxes of the same style.
    for x in [0.0, 2] { scene.add(Rect(x, 0, 1, 3), style, edges: [.top, .left, .right]) }
    for x in [0.0, 2] { scene.add(Rect(x, 3, 1, 1), style, edges: [.bottom, .left, .right]) }
    #expect(try scene.grid() == "R_R\nR_R\nB_B\nB_B")
  }

  @Test func clonedDecorationIsPaintedOnEachFragment() throws {
    var scene = Scene(width: 3, height: 2)
    let stripes = stripes
    let style = scene.style {
      $0.paint.backgroundLayers = [BackgroundLayer(image: stripes)]
      $0.box.cloneDecoration = true
    }
    scene.add(Rect(0, 0, 1, 2), style, edges: [.top, .left, .right], node: NodeID(1))
    scene.add(Rect(2, 0, 1, 2), style, edges: [.bottom, .left, .right], node: NodeID(1))
    #expect(try scene.grid() == "R_R\nB_B")
  }

  @Test func anInlineBoxIsSlicedAlongItsLines() throws {
    var scene = Scene(width: 4, height: 2)
    let gradient = BackgroundImage.linearGradient(
      LinearGradient(
        line: .angle(90),
        stops: [
          GradientStop(color: .red, position: nil), GradientStop(color: .red, position: .percent(50)),
          GradientStop(color: .blue, position: .percent(50)), GradientStop(color: .blue, position: nil),
        ], isRepeating: false))
    let style = scene.style {
      $0.box.display = .inline
      $0.paint.backgroundLayers = [BackgroundLayer(image: gradient)]
    }
    scene.add(Rect(1, 0, 3, 1), style, .inlineBox, edges: [.top, .left, .bottom], node: NodeID(1))
    scene.add(Rect(0, 1, 1, 1), style, .inlineBox, edges: [.top, .right, .bottom], node: NodeID(1))
    #expect(try scene.grid() == "_RRB\nB___")
  }
}
