import TestTraits
import Testing

/// The widths of boxes with a formatting context of their own beside a float of 50 by 80 px (CSS 2.2 §9.5, §10.3.3,
/// §10.4).
@Suite(.hangLimit) struct BesideFloatSizeTests {
  private func place(
    _ css: String, float: String = "left", direction: String = "ltr", _ content: String = "aa"
  ) throws -> String? {
    let floats = "<div style='float: \(float); width: 50px; height: 80px'></div>"
    let html = "\(floats)<div id=a style='\(css)'>\(content)</div>"
    return try boxes("<div style='direction: \(direction)'>\(html)</div>")["a"]?.first
  }

  /// Regression: `max-width` was ignored.
  @Test(arguments: [
    "overflow: hidden", "display: flow-root", "display: flex", "display: grid", "columns: 2; column-gap: 0",
    "contain: layout",
  ])
  func theWidthIsLimited(_ context: String) throws {
    #expect(try place(context + "; max-width: 60px") == "1: 50,0 60×12")
    #expect(try place(context + "; max-width: 60px", float: "right") == "1: 0,0 60×12")
    #expect(try place(context + "; max-width: 60px", float: "right", direction: "rtl") == "1: 90,0 60×12")
    #expect(try place(context + "; max-width: 50%") == "1: 50,0 100×12")
    #expect(try place(context + "; max-width: 300px") == "1: 50,0 150×12")
  }

  /// Regression: they had no effect.
  @Test func automaticMarginsTakeTheFreeSpace() throws {
    let css = "display: flow-root; max-width: 60px;"
    #expect(try place(css + "margin: 0 auto") == "1: 95,0 60×12")
    #expect(try place(css + "margin-left: auto") == "1: 140,0 60×12")
    #expect(try place(css + "margin-left: 70px") == "1: 70,0 60×12")
    #expect(try place(css + "margin: 0 auto", float: "right") == "1: 45,0 60×12")
    #expect(try place("display: flow-root; width: fit-content; margin: 0 auto") == "1: 119,0 12×12")
  }

  /// Regression: percentages of `min-width` were ignored.
  @Test func theLeastWidthMayNotFit() throws {
    #expect(try place("display: flow-root; min-width: 70%") == "1: 50,0 150×12")
    #expect(try place("display: flow-root; min-width: 90%") == "1: 0,80 200×12")
    #expect(try place("display: flow-root; max-width: 12px; min-width: 90%") == "1: 0,80 180×12")
    // What overflows a box of limited width does not need space.
    #expect(try place("display: flow-root; max-width: 20%", String(repeating: "a", count: 30)) == "1: 50,0 40×12")
  }

  /// Regression: a limit of the height was not transferred to the width by the ratio (css-sizing-4 §5.1.2).
  @Test func limitsOfTheHeightAreTransferred() throws {
    #expect(try place("display: flow-root; aspect-ratio: 1; max-height: 20px") == "1: 50,0 20×20")
  }
}
