import Markup
import Style
import TestTraits
import Testing

@testable import Layout

/// The sizes of query containers (css-contain-3 §2).
@Suite(.hangLimit) struct ContainerSizeTests {
  private func sizes(_ html: String) throws -> [String: String] {
    let source = try Document.parse(html: html)
    var result: [String: String] = [:]
    for (node, size) in try layOut(html).containerSizes {
      result[source.attribute(node, .id) ?? ""] = "\(whole(size.width))×\(whole(size.height))"
    }
    return result
  }

  @Test func contentBoxIsMeasured() throws {
    let html = """
      <div style='width: 100px'><div id=a style='container-type: inline-size; padding: 0 10%; border: 2px solid'>a</div></div>
      <div id=b style='container-type: size; height: 30px'>b</div><div id=c>c</div>
      """
    #expect(try sizes(html) == ["a": "76×12", "b": "200×30"])
  }

  /// The width of a container does not depend on its content, or styles for the width could change it.
  @Test func contentDoesNotWidenAContainer() throws {
    let style = "container-type: inline-size"
    let html = """
      <div style='display: flex'><div id=a style='\(style); flex: 1'>long content</div><div style='flex: none'>12345</div></div>
      <div id=b style='float: left; \(style)'>content</div><span id=c style='display: inline-block; \(style)'>content</span>
      """
    #expect(try sizes(html) == ["a": "170×12", "b": "0×12", "c": "0×12"])
  }

  @Test func firstPageOfAContainerCounts() throws {
    let html = "<div id=a style='container-type: inline-size'>\(String(repeating: "<p>a", count: 15))</div>"
    #expect(try layOut(html).pages.count == 2)
    #expect(try sizes(html) == ["a": "200×120"])
  }

  @Test func tablesAndInlineBoxesAreNotContainers() throws {
    let html = """
      <table><tr><td id=a style='container-type: inline-size'>abc</td></tr></table>
      <span id=b style='container-type: inline-size'>a</span>
      """
    #expect(try sizes(html).isEmpty)
  }
}

/// Quirks Mode Standard §3.5.
@Suite(.hangLimit) struct QuirkyHeightTests {
  private static let content = """
    <div style='height: 100px'><div><div id=a style='float: left; width: 10px; height: 50%'></div></div></div>
    """

  @Test func percentagesReferToTheNearestHeight() throws {
    #expect(try boxes(Self.content)["a"] == ["1: 0,0 10×50"])
    #expect(try boxes("<!DOCTYPE html>" + Self.content)["a"] == ["1: 0,0 10×0"])
  }

  /// Quirks Mode Standard §3.6 and §3.7.
  @Test func theBodyFillsThePage() throws {
    #expect(try boxes("<div id=a style='height: 50%'>x</div>")["a"] == ["1: 0,0 200×60"])
  }
}
