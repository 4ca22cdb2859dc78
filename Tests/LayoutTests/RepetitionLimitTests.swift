import Markup
import Resources
import Style
import TestTraits
import Testing
import TextShaping

@testable import Layout

/// Contents that pages repeat must not take time and memory that grow with the square of the document.
@Suite(.hangLimit) struct RepetitionLimitTests {
  private func layOut(_ html: String, repeated: Int) throws -> LaidOutDocument {
    let loader = ResourceLoader()
    let styled = StyleEngine.style(try Document.parse(html: html), loader: loader)
    var limits = LayoutEngine.Limits()
    limits.repeated = repeated
    return try LayoutEngine.layOut(styled, shaper: TextShaper(), images: ImageStore(loader: loader), limits: limits)
  }

  private static let pages = String(repeating: "<p style='break-after: page'>x", count: 20)

  /// Regression: each fixed box was laid out on each page.
  @Test func fixedBoxesAreLaidOutOnce() throws {
    let fixed = String(repeating: "<i style='position: fixed'>f</i>", count: 50)
    let document = try layOut(fixed + Self.pages, repeated: 100_000)
    #expect(document.effort.passes < 500)
    let first = document.pages[0].fragments.count
    let last = document.pages[19].fragments
    #expect(last.count == first)
    #expect(last.indices.allSatisfy { Int(last[$0].subtreeEnd) > $0 && Int(last[$0].subtreeEnd) <= last.count })
  }

  @Test func fixedBoxesThatDependOnThePageAreLaidOutOnEachPage() throws {
    let css = "i { position: fixed } i::after { content: counter(page) }"
    let document = try layOut("<style>\(css)</style><i></i>" + Self.pages, repeated: 100_000)
    let texts = document.pages.map { page in
      page.fragments.compactMap { if case .text(let slice) = $0.content { slice.text } else { nil } }
    }
    #expect(Set(texts.compactMap(\.last)).count > 1)
  }

  @Test(arguments: [
    "<div style='position: fixed'><p>a<p>b<p>c</div>" + pages,
    "<style>@page { @top-left { content: 'a' } @top-right { content: 'b' } }</style>" + pages,
    "<table><thead><tr><td>a<td>b<td>c<tbody>" + String(repeating: "<tr style='break-after: page'><td>x", count: 20),
  ])
  func repetitionIsLimited(html: String) throws {
    let full = try layOut(html, repeated: 100_000)
    #expect(!full.diagnostics.contains { $0.code == "repetition_limit" })
    let cut = try layOut(html, repeated: -html.utf8.count)
    #expect(cut.diagnostics.count { $0.code == "repetition_limit" } == 1)
    #expect(cut.pages.count == full.pages.count)
    #expect(cut.effort.fragments < full.effort.fragments)
  }

  /// Regression: the header was measured and laid out on each page.
  @Test func headersAreMeasuredOnce() throws {
    func passes(_ rows: Int) throws -> Int {
      let head = "<table><thead>" + String(repeating: "<tr><td>h", count: rows) + "<tbody>"
      let body = String(repeating: "<tr style='break-after: page'><td>x", count: 10)
      return try layOut(head + body, repeated: 100_000).effort.passes
    }
    // On each of ten pages, each cell once.
    #expect(try passes(20) - passes(10) < 10 * 20)
  }

  /// Regression: 2,000 characters of each item of `content` were laid out on each page.
  @Test func allTextOfAMarginBoxIsLimited() {
    var allowance = MarginBoxes.Allowance()
    let text = String(repeating: "a", count: 1500)
    #expect(allowance.shortened(text) == text)
    #expect(allowance.shortened(text) == String(repeating: "a", count: 500) + "…")
    #expect(allowance.shortened(text).isEmpty && !allowance.takeImage())
  }
}
