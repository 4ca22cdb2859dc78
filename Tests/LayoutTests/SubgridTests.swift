import TestTraits
import Testing

@testable import Layout

/// Grids that take the tracks of their parents (css-grid-2 §9).
@Suite(.hangLimit) struct SubgridTests {
  @Test func subgridsTakeTheTracksOfTheirParents() throws {
    let html = "<section id=g><div id=s><div id=a>aaaa</div><div id=b>b</div></div><div id=c>cc</div></section>"
    let css = """
      #g { display: grid; grid-template-columns: max-content max-content 1fr; column-gap: 10px }
      #s { display: grid; grid-column: span 2; grid-template-columns: subgrid; padding: 0 5px }
      """
    let boxes = try boxes(html, css: css)
    #expect(boxes["s"] == ["1: 0,0 50×12"])
    #expect(boxes["a"] == ["1: 5,0 24×12"])
    #expect(boxes["b"] == ["1: 39,0 6×12"])
    #expect(boxes["c"] == ["1: 60,0 140×12"])
  }

  @Test func subgridsTakeTheRowsOfTheirParents() throws {
    let card = { (id: String, text: String) in "<div class=s><div>\(text)</div><div id=\(id)>x</div></div>" }
    let css = """
      #g { display: grid; grid-template-columns: 50px 50px }
      .s { display: grid; grid-row: span 2; grid-template-rows: subgrid }
      """
    let boxes = try boxes("<section id=g>\(card("a", "aa"))\(card("b", "aaaaa aaaaa aaaaa"))</section>", css: css)
    #expect(boxes["a"] == ["1: 0,36 50×12"])
    #expect(boxes["b"] == ["1: 50,36 50×12"])
  }

  @Test func namesOfLinesAreInherited() throws {
    let html = "<section id=g><div id=s><div id=a></div><div id=b></div></div></section>"
    let css = """
      #g { display: grid; grid: 12px / 20px [x] 30px [y] 40px }
      #s { display: grid; grid-column: 1 / -1; grid-template-columns: subgrid [] [] [z] }
      #a { grid-column: x } #b { grid-column: z; grid-row: 1 }
      """
    let boxes = try boxes(html, css: css)
    #expect(boxes["a"]?.first?.hasPrefix("1: 20,0 30×") == true)
    #expect(boxes["b"]?.first?.hasPrefix("1: 50,0 40×") == true)
  }

  /// Regression: the padding of a subgrid without items took no space in the tracks of its parent.
  @Test func theEdgesOfAnEmptySubgridTakeSpace() throws {
    let css =
      "#p { display: inline-grid; grid-template-columns: auto auto } #s { display: grid; grid-column: 1 / 3; padding: 20px }"
    for columns in ["subgrid", "none"] {
      let html = "<div id=p><div id=s style='grid-template-columns: \(columns)'></div></div>"
      #expect(try boxes(html, css: css)["p"] == ["1: 0,0 40×40"], "\(columns)")
    }
  }

  /// Regression: the tracks of the parent were sized as if the gutters of the subgrid were its own (css-grid-2 §9).
  @Test func narrowerGuttersOfASubgridLeaveSpaceToItsItems() throws {
    let html = "<section id=g><main><div id=a>a</div><div id=b>b</div></main></section>"
    let css = """
      #g { display: grid; row-gap: 10px }
      main { display: grid; grid-row: span 2; grid-template-rows: subgrid; row-gap: 2px }
      """
    let boxes = try boxes(html, css: css)
    #expect(boxes["a"] == ["1: 0,0 200×12"])
    #expect(boxes["b"] == ["1: 0,14 200×12"])
  }

  /// Regression: each subgrid aligned its items by itself (css-grid-2 §9, §11.6).
  @Test func itemsOfSubgridsShareTheBaselinesOfTheirRows() throws {
    let html = """
      <main><div class=s><div id=a style='line-height: 36px'>a</div><div id=b>b</div></div>
      <div class=s id=t><div id=c>c</div><div id=d style='line-height: 24px'>d</div></div></main>
      """
    let css = """
      main { display: grid; grid-template-columns: 50px 50px; row-gap: 4px }
      .s { display: grid; grid-row: span 2; grid-template-rows: subgrid; align-items: baseline }
      """
    #expect(
      try boxes(html, css: css).filter { $0.key != "t" } == [
        "a": ["1: 0,0 50×36"], "b": ["1: 0,46 50×12"], "c": ["1: 50,12 50×12"], "d": ["1: 50,40 50×24"],
      ])
    // Half of the difference of the gaps is on each side of the line.
    #expect(
      try boxes(html, css: css + "#t { row-gap: 12px }").filter { $0.key != "t" } == [
        "a": ["1: 0,0 50×36"], "b": ["1: 0,50 50×12"], "c": ["1: 50,12 50×12"], "d": ["1: 50,44 50×24"],
      ])
    #expect(
      try boxes(html, css: css + ".s { align-items: last baseline }").filter { $0.key != "t" } == [
        "a": ["1: 0,0 50×36"], "b": ["1: 0,46 50×12"], "c": ["1: 50,12 50×12"], "d": ["1: 50,40 50×24"],
      ])
  }

  @Test func anItemSharesItsBaselineWithThoseOfNestedSubgrids() throws {
    let html = """
      <main><div id=a style='line-height: 36px'>a</div><div class=s><div class=s style='padding-top: 3px'>
      <div id=c>c</div></div></div></main>
      """
    let css = """
      main { display: grid; grid-template-columns: 50px 50px; align-items: baseline }
      .s { display: grid; grid-template-rows: subgrid; align-items: baseline }
      """
    #expect(try boxes(html, css: css) == ["a": ["1: 0,0 50×36"], "c": ["1: 50,12 50×12"]])
  }
}
