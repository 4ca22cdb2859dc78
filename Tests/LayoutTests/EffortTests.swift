import Markup
import Resources
import Style
import TestTraits
import Testing
import TextShaping

@testable import Layout

/// The work of layout is counted, not timed. A failing test has found work that grows faster than the document.
@Suite(.hangLimit) struct EffortTests {
  private func effort(_ html: String, css: String = "") throws -> Effort { try layOut(html, css: css).effort }

  /// The work of a document of twice the size is at most 2.2 times the work.
  private func expectInProportion(_ count: Int, _ html: (Int) -> String, css: String = "") throws {
    let small = try effort(html(count), css: css)
    let large = try effort(html(2 * count), css: css)
    #expect(Double(large.passes) <= 2.2 * Double(small.passes) + 10, "\(small.passes) passes become \(large.passes)")
    #expect(Double(large.lines) <= 2.2 * Double(small.lines) + 10, "\(small.lines) lines become \(large.lines)")
  }

  @Test func paragraphsTakeAFixedNumberOfPasses() throws {
    try expectInProportion(200) {
      String(repeating: "<p>one two three four five six seven eight nine ten eleven</p>", count: $0)
    }
  }

  @Test func oneLongParagraphTakesAFixedNumberOfPasses() throws {
    try expectInProportion(2000) { "<p>" + String(repeating: "one two three ", count: $0) }
  }

  @Test func rowsTakeAFixedNumberOfPasses() throws {
    try expectInProportion(200) { "<table>" + String(repeating: "<tr><td>one<td>two<td>three", count: $0) + "</table>" }
  }

  @Test(arguments: ["display: flex", "display: grid", "columns: 2", "float: left", "position: relative"])
  func siblingsOfAnyKindTakeAFixedNumberOfPasses(style: String) throws {
    try expectInProportion(
      60, { String(repeating: "<div class=x><p>one two<p>three four</div>", count: $0) }, css: ".x { \(style) }")
  }

  /// Each level may add to the work, but must not double it.
  @Test(arguments: [
    "display: flex", "display: flex; flex-direction: column", "display: grid", "display: inline-block", "float: left",
    "display: table", "display: inline-flex", "position: absolute", "display: grid; grid-template-columns: 1fr auto",
    "display: flex; flex-wrap: wrap", "display: inline-grid", "columns: 2", "overflow: hidden", "width: max-content",
    "display: grid; grid-template: subgrid / subgrid", "display: grid; grid-template: auto / subgrid",
    "display: grid; grid-template: subgrid / auto",
  ])
  func nestingIsNotExponential(style: String) throws {
    func nested(_ depth: Int) throws -> Effort {
      let open = String(repeating: "<div class=x><p>a b</p>", count: depth)
      let html = open + "core" + String(repeating: "</div>", count: depth)
      // On one page, because page breaks add work.
      return try effort(html, css: "@page { size: 2000px 2000px } .x { \(style) }")
    }
    let six = try nested(6)
    let twelve = try nested(12)
    #expect(Double(twelve.passes) <= 8 * Double(six.passes), "\(six.passes) passes become \(twelve.passes)")
    #expect(Double(twelve.lines) <= 8 * Double(six.lines) + 50, "\(six.lines) lines become \(twelve.lines)")
  }

  @Test func alternatingKindsAreNotExponential() throws {
    let kinds = [
      "display:flex", "display:grid", "display:table", "display:inline-block", "float:left",
      "display:flex;flex-flow:column",
    ]
    func nested(_ depth: Int) throws -> Effort {
      let open = (0..<depth).map { "<div style='\(kinds[$0 % kinds.count])'>" }.joined()
      return try effort(open + "core")
    }
    let six = try nested(6)
    let twelve = try nested(12)
    #expect(Double(twelve.passes) <= 12 * Double(six.passes), "\(six.passes) passes become \(twelve.passes)")
  }

  /// Regression: a line that is higher than was assumed is filled again, and each time its floats were laid out again.
  @Test func floatsInLinesOfFloatsAreNotExponential() throws {
    func nested(_ depth: Int) throws -> Effort {
      let open = String(repeating: "<div class=x>x ", count: depth) + String(repeating: "core ", count: 40)
      let close = String(repeating: " <span style='font-size: 30px'>big</span></div>", count: depth)
      return try effort(open + close, css: ".x { float: left; height: 50px }")
    }
    let six = try nested(6)
    let twelve = try nested(12)
    // Two layouts in each level would be 64 times as many.
    #expect(twelve.passes <= 24 * six.passes, "\(six.passes) passes become \(twelve.passes)")
    #expect(twelve.lines <= 24 * six.lines, "\(six.lines) lines become \(twelve.lines)")
  }

