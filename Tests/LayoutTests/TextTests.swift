import Foundation
import TestTraits
import Testing

/// Properties of css-text other than breaking at spaces.
@Suite(.hangLimit) struct TextTests {
  @Test func dictionariesDetermineHyphenation() throws {
    let html = "<p lang=en style='width: 36px; hyphens: auto'>regulation now</p>"
    #expect(try lines(html) == [["0,0 24 regu", "24,0 6 ‐", "0,12 36 lation", "0,24 18 now"]])
  }

  /// A syllable that did not fit ended the hyphenation of the word.
  @Test func wordsWithWideSyllablesAreHyphenated() throws {
    let html = "<p lang=en style='width: 12px; hyphens: auto'>regulation</p>"
    let found = try lines(html)[0]
    let hyphens = found.filter { $0.hasSuffix(" ‐") }.count
    #expect(hyphens >= 2 && found.count == 2 * hyphens + 1, "\(found)")
  }

  /// Regression: each line of a long word searched the whole word for hyphens, and did not end for 28 kB.
  @Test func eachLineOfALongWordIsHyphenated() throws {
    let word = String(repeating: "regulation1", count: 300)
    let found = try lines("<p lang=en style='width: 73px; hyphens: auto'>\(word)</p>").flatMap { $0 }
    #expect(found.filter { $0.hasSuffix(" ‐") }.count == 300)
  }

  @Test func wordsOfUnknownLanguagesAreNotHyphenated() throws {
    #expect(try lines("<p style='width: 36px; hyphens: auto'>regulation</p>") == [["0,0 60 regulation"]])
    let document = try layOut("<p lang=x-none style='width: 36px; hyphens: auto'>regulation</p>")
    #expect(document.pages.count == 1)
  }

  @Test func hyphenateCharacterReplacesTheHyphen() throws {
    let html = "<p lang=en style=\"width: 36px; hyphens: auto; hyphenate-character: '=='\">regulation</p>"
    #expect(try lines(html) == [["0,0 24 regu", "24,0 12 ==", "0,12 36 lation"]])
  }

  @Test func hyphenateLimitCharsIsRespected() throws {
    let html = "<p lang=en style='width: 36px; hyphens: auto; hyphenate-limit-chars: 5 5'>regulation</p>"
    #expect(try lines(html) == [["0,0 60 regulation"]])
  }

  @Test(arguments: [("no-limit", 2), ("2", 2), ("1", 1), ("0", 0)])
  func hyphenateLimitLinesIsRespected(limit: String, most: Int) throws {
    let words = Array(repeating: "regulation", count: 12).joined(separator: " ")
    let found = try lines(
      "<p lang=en style='width: 100px; hyphens: auto; hyphenate-limit-lines: \(limit)'>\(words)</p>"
    ).joined()
    // The tops of lines with a hyphen at the end, 12 px apart.
    let tops = found.filter { $0.hasSuffix("‐") }.compactMap {
      Int($0.split(separator: " ")[0].split(separator: ",")[1])
    }
    var (run, longest) = (0, 0)
    for (index, top) in tops.enumerated() {
      run = index > 0 && top == tops[index - 1] + 12 ? run + 1 : 1
      longest = max(longest, run)
    }
    #expect(limit == "no-limit" ? longest >= most : longest == most, "\(found)")
  }

  @Test func hyphenateLimitZoneIsRespected() throws {
    let html = "<p lang=en style='width: 60px; hyphens: auto'>abc regulation</p>"
    #expect(try lines(html).joined().contains { $0.hasSuffix("‐") })
    let zone = "<p lang=en style='width: 60px; hyphens: auto; hyphenate-limit-zone: 70%'>abc regulation</p>"
    #expect(try lines(zone) == [["0,0 18 abc", "0,12 60 regulation"]])
    let small = "<p lang=en style='width: 60px; hyphens: auto; hyphenate-limit-zone: 10px'>abc regulation</p>"
    #expect(try lines(small).joined().contains { $0.hasSuffix("‐") })
  }

  @Test func softHyphensCountForHyphenateLimitLines() throws {
    let html = "<p style='width: 36px; hyphenate-limit-lines: 1'>aaaa&shy;bb cc&shy;dd eeee</p>"
    let found = try lines(html).joined()
    let free = try lines(html.replacing("limit-lines: 1", with: "limit-lines: no-limit")).joined()
    #expect(found.filter { $0.hasSuffix("‐") }.count <= free.filter { $0.hasSuffix("‐") }.count)
  }

