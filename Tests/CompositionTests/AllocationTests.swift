import CAllocations
import TestTraits
import Testing

@testable import Composition

/// Number of allocations per document, as a measure that does not depend on time: more allocations per paragraph mean
/// slower rendering.
@Suite(.hangLimit) struct AllocationTests {
  /// Allocations for each of `count` additional copies of `part`, with fonts and words cached.
  private func allocations(for part: String, count: Int = 100, css: String = "") throws -> Double {
    let typesetter = Typesetter()
    func ask(_ copies: Int) throws -> Int {
      let html =
        "<!DOCTYPE html><style>@page { size: A4 } \(css)</style>" + String(repeating: part + "\n", count: copies)
      let source = HTMLDocument(html: Array(html.utf8))
      let before = pressrun_allocations()
      _ = try typesetter.typeset(source)
      return Int(pressrun_allocations() - before)
    }
    _ = try ask(2 * count)
    let (some, twice) = (try ask(count), try ask(2 * count))
    return Double(twice - some) / Double(count)
  }

  private let text = "Balance of <b>guidance</b> currency, cost and estimate of the inventory, as the management says."

  @Test func paragraphs() throws {
    let perParagraph = try allocations(for: "<p>\(text)</p>")
    // Limits for debug builds; optimized builds need a tenth.
    #expect(perParagraph < 1150, "\(perParagraph)")
  }

  /// Footnotes that wait for their page are stored once, not once for each page.
  @Test func waitingFootnotesTakeMemoryInProportion() throws {
    let typesetter = Typesetter()
    func bytes(_ notes: Int) throws -> Double {
      let html =
        "<style>@page { size: 300px 300px } .f { float: footnote } .f::footnote-call { content: '' }</style><p>"
        + String(repeating: "<span class=f>a<br>b<br>c</span>", count: notes)
      let before = pressrun_allocated_bytes()
      _ = try typesetter.typeset(HTMLDocument(html: Array(html.utf8)))
      return Double(pressrun_allocated_bytes() - before)
    }
    _ = try bytes(2000)
    let (some, twice) = (try bytes(1000), try bytes(2000))
    #expect(twice < 2.3 * some, "\(some) bytes become \(twice)")
  }

  /// Regression: all text so far was copied at each invalid byte.
  @Test func invalidBytesTakeMemoryInProportion() throws {
    func bytes(_ words: Int) throws -> Double {
      let source = HTMLDocument(html: Array("<p>".utf8) + repeatElement([0xFF, 0xFE, 0x20], count: words).joined())
      let before = pressrun_allocated_bytes()
      _ = try source.parsed(for: .print)
      return Double(pressrun_allocated_bytes() - before)
    }
    let (some, twice) = (try bytes(5_000), try bytes(10_000))
    #expect(twice < 2.3 * some, "\(some) bytes become \(twice)")
  }

  @Test func allocationsDependOnLinesNotWords() throws {
    let short = try allocations(for: "<p>\(text)</p>")
    let long = try allocations(for: "<p>" + String(repeating: text + " ", count: 10) + "</p>")
    #expect(long < short * 9, "\(short) becomes \(long)")
  }

  @Test func tableRows() throws {
    let inTable = try allocations(for: "<table><tr><td>a<td>b<td>c</table>")
    let rows = try allocations(for: "<tr><td>a<td>b<td>c", count: 200)
    #expect(rows < inTable, "\(rows), in a table each \(inTable)")
  }
}
