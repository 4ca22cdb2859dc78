import Foundation
import Layout
import ProgramTesting
import Resources
import Style
import TestTraits
import Testing
import TextShaping

@testable import Paint

/// The text that search and copy find in a PDF, as extracted by poppler's `pdftotext`.
@Suite(.hangLimit) struct TextExtractionTests {
  private let shaper = TextShaper()

  private func font(_ family: String, features: [String] = []) -> FontID {
    shaper.font(FontDescription(families: [family], size: 20, features: features))
  }

  /// A PDF of one page with one line of text.
  /// - Parameter hasTables: whether the font is embedded as it is, rather than made from its outlines.
  private func pdf(
    _ string: String, family: String = "DejaVu Sans", justification: Float = 0, hasTables: Bool = true
  ) throws -> [UInt8] {
    var scene = Scene(width: 600, height: 100)
    let bytes = ContiguousArray(string.utf8)
    let text = shaper.shape(bytes, spans: [TextSpan(bytes: 0..<bytes.count, font: font(family))], rightToLeft: false)
    scene.document.texts = [text]
    scene.fonts =
      hasTables
      ? FontSource(shaper) : FontSource(scaledFont: shaper.scaledFont, metrics: { self.shaper.metrics(face: $0) })
    let style = scene.style { _ in }
    // Runs in visual order, for text of one direction.
    var x = 10.0
    for (index, run) in text.runs.enumerated() {
      let width = text.glyphs[Int(run.glyphs.lowerBound)..<Int(run.glyphs.upperBound)].reduce(0) {
        $0 + Double($1.advance)
      }
      scene.add(
        Rect(x, 20, width, 24), style,
        .text(
          TextSlice(text: 0, run: UInt32(index), glyphs: run.glyphs, baseline: 40, justification: justification)))
      x += width
    }
    return try scene.painter.pdf().bytes
  }

  private func extracted(_ pdf: [UInt8]) throws -> String {
    let data = try TestProgram.output(of: pdf) { ["pdftotext", "-raw", "-enc", "UTF-8", $0, "-"] }
    return String(decoding: data, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
  }

  /// A drawing as a PDF of one page.
  private func pdf(drawing content: String) throws -> [UInt8] {
    var scene = Scene(width: 200, height: 100)
    scene.fonts = FontSource(shaper)
    let area = Rect(0, 0, 200, 100)
    let svg = "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 200 100'>\(content)</svg>"
    let id = try #require(scene.images.add(Array(svg.utf8), name: "drawing"))
    scene.add(area, scene.style { _ in }, scene.image(id, in: area))
    return try scene.painter.pdf().bytes
  }

  /// The text of drawings with filters or of scripts from right to left was none: librsvg drew it.
  @Test(arguments: ["<feGaussianBlur/>", "<feDropShadow/>", "<feFlood/>", "<feOffset dx='500'/>"])
  func textWithAFilterIsFoundOnce(_ primitive: String) throws {
    let filter = "<filter id='f'>\(primitive)</filter><filter id='g'><feOffset/></filter>"
    let text = "<text x='20' y='50' font-family='DejaVu Sans'>Revenue</text>"
    let mask = "<mask id='m'><rect width='200' height='100' fill='white'/></mask>"
    for group in ["<g filter='url(#f)'>", "<g filter='url(#g)'><g filter='url(#f)' mask='url(#m)' opacity='.5'>"] {
      let closed = String(repeating: "</g>", count: group.count { $0 == "<" })
      #expect(try extracted(pdf(drawing: filter + mask + group + text + closed)) == "Revenue")
    }
  }

  @Test func textOfDrawingsFromRightToLeftIsFound() throws {
    let text = "<text x='180' y='50' direction='rtl' font-family='DejaVu Sans'>\u{5E9}\u{5DC}\u{5D5}\u{5DD}</text>"
    #expect(try extracted(pdf(drawing: text)).contains("\u{5E9}\u{5DC}\u{5D5}\u{5DD}"))
  }

  @Test func aNoncharacterIsPaintedWithoutItsText() throws {
    #expect(try extracted(pdf("a\u{FFFF}b")).contains("a"))
  }

  @Test(arguments: [true, false]) func wordsAndSpacesAreFound(hasTables: Bool) throws {
    let text = "The quick brown fox — “quoted”."
    #expect(try extracted(pdf(text, hasTables: hasTables)) == text)
  }

  /// Each page that a line of upright letters reaches had all of its letters.
  @Test func onlyTheVisiblePartOfALongLineIsWritten() throws {
    var state: UInt32 = 1
    let letters = (0..<20_000).map { _ -> UInt8 in
      state = state &* 1_664_525 &+ 1_013_904_223
      return UInt8(0x61 + state >> 24 % 26)
    }
    let whole = try pdf(String(decoding: letters, as: UTF8.self))
    let part = try pdf(String(decoding: letters.prefix(2000), as: UTF8.self))
    #expect(whole.count < part.count + 500, "\(whole.count) and \(part.count) bytes")
    #expect(try extracted(whole).hasPrefix(String(decoding: letters.prefix(30), as: UTF8.self)))
  }

  @Test func justifiedTextKeepsOneSpaceBetweenWords() throws {
    #expect(try extracted(pdf("The quick brown fox", justification: 25)) == "The quick brown fox")
  }

  @Test func ligaturesAreFoundAsLetters() throws {
    let text = "office affluent fjord"
    #expect(try extracted(pdf(text, family: "DejaVu Serif")) == text)
    #expect(try extracted(pdf(text, family: "Liberation Serif")) == text)
  }

  @Test func combiningAccentsAreFound() throws {
    let found = try extracted(pdf("re\u{301}sume\u{301} ñ")).precomposedStringWithCanonicalMapping
    #expect(found == "résumé ñ")
  }

  @Test func rightToLeftTextIsFoundInLogicalOrder() throws {
    let found = try extracted(pdf("שלום"))
    // pdftotext marks the direction with embedding characters.
    #expect(found.unicodeScalars.filter { $0.value < 0x2000 }.map(String.init).joined() == "שלום")
  }

  @Test func theSameTextGivesTheSameFile() throws {
    #expect(try pdf("Same bytes: office, שלום") == (try pdf("Same bytes: office, שלום")))
  }
}
