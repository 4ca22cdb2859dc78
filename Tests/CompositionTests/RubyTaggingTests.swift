import PDF
import PDFReading
import TestTraits
import Testing

@testable import Composition

/// Ruby annotations in the structure (ISO 32000-1, 14.8.4.4.3).
@Suite(.hangLimit) struct RubyTaggingTests {
  /// The elements of a paragraph, with their texts.
  private func outline(_ html: String, css: String = "") throws -> [String] {
    var document = HTMLDocument(html: Array("<!DOCTYPE html><style>\(css)</style><p>\(html)</p>".utf8))
    document.isTagged = true
    return try Typesetter().typeset(document, isInspected: true).structureOutline().dropFirst().map {
      $0.text.isEmpty ? $0.type : "\($0.type) \($0.text)"
    }
  }

  /// The types of the structure elements in the file.
  private func types(_ html: String, css: String = "") throws -> [String] {
    var document = HTMLDocument(html: Array("<!DOCTYPE html><style>\(css)</style><p>\(html)</p>".utf8))
    document.isTagged = true
    return Array(structureTypes(try unpackedText(Typesetter().render(.html(document)).pdf)).dropFirst())
  }

  @Test func eachBaseIsFollowedByItsAnnotation() throws {
    #expect(
      try outline("a <ruby>bc<rt>x</rt>d<rt>y</rt></ruby> e") == [
        "P a e", "Ruby", "RB bc", "RT x", "Ruby", "RB d", "RT y",
      ])
    #expect(try types("a <ruby>b<rt>x</rt></ruby>") == ["P", "Ruby", "RB", "RT"])
  }

  @Test(arguments: [
    ("<ruby><rb>b</rb><rt>x</rt></ruby>", "P Ruby RB RT"),
    ("<ruby>b<rp>(</rp><rt>x</rt><rp>)</rp></ruby>", "P Ruby RB RT"),
    ("<ruby><em>b</em> c<rtc><rt>x</rt></rtc></ruby>", "P Ruby RB RT"),
    ("<ruby>b<rt><a href='https://example.org/'>x</a></rt></ruby>", "P Ruby RB RT Link"),
    ("<ruby lang=ja>b<rt lang=en>x</rt></ruby>", "P Span Ruby RB RT"),
  ])
  func ruby(_ html: String, types expected: String) throws {
    #expect(try types(html).joined(separator: " ") == expected)
  }

  /// Parentheses that the style sheet shows stand around the annotation.
  @Test func shownParenthesesAreInTheAnnotation() throws {
    let types = try types("<ruby>b<rp>(</rp><rt>x</rt><rp>)</rp></ruby>", css: "rp { display: inline }")
    #expect(types.sorted() == ["P", "RB", "RP", "RP", "RT", "Ruby"])
  }

  /// A Ruby element has a base and an annotation (ISO 32000-1, Table 338).
  @Test(arguments: [
    ("<ruby>b</ruby>", "", "P"), ("<ruby>b<rt></rt></ruby>", "", "P Span Span"), ("<ruby><rt>x</rt></ruby>", "", "P"),
    ("<ruby>b<rt>x</rt></ruby>", "rt { display: none }", "P"),
    ("<ruby> <rt>x</rt>b</ruby>", "", "P"), ("<rt>x</rt>", "", "P"),
  ])
  func rubyWithoutBaseOrAnnotation(_ html: String, css: String, types expected: String) throws {
    #expect(try types(html, css: css).joined(separator: " ") == expected)
  }

  @Test(arguments: ["pdf/ua-1", "pdf/ua-2"]) func rubyConforms(profile: String) throws {
    let html = "<!DOCTYPE html><html lang=en><title>T</title><p>a <ruby>bc<rt>x</rt>d<rt>y</rt></ruby></p>"
    var document = HTMLDocument(html: Array(html.utf8))
    document.conform(to: ConformanceRequest(try Conformance(profile), failure: .warn))
    #expect(try Typesetter().render(.html(document)).warnings.map(\.message) == [])
  }
}
