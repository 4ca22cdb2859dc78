import Foundation
import TestTraits
import Testing

@testable import Composition

/// Bodies as programs put them on the clipboard.
///
/// Each file of the folder Pasted is one case: the body, the expected result and the expected diagnostics, separated by
/// lines of `====`. With the environment variable PRESSRUN_RECORD the files are written with the present results.
@Suite(.hangLimit) struct PastedBodyTests {
  private static let folder = Project.root + "/Tests/CompositionTests/Pasted"
  private static let cases =
    ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).filter { $0.hasSuffix(".case") }.sorted()

  private static func parts(of name: String) throws -> [String] {
    let text = try String(contentsOfFile: folder + "/" + name, encoding: .utf8)
    return text.components(separatedBy: "\n====\n")
  }

  private func clean(_ html: String) throws -> String { try PastedBody.cleaned(html, source: "$.body").html }

  @Test(arguments: cases)
  func pastedBodyIsCleaned(name: String) throws {
    let parts = try Self.parts(of: name)
    let (html, warnings) = try PastedBody.cleaned(parts[0], source: "$.body")
    let diagnostics = warnings.map { "\($0.severity.rawValue) \($0.code) \($0)\n" }.joined()
    if ProcessInfo.processInfo.environment["PRESSRUN_RECORD"] != nil {
      let text = [parts[0], html, diagnostics].joined(separator: "\n====\n")
      try text.write(toFile: Self.folder + "/" + name, atomically: true, encoding: .utf8)
      return
    }
    try #require(parts.count == 3)
    #expect(html == parts[1])
    #expect(diagnostics == parts[2])
  }

  @Test(arguments: cases)
  func cleaningTwiceChangesNothing(name: String) throws {
    let once = try clean(Self.parts(of: name)[0])
    #expect(try clean(once) == once)
  }

  /// A selection can end anywhere.
  @Test(arguments: cases)
  func truncatedBodyIsCleaned(name: String) throws {
    let body = Array(try Self.parts(of: name)[0].utf8)
    for length in stride(from: 1, to: body.count, by: max(1, body.count / 60)) {
      let once = try clean(String(decoding: body.prefix(length), as: UTF8.self))
      #expect(try clean(once) == once)
    }
  }

  @Test func ordinaryBodyIsUnchanged() throws {
    let body = "<p STYLE='color: red'>a<br/>b &amp; c<table><tr><td>1</table><!-- x -->"
    #expect(try clean(body) == body)
    #expect(try PastedBody.cleaned(body, source: "$.body").warnings.isEmpty)
  }

  @Test func textOfUnknownElementsIsKept() throws {
    let body = "<o:p>a</o:p><w:sdt>b <x-y>c</x-y></w:sdt><p>d<custom>e</custom></p>"
    #expect(try clean(body) == "ab c<p>de</p>")
  }

  /// Runs of line breaks and of unknown elements, and lists without items, took quadratic time.
  @Test func longRunsOfElementsAreCleanedInLittleTime() throws {
    let count = 100_000
    let breaks = "<o:p></o:p><p>a</p>" + String(repeating: "<br>", count: count) + "<p>b</p>"
    #expect(try clean(breaks) == "<p>a</p><p>b</p>")
    let texts = "<o:p></o:p><p>" + String(repeating: "<x-y>ab</x-y>", count: count) + "</p>"
    #expect(try clean(texts) == "<p>" + String(repeating: "ab", count: count) + "</p>")
  }

  @Test func blocksStaySeparate() throws {
    let body = "<section style='mso-a:b'>one</section><article><header>two</header><p>three</p></article>"
    #expect(try clean(body) == "<div>one</div><div>two</div><p>three</p>")
  }

  @Test func chartInPastedBodyKeepsItsData() throws {
    let chart =
      #"<pressrun-chart type="bar" table="show"><table><tbody><tr><td></td><td>s</td></tr><tr><td>a</td><td data-value="1">1,0</td></tr></tbody></table></pressrun-chart>"#
    #expect(try clean("<o:p></o:p>" + chart) == chart)
  }

  @Test(arguments: [
    ("1.", "2.", "<ol><li>a</li><li>b</li></ol>"), ("3)", "4)", "<ol start=\"3\"><li>a</li><li>b</li></ol>"),
    ("a.", "b.", "<ol type=\"a\"><li>a</li><li>b</li></ol>"), ("I.", "II.", "<ol type=\"I\"><li>a</li><li>b</li></ol>"),
    ("(i)", "(ii)", "<ol type=\"i\"><li>a</li><li>b</li></ol>"),
    ("h.", "i.", "<ol type=\"a\" start=\"8\"><li>a</li><li>b</li></ol>"),
    ("·", "o", "<ul><li>a</li><li>b</li></ul>"),
  ])
  func listMarkerGivesKindOfList(first: String, second: String, expected: String) throws {
    func item(_ marker: String, _ text: String) -> String {
      "<p style='mso-list:l0 level1 lfo1'><span style='mso-list:Ignore'>\(marker)&nbsp;</span>\(text)</p>"
    }
    #expect(try clean(item(first, "a") + item(second, "b")) == expected)
  }

  @Test func unknownListMarkerIsKeptAsText() throws {
    let body = "<p style='mso-list:l0 level1 lfo1'><span style='mso-list:Ignore'>甲、</span>text</p>"
    #expect(try clean(body) == "<ul style=\"list-style-type: none\"><li>甲、text</li></ul>")
  }

  @Test func levelsMayBeSkipped() throws {
    func item(_ level: Int) -> String {
      "<p style='mso-list:l0 level\(level) lfo1'><span style='mso-list:Ignore'>·</span>\(level)</p>"
    }
    let expected = "<ul><li>3</li></ul><ul><li>1<ul><li>2</li></ul></li></ul>"
    #expect(try clean(item(3) + item(1) + item(2)) == expected)
  }

  @Test func stylesAreReducedToMeaning() throws {
    func span(_ css: String) -> String { "<span style='mso-x:y;\(css)'>t</span>" }
    #expect(try clean(span("font-weight:700")) == "<strong>t</strong>")
    #expect(try clean(span("font-weight:400;font-family:X;position:fixed")) == "t")
    #expect(try clean(span("color:#c00")) == "<span style=\"color: #c00\">t</span>")
    #expect(try clean(span("color:windowtext")) == "t")
    #expect(try clean(span("color:url(javascript:x)")) == "t")
    #expect(try clean(span("background:white")) == "t")
    #expect(try clean(span("color:#c00 !important")) == "<span style=\"color: #c00\">t</span>")
    #expect(
      try clean(span("background-color:rgba(255, 255, 0, 0.5)"))
        == "<span style=\"background-color: rgba(255, 255, 0, 0.5)\">t</span>")
  }

  @Test(arguments: ["none", "none!important", "none !important", "none ! important"])
  func hiddenTextIsDropped(display: String) throws {
    let (html, warnings) = try PastedBody.cleaned(
      "<p>a</p><div style='mso-x:y;display:\(display)'>hidden</div>", source: "$.body")
    #expect(html == "<p>a</p>")
    #expect(warnings.map(\.code) == ["pasted_hidden_dropped"])
  }

  @Test func imageThatIsNotInPasteIsReported() throws {
    let (html, warnings) = try PastedBody.cleaned("<p>a\n<img src=\"cid:x@y\" alt='Logo'></p>", source: "$.body")
    #expect(html == "<p>a\nLogo</p>")
    #expect(warnings.map(\.code) == ["pasted_image_dropped"])
    #expect(warnings.first?.location.description == "$.body:2:1")
  }

  @Test func dataImageIsKept() throws {
    let html = try clean("<o:p></o:p><img src='data:image/png;base64,AA==' width=40 style='width:40px'>")
    #expect(html == "<img src=\"data:image/png;base64,AA==\" alt width=\"40\">")
  }

  @Test func deepNestingIsCleaned() throws {
    let body = String(repeating: "<div style='mso-a:b'>", count: 200) + "x" + String(repeating: "</div>", count: 200)
    #expect(try clean(body).contains("x"))
  }

  @Test func numberOfDiagnosticsIsLimited() throws {
    let body = (0..<500).map { "<img src=\"file:///\($0).png\">" }.joined()
    #expect(try PastedBody.cleaned(body, source: "$.body").warnings.count == 100)
  }

  @Test func noteReportsWhatWasDropped() throws {
    let document = try Project.compose(
      "note", #"{"title": "T", "body": "<p class=MsoNormal>a<o:p></o:p></p><img src=\"file:///x.png\">"}"#)
    #expect(document.text.contains("<main class=\"note\">\n<p>a</p>\n</main>"))
    #expect(document.warnings.map(\.code) == ["pasted_image_dropped"])
    #expect(document.warnings.first?.location.description == "$.body:1:36")
  }
}
