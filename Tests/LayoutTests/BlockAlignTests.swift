import TestTraits
import Testing

/// Blocks aligned by `align` of their container and `center` (HTML 15.3.3, “align descendants”).
@Suite(.hangLimit) struct BlockAlignTests {
  private func place(_ css: String, align: String, container: String = "") throws -> String? {
    try boxes("<div align=\(align) style='\(container)'><div id=a style='height: 12px; \(css)'></div></div>")["a"]?
      .first
  }

  @Test func blocksNarrowerThanTheirContainerAreMoved() throws {
    #expect(try place("width: 50px", align: "right") == "1: 150,0 50×12")
    #expect(try place("width: 50px", align: "center") == "1: 75,0 50×12")
    #expect(try place("width: 50px", align: "left", container: "direction: rtl") == "1: 0,0 50×12")
    #expect(try place("width: 50px; float: left", align: "right") == "1: 0,0 50×12")
    #expect(try boxes("<center><table id=a><td width=20>a</table>")["a"] == ["1: 88,0 24×16"])
  }

  /// Only blocks without margins were moved.
  @Test func marginsAreKept() throws {
    #expect(try place("width: 50px; margin: 0 10px", align: "right") == "1: 140,0 50×12")
    #expect(try place("width: 50px; margin-right: 50px", align: "center") == "1: 50,0 50×12")
    #expect(try place("margin: 0 10px", align: "right") == "1: 10,0 180×12")
    #expect(try place("width: 50px; margin-left: 10px", align: "left", container: "direction: rtl") == "1: 10,0 50×12")
    #expect(try place("width: 50px; margin-right: auto", align: "right") == "1: 0,0 50×12")
  }

  @Test func blocksWiderThanTheirContainerOverflowAtTheEnd() throws {
    #expect(try place("width: 250px", align: "center") == "1: 0,0 250×12")
    #expect(try place("width: 250px", align: "right") == "1: 0,0 250×12")
  }
}
