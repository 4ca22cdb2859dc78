import Layout
import TestTraits
import Testing

@testable import Paint

/// Origins of transforms, and strokes that are not scaled.
@Suite(.hangLimit) struct SVGTransformTests: DrawsSVG {
  private func box(_ content: String) throws -> [ClosedRange<Int>] {
    try inked(content) + inked(content, rows: true)
  }

  /// css-transforms-1 §6, §8.
  @Test(arguments: [
    ("transform-origin='60 60'", [65...74, 60...99]), ("transform-origin='center'", [65...74, 60...99]),
    ("transform-origin='50% 50%'", [65...74, 60...99]), ("style='transform-origin: 60px'", [65...74, 60...99]),
    ("style='transform-box: fill-box; transform-origin: center'", [75...84, 30...69]),
    ("style='transform-origin: left top; transform-box: fill-box'", [50...59, 45...84]),
    ("style='transform-box: stroke-box; transform-origin: 100% 100%'", [100...109, 15...54]),
    ("style='transform-box: view-box; transform-origin: center'", [65...74, 60...99]),
  ])
  func transformsHaveOrigins(attributes: String, expected: [ClosedRange<Int>]) throws {
    let rect = "<rect x='60' y='45' width='40' height='10' transform='rotate(90)' \(attributes)/>"
    #expect(try box(rect) == expected)
  }

  @Test func groupsAndTextHaveOrigins() throws {
    let style = "style='transform: rotate(90deg); transform-box: fill-box; transform-origin: center'"
    let rects =
      "<rect x='20' y='50' width='40' height='10'/><g transform='translate(60 0)'><rect y='50' width='20' height='10'/></g>"
    #expect(try box("<g \(style)>\(rects)</g>") == [45...54, 25...84])
    let text = "<text x='20' y='60' font-family='Liberation Sans'"
    let columns = try inked("\(text)>IIIII</text>")
    let turned = try inked("\(text) \(style)>IIIII</text>")
    #expect(columns.count == 5 && turned.count == 1)
    let middle = (columns[0].lowerBound + columns[4].upperBound) / 2
    #expect(abs((turned[0].lowerBound + turned[0].upperBound) / 2 - middle) <= 4)
    let use = "<defs><rect id='r' width='40' height='10'/></defs><use href='#r' x='20' y='50' \(style)/>"
    #expect(try box(use) == [35...44, 35...74])
  }

  /// SVG 2 §8.13.
  @Test func strokesMayNotBeScaled() throws {
    let line = "<path d='M0 5H10' stroke='black' stroke-width='4' vector-effect='non-scaling-stroke'"
    #expect(try inked("<g transform='scale(12 10)'>\(line)/></g>", rows: true) == [48...51])
    #expect(try inked("\(line) transform='scale(12 10)'/>", rows: true) == [48...51])
    #expect(try inked("<g opacity='.9'><svg viewBox='0 0 10 10'>\(line)/></svg></g>", rows: true) == [58...61])
    #expect(try inked("\(line) stroke-dasharray='20 20' transform='scale(12 10)'/>") == [0...19, 40...59, 80...99])
    #expect(
      try inked("\(line.replacing("non-scaling-stroke", with: "none")) transform='scale(12 10)'/>", rows: true) == [
        30...69
      ])
  }
}
