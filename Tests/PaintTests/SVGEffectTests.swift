import Layout
import TestTraits
import Testing

@testable import Paint

/// Masks, clips, patterns and blending in SVG images.
@Suite(.hangLimit) struct SVGEffectTests: DrawsSVG {
  private static let square = "<rect x='20' y='20' width='80' height='80'"

  @Test func masksHideContent() throws {
    let mask = "<mask id='m'><rect x='40' width='20' height='120' fill='white'/></mask>"
    #expect(try inked("\(mask)\(Self.square) mask='url(#m)'/>") == [40...59])
    #expect(try inked("\(mask)<g style='mask: url(#m)'>\(Self.square)/></g>") == [40...59])
    #expect(try inked("\(mask.replacing("white", with: "black"))\(Self.square) mask='url(#m)'/>") == [])
    let alpha = mask.replacing("white", with: "black").replacing("<mask", with: "<mask mask-type='alpha'")
    #expect(try inked("\(alpha)\(Self.square) mask='url(#m)'/>") == [40...59])
    // Its area is a tenth larger than the content, unless it is stated.
    let all = "<mask id='m' x='0' width='.5'><rect width='120' height='120' fill='white'/></mask>"
    #expect(try inked("\(all)\(Self.square) mask='url(#m)'/>") == [20...59])
    let units =
      "<mask id='m' maskUnits='userSpaceOnUse' x='0' y='0' width='50%' height='120'><g fill='white'>\(Self.square)/></g></mask>"
    #expect(try inked("\(units)\(Self.square) mask='url(#m)'/>") == [20...59])
    let box =
      "<mask id='m' maskContentUnits='objectBoundingBox'><rect x='.5' width='.25' height='1' fill='white'/></mask>"
    #expect(try inked("\(box)\(Self.square) mask='url(#m)'/>") == [60...79])
    #expect(
      try inked("\(box)<text y='60' mask='url(#m)' font-size='80' font-family='Liberation Sans'>-</text>").count == 1)
    let endless = "<mask id='m'><rect x='40' width='20' height='120' fill='white' mask='url(#m)'/></mask>"
    #expect(try inked("\(endless)\(Self.square) mask='url(#m)'/>") == [40...59])
  }

  @Test func clipsMayHaveSeveralShapes() throws {
    let shapes = "<rect x='30' width='10' height='120'/><rect x='60' width='10' height='120' fill='white' opacity='0'/>"
    #expect(
      try inked("<clipPath id='c'>\(shapes)</clipPath>\(Self.square) clip-path='url(#c)'/>") == [30...39, 60...69])
    let use = "<rect id='r' x='30' width='10' height='120' fill='white'/><clipPath id='c'><use href='#r'/></clipPath>"
    #expect(try inked("\(use)\(Self.square) clip-path='url(#c)'/>") == [30...39])
    let moved =
      "<clipPath id='c' transform='translate(9)'><rect width='10' height='120' transform='translate(30)'/></clipPath>"
    #expect(try inked("\(moved)\(Self.square) clip-path='url(#c)'/>") == [39...48])
    let box = "<clipPath id='c' clipPathUnits='objectBoundingBox'><rect x='.25' width='.5' height='1'/></clipPath>"
    #expect(try inked("\(box)\(Self.square) clip-path='url(#c)'/>") == [40...79])
    let nested =
      "<clipPath id='d'><rect x='35' width='30' height='120'/></clipPath><clipPath id='c' clip-path='url(#d)'>\(shapes)</clipPath>"
    #expect(try inked("\(nested)\(Self.square) clip-path='url(#c)'/>") == [35...39, 60...64])
    let text = "<clipPath id='c'><text x='30' y='70' font-family='Liberation Sans'>I</text></clipPath>"
    #expect(try inked("\(text)\(Self.square) clip-path='url(#c)'/>") == [32...33])
    #expect(try inked("<clipPath id='c'/>\(Self.square) clip-path='url(#c)'/>") == [])
    #expect(try inked("<clipPath id='c'><g>\(shapes)</g></clipPath><g clip-path='url(#c)'/>") == [])
  }

  @Test func patternsAreRepeated() throws {
    func columns(_ attributes: String, _ content: String = "<rect width='10' height='99'/>") throws -> [ClosedRange<
      Int
    >] {
      try inked("<pattern id='p' \(attributes)>\(content)</pattern>\(Self.square) fill='url(#p)'/>")
    }
    #expect(try columns("width='40' height='99' patternUnits='userSpaceOnUse'") == [40...49, 80...89])
    #expect(try columns("x='5' width='40' height='99' patternUnits='userSpaceOnUse'") == [45...54, 85...94])
    #expect(
      try columns("width='20' height='99' patternUnits='userSpaceOnUse'") == [20...29, 40...49, 60...69, 80...89])
    // By default the tile is in units of the shape, and its content is not.
    #expect(try columns("width='.5' height='1'") == [20...29, 60...69])
    #expect(
      try columns("width='.5' height='1' patternContentUnits='objectBoundingBox'", "<rect width='.25' height='1'/>")
        == [20...39, 60...79])
    #expect(
      try columns("width='50%' height='100%' viewBox='0 0 4 8'", "<rect width='1' height='8'/>") == [20...29, 60...69])
    #expect(try columns("width='40' height='99' patternUnits='userSpaceOnUse' patternTransform='scale(.5)'").count == 4)
    #expect(try columns("width='0' height='9'") == [])
    // Another pattern has what is not specified.
    let template =
      "<pattern id='t' width='40' height='99' patternUnits='userSpaceOnUse'><rect width='10' height='99'/></pattern>"
    #expect(
      try inked("\(template)<pattern id='p' href='#t' x='5'/>\(Self.square) fill='url(#p)'/>") == [45...54, 85...94])
    // Tiles that nobody sees, or that are endless, are left out.
    #expect(try columns("width='.001' height='.001' patternUnits='userSpaceOnUse'") == [])
    #expect(
      try columns("width='9' height='9' patternUnits='userSpaceOnUse'", "<rect width='9' height='9' fill='url(#p)'/>")
        == [])
  }

  /// A pattern in a stroke sent the whole image to librsvg.
  @Test func strokesHavePatterns() throws {
    let pattern =
      "<pattern id='p' width='20' height='99' patternUnits='userSpaceOnUse'><rect width='10' height='99'/></pattern>"
    func columns(_ attributes: String) throws -> [ClosedRange<Int>] {
      try inked("\(pattern)<path d='M15 50H75' stroke='url(#p)' stroke-width='10' \(attributes)/>")
    }
    #expect(try columns("") == [20...29, 40...49, 60...69])
    #expect(try columns("stroke-linecap='square'") == [20...29, 40...49, 60...69])
    #expect(try columns("stroke-dasharray='10'") == [20...24, 40...44, 60...64])
    #expect(try columns("stroke-opacity='.1'") == [])
    #expect(try columns("vector-effect='non-scaling-stroke' transform='scale(1.5)'") == [30...44, 60...74, 90...104])
    #expect(
      try inked("\(pattern)\(Self.square) fill='none' stroke='url(#p)' stroke-width='4'/>", rows: true) == [18...101])
    // The fill is below it.
    #expect(
      try inked("\(pattern)\(Self.square) fill='white' stroke='url(#p)' stroke-width='4'/>", rows: true).count == 1)
    let text =
      "<text x='10' y='80' font-family='Liberation Sans' font-size='90' fill='none' stroke='url(#p)' stroke-width='3'>E</text>"
    let ink = try inked(pattern + text)
    #expect(!ink.isEmpty && ink.allSatisfy { $0.lowerBound / 10 % 2 == 0 && $0.upperBound / 10 % 2 == 0 }, "\(ink)")
  }

  @Test func contentIsBlended() throws {
    func white(_ style: String, _ group: String = "") throws -> Bool {
      let content = "<g \(group)>\(Self.square)/>\(Self.square) fill='white' style='\(style)'/></g>"
      return try inked(content) == []
    }
    #expect(try white(""))
    #expect(try !white("mix-blend-mode: multiply"))
    #expect(try white("mix-blend-mode: normal"))
    let above =
      "\(Self.square)/><g style='isolation: isolate'>\(Self.square) fill='white' style='mix-blend-mode: multiply'/></g>"
    #expect(try inked(above) == [])
    // What is below the drawing does not matter.
    let drawing = try #require(SVGDrawing(Self.file("\(Self.square) fill='white' style='mix-blend-mode: multiply'/>")))
    let pixels = Self.pixels {
      $0.fill(Rect(0, 0, 120, 120), .black)
      drawing.draw(in: Rect(0, 0, 120, 120), size: nil, fonts: Self.noFonts, on: $0)
    }
    #expect(pixels[(60 * 120 + 60) * 4] == 255)
  }

  /// Each mask of a file may take as long as painting the whole page.
  @Test func tooManyPixelsOfLayersAreLeftOut() throws {
    let mask = "<mask id='m'><rect width='120' height='120' fill='white'/></mask>"
    let drawing = try #require(SVGDrawing(Self.file("\(mask)\(Self.square) mask='url(#m)'/>")))
    for (pixels, isDrawn) in [(1000.0, false), (3 * 120 * 120, true)] {
      let bytes = Self.pixels {
        drawing.draw(
          in: Rect(0, 0, 120, 120), size: nil, fonts: Self.noFonts, on: $0, layers: SVGLayerBudget(pixels: pixels))
      }
      #expect(bytes.contains { $0 < 128 } == isDrawn)
    }
  }

  @Test func boxesOfNestedGroupsAreFoundOnce() throws {
    let group = "<g style='transform-box: fill-box; transform-origin: center' transform='rotate(1)'>"
    let nested = String(repeating: group, count: 50) + Self.square + "/>" + String(repeating: "</g>", count: 50)
    #expect(try inked(nested).count == 1)
  }
}
