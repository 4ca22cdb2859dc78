import Layout
import TestTraits
import Testing

/// Content below top borders, padding and margins that reach the end of the page (css-break-3 §4.4).
///
/// Regression: what the edge pushed below the page was lost in all containers but plain blocks, and a line that no
/// longer fitted was sliced.
@Suite(.hangLimit) struct TopEdgeBreakTests {
  /// Documents in which each `#` becomes the next of the words w1, w2, …, and `$` the edge of the container.
  static let containers = [
    "block": "<div style='$'><p>#<p>#<p>#</div>",
    "lines": "<div style='$'>#<br>#<br>#</div>",
    "flex row": "<div style='display: flex; $'><div>#<br>#</div><div>#</div></div>",
    "flex column": "<div style='display: flex; flex-direction: column; $'><p>#</p><p>#</p><p>#</p></div>",
    "flex wrap": "<div style='display: flex; flex-wrap: wrap; $'><p class=half>#</p><p class=half>#</p><p>#</p></div>",
    "flex item": "<div style='display: flex'><div style='$'><p>#<p>#</div></div>",
    "grid": "<div style='display: grid; grid-template-columns: 1fr 1fr; $'><p>#</p><p>#</p><p>#</p></div>",
    "grid item": "<div style='display: grid'><div style='$'><p>#<p>#</div></div>",
    "table": "<table style='$'><tr><td>#<td>#<tr><td>#</table>",
    "cell": "<table><tr><td style='$'><p>#<p>#</table>",
    "columns": "<div style='columns: 2; $'><p>#<p>#<p>#</div>",
    "filled columns": "<div style='columns: 2; column-fill: auto; $'><p>#<p>#<p>#</div>",
    "height": "<div style='height: 40px; $'><p>#<p>#<p>#</div>",
    "least height": "<div style='min-height: 100px; $'><p>#<p>#<p>#</div>",
    "clone": "<div style='box-decoration-break: clone; $'><p>#<p>#<p>#</div>",
    "cloned table": "<table style='box-decoration-break: clone; $'><tr><td>#<td>#<tr><td>#</table>",
    "float": "<div style='float: left; $'><p>#<p>#</div><br clear=all>",
    "positioned": "<div style='position: absolute; $'><p>#<p>#</div>",
    "list item": "<ol><li style='$'><p>#<p>#</ol>",
    "details": "<details open style='$'><summary>#</summary><p>#<p>#</details>",
    "fieldset": "<fieldset style='$'><legend>#</legend><p>#<p>#</fieldset>",
    "flex in block": "<div style='$'><div style='display: flex; $'><p>#</p><p>#</p></div></div>",
    "clone in clone":
      "<div style='box-decoration-break: clone; $'><div style='box-decoration-break: clone; $'><p>#<p>#</div></div>",
    "flex in grid": "<div style='display: grid'><div style='display: flex; $'><p>#</p><p>#</p></div></div>",
    "grid in cell": "<table><tr><td><div style='display: grid; $'><p>#</p><p>#</p></div></table>",
    "flex in columns": "<div style='columns: 2'><div style='display: flex; $'><p>#</p></div></div>",
    "grid with a height": "<div style='height: 60px; display: grid; $'><p>#</p><p>#</p></div>",
    "columns with a height": "<div style='height: 60px; columns: 2; $'><p>#<p>#</div>",
  ]

  /// Pages of 120 px with lines of 12 px, in standards mode.
  private static let style = """
    <!doctype html><style>@page { size: 200px 120px; margin: 0 } html { font: 10px/12px "Liberation Mono" }
    body, p, div, ol, li, fieldset, details, summary, table, td { margin: 0; padding: 0; border: 0;
      font-size: 10px; line-height: 12px }
    ol { padding-left: 30px } table { width: 100%; border-collapse: separate; border-spacing: 0 } .half { width: 50% }
    </style>
    """

  /// Replaces each `#` by the next word. Returns the document and the number of words.
  private func words(in text: String) -> (html: String, count: Int) {
    let parts = text.split(separator: "#", omittingEmptySubsequences: false)
    let html = parts.enumerated().map { $0 == 0 ? String($1) : "w\($0)\($1)" }.joined()
    return (html, parts.count - 1)
  }

  /// The words of all pages in their order, and those of them that are not within the page.
  private func placedWords(_ html: String) throws -> (all: [String], outside: [String]) {
    let document = try layOut(html, base: "")
    var (all, outside): ([String], [String]) = ([], [])
    for page in document.pages {
      for fragment in page.fragments {
        guard case .text(let slice) = fragment.content, case let word = text(of: slice, in: document),
          word.first == "w"
        else { continue }
        all.append(word)
        if fragment.frame.y < -1 || fragment.frame.maxY > page.size.height + 1 { outside.append(word) }
      }
    }
    return (all, outside)
  }

