import Foundation
import TestTraits
import Testing

/// Sections, headers, footers, breaks and fields.
@Suite(.hangLimit) struct PageTests {
  @Test func pageRuleSetsSizeAndMargins() throws {
    let document = try TestDocument(
      "<p>a", css: "@page { size: 400px 200px; margin: 10px 20px 30px 40px } body { margin: 0 5px }")
    #expect(document.body.contains(#"<w:pgSz w:w="6000" w:h="3000" w:orient="landscape"/>"#))
    // The margins of the body are part of the page's.
    #expect(document.body.contains(#"<w:pgMar w:top="150" w:right="375" w:bottom="450" w:left="675""#))
  }

  @Test func marginBoxesAreHeadersAndFootersWithFields() throws {
    let document = try TestDocument(
      "<h1>Title</h1><p>a",
      css: """
        @page { @top-left { content: string(t) } @top-right { content: "R" } @bottom-center { content: "Page " counter(page) " of " counter(pages) } }
        @page :first { @top-left { content: none } @top-right { content: none } }
        h1 { string-set: t content(text) }
        """)
    let header = document.part("word/header1.xml")
    #expect(header.contains(" STYLEREF 1 "))
    #expect(header.contains("<w:tab/>"))
    #expect(document.part("word/footer1.xml").contains(" PAGE "))
    #expect(document.part("word/footer1.xml").contains(" NUMPAGES "))
    #expect(document.body.contains("<w:titlePg/>"))
    #expect(!document.part("word/header2.xml").contains("STYLEREF"))
  }

  @Test func namedPagesAreSections() throws {
    let document = try TestDocument(
      "<p>a</p><div class=wide><p>b</p></div><p>c</p>",
      css: "@page { size: 300px 400px } @page wide { size: 400px 300px } .wide { page: wide }")
    let sections = document.elements("sectPr")
    #expect(sections.count == 3)
    #expect(sections.map { $0.contains("landscape") } == [false, true, false])
    #expect(document.paragraph(">a<").contains("<w:sectPr>"))
    #expect(!document.body.contains("<w:pageBreakBefore/>"))
  }

  @Test func breaksAreParagraphProperties() throws {
    let document = try TestDocument(
      "<h2>h</h2><p>a</p><p class=n>b</p><p class=k>c</p><div class=i><p>d</p><p>e</p></div>",
      css: ".n { break-before: page } .k { break-inside: avoid; orphans: 1; widows: 1 } .i { break-inside: avoid }")
    #expect(document.paragraph(">b<").contains("<w:pageBreakBefore/>"))
    #expect(
      document.paragraph(">c<").contains(#"<w:widowControl w:val="0"/>"#)
        || document.styles.contains(#"<w:widowControl w:val="0"/>"#))
    #expect(document.paragraph(">d<").contains("<w:keepNext/>"))
    #expect(!document.paragraph(">e<").contains("<w:keepNext/>"))
  }

  @Test func pageNumbersOfTargetsMakeATableOfContents() throws {
    let document = try TestDocument(
      "<ul class=toc><li><a href='#a'>A</a><li><a href='#b'>B</a></ul><h1 id=a>A</h1><h2 id=b>B</h2>",
      css: ".toc { list-style: none } .toc a::after { content: leader('.') target-counter(attr(href url), page) }")
    #expect(
      document.body.contains(#"TOC \o &quot;1-2&quot; \h \z \u"#) || document.body.contains(#"TOC \o "1-2" \h \z \u"#))
    #expect(document.body.contains(" PAGEREF a \\h "))
    #expect(document.body.contains(#"<w:pStyle w:val="TOC1"/>"#))
    #expect(document.body.contains(#"<w:pStyle w:val="TOC2"/>"#))
    #expect(document.styles.contains(#"<w:tab w:val="right" w:leader="dot""#))
    let fields = ["begin", "separate", "end"].map {
      document.body.components(separatedBy: "w:fldCharType=\"\($0)\"").count
    }
    #expect(Set(fields).count == 1)
  }

  @Test func greaterMarginOfOtherPagesIsSpaceInTheHeader() throws {
    let document = try TestDocument("<p>a", css: "@page { margin: 100px 0 } @page :first { margin-top: 60px }")
    #expect(document.body.contains(#"<w:pgMar w:top="900""#))
    // The header of these pages is the only one with space below it.
    #expect(document.style("header")?.contains("w:after") == true)
    #expect(document.part("word/header2.xml").contains(#"w:after="0""#))
  }

  @Test func metadataIsInTheCoreProperties() throws {
    let document = try TestDocument("<html lang=de><title>T &amp; U</title><meta name=author content=A><p>x") {
      $0.metadata.created = .init(seconds: 1_795_165_200)
    }
    let core = document.part("docProps/core.xml")
    #expect(core.contains("<dc:title>T &amp; U</dc:title>"))
    #expect(core.contains("<dc:creator>A</dc:creator>"))
    #expect(core.contains("<dc:language>de</dc:language>"))
    #expect(core.contains("2026-11-20T09:00:00Z</dcterms:created>"))
  }

  @Test func sameInputGivesTheSameBytes() throws {
    let html =
      "<h1 id=a>A</h1><p class=x>b <a href='#a'>c</a><ul><li>d</ul><table><tr><td>e</table><img src='\(pngURL)'>"
    #expect(try TestDocument(html).bytes == TestDocument(html).bytes)
  }
}
