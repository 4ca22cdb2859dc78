import Style
import TestTraits
import Testing

@testable import Layout

/// The tracks of grids and the searches for free cells are limited.
@Suite(.hangLimit) struct GridLimitTests {
  /// Regression: dense packing searched all rows again for each size of items.
  @Test func searchesForFreeCellsAreLimited() {
    let items = (0..<3000).map { index in
      GridPlacement.Item(major: .count(1 + (3000 - index) / 60), minor: .count(2 + (3000 - index) % 60))
    }
    let placement = GridPlacement(items, explicitMajor: 1, explicitMinor: 100, isDense: true, maxSteps: 1_000_000)
    #expect(placement.isExhausted && placement.steps < 2_000_000)
  }

  @Test func itemsBeyondTheLimitDoNotOverlap() {
    // Columns of single cells, in every second column of every row, then items of ever smaller sizes.
    var items = (0..<200).flatMap { row in
      (0..<50).map { GridPlacement.Item(major: .tracks(row..<row + 1), minor: .tracks($0 * 2..<$0 * 2 + 1)) }
    }
    items += (0..<400).reversed().map { GridPlacement.Item(major: .count(1 + $0 / 50), minor: .count(2 + $0 % 50)) }
    let placement = GridPlacement(items, explicitMajor: 1, explicitMinor: 100, isDense: true, maxSteps: 1_000_000)
    var cells: Set<[Int]> = []
    var count = 0
    for place in placement.placed {
      for major in place.major { for minor in place.minor { cells.insert([major, minor]) } }
      count += place.major.count * place.minor.count
    }
    #expect(cells.count == count)
  }

  /// Regression: each of any number of containers could have 200,000 tracks.
  @Test func theTracksOfAllContainersAreLimited() throws {
    let html = String(repeating: "<div><i></i></div>", count: 300)
    for area in ["grid-row: span 9999", "grid-row: 9999", "grid-area: -9999 / 9999"] {
      let document = try layOut(html, css: "div { display: grid; grid-auto-rows: 0 } i { \(area) }")
      #expect(document.effort.spannedTracks < 1_300_000)
      #expect(document.diagnostics.contains { $0.code == "grid_limit" })
    }
  }

  @Test func itemsFarApartStayWhereTheyAreWithinTheLimit() throws {
    let document = try layOut(
      "<div><i style='grid-row: 500'>x</i></div>", css: "div { display: grid; grid-auto-rows: 1px }")
    #expect(document.diagnostics.isEmpty && document.effort.spannedTracks == 499)
  }

  /// Regression: the spans of the items of grid lanes did not count for the document.
  @Test func theLanesOfAllContainersAreLimited() throws {
    let html = String(repeating: "<div><i></i></div>", count: 300)
    for area in ["grid-column: span 9999", "grid-column: 9999"] {
      let document = try layOut(html, css: "div { display: grid-lanes; grid-auto-columns: 0 } i { \(area) }")
      #expect(document.effort.spannedTracks < 1_300_000)
      #expect(document.diagnostics.contains { $0.code == "grid_limit" })
    }
  }

  /// Regression: an item in any of thousands of lanes counted in each of them, for each number of lanes that items
  /// span.
  @Test func itemsOfManySpansWidenAFewLanesOnly() throws {
    let items = (1...60).map { "<i style='grid-column: span \($0)'>x</i>" }.joined()
    let css = "div { display: grid-lanes; grid-template-columns: repeat(2000, auto) }"
    #expect(try layOut("<div>\(items)</div>", css: css).diagnostics.contains { $0.code == "grid_limit" })
    let few = "div { display: grid-lanes; grid-template-columns: repeat(60, auto) }"
    #expect(try layOut("<div>\(items)</div>", css: few).diagnostics.allSatisfy { $0.code != "grid_limit" })
  }

  /// Regression: the tracks that subgrids span by the number of their lines did not count.
  @Test func theTracksOfSubgridsAreLimited() throws {
    let html = "<section>" + String(repeating: "<i></i>", count: 60) + "</section>"
    let css = "section { display: grid } i { display: grid; grid-template-columns: subgrid repeat(9000, [a]) }"
    let document = try layOut(html, css: css)
    #expect(document.effort.spannedTracks <= 200_000)
    #expect(document.diagnostics.contains { $0.code == "grid_limit" })
  }

  /// Regression: a repetition of many names took seconds for each container.
  @Test func namesOfLinesAreLimited() throws {
    let names = (0..<100).map { "n\($0)" }.joined(separator: " ")
    func codes(_ count: Int) throws -> [String] {
      let css = "div { display: grid; grid-template-columns: repeat(\(count), [\(names)] 1px) }"
      return try layOut("<div><i>x</i></div>", css: css).diagnostics.map(\.code)
    }
    #expect(try codes(200) == [])
    #expect(try codes(201) == ["grid_limit"])
  }

  @Test func namesBeyondTheLimitAreLeftOut() {
    var template = GridTemplate()
    template.items = [.lines(Array(repeating: "a", count: ExplicitGrid.maxNames)), .lines(["b"])]
    let grid = ExplicitGrid(template, areas: GridAreaNames(), fill: .init(), gap: 0)
    #expect(grid.hasTooManyNames && grid.lines.names(from: 0, through: 0).map(\.name) == ["a"])
  }
}
