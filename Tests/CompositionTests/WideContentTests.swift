import PDFReading
import TestTraits
import Testing

@testable import Composition

/// Content that is wider than its page.
@Suite(.hangLimit) struct WideContentTests {
  private static let line = String(repeating: "wide words ", count: 30)
  private static let page = "<style>@page { size: 400px 300px; margin: 40px } body { margin: 0 }</style>"

  private func render(_ body: String, fits: Bool = false, media: Int? = nil) throws -> RenderedDocument {
    var document = HTMLDocument(html: Array((Self.page + body).utf8))
    document.widths.fitsContent = fits
    document.widths.media = media
    return try Typesetter().render(.html(document))
  }

  private func tooWide(_ document: RenderedDocument) -> [String] {
    document.warnings.filter { $0.code == "content_too_wide" }.map(\.message)
  }

  @Test(arguments: [
    "<pre>\(line)</pre>",
    "<svg width=700 height=9><rect width=700 height=9 /></svg>",
    "<table><tr><td><nobr>\(line)</nobr></table>", "<p dir=rtl><nobr>\(line)</nobr>",
    // Regression: the first columns of vertical text were lost without a warning.
    "<p style='writing-mode: vertical-rl; height: 20px'>\(line)</p>",
    "<p style='writing-mode: sideways-lr; height: 20px'>\(line)</p>",
  ])
  func contentThatIsCutOffIsOneWarning(body: String) throws {
    let warnings = tooWide(try render("<p>first\n" + body + body))
    #expect(warnings.count == 1)
    #expect(warnings.allSatisfy { $0.contains("on page 1;") })
  }

  @Test(arguments: [
    "<p>\(line)</p>", "<p style='writing-mode: vertical-rl'>\(line)</p>", "<pre style='overflow: hidden'>\(line)</pre>",
    "<p style='position: absolute; left: -9999px'>skip</p>",
    "<p style='text-indent: 9999px; white-space: nowrap'>skip</p>",
    "<div style='position: absolute; left: 420px; width: 50px'>menu</div>",
    "<pre style='transform: scale(0.1)'>\(line)</pre>",
    "<div style='width: 330px; height: 9px; background: red'></div>",
  ])
  func contentThatFitsOrIsHiddenOnPurposeGivesNoWarning(body: String) throws {
    #expect(tooWide(try render(body)).isEmpty)
  }

  /// Regression: only what began within a page's width beside the page was counted.
  @Test(arguments: ["", "dir=rtl"]) func theWidthThatIsCutOffIsThatOfAllPieces(direction: String) throws {
    let pieces = String(repeating: "<svg width=300 height=9></svg>", count: 5)
    let warnings = tooWide(try render("<p \(direction)><nobr>\(pieces)</nobr>"))
    #expect(warnings.count == 1 && warnings[0].contains("up to 1140 px"), "\(warnings)")
  }

  @Test func thePlaceAndThePagesAreNamed() throws {
    let body = String(repeating: "\n<pre style='break-before: page'>\(Self.line)</pre>", count: 6)
    let warning = try #require(try render(body).warnings.first { $0.code == "content_too_wide" })
    #expect(warning.location.line == 2)
    #expect(
      warning.message.contains("on page 2, 3, 4 and 3 more;") || warning.message.contains("on page 1, 2, 3 and 3 more;")
    )
  }

  @Test func fittedContentIsOnThePageWhoseSizeStays() throws {
    // 240 px of 320 in each cell: 1.5 times as wide as the page area.
    let cells =
      "<table style='border-spacing: 0'><tr><td style='padding: 0; min-width: 240px'>left<td style='min-width: 240px; padding: 0; text-align: right'>right</table>"
    let fitted = try render(cells, fits: true)
    #expect(fitted.warnings.isEmpty)
    #expect(fitted.pages.map { [$0.width.rounded(), $0.height.rounded()] } == [[300, 225]])
    #expect(try pageTexts(fitted.pdf).joined().contains("right"))
    // The text is painted at two thirds.
    let sizes = try unpackedText(fitted.pdf)
    #expect(sizes != (try unpackedText(try render(cells).pdf)))
  }

  /// Regression: a column that begins beyond the page was lost without a warning, and did not fit.
  @Test func contentThatBeginsBeyondThePageIsCutOff() throws {
    let main = "<div style='float: left; width: 420px'>main</div>"
    let columns = "<div style='width: 600px'>\(main)<div style='float: right'>side</div></div>"
    #expect(tooWide(try render(columns)).count == 1)
    #expect(tooWide(try render(columns, fits: true)).isEmpty)
  }

  /// Regression: wider pages had wider margins, so that one step was not enough.
  @Test func contentWithMarginsInPerCentFits() throws {
    let wide = "<div style='margin-left: 20%'><nobr>\(String(repeating: "w", count: 40))</nobr></div>"
    let style = "<style>div { font: 20px monospace }</style>"
    #expect(tooWide(try render(style + wide)).count == 1)
    #expect(tooWide(try render(style + wide, fits: true)).isEmpty)
  }

  @Test func contentIsNotMadeSmallerThanHalf() throws {
    let warnings = tooWide(try render("<pre>\(Self.line)</pre>", fits: true))
    #expect(warnings.count == 1)
  }

  @Test func contentThatFitsIsUnchanged() throws {
    #expect(try render("<p>\(Self.line)", fits: true).pdf == render("<p>\(Self.line)").pdf)
  }

  @Test func mediaQueriesTestTheGivenWidth() throws {
    let body = "<style>@media (min-width: 1000px) { p { break-after: page } }</style><p>one<p>two"
    #expect(try render(body).pages.count == 1)
    #expect(try render(body, media: 1200).pages.count == 2)
    // The layout is as wide as the page.
    #expect(try render(body, media: 1200).pages.first?.width == 300)
  }
}
