import Markup
import TestTraits
import Testing

@testable import Style

@Suite(.hangLimit) struct StyleAttributeTests {
  /// Semicolons in strings, functions, blocks and comments do not end a declaration (css-syntax-3 §5.4.4).
  @Test(arguments: [
    "color:red;width:9px", " ; color : red ;; width:9px ; ", "background:url(a;b.png);width:9px",
    "background:url(data:image/png;base64,AA;);width:9px", "font-family:'a;b', \"c;d\";width:9px",
    "/* ; width:1px; */width:9px", "color:red;/*x*/width:9px", "--x:{a;b};width:9px", "--x:[;];width:9px",
    #"font-family:a\;b;width:9px"#, #"font-family:'a\';b';width:9px"#, "width:9px;font-family:'a;width:1px",
    "width:9px;color:rgb(1,2;width:1px", "color:url(a(b);width:1px);width:9px", "color:);width:9px",
    "}width:1px;width:9px",
    "width:1px;WIDTH:9PX", "width:9px!important;width:1px", "width:9px ! IMPORTANT ;width:1px", "width:calc(3px*3)",
    "width:9px;<!--width:1px", "@media{;}width:1px;width:9px", "width:9px;\0width:1px", "width:\n9px;\n",
  ]) func semicolonsEndDeclarationsAtTheTopLevelOnly(_ text: String) throws {
    let escaped = text.replacing("\"", with: "&quot;")
    // The second element has the declarations that the first one made known; the third has them in another order.
    let sheet = try Sheet(
      "", "<p id=x style=\"\(escaped)\">a<p id=y style=\"\(escaped)\">b<p id=z style=\"height:2px;\(escaped)\">c")
    for id in ["x", "y", "z"] { #expect(sheet.style(id).box.width == .px(9), "\(id)") }
    #expect(sheet.style("z").box.height == .px(2))
  }

  @Test func laterDeclarationsOfAnAttributePrecedeThoseThatAreKnownAlready() throws {
    let sheet = try Sheet(
      "", "<p style='width:1px;width:2px'>a<p id=x style='width:2px;width:1px'>b<p id=y style='width:1px;width:2px'>c")
    #expect(sheet.style("x").box.width == .px(1))
    #expect(sheet.style("y").box.width == .px(2))
  }

  @Test func elementsWithTheSameDeclarationsShareAStyle() throws {
    let sheet = try Sheet("", "<p id=a style='color:red;width:1px'>a<p id=b style=' color:red; width:1px;'>b")
    let nodes = ["a", "b"].compactMap { sheet.document.document.element(id: $0) }
    let styles = nodes.map { sheet.document.styleOfNode[Int($0.index)] }
    #expect(styles[0] == styles[1])
  }

  /// Otherwise each style is compared with many others before it is added.
  @Test(arguments: [
    "color:#123", "background:linear-gradient(1deg,red,blue)", "background:url(1.png)", "background-color:#123",
    "left:1px", "top:2px", "width:1px", "height:1px", "max-width:1px", "margin-left:1px", "padding-top:1px",
    "transform:rotate(1deg)", "opacity:.5", "border:1px solid", "border-color:#123", "border-radius:1px",
    "box-shadow:1px 1px red", "filter:blur(1px)", "clip-path:inset(1px)", "flex:1", "flex-basis:1px", "order:1",
    "grid-row:2", "grid-column:2", "z-index:1", "text-indent:1px", "letter-spacing:1px", "font-size:3px",
    "font-weight:bold", "vertical-align:1px", "counter-reset:a", "counter-increment:a", "--a:1",
  ]) func stylesThatDifferInACommonPropertyHaveOtherHashes(_ declaration: String) throws {
    let sheet = try Sheet("", "<div id=a>a</div><div id=b style='\(declaration)'>b</div>")
    #expect(sheet.style("a").hashValue != sheet.style("b").hashValue)
  }

  /// Each attribute with an ignored declaration has its warning, at the place of the declaration.
  @Test func ignoredDeclarationsAreReportedWhereTheyAre() throws {
    let sheet = try Sheet(
      "", "\n<p id=x style='width:1px;colr:red'>a</p>\n<p id=y style='colr:red;\n width:2px'>b</p>")
    #expect(sheet.style("x").box.width == .px(1))
    #expect(sheet.style("y").box.width == .px(2))
    let places = sheet.document.diagnostics.map { [$0.location.line, $0.location.column] }
    #expect(places == [[2, 26], [3, 16]])
    #expect(sheet.messages == Array(repeating: "Ignored declaration: unknown property “colr”", count: 2))
  }

  @Test func attributesOfOneElementMayDifferFromThoseOfAnEqualOne() throws {
    let html = "<p id=x style='width:attr(w px)' w=3>a<p id=y style='width:attr(w px)' w=4>b"
    let sheet = try Sheet("", html)
    #expect(sheet.style("x").box.width == .px(3))
    #expect(sheet.style("y").box.width == .px(4))
  }

  @Test func textsAreFoundByTheirBytes() {
    var table = ByteTable<Int>()
    func withBytes<T>(_ text: String, _ body: (UnsafeRawBufferPointer) -> T) -> T {
      var text = text
      return text.withUTF8 { body(UnsafeRawBufferPointer($0)) }
    }
    let texts = (0..<1000).map { "left:\($0)mm" } + ["", "a", "aa", "aaaaaaaa", "\u{0}", "\u{0}a"]
    for (number, text) in texts.enumerated() {
      #expect(withBytes(text) { table[$0] } == nil)
      withBytes(text) { table.insert($0, number) }
    }
    for (number, text) in texts.enumerated() { #expect(withBytes(text) { table[$0] } == number) }
    for text in ["left:1000mm", "left:1m", "aaa"] { #expect(withBytes(text) { table[$0] } == nil) }
  }

  @Test func winnersAreVisitedInTheOrderOfProperties() {
    var winners = Winners()
    #expect(winners.first(from: 0) == nil)
    let all = Array(Property.allCases)
    let chosen = [all[0], all[63], all[64], all[130], all[all.count - 1]]
    for property in chosen.shuffled() { winners[property] = Int32(property.rawValue) * 2 }
    var found: [Property] = []
    var next = winners.first(from: 0)
    while let (property, declaration) = next {
      #expect(declaration == Int32(property.rawValue) * 2)
      found.append(property)
      next = winners.first(from: Int(property.rawValue) + 1)
    }
    #expect(found == chosen)
    winners[all[64]] = nil
    #expect(winners[all[64]] == nil && winners[all[63]] != nil)
    #expect(winners.first(from: 64)?.property == all[130])
    winners.removeAll()
    #expect(winners.first(from: 0) == nil)
  }
}
