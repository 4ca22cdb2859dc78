import TestTraits
import Testing

/// Preferred aspect ratios of blocks (css-sizing-4 §5).
@Suite(.hangLimit) struct RatioTests {
  /// §5.1.2: limits of the height are also limits of an automatic width.
  @Test func limitsOfTheHeightAreTransferred() throws {
    #expect(try boxes("<div id=d style='aspect-ratio: 2; max-height: 20px'></div>")["d"] == ["1: 0,0 40×20"])
    let inner = "<div id=d style='aspect-ratio: 2; min-height: 20px'></div>"
    #expect(try boxes("<div style='width: min-content'>\(inner)</div>")["d"] == ["1: 0,0 40×20"])
  }

  /// Regression: they had an effect only on automatic widths in the flow, floats and flex items.
  @Test(arguments: [
    ("width: fit-content; min-height: 30px", "0,0 30×30"), ("width: min-content; min-height: 30px", "0,0 30×30"),
    ("width: fit-content; max-height: 10px", "0,0 10×10"),
    ("position: absolute; min-height: 30px", "0,0 30×30"), ("position: absolute; max-height: 10px", "0,0 10×10"),
    ("position: absolute; left: 0; right: 0; max-height: 40px", "0,0 40×40"),
    ("position: absolute; left: 0; right: 0; height: 20px; max-height: 40px", "0,0 200×20"),
  ])
  func limitsOfTheHeightAreTransferredToWidthsByContent(_ css: String, frame: String) throws {
    #expect(try boxes("<div id=d style='aspect-ratio: 1; \(css)'>aaaa</div>")["d"] == ["1: \(frame)"])
  }

  @Test(arguments: [
    ("grid", "justify-self: start; min-height: 30px", "0,0 30×30"),
    ("grid", "justify-self: start; max-height: 10px", "0,0 10×10"), ("grid", "max-height: 40px", "0,0 40×40"),
    ("grid", "justify-self: stretch; max-height: 40px", "0,0 200×40"),
    ("flex; flex-direction: column", "align-self: start; min-height: 30px", "0,0 30×30"),
  ])
  func limitsOfTheHeightAreTransferredInContainers(_ display: String, css: String, frame: String) throws {
    let item = "<div id=d style='aspect-ratio: 1; \(css)'>aa</div>"
    #expect(try boxes("<div style='display: \(display)'>\(item)</div>")["d"] == ["1: \(frame)"])
  }

  /// Regression: flex and grid containers with a ratio were lower than their items (css-sizing-4 §5.1.1).
  @Test(arguments: ["flex", "flex; flex-direction: column", "grid"])
  func containersAreAtLeastAsHighAsTheirItems(_ display: String) throws {
    func sizes(_ css: String, around: String = "display: block") throws -> [String] {
      let item = "<div style='height: 30px; flex: none'></div><div id=i></div>"
      let box = "<div id=d style='display: \(display); aspect-ratio: 4; width: 40px; \(css)'>\(item)</div>"
      let found = try boxes("<div style='\(around)'>\(box)</div><p id=p>x</p>")
      return [found["d"]?.first, found["p"]?.first].compactMap { $0 }
    }
    #expect(try sizes("") == ["1: 0,0 40×30", "1: 0,30 200×12"])
    #expect(try sizes("aspect-ratio: 1") == ["1: 0,0 40×40", "1: 0,40 200×12"])
    #expect(try sizes("max-height: 20px") == ["1: 0,0 40×20", "1: 0,20 200×12"])
    #expect(try sizes("min-height: 0") == ["1: 0,0 40×10", "1: 0,10 200×12"])
    #expect(try sizes("overflow: hidden") == ["1: 0,0 40×10", "1: 0,10 200×12"])
    #expect(try sizes("", around: "display: flex; align-items: start") == ["1: 0,0 40×30", "1: 0,30 200×12"])
    #expect(try sizes("", around: "display: flex; flex-direction: column") == ["1: 0,0 40×30", "1: 0,30 200×12"])
    #expect(try sizes("", around: "display: grid") == ["1: 0,0 40×30", "1: 0,30 200×12"])
  }

  @Test func theHeightOfAContainerByItsRatioIsDefinite() throws {
    let html =
      "<div style='display: flex; aspect-ratio: 2; width: 40px'><p id=a style='height: 50%'></p><p id=b></p></div>"
    let found = try boxes(html)
    #expect(found["a"] == ["1: 0,0 0×10"])
    #expect(found["b"] == ["1: 0,0 0×20"])
    let grid =
      "<div style='display: grid; aspect-ratio: 2; width: 40px; grid-template-rows: 25% 75%'><p></p><p id=a></p></div>"
    #expect(try boxes(grid)["a"] == ["1: 0,5 40×15"])
  }

  /// The height by the content has no margin at its end, which adjoins that of the box.
  @Test func theLeastHeightHasNoMarginAtItsEnd() throws {
    let html = "<div id=d style='aspect-ratio: 10'><p style='margin-bottom: 30px'>x</p></div><p id=p>y</p>"
    let found = try boxes(html)
    #expect(found["d"] == ["1: 0,0 200×20"])
    #expect(found["p"] == ["1: 0,20 200×12"])
  }
}
