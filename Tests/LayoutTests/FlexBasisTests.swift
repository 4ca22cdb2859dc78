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
}