  @Test func hyphensNoneIgnoresSoftHyphens() throws {
    let html = "<p style='width: 40px; hyphens: none'>abcd&shy;efgh</p>"
    #expect(try lines(html)[0].count == 1)
  }

  @Test func aLineEndsBeforeASoftHyphenThatDoesNotFit() throws {
    let html = "<p style='width: 48px'>aaa bbbb&shy;cc</p>"
    #expect(try lines(html).joined().map { $0.replacingOccurrences("\u{AD}", "") } == ["0,0 18 aaa", "0,12 36 bbbbcc"])
  }

  @Test func minContentWidthsIncludeHyphens() throws {
    let html = "<p id=p lang=en style='width: min-content; hyphens: auto'>regulation</p>"
    let box = try boxes(html)["p"]?.first ?? ""
    #expect(box.hasPrefix("1: 0,0 24×") || box.hasPrefix("1: 0,0 30×"))
  }

  @Test func wordsBreakInsideInlineElements() throws {
    let html = "<p style='width: 30px; overflow-wrap: anywhere'>abc<b>defgh</b>ijk</p>"
    #expect(try lines(html) == [["0,0 18 abc", "18,0 12 de", "0,12 18 fgh", "18,12 12 ij", "0,24 6 k"]])
  }

  @Test func preservedSpacesHangAtALinesEnd() throws {
    let html = "<p style='width: 24px; white-space: pre-wrap'>abc   def</p>"
    #expect(try lines(html) == [["0,0 18 abc", "18,0 18    ", "0,12 18 def"]])
  }

  @Test func spacesBeforeAForcedBreakTakeAvailableSpace() throws {
    let html = "<p style='width: 60px; white-space: pre-wrap; text-align: right'>ab  \ncd</p>"
    #expect(try lines(html) == [["36,0 12 ab", "48,0 12   ", "48,12 12 cd"]])
  }

  /// Regression: tab stops beside a float were counted from the float (css-text-3 §4.2).
  @Test func tabStopsAreCountedFromTheContentEdge() throws {
    let float = "<i style='float: left; width: 30px; height: 9px'></i>"
    #expect(try lines("<pre>\(float)a\tb</pre>")[0].contains { $0.hasPrefix("48,0 6 b") })
    #expect(try lines("<pre>a\tb</pre>")[0].contains { $0.hasPrefix("48,0 6 b") })
  }

  @Test func keepAllPreventsBreaksBetweenLetters() throws {
    let html = "<p style='width: 20px; word-break: keep-all'>\u{AC00}\u{AC00}\u{AC00} \u{AC00}</p>"
    #expect(try lines(html)[0].count == 2)
  }

  @Test func breakAllKeepsPunctuationWithLetters() throws {
    #expect(try lines("<p style='width: 18px; word-break: break-all'>abc.d</p>") == [["0,0 12 ab", "0,12 18 c.d"]])
  }

  @Test func hangingIndentsApplyToTheOtherLines() throws {
    let html = "<p style='width: 36px; text-indent: 6px hanging'>aaaa bbb ccc</p>"
    #expect(try lines(html) == [["0,0 24 aaaa", "6,12 18 bbb", "6,24 18 ccc"]])
  }

  /// The leader of a line with a hanging indent was as long as that of a line without.
  @Test func leadersFillIndentedLines() throws {
    let css = "p { width: 60px; text-indent: 12px hanging } span::after { content: leader('.') '9' }"
    let found = try lines("<p>aaaa bbbb cc<span></span></p>", css: css)[0]
    #expect(found.starts(with: ["0,0 54 aaaa bbbb", "12,12 12 cc", "30,12 24 ...."]), "\(found)")
    #expect(found.contains { $0.hasPrefix("54,12 6 ") }, "\(found)")
  }

  @Test func eachLineIndentsLinesAfterForcedBreaks() throws {
    let html = "<p style='width: 36px; text-indent: 6px each-line'>aaaa bbb<br>ccc</p>"
    #expect(try lines(html) == [["6,0 24 aaaa", "0,12 18 bbb", "6,24 18 ccc"]])
  }

  @Test func textAlignLastJustifiesTheLastLine() throws {
    let html = "<p style='width: 60px; text-align: justify-all'>aaa bbb</p>"
    #expect(try lines(html) == [["0,0 60 aaa bbb"]])
  }

  @Test func interCharacterJustificationSpreadsCharacters() throws {
    let html = "<p style='width: 24px; text-align: justify-all; text-justify: inter-character'>abc</p>"
    #expect(try lines(html) == [["0,0 24 abc"]])
    #expect(try lines(html.replacingOccurrences("inter-character", "none")) == [["0,0 18 abc"]])
  }

