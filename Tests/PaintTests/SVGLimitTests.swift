import Foundation
import Layout
import TestTraits
import Testing

@testable import Paint

/// Numbers and repetitions in SVG images that are too large.
@Suite(.hangLimit) struct SVGLimitTests: DrawsSVG {
  @Test(arguments: ["nan", "inf", "-inf", "1e308", "1e-320", "-1e9"])
  func numbersAreFinite(_ number: String) throws {
    let pattern = "<pattern id='p' x='\(number)' width='.1' height='.1'><rect width='1' height='120'/></pattern>"
    _ = try inked("\(pattern)<rect width='100' height='100' fill='url(#p)'/>")
    let narrow = "<pattern id='p' width='\(number)' height='.1'><rect width='1' height='120'/></pattern>"
    _ = try inked("\(narrow)<rect width='100' height='100' fill='url(#p)'/>")
    let far = "<pattern id='p' patternUnits='userSpaceOnUse' x='\(number)' width='1e-9' height='9'><path d='M0 0h9'/>"
    _ = try inked("\(far)</pattern><rect width='100' height='100' fill='url(#p)'/>")
    let mask = "<mask id='m' x='\(number)'><rect width='120' height='120' fill='white'/></mask>"
    _ = try inked("\(mask)<rect width='100' height='100' mask='url(#m)'/>")
    let lengths = "<svg width='\(number)%' height='50'><path d='M0 0h90' pathLength='\(number)' stroke-dasharray='1'/>"
    _ = try inked("\(lengths)</svg>")
    let text = "<path id='t' d='M0 50H99' pathLength='\(number)'/><text><textPath href='#t' startOffset='\(number)%'>a"
    _ = try inked("\(text)</textPath></text>")
  }

  /// A value that is not valid is the initial one.
  @Test func invalidRegionsHaveNoEffect() throws {
    let mask = "<mask id='m' x='nan'><rect width='120' height='120' fill='white'/></mask>"
    #expect(try inked("\(mask)<rect x='20' y='20' width='50' height='50' mask='url(#m)'/>") == [20...69])
  }

  /// Each pattern shows four tiles of the next one.
  @Test func nestedPatternsAreDrawnOnce() throws {
    var content = "<rect width='100' height='100' fill='url(#p0)'/>"
    for level in 0..<16 {
      let size = 100 / pow(2, Double(level))
      content +=
        "<pattern id='p\(level)' patternUnits='userSpaceOnUse' x='\(size / 2)' y='\(size / 2)' width='\(size)' height='\(size)'>"
        + "<rect width='\(size)' height='\(size)' fill='url(#p\(level + 1))'/></pattern>"
    }
    let drawing = try #require(SVGDrawing(Self.file(content)))
    _ = Self.pixels(drawing)
  }

  private static func image(_ content: String) -> String {
    "<image id='i' width='100' height='100' href='data:image/svg+xml;base64,\(Data(file(content)).base64EncodedString())'/>"
  }

  @Test func repeatedImagesAreCounted() throws {
    var content = Self.image("<rect width='100' height='100'/>")
    for _ in 0..<7 { content = Self.image(content + String(repeating: "<use href='#i'/>", count: 20)) }
    #expect(SVGDrawing(Self.file(content)) == nil)
    let few = Self.image(Self.image("<rect width='50' height='100'/>") + "<use href='#i' x='30'/>")
    let drawing = try #require(SVGDrawing(Self.file(few)))
    #expect(Self.pixels(drawing)[(60 * 120 + 90) * 4] < 128)
    #expect(Self.pixels(drawing)[(60 * 120 + 100) * 4] > 128)
  }

  /// Images that cannot be drawn take as long.
  @Test func failedImagesAreCounted() {
    let uses = String(repeating: "<use href='#g'/>", count: 200)
    let group = "<g id='g'>\(String(repeating: "<rect width='1' height='1'/>", count: 400))</g>"
    let failed = Self.image("\(group)\(uses)<filter id='f'/><rect filter='url(#f)' width='9' height='9'/>")
    #expect(SVGDrawing(Self.file(String(repeating: failed, count: 4))) == nil)
  }

  @Test func manyReferencesAreDrawn() {
    let uses = (0..<15_000).map { "<use href='#m' x='\($0 % 100)' style='fill:#1f77b4'/>" }.joined()
    #expect(SVGDrawing(Self.file("<defs><path id='m' d='M0 0h1v1z'/></defs>\(uses)")) != nil)
    let stops = (0..<250).map { "<stop offset='\($0)' stop-color='rgb(\($0),0,0)' stop-opacity='.5'/>" }.joined()
    let shapes = String(repeating: "<rect width='9' height='9' fill='url(#g)'/>", count: 1500)
    #expect(SVGDrawing(Self.file("<linearGradient id='g'>\(stops)</linearGradient>\(shapes)")) != nil)
  }

  /// A rule may give thousands of elements a path of some hundred kilobytes.
  @Test func valuesOfStyleSheetsAreCounted() {
    let path = "path { d: path('M0 0\(String(repeating: "L9 9", count: 40_000))') }"
    func drawing(_ count: Int) -> SVGDrawing? {
      SVGDrawing(Self.file("<style>\(path)</style>" + String(repeating: "<path/>", count: count)))
    }
    #expect(drawing(2) != nil)
    #expect(drawing(250) == nil)
  }

  @Test func longPolylinesAreDrawn() throws {
    let points = (0..<60_000).map { "\(Double($0) / 1000),\($0 % 50)" }.joined(separator: " ")
    #expect(SVGDrawing(Self.file("<polyline points='\(points)'/>")) != nil)
    // The first error ends the points.
    #expect(try inked("<polygon points='10,0 30,0 30,90 10,90 90,a 50 50'/>") == [10...29])
  }
}
