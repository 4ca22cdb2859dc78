import CPango
import Layout
import Markup
import Resources
import Style
import Testing
import TextShaping

@testable import Paint

/// Suites that draw SVG images on 120 by 120 pixels.
protocol DrawsSVG {}

extension DrawsSVG {
  static func file(_ content: String, _ attributes: String = "viewBox='0 0 100 100'") -> [UInt8] {
    Array(
      "<svg xmlns='http://www.w3.org/2000/svg' xmlns:xlink='http://www.w3.org/1999/xlink' \(attributes)>\(content)</svg>"
        .utf8)
  }

  static var noFonts: FaceCache { FaceCache(FontSource(scaledFont: { _ in nil }, metrics: { _ in .square })) }

  /// The bytes of 120 by 120 pixels on white.
  static func pixels(_ draw: (any Canvas) -> Void) -> [UInt8] {
    guard let surface = cairo_image_surface_create(CAIRO_FORMAT_RGB24, 120, 120) else { return [] }
    defer { cairo_surface_destroy(surface) }
    do {
      let canvas = RasterCanvas(surface: surface, scale: 1)
      canvas.fill(Rect(0, 0, 120, 120), Color(red: 1, green: 1, blue: 1))
      canvas.isolated { draw(canvas) }
    }
    cairo_surface_flush(surface)
    guard let data = cairo_image_surface_get_data(surface) else { return [] }
    return (0..<120 * 120 * 4).map { $0 % 4 == 3 ? 255 : data[$0] }
  }

  static func pixels(_ drawing: SVGDrawing) -> [UInt8] {
    pixels { drawing.draw(in: Rect(0, 0, 120, 120), size: nil, fonts: noFonts, on: $0) }
  }

  /// The columns or rows that a drawing paints on a page of 120 by 120.
  func inked(_ content: String, rows: Bool = false) throws -> [ClosedRange<Int>] {
    let drawing = try #require(SVGDrawing(Self.file(content, "viewBox='0 0 120 120' font-size='20'")))
    let fonts = FaceCache(FontSource(TextShaper()))
    let pixels = Self.pixels { drawing.draw(in: Rect(0, 0, 120, 120), size: nil, fonts: fonts, on: $0) }
    var ranges: [ClosedRange<Int>] = []
    for line in 0..<120 {
      guard (0..<120).contains(where: { pixels[(rows ? line * 120 + $0 : $0 * 120 + line) * 4] < 128 }) else {
        continue
      }
      if let last = ranges.last, last.upperBound == line - 1 {
        ranges[ranges.count - 1] = last.lowerBound...line
      } else {
        ranges.append(line...line)
      }
    }
    return ranges
  }

  /// The drawings of the `svg` elements of an HTML document, and those of their files.
  static func inline(_ html: String) throws -> [(element: SVGDrawing?, file: SVGDrawing?)] {
    let document = try Document.parse(html: html)
    let source = SVGDocument(document)
    let roots = document.nodes.indices.map { NodeID(UInt32($0)) }.filter { document.name($0) == "svg" }
    var definitions = SVGDefinitions(document)
    return roots.map {
      let element = InlineSVG(document, $0, definitions: definitions.definitions(of: $0), color: .black)
      return (SVGDrawing(element, source), SVGDrawing(element.file))
    }
  }
}
