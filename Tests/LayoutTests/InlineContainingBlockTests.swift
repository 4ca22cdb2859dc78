import Layout
import Style
import TestTraits
import Testing

/// Inline boxes as containing blocks, and what does not apply to them.
@Suite(.hangLimit) struct InlineContainingBlockTests {
  private let css = "#s { position: relative } i { position: absolute; width: 4px; height: 4px }"

  /// CSS 2.2 §10.1: from the first box to the last. The text of an inline box is 11 px high.
  @Test func boxesAreRelativeToTheFirstAndLastLine() throws {
    let html = """
      <p style='width: 60px'>aaaa <span id=s>bbbb cccc<i id=a style='left: 0; top: 0'></i>
      <i id=b style='right: 0; top: 0'></i></span></p>
      """
    let found = try boxes(html, css: css)
    #expect(found["a"] == ["1: 30,0 4×4"])
    #expect(found["b"] == ["1: 20,0 4×4"])
  }

  /// css-transforms-1 §2: inline boxes are not transformable.
  @Test func inlineBoxesAreNotTransformed() throws {
    let document = try layOut("<p><span style='transform: rotate(45deg); background: red'>x</span></p>")
    let inline = document.pages[0].fragments.filter { if case .inlineBox = $0.content { true } else { false } }
    #expect(inline.count == 1)
    #expect(inline.allSatisfy { document.styles[Int($0.style.index)].paint.transforms.isEmpty })
  }

  /// css-position-3 §2.1. Regression: the edges were those of left-to-right boxes.
  @Test func boxesInRightToLeftInlineBoxesAreRelativeToTheStartOfTheFirstAndTheEndOfTheLast() throws {
    let html = """
      <p dir=rtl style='width: 60px'>אאאא <span id=s>בבבב גגגג<i id=a style='left: 0; bottom: 0'></i>
      <i id=b style='right: 0; top: 0'></i></span></p>
      """
    let found = try boxes(html, css: css)
    // The first part is from 6 to 30, and the second one from 36 to 60.
    #expect(found["a"]?.first?.hasPrefix("1: 36,") == true)
    #expect(found["b"]?.first?.hasPrefix("1: 26,") == true)
  }
}
