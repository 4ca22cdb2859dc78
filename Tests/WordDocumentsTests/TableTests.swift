import Composition
import Foundation
import TestTraits
import Testing

/// Tables, and boxes that become tables.
@Suite(.hangLimit) struct TableTests {
  @Test func spansAndHeadersAreKept() throws {
    let document = try TestDocument(
      "<table><thead><tr><th>A<th colspan=2>B<tbody><tr><td rowspan=2>c<td>d<td>e<tr><td>f<td>g</table>")
    #expect(document.elements("gridCol").count == 3)
    #expect(document.elements("tr").count == 3)
    #expect(document.elements("tr")[0].contains("<w:tblHeader/>"))
    #expect(document.body.contains(#"<w:gridSpan w:val="2"/>"#))
    #expect(document.body.contains(#"<w:vMerge w:val="restart"/>"#))
    #expect(document.body.contains("<w:vMerge/>"))
    for row in document.elements("tr") { #expect(row.hasSuffix("</w:p></w:tc></w:tr>")) }
  }

  @Test func numberOfTableStylesIsLimited() throws {
    let document = try TestDocument((0..<600).map { "<table class=c\($0)><tr><td>x</table>" }.joined())
    let styles = document.elements("style", of: "word/styles.xml").filter { $0.contains("w:type=\"table\"") }
    #expect((500...502).contains(styles.count))
  }

  @Test func formattingIsInTheTableStyle() throws {
    let document = try TestDocument(
      "<table class=prices><thead><tr><th>A<th>B<tbody><tr><td>c<td>d<tr><td>e<td class=x>f</table>",
      css:
        "table { border-collapse: collapse } th { background: #eee; border-bottom: 1pt solid red } td { border-bottom: 0.5pt solid gray; padding: 3pt } .x { background: yellow }"
    )
    let style = try #require(document.style("Table Prices"))
    #expect(style.contains(#"<w:insideH w:val="single" w:sz="4" w:space="0" w:color="808080"/>"#))
    #expect(style.contains(#"<w:tblStylePr w:type="firstRow"><w:tcPr><w:tcBorders>"#))
    #expect(style.contains(#"w:fill="EEEEEE""#))
    // Only the cell that deviates has formatting of its own.
    #expect(document.elements("tc").filter { $0.contains("<w:shd") }.count == 1)
    #expect(document.elements("tc").filter { $0.contains("<w:tcBorders") }.isEmpty)
  }

  @Test func widthsAreThoseOfTheLayout() throws {
    let document = try TestDocument(
      "<table><tr><td style='width: 100px'>a<td>b</table>",
      css:
        "@page { margin: 0; size: 400px 400px } body { margin: 0 } table { width: 400px; border-spacing: 0; table-layout: fixed } td { padding: 0 }"
    )
    #expect(document.elements("gridCol") == [#"<w:gridCol w:w="1500"/>"#, #"<w:gridCol w:w="4500"/>"#])
    #expect(document.body.contains(#"<w:tblLayout w:type="fixed"/>"#))
  }

  /// Text directly in a cell has the line height of the cell.
  @Test func lineHeightAppliesInCells() throws {
    let document = try TestDocument("<table><tr><td>a</table>", css: "td { line-height: 2; font: 10pt/2 serif }")
    let style = try #require(document.style("Table Text"))
    #expect(style.contains(#"w:lineRule="auto""#))
    #expect(!style.contains(#"w:line="240""#))
  }

  @Test func adjacentTablesStayApart() throws {
    let document = try TestDocument("<table><tr><td>a</table><table style='margin-top: 20px'><tr><td>b</table>")
    #expect(document.body.contains("</w:tbl><w:p>"))
    #expect(!document.body.contains("</w:tbl><w:tbl>"))
    #expect(document.styles.contains(#"w:before="300""#))
  }

  @Test func tooManyColumnsAreAnErrorWithTheLine() throws {
    let error = #expect(throws: CompositionError.self) {
      try TestDocument("<p>x</p>\n<table><tr>" + String(repeating: "<td>x", count: 64) + "</table>")
    }
    #expect(error?.code == .layoutRefused)
    #expect(error?.place == "line 2")
    #expect(error?.message.contains("63") == true)
    #expect(
      try TestDocument("<table><tr>" + String(repeating: "<td>x", count: 63) + "</table>").elements("gridCol").count
        == 63)
  }

  @Test func itemsBesideEachOtherAreCells() throws {
    let document = try TestDocument(
      "<div style='display: flex; justify-content: space-between'><div>a</div><div>b</div></div><div style='display: flex; flex-direction: column'><p>c</p><p>d</p></div>"
    )
    #expect(document.elements("tbl").count == 1)
    #expect(document.elements("tc").count == 2)
  }

  @Test func boxAroundParagraphsIsParagraphBorders() throws {
    let document = try TestDocument("<div class=b><p>a<p>b</div>", css: ".b { border: 1px solid red; padding: 4px }")
    #expect(document.elements("tbl").isEmpty)
    #expect(document.styles.contains("<w:pBdr>") || document.body.contains("<w:pBdr>"))
    let mixed = try TestDocument(
      "<div class=b><p>a<ul><li>b</ul></div>", css: ".b { border: 1px solid red; padding: 4px }")
    #expect(mixed.elements("tbl").count == 1)
  }

  @Test func deeplyNestedTablesBecomeParagraphs() throws {
    let depth = 20
    let document = try TestDocument(
      String(repeating: "<table><tr><td>", count: depth) + "inside" + String(repeating: "</table>", count: depth))
    #expect(document.codes.contains("word_table_too_deep"))
    #expect(document.body.contains("inside"))
  }
}