  @Test func quotesHangBeforeTheFirstLine() throws {
    #expect(try lines("<p style='hanging-punctuation: first'>“ab</p>") == [["-6,0 18 “ab"]])
  }

  @Test func stopsHangIfTheyDoNotFit() throws {
    let html = "<p style='width: 18px; hanging-punctuation: allow-end'>aaa, b, c</p>"
    #expect(try lines(html) == [["0,0 24 aaa,", "0,12 12 b,", "0,24 6 c"]])
  }

  /// Regression: the search for a width between huge numbers had no end.
  @Test func hugeLinesAreBalanced() throws {
    let html = "<p style='width: 1e30px; text-indent: 1e30px; text-wrap: balance'>aaaa bbbb<br>cccc"
    #expect(try lines(html).flatMap { $0 }.count >= 2)
  }

  @Test func balancedLinesHaveSimilarLengths() throws {
    let html = "<p style='width: 90px; text-wrap: balance'>aaaa bbbb cccc dddd</p>"
    #expect(try lines(html) == [["0,0 54 aaaa bbbb", "0,12 54 cccc dddd"]])
  }

  @Test func uppercaseIsTailoredForGreekAndTurkish() throws {
    let css = "p { text-transform: uppercase }"
    #expect(try lines("<p lang=el>άι</p>", css: css) == [["0,0 12 ΑΪ"]])
    #expect(try lines("<p lang=tr>iı</p>", css: css) == [["0,0 12 İI"]])
  }

  @Test func capitalizeIgnoresApostrophes() throws {
    #expect(try lines("<p style='text-transform: capitalize'>o'brien e-mail</p>") == [["0,0 84 O'brien E-Mail"]])
  }

  @Test func smallCapitalsAreSynthesized() throws {
    let html = "<p style='font-variant: small-caps; font-size: 20px'>aB</p>"
    #expect(try lines(html)[0].map { $0.split(separator: " ").last.map(String.init) } == ["A", "B"])
    #expect(try lines(html)[0][0].hasSuffix(" 8 A"))
    let plain = html.replacingOccurrences("small-caps;", "small-caps; font-synthesis: none;")
    #expect(try lines(plain)[0].map { $0.hasSuffix(" 24 aB") } == [true])
  }

  @Test func fontSizeAdjustScalesFonts() throws {
    // Twice the font's own ratio of x-height to size.
    let html = "<p style='font-size-adjust: ch-width 1.2'>ab</p>"
    #expect(try lines(html)[0].map { $0.split(separator: " ")[1] } == ["24"])
  }

  @Test func autospaceSeparatesIdeographsFromLetters() throws {
    let html = "<p style='text-autospace: normal; font-size: 16px'>a\u{6F22}b</p>"
    let plain = "<p style='font-size: 16px'>a\u{6F22}b</p>"
    func width(_ html: String) throws -> Int {
      try lines(html)[0].reduce(0) { $0 + (Int($1.split(separator: " ")[1]) ?? 0) }
    }
    #expect(try width(html) == width(plain) + 4)
  }

  @Test func emphasisMarksAreAboveLettersAndEnlargeTheLine() throws {
    let found = try lines("<p style='text-emphasis: dot; line-height: 12px'>a b</p><p>c</p>")[0]
    #expect(found.filter { $0.hasSuffix("•") }.count == 2)
    #expect(found.last.map { !$0.hasPrefix("0,12 ") } == true)
  }

  @Test func edgesOfReorderedInlineBoxesAreOutermost() throws {
    // The box contains the end of the first letters and the start of the following ones, which are to their left.
    let html = "<p>a<span id=s style='padding: 0 6px'>b\u{5D0}</span>\u{5D1}c</p>"
    #expect(try lines(html)[0].map { $0.split(separator: ",")[0] } == ["0", "12", "18", "24", "36"])
  }

  @Test func percentageLetterSpacingRefersToEachElementsFontSize() throws {
    let html = "<p style='letter-spacing: 100%'>a<span style='font-size: 20px'>b</span></p>"
    #expect(try lines(html)[0].map { $0.split(separator: " ")[1] } == ["16", "32"])
  }

  @Test func anImageAsContentReplacesTheElement() throws {
    let svg = "url(\"data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' width='9' height='7'/>\")"
    let found = try boxes("<p><b id=b>text</b></p>", css: "b { content: \(svg) }")
    #expect(found["b"]?.first?.hasSuffix(" 9×7") == true)
  }

