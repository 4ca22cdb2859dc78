import Layout
import TestTraits
import Testing
import TextShaping

@testable import Paint

/// Lengths in drawings that refer to the viewport or to fonts (css-values-4 §6.1).
@Suite(.hangLimit) struct SVGUnitTests {
  /// Lengths of fonts whose metrics are fractions of their size.
  private static var units: SVGUnits {
    SVGUnits(viewport: Size(width: 400, height: 200), rootFontSize: 20) { font in
      FontMetrics(
        ascent: font.size, descent: font.size / 2, lineGap: 0, xHeight: font.size / 4, capHeight: font.size * 0.75,
        zeroAdvance: font.size * 0.625, spaceAdvance: 0, underlinePosition: 0, underlineThickness: 0,
        strikeoutPosition: 0, strikeoutThickness: 0)
    }
  }

  @Test(arguments: [
    ("5vw", 20.0), ("5vh", 10), ("5vmin", 10), ("5vmax", 20), ("5svw", 20), ("5vi", 20), ("5vb", 10), ("2rem", 40),
    ("2ex", 8), ("2ch", 20), ("2cap", 24), ("2ic", 32), ("2lh", 48), ("calc(5vw + 1ex)", 24), ("max(1vw, 1vh)", 4),
  ])
  func unitsAreThoseOfCSS(_ text: String, _ px: Double) throws {
    #expect(SVGStyle(Self.units).length(SVGValue(text)) == px)
  }

  @Test func lineHeightsAreThoseOfTheDocument() throws {
    let units = SVGUnits(viewport: nil, lineHeight: 1.5)
    #expect(SVGStyle(units).length(SVGValue("2lh")) == 48)
    // What is not known is not guessed.
    #expect(SVGStyle(units).length(SVGValue("2vw")) == nil)
    #expect(SVGStyle(units).length(SVGValue("2cqw")) == nil)
    #expect(SVGStyle().length(SVGValue("2ex")) == 16)
  }

  /// The viewport of a file is the image.
  @Test func filesHaveTheirOwnViewport() throws {
    let file =
      "<svg xmlns='http://www.w3.org/2000/svg' width='200' height='100'><rect width='10vw' height='10vh'/></svg>"
    let drawing = try #require(SVGDrawing(Array(file.utf8), size: Size(width: 200, height: 100)))
    guard case .shape(let path, _)? = drawing.operations.first else {
      Issue.record("no shape")
      return
    }
    #expect(path.box == Rect(0, 0, 20, 10))
  }
}
