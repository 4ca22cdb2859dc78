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

  /// A float is on the line of the word that it is part of, and one before a word on the line where there is space for it.
  @Test(arguments: ["word<span class=f id=f>F</span>", "<i><span class=f id=f>F</span>word</i>"])
  func aFloatInAWordThatDoesNotFitIsOnTheNextLine(_ word: String) throws {
    // 33 characters fit on a line, 23 beside the float.
    let text = String(repeating: "seven77 ", count: 2)
    #expect(try boxes("<p>\(text)\(text)\(word)</p>", css: css)["f"] == ["1: 0,12 60×12"])
    #expect(try boxes("<p>\(text)\(word)</p>", css: css)["f"] == ["1: 0,0 60×12"])
    #expect(try boxes("<p>\(text)seven\(word)</p>", css: css)["f"] == ["1: 0,12 60×12"])
    #expect(try boxes("<p>\(text)<span class=f id=f>F</span>sevenandseven</p>", css: css)["f"] == ["1: 0,0 60×12"])
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
}
