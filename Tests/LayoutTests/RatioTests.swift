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

  /// The height by the content has no margin at its end, which adjoins that of the box.
  @Test func theLeastHeightHasNoMarginAtItsEnd() throws {
    let html = "<div id=d style='aspect-ratio: 10'><p style='margin-bottom: 30px'>x</p></div><p id=p>y</p>"
    let found = try boxes(html)
    #expect(found["d"] == ["1: 0,0 200×20"])
    #expect(found["p"] == ["1: 0,20 200×12"])
  }
}
