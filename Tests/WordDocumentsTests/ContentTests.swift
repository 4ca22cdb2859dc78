import Foundation
import TestTraits
import Testing

/// Text, links, lists, notes and images.
@Suite(.hangLimit) struct ContentTests {
  @Test func textKeepsBreaksTabsAndSoftHyphens() throws {
    let document = try TestDocument("<pre>a\tb\nc</pre><p>soft&shy;hyphen <br> x &lt;&amp;&gt;")
    #expect(document.body.contains("<w:tab/>"))
    #expect(document.body.contains("<w:br/>"))
    #expect(document.body.contains("<w:softHyphen/>"))
    #expect(document.body.contains("&lt;&amp;&gt;"))
    #expect(try #require(document.style("HTML Preformatted")).contains("Courier New"))
  }

  /// Regression: the columns of mails were one line of text.
  @Test func boxesWithBlocksThatAreAloneInTheirLinesAreBelowEachOther() throws {
    let column = "<div style='display: inline-block; width: 50%'><p>one</p><p>two</p></div>"
    let other = column.replacing("one", with: "three")
    let document = try TestDocument("<div style='font-size: 0'>\(column) \(other)</div>")
    #expect(!document.codes.contains("word_block_in_line"))
    #expect(document.paragraph("two").contains("one") == false && document.paragraph("three") != "")
  }

  @Test func generatedTextCountersAndQuotesAreText() throws {
    let document = try TestDocument(
      "<h2>a</h2><h2>b</h2><p><q>c</q>",
      css: "body { counter-reset: n } h2 { counter-increment: n } h2::before { content: counter(n) '. ' }")
    #expect(document.paragraph("b<").contains(">2. b<"))
    #expect(document.paragraph("\u{201C}c\u{201D}") != "")
  }

  @Test func adjacentTextOfTheSameFormattingIsOneRun() throws {
    let document = try TestDocument(
      "<p>one <span>two</span> <span><span>three</span></span>&amp;<b>four</b><b> five</b>")
    let runs = document.paragraph("one").components(separatedBy: "<w:r>").dropFirst()
    #expect(runs.count == 2)
    #expect(runs.first?.contains("one two three&amp;<") == true)
    #expect(runs.last?.contains(">four five<") == true)
  }

  @Test func listsDeeperThanNineLevelsAreSetOnTheNinthWithAWarning() throws {
    let html = (1...200).map { "<ul><li>Item \($0)." }.joined()
    let document = try TestDocument(html)
    #expect(document.codes.contains("word_list_too_deep"))
    #expect(document.paragraph("Item 9.").contains(#"<w:ilvl w:val="8"/>"#))
    #expect(document.paragraph("Item 200.").contains(#"<w:ilvl w:val="8"/>"#))
  }

