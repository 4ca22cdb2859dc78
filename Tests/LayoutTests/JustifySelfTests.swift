import TestTraits
import Testing

/// `justify-self` of blocks in normal flow (css-align-3 §6.1.1).
@Suite(.hangLimit) struct JustifySelfTests {
  private func place(_ css: String, _ text: String = "", container: String = "") throws -> String? {
    try boxes("<div style='\(container)'><div id=a style='\(css)'>\(text)</div></div>")["a"]?.first
  }

  @Test func aBlockOfKnownWidthIsAligned() throws {
    let css = "width: 50px; height: 12px;"
    #expect(try place(css + "justify-self: center") == "1: 75,0 50×12")
    #expect(try place(css + "justify-self: end; margin-right: 10px") == "1: 140,0 50×12")
    #expect(try place(css + "justify-self: stretch") == "1: 0,0 50×12")
    #expect(try place(css + "justify-self: end", container: "direction: rtl") == "1: 0,0 50×12")
    #expect(try place(css + "justify-self: start", container: "direction: rtl") == "1: 150,0 50×12")
    #expect(try place(css + "justify-self: left", container: "direction: rtl") == "1: 0,0 50×12")
    #expect(try place(css, container: "justify-items: center") == "1: 75,0 50×12")
  }

  @Test func aBlockOfAutomaticWidthFitsItsContent() throws {
    #expect(try place("justify-self: end", "aa") == "1: 188,0 12×12")
    #expect(try place("justify-self: stretch", "aa") == "1: 0,0 200×12")
    #expect(try place("justify-self: center; min-width: 50px", "aa") == "1: 75,0 50×12")
  }

  @Test func automaticMarginsComeFirstAndOverflowIsUnsafe() throws {
    #expect(try place("justify-self: end; width: 50px; margin-right: auto", "aa") == "1: 0,0 50×12")
    #expect(try place("justify-self: center; width: 250px", "aa") == "1: -25,0 250×12")
    #expect(try place("justify-self: safe center; width: 250px", "aa") == "1: 0,0 250×12")
  }

  @Test func tablesAndFloatsAreNotChangedOtherwise() throws {
    #expect(try boxes("<table id=a style='justify-self: center'><td width=20>a</table>")["a"] == ["1: 88,0 24×16"])
    #expect(try place("float: left; justify-self: end", "aa") == "1: 0,0 12×12")
  }

  @Test func aBlockBesideFloatsIsAlignedInTheSpaceBetweenThem() throws {
    let float = "<div style='float: left; width: 100px; height: 12px'></div>"
    let block = "<div id=a style='overflow: hidden; justify-self: center'>aa</div>"
    #expect(try boxes(float + block)["a"] == ["1: 144,0 12×12"])
  }
}
