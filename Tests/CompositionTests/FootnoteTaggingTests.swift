import PDF
import PDFReading
import TestTraits
import Testing

@testable import Composition

/// Footnotes in the structure (ISO 32000-1, Tables 334, 336 and 338).
@Suite(.hangLimit) struct FootnoteTaggingTests {
  private static let head = """
    <!DOCTYPE html><html lang=en><title>T</title><style>@page { size: 400px 300px } .f { float: footnote }</style>
    """

  private func document(_ html: String, css: String = "") -> HTMLDocument {
    var document = HTMLDocument(html: Array("\(Self.head)<style>\(css)</style>\(html)".utf8))
    document.isTagged = true
    return document
  }

  /// The elements with their depths and texts.
  private func outline(_ html: String, css: String = "") throws -> [String] {
    try Typesetter().typeset(document(html, css: css), isInspected: true).structureOutline().dropFirst().map {
      String(repeating: " ", count: $0.depth - 1) + ($0.text.isEmpty ? $0.type : "\($0.type) \($0.text)")
    }
  }

  /// The types of the structure elements in the file.
  private func types(_ html: String, css: String = "") throws -> [String] {
    structureTypes(try unpackedText(Typesetter().render(.html(document(html, css: css))).pdf))
  }

  /// Regression: the text of a call was that of the paragraph, and its link an empty element in the note.
  @Test func aCallIsAReferenceAndAMarkerTheLabelOfTheNote() throws {
    #expect(
      try outline("<p>One<span class=f>Note</span> two.") == [
        "P One two.", " Reference", "  Link 1", " Note Note", "  Lbl", "   Link 1.",
      ])
    #expect(
      try types("<p>One<span class=f>Note</span> two.") == [
        "Document", "P", "Reference", "Link", "Note", "Lbl", "Link",
      ])
  }

  /// The link at the call is in the reference, and the link back in the label.
  @Test func eachLinkHasItsAnnotation() throws {
    let text = try unpackedText(Typesetter().render(.html(document("<p>One<span class=f>Note</span> two."))).pdf)
    let links = text.split(separator: "<</S/Link").dropFirst().map { $0.prefix { $0 != "]" } }
    #expect(links.count == 2)
    for link in links { #expect(link.contains("/OBJR") && link.contains("/K[")) }
    #expect(text.contains("/Contents (Note)") && text.contains("/Contents (One)"))
  }

  /// Regression: the description of each link back read all text before it.
  @Test func thousandsOfFootnotesOfOneParagraphAreDescribed() throws {
    let notes = (0..<1500).map { "word \($0)<span class=f>Note</span>" }.joined(separator: " ")
    let text = try unpackedText(Typesetter().render(.html(document("<p>\(notes)", css: "@page { size: A4 }"))).pdf)
    #expect(text.split(separator: "<</S/Note").count == 1501)
    let longest = text.matches(of: /\/Contents \((word[^)]*)\)/).map(\.1.count).max() ?? 0
    #expect(900...1000 ~= longest)
  }

  /// The text before a call is cut between characters.
  @Test func descriptionsAreCutBetweenCharacters() throws {
    for character in ["é", "ж", "–"] {
      let before = String(repeating: character, count: 5000)
      let text = try unpackedText(Typesetter().render(.html(document("<p>a\(before)<span class=f>Note</span>"))).pdf)
      #expect(!text.contains("FFFD"))
    }
  }

  @Test func theMarkerPrecedesTheTextOfTheNote() throws {
    let text = try unpackedText(Typesetter().render(.html(document("<p>One<span class=f>Note</span> two."))).pdf)
    let note = try #require(text.split(separator: "<</S/Note").dropFirst().first?.prefix { $0 != "]" })
    #expect(note.contains(/\/K\[ *\d+ 0 R +\d+$/), "\(note)")
  }

  @Test(arguments: [
    (".f::footnote-call { content: none }", "Document P Note Lbl Link"),
    (".f::footnote-marker { content: none }", "Document P Reference Link Note"),
    (".f { display: none }", "Document P"),
  ])
  func partsThatAreNotShownAreLeftOut(css: String, types expected: String) throws {
    #expect(try types("<p>One<span class=f>Note</span> two.", css: css).joined(separator: " ") == expected)
  }

  /// A footnote that is a block element is called in the text before it.
  @Test func theCallOfABlockIsInTheParagraph() throws {
    #expect(
      try outline("<div>One<div class=f><p>Note</div> two</div>") == [
        "P One two", " Reference", "  Link 1", " Note", "  Lbl", "   Link 1.", "  P Note",
      ])
  }

  /// A note that continues on the next page is one element.
  @Test func aNoteOnTwoPagesIsOneElement() throws {
    let text = String(repeating: "word ", count: 400)
    let types = try types("<p>One<span class=f>\(text)</span> two.")
    #expect(types.filter { $0 == "Note" }.count == 1 && types.filter { $0 == "Lbl" }.count == 1)
  }

  @Test(arguments: ["pdf/ua-1", "pdf/ua-2"]) func footnotesConform(profile: String) throws {
    var document = document(
      "<p>One<span class=f>Note</span> two<span class=f>Other <a href='https://example.org/'>link</a></span>."
        + "<ul><li>Item<span class=f>Third</span></ul><table><tr><td>Cell<span class=f>Fourth</span></table>")
    document.conform(to: ConformanceRequest(try Conformance(profile), failure: .warn))
    #expect(try Typesetter().render(.html(document)).warnings.map(\.message) == [])
  }
}