  @Test func linksAreRelationshipsOrBookmarks() throws {
    let document = try TestDocument(
      "<p><a href='https://example.com/?a=1&amp;b=ü'>x</a> <a href='#t'>y</a> <a href='javascript:alert(1)'>z</a> <a href='#none'>n</a></p><h2 id=t>T</h2>"
    )
    #expect(
      document.part("word/_rels/document.xml.rels").contains(
        #"Target="https://example.com/?a=1&amp;b=%C3%BC" TargetMode="External""#))
    #expect(document.body.contains(#"<w:hyperlink w:anchor="t" w:history="1">"#))
    #expect(document.paragraph(">T<").contains(#"<w:bookmarkStart w:id="0" w:name="t"/>"#))
    #expect(!document.part("word/_rels/document.xml.rels").contains("javascript"))
    #expect(document.codes.contains("link_not_allowed"))
    #expect(document.codes.contains("link_without_destination"))
  }

  @Test func rightToLeftParagraphsAndRunsAreMarked() throws {
    let document = try TestDocument("<p dir=rtl lang=ar>سلام abc</p><p>left</p>")
    // The first paragraph of its role has the properties of the style.
    let first = try #require(document.style("Body Text")) + document.paragraph("سلام")
    #expect(first.contains("<w:bidi/>"))
    #expect(document.paragraph("سلام").contains("<w:rtl/>"))
    #expect(first.contains(#"w:bidi="ar""#))
    #expect(!document.paragraph("left").contains("<w:bidi/>"))
  }

  // MARK: - Lists

  @Test func nestedListsShareANumberingDefinition() throws {
    let document = try TestDocument("<ol><li>a<ol type=a><li>b</ol><li>c</ol><ol><li>d</ol>")
    #expect(document.paragraph(">a<").contains(#"<w:ilvl w:val="0"/><w:numId w:val="1"/>"#))
    #expect(document.paragraph(">b<").contains(#"<w:ilvl w:val="1"/><w:numId w:val="1"/>"#))
    #expect(document.paragraph(">c<").contains(#"<w:ilvl w:val="0"/><w:numId w:val="1"/>"#))
    // The second list restarts, but has the same definition.
    #expect(document.paragraph(">d<").contains(#"<w:numId w:val="2"/>"#))
    let numbering = document.part("word/numbering.xml")
    #expect(numbering.components(separatedBy: "<w:abstractNum ").count == 2)
    #expect(numbering.contains(#"<w:numFmt w:val="lowerLetter"/>"#))
    #expect(numbering.components(separatedBy: #"<w:startOverride w:val="1"/>"#).count == 4)
  }

  /// The width of a number must not make another format.
  @Test func longListsHaveOneFormat() throws {
    let document = try TestDocument("<ol>" + String(repeating: "<li>x", count: 120) + "</ol>")
    #expect(document.part("word/numbering.xml").components(separatedBy: "<w:num ").count == 2)
  }

  @Test func startAndValueRestartNumbers() throws {
    let document = try TestDocument("<ol start=3><li>a<li>b<li value=9>c<li>d</ol>")
    #expect(document.paragraph(">b<").contains(#"<w:numId w:val="1"/>"#))
    #expect(document.paragraph(">c<").contains(#"<w:numId w:val="2"/>"#))
    #expect(document.paragraph(">d<").contains(#"<w:numId w:val="2"/>"#))
    #expect(document.part("word/numbering.xml").contains(#"<w:startOverride w:val="3"/>"#))
    #expect(document.part("word/numbering.xml").contains(#"<w:startOverride w:val="9"/>"#))
  }

  @Test func numbersOfAllLevelsAreOneFormat() throws {
    let document = try TestDocument(
      "<ol><li>a<ol><li>b</ol></ol>", css: "li::marker { content: counters(list-item, '.') ' ' }")
    #expect(document.part("word/numbering.xml").contains(#"<w:lvlText w:val="%1.%2"/>"#))
  }

  @Test func deepListsEndOnTheNinthLevel() throws {
    let depth = 60
    let document = try TestDocument(
      String(repeating: "<ul><li>x", count: depth) + String(repeating: "</li></ul>", count: depth))
    // Not once for each item.
    #expect(document.codes.count { $0 == "word_list_too_deep" } == 5)
    #expect(document.body.contains(#"<w:ilvl w:val="8"/>"#))
    #expect(!document.body.contains(#"<w:ilvl w:val="9"/>"#))
    #expect(document.elements("p").count == depth)
  }

  @Test func twoHundredLevelsOfListsAreWritten() throws {
    let depth = 200
    let document = try TestDocument(
      String(repeating: "<ol><li>x", count: depth) + String(repeating: "</li></ol>", count: depth))
    #expect(document.elements("p").count == depth)
  }

  // MARK: - Footnotes

  @Test func footnotesAreWordsOwn() throws {
    let document = try TestDocument(
      "<p>a<span class=f>First <em>note</em>.</span> b<span class=f>Second.</span>", css: ".f { float: footnote }")
    #expect(document.body.contains(#"<w:footnoteReference w:id="1"/>"#))
    #expect(document.body.contains(#"<w:footnoteReference w:id="2"/>"#))
    let notes = document.part("word/footnotes.xml")
    #expect(notes.contains(#"<w:footnote w:id="2">"#))
    #expect(notes.contains("<w:footnoteRef/>"))
    #expect(notes.contains("Second."))
    #expect(!document.body.contains("Second."))
  }

  @Test func footnoteMarksOtherThanNumbersAreKept() throws {
    let document = try TestDocument(
      "<p>a<span class=f>note</span>", css: ".f { float: footnote } ::footnote-call { content: '*' }")
    #expect(document.body.contains(#"w:customMarkFollows="1" w:id="1"/><w:t>*</w:t>"#))
  }

  // MARK: - Images

  @Test func imagesHaveTheirUsedSizeAndText() throws {
    let document = try TestDocument("<p><img src='\(pngURL)' alt='A &amp; B' width=40 height=20>")
    #expect(document.body.contains(#"<wp:extent cx="381000" cy="190500"/>"#))
    #expect(document.body.contains(#"descr="A &amp; B""#))
    #expect(document.names.contains("word/media/image1.png"))
  }

  @Test func svgHasAFallback() throws {
    let document = try TestDocument("<svg width=20 height=10 viewBox='0 0 20 10'><rect width=20 height=10 /></svg>")
    #expect(document.names.isSuperset(of: ["word/media/image1.png", "word/media/image2.svg"]))
    #expect(document.body.contains("asvg:svgBlip"))
  }

  @Test func floatingImageIsAnchored() throws {
    let document = try TestDocument("<img src='\(pngURL)' style='float: right; width: 30px'><p>text")
    #expect(document.paragraph("text").contains("<wp:anchor"))
    #expect(document.paragraph("text").contains("<wp:align>right</wp:align>"))
  }

  @Test func floatingParagraphsAreFramed() throws {
    let document = try TestDocument(
      "<aside style='float: left; width: 100px; margin-right: 8px'><p>a<p>b</aside><p>text")
    let frame = #"<w:framePr w:w="1500" w:hSpace="120""#
    #expect(document.paragraph(">a<").contains(frame))
    #expect(document.paragraph(">b<").contains(frame))
    #expect(!document.paragraph(">text<").contains("framePr"))
  }

  /// Each float with a table was converted twice for each float around it.
  @Test func nestedFloatsWithTablesAreConvertedInLittleTime() throws {
    let document = try TestDocument(
      String(repeating: "<div style='float: left'>", count: 40) + "<table><tr><td>x</table>")
    #expect(document.elements("tbl").count == 1)
    #expect(document.codes.contains("word_float_in_sequence"))
  }

  @Test func namesOfBookmarksDiffer() throws {
    let ids = (0..<50).map { String(repeating: "x", count: 40) + "\($0)" }
    let document = try TestDocument(ids.map { "<p id=\($0)><a href='#\($0)'>a</a>" }.joined())
    let names = document.elements("bookmarkStart").compactMap { $0.components(separatedBy: "w:name=").last }
    #expect(names.count == 50 && Set(names).count == 50)
  }

  @Test func hugeLengthsAreWrittenAsTheLargestThatWordAccepts() throws {
    let document = try TestDocument(
      "<p class=a>a<span style='vertical-align: 3000px'>b</span><p class=b>c",
      css: ".b { margin-left: 5000px; text-indent: 5000px hanging }")
    #expect(document.body.contains(#"<w:position w:val="3168"/>"#))
    #expect((document.body + document.styles).contains(#"w:left="31680""#))
  }

  /// The type of an image is read from its content.
  @Test func imageOfAnotherTypeThanItsNameIsDetected() throws {
    let lying = pngURL.replacingOccurrences(of: "image/png", with: "image/jpeg")
    let document = try TestDocument("<p><img src='\(lying)' width=10>")
    #expect(document.names.contains("word/media/image1.png"))
    let broken = try TestDocument("<p>x <img src='data:image/png;base64,AAAA' alt='broken'>")
    #expect(broken.codes.contains { $0.hasPrefix("image_") })
    #expect(broken.body.contains("broken"))
  }
}
