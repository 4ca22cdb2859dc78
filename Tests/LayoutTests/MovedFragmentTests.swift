import Layout
import Markup
import TestTraits
import Testing

/// Where boxes that are laid out apart from the flow of a page are painted.
@Suite(.hangLimit) struct MovedFragmentTests {
  /// The moved boxes of each page: their ids, those of the boxes that contain them, and those of the boxes that precede
  /// them there.
  private func moved(_ html: String, css: String = "") throws -> [[String]] {
    let source = try Document.parse(html: html)
    func name(_ fragment: Fragment) -> String {
      guard !fragment.node.isNone else { return "-" }
      return source.attribute(fragment.node, .id) ?? "?"
    }
    return try layOut(html, css: css).pages.map { page in
      page.moved.map { moved in
        let inside = page.fragments[Int(moved.parent) + 1..<Int(moved.before)]
        let earlier = inside.filter { fragment in
          if case .box = fragment.content { name(fragment).first?.isLetter == true } else { false }
        }.map(name)
        let level = moved.zIndex.map { " level \($0)" } ?? ""
        return ([name(page.fragments[Int(moved.fragment)]), "in", name(page.fragments[Int(moved.parent)])] + earlier)
          .joined(separator: " ") + level
      }
    }
  }

  private let css = "div { height: 20px } .f { position: fixed; top: 0; left: 0 } .p { position: relative }"

  /// Regression: fixed boxes were painted above positioned boxes that follow them.
  @Test func fixedBoxesStayAtTheirPlaceInTheDocument() throws {
    let html = "<body id=body><div id=a></div><div id=f class=f></div><div id=b class=p></div>"
    #expect(try moved(html, css: css) == [["f in body a"]])
  }

  @Test func onOtherPagesFixedBoxesAreAtTheStartOrEndOfWhatContainsThem() throws {
    let html = """
      <body id=body><div id=a></div><div id=o><div id=f class=f></div></div><p style='break-before: page' id=b>b
      <div id=g class=f></div>
      """
    #expect(try moved(html, css: css) == [["f in o", "g in body a o"], ["f in body", "g in body b"]])
  }

  @Test func fixedBoxesStayInStackingContextsThatAreOnOtherPages() throws {
    let html = """
      <body id=body><div class=p style='z-index: 3'><div id=f class=f style='z-index: -1'></div></div>
      <p style='break-before: page' id=b>b
      """
    #expect(try moved(html, css: css) == [["f in ?"], ["f in body level 3"]])
  }

  @Test func fixedBoxesInFixedBoxesStayInThemOnAllPages() throws {
    let html = """
      <body id=body><p>a</p><div id=f class=f><p id=p>p<div id=g class=f></div></div><p style='break-before: page' id=b>b
      """
    let pages = try moved(html, css: css)
    #expect(pages.map { $0.first } == ["f in body", "f in body"])
    #expect(pages.map { $0.last } == ["g in f p", "g in f p"])
  }

  private let apart = "style='position: absolute; left: 0; height: 10px;"

  /// Regression: positioned boxes on other pages than that of their place in the document were painted last there.
  @Test func positionedBoxesOnLaterPagesAreAtTheStartOfWhatContainsThem() throws {
    let html = """
      <body id=body><div id=a class=p><b id=x \(apart) top: 130px'>x</b></div><div style='height: 100px'></div>
      <div id=b class=p></div>
      """
    #expect(try moved(html, css: css) == [[], ["x in body"]])
    let group = html.replacing("id=a class=p>", with: "id=a class=p style='z-index: 3'>")
    #expect(try moved(group, css: css) == [[], ["x in body level 3"]])
    let second = html.replacing("</b></div>", with: "</b></div><b id=y class=p \(apart) top: 140px'>y</b>")
    #expect(try moved(second, css: css) == [[], ["x in body", "y in body"]])
  }

  @Test func positionedBoxesThatContinueAreInWhatContinuesAroundThem() throws {
    let html = """
      <div id=o class=p style='height: auto; opacity: .5'><div id=a><b id=x \(apart) height: 130px; top: 0'>x</b></div>
      <div id=b style='height: 150px'></div></div>
      """
    #expect(try moved(html, css: css) == [[], ["x in o"]])
  }

