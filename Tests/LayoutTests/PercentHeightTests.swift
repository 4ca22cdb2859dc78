import TestTraits
import Testing

/// Heights in per cent of a height that is not definite (CSS 2.2 §10.5), and of cells.
@Suite(.hangLimit) struct PercentHeightTests {
  @Test func marginsCollapseThroughABoxOfSuchAHeight() throws {
    let html =
      "<!doctype html><div id=o><div style='height: 50%'></div><div id=i style='margin-top: 10px'>x</div></div>"
    let found = try boxes(html)
    #expect(found["o"] == ["1: 0,10 200×12"])
    #expect(found["i"] == ["1: 0,10 200×12"])
  }

  /// css-flexbox-1 §8.3: only a height that computes to `auto` is stretched.
  @Test func flexItemsAreNotStretched() throws {
    let html = "<div style='display: flex'><p style='height: 40px'>a</p><p id=b style='height: 50%'>b</p></div>"
    #expect(try boxes(html)["b"] == ["1: 6,0 6×12"])
  }

  /// css-tables-3 §3.10.6.
  @Test func boxesInACellReferToItsUsedHeight() throws {
    let html = """
      <table style='height: 100px; border-spacing: 0'><tr><td style='height: 40px'>
      <div id=d style='height: 100%; width: 10px'></div></table>
      """
    #expect(try boxes(html)["d"] == ["1: 0,0 10×100"])
  }
}