  /// Boxes that break independently of their siblings are laid out again up to a better break, which doubles the passes of
  /// the boxes in them.
  @Test func nestedItemsAreLaidOutAgainToALimitedDepth() throws {
    func effort(_ depth: Int) throws -> Effort {
      let content = "<p style='height: 100px'>s</p><h2 style='break-after: avoid'>h</h2><p>p"
      return try self.effort(String(repeating: "<div style='display: grid'><div>", count: depth) + content)
    }
    let (four, sixteen) = (try effort(4), try effort(16))
    #expect(sixteen.passes <= 16 * four.passes, "\(four.passes) passes become \(sixteen.passes)")
  }

  // MARK: - Limits

  private func refusal(_ html: String, _ change: (inout LayoutEngine.Limits) -> Void) throws -> LayoutError? {
    let loader = ResourceLoader()
    let styled = StyleEngine.style(try Document.parse(html: html), loader: loader)
    var limits = LayoutEngine.Limits()
    change(&limits)
    do {
      _ = try LayoutEngine.layOut(styled, shaper: TextShaper(), images: ImageStore(loader: loader), limits: limits)
      return nil
    } catch {
      return error
    }
  }

  @Test func tooManyBoxesAreRefusedWithTheLine() throws {
    let error = try refusal(String(repeating: "<p>x\n", count: 50)) { $0.boxes = 20 }
    #expect(error?.code == .tooManyBoxes)
    #expect((15...22).contains(error?.line ?? 0))
  }

  @Test func tooManyPagesAreRefused() throws {
    let error = try refusal(String(repeating: "<p style='break-after: page'>x", count: 5)) { $0.pages = 3 }
    #expect(error?.code == .tooManyPages)
  }

  /// Regression: 1,600 pages of a thousand empty columns each took 590 MB. Here, a box has a thousand parts.
  @Test func aSmallDocumentHasFewFragments() throws {
    let columns = """
      <style>@page { size: 1000px 100px; margin: 0 } :root { columns: 50 } div { height: 100000px }</style>
      <div>x</div>
      """
    let error = try refusal(columns) { ($0.leastFragments, $0.fragmentsPerBox) = (100, 1) }
    #expect(error?.code == .tooManyFragments)
    // Boxes and text allow more.
    let limits = LayoutEngine.Limits()
    #expect(limits.fragments(boxes: 0, bytes: 0) == 2_000_000)
    #expect(limits.fragments(boxes: 1_000, bytes: 80_000) == 3_040_000)
    #expect(limits.fragments(boxes: 1_000_000, bytes: 0) == 24_000_000)
  }

  @Test func aSmallDocumentHasFewPages() throws {
    let tall = "<style>@page{size:100px 100px;margin:0}</style><div style='height:1e9px'>x</div>"
    let error = try refusal(tall) { $0.leastPages = 10 }
    #expect(error?.code == .tooManyPages && error?.message.contains("limit for so little content") == true)
    // Boxes and text allow more.
    let limits = LayoutEngine.Limits()
    #expect(limits.pages(boxes: 0, bytes: 0) == 2_000)
    #expect(limits.pages(boxes: 1_000, bytes: 80_000) == 14_000)
    #expect(limits.pages(boxes: 1_000_000, bytes: 0) == 50_000)
  }

  @Test func tooManyFragmentsAreRefused() throws {
    let text = String(repeating: "<p style='break-after: page'>x", count: 100)
    #expect(try refusal(text) { $0.fragments = 100 }?.code == .tooManyFragments)
    #expect(try refusal(text) { $0.fragments = 10_000 } == nil)
    // Boxes in the page margins and fixed boxes count on every page.
    let fixed = "<div style='position:fixed'>" + String(repeating: "<p>x", count: 100) + "</div>" + text
    #expect(try refusal(fixed) { $0.fragments = 10_000 }?.code == .tooManyFragments)
  }

  /// Regression: the places at which 80 floats continued on each of 2,700 pages took 900 MB.
  @Test func floatsThatContinueOnManyPagesAreRefused() throws {
    let floats = """
      <style>@page { size: 100px 100px; margin: 0 } div { float: left; height: 10000px }</style>
      \(String(repeating: "<div>", count: 20))
      """
    // A hundred pages with 20 floats each, 20 positions, and a few fragments and positions more.
    #expect(try refusal(floats) { $0.fragments = 3_500 }?.code == .tooManyFragments)
    #expect(try refusal(floats) { $0.fragments = 6_000 } == nil)
  }

