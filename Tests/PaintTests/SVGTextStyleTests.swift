import Layout
import TestTraits
import Testing
import TextShaping

@testable import Paint

/// Properties of text in SVG images (SVG 2 §11).
@Suite(.hangLimit) struct SVGTextStyleTests: DrawsSVG {
  private static let font = "font-family='Liberation Sans'"

  private func rows(_ content: String) throws -> ClosedRange<Int> {
    let rows = try inked(content, rows: true)
    return try #require(rows.first).lowerBound...(try #require(rows.last)).upperBound
  }

  private func columns(_ content: String) throws -> ClosedRange<Int> {
    let columns = try inked(content)
    return try #require(columns.first).lowerBound...(try #require(columns.last)).upperBound
  }

  /// The font size is 20 px, and an H is 14 px high.
  @Test func decorationLinesAreDrawn() throws {
    let text = "x='10' y='60' \(Self.font)"
    #expect(try inked("<text \(text)>H</text>", rows: true) == [46...59])
    #expect(try inked("<text \(text) text-decoration='underline'>H</text>", rows: true) == [46...59, 62...63])
    #expect(
      try inked("<text \(text) style='text-decoration: overline solid'>H</text>", rows: true).first?.lowerBound == 42)
    let struck = try inked("<text \(text) text-decoration='line-through'>I I</text>")
    #expect(struck.count == 1)
    // A line is painted like the text of the element that declares it, and as long as that text.
    let inner = "<text \(text) fill='white' text-decoration='underline'><tspan fill='black'>H</tspan></text>"
    #expect(try inked(inner, rows: true) == [46...59])
    #expect(try inked("<text \(text) font-size='40' text-decoration='underline'>H</text>", rows: true).last == 64...67)
    #expect(try columns("<text \(text) text-decoration='underline'>II</text>") == 10...20)
  }

  @Test func wordsMayBeApart() throws {
    let plain = try columns("<text \(Self.font) y='60'>I I</text>")
    #expect(try columns("<text \(Self.font) y='60' word-spacing='30'>I I</text>").upperBound == plain.upperBound + 30)
  }

  @Test func spacesMayBePreserved() throws {
    let single = try columns("<text \(Self.font) y='60'>I   I</text>")
    for attribute in ["xml:space='preserve'", "style='white-space: pre'"] {
      let wide = try columns("<text \(Self.font) y='60' \(attribute)>I   I</text>")
      #expect(abs(wide.upperBound - single.upperBound - 11) <= 1)
      #expect(try columns("<text \(Self.font) y='60' \(attribute)>  I</text>").lowerBound >= 11)
    }
    #expect(try columns("<text \(Self.font) y='60' xml:space='default'>  I  </text>").lowerBound < 4)
  }

  @Test func lettersMayBeTransformed() throws {
    func drawn(_ content: String) throws -> [ClosedRange<Int>] {
      let text = "y='60' \(Self.font)"
      return try inked(content.replacing("<text", with: "<text \(text)"))
    }
    #expect(try drawn("<text text-transform='uppercase'>hi</text>") == drawn("<text>HI</text>"))
    #expect(try drawn("<text style='text-transform:lowercase'>HI</text>") == drawn("<text>hi</text>"))
    #expect(try drawn("<text text-transform='capitalize'>hi hi</text>") == drawn("<text>Hi Hi</text>"))
    // Small capitals of a font that has none are capitals in 0.7 of the size.
    let small = "<text>H<tspan font-size='14'>H</tspan></text>"
    #expect(try drawn("<text font-variant='small-caps'>Hh</text>") == drawn(small))
    #expect(
      try drawn("<text style='font-variant-caps: all-small-caps'>HH</text>") == drawn("<text font-size='14'>HH</text>"))
  }

  @Test func fontsHaveFeatures() throws {
    func style(_ attributes: String) throws -> SVGStyle {
      let drawing = try #require(SVGDrawing(Self.file("<text \(attributes)>a</text>")))
      guard case .text(let text)? = drawing.operations.first else { throw Missing() }
      return try #require(text.segments.first).style
    }
    let features = try style(
      "style=\"font-feature-settings: 'tnum', &quot;liga&quot; off, 'ss01' 2, 'bad', x; font-kerning: none\"")
    #expect(features.text.font.features == ["kern=0", "liga=0", "ss01=2", "tnum=1"])
    #expect(try style("font-stretch='condensed'").text.font.stretch == 75)
    #expect(try style("style='font-stretch: 80%'").text.font.stretch == 80)
    #expect(try style("font-size='larger' font-weight='bolder'").text.font.weight == 700)
    #expect(try style("font-size='150%'").text.font.size == 24)
    #expect(try style("font-size='x-large'").text.font.size == 24)
  }

  private struct Missing: Error {}

  @Test func percentagesReferToTheViewport() throws {
    #expect(try columns("<text \(Self.font) x='50%' y='50%'>I</text>").lowerBound == 62)
    #expect(try rows("<text \(Self.font) x='9' y='50%' dy='25%'>H</text>").upperBound == 89)
    // An image without a view box has its own size.
    let file = Self.file("<text \(Self.font) x='50%' y='50' font-size='20'>I</text>", "")
    #expect(SVGDrawing(file) == nil)
    #expect(SVGDrawing(file, size: Size(width: 120, height: 120)) != nil)
  }

  @Test func baselinesAreShifted() throws {
    func bottom(_ attributes: String) throws -> Int {
      try rows("<text \(Self.font) x='9' y='60'><tspan \(attributes)>H</tspan></text>").upperBound
    }
    #expect(try bottom("") == 59)
    #expect(try bottom("baseline-shift='10'") == 49)
    #expect(try bottom("baseline-shift='-50%'") == 69)
    #expect(try bottom("baseline-shift='sub'") > 62)
    #expect(try bottom("baseline-shift='super'") < 56)
    #expect(try bottom("alignment-baseline='middle'") == 64)
    #expect(try bottom("style='alignment-baseline:baseline'") == 59)
    for (baseline, expected) in [
      ("text-before-edge", 77...78), ("text-after-edge", 54...56), ("ideographic", 54...56), ("mathematical", 67...69),
      ("text-top", 77...78), ("no-change", 59...59),
    ] {
      let bottom = try rows("<text \(Self.font) x='9' y='60' dominant-baseline='\(baseline)'>H</text>").upperBound
      #expect(expected ~= bottom, "\(baseline): \(bottom)")
    }
    // A style sheet of the document repeats the declarations of the attribute.
    #expect(try bottom("baseline-shift='10' style='baseline-shift:10px;baseline-shift:10px'") == 49)
    // They refer to the font of the element (of squares), as in browsers.
    let half = try bottom("baseline-shift='super' font-size='10'")
    #expect(try abs(59 - half - (59 - bottom("baseline-shift='super'")) / 2) <= 1, "\(half)")
    // That of an inner element is above that of the outer one.
    #expect(try bottom("baseline-shift='10'><tspan baseline-shift='10'>H</tspan></tspan><tspan fill='none'") == 39)
  }

  /// The paint of text was left to librsvg.
  @Test func textMayHaveGradients() throws {
    let gradient = "<linearGradient id='g'><stop offset='.5' stop-color='white'/><stop offset='.5'/></linearGradient>"
    let text = "\(Self.font) x='10' y='60'"
    // The box of the gradient is that of the whole text.
    let ink = try inked("\(gradient)<text \(text) fill='url(#g)'>II<tspan>II</tspan></text>")
    #expect(ink.count == 2 && ink[0].lowerBound > 20)
    #expect(try inked("\(gradient)<text \(text) fill='none' stroke='url(#g)' stroke-width='2'>IIII</text>").count == 2)
    let pattern =
      "<pattern id='p' width='100' height='100' patternUnits='userSpaceOnUse'><rect width='15' height='99'/></pattern>"
    #expect(try inked("\(pattern)<text \(text) fill='url(#p)'>II</text>") == [12...13])
  }

  @Test func textAlongAPathMayBeMoved() throws {
    let path = "<path id='p' d='M5 60H115' fill='none' transform='translate(0 20)'/>"
    func bottom(_ content: String) throws -> Int {
      try rows("\(path)<text \(Self.font)><textPath href='#p'>\(content)</textPath></text>").upperBound
    }
    #expect(try bottom("H") == 79)
    #expect(try bottom("<tspan dy='-10'>H</tspan>") == 69)
  }
}
