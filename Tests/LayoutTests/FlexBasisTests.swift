import TestTraits
import Testing

/// The flex base size and the least size of items (css-flexbox-1 §9.2 and §4.5).
@Suite(.hangLimit) struct FlexBasisTests {
  /// Regression: the content of such an item was cut off, because `flex: 1` set the basis to 0 px and not to 0%, which
  /// behaves as `content` in a column without a definite height (§7.2.3).
  @Test(arguments: ["flex: 1", "flex: 2 3", "flex: 1 1 0%"])
  func anItemOfAColumnWithoutHeightIsAsHighAsItsContent(_ flex: String) throws {
    let html = """
      <div id=f style='display: flex; flex-direction: column'><p id=a style='\(flex); overflow: hidden'>a<br>b</p></div>
      """
    #expect(try boxes(html) == ["f": ["1: 0,0 200×24"], "a": ["1: 0,0 200×24"]])
    let other = html.replacing(flex, with: "flex: 1 1 0px")
    #expect(try boxes(other)["f"] == ["1: 0,0 200×0"])
  }

  @Test func aBasisWithoutUnitInARowIsZero() throws {
    let html = "<div style='display: flex; width: 120px'><p id=a style='flex: 1'>aaaa</p><p style='flex: 1'>b</p></div>"
    #expect(try boxes(html)["a"] == ["1: 0,0 60×12"])
  }

  /// Regression: the item became narrower than its ratio demands (css-sizing-4 §5).
  @Test(arguments: ["height: 40px", "align-self: stretch"])
  func anItemWithARatioKeepsTheWidthThatFollowsFromItsHeight(_ css: String) throws {
    let item = "<p id=a style='aspect-ratio: 1; \(css)'>a</p>"
    let html = "<div style='display: flex; width: 10px; height: 40px'>\(item)<p>b</p></div>"
    #expect(try boxes(html)["a"] == ["1: 0,0 40×40"])
    let shrinking = html.replacing("aspect-ratio: 1", with: "aspect-ratio: 1; min-width: 0")
    #expect(try boxes(shrinking)["a"] == ["1: 0,0 4×40"])
  }

  /// Regression: the lines and rows of a container in such an item filled its `height` (§9.2 E).
  @Test(arguments: ["block", "flex", "grid"], ["flex: 1", "flex: 1 1 content"])
  func theHeightOfAnItemIsNotItsContent(_ display: String, _ flex: String) throws {
    for height in ["height: 70px", "height: 70px; max-height: 50px"] {
      let item = "<div id=a style='display: \(display); \(height); \(flex)'>a</div>"
      let html = "<div id=f style='display: flex; flex-direction: column'>\(item)</div>"
      #expect(try boxes(html) == ["f": ["1: 0,0 200×12"], "a": ["1: 0,0 200×12"]])
    }
    let item = "<div id=a style='display: \(display); height: 70px; flex: 0 1 auto'>a</div>"
    let html = "<div style='display: flex; flex-direction: column; height: 40px'>\(item)</div>"
    #expect(try boxes(html)["a"] == ["1: 0,0 200×40"])
  }

  /// Regression: the item was not counted, as if its greatest width were 0 (css-sizing-3 §5.2.1).
  @Test(arguments: ["max-width: 50%", "max-width: calc(50% + 10px)"])
  func aGreatestWidthInPerCentDoesNotLimitTheContentOfARow(_ css: String) throws {
    let html = "<div id=f style='display: inline-flex'><p style='\(css); flex: 1 0 60px'>x</p>text</div>"
    #expect(try boxes(html)["f"] == ["1: 0,0 84×12"])
    let limited = html.replacing(css, with: "max-width: 30px")
    #expect(try boxes(limited)["f"] == ["1: 0,0 54×12"])
  }
}