  /// css-text-3 §7.1: what does not fit overflows at the end, not off the page's start edge.
  @Test(arguments: ["center", "right", "end", "justify"])
  func linesThatAreTooLongAreAlignedToTheStart(_ alignment: String) throws {
    let html = "<p style='width: 30px; text-align: \(alignment); text-align-last: \(alignment)'>abcdefgh</p>"
    #expect(try lines(html) == [["0,0 48 abcdefgh"]])
    #expect(
      try lines("<p dir=rtl style='width: 24px; text-align: \(alignment)'>abcdefgh</p>") == [["-24,0 48 abcdefgh"]])
  }

  @Test func overflowingLinesOfAClippingBoxEndWithAnEllipsis() throws {
    let html = "<p style='width: 37px; overflow: hidden; white-space: nowrap; text-overflow: ellipsis'>abcdefghi</p>"
    #expect(try lines(html) == [["0,0 30 abcde", "30,0 6 …"]])
    #expect(try lines(html.replacingOccurrences("overflow: hidden;", "")) == [["0,0 54 abcdefghi"]])
  }

  /// It was an ellipsis.
  @Test func overflowingLinesMayEndWithAnotherText() throws {
    let html = "<p style='width: 37px; overflow: hidden; white-space: nowrap; text-overflow: \"->\"'>abcdefghi</p>"
    #expect(try lines(html) == [["0,0 24 abcd", "24,0 12 ->"]])
  }

  /// css-overflow-4 §6: the ellipsis affects only the rendering. What it hides had no place on the line.
  @Test func anEllipsisDoesNotChangeTheLine() throws {
    let style = "width: 50px; overflow: hidden; white-space: nowrap; text-overflow: ellipsis"
    let object = "<i style='display: inline-block; width: 90px; height: 60px'></i>"
    #expect(try boxes("<div id=a style='\(style)'>a\(object)</div>")["a"] == ["1: 0,0 50×64"])
    #expect(try lines("<div style='\(style)'>a\(object)</div>") == [["0,52 6 a", "6,52 6 …"]])
    for direction in ["ltr", "rtl"] {
      let html = "<div dir=\(direction) style='\(style)'><b id=a style='background: lime'>abcdefghijkl</b></div>"
      #expect(try boxes(html)["a"] == [direction == "ltr" ? "1: 0,0 72×11" : "1: -22,0 72×11"])
    }
    let link = try layOut("<div style='\(style)'><a href='http://a.b/' style='background: lime'>abcdefghijkl</a></div>")
    #expect(link.pages[0].links.map { whole($0.frame.width) } == [42])
    let html = "<div style='\(style)'>abcdefghijkl<i id=a style='position: absolute'>x</i></div>"
    #expect(try boxes(html)["a"] == ["1: 72,0 6×12"])
  }

  /// The ellipsis replaces the end of the line, which was aligned before.
  @Test func linesWithAnEllipsisAreAlignedToTheStart() throws {
    let style = "width: 38px; overflow: hidden; white-space: nowrap; text-overflow: ellipsis; text-align: right"
    #expect(try lines("<p style='\(style)'>abcdefghi") == [["0,0 30 abcde", "30,0 6 …"]])
  }

  /// HTML 15.3.4: `wbr` is a break opportunity in `nobr`, too.
  @Test func linesEndAtBreakOpportunitiesThatMayNotWrap() throws {
    #expect(try lines("<p style='width: 30px'><nobr>ab cd<wbr>ef gh</nobr>")[0].last == "0,12 30 ef gh")
    let html = "<p style='width: 30px; white-space: nowrap'>ab cd<wbr>ef gh"
    #expect(try lines(html)[0].last == "0,12 30 ef gh")
  }

  /// css-overflow-4 §5: the lines after the last one are discarded, and it ends in the ellipsis.
  @Test(arguments: [
    ("line-clamp: 2", ["0,0 30 abcde", "0,12 24 fghi", "24,12 6 …"]),
    ("max-lines: 2; continue: discard", ["0,0 30 abcde", "0,12 36 fghi j"]),
    // Without `continue`, nothing is discarded (css-overflow-4 §5.2).
    ("max-lines: 2", ["0,0 30 abcde", "0,12 36 fghi j", "0,24 18 klm"]),
    ("line-clamp: 2 no-ellipsis", ["0,0 30 abcde", "0,12 36 fghi j"]),
    ("line-clamp: 1 \"+\"", ["0,0 30 abcde", "30,0 6 +"]),
    ("line-clamp: none", ["0,0 30 abcde", "0,12 36 fghi j", "0,24 18 klm"]),
    ("line-clamp: 3", ["0,0 30 abcde", "0,12 36 fghi j", "0,24 18 klm"]),
    ("line-clamp: 0", ["0,0 30 abcde", "0,12 36 fghi j", "0,24 18 klm"]),
    ("display: -webkit-box; -webkit-box-orient: vertical; -webkit-line-clamp: 1", ["0,0 30 abcde", "30,0 6 …"]),
    // The legacy property limited the lines of all boxes; in browsers it needs both others (css-overflow-4 §5.4.2).
    ("-webkit-line-clamp: 1", ["0,0 30 abcde", "0,12 36 fghi j", "0,24 18 klm"]),
    ("display: -webkit-box; -webkit-line-clamp: 1", ["0,0 30 abcde", "0,12 36 fghi j", "0,24 18 klm"]),
  ])
  func limitedLinesEndWithAnEllipsis(css: String, expected: [String]) throws {
    #expect(try lines("<p style='width: 37px; \(css)'>abcde fghi j klm</p>") == [expected])
  }

  /// The limit counts the lines of all blocks of its formatting context, and the height is that of the lines left.
  @Test func theLimitOfLinesIncludesNestedBlocks() throws {
    let html = "<div style='line-clamp: 2'><p>ab</p><section><p>cd</p><p>ef</p></section><p>gh</p></div><p>x</p>"
    #expect(try lines(html) == [["0,0 12 ab", "0,12 12 cd", "12,12 6 …", "0,24 6 x"]])
    // A formatting context within it has lines of its own.
    let flow = "<div style='line-clamp: 1'><p style='display: flow-root'>ab<br>cd</p><p>ef</p><p>gh</p></div>"
    #expect(try lines(flow) == [["0,0 12 ab", "0,12 12 cd", "0,24 12 ef", "12,24 6 …"]])
  }

  @Test func aWordThatLeavesNoSpaceForTheEllipsisIsCut() throws {
    #expect(
      try lines("<p style='width: 37px; line-clamp: 1'>abcdef ghi</p>") == [["0,0 30 abcde", "30,0 6 …"]])
  }
}

