import Layout
import TestTraits
import Testing

@testable import Paint

/// The boxes around the content of groups in SVG images.
@Suite(.hangLimit) struct SVGBoxTests: DrawsSVG {
  private static let clip =
    "<clipPath id='c' clipPathUnits='objectBoundingBox'><rect width='.5' height='1'/></clipPath>"

  @Test func symbolsFillTheViewport() throws {
    let symbol = "<symbol id='s' viewBox='0 0 10 10'><rect width='10' height='10'/></symbol>"
    #expect(try inked("\(Self.clip)\(symbol)<use href='#s' clip-path='url(#c)'/>") == [0...59])
    let transform = "style='transform-box: fill-box; transform-origin: center; transform: scale(.5)'"
    #expect(try inked("\(symbol)<use href='#s' \(transform)/>") == [30...89])
    let nested = "<svg width='50%' height='50%'><rect width='100%' height='100%'/></svg>"
    #expect(try inked("\(Self.clip)<g clip-path='url(#c)'>\(nested)</g>") == [0...29])
  }

  @Test func imagesHaveTheirNaturalSize() throws {
    let file = "data:image/svg+xml,%3Csvg xmlns=%22http://www.w3.org/2000/svg%22 width=%2260%22 height=%2260%22%3E"
    let image = "<image href='\(file)%3Crect width=%2260%22 height=%2260%22/%3E%3C/svg%3E' clip-path='url(#c)'/>"
    #expect(try inked("\(Self.clip)\(image)") == [0...29])
  }

  @Test func markersDoNotCount() throws {
    let marker =
      "<marker id='m' markerWidth='60' markerHeight='60' markerUnits='userSpaceOnUse'><rect width='60' height='60'/></marker>"
    let line = "<path d='M0 0V40H40V0z' marker-end='url(#m)' clip-path='url(#c)'/>"
    #expect(try inked("\(Self.clip)\(marker)\(line)") == [0...19])
  }

  @Test func hiddenShapesCount() throws {
    let shapes = "<rect width='40' height='40'/><rect x='60' width='40' height='40' visibility='hidden'/>"
    #expect(try inked("\(Self.clip)<g clip-path='url(#c)'>\(shapes)</g>") == [0...39])
    #expect(
      try inked("<clipPath id='d'>\(shapes)</clipPath><rect width='120' height='9' clip-path='url(#d)'/>") == [0...39])
  }

  @Test func imagesAreStretched() throws {
    let file =
      "data:image/svg+xml,%3Csvg xmlns=%22http://www.w3.org/2000/svg%22 width=%2260%22 height=%2260%22 viewBox=%220 0 10 10%22%3E"
    func image(_ alignment: String) -> String {
      "<image width='100' height='40' \(alignment) href='\(file)%3Crect width=%2210%22 height=%2210%22/%3E%3C/svg%3E'/>"
    }
    #expect(try inked(image("preserveAspectRatio='none'")) == [0...99])
    #expect(try inked(image("")) == [30...69])
  }

  /// Percentages in a mask refer to the viewport in which it is defined.
  @Test func masksHaveTheirOwnViewport() throws {
    let mask =
      "<mask id='m' maskUnits='userSpaceOnUse' width='100%' height='100%'><rect width='50%' height='100%' fill='white'/></mask>"
    let small = "<svg width='70' height='40'><rect width='70' height='40' mask='url(#m)'/></svg>"
    let wide = "<svg y='50' width='110' height='40'><rect width='110' height='40' mask='url(#m)'/></svg>"
    #expect(try inked("\(mask)\(small)") == [0...59])
    #expect(try inked("\(mask)\(small)\(wide)") == [0...59])
  }
}
