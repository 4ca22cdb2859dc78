import Layout
import TestTraits
import Testing
import TextShaping

@testable import Paint

/// Paints of SVG text, vertical text, and text from right to left on paths.
@Suite(.hangLimit) struct SVGTextPaintTests: DrawsSVG {
  private static let halves =
    "<stop offset='.5' stop-color='#f00'/><stop offset='.5' stop-color='#00f'/>"
  private static let definitions = """
    <linearGradient id='g' gradientUnits='userSpaceOnUse' x1='0' x2='120'>\(halves)</linearGradient>
    <pattern id='p' patternUnits='userSpaceOnUse' width='120' height='120'>
    <rect width='60' height='120' fill='#f00'/><rect x='60' width='60' height='120' fill='#00f'/></pattern>
    """

  /// Whether there are red pixels in the left half, and blue ones in the right half, and none of them in the other.
  private func sides(_ text: String) throws -> [Bool] {
    let drawing = try #require(
      SVGDrawing(
        Self.file(Self.definitions + text, "viewBox='0 0 120 120' font-size='40' font-family='Liberation Sans'")))
    let fonts = FaceCache(FontSource(TextShaper()))
    let pixels = Self.pixels { drawing.draw(in: Rect(0, 0, 120, 120), size: nil, fonts: fonts, on: $0) }
    var found = [false, false, false, false]
    for y in 0..<120 {
      for x in 0..<120 where abs(x - 60) > 2 {
        let place = (y * 120 + x) * 4
        let (blue, red) = (pixels[place], pixels[place + 2])
        if red > 200, blue < 60 { found[x < 60 ? 0 : 2] = true }
        if blue > 200, red < 60 { found[x < 60 ? 3 : 1] = true }
      }
    }
    return found
  }

  /// Regression: the gradient was turned with each glyph (SVG 2 §13.2: paints are in the user space of the element).
  @Test(arguments: ["url(#g)", "url(#p)"], ["fill", "stroke"])
  func paintsOfTurnedTextAreThoseOfTheElement(paint: String, property: String) throws {
    let attributes = property == "fill" ? "fill='\(paint)'" : "fill='none' stroke-width='4' stroke='\(paint)'"
    let path = "<path id='c' d='M10 70 Q60 20 110 70' fill='none'/>"
    for text in [
      "<text x='5' y='70' \(attributes)>HHHH</text>",
      "<text x='20 90' y='60' rotate='30' \(attributes)>HH</text>",
      "\(path)<text \(attributes)><textPath href='#c'>HHH</textPath></text>",
      "<text x='5' y='70' textLength='100' lengthAdjust='spacingAndGlyphs' \(attributes)>HH</text>",
      "<text x='60' y='5' writing-mode='tb' \(attributes)>HHH</text>",
    ] {
      #expect(try sides(text) == [true, true, false, false], "\(text)")
    }
  }

  // MARK: Vertical text

  private static let font = "font-family='Liberation Sans' font-size='20'"

  /// css-writing-modes-4 §3.2, SVG 2 §11.4: the central baseline is at x, and the text runs down from y.
  @Test(arguments: ["writing-mode='tb'", "writing-mode='vertical-rl'", "style='writing-mode: vertical-lr'"])
  func verticalTextRunsDown(mode: String) throws {
    let text = "<text x='60' y='20' \(mode) \(Self.font)>HHH</text>"
    let (columns, rows) = (try inked(text), try inked(text, rows: true))
    // The capitals of 14 px are about the middle of the line.
    #expect(columns.count == 1 && abs(columns[0].lowerBound + columns[0].upperBound - 120) <= 4, "\(columns)")
    #expect(columns[0].count < 18)
    #expect(abs(rows[0].lowerBound - 21) <= 2 && abs(rows.last!.upperBound - 62) <= 3, "\(rows)")
  }

  @Test func verticalTextIsAnchoredAlongItsLine() throws {
    func rows(_ anchor: String) throws -> [ClosedRange<Int>] {
      try inked(
        "<text x='60' y='60' writing-mode='tb' text-anchor='\(anchor)' \(Self.font)>HHH</text>", rows: true)
    }
    #expect(abs(try rows("middle").first!.lowerBound - 39) <= 3)
    #expect(abs(try rows("end").last!.upperBound - 59) <= 3)
    let moved = "<text x='60 60' y='10 80' writing-mode='tb' \(Self.font)>HH</text>"
    #expect(try inked(moved, rows: true).map(\.lowerBound).allSatisfy { $0 < 16 || $0 > 78 })
  }

  /// css-writing-modes-4 §5.1.
  @Test func charactersMayBeUpright() throws {
    let upright = "<text x='60' y='10' writing-mode='tb' text-orientation='upright' \(Self.font)>II</text>"
    // An upright I is a bar of 2 by 14 px; on its side it is one of 14 by 2 px.
    #expect(try inked(upright).map(\.count) == [2])
    #expect(try inked("<text x='60' y='10' writing-mode='tb' \(Self.font)>II</text>").first!.count > 10)
    let sideways = "<text x='60' y='100' writing-mode='sideways-lr' \(Self.font)>II</text>"
    #expect(try inked(sideways, rows: true).allSatisfy { $0.upperBound <= 100 && $0.lowerBound > 80 })
  }

  // MARK: Right to left on paths

  private func onPath(_ attributes: String, _ text: String) throws -> [ClosedRange<Int>] {
    try inked(
      "<path id='c' d='M10 60 H110' fill='none'/><text \(Self.font) \(attributes)><textPath href='#c'>\(text)</textPath></text>"
    )
  }

  /// Regression: a drawing with such text was left to librsvg, which has no text on paths.
  @Test func textOnPathsMayRunFromRightToLeft() throws {
    let first = try onPath("", "\u{5D0}<tspan fill='white'>\u{5D1}</tspan>")
    let second = try onPath("", "<tspan fill='white'>\u{5D0}</tspan>\u{5D1}")
    #expect(second.last!.upperBound <= first[0].lowerBound + 1, "\(second) \(first)")
    #expect(second[0].lowerBound >= 9 && second[0].lowerBound < 16, "\(second)")
    // An I is 2 of 5.6 px wide, and to the left of the letter before it.
    let mixed = try onPath("direction='rtl' text-anchor='end'", "\u{5D0}I")
    #expect(mixed[0].count == 2, "\(mixed)")
  }

  @Test func lettersOnPathsKeepTheirMarks() throws {
    let marked = try onPath("", "\u{5D0}\u{5B8}\u{5D1}")
    #expect(marked.last!.upperBound < 50, "\(marked)")
  }

  @Test func longTextOnPathsIsLeftOut() throws {
    let long = String(repeating: "\u{5D0}", count: 10_001)
    let text = "<path id='c' d='M0 0H9'/><text><textPath href='#c'>\(long)</textPath></text>"
    #expect(SVGDrawing(Self.file(text)) == nil)
  }
}
