import TestTraits
import Testing

@testable import Composition

/// Content that readers of the paper cannot reach.
@Suite(.hangLimit) struct CutContentTests {
  private static let page =
    "<!DOCTYPE html><style>@page { size: 400px 300px; margin: 40px } body { margin: 0 }</style>"
  private static let line = String(repeating: "wide words ", count: 30)

  private func warnings(_ body: String) throws -> [String] {
    let document = HTMLDocument(html: Array((Self.page + body).utf8))
    let warnings = try Typesetter().render(.html(document)).warnings
    return warnings.filter { $0.code == "content_cut_off" }.map(\.message)
  }

  /// Regression: what only a scroll bar reaches was lost without a warning (css-overflow-3 §2.2).
  @Test(arguments: [
    ("<pre style='overflow: auto'>\(line)</pre>", "px wider"),
    ("<div style='overflow-x: scroll'><table><tr><td><nobr>\(line)</nobr></table></div>", "px wider"),
    ("<div style='overflow: auto' dir=rtl><nobr>\(line)</nobr></div>", "px wider"),
    ("<div style='overflow: auto; height: 50px'><p>\(line)<p>\(line)</div>", "px higher"),
    // Regression: only the innermost container was looked at.
    (
      "<div style='overflow: auto'><div style='overflow: auto; width: 2000px'><nobr>\(line)</nobr></div></div>",
      "px wider"
    ),
    ("<div style='overflow-y: auto; max-height: 50px'><svg width=10 height=80></svg></div>", "px higher"),
  ])
  func contentThatABoxWouldScrollIsOneWarning(body: String, amount: String) throws {
    let found = try warnings("<p>first\n" + body + body)
    #expect(found.count == 1)
    #expect(found.allSatisfy { $0.contains(amount) && $0.contains("on page 1.") }, "\(found)")
  }

  @Test(arguments: [
    "<pre style='overflow: auto'>short</pre>", "<pre style='overflow: hidden'>\(line)</pre>",
    "<pre style='overflow: clip'>\(line)</pre>", "<div style='overflow: auto'><p>\(line)</div>",
    "<div style='overflow: auto; height: 30px'><p style='margin: 0; line-height: 1'>one line</div>",
    "<div style='overflow: auto'><div style='overflow: auto; width: 2000px'>short</div></div>",
    "<div style='overflow: auto'><div style='overflow: hidden'><nobr>\(line)</nobr></div></div>",
    "<div style='overflow: auto; position: relative'><p style='position: absolute; left: 900px'>skip</p></div>",
    "<div style='overflow: auto; height: 50px'><p style='height: 200px; visibility: hidden'>\(line)\(line)</div>",
    "<html style='overflow: auto'><body style='overflow: auto'><p>\(line)",
  ])
  func contentThatIsSeenOrHiddenOnPurposeGivesNoWarning(body: String) throws {
    #expect(try warnings(body) == [])
  }

  @Test func aScrollContainerThatIsBrokenCutsNothingOffAtThePage() throws {
    #expect(try warnings("<div style='overflow: auto'>" + String(repeating: "<p>a", count: 40) + "</div>") == [])
  }

  /// Regression: the text of margin boxes was not looked at.
  @Test(arguments: [
    "@top-left { content: '\(line)'; white-space: nowrap }",
    "@bottom-left { content: '\(line) \(line) \(line)'; width: 60px }",
  ])
  func textOfMarginBoxesBeyondTheSheetIsAWarning(rule: String) throws {
    let found = try warnings("<style>@page { \(rule) }</style><p>x")
    #expect(found.count == 1)
    #expect(found.allSatisfy { $0.contains("edge of the sheet") }, "\(found)")
  }

  @Test(arguments: [
    "@top-left { content: 'short' }", "@top-left { content: '\(line)'; white-space: nowrap; overflow: hidden }",
    "@top-left { content: 'DRAFT DRAFT'; white-space: nowrap; transform: rotate(-90deg) }",
  ])
  func textOfMarginBoxesOnTheSheetGivesNoWarning(rule: String) throws {
    #expect(try warnings("<style>@page { \(rule) }</style><p>x") == [])
  }
}
