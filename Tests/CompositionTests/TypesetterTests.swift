import Foundation
import PDFReading
import TestTraits
import Testing

@testable import Composition

@Suite(.hangLimit) struct TypesetterTests {
  private func render(_ html: String) throws -> RenderedDocument {
    try Typesetter().render(.html(HTMLDocument(html: Array("<!DOCTYPE html>\(html)".utf8))))
  }

  private static let a4 = PageMeasure(width: 595.275590551181, height: 841.889763779527)

  @Test func examplesAreTypesetWithoutWarnings() throws {
    let typesetter = Typesetter()
    let examples = [
      ("note", 1...3), ("note-long", 5...8), ("invoice-1", 1...1), ("invoice-8", 1...1), ("statement", 1...1),
    ]
    for (name, pages) in examples {
      let rendered = try typesetter.render(try Project.example(name))
      #expect(pages.contains(rendered.pages.count), "\(name)")
      #expect(rendered.warnings == [], "\(name)")
      #expect(rendered.pdf.starts(with: Array("%PDF-".utf8)))
      let first = try #require(rendered.pages.first)
      #expect(abs(first.width - Self.a4.width) < 0.01 && abs(first.height - Self.a4.height) < 0.01)
    }
  }

  @Test func sameDocumentGivesSameBytes() throws {
    let document = try Project.example("note")
    let typesetter = Typesetter()
    let once = try typesetter.render(document)
    _ = try typesetter.render(try Project.example("invoice-8"))
    #expect(try typesetter.render(document).pdf == once.pdf)
    #expect(try Typesetter().render(document).pdf == once.pdf)
  }

  /// A drawing that librsvg draws becomes one form, however often the document has it.
  @Test func equalDrawingsAreStoredOnce() throws {
    let icon =
      "<svg width=9 height=9 viewBox='0 0 9 9'><rect width=9 height=9 /><text style='font:calc(3px) Arial' /></svg> "
    func forms(_ count: Int) throws -> Int {
      let pdf = try render("<p>" + String(repeating: icon, count: count)).pdf
      return String(decoding: pdf, as: UTF8.self).components(separatedBy: "/Subtype /Form").count - 1
    }
    let one = try forms(1)
    #expect(one > 0)
    #expect(try forms(300) == one)
  }

  @Test func metadataIsWritten() throws {
    let pdf = try unpackedText(Typesetter().render(try Project.example("note")).pdf)
    #expect(pdf.contains("/Author (Miriam Adeyemi)"))
    #expect(pdf.contains("/CreationDate (D:20261119174200+01'00"))
  }

  @Test func brokenImageProducesWarning() throws {
    let png = "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAE="
    let rendered = try render("<p>before <img src=\"\(png)\" alt=\"a chart\"> after <img src=\"nowhere.png\">")
    #expect(rendered.pages.count == 1)
    #expect(rendered.warnings.count == 2)
    #expect(rendered.warnings.last?.message.hasPrefix("“nowhere.png”: ") == true)
    #expect(rendered.warnings.last?.location.line == 1 && rendered.warnings.last?.location.column == 109)
  }

  /// Regression: Cairo refused the whole page because of one such character.
  @Test func noncharactersDoNotBreakPage() throws {
    #expect(try render("<p>a&#xFFFF;b &#xFDD0; &#x10FFFF; c").pages.count == 1)
  }

  /// Regression: Cairo counted dashes until memory was exhausted.
  @Test func stretchedDashedLineDoesNotBreakPage() throws {
    let style = "width: 600px; height: 80px; transform: skew(90deg); outline: 33.3px dashed red"
    #expect(try render("<!DOCTYPE html><div style='\(style)'></div>").pages.count == 1)
  }

