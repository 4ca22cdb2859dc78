import Foundation
import OperatingSystem
import TestTraits
import Testing

@testable import Composition

@Suite(.hangLimit) struct MailComposerTests {
  static func compose(_ html: String, css: String = "", assets: String? = nil) throws -> MailBody {
    try withLargeStack {
      Result {
        var document = HTMLDocument(html: Array("<!doctype html>\(html)".utf8))
        document.assets = assets
        if !css.isEmpty { document.stylesheets = [.init(css: css, source: "style.css")] }
        return try MailComposer(typesetter: Typesetter()).compose(.html(document))
      }
    }.get()
  }

  /// The start tag of the first element with a name.
  static func tag(_ name: String, in body: MailBody) -> String {
    guard let start = body.html.range(of: "<\(name)[ >]", options: .regularExpression),
      let end = body.html[start.lowerBound...].firstIndex(of: ">")
    else { return "" }
    return String(body.html[start.lowerBound...end])
  }

  /// The hidden text at the start of the body, which mail programs show in lists.
  @Test func thePreheaderIsTheDescriptionOrTheFirstSentence() throws {
    let sentence = "Order intake rose on the quarter, and deliveries were held back by the second shift."
    func preheader(_ head: String, _ content: String) throws -> String? {
      let body = try Self.compose("<title>T</title>\(head)<body>\(content)")
      #expect(!body.text.contains("hidden"))
      return body.html.firstMatch(of: /<body[^>]*><div style="display: none[^"]*">([^<]*)<\/div>/).map { String($0.1) }
    }
    let text =
      "<h1>T</h1><p>A. Author</p><p>Order intake <b>rose</b> on the quarter, and\ndeliveries were held back "
      + "by the second shift.</p>"
    #expect(try preheader("", text) == sentence)
    #expect(try preheader("<meta name=description content='Summary &lt;1&gt;'>", text) == "Summary &lt;1&gt;")
    #expect(try preheader("", "<p>Short</p>") == "Short")
    #expect(try preheader("", "<h1>Only a title</h1>") == nil)
    #expect(try preheader("", "<p>\(String(repeating: "word ", count: 100))</p>")?.count == 140)
  }

