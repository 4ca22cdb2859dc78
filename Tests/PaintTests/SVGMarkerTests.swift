import Layout
import TestTraits
import Testing

@testable import Paint

/// Markers of SVG images (SVG 2 §13.7).
@Suite(.hangLimit) struct SVGMarkerTests: DrawsSVG {
  private static func marker(_ attributes: String, _ content: String = "<rect width='4' height='4'/>") -> String {
    "<marker id='m' markerUnits='userSpaceOnUse' markerWidth='4' markerHeight='4' \(attributes)>\(content)</marker>"
  }

  @Test func markersAreAtTheVertices() throws {
    let line = "d='M10 50H40V60H90' fill='none'"
    let marker = Self.marker("refX='2' refY='2'")
    #expect(try inked("\(marker)<path \(line) marker-start='url(#m)'/>") == [8...11])
    #expect(try inked("\(marker)<path \(line) marker-mid='url(#m)'/>", rows: true) == [48...51, 58...61])
    #expect(try inked("\(marker)<path \(line) style='marker-end: url(#m)'/>") == [88...91])
    #expect(try inked("\(marker)<g marker='url(#m)'><path \(line)/></g>") == [8...11, 38...41, 88...91])
    let points = "points='10,50 40,50 90,50' fill='none' marker='url(#m)'"
    #expect(try inked("\(marker)<polyline \(points)/>") == [8...11, 38...41, 88...91])
    #expect(try inked("\(marker)<line x1='10' x2='90' y1='9' y2='9' marker-end='url(#m)'/>") == [88...91])
    // Other shapes have none, and the end of an arc is one vertex.
    #expect(try inked("\(marker)<rect x='9' width='9' height='9' fill='none' marker='url(#m)'/>") == [])
    #expect(try inked("\(marker)<path d='M20 50A30 30 0 1 1 80 50' fill='none' marker-mid='url(#m)'/>") == [])
  }

  @Test func markersAreScaled() throws {
    let line = "<path d='M50 50H90' stroke-width='5' fill='none' marker-start='url(#m)'/>"
    let square = "<rect width='4' height='4'/>"
    #expect(try inked("<marker id='m' markerWidth='4' markerHeight='4'>\(square)</marker>\(line)") == [50...69])
    #expect(try inked("\(Self.marker("viewBox='0 0 8 8'"))\(line)") == [50...51])
    #expect(try inked("\(Self.marker("viewBox='0 0 4 8' preserveAspectRatio='none'"))\(line)") == [50...53])
    // The reference point is in the coordinates of the content.
    #expect(try inked("\(Self.marker("viewBox='0 0 8 8' refX='8'"))\(line)") == [46...47])
    for reference in ["right", "100%"] {
      #expect(try inked("\(Self.marker("viewBox='0 0 8 8' refX='\(reference)'"))\(line)") == [46...47])
    }
    let large = "<rect width='9' height='9'/>"
    #expect(try inked("\(Self.marker("", large))\(line)") == [50...53])
    #expect(try inked("\(Self.marker("overflow='visible'", large))\(line)") == [50...58])
    #expect(try inked("\(Self.marker("markerWidth='0'", large))\(line)".replacing("markerWidth='4' ", with: "")) == [])
  }

  /// The ink from the first vertex at 50, 50.
  @Test(arguments: [
    ("orient='auto'", "M50 50V90", [46...49], [50...51]), ("orient='90'", "M50 50H90", [46...49], [50...51]),
    ("orient='.25turn'", "M50 50H90", [46...49], [50...51]), ("", "M50 50V90", [50...51], [50...53]),
    ("orient='auto-start-reverse'", "M50 50V90", [50...53], [48...49]),
    // A closed path has two directions at its start, whose middle is that of the marker.
    ("orient='auto'", "M50 50V90H10V50Z", [46...49], [50...51]),
  ])
  func markersAreTurned(orient: String, path: String, columns: [ClosedRange<Int>], rows: [ClosedRange<Int>]) throws {
    let content =
      Self.marker(orient, "<rect width='2' height='4'/>") + "<path d='\(path)' fill='none' marker-start='url(#m)'/>"
    if path.hasSuffix("Z") {
      // Between up-left and down.
      #expect(try inked(content).count == 1)
      return
    }
    #expect(try inked(content) == columns)
    #expect(try inked(content, rows: true) == rows)
  }

  @Test func theDirectionOfAVertexIsTheMiddleOfBoth() {
    func degrees(_ data: String) -> [Double] {
      (SVGPath(data: SVGValue(data))?.vertices ?? []).map { ($0.degrees * 100).rounded() / 100 }
    }
    #expect(degrees("M0 0H9V9") == [0, 45, 90])
    #expect(degrees("M0 0H-9V-9") == [180, 225, -90])
    #expect(degrees("M0 0H9V9H0Z") == [-45, 45, 135, 225, -45])
    // Without a length, a segment has the direction of the one before.
    #expect(degrees("M0 0V9V9") == [90, 90, 90])
    #expect(degrees("M0 0C0 0 0 9 9 9") == [90, 0])
    #expect(degrees("M0 0A9 9 0 0 1 18 0") == [-90, 90])
    #expect(degrees("M0 0H9M9 9V20") == [0, 0, 90, 90])
    #expect(degrees("M5 5") == [0])
  }

  @Test func markersHaveTheirOwnStyle() throws {
    let line = "<g fill='none' stroke='none'><path d='M50 50H90' marker-start='url(#m)'/></g>"
    // They inherit nothing from the shape, and are drawn with its transform.
    #expect(try inked(Self.marker("") + line) == [50...53])
    #expect(try inked(Self.marker("display='none'") + line) == [50...53])
    #expect(
      try inked("<g transform='translate(9)'>\(Self.marker(""))</g><g transform='scale(.5)'>\(line)</g>") == [25...26])
    let context = Self.marker("", "<rect width='4' height='4' fill='context-stroke'/>")
    #expect(try inked(context + line) == [])
    #expect(
      try inked(context + "<path d='M50 50' stroke='black' stroke-width='1' fill='none' marker-end='url(#m)'/>")
        == [50...53])
    // A marker that refers to itself ends there.
    let endless = Self.marker("", "<path d='M0 0H4V4H0' marker-end='url(#m)'/>")
    #expect(try inked(endless + line) == [50...53])
  }
}
