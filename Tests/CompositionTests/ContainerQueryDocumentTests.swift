import TestTraits
import Testing

@testable import Composition

/// `@container` rules of whole documents, whose containers have their sizes when the document is laid out.
@Suite(.hangLimit) struct ContainerQueryDocumentTests {
  private func document(_ css: String, _ body: String) -> HTMLDocument {
    HTMLDocument(html: Array("<!DOCTYPE html><title>t</title><style>\(css)</style>\(body)".utf8))
  }

  private let css = """
    @page { size: 600px 400px; margin: 0 } body { margin: 0 } .c { container-type: inline-size }
    @container (width > 400px) { p { break-before: page } }
    """

  @Test func rulesApplyByTheWidthOfTheContainer() throws {
    let body = "<h1>a</h1><div class=c style='width: 500px'><p>b</div><div class=c style='width: 300px'><p>c</div>"
    let rendered = try Typesetter().render(.html(document(css, body)))
    #expect(rendered.pages.count == 2)
    #expect(rendered.warnings.isEmpty)
  }

  /// The width of the inner container follows from the outer one.
  @Test func containersInContainersSettle() throws {
    let nested = css + ".inner { width: 100px } @container (width > 500px) { .inner { width: 450px } }"
    let body = "<h1>a</h1><div class=c><div class='c inner'><p>b</div></div>"
    #expect(try Typesetter().render(.html(document(css + ".inner { width: 100px }", body))).pages.count == 1)
    let rendered = try Typesetter().render(.html(document(nested, body)))
    #expect(rendered.pages.count == 2)
    #expect(rendered.warnings.isEmpty)
  }

  @Test func wordFilesHaveTheSameStyles() throws {
    let wide = "<div class=c style='width: 500px'><p>b</div>"
    let narrow = "<div class=c style='width: 300px'><p>b</div>"
    let typesetter = Typesetter()
    let (first, second) = (
      try typesetter.word(document(css, "<h1>a</h1>" + wide)), try typesetter.word(document(css, "<h1>a</h1>" + narrow))
    )
    #expect(first.warnings.isEmpty && second.warnings.isEmpty)
    #expect(first.bytes != second.bytes)
  }

  /// Each level of nesting needs a layout, and their number is limited.
  @Test func tooManyLevelsGiveAWarning() throws {
    var css = "@page { size: 900px 400px; margin: 0 } body { margin: 0 } div { container-type: inline-size }"
    var body = "x"
    for level in 1...10 {
      css += "@container (width >= \(900 - 10 * level)px) { .l\(level + 1) { width: \(890 - 10 * level)px } }"
      css += ".l\(level + 1) { width: 50px }"
    }
    for level in (1...11).reversed() { body = "<div class='l\(level)'>\(body)</div>" }
    css = css.replacing("{ .l", with: "{ div.l")
    let rendered = try Typesetter().render(.html(document(css, body)))
    #expect(rendered.warnings.map(\.code) == ["unsettled_containers"])
  }

  @Test func sameDocumentGivesSameBytes() throws {
    let source = document(css, "<h1>a</h1><div class=c><p>b</div>")
    #expect(try Typesetter().render(.html(source)).pdf == Typesetter().render(.html(source)).pdf)
  }

  /// Regression: the units of containers were those of the page.
  @Test func lengthsInUnitsOfContainersFit() throws {
    let css = "@page { size: 600px 400px; margin: 0 } body { margin: 0 } .c { container-type: inline-size }"
    let body = "<div class=c style='width: 300px'><div style='height: 100cqw'></div></div>"
    #expect(try Typesetter().render(.html(document(css, body))).pages.count == 1)
    let wide = "<div class=c><div style='height: 100cqw'></div></div>"
    #expect(try Typesetter().render(.html(document(css, wide))).pages.count == 2)
  }
}
