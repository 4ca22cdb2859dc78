import Fuzzing
import Markup
import Resources
import TestTraits
import Testing

@testable import Style

@Suite(.hangLimit) struct FuzzTests {
  /// Every node has a style with finite numbers for any style sheet.
  @Test(arguments: 0..<UInt64(80)) func randomStyleSheetsGiveEveryNodeAStyle(seed: UInt64) throws {
    let document = try Document.parse(html: RandomDocument.html(seed: seed, size: 40))
    var styled = StyleEngine.style(document, loader: ResourceLoader())
    #expect(styled.styleOfNode.count == document.nodes.count, "seed \(seed)")
    for id in styled.styleOfNode { try #require(Int(id.index) < styled.styles.count, "seed \(seed)") }
    for style in styled.styles {
      let box = style.box
      let numbers = [
        style.text.font.size, style.text.letterSpacing, style.text.wordSpacing, box.borderWidth.left,
        box.borderWidth.top,
        Double(style.paint.opacity),
      ]
      #expect(numbers.allSatisfy { $0.isFinite }, "seed \(seed): \(numbers)")
      #expect(style.text.font.size >= 0 && box.borderWidth.left >= 0, "seed \(seed)")
    }
    let page = styled.pageStyle(PageQuery(index: 0, name: nil, isFirst: true, isRight: true, isBlank: false))
    #expect(page.width.isFinite && page.width > 0 && page.height.isFinite && page.height > 0, "seed \(seed)")
  }

  @Test(arguments: 0..<UInt64(80)) func damagedStyleSheetsAreParsed(seed: UInt64) throws {
    var random = Fuzzing.SplitMix(seed: seed)
    let css = RandomStylesheet.damaged(RandomStylesheet.sheet(&random), &random)
    _ = try Sheet(css.replacing("</style", with: ""))
  }
}