/// Addresses that no line can hold.
@Suite(.hangLimit) struct LongAddressTests {
  @Test func aWordThatDoesNotFitIsCutAfterSlashes() throws {
    #expect(
      try lines("<p style='width: 40px'>x ab/cd/efgh/ijklmnop/q</p>")
        == [["0,0 6 x", "0,12 36 ab/cd/", "0,24 30 efgh/", "0,36 54 ijklmnop/", "0,48 6 q"]])
    #expect(try lines("<p style='width: 40px; white-space: nowrap'>ab/cd/efgh</p>") == [["0,0 60 ab/cd/efgh"]])
  }

  @Test func aWordThatFitsOnALineIsNot() throws {
    #expect(try lines("<p style='width: 50px'>abc and/or</p>") == [["0,0 18 abc", "0,12 36 and/or"]])
  }
}

/// Tabs at which lines may end (css-text-4 §4.2). A tab stop is 48 px.
@Suite(.hangLimit) struct TabTests {
  /// Tabs at the ends of words took no space when lines were filled.
  @Test func aTabBeforeTheNextWordTakesSpace() throws {
    let html = "<p style='white-space: pre-wrap; width: 70px'>ab\tabcd\tx</p>"
    #expect(try lines(html)[0].map { $0.split(separator: " ")[0] } == ["0,0", "0,12", "48,12"])
  }

  @Test(arguments: [("pre", 54), ("pre-wrap", 54)])
  func thePreferredWidthEndsAfterTheTab(value: String, width: Int) throws {
    let html = "<p id=a style='float: left; white-space: \(value)'>ab\tx</p>"
    #expect(try boxes(html)["a"] == ["1: 0,0 \(width)×12"])
  }
}

/// Tab stops in spaces (css-text-3 §4.2).
@Suite(.hangLimit) struct TabStopTests {
  /// Spacing did not move the tab stops.
  @Test func spacingIsPartOfTheSpaces() throws {
    let html = "<pre style='tab-size: 4; letter-spacing: 2px; word-spacing: 1px; font: inherit'>a\tb</pre>"
    #expect(try lines(html)[0].last?.hasPrefix("36,") == true)
  }

  /// css-text-3 §4.2: `tab-size` is that of the tab, the space that of the block container.
  @Test func tabsInInlineBoxesHaveTheirOwnStops() throws {
    let css = "p { white-space: pre; tab-size: 4 } b { font: 20px/12px 'Liberation Mono'; tab-size: 3 }"
    let places = try lines("<p>a<b>\tb</b>\tc</p>", css: css)[0].map { $0.prefix { $0 != "," } }
    #expect(places == ["0", "18", "48"])
  }
}