  @Test(arguments: containers.keys.sorted(), ["padding-top: #px", "border-top: #px solid", "margin-top: #px"])
  func contentBelowATopEdgeIsOnAPageOnce(_ container: String, _ edge: String) throws {
    // The margins of flex and grid items are not cut off: a line below one may be sliced.
    if edge.hasPrefix("margin"), ["flex item", "grid item", "flex in grid"].contains(container) { return }
    let template = try #require(Self.containers[container])
    // A legend is in the middle of a high border.
    let sizes = [0, 60, 108, 115, 120, 121] + (container == "fieldset" && edge.hasPrefix("border") ? [] : [300])
    for size in sizes {
      for before in [0, 9] {
        let edge = edge.replacing("#", with: "\(size)")
        let text = String(repeating: "<p>#</p>", count: before) + template.replacing("$", with: edge)
        let (html, count) = words(in: Self.style + text + (container == "positioned" ? "" : "<p>#"))
        let found = try placedWords(html)
        let comment = Comment(rawValue: "\(container), \(edge), after \(before) lines: \(found)")
        #expect(found.all.sorted() == (1...count).map { "w\($0)" }.sorted(), comment)
        #expect(found.outside.isEmpty, comment)
      }
    }
  }

  @Test(arguments: ["padding-top", "border-top-width", "margin-top"])
  func aLineThatFitsOnThePageIsNotSlicedBelowATopEdge(edge: String) throws {
    let html = "<div style='border: 0 solid; \(edge): 115px'>a</div>"
    #expect(try lines(html) == [[], ["0,0 6 a"]])
    #expect(try lines("<div style='border: 0 solid; \(edge): 108px'>a</div>") == [["0,108 6 a"]])
  }

  @Test func theMarginOfTheRootEndsThePage() throws {
    for margin in [115, 130] { #expect(try lines("a", css: "html { margin-top: \(margin)px }") == [[], ["0,0 6 a"]]) }
  }

  /// A box that does not fit on the next page either starts on this one.
  @Test func monolithicContentHigherThanThePageStartsBelowTheEdge() throws {
    let html = "<div style='padding-top: 10px'><div style='contain: size; height: 300px'></div></div>"
    #expect(try layOut(html).pages.count == 3)
    let fitting = "<div style='padding-top: 10px'><div id=a style='contain: size; height: 120px'></div></div>"
    #expect(try boxes(fitting)["a"] == ["2: 0,0 200×120"])
  }

  /// The legend is in the top border, which a preceding edge leaves to the next page.
  @Test func aLegendIsNotCutAtTheEndOfThePage() throws {
    let html = """
      <div style='padding-top: 115px'><fieldset style='border: 0 solid; border-top-width: 50px; padding: 0; margin: 0'>
      <legend>a</legend><p style='margin-top: 60px'>b</fieldset></div>
      """
    let found = try lines(html)
    #expect(found.count == 3 && found[0].isEmpty)
    #expect(found.dropFirst().map { $0.map { $0.suffix(1) } } == [["a"], ["b"]])
  }

  /// Regression: a box below a float that ends on the page, beside which it does not fit, was printed below the page.
  @Test func aBoxMovedBelowAFloatIsNotBelowThePage() throws {
    let html = """
      <div style='float: left; width: 100px; height: 100px; margin-bottom: 130px'></div>
      <div style='display: flow-root; width: 200px'>a</div>
      """
    #expect(try lines(html) == [[], ["0,0 6 a"]])
  }

  @Test func theMarkerIsBesideTheContent() throws {
    let html = "<ol style='padding-left: 60px'><li style='padding-top: 130px'>a</ol>"
    let found = try lines(html)
    #expect(found.count == 2 && found[0].isEmpty)
    #expect(found.last?.contains("60,0 6 a") == true && found.last?.count == 2)
  }

  /// Edges that leave no space for a line are not repeated.
  @Test func clonedEdgesAsHighAsThePageAreNotRepeated() throws {
    let html = "<div id=d style='box-decoration-break: clone; padding: 60px 0'>a<br>b</div>"
    // The break is between the lines, and not in the padding at the bottom.
    #expect(try lines(html) == [["0,60 6 a"], ["0,0 6 b"]])
    #expect(try boxes(html)["d"] == ["1: 0,0 200×120", "2: 0,0 200×72"])
  }

  /// A grid item whose edge is higher than the page was moved from page to page beside one that continues.
  @Test func aRowAtTheTopOfThePageIsPlacedBesideWhatContinues() throws {
    let html = """
      <div style='display: grid; grid-template-columns: 1fr 1fr'><div style='grid-row: span 2'>a<br>b</div><div>c</div>
      <div style='padding-top: 250px'>d</div><div>e</div></div>
      """
    #expect(try lines(html).count < 6)
    // The same with a break in the padding at the end, which is worse than one before the row.
    let padded = """
      <div style='display: grid; grid-template-columns: 1fr 1fr; padding-bottom: 250px'>
      <div style='grid-row: span 2'><p style='margin-top: 115px'>a</div>
      <div><div style='float: right; width: 50%; padding-bottom: 60px'>b<br>c<br>d<br>e<br>f<p>g</div></div><div>h</div></div>
      """
    #expect(try lines(padded).count < 8)
    #expect(try lines(html).joined().map { $0.suffix(1) }.sorted() == ["a", "b", "c", "d", "e"])
  }
}
