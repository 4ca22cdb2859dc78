import Layout
import Style
import TestTraits
import Testing
import TextShaping

@testable import Paint

/// `background-clip: text` (css-backgrounds-4 §2.1).
@Suite(.hangLimit) struct TextClipTests {
  private let font = SquareFont()

  /// Regression: the contents of vertical boxes are turned, and backgrounds were clipped to their place before the turn.
  @Test func aBackgroundIsClippedToTurnedText() throws {
    var scene = Scene(width: 6, height: 6)
    scene.fonts = font.source
    scene.document.texts = [TextTests.shaped("a ")]
    let text = scene.style {
      $0.text.color = .transparent
      $0.text.font.size = 10
    }
    let turned = scene.style {
      $0.paint.transforms = [.rotate(90)]
      $0.paint.transformOrigin = Pair(.zero, .zero)
    }
    var layer = BackgroundLayer(image: .none)
    layer.clip = .text
    let slice = TextSlice(text: 0, run: 0, glyphs: 0..<2, baseline: 2)
    scene.fill(Rect(0, 0, 6, 6), .red, { $0.paint.backgroundLayers = [layer] }) {
      $0.add(Rect(6, 0, 6, 6), turned, .group) { $0.add(Rect(6, 0, 3, 3), text, .text(slice)) }
    }
    let rows = try scene.grid().split(separator: "\n")
    // The glyph is at the right, where the turned line begins.
    #expect(rows[0].hasPrefix("__") && rows[0].contains("RR"), "\(rows)")
    #expect(rows[4] == "______" && rows[5] == "______", "\(rows)")
  }

  /// The shape of the text includes its decoration lines.
  @Test func aBackgroundClippedToTextIsAlsoInItsLines() throws {
    var scene = Scene(width: 4, height: 6)
    scene.fonts = font.source
    scene.document.texts = [TextTests.shaped("a ")]
    let text = scene.style {
      $0.text.color = .transparent
      $0.text.font.size = 10
      $0.text.decorations = [
        TextDecoration(line: .underline, color: .transparent), TextDecoration(line: .overline, color: .transparent),
      ]
    }
    var layer = BackgroundLayer(image: .none)
    layer.clip = .text
    scene.fill(Rect(0, 0, 4, 6), .red, { $0.paint.backgroundLayers = [layer] }) {
      $0.add(Rect(0, 1, 3, 3), text, .text(TextSlice(text: 0, run: 0, glyphs: 0..<2, baseline: 3)))
    }
    let rows = try scene.grid().split(separator: "\n")
    // The glyph, and the ends of the lines above and below it.
    #expect(rows[0].hasPrefix("RRR") && rows[1] == "RR__" && rows[2] == "RR__")
    #expect(rows[3...].contains { $0.hasPrefix("RRR") })
  }
}
