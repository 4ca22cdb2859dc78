import TestTraits
import Testing

@testable import Composition

/// Every diagnostic has its location: file, line and column.
@Suite(.hangLimit) struct WarningPlaceTests {
  private func warnings(_ html: String) throws -> [String] {
    var document = HTMLDocument(html: Array("<!DOCTYPE html>\n\(html)".utf8))
    document.name = "page.html"
    return try Typesetter().render(.html(document)).warnings.map(\.description)
  }

  @Test func styleAttributeDeclarationIsLocated() throws {
    let found = try warnings("<p class=a\n   style=\"color: red;\n colour: blue\">x")
    #expect(found.count == 1)
    #expect(found.first?.hasPrefix("page.html:4:2: ") == true, "\(found)")
    let first = try warnings("<p style='colour: blue'>x")
    #expect(first.first?.hasPrefix("page.html:2:11: ") == true, "\(first)")
  }

  @Test(arguments: [
    "background-image: url(no.png)", "border-image: url(no.png) 1", "list-style-image: url(no.png); display: list-item",
  ])
  func styleImageIsLocatedAtElement(style: String) throws {
    let found = try warnings("<style>.a { \(style) }</style>\n  <p class=a>x<p class=a>y")
    #expect(found.count == 1, "\(found)")
    #expect(found.first?.hasPrefix("page.html:3:3: “no.png”: ") == true, "\(found)")
  }

  @Test func missingFontIsLocatedAtElement() throws {
    let found = try warnings("<p>x\n <p style='font-family: Nowhere'>y <b>z</b>")
    #expect(found.count == 1, "\(found)")
    #expect(found.first?.hasPrefix("page.html:3:2: ") == true && found.first?.contains("Nowhere") == true, "\(found)")
  }

  @Test func missingCharacterIsLocatedAtElement() throws {
    let found = try warnings("<p>x\n<p>y <b>z&#x10FFFD;</b>")
    #expect(found.count == 1, "\(found)")
    #expect(found.first?.hasPrefix("page.html:3:6: ") == true, "\(found)")
  }

  @Test func fontFaceIsLocatedAtRule() throws {
    let found = try warnings("<style>\n  @font-face { font-family: F; src: url(no.woff) }</style><p>x")
    #expect(found.count == 1, "\(found)")
    #expect(found.first?.hasPrefix("page.html:3:3: ") == true, "\(found)")
  }

  /// Regression: sources of unknown formats were skipped silently.
  @Test func fontsOfUnknownFormatsAreReportedAtTheRule() throws {
    let found = try warnings(
      "<style>\n  @font-face { font-family: F; src: url(a.ttf) format('ttf') }</style><p>x")
    #expect(found.count == 1 && found.first?.hasPrefix("page.html:3:3: ") == true, "\(found)")
    #expect(found.first?.contains("ttf") == true && found.first?.contains("truetype") == true, "\(found)")
  }

  @Test func missingStylesheetIsLocatedAtLink() throws {
    let found = try warnings(
      "<title>x</title>\n <link rel=stylesheet href=no.css><style>\n @import 'none.css';</style>")
    #expect(found.map { String($0.prefix(14)) } == ["page.html:3:2:", "page.html:4:2:"], "\(found)")
  }

  @Test func danglingLinkIsReportedOnce() throws {
    let found = try warnings("<p style='width: 3em'> <a href='#none'>a link over several lines</a>")
    #expect(found.count == 1, "\(found)")
    #expect(found.first?.hasPrefix("page.html:2:24: ") == true, "\(found)")
  }

  @Test func undecodableImageIsLocatedAtElement() throws {
    // A PNG with valid chunks but invalid pixel data.
    let png = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAABElEQVQAAAAAADdk6gAAAAAASUVORK5CYII="
    let found = try warnings("<p>\n <img src='data:image/png;base64,\(png)' alt=x>")
    #expect(found.allSatisfy { $0.hasPrefix("page.html:3:2: ") }, "\(found)")
  }

  @Test func scriptsAndCanvasesAreLocated() throws {
    let found = try warnings("<p>x\n<script>1</script>\n <canvas id=a></canvas><script type='module'></script>")
    #expect(found.count == 3, "\(found)")
    #expect(found.contains { $0.hasPrefix("page.html:3:1: Scripts do not run") }, "\(found)")
    #expect(found.contains { $0.hasPrefix("page.html:4:2: A canvas stays empty") }, "\(found)")
    #expect(found.contains { $0.hasPrefix("page.html:4:24: Scripts do not run") }, "\(found)")
  }

  @Test(arguments: [
    ("<video src=a.mp4></video>", "A video without a poster"), ("<audio controls src=a.mp3></audio>", "Audio controls"),
    ("<iframe src=a.html></iframe>", "The document of an iframe"), ("<iframe srcdoc='x'></iframe>", "The document of"),
  ])
  func embeddedMediaAreLocated(_ element: String, _ message: String) throws {
    let found = try warnings("<p>x\n \(element)")
    #expect(found.count == 1 && found[0].hasPrefix("page.html:3:2: \(message)"), "\(found)")
  }

  @Test(arguments: ["<audio src=a.mp3></audio>", "<iframe width=0 height=0 src=a.html></iframe>"])
  func invisibleMediaAreNotReported(_ element: String) throws {
    #expect(try warnings("<p>x\(element)").isEmpty)
  }

  @Test func blocksOfDataAreNotScripts() throws {
    #expect(try warnings("<p>x<script type='application/ld+json'>{}</script>").isEmpty)
  }
}
