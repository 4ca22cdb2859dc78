import CAllocations
import Testing

@testable import Composition

/// How often a document asks for memory, counted and not timed: one that asks more often for each paragraph than it used
/// to has become slower.
@Suite struct AllocationTests {
  /// Allocations for each of `count` more copies of `part`, once fonts and words are known.
  private func allocations(for part: String, count: Int = 100, css: String = "") throws -> Double {
    let typesetter = Typesetter()
    func ask(_ copies: Int) throws -> Int {
      let html =
        "<!DOCTYPE html><style>@page { size: A4 } \(css)</style>" + String(repeating: part + "\n", count: copies)
      let source = HTMLDocument(html: Array(html.utf8))
      let before = pressrun_allocations()
      _ = try typesetter.set(source)
      return Int(pressrun_allocations() - before)
    }
    _ = try ask(2 * count)
    let (some, twice) = (try ask(count), try ask(2 * count))
    return Double(twice - some) / Double(count)
  }

  private let text = "Balance of <b>guidance</b> currency, cost and estimate of the inventory, as the management says."

  @Test func paragraphs() throws {
    let perParagraph = try allocations(for: "<p>\(text)</p>")
    // Without optimization: with it they are a tenth.
    #expect(perParagraph < 1100, "\(perParagraph)")
  }

  @Test func allocationsDependOnLinesNotWords() throws {
    let short = try allocations(for: "<p>\(text)</p>")
    let long = try allocations(for: "<p>" + String(repeating: text + " ", count: 10) + "</p>")
    #expect(long < short * 8, "\(short) becomes \(long)")
  }

  @Test func tableRows() throws {
    let inTable = try allocations(for: "<table><tr><td>a<td>b<td>c</table>")
    let rows = try allocations(for: "<tr><td>a<td>b<td>c", count: 200)
    #expect(rows < inTable, "\(rows), in a table each \(inTable)")
  }
}
