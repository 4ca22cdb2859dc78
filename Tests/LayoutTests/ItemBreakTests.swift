import TestTraits
import Testing

/// Breaks in items that are side by side (css-flexbox-1 §10, css-grid-2 §13), on pages of 120 px.
@Suite(.hangLimit) struct ItemBreakTests {
  private let css = "section { display: flex; orphans: 1; widows: 1 } .avoid { break-inside: avoid }"

  /// Regression: lines of the other items stayed on the page, apart from an image or a large first line.
  @Test(arguments: [
    "<div id=i style='line-height: 40px'>a</div>", "<svg id=i width=20 height=40></svg>",
    "<div id=i style='padding-top: 25px'>a</div>", "<div id=i class=avoid>a<br>b<br>c</div>",
  ])
  func aLineMovesWithEachItemAtItsTop(_ item: String) throws {
    for other in ["<p id=o>x<br>y<br>z</p>\(item)", "\(item)<p id=o>x<br>y<br>z</p>"] {
      let found = try boxes("<div style='height: 90px'></div><section>\(other)</section>", css: css)
      #expect(found["i"]?.count == 1 && found["i"]?.first?.hasPrefix("2: ") == true)
      #expect(found["o"]?.count == 1 && found["o"]?.first?.hasPrefix("2: ") == true)
    }
  }

  /// The second line of a container moves too, and the first one stays.
  @Test func aFollowingLineMovesWithEachItemAtItsTop() throws {
    let html = """
      <section style='flex-wrap: wrap'><p id=p style='width: 200px; height: 90px'></p>
      <p id=o>x<br>y<br>z</p><svg id=i width=20 height=40></svg></section>
      """
    let found = try boxes(html, css: css)
    #expect(found["p"] == ["1: 0,0 200×90"] && found["o"] == ["2: 0,0 6×40"] && found["i"] == ["2: 6,0 20×40"])
  }

  /// An item that alignment moves down is on the next page alone, as in browsers.
  @Test func anItemFurtherDownMovesAlone() throws {
    let html = """
      <div style='height: 90px'></div><section><p id=o>x<br>y<br>z<br>z<br>z</p>
      <svg id=i width=20 height=40 style='align-self: center'></svg></section>
      """
    let found = try boxes(html, css: css)
    #expect(found["o"]?.count == 2 && found["i"]?.first?.hasPrefix("2: ") == true)
  }

  /// At the top of a page, nothing is gained by moving the line.
  @Test func aLineAtTheTopOfAPageStays() throws {
    let html = "<section style='padding-top: 90px'><p id=o>x<br>y<br>z</p><svg id=i width=20 height=40></svg></section>"
    #expect(try boxes(html, css: css)["o"]?.first == "1: 0,90 6×30")
  }

  /// Regression: what breaks pushed down was added to the height of stretched containers, so that a blank page
  /// followed.
  @Test(arguments: ["flex; flex-direction: column", "flex; flex-flow: column wrap", "grid; align-content: start"])
  func theFreeSpaceOfStretchedContainersTakesWhatBreaksPushDown(_ display: String) throws {
    for outer in ["flex", "grid; grid-template-columns: 20px 20px"] {
      let html = """
        <section style='display: \(outer)'><div style='width: 20px; height: 330px'></div><div id=c style='display: \(display)'>
        <div style='height: 70px' class=avoid></div><div id=i style='height: 70px' class=avoid></div></div></section>
        <p id=p>x</p>
        """
      let found = try boxes(html, css: css)
      #expect(found["i"]?.first?.hasPrefix("2: ") == true)
      #expect(found["c"]?.last?.hasPrefix("3: ") == true && found["c"]?.last?.hasSuffix("×90") == true)
      #expect(found["p"] == ["3: 0,90 200×12"])
    }
  }

  /// Only what the free space cannot take makes the row longer.
  @Test func stretchedContainersGrowBeyondTheirFreeSpace() throws {
    let html = """
      <section><div style='height: 150px'></div><div id=c style='display: flex; flex-direction: column; width: 20px'>
      <div style='height: 70px' class=avoid></div><div style='height: 70px' class=avoid></div></div></section>
      <p id=p>x</p>
      """
    #expect(try boxes(html, css: css)["p"] == ["2: 0,70 200×12"])
  }

  /// Regression: the break before the second line was thought to be a good one, although the first line was broken.
  @Test(arguments: ["flex; flex-wrap: wrap", "grid"])
  func cardsOfTheFirstRowMove(_ display: String) throws {
    let html = """
      <div style='display: flex; flex-direction: column'><div><div style='height: 80px'></div>
      <div style='display: \(display)'><div id=a class=avoid style='width: 150px; padding: 10px'>a<br>b</div>
      <div style='width: 150px; padding: 10px' class=avoid>c</div></div><p>d<br>e<br>f<br>g</p></div><p>h</p></div>
      """
    #expect(try boxes(html, css: css)["a"] == ["2: 0,0 170×44"])
  }

  /// Regression: a bad break in one item ended the page at a better one in the other, on pages on which both continue.
  @Test func theBreaksOfItemsAreIndependentOnLaterPages() throws {
    let left =
      "<div style='height: 120px'></div><div style='border-bottom: 4px solid'><p style='height: 118px'></p></div>"
    let right = "<div style='height: 130px'></div><div id=q style='height: 50px'></div>"
    #expect(try boxes("<section><div>\(left)</div><div>\(right)</div></section>", css: css)["q"] == ["2: 0,10 0×50"])
  }

  /// Regression: what follows the free space in a column was at the top of the next page (css-flexbox-1 §9.5).
  @Test(arguments: [
    ("justify-content: space-between; height: 200px", "", "2: 0,68 200×12", "2: 0,80 200×12"),
    ("height: 200px", "margin-top: auto", "2: 0,68 200×12", "2: 0,80 200×12"),
    ("justify-content: space-between; height: 200px; row-gap: 100px", "", "2: 0,68 200×12", "2: 0,80 200×12"),
    ("justify-content: space-between; height: 400px", "", "4: 0,28 200×12", "4: 0,40 200×12"),
    ("justify-content: flex-end; height: 200px", "", "2: 0,68 200×12", "2: 0,80 200×12"),
    // A gap ends with the page.
    ("height: 200px; row-gap: 170px", "", "2: 0,0 200×12", "2: 0,80 200×12"),
  ])
  func theFreeSpaceOfAColumnContinuesOnTheNextPage(
    _ container: String, _ item: String, _ expected: String, _ following: String
  ) throws {
    let html = """
      <section style='flex-direction: column; \(container)'><p>a</p><p id=foot style='\(item)'>b</p></section><p id=p>c</p>
      """
    let found = try boxes(html, css: css)
    #expect(found["foot"] == [expected])
    #expect(found["p"] == [following])
  }
}
