import Layout
import TestTraits
import Testing

/// The areas of links.
@Suite(.hangLimit) struct LinkTests {
  /// The areas as `x,y width×height target`.
  private func areas(_ html: String, css: String = "") throws -> [String] {
    try layOut(html, css: css).pages[0].links.map { link in
      let frame = link.frame
      return "\(whole(frame.x)),\(whole(frame.y)) \(whole(frame.width))×\(whole(frame.height)) \(link.target)"
    }
  }

  @Test func textIsALink() throws {
    let found = try areas("<p>ab <a href='#x'>cd</a> <a href='#y'>ef</a></p>")
    #expect(found == ["18,0 12×11 #x", "36,0 12×11 #y"])
  }

  /// Regression: only text in inline boxes, and images, were areas.
  @Test(arguments: ["block", "flex"]) func aBoxIsALink(_ display: String) throws {
    let css = "a { display: \(display); width: 50px; padding: 4px }"
    #expect(try areas("<a href='#x'>ab <span>cd</span></a>", css: css) == ["0,0 58×20 #x"])
    #expect(try areas("<a href='#x'></a>", css: css) == ["0,0 58×8 #x"])
  }

  @Test func inlineBlocksFloatsAndBlocksInLinksAreAreas() throws {
    #expect(try areas("<a href='#x' style='display: inline-block; padding: 2px'>ab</a>") == ["0,0 16×16 #x"])
    #expect(try areas("<a href='#x' style='float: right'>ab</a>") == ["188,0 12×12 #x"])
    #expect(try areas("<a href='#x'><div style='width: 30px'>ab</div></a>") == ["0,0 30×12 #x"])
  }

  /// A link without text that covers a box, as cards have it.
  @Test func positionedBoxesAreAreas() throws {
    let card = "<div style='position: relative; width: 40px; height: 20px'>a<a href='#x' class=o></a></div>"
    #expect(try areas(card, css: ".o { position: absolute; inset: 0 }") == ["0,0 40×20 #x"])
  }

  /// Content beside the box of its link has an area of its own.
  @Test func contentOutsideTheBoxOfItsLinkIsAnArea() throws {
    let html = "<a href='#x' class=b>a<span class=o>bc</span></a>"
    let css = ".b { display: block; width: 20px } .o { position: absolute; left: 100px; top: 30px }"
    #expect(try areas(html, css: css).sorted() == ["0,0 20×12 #x", "100,30 12×12 #x"])
  }

  @Test func aBoxOnTwoPagesHasAnAreaOnEach() throws {
    let pages = try layOut("<a href='#x' style='display: block; height: 150px'></a>").pages
    #expect(pages.map { $0.links.map { whole($0.frame.height) } } == [[120], [30]])
  }

  /// URL Standard, 4.4.
  @Test(arguments: [" https://a.example/b ", "\n\thttps://a.exam\nple/b\r\n"])
  func whiteSpaceAroundAddressesHasNoEffect(_ address: String) throws {
    #expect(try layOut("<a href='\(address)'>x</a>").pages[0].links.map(\.target) == ["https://a.example/b"])
  }
}