  /// Regression: Cairo marks a face that FreeType could not scale as broken, and the face was kept for later documents.
  @Test(arguments: [
    "font-size: 1e30rem", "font-size: 30000px; text-shadow: 1px 1px red", "transform: scale(1e6)",
    "transform: scale(1e6); text-shadow: 1px 1px red", "transform: scale(1e6); text-shadow: 1px 1px 2px red",
    "transform: scale(1e-9)", "transform: scale(1e6); text-decoration: underline",
  ])
  func extremeSizesDoNotAffectNextDocument(style: String) throws {
    let typesetter = Typesetter()
    func render(_ html: String) throws -> RenderedDocument {
      try typesetter.render(.html(HTMLDocument(html: Array("<!DOCTYPE html>\(html)".utf8))))
    }
    let plain = try render("<p>Figures").pdf
    _ = try render("<p style='\(style)'>Figures")
    #expect(try render("<p>Figures").pdf == plain)
  }

  /// A later attempt can succeed, on a machine with fonts for the script.
  @Test func aPageWithoutAnyGlyphFailsTheDocument() throws {
    let refusal = error {
      _ = try render(
        "<p>Figures</p><p style='break-before: page'>\u{5965}\u{8ACB} \u{53D1}</p><p style='break-before: page'>x</p>")
    }
    #expect(refusal?.code == .fontMissing && refusal?.isPermanent == false)
    #expect(
      refusal?.message.hasPrefix("page 2 would have boxes instead of text. No font has the character U+5965") == true)
    #expect(refusal?.message.contains("fonts-noto-cjk") == true)
    let mixed = try render("<p>Figures \u{5965}</p>")
    #expect(mixed.warnings.map(\.code) == ["missing_character"])
  }

  @Test func emptyDocumentIsOnePage() throws {
    #expect(try render("").pages.count == 1)
  }

  @Test func pageSizeOfDocumentIsUsed() throws {
    var document = HTMLDocument(html: Array("<p>x".utf8))
    document.pageSize = try #require(PaperSize("letter landscape"))
    let page = try #require(try Typesetter().render(.html(document)).pages.first)
    #expect(abs(page.width - 792) < 0.01 && abs(page.height - 612) < 0.01)
  }

  @Test func markupBeyondLimitsIsRefusedPermanently() {
    let refusal = error { _ = try render(String(repeating: "<div>", count: 2000)) }
    #expect(refusal?.code == .markupRefused)
    #expect(refusal?.isPermanent == true)
  }

  @Test func pageIsRenderedAsPNG() throws {
    let png = try Typesetter().typeset(HTMLDocument(html: Array("<p>x".utf8))).png(page: 0).bytes
    #expect(png.starts(with: [0x89, 0x50, 0x4E, 0x47]))
  }

  /// Before, pictures of pages had no characters that stand upright in vertical text.
  @Test func imagesOfFixedBoxesAreOnAllPages() throws {
    func pages(_ body: String) throws -> [[UInt8]] {
      let css = "@page{size:90px}p{break-after:page;height:20px}img{width:9px;height:9px}"
      let document = HTMLDocument(html: Array("<!doctype html><style>\(css)</style>\(body)<p><p><p>".utf8))
      let typeset = try Typesetter().typeset(document)
      return try typeset.pages.indices.map { try typeset.png(page: $0).bytes }
    }
    let drawing = "<svg xmlns=%22http://www.w3.org/2000/svg%22><rect width=%229%22 height=%229%22/></svg>"
    let image = "<img src='data:image/svg+xml,\(drawing)'>"
    let fixed = try pages("<div style='position:fixed;top:0'>\(image)</div>")
    #expect(fixed.count == 3 && Set(fixed).count == 1)
    #expect(try Set(pages("")).isDisjoint(with: fixed))
  }

  @Test func uprightCharactersAreInPictures() throws {
    func png(_ color: String) throws -> [UInt8] {
      let css = "writing-mode: vertical-rl; text-orientation: upright; color: \(color)"
      return try Typesetter().typeset(HTMLDocument(html: Array("<p style='\(css)'>PDF".utf8))).png(page: 0).bytes
    }
    #expect(try png("black") != png("transparent"))
  }

  @Test func pdfIsReturnedUnchanged() throws {
    guard case .pdf(let archive) = try Project.example("archive") else { throw Unexpected() }
    let rendered = try Typesetter().render(.pdf(archive))
    #expect(rendered.pdf == archive.bytes)
    #expect(rendered.pages.count == 2)
  }
}
