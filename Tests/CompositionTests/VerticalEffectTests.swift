import PDFReading
import TestTraits
import Testing

@testable import Composition

/// Effects of boxes in vertical text (css-writing-modes-4 §7.5): they refer to the page, so that a box at the same place
/// looks as in horizontal text.
@Suite(.hangLimit) struct VerticalEffectTests {
  private static let page = "@page { size: 60px 50px; margin: 0 } body { margin: 0 }"
  private static let box =
    "position: absolute; left: 20px; top: 15px; width: 20px; height: 10px; box-sizing: border-box; background: red;"

  private func pixels(_ html: String) throws -> [UInt8] {
    let html = "<!DOCTYPE html><style>\(Self.page)</style>\(html)"
    return try Typesetter().typeset(HTMLDocument(html: Array(html.utf8))).png(page: 0).bytes
  }

  private func container(_ mode: String, _ content: String) -> String {
    "<div style='writing-mode: \(mode); position: relative; width: 60px; height: 50px'>\(content)</div>"
  }

  private static let effects = [
    "transform: translate(5px, 50%)", "translate: 25% calc(20% + 1px)", "transform: skewX(45deg)",
    "transform: scale(2, 1); transform-origin: 0 0", "scale: 1 2; transform-origin: right 5px bottom 2px",
    "transform: matrix(1, 0, .5, 1, 3, 4)", "rotate: 90deg; transform-origin: 0 50%",
    "box-shadow: 5px 2px blue", "box-shadow: inset 5px 2px blue", "filter: drop-shadow(5px 2px blue)",
    "clip-path: inset(1px 2px 3px 4px)", "clip-path: polygon(0 0, 100% 0, 0 100%)",
    "clip-path: inset(0) content-box; padding: 1px 2px 3px 4px", "clip: rect(1px, 12px, 7px, 3px)",
    "mask: linear-gradient(90deg, red 50%, transparent 50%)",
    "border: solid; border-width: 1px 2px 3px 4px; border-image: linear-gradient(90deg, lime 50%, blue 50%) 1 2 3 4",
    "mask-border: linear-gradient(90deg, red 50%, transparent 50%) 1 / 4px 0 0 6px",
    "overflow-x: clip", "background: linear-gradient(90deg, lime 50%, blue 50%) fixed",
    "background: linear-gradient(lime 40%, blue 40%) fixed padding-box; border: 2px dashed",
  ]

  @Test(arguments: effects) func effectsReferToThePage(_ css: String) throws {
    let child = "<div style='position: absolute; left: 0; top: 0; width: 30px; height: 20px; background: lime'></div>"
    let content = "<div style='\(Self.box) \(css)'>\(child)</div>"
    let image = "data:image/svg+xml,%3Csvg xmlns=%22http://www.w3.org/2000/svg%22/%3E"
    let replaced = "<img src='\(image)' style='\(Self.box) \(css)'>"
    for element in css.hasPrefix("overflow") || css.hasPrefix("clip:") ? [content] : [content, replaced] {
      let expected = try pixels(container("horizontal-tb", element))
      #expect(try expected != pixels(""))
      for mode in ["vertical-rl", "vertical-lr", "sideways-lr"] {
        #expect(try pixels(container(mode, element)) == expected, "\(mode) \(element)")
      }
    }
  }

  /// The body's writing mode turns the page.
  @Test func effectsOnTurnedPagesReferToThePage() throws {
    for css in [
      "box-shadow: 5px 2px blue; transform: translate(5px, 10px)",
      "background: linear-gradient(90deg, lime 50%, blue 50%) fixed",
    ] {
      let element = "<div style='\(Self.box) \(css)'></div>"
      let expected = try pixels(element)
      for mode in ["vertical-rl", "vertical-lr", "sideways-lr"] {
        #expect(try pixels("<style>body { writing-mode: \(mode) }</style>\(element)") == expected, "\(mode) \(css)")
      }
    }
  }
}
