import Foundation
import TestTraits
import Testing

/// Formatting becomes styles that a person can change in one place.
@Suite(.hangLimit) struct StyleTests {
  @Test func equalElementsShareOneStyleWithoutDirectFormatting() throws {
    let document = try TestDocument(
      "<h1>One</h1><p>a</p><h1>Two</h1><p>b</p>", css: "h1 { color: #123456; font-size: 20pt } p { margin: 4pt 0 }")
    #expect(document.paragraph("One").hasPrefix(#"<w:p><w:pPr><w:pStyle w:val="Heading1"/></w:pPr>"#))
    #expect(document.paragraph("Two").hasPrefix(#"<w:p><w:pPr><w:pStyle w:val="Heading1"/></w:pPr>"#))
    let style = try #require(document.style("heading 1"))
    #expect(style.contains(#"<w:color w:val="123456"/>"#))
    #expect(style.contains(#"<w:sz w:val="40"/>"#))
    #expect(style.contains(#"<w:keepNext/>"#))
    #expect(style.contains(#"<w:outlineLvl w:val="0"/>"#))
    #expect(try #require(document.style("Body Text")).contains(#"<w:spacing w:before="80" w:after="80"/>"#))
  }

  @Test func otherFamiliesOfAListAreAlternativesOfTheFont() throws {
    let document = try TestDocument("<p>a</p>", css: "p { font-family: -apple-system, 'Open Sans', Georgia, serif }")
    let fonts = document.part("word/fontTable.xml")
    #expect(fonts.contains(#"<w:font w:name="Open Sans"><w:altName w:val="Georgia,Times New Roman"/></w:font>"#))
    #expect(!fonts.contains("apple"))
  }

  /// Dotted and coloured lines through text became plain ones without a warning.
  @Test func decorationsOfTextThatWordDoesNotHaveAreReported() throws {
    let document = try TestDocument(
      "<p>a <u>b</u> <s>c</s> <s class=double>d</s>",
      css: "u { text-decoration: underline wavy red } .double { text-decoration: double line-through }")
    let written = document.body + document.styles
    for element in [#"<w:u w:val="wave" w:color="FF0000"/>"#, "<w:strike/>", "<w:dstrike/>"] {
      #expect(written.contains(element), "\(element)")
    }
    #expect(document.codes.isEmpty)
    for (value, code) in [
      ("line-through dotted", "word_line_through"), ("line-through red", "word_line_through"),
      ("overline", "word_overline"),
    ] {
      #expect(try TestDocument("<p>a <b style='text-decoration: \(value)'>b</b> c").codes == [code], "\(value)")
    }
  }

  /// Word has two thicknesses of underlines; the size of the text is 20 px.
  @Test(arguments: [
    ("underline", "single"), ("underline 2.5px", "single"), ("underline 3px", "thick"), ("underline 10%", "single"),
    ("underline dotted 3px", "dottedHeavy"), ("underline dashed 4px", "dashedHeavy"),
    ("underline wavy 3px", "wavyHeavy"),
    ("underline double 6px", "double"), ("underline from-font", "single"),
  ])
  func thickUnderlinesAreThick(value: String, kind: String) throws {
    let document = try TestDocument("<p>a <b style='font-size: 20px; text-decoration: \(value)'>b</b> c")
    #expect((document.body + document.styles).contains(#"<w:u w:val="\#(kind)"/>"#))
  }

  @Test func underlinesWithoutThicknessAreLeftOut() throws {
    let document = try TestDocument("<p>a <b style='text-decoration: underline 0'>b</b> c")
    #expect(!(document.body + document.styles).contains("<w:u "))
  }

  @Test func singleDeviationIsDirectFormatting() throws {
    let document = try TestDocument("<p>a</p><p>b</p><p style='text-align: center'>c</p>")
    #expect(document.paragraph(">c<").contains(#"<w:pStyle w:val="BodyText"/><w:jc w:val="center"/>"#))
  }

  @Test func classWithItsOwnFormattingHasItsOwnStyle() throws {
    let document = try TestDocument(
      "<p>a</p><p>b</p><p class=lead-text>c</p><p class=same>d</p>", css: ".lead-text { font-style: italic }")
    let style = try #require(document.style("Body Text Lead Text"))
    #expect(style.contains(#"<w:basedOn w:val="BodyText"/>"#))
    #expect(style.contains("<w:i/>"))
    #expect(!style.contains("w:sz"))
    #expect(document.paragraph(">d<").contains(#"<w:pStyle w:val="BodyText"/>"#))
  }

  @Test func separatorsDoNotChangeNormal() throws {
    let cell = "<table><tr><td></table>"
    let document = try TestDocument("\(cell)\(cell)\(cell)<div>a</div>")
    #expect(try #require(document.style("Normal")).contains(#"w:lineRule="exact""#) == false)
  }

  @Test func inlineElementsHaveCharacterStyles() throws {
    let document = try TestDocument(
      "<p>a <strong>b</strong> <b>c</b> <em>d</em> <code>e</code> <a href='https://example.com'>f</a> <span class=amount>g</span>",
      css: ".amount { color: red }")
    for (text, style) in [
      ("b", "Strong"), ("c", "Strong"), ("d", "Emphasis"), ("e", "HTMLCode"), ("f", "Hyperlink"), ("g", "Amount"),
    ] {
      #expect(
        document.body.contains(#"<w:rPr><w:rStyle w:val="\#(style)"/></w:rPr><w:t xml:space="preserve">\#(text)</w:t>"#)
      )
    }
    #expect(try #require(document.style("Amount")).contains(#"<w:color w:val="FF0000"/>"#))
  }

  /// Toggle properties of a paragraph style and a character style exclude each other in Word.
  @Test func boldInBoldHeadingStaysBold() throws {
    let document = try TestDocument(
      "<p>x <strong>y</strong> <strong>v</strong></p><h1>a <strong>b</strong></h1>",
      css: "strong { font-weight: 700; color: red }")
    #expect(document.paragraph(">b<").contains(#"<w:rStyle w:val="Strong"/><w:b/><w:bCs/>"#))
  }

  @Test func namesAreUniqueAndValid() throws {
    let document = try TestDocument(
      "<p>x</p><p>y</p><p>z</p><p class='été'>a</p><p class='été'>b</p><p class='&lt;x&gt;'>c</p><p class='&lt;x&gt;'>d</p>",
      css: "p.été { color: red } p[class*='<'] { color: blue }")
    let ids = document.elements("style", of: "word/styles.xml").compactMap { style in
      style.range(of: #"w:styleId="[^"]*""#, options: .regularExpression).map { String(style[$0]) }
    }
    #expect(Set(ids).count == ids.count)
    #expect(document.styles.contains("Body Text Été"))
  }
}