  @Test func positionedBoxesOnEarlierPagesAreAtTheEndOfWhatContainsThem() throws {
    let html =
      "<body id=body><div id=a></div><div id=b style='break-before: page'><b id=x \(apart) top: 10px'>x</b></div>"
    #expect(try moved(html, css: css + "body { position: relative }") == [["x in body a"], []])
  }

  @Test func boxesPositionedFromTheBottomOfABrokenBoxAreAtTheirPlaces() throws {
    let box = "<b id=x \(apart) bottom: 0'>x</b>"
    func html(_ first: String, _ second: String) -> String {
      "<div class=p id=o style='height: auto'>\(first)<div style='height: 130px'></div>\(second)<div class=p></div></div>"
    }
    #expect(try moved(html(box, ""), css: css) == [[], ["x in o"]])
    // This one is where it is in the document.
    #expect(try moved(html("", box), css: css) == [[], []])
  }

  private let group = "<div id=t style='height: auto; @'>%<div style='height: 300px'></div></div>"
  private func box(_ top: Int) -> String {
    "<b id=b\(top) style='position: absolute; left: 0; top: \(top)px'>\(top)</b>"
  }

  /// Regression: positioned boxes on later pages were lost if a transformed box around them continued there.
  @Test(arguments: [
    "transform: rotate(2deg)", "filter: blur(1px)", "contain: layout", "opacity: 0.5; position: relative",
  ])
  func positionedBoxesAreOnThePagesOfABrokenGroup(_ style: String) throws {
    let html = group.replacing("@", with: style).replacing("%", with: [0, 130, 250].map(box).joined())
    let found = try boxes(html, css: css)
    #expect(found["b0"]?.map { $0.prefix(5) } == ["1: 0,"])
    #expect(found["b130"]?.first?.hasPrefix("2: 0,10 ") == true)
    #expect(found["b250"]?.first?.hasPrefix("3: 0,10 ") == true)
    if !style.contains("opacity") { #expect(try moved(html, css: css) == [[], ["b130 in t"], ["b250 in t"]]) }
  }

  /// Regression: in transformed boxes, they were painted after all other content of the page.
  @Test func onLaterPagesOfAGroupPositionedBoxesAreAtTheirPlaces() throws {
    let html = """
      <div id=t style='height: auto; transform: rotate(2deg)'><div id=o style='height: 140px'>\(box(130))</div>
      <div id=q class=p style='height: 60px'></div></div>
      """
    #expect(try moved(html, css: css) == [[], ["b130 in o"]])
    let ended = html.replacing("height: 140px", with: "height: 100px")
    #expect(try moved(ended, css: css) == [[], ["b130 in t"]])
  }

  /// Regression: in columns, all parts of a broken box were painted at the end of its containing block.
  @Test func partsOfPositionedBoxesInColumnsAreAtTheirPlaces() throws {
    let html = """
      <div style='columns: 2; column-fill: auto; height: 100px'><div id=o class=p style='height: 150px'>
      <b id=x \(apart) top: 80px; height: 60px'>x</b><div id=q class=p></div></div></div>
      """
    #expect(try moved(html, css: css) == [["x in o", "x in o"]])
    #expect(try boxes(html, css: css)["x"]?.count == 2)
  }

  @Test func positionedBoxesInParagraphsOfABrokenGroupAreOnTheirPages() throws {
    let paragraph = "<p class=p>1<br>2<br>3<b style='position: absolute; top: 2px; right: 0'>n</b></p>"
    let html = "<div style='height: auto; transform: translate(0)'>\(String(repeating: paragraph, count: 9))</div>"
    let notes = try lines(html, css: css).map { $0.filter { $0.hasSuffix("n") }.count }
    #expect(notes == [4, 3, 2] || notes.reduce(0, +) == 9)
  }

  @Test func positionedBoxesBelowAGroupAreOnLaterPages() throws {
    let html = "<div style='transform: scale(1)' class=p>a\(box(250))</div>"
    #expect(try boxes(html, css: css)["b250"]?.first?.hasPrefix("3: 0,10 ") == true)
  }

  /// What is below the page before the transform may be on it afterwards.
  @Test func positionedBoxesOnThePageAfterTheTransformStayThere() throws {
    let html = "<div style='transform-origin: 0 0; transform: translate(0, -200px)'>\(box(250))</div>"
    #expect(try boxes(html, css: css)["b250"]?.first?.hasPrefix("1: 0,250 ") == true)
  }
}
