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

  /// The height by the content has no margin at its end, which adjoins that of the box.
  @Test func theLeastHeightHasNoMarginAtItsEnd() throws {
    let html = "<div id=d style='aspect-ratio: 10'><p style='margin-bottom: 30px'>x</p></div><p id=p>y</p>"
    let found = try boxes(html)
    #expect(found["d"] == ["1: 0,0 200×20"])
    #expect(found["p"] == ["1: 0,20 200×12"])
  }
}
