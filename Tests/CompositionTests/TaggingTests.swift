import PDFReading
import TestTraits
import Testing

@testable import Composition

@Suite(.hangLimit) struct TaggingTests {
  private func render(_ html: String, isTagged: Bool = true) throws -> String {
    var document = HTMLDocument(html: Array("<!DOCTYPE html>\(html)".utf8))
    document.isTagged = isTagged
    return try unpackedText(Typesetter().render(.html(document)).pdf)
  }

  /// The structure types in the file, in order.
  private func types(_ pdf: String) -> [String] {
    structureTypes(pdf)
  }

  @Test func taggedDocumentHasStructure() throws {
    let pdf = try render(
      """
      <html lang=de><title>A report</title><meta name=author content="Ann">
      <h1>One</h1><p>Text with <a href="https://example.org/">a link</a>.</p><ul><li>Item</ul>
      <table><thead><tr><th>Head<tbody><tr><td>Cell</table>
      """)
    #expect(
      types(pdf) == [
        "Document", "H1", "P", "Link", "L", "LI", "LBody", "Table", "THead", "TR", "TH", "TBody", "TR", "TD",
      ])
    #expect(pdf.contains("/Lang (de)") && pdf.contains("/Title (A report)") && pdf.contains("/Author (Ann)"))
    #expect(pdf.contains("/MarkInfo << /Marked true >>"))
  }

  /// Regression: Cairo paints a page on which nothing can be drawn as vectors as one picture, and then refuses the
  /// tags.
  @Test func aPageOfColouredCharactersOnlyIsTagged() throws {
    let html = "<html lang=en><title>T</title><style>\(ColouredFont.css) p { font-family: Coloured }</style><p>😀<p>😀"
    let pdf = try render(html)
    #expect(types(pdf) == ["Document", "P", "P"])
    #expect(pdf.contains("/MarkInfo << /Marked true >>"))
    #expect(types(try render(html, isTagged: false)).isEmpty)
  }

  @Test func repeatedTableHeaderIsTaggedOnce() throws {
    let rows = String(repeating: "<tr><td>Cell", count: 120)
    let pdf = try render("<table><thead><tr><th>Head<tbody>\(rows)</table>")
    #expect(types(pdf).filter { $0 == "TH" }.count == 1)
    #expect(types(pdf).filter { $0 == "TD" }.count == 120)
    // The text of the header is marked on the first page only.
    let head = try #require(pdf.split(separator: "<</S/TH ").dropFirst().first?.prefix { $0 != "]" })
    #expect(head.hasSuffix("/K[0"))
  }

  /// Regression: tables of a head only, and with several heads or feet, were written as such (ISO 14289-1, 7.2).
  @Test(arguments: [
    ("<thead><tr><th>A</table>", "TBody TR TH"),
    ("<tfoot><tr><td>A</table>", "TBody TR TD"),
    ("<thead><tr><th>A<tbody><tr><td>B<thead><tr><th>C</table>", "THead TR TH TBody TR TD TBody TR TH"),
    ("<thead><tr><th>A<thead><tr><th>B</table>", "THead TR TH TBody TR TH"),
    ("<tfoot><tr><td>A<tbody><tr><td>B<tfoot><tr><td>C</table>", "TFoot TR TD TBody TR TD TBody TR TD"),
    ("<thead><tr><th>A<tbody hidden><tr><td>B</table>", "TBody TR TH"),
    ("<caption>A</caption><caption>B</caption><tr><td>C</table>", "Caption Div TBody TR TD"),
  ])
  func tablesHaveTheGroupsThatAreAllowed(table: String, expected: String) throws {
    let html = "<html lang=en><title>T</title><table>\(table)"
    #expect(types(try render(html)).joined(separator: " ") == "Document Table " + expected)
  }

  @Test func cellsStateTheirSpans() throws {
    let pdf = try render("<table><tr><th colspan=2 rowspan=2>A<td>B<tr><td>C<tr><td rowspan=9>D<td>E<td>F</table>")
    #expect(pdf.contains("/Scope /Row /RowSpan 2 /ColSpan 2"))
    #expect(pdf.split(separator: "/RowSpan").count == 2)
  }

  @Test func listItemsHaveABody() throws {
    let html = "<html lang=en><title>T</title>"
    #expect(
      types(try render(html + "<ol><li><li>A</ol>")) == ["Document", "L", "LI", "Lbl", "LBody", "LI", "Lbl", "LBody"])
    // A term and its description are one item.
    let terms = types(try render(html + "<dl><dt>A<dt>B<dd>C<dd>D</dl>"))
    #expect(terms.count { $0 == "LI" } == 3)
    #expect(terms.count { $0 == "Lbl" } == 2 && terms.count { $0 == "LBody" } == 3)
  }

  /// Rows of equal objects that are predicted from each other; before, a cell took 25 bytes.
  @Test func aCellTakesFewBytesOfTheStructure() throws {
    let rows = (0..<300).map { "<tr><td>\($0)<td>\($0 * 7919 % 9973)<td>\($0 * 104_729 % 9967)<td>\($0 * 31 % 997)" }
    func bytes(isTagged: Bool) throws -> Int {
      var document = HTMLDocument(html: Array("<!DOCTYPE html><table>\(rows.joined())</table>".utf8))
      document.isTagged = isTagged
      return try Typesetter().render(.html(document)).pdf.count
    }
    #expect(try bytes(isTagged: true) - bytes(isTagged: false) < 1200 * 6)
    #expect(types(try render("<table>\(rows.joined())</table>")).filter { $0 == "TD" }.count == 1200)
  }

  /// Before, the rows of all figures were as long as the longest alternative text.
  @Test func aLongAlternativeTextDoesNotLengthenTheOtherElements() throws {
    let pixel = "data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7"
    let long = String(repeating: "words ", count: 1 << 12)
    let figures = [long] + (1..<64).map { "Figure \($0)" }
    let pdf = try render("<html lang=en><title>T</title>" + figures.map { "<img src='\(pixel)' alt='\($0)'>" }.joined())
    #expect(types(pdf).filter { $0 == "Figure" }.count == 64)
    #expect(pdf.utf8.count < 8 * long.utf8.count)
  }

  @Test func bulletsAreArtifactsAndOtherMarkersAreLabels() throws {
    #expect(types(try render("<ul><li>A<li>B</ul>")) == ["Document", "L", "LI", "LBody", "LI", "LBody"])
    let bullets = try render("<ul><li>A<li>B</ul>")
    #expect(bullets.contains("/K[0]") && !bullets.contains("/K[0 1]"))
    #expect(types(try render("<ol><li>A</ol>")) == ["Document", "L", "LI", "Lbl", "LBody"])
  }

  @Test func paragraphContinuesOnNextPage() throws {
    let pdf = try render("<p>\(String(repeating: "word ", count: 3000))</p>")
    #expect(types(pdf) == ["Document", "P"])
    #expect(pdf.contains("/Type/MCR"))
  }

  /// Regression: the text around a box that is painted before or after it was one sequence, and the box's text preceded
  /// or followed all of it.
  @Test(arguments: [
    ("<p>a <b style='position: relative'>x</b> b", "/K[0 2 1]"),
    ("<p>a <b style='opacity: 0.5'>x</b> b", "/K[0 2 1]"),
    ("<p>a<br><b style='float: right'>x</b>b", "/K[1 0 2]"),
    ("<p>a <b style='display: inline-block'>x</b> b", "/K[0]"),
  ])
  func textAroundABoxIsReadInTheOrderOfTheDocument(html: String, kids: String) throws {
    let pdf = try render(html)
    #expect(types(pdf) == ["Document", "P"])
    #expect(pdf.contains(kids), "\(pdf.matches(of: /\/K\[[0-9 ]*\]/).map(\.output))")
  }

  @Test(arguments: [
    ("<math alttext='one half'><mfrac><mn>1</mn><mn>2</mn></mfrac></math>", "one half"),
    ("<math aria-label='x'><mi>x</mi></math>", "x"),
    (
      "<math><semantics><mi>x</mi><annotation encoding='application/x-tex'>x_1</annotation></semantics></math>", "x_1"
    ),
  ])
  func formulasHaveTheirAlternativeText(formula: String, text: String) throws {
    let pdf = try render("<p>if \(formula)")
    #expect(types(pdf) == ["Document", "P", "Formula"])
    #expect(pdf.contains("/Alt (\(text))"))
    #expect(types(try render("<p>if <math><mi>x</mi></math>")) == ["Document", "P"])
  }

  @Test func marginBoxesAreArtifacts() throws {
    let pdf = try render("<style>@page { @top-center { content: 'Running head' } }</style><p>Text</p>")
    #expect(types(pdf) == ["Document", "P"])
    #expect(pdf.contains("/K[0]"))
  }

  /// Regression: the language of elements without a structure type, such as `span` and `div`, was lost (ISO 14289-1,
  /// 7.2).
  @Test func everyChangeOfTheLanguageIsInTheStructure() throws {
    func structure(_ body: String) throws -> String {
      let pdf = try render("<html lang=en><title>T</title><body>\(body)")
      #expect(pdf.contains("/Lang (en)"))
      return types(pdf).joined(separator: " ") + " "
        + pdf.matches(of: /\/S\/(\w+) \/Lang \((\w+)\)/).map { "\($0.1)=\($0.2)" }.joined(separator: " ")
    }
    #expect(try structure("<p>a <span lang=fr>b <em lang=es>c</em></span>") == "Document P Span Span Span=fr Span=es")
    #expect(try structure("<span lang=fr>b</span>") == "Document P Span Span=fr")
    #expect(try structure("<div lang=fr>a<p>b</div>") == "Document Div P P Div=fr")
    #expect(
      try structure("<main lang=fr><h1>a<div lang=de>b</div></h1></main>") == "Document Div H1 Span Div=fr Span=de")
    #expect(try structure("<ul><li><div lang=fr>a</div></ul>") == "Document L LI LBody Div P Div=fr")
    // The language that applies already.
    #expect(try structure("<div lang=EN>a <b xml:lang=en lang=en>b</b></div>") == "Document P ")
    #expect(try structure("<table><tr><td>a<form lang=fr><tr><td lang=fr>b</form></table>").hasSuffix(" TD=fr"))
  }

  /// Regression: running elements were repeated as content of the document on every page (ISO 14289-1, 7.8).
  @Test func runningElementsAreArtifacts() throws {
    let css =
      "@page { size: 300px; @top-left { content: element(head) } } .h { position: running(head) } p { break-after: page }"
    let head = "<div class=h><h2>Head</h2><table><tr><td>a<td><a href='https://a.example/'><b>b</b></a></table></div>"
    let html = "<html lang=en><title>T</title><style>\(css)</style>\(head)<p>One<p>Two"
    let pdf = try render(html)
    // The links of both pages; content is that of the paragraphs only.
    #expect(types(pdf) == ["Document", "P", "P", "Link", "Link"])
    #expect(pdf.contains("/Subtype /Header"))
    var document = HTMLDocument(html: Array("<!DOCTYPE html>\(html)".utf8))
    document.conform(to: try ConformanceRequest(named: "pdf/a-2a,pdf/ua-1"))
    #expect(try Typesetter().render(.html(document)).warnings.isEmpty)
  }

  @Test func contentHiddenFromScreenReadersIsAnArtifact() throws {
    let svg = "<svg aria-hidden=true width=9 height=9><title>T</title><rect width=9 height=9 /></svg>"
    let html = "<html lang=en><title>T</title><p>a\(svg)<b aria-hidden=true>c</b></p>"
    #expect(types(try render(html)) == ["Document", "P"])
    // A table needs all of its cells.
    let table = types(try render("<table><tr><td aria-hidden=true>a<td>b</table>"))
    #expect(table.filter { $0 == "TD" }.count == 2)
  }

  @Test func tagsAreOmittedByDefault() throws {
    #expect(!(try render("<p>Text</p>", isTagged: false)).contains("/StructTreeRoot"))
  }
}
