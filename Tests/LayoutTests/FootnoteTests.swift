import TestTraits
import Testing

@Suite(.hangLimit) struct FootnoteTests {
  /// The area has a top border of 1 px, and calls are on the baseline, so that positions are easy to read.
  private let css = """
    @page { @footnote { margin: 6px 0 0; border: 0 solid; border-top-width: 1px; padding: 5px 0 0 } }
    .f { float: footnote } ::footnote-call { vertical-align: baseline; font: inherit }
    """

  private func paragraph(_ count: Int, from first: Int = 1) -> String {
    "<p>" + (first..<first + count).map { "l\($0)" }.joined(separator: "<br>") + "</p>"
  }

  /// The lines of each page as `y text`, with the pieces of a line joined.
  private func pages(_ html: String, css: String = "") throws -> [[String]] {
    try lines(html, css: self.css + css).map { page in
      var rows: [(y: String, text: String)] = []
      for line in page {
        let parts = line.split(separator: " ", maxSplits: 2).map(String.init)
        let y = String(parts[0].split(separator: ",")[1])
        let text = parts.count > 2 ? parts[2] : ""
        if rows.last?.y == y { rows[rows.count - 1].text += text } else { rows.append((y, text)) }
      }
      return rows.map { "\($0.y) \($0.text)" }
    }
  }

  @Test func aFootnoteLeavesACallAndMovesToThePagesEnd() throws {
    #expect(try pages("<p>a<span class=f>note</span> b</p>") == [["0 a1 b", "108 1. note"]])
  }

  @Test func callsAreNumberedConsecutively() throws {
    let html = "<p>a<span class=f>x</span></p><div><p>b<span class=f>y</span></p></div>"
    #expect(try pages(html) == [["0 a1", "12 b2", "96 1. x", "108 2. y"]])
  }

  @Test func textLeavesSpaceForTheFootnotesItCalls() throws {
    // Eight of ten lines fit above an area of one line and its edges.
    let html = "<p>a<span class=f>x</span></p>" + paragraph(10)
    let set = try pages(html)
    #expect(set.map(\.count) == [9, 3])
    #expect(set[0].suffix(2) == ["84 l7", "108 1. x"])
  }

  @Test func aLineWhoseFootnoteDoesNotFitMovesToTheNextPage() throws {
    let html = paragraph(8) + "<p>a<span class=f>x</span></p>"
    #expect(try pages(html) == [(1...8).map { "\(($0 - 1) * 12) l\($0)" }, ["0 a1", "108 1. x"]])
  }

  @Test func aLongFootnoteContinuesOnTheNextPage() throws {
    let note = (1...12).map { "n\($0)" }.joined(separator: "<br>")
    let set = try pages(paragraph(2) + "<p>a<span class=f>\(note)</span></p><p>b</p>")
    #expect(set.count == 2)
    #expect(set[0].prefix(4) == ["0 l1", "12 l2", "24 a1", "36 b"])
    #expect(set[0].count + set[1].count == 4 + 12)
    #expect(set[1].last == "108 n12")
  }

  @Test func footnotesFillFurtherPagesAfterTheFlowHasEnded() throws {
    let note = (1...30).map { "n\($0)" }.joined(separator: "<br>")
    let set = try pages("<p>a<span class=f>\(note)</span></p>")
    #expect(set.count == 4)
    #expect(set.flatMap { $0 }.count == 31)
  }

  @Test func policyLineMovesTheLineOfTheCall() throws {
    let note = (1...5).map { "n\($0)" }.joined(separator: "<br>")
    let html = paragraph(6) + "<p>a<span class=f>\(note)</span></p>"
    #expect(try pages(html, css: ".f { footnote-policy: line }").map(\.count) == [6, 6])
    #expect(try pages(html).count == 2)
  }

  @Test func policyBlockMovesTheWholeParagraph() throws {
    let note = (1...5).map { "n\($0)" }.joined(separator: "<br>")
    let html = "<p>top</p><p>l1<br>l2<br>l3<br>l4<br>l5<br>a<span class=f>\(note)</span></p>"
    let set = try pages(html, css: ".f { footnote-policy: block } p { orphans: 1; widows: 1 }")
    #expect(set[0] == ["0 top"])
  }

  @Test func inlineFootnotesShareALine() throws {
    let html = "<p>a<span class=f>x</span>b<span class=f>y</span></p>"
    let rows = try pages(html, css: ".f { footnote-display: inline }")
    #expect(rows == [["0 a1b2", "108 1. x2. y"]])
  }

  @Test func aPageContextThatResetsTheCounterRestartsNumbersOnEachPage() throws {
    let html = "<p>a<span class=f>x</span></p><p style='break-before: page'>b<span class=f>y</span></p>"
    let set = try pages(html, css: "@page { counter-reset: footnote }")
    #expect(set == [["0 a1", "108 1. x"], ["0 b1", "108 1. y"]])
  }

  @Test func footnotesOfFootnotesFollowThem() throws {
    let html = "<p>a<span class=f>x<span class=f>y</span></span></p>"
    #expect(try pages(html) == [["0 a1", "96 1. x2", "108 2. y"]])
  }

  @Test func theAreaIsLimitedByItsMaxHeight() throws {
    let note = (1...4).map { "n\($0)" }.joined(separator: "<br>")
    let set = try pages("<p>a<span class=f>\(note)</span></p>", css: "@page { @footnote { max-height: 24px } }")
    #expect(set == [["0 a1", "96 1. n1", "108 n2"], ["96 n3", "108 n4"]])
  }

  @Test func callsInTablesAndPositionedBoxesHaveFootnotes() throws {
    let html = """
      <table><tr><td>c<span class=f>x</span></table><div style='position: absolute; top: 40px'>p<span class=f>y</span></div>
      """
    let set = try pages(html)
    #expect(set.count == 1)
    #expect(set[0].suffix(2) == ["96 1. x", "108 2. y"])
  }
}

/// Links between a footnote's call and its note.
@Suite(.hangLimit) struct FootnoteLinkTests {
  @Test func callsAndNotesLinkToEachOther() throws {
    let css =
      "@page { @footnote { margin: 0; border: 0; padding: 0 } } .f { float: footnote } ::footnote-call { font: inherit }"
    let document = try layOut("<p>a<span class=f>one</span> b<span class=f>two</span></p>", css: css)
    let links = document.pages[0].links
    #expect(links.count == 4)
    let notes = links.filter { $0.frame.y > 90 }
    let calls = links.filter { $0.frame.y < 12 }
    #expect(notes.count == 2 && calls.count == 2)
    for (call, note) in zip(calls, notes) {
      let there = document.destinations[String(call.target.dropFirst())]
      let back = document.destinations[String(note.target.dropFirst())]
      #expect(there?.page == 0 && abs((there?.point.y ?? 0) - note.frame.y) < 12)
      #expect(back?.page == 0 && (back?.point.y ?? 99) < 12)
    }
  }

  @Test func aCallLinksToANoteOnTheNextPage() throws {
    let css = "@page { @footnote { margin: 0; border: 0; padding: 0; max-height: 24px } } .f { float: footnote }"
    let note = (1...12).map { "n\($0)" }.joined(separator: "<br>")
    let html = "<p>a<span class=f>\(note)</span></p><p>b<span class=f>two</span></p>"
    let document = try layOut(html, css: css)
    for page in document.pages {
      for link in page.links { #expect(document.destinations[String(link.target.dropFirst())] != nil) }
    }
  }
}
