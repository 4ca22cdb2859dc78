import TestTraits
import Testing

@testable import Layout

/// Layout stores thousands of these values, so their sizes are limited.
@Suite(.hangLimit) struct SizeTests {
  @Test func hotStructsStaySmall() {
    #expect(MemoryLayout<Box>.stride <= 52)
    #expect(MemoryLayout<InlineItem>.stride <= 20)
    #expect(MemoryLayout<InlineBox>.stride <= 20)
    #expect(MemoryLayout<InlineContent>.stride <= 80)
    #expect(MemoryLayout<TableGrid.Cell>.stride <= 20)
    #expect(MemoryLayout<Word>.stride <= 48)
    #expect(MemoryLayout<TextSlice>.stride <= 32)
    #expect(MemoryLayout<FragmentID>.stride == 4)
  }

  @Test func fragmentsStaySmall() {
    #expect(MemoryLayout<Fragment>.stride <= 80, "\(MemoryLayout<Fragment>.stride)")
    #expect(MemoryLayout<FragmentArena.Entry>.stride <= 136, "\(MemoryLayout<FragmentArena.Entry>.stride)")
  }

  /// Regression: the limits of the height did not apply to the width of floats with a ratio (css-sizing-4 §5.1.2).
  /// Regression: the insets were ignored (css-position-3 §4.1).
  @Test(arguments: [
    ("<table id=a style='left: 150px; border-spacing: 0'><tr><td>aaaa aaaa</table>", "150,0 50×24"),
    ("<table id=a style='left: 150px; right: 20px; border-spacing: 0'><tr><td>aaaa aaaa</table>", "150,0 30×24"),
    ("<p id=a style='left: 150px; width: fit-content'>aaaa aaaa", "150,0 50×24"),
    ("<p id=a style='left: 150px; width: 10px; min-width: fit-content'>aaaa aaaa", "150,0 50×24"),
    ("<p id=a style='left: 20px; right: 30px; width: stretch'>a", "20,0 150×12"),
    ("<p id=a style='left: 20px; right: 30px; max-width: stretch; width: 300px'>a", "20,0 150×12"),
    ("<p id=a style='left: 20px; width: 50%'>a", "20,0 100×12"),
    ("<p id=a style='left: 0; width: 10px; top: 20px; bottom: 10px; height: stretch'>a", "0,20 10×30"),
  ])
  func keywordsOfPositionedBoxesReferToTheSpaceBetweenTheInsets(box: String, frame: String) throws {
    let html = "<div style='position: relative; height: 60px'>\(box)</div>"
    #expect(try boxes(html, css: "#a { position: absolute }") == ["a": ["1: \(frame)"]])
  }

  @Test(arguments: ["fit-content", "stretch", "auto"])
  func keywordsOfBoxesBesideFloatsReferToTheSpaceThatFloatsLeave(width: String) throws {
    let html = """
      <div style='float: left; width: 50px; height: 30px'></div>
      <p id=a style='display: flow-root; width: \(width)'>aaaa aaaa aaaa aaaa aaaa aaaa
      """
    #expect(try boxes(html) == ["a": ["1: 50,0 150×24"]])
  }

  @Test func limitsOfTheHeightAreTransferredToTheWidthOfFloats() throws {
    let style = "float: left; aspect-ratio: 1;"
    #expect(try boxes("<div id=a style='\(style) min-height: 30px'>a</div>")["a"] == ["1: 0,0 30×30"])
    #expect(try boxes("<div id=a style='\(style) min-height: 0; max-height: 12px'>aaaa</div>")["a"] == ["1: 0,0 12×12"])
  }

  /// Regression: a height that determines the width by a ratio had no effect on floats and on containers that fit their
  /// content (css-sizing-4 §5).
  @Test func theHeightIsTransferredToWidthsByContent() throws {
    let ratio = "height: 20px; aspect-ratio: 2"
    #expect(try boxes("<div id=a style='float: left; \(ratio)'></div>")["a"] == ["1: 0,0 40×20"])
    #expect(
      try boxes("<div id=a style='float: left'><div style='\(ratio); padding-left: 5px'></div></div>")["a"] == [
        "1: 0,0 45×20"
      ])
  }

  /// Regression: boxes with a ratio were smaller than their content (css-sizing-4 §5.1.3).
  @Test func boxesWithARatioAreAtLeastAsLargeAsTheirContent() throws {
    func size(_ css: String, _ content: String) throws -> [String]? {
      try boxes("<div id=a style='aspect-ratio: 1; \(css)'>\(content)</div>")["a"]
    }
    #expect(try size("height: 12px", "aaaa") == ["1: 0,0 24×12"])
    #expect(try size("height: 12px; max-width: 18px", "aaaa") == ["1: 0,0 18×12"])
    #expect(try size("height: 12px; min-width: 0", "aaaa") == ["1: 0,0 12×12"])
    #expect(try size("height: 12px; overflow: hidden", "aaaa") == ["1: 0,0 12×12"])
    #expect(try size("width: 20px; overflow: clip", "a<br>b<br>c") == ["1: 0,0 20×36"])
    #expect(try size("width: 20px; overflow: hidden", "a<br>b<br>c") == ["1: 0,0 20×20"])
  }

  /// Regression: running elements, which are not in the flow, widened the containers that fit their content.
  @Test func runningElementsDoNotWidenTheirContainers() throws {
    let html = "<div id=a style='float: left'><h1 style='position: running(title)'>aaaaaaaaaa</h1><p>bb</p></div>"
    #expect(try boxes(html)["a"] == ["1: 0,0 12×12"])
  }

  /// Regression: a box beside a float filled the width, although its height determined it.
  @Test func theHeightIsTransferredToTheWidthBesideFloats() throws {
    let float = "<div style='float: left; width: 50px; height: 30px'></div>"
    let box = "<div id=a style='overflow: hidden; height: 20px; aspect-ratio: 2'></div>"
    #expect(try boxes(float + box)["a"] == ["1: 50,0 40×20"])
  }
}