  @Test func imagesBehindElementsArePartsOfTheMail() throws {
    let png =
      "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
    let body = try Self.compose(
      "<body><div style='background: #eee url(\(png)) no-repeat 50% 0 / cover'>a</div><p style='background: url(\(png))'>b</p>"
        + "<ul style='background: linear-gradient(red, blue)'><li>c</ul>")
    #expect(body.images.map(\.name) == ["image-1"] && body.warnings.isEmpty)
    #expect(
      body.html.contains(
        "background-color: #eeeeee; background-image: url(cid:image-1); background-repeat: no-repeat; background-position: 50% 0; background-size: cover"
      ))
    #expect(Self.tag("p", in: body).contains("background-image: url(cid:image-1)"))
    #expect(!Self.tag("ul", in: body).contains("background-image"))
    // A file that does not exist is reported.
    let missing = try Self.compose("<body><p style='background: url(nowhere.png)'>b</p>")
    #expect(missing.images.isEmpty && missing.warnings.count == 1)
  }

  @Test func rulesBecomeStyleAttributes() throws {
    let body = try Self.compose(
      "<style>.a > p { color: rgb(255 0 0); margin: 2em 0 }</style><div class=a><p>Text</div>",
      css: "p { padding: 3pt }")
    #expect(Self.tag("p", in: body) == #"<p style="color: #ff0000; margin: 32px 0; padding: 4px">"#)
    #expect(!body.html.contains("<style"))
    #expect(!body.html.contains("class="))
  }

  @Test func rulesForMailApplyAndPageRulesDoNot() throws {
    let body = try Self.compose(
      "<p>Text</p><b>Page</b>",
      css: """
        @media mail { p { color: #010203 } b { display: none } }
        @media print { p { color: #ff0000; font-weight: 900 } }
        @media screen { p { font-style: italic } }
        @page { margin: 0; @top-left { content: "Header" } }
        """)
    #expect(Self.tag("p", in: body) == #"<p style="font-style: italic; color: #010203">"#)
    #expect(!body.html.contains("Page"))
    #expect(!body.html.contains("Header"))
  }

  @Test func inheritedValuesAreWrittenOnce() throws {
    let body = try Self.compose("<div style='color: #112233'><p>One <i>two</i></p></div>")
    #expect(body.html.components(separatedBy: "#112233").count == 2)
  }

  @Test func valuesOfTheProgramsStyleSheetAreOverridden() throws {
    let body = try Self.compose(
      "<h1>T</h1><a href='https://a.example/'>L</a>", css: "h1 { font-weight: 400 } a { text-decoration: none }")
    #expect(Self.tag("h1", in: body).contains("font-weight: 400"))
    #expect(Self.tag("a", in: body).contains("text-decoration: none"))
  }

  @Test func variablesAndCalculationsAreResolved() throws {
    let body = try Self.compose("<p>x", css: ":root { --c: #445566 } p { color: var(--c); width: calc(10px + 2rem) }")
    #expect(Self.tag("p", in: body) == #"<p style="color: #445566; width: 42px">"#)
  }

  @Test(arguments: [
    "<script>alert(1)</script>", "<p onclick='alert(1)'>x", "<a href='javascript:alert(1)'>x</a>",
    "<a href=' jav&#10;ascript:alert(1)'>x</a>", "<iframe src='https://x.example'></iframe>",
    "<img src='https://x.example/alert.png'>", "<link rel=stylesheet href='https://x.example/alert.css'>",
    "<p style='background: url(https://x.example/alert.png)'>x", "<object data='alert.swf'></object>",
    "<svg><script>alert(1)</script></svg>", "<form action='https://x.example/alert'><input name=a></form>",
    "<base href='https://x.example/'><a href='alert'>x</a>", "<math href='javascript:alert(1)'>x</math>",
    "<p style='font-family: \"a;}alert(1)\"'>x", "<p title='\"><script>alert(1)</script>'>x",
    "<meta http-equiv=refresh content='0;url=https://x.example/alert'>",
    "<body onload='alert(1)' background='alert.png'>x",
    "<a href='file:///alert'>x</a>", "<a href='data:text/html,alert'>x</a>",
  ])
  func nothingRunsAndNothingIsLoaded(html: String) throws {
    let result = try Self.compose(html).html
    #expect(!result.contains("<script"))
    #expect(!result.contains("x.example"))
    #expect(!result.contains(" href="))
    #expect(!result.contains("url("))
    #expect(result.range(of: "<[^>]* on[a-z]+=", options: .regularExpression) == nil)
    #expect(result.contains("alert") == html.contains("title="))
  }

  @Test func linksRemain() throws {
    let body = try Self.compose(
      "<a href='https://a.example/?x=1&y=2'>A</a> <a href='mailto:b@c.example'>b@c.example</a>")
    #expect(body.html.contains(#"href="https://a.example/?x=1&amp;y=2""#))
    #expect(body.text == "A <https://a.example/?x=1&y=2> b@c.example\n")
  }

  private static let png =
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="

  @Test func imagesArePartsOfTheMail() throws {
    let image = "<img alt=Dot src='data:image/png;base64,\(Self.png)'>"
    let body = try Self.compose("<p>\(image)\(image)")
    #expect(body.images.count == 1)
    #expect(body.images.first?.mediaType == "image/png")
    #expect(body.images.first?.bytes == Data(base64Encoded: Self.png).map { Array($0) })
    #expect(Self.tag("img", in: body) == #"<img src="cid:image-1" alt="Dot" width="1" style="height: auto">"#)
    #expect(body.text == "[Dot][Dot]\n")
  }

  @Test func imagesOfTheTemplateArePartsOfTheMail() throws {
    let folder = try TemporaryFolder([:])
    try FileManager.default.createDirectory(atPath: folder.path, withIntermediateDirectories: true)
    try #require(Data(base64Encoded: Self.png)).write(to: URL(fileURLWithPath: folder.path + "/logo.png"))
    let body = try Self.compose("<img src=logo.png><img src=../../etc/passwd alt=None>", assets: folder.path)
    #expect(body.images.count == 1)
    #expect(body.html.contains("None"))
  }

  @Test func drawingsBecomePNG() throws {
    let body = try Self.compose(
      "<svg width=40 height=20 aria-label=Bars><rect width=40 height=20 fill=red /></svg>")
    #expect(body.images.first?.mediaType == "image/png")
    #expect(body.images.first?.bytes.starts(with: [0x89, 0x50, 0x4E, 0x47]) == true)
    #expect(Self.tag("img", in: body).contains(#"alt="Bars" width="40""#))
  }

  @Test func generatedTextIsWritten() throws {
    let body = try Self.compose(
      "<p title=5>x</p>", css: "p::before { content: 'Note ' attr(title) ': '; color: #ff0000 }")
    #expect(body.html.contains(##"<span style="color: #ff0000">Note 5: </span>x"##))
    #expect(body.text == "Note 5: x\n")
  }

  @Test func textAlternativeReadsWell() throws {
    let body = try Self.compose(
      """
      <h1>Title</h1><p>First paragraph,<br>second line.</p><h2>Part</h2>
      <ul><li>One<ul><li>Nested</ul><li>Two</ul><ol start=9><li>Nine<li>Ten</ol>
      <blockquote><p>Said.</blockquote><pre>a  b\n  c</pre><hr>
      <table><thead><tr><th>Name<th style='text-align:right'>Value</thead><tr><td>Alpha<td style='text-align:right'>1.5
      <tr><td>B<td style='text-align:right'>22.75</table>
      <p><input type=checkbox checked>Done, see <a href='https://a.example/'>the page</a>.</p>
      """)
    #expect(
      body.text
        == """
        Title
        =====

        First paragraph,
        second line.

        Part
        ----

        - One
          - Nested
        - Two

         9. Nine
        10. Ten

        > Said.

        a  b
          c

        ----------------------------------------

        Name   Value
        -----  -----
        Alpha    1.5
        B      22.75

        \u{2611}\u{A0}Done, see the page <https://a.example/>.

        """.replacing(" 9. Nine", with: "9. Nine"))
  }

  @Test func linesOfTextAreFilled() throws {
    let body = try Self.compose(
      "<p>" + String(repeating: "word ", count: 60) + "<p>" + String(repeating: "漢字 ", count: 40))
    #expect(body.text.split(separator: "\n").allSatisfy { TextColumns.count($0) <= 76 })
  }

  @Test func wideTablesBecomeRecords() throws {
    let long = String(repeating: "long text ", count: 8)
    let body = try Self.compose("<table><tr><th>A<th>B<tr><td>\(long)<td>\(long)</table>")
    #expect(body.text.hasPrefix("A: long text"))
    #expect(body.text.contains("\nB: long text"))
  }

  @Test func bundledNoteBecomesMail() throws {
    let example = try Data(contentsOf: URL(fileURLWithPath: Project.root + "/Jobs/examples/note.json"))
    let job = try #require(try JSONSerialization.jsonObject(with: example) as? [String: Any])
    let payload = try JSONSerialization.data(withJSONObject: try #require(job["payload"]))
    let document = try Project.compose("note", String(decoding: payload, as: UTF8.self))
    let body = try withLargeStack { Result { try MailComposer(typesetter: Typesetter()).compose(.html(document)) } }
      .get()
    #expect(body.title.hasPrefix("Halvorsen Marine"))
    #expect(body.images.count == 2)
    #expect(body.warnings.isEmpty)
    #expect(Self.tag("body", in: body).contains("max-width: 640px; margin: 0 auto; padding: 16px"))
    #expect(!body.html.contains("Page"))
  }

  @Test func pdfCannotBeBody() {
    #expect(
      error { _ = try MailComposer(typesetter: Typesetter()).compose(.pdf(ComposedPDF(bytes: [], pages: []))) }?.code
        == .layoutRefused)
  }
}
