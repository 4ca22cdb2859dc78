import Layout
import Style
import TestTraits
import Testing

@testable import Paint

@Suite(.hangLimit) struct PageCanvasTests {
  @Test func aCanvasIsPaintedBeyondItsBox() throws {
    var scene = Scene(width: 5, height: 3)
    let style = scene.style {
      $0.paint.backgroundColor = .yellow
      $0.box.borderWidth = Sides(1)
      $0.box.borderStyle = Sides(.solid)
    }
    scene.add(Rect(0, 0, 5, 3), style, .canvas(box: Rect(1, 0, 3, 3), hasBorder: true))
    #expect(try scene.grid() == "YKKKY\nYKYKY\nYKKKY")
  }

  @Test func aFixedBackgroundStartsAtThePageBox() throws {
    var scene = Scene(width: 6, height: 4)
    var layer = BackgroundLayer(image: .url(Pictures.png))
    (layer.isFixed, layer.repetition) = (true, Pair(.noRepeat, .noRepeat))
    let style = scene.style { $0.paint.backgroundLayers = [layer] }
    scene.add(Rect(0, 0, 6, 4), style, .canvas(box: Rect(2, 2, 2, 1), hasBorder: true))
    scene.document.pages[0].trim = Rect(1, 1, 4, 2)
    #expect(try scene.grid() == "______\n_RG___\n_BK___\n______")
  }

  /// css-page-3, appendix on properties: the outline of a page is around its border, not around the sheet.
  @Test func anOutlineIsAroundThePageBox() throws {
    var scene = Scene(width: 5, height: 5)
    let style = scene.style {
      ($0.paint.outlineWidth, $0.paint.outlineStyle, $0.paint.outlineColor) = (1, .solid, .red)
    }
    scene.add(Rect(0, 0, 5, 5), style, .canvas(box: Rect(2, 2, 1, 1), hasBorder: true))
    #expect(try scene.grid() == "_____\n_RRR_\n_R_R_\n_RRR_\n_____")
  }

  @Test func aRotatedPageIsPaintedRotated() throws {
    var scene = Scene(width: 3, height: 2)
    scene.fill(Rect(0, 0, 1, 1), .red)
    scene.fill(Rect(2, 1, 1, 1), .blue)
    scene.document.pages[0].rotation = 90
    #expect(try scene.grid() == "_R\n__\nB_")
    scene.document.pages[0].rotation = 270
    #expect(try scene.grid() == "_B\n__\nR_")
  }
}
