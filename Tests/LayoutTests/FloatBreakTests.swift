import Layout
import TestTraits
import Testing

/// Floats among lines that continue on another page (css-break-3 §5).
@Suite(.hangLimit) struct FloatBreakTests {
  private let css = "p { orphans: 1; widows: 1 } .f { float: left; width: 60px; height: 12px }"

  /// Ten lines of a page, each full with four words.
  private let fullPage = String(repeating: "seven77 ", count: 40)

  /// Regression: a float whose word went to the next page was laid out on that page once more.
  @Test func aFloatAtTheEndOfThePagesLastLineIsPrintedOnce() throws {
    let html = "<p>\(fullPage)<span class=f id=f>F</span>word word</p>"
    #expect(try boxes(html, css: css)["f"] == ["2: 0,0 60×12"])
    #expect(try lines(html, css: css).flatMap { $0 }.filter { $0.hasSuffix(" F") }.count == 1)
  }

  /// 33 characters fit on a line, 23 beside the float.
  private func place(_ content: String) throws -> [String] {
    try boxes("<p>\(content)</p>", css: css)["f"]!
      + (try lines("<p>\(content)</p>", css: css)[0]).filter { $0.hasSuffix("word") }
  }

  @Test func aFloatInAWordIsOnItsLineOrBelow() throws {
    let float = "<span class=f id=f>F</span>"
    #expect(try place("seven77 seven77 word\(float)") == ["1: 0,0 60×12", "60,0 120 seven77 seven77 word"])
    // It does not fit beside the word.
    #expect(
      try place("seven77 seven77 seven77 word\(float)") == ["1: 0,12 60×12", "0,0 168 seven77 seven77 seven77 word"])
    // The word is on the next line.
    #expect(try place("seven77 seven77 seven77 seven77 word\(float)") == ["1: 0,12 60×12", "60,12 24 word"])
  }

  @Test(arguments: ["inter<span class=f id=f>F</span>national", "international<span class=f id=f>F</span>"])
  func aFloatInAHyphenatedWordIsPrintedOnce(_ word: String) throws {
    for start in ["seven77 seven77 ", "seven77 seven77 seven77 ", "seven77 seven77 seven77 se "] {
      let html = "<p lang=en style='hyphens: auto'>\(start)\(word) word</p>"
      #expect(try boxes(html, css: css)["f"]?.count == 1, "\(start)")
      #expect(try lines(html, css: css)[0].filter { $0.hasSuffix(" F") }.count == 1)
    }
  }

  @Test func aFloatAtTheStartOfAnInlineBoxGoesToTheNextLineWithItsWord() throws {
    let float = "<span class=f id=f>F</span>"
    #expect(try place("seven77 seven77 sev\(float)en777 word") == ["1: 0,12 60×12", "78,12 60 en777 word"])
    #expect(try place("seven77 seven77 <i>\(float)</i>longword").first == "1: 0,12 60×12")
    #expect(try place("seven77 seven77 \(float)longword").first == "1: 0,0 60×12")
    // The space before a float is removed.
    let narrow = "<p style='width: 152px'>seven77 seven77 \(float)word</p>"
    #expect(try boxes(narrow, css: css)["f"] == ["1: 0,0 60×12"])
    #expect(try boxes(narrow.replacing("152px", with: "149px"), css: css)["f"] == ["1: 0,12 60×12"])
  }

  @Test func aFloatBesideThePagesLastLineIsPrintedOnce() throws {
    let html =
      "<p>\(String(repeating: "seven77 ", count: 37))<span style='width: 60px' class=f id=f>F</span>sevenandtwentyletters0 x</p>"
    #expect(try boxes(html, css: css)["f"] == ["1: 0,108 60×12"])
  }

  /// Regression: the word was printed below the page's content if the float precedes its block.
  @Test(arguments: [114, 150]) func aWordTooWideBesideAFloatBetweenBlocksGoesToTheNextPage(height: Int) throws {
    let html = "<div class=f style='width: 120px; height: \(height)px'></div>sevenandtwentyletters0 x"
    #expect(try lines(html, css: css) == [[], ["0,\(max(0, height - 120)) 144 sevenandtwentyletters0 x"]])
  }

  /// Regression: the word, which fits only below the float, was printed below the page's content.
  @Test func aWordTooWideBesideAFloatThatContinuesGoesToTheNextPage() throws {
    let html = "<p>a<br><span class=f id=f style='width: 120px; height: 150px'></span>sevenandtwentyletters0 x</p>"
    let result = try lines(html, css: css)
    #expect(try boxes(html, css: css)["f"] == ["2: 0,0 120×120", "3: 0,0 120×30"])
    #expect(result == [["0,0 6 a"], [], ["0,30 144 sevenandtwentyletters0 x"]])
  }

  @Test(arguments: [("left", true), ("verso", true), ("right", false), ("recto", false), ("page", false)])
  func aBreakBeforeTheRootChoosesTheSideOfTheFirstPage(value: String, isLeft: Bool) throws {
    let sides = "@page :left { margin-left: 10px } html { break-before: \(value) }"
    let result = try boxes("<p id=a>x</p><p id=b style='break-before: page'>y</p>", css: sides)
    #expect(result["a"]?.first?.hasPrefix(isLeft ? "1: 10," : "1: 0,") == true, "\(result)")
    #expect(result["b"]?.first?.hasPrefix(isLeft ? "2: 0," : "2: 10,") == true, "\(result)")
  }

  // MARK: - Forced breaks

  /// Regression: a float after the last forced break of its container was on the line that the break ends.
  @Test func aFloatAfterTheLastLineBreakIsBelowTheLine() throws {
    let float = "<span class=f id=f></span>"
    #expect(try boxes("<p>aaaa<br>\(float)</p>", css: css)["f"] == ["1: 0,12 60×12"])
    #expect(try boxes("<p>aaaa<br> \(float)</p><p>b</p>", css: css)["f"] == ["1: 0,12 60×12"])
    #expect(try boxes("<p>aaaa<br><br>\(float)\(float)</p>", css: css)["f"] == ["1: 0,24 60×12", "1: 60,24 60×12"])
    #expect(try boxes("<p>\(fullPage)<br>\(float)</p>", css: css)["f"] == ["2: 0,0 60×12"])
    // They are not beside each other.
    #expect(try boxes("<div style='float: left' id=o>aaaa<br>\(float)</div>", css: css)["o"] == ["1: 0,0 60×24"])
  }

  /// Regression: breaks inside floats that fit on the page were ignored (css-break-3 §3.1).
  @Test func forcedBreaksInsideFloatsEndTheirPart() throws {
    let inner = "<div id=a>a</div><div id=b style='break-before: page'>b</div>"
    let html = "<div style='float: left; width: 60px'>\(inner)</div><p id=p>c</p>"
    let places = try boxes(html)
    #expect(places["a"] == ["1: 0,0 60×12"])
    #expect(places["b"] == ["2: 0,0 60×12"])
    #expect(places["p"] == ["1: 0,0 200×12"])
    let among = try boxes("<div>word <span style='float: left; width: 60px'>\(inner)</span></div>")
    #expect(among["b"] == ["2: 0,0 60×12"])
    // The break before the float itself is not inside it.
    #expect(try boxes("<div id=f style='float: left; width: 60px; break-before: page'>a</div>")["f"]?.count == 1)
  }

  /// Regression: a float of floats was broken in spite of `break-inside: avoid`.
  @Test func aFloatOfFloatsAvoidsBreaks() throws {
    let inner = String(repeating: "<div style='float: left; width: 60px; height: 40px'></div>", count: 6)
    let html = "<div style='height: 60px'></div><div id=a style='float: left; break-inside: avoid'>\(inner)</div>"
    #expect(try boxes(html)["a"] == ["2: 0,0 200×80"])
  }

  @Test func aFloatAfterTheLastLineBreakMayBeginAPage() throws {
    let html = "<p>aaaa<br><span class=f id=f style='break-before: page'></span></p><p id=p>b</p>"
    let places = try boxes(html, css: css)
    #expect(places["f"] == ["2: 0,0 60×12"])
    #expect(places["p"] == ["1: 0,12 200×12"])
  }

  /// Regression: a page was blank before a float and a box that has to be below it, if both begin below a border.
  @Test(arguments: ["display: grid", "overflow: hidden"])
  func aFloatContinuesAboveABoxThatHasNoSpaceBesideIt(_ css: String) throws {
    let html = """
      <div style='border: 1px solid; width: 100px'><div id=f style='float: left; width: 60px; height: 180px'></div>
      <div id=b style='\(css); width: 80px; height: 20px'></div></div>
      """
    let places = try boxes(html)
    #expect(places["f"] == ["1: 1,1 60×119", "2: 1,0 60×61"])
    #expect(places["b"] == ["2: 1,61 80×20"])
  }

  /// Regression: content of a box in a float that overflows the float was below the page, and lost.
  @Test(arguments: ["", "<div style='display: flow-root'>", "<div style='float: left'>"])
  func whatOverflowsABoxInAFloatContinuesOnTheNextPage(_ around: String) throws {
    let content = "<p style='height: 20px'>\((1...14).map { "l\($0)" }.joined(separator: "<br>"))</p>"
    let html = "\(around)<div id=f style='float: left'>\(content)</div>"
    #expect(try lines(html).map { $0.last?.split(separator: " ").last } == ["l10", "l14"])
    #expect(try boxes(html)["f"]?.first == "1: 0,0 18×20")
  }

  /// The formatting context contains the floats that end on this page, also if something overflows them.
  @Test func aFormattingContextContainsFloatsWhoseContentContinues() throws {
    let text = Array(repeating: "a", count: 14).joined(separator: "<br>")
    let html = "<div id=r style='display: flow-root'><div style='float: left; height: 20px'>\(text)</div></div>"
    #expect(try boxes(html)["r"]?.first == "1: 0,0 200×20")
  }
}
