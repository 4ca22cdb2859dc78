import TestTraits
import Testing

/// Markers of pseudo-elements, in right-to-left text, and with gradients.
@Suite(.hangLimit) struct MarkerTests {
  private func texts(_ html: String, css: String = "") throws -> [String] {
    try lines(html, css: css)[0].map { $0.filter { !$0.unicodeScalars.contains { 0x2066...0x2069 ~= $0.value } } }
  }

  /// The marker of a pseudo-element was its `content` again.
  @Test(arguments: ["before", "after"]) func aPseudoElementMayBeAListItem(pseudo: String) throws {
    let css = "p::\(pseudo) { content: 'x'; display: list-item; list-style: decimal inside }"
    let found = try texts("<p>a</p>", css: css).map { $0.split(separator: " ", maxSplits: 2).last ?? "" }
    #expect(found.joined(separator: "|").contains("1. |x"), "\(found)")
  }

  /// The marker was on the left of right-to-left text if that begins with left-to-right text.
  @Test func anInsideMarkerIsAtTheStartOfRightToLeftText() throws {
    let css = "ul { padding: 0; list-style: '*' inside }"
    let found = try texts("<ul dir=rtl><li>abc</ul>", css: css)
    #expect(found.contains { $0.hasPrefix("194,0 6 ") } && found.contains { $0.hasPrefix("176,0 18 abc") }, "\(found)")
  }

  /// Spaces at the end of an isolate were on the other side of the text that follows.
  @Test func isolatesAreSeparatedFromTextOfTheSameDirection() throws {
    let found = try texts("<p dir=rtl><bdi dir=rtl>* </bdi>abc</p>")
    #expect(found.contains { $0.hasPrefix("170,0 18 abc") }, "\(found)")
  }

  /// `list-style-image` was ignored if it was a gradient.
  @Test func theImageOfAMarkerMayBeAGradient() throws {
    let html = "<ul style='list-style: linear-gradient(red, blue) inside'><li id=a>x</ul>"
    let page = try layOut(html).pages[0]
    let image = page.fragments.first { if case .generated = $0.content { true } else { false } }
    #expect(image.map { whole($0.frame.width) } == 10)
  }

  /// Regression: an image without a natural size was as large as its line (css-lists-3 §3.2).
  @Test(arguments: ["inside", "outside"]) func theDefaultSizeOfAnImageIsThatOfTheFont(_ position: String) throws {
    func size(_ attributes: String) throws -> String? {
      let address = "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' \(attributes)/%3E"
      let html = "<ul style=\"margin-left: 40px; list-style: \(position) url(&quot;\(address)&quot;)\"><li>x</ul>"
      let image = try layOut(html).pages[0].fragments.first { if case .image = $0.content { true } else { false } }
      return image.map { "\(whole($0.frame.width))×\(whole($0.frame.height))" }
    }
    #expect(try size("viewBox='0 0 12 12'") == "10×10")
    #expect(try size("viewBox='0 0 24 12'") == "10×5")
    #expect(try size("viewBox='0 0 12 24'") == "5×10")
    #expect(try size("") == "10×10")
    #expect(try size("width='20'") == "20×10")
    #expect(try size("width='20' height='8'") == "20×8")
    #expect(try size("width='20' viewBox='0 0 24 12'") == "20×10")
  }

  /// Regression: an inside marker without content was a line, which kept margins from collapsing.
  @Test func anInsideMarkerWithoutContentIsNoLine() throws {
    let html = "<ul style='list-style: none inside'><li><div style='margin: 20px 0'></div></ul><p id=p>x"
    #expect(try boxes(html)["p"] == ["1: 0,20 200×12"])
  }
}