  /// Regression: a grid with 10,000 empty rows on 1,000 pages of two widths took 700 MB.
  @Test func tracksThatPagesSizeAgainAreLimited() throws {
    func html(_ rows: Int, _ size: String) -> String {
      """
      <style>@page { size: 100px 100px; margin: 0 } @page :left { \(size) }</style>
      <div style='display: grid'><div style='grid-row: span \(rows); height: 5000px'></div></div>
      """
    }
    #expect(
      try refusal(html(900, "size: 90px 100px")) { ($0.passes, $0.passesPerBox) = (40_000, 0) }?.code == .tooManyPasses)
    #expect(try refusal(html(900, "")) { ($0.passes, $0.passesPerBox) = (40_000, 0) } == nil)
    #expect(try refusal(html(9, "size: 90px 100px")) { ($0.passes, $0.passesPerBox) = (40_000, 0) } == nil)
  }

  /// Each page lays out all of the content that cannot be broken.
  @Test(arguments: ["display:inline-block", "contain:size", "display:inline-table"])
  func contentThatCannotBeBrokenIsLimited(style: String) throws {
    func html(_ lines: Int) -> String {
      "<style>@page{size:100px 100px;margin:0}</style><div style='line-height:10px'><div style='\(style)'>"
        + String(repeating: "x<br>", count: lines) + "</div></div>"
    }
    #expect(try refusal(html(900)) { _ in } == nil)
    let error = try refusal(html(1100)) { _ in }
    #expect(error?.code == .tooManySlices && error?.line == 1)
  }

  /// A heading that consists of a whole document must not be laid out on every page.
  @Test func aMarginBoxShowsTheBeginningOfALongText() throws {
    let css = "@page { size: 400px 400px; @top-left { content: string(t) } } h1 { string-set: t content() }"
    let words = { String(repeating: "word ", count: $0) }
    try expectInProportion(4000, { "<h1>\(words($0))</h1>" }, css: css)
  }

  @Test func footnotesTakeAFixedNumberOfPasses() throws {
    let css = ".f { float: footnote } .f::footnote-call { content: '*' }"
    try expectInProportion(200, { String(repeating: "<span class=f>one<br>two<br>three</span> ", count: $0) }, css: css)
  }

  @Test func tooManyPassesAreRefused() throws {
    let error = try refusal(String(repeating: "<p>x", count: 50)) { ($0.passes, $0.passesPerBox) = (20, 0) }
    #expect(error?.code == .tooManyPasses)
  }

  @Test func tooManyPiecesOfLinesAreRefused() throws {
    let html = "<p>a <b>b</b> c <i>d</i> e</p>"
    let error = try refusal(String(repeating: html, count: 50)) { ($0.linePieces, $0.linePiecesPerByte) = (100, 0) }
    #expect(error?.code == .tooManyPasses)
    #expect(error?.line == 1)
    // Each byte of the source allows some more.
    #expect(try refusal(String(repeating: html, count: 50)) { ($0.linePieces, $0.linePiecesPerByte) = (100, 4) } == nil)
  }

  @Test func tooManyPassesOverColumnsAreRefused() throws {
    let html = "<style>div { columns: 3; column-gap: 0 }</style>" + String(repeating: "<div>x<br>y<br>z", count: 6)
    let error = try refusal(html) { ($0.columnPasses, $0.columnPassesPerBox) = (20, 0) }
    #expect(error?.code == .tooManyPasses)
  }

  /// Regression: the fragment of a monolithic box was measured, which it does not have once a limit is exceeded.
  @Test func tooManyPassesInAMonolithicBoxAreRefused() throws {
    let html =
      "<style>html { contain: size } * { columns: 200 }</style><h1>x<fieldset><video style='float: right'></video>"
    for passes in [1, 5, 20] {
      let error = try refusal(html) { ($0.columnPasses, $0.columnPassesPerBox) = (passes, 0) }
      #expect(error?.code == .tooManyPasses)
    }
  }

  /// Regression: a float that continued in a column had no fragment once a limit was exceeded, which ended the process.
  @Test func aDocumentIsRefusedWhereverItExceedsALimit() throws {
    let lines = String(repeating: "x<br>", count: 30)
    let html = """
      <style>@page { size: 100px 60px; margin: 0 } main { columns: 2; column-gap: 0 }
      i { float: left; width: 30px } q { display: inline-block; columns: 2 } s { display: flex }</style>
      <main><i>\(lines)</i>a<main><i>\(lines)</i><table><tr><td><main><i>\(lines)</i>b \(lines)</main><td>c</table>
      <s><p>\(lines)<p>d</s><q><i>\(lines)</i>\(lines)</q></main></main>
      """
    for passes in stride(from: 1, to: 2_000, by: 7) {
      let error = try refusal(html) { ($0.passes, $0.passesPerBox) = (passes, 0) }
      guard let error else { return }
      #expect(error.code == .tooManyPasses)
    }
    Issue.record("no number of passes suffices")
  }

  @Test func aDeadlineEndsLayout() throws {
    let error = try refusal(String(repeating: "<p>x", count: 3000)) { $0.time = .zero }
    #expect(error?.code == .tookTooLong)
  }
}
