import Layout
import Markup
import Resources
import Style
import TestTraits
import Testing
import TextShaping

@testable import Paint

/// Text in SVG images.
@Suite(.hangLimit) struct SVGTextTests: DrawsSVG {
  @Test func spacesAfterElementsRemain() throws {
    func text(_ content: String) throws -> String {
      let drawing = try #require(SVGDrawing(Self.file("<text x='9'>\(content)</text>")))
      guard case .text(let text)? = drawing.operations.first else { return "" }
      return text.segments.map(\.text).joined()
    }
    #expect(try text("<tspan font-weight='bold'>Total:</tspan> 42") == "Total: 42")
    #expect(try text(" <tspan> a </tspan> <tspan x='50'> b</tspan> c ") == "a b c")
  }

  @Test func charactersHavePositions() throws {
    let font = "font-family='Liberation Sans'"
    func starts(_ content: String, rows: Bool = false) throws -> [Int] {
      try inked(content, rows: rows).map(\.lowerBound)
    }
    #expect(try starts("<text y='50' x='10 50, 90' \(font)>III</text>") == [12, 52, 92])
    #expect(try starts("<text y='50' x='10 50' \(font)>I<tspan x='30'>I</tspan></text>") == [12, 32])
    // An I is 5.6 px wide.
    #expect(
      zip(try starts("<text y='50' x='10' dx='0 20 30' \(font)>III</text>"), [12, 37, 73]).allSatisfy {
        abs($0 - $1) <= 1
      })
    #expect(try starts("<text x='10' y='30 60 90' \(font)> H H<tspan>H</tspan> </text>", rows: true) == [16, 76])
    // An I that is turned is a bar of 14 by 2 px.
    #expect(try inked("<text x='50' y='50' rotate='90' \(font)>I</text>").map(\.count) == [14])
    #expect(try inked("<text x='50' y='50 80' rotate='90' \(font)>II</text>", rows: true).map(\.count) == [2, 2])
  }

  /// Text with characters from right to left sent the whole image to librsvg.
  @Test func textMayRunFromRightToLeft() throws {
    let font = "y='50' font-family='Liberation Sans'"
    func ink(_ attributes: String, _ text: String) throws -> [ClosedRange<Int>] {
      try inked("<text \(font) \(attributes)>\(text)</text>")
    }
    // An I is 2 of 5.6 px wide. `start` is the right end.
    #expect(try ink("x='100' direction='rtl'", "I") == ink("x='100' text-anchor='end'", "I"))
    #expect(try ink("x='100' style='direction: rtl' text-anchor='end'", "I") == ink("x='100'", "I"))
    #expect(try ink("x='60' direction='rtl' text-anchor='middle'", "I") == ink("x='60' text-anchor='middle'", "I"))
    // Letters of one direction are ordered within those of the other.
    let left = try ink("x='20'", "\u{5D0}I")
    #expect(left.count == 2 && left[0].count > 5 && left[1].count == 2, "\(left)")
    let right = try ink("x='80' direction='rtl'", "\u{5D0}I")
    #expect(right.count == 2 && right[0].count == 2 && right[1].count > 5, "\(right)")
    // Across elements: the second letter is to the left.
    let second = try ink("x='20'", "<tspan fill='white'>\u{5D0}</tspan>\u{5D1}")
    let first = try ink("x='20'", "\u{5D0}<tspan fill='white'>\u{5D1}</tspan>")
    #expect(second[0].upperBound <= first[0].lowerBound, "\(second) \(first)")
    // Each position begins a line of its own.
    let placed = try ink("x='20 60'", "\u{5D0}\u{5D1}")
    #expect(placed.count == 2 && placed[0].lowerBound - 20 < 3 && placed[1].lowerBound - 60 < 3, "\(placed)")
    let moved = try ink("x='20' dx='0 30'", "\u{5D0}\u{5D1}")
    #expect(moved.last!.lowerBound - 20 < 50 && moved.last!.upperBound - 20 > 30, "\(moved)")
    for adjust in ["spacing", "spacingAndGlyphs"] {
      let long = try ink("x='100' direction='rtl' textLength='80' lengthAdjust='\(adjust)'", "\u{5D0}\u{5D1}")
      #expect(abs(long.first!.lowerBound - 20) < 5 && abs(long.last!.upperBound - 100) < 5, "\(long)")
    }
  }

  @Test(arguments: ["spacing", "spacingAndGlyphs"]) func textHasALength(_ adjust: String) throws {
    let attributes = "y='50' font-family='Liberation Sans' textLength='80' lengthAdjust='\(adjust)'"
    for (anchor, x, start) in [("start", 20, 20), ("middle", 60, 20), ("end", 100, 20)] {
      let ink = try inked("<text x='\(x)' text-anchor='\(anchor)' \(attributes)>H<tspan>HH</tspan></text>")
      #expect(abs(ink.first!.lowerBound - start) <= 4 && abs(ink.last!.upperBound - start - 80) <= 4, "\(ink)")
    }
  }

  @Test func theFontMayBeAShorthand() throws {
    let long = "font-style='italic' font-weight='700' font-size='30' font-family='Liberation Serif, serif'"
    let expected = try inked("<text y='50' \(long)>Hg</text>")
    for font in ["bold italic 30px/1.2 'Liberation Serif', serif", "italic normal 700 30px Liberation Serif"] {
      #expect(try inked("<text y='50' style=\"font: \(font)\">Hg</text>") == expected)
    }
    // It resets what it does not state.
    #expect(
      try inked("<text y='50' \(long)><tspan style='font: 30px Liberation Serif'>Hg</tspan></text>")
        == inked("<text y='50' font-size='30' font-family='Liberation Serif'>Hg</text>"))
    #expect(SVGDrawing(Self.file("<text style='font: small-caps 9px serif'>a</text>")) != nil)
    #expect(SVGDrawing(Self.file("<text style='font: caption'>a</text>")) == nil)
    // The line height may stand by itself; it was part of the family.
    for font in ["9px / 1.5 serif", "9px/ 1.5 serif", "9px /1.5 serif"] {
      #expect(SVGDrawing(Self.file("<text style='font: \(font)'>a</text>")) == nil)
    }
  }

  @Test func outlinesOfTextAreDrawn() throws {
    let font = "y='50' x='10' font-family='Liberation Sans'"
    let plain = try inked("<text \(font)>H</text>")
    #expect(try inked("<text \(font) fill='none' stroke='black' stroke-width='.01'>H</text>") == [])
    let wide = try inked("<text \(font) stroke='black' stroke-width='6'>H</text>")
    #expect(wide.map(\.lowerBound) == [plain[0].lowerBound - 3])
    // The fill is above the stroke that would hide it.
    let white = "stroke='white' stroke-width='9'"
    #expect(try inked("<text \(font) \(white)>H</text>") == [])
    #expect(try inked("<text \(font) \(white) paint-order='stroke'>H</text>") == plain)
    #expect(try inked("<text \(font) \(white) style='paint-order: markers stroke fill'>H</text>") == plain)
    #expect(try inked("<text \(font) \(white) paint-order='fill stroke'>H</text>") == [])
  }

  @Test func textMayBeClipped() throws {
    let clip = "<clipPath id='c'><rect x='50' width='40' height='120'/></clipPath>"
    let ink = try inked("\(clip)<text y='50' clip-path='url(#c)' font-family='Liberation Sans'>HHHHHHHHHH</text>")
    #expect(ink.first!.lowerBound >= 50 && ink.last!.upperBound < 90)
  }

  @Test func textIsAnchoredAndPositioned() throws {
    func ink(_ content: String) throws -> ClosedRange<Int> {
      let columns = try inked(content)
      return try #require(columns.first).lowerBound...(try #require(columns.last)).upperBound
    }
    let start = try ink("<text x='60' y='60'>HHH</text>")
    let middle = try ink("<text x='60' y='60' text-anchor='middle'>HHH</text>")
    let end = try ink("<text x='60' y='60' text-anchor='end'>HHH</text>")
    #expect(start.lowerBound >= 60 && end.upperBound <= 60)
    #expect(abs(middle.lowerBound + middle.upperBound - 120) <= 2)
    #expect(abs(start.count - end.count) <= 1)
    // White space collapses, and a chunk of several elements is anchored as a whole.
    #expect(
      try ink("<text x='60' y='60' text-anchor='end'> H<tspan>H\n </tspan><tspan fill='#000'>H</tspan> </text>")
        .upperBound <= 60)
    #expect(try ink("<text x='10' y='20'>H<tspan x='80' dy='30'>H</tspan></text>").upperBound > 80)
    #expect(try ink("<text><tspan x='70' y='50'>H</tspan></text>").lowerBound >= 70)
    #expect(try ink("<text y='50' transform='translate(90 0)'>H</text>").lowerBound >= 90)
  }

  /// Regression: text along paths was not drawn.
  @Test func textIsWrittenAlongPaths() throws {
    func columns(_ path: String, _ attributes: String = "") throws -> ClosedRange<Int> {
      let text = "<path id='p' d='\(path)' fill='none'/><text><textPath href='#p' \(attributes)>HHHHH</textPath></text>"
      let columns = try inked(text)
      return try #require(columns.first).lowerBound...(try #require(columns.last)).upperBound
    }
    let across = try columns("M5 60H115")
    #expect(across.lowerBound >= 5 && across.upperBound < 80 && across.count > 40)
    // Down and up, the glyphs are at one side of the path.
    let down = try columns("M60 5V115")
    #expect(down.lowerBound >= 60 && down.count < 16)
    let up = try columns("M60 115V5")
    #expect(up.upperBound <= 60 && up.count < 16)
    let offset = try columns("M5 60H115", "startOffset='20'")
    #expect(offset.lowerBound == across.lowerBound + 20)
    let end = try columns("M5 60C40 60 80 60 115 60", "startOffset='100%' text-anchor='end'")
    #expect(abs(end.upperBound - 115) <= 2)
    // What is beyond the end of the path is not shown.
    #expect(try columns("M5 60H40").upperBound < 46)
    // Text goes on in the next subpath, and after the end of the path.
    #expect(try columns("M5 60H25M80 60H118").upperBound > 90)
    let after = "<path id='p' d='M5 60H40' fill='none'/><text><textPath href='#p'>H</textPath>H</text>"
    #expect(try inked(after).last?.upperBound ?? 0 > 40)
  }

  @Test func textIsTextInThePDF() throws {
    let shaper = TextShaper()
    var scene = Scene(width: 100, height: 100)
    scene.fonts = FontSource(shaper)
    let id = try #require(scene.images.add(Self.file("<text y='50'>Revenue</text>"), name: "chart"))
    scene.add(Rect(0, 0, 100, 100), scene.style { _ in }, scene.image(id, in: Rect(0, 0, 100, 100)))
    let pdf = try scene.painter.pdf()
    #expect(pdf.diagnostics.isEmpty)
    #expect(pdf.bytes == (try scene.painter.pdf().bytes))
  }
}
