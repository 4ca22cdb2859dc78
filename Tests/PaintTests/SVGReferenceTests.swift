import Layout
import Markup
import Resources
import Style
import TestTraits
import Testing
import TextShaping

@testable import Paint

/// Paints, images and conditions of SVG images.
@Suite(.hangLimit) struct SVGReferenceTests: DrawsSVG {
  @Test func aMissingPaintHasAFallback() throws {
    #expect(try inked("<rect width='9' height='9' fill='url(#x)'/>") == [])
    #expect(try inked("<rect width='9' height='9' fill='url(#x) none'/>") == [])
    #expect(try inked("<g fill='white'><rect width='9' height='9' fill='url(#x) black'/></g>") == [0...8])
    #expect(
      try inked("<g color='black' fill='white'><rect width='9' height='9' fill='url(#x) currentColor'/></g>") == [0...8]
    )
    #expect(try inked("<g id='x'/><rect width='9' height='9' fill='url(#x)'/>") == [])
  }

  @Test func gradientsHaveTemplates() throws {
    let stops = "<linearGradient id='s'><stop offset='.5' stop-color='white'/><stop offset='.5'/></linearGradient>"
    let rect = "<rect x='20' width='80' height='9' fill='url(#g)'/>"
    // A gradient may be defined after its use.
    #expect(try inked("\(rect)<linearGradient id='g' href='#s'/>\(stops)") == [60...99])
    #expect(try inked("\(stops)<linearGradient id='g' xlink:href='#s' x1='50%'/>\(rect)") == [80...99])
    #expect(
      try inked("\(stops)<linearGradient id='g' href='#s' gradientUnits='userSpaceOnUse' x1='50%' x2='60%'/>\(rect)")
        == [66...99])
    let disc = "<radialGradient id='g' href='#s' gradientUnits='userSpaceOnUse' cx='60' cy='0' r='40'/>"
    #expect(
      try inked("\(stops)\(disc)\(rect)") == [20...40, 79...99].map { $0 } || inked("\(stops)\(disc)\(rect)").count == 2
    )
    #expect(try inked("<linearGradient id='g'/>\(rect)") == [])
    #expect(try inked("<linearGradient id='g' href='#g'/>\(rect)") == [])
  }

  @Test func aSwitchShowsOneChild() throws {
    func rect(_ x: Int, _ attributes: String) -> String { "<rect x='\(x)' width='9' height='9' \(attributes)/>" }
    let children = rect(0, "systemLanguage='de'") + rect(20, "systemLanguage='fr, en-US'") + rect(40, "")
    #expect(try inked("<switch>\(children)</switch>") == [20...28])
    #expect(try inked(children) == [20...28, 40...48])
    #expect(try inked("<switch>\(rect(0, "requiredExtensions='urn:x'"))\(rect(20, ""))</switch>") == [20...28])
    // Only documents show HTML.
    let html = "<switch><foreignObject/>\(rect(20, ""))</switch>"
    #expect(try inked(html) == [20...28])
    let element = try #require(try Self.inline("<svg viewBox='0 0 9 9'>\(html)</svg>").first?.element)
    #expect(element.hasBoxes && element.operations.count == 1)
  }

  /// A drawing with such an image was not drawn at all.
  @Test func drawingsMayContainDrawings() throws {
    func image(_ attributes: String, _ file: String = "width='40' height='20'") -> String {
      let file = String(decoding: Self.file("<rect width='20' height='20'/>", file), as: UTF8.self)
      let data = file.replacing("#", with: "%23").replacing("'", with: "%27").replacing("<", with: "%3C")
      return "<image href='data:image/svg+xml,\(data)' \(attributes)/>"
    }
    #expect(try inked(image("x='30' y='10'")) == [30...49])
    #expect(try inked(image("x='30' width='80' height='80'")) == [30...69])
    #expect(try inked(image("x='30' width='80' height='80'"), rows: true) == [20...59])
    #expect(try inked(image("width='20' height='20' preserveAspectRatio='none'")) == [0...9])
    #expect(try inked(image("x='30' width='80'", "viewBox='0 0 40 20'")) == [30...69])
    #expect(
      try inked("<image href='data:image/svg+xml,x' width='9' height='9'/><rect width='5' height='5'/>") == [0...4])
    // librsvg draws pixels in files.
    #expect(SVGDrawing(Self.file("<image href='data:image/png;base64,AA' width='9' height='9'/>")) == nil)
  }

  @Test func imagesOfTheDocumentAreDrawn() throws {
    let document = try Document.parse(
      html: "<svg viewBox='0 0 120 120'><image x=20 width=60 height=40 image-rendering=pixelated href=a /></svg>")
    let nodes = document.nodes.indices.map { NodeID(UInt32($0)) }
    let root = try #require(nodes.first { document.name($0) == "svg" })
    let node = try #require(nodes.first { document.name($0) == "image" })
    let element = InlineSVG(document, root, color: .black, images: [node: ImageID(3)])
    let drawing = try #require(SVGDrawing(element, SVGDocument(document)))
    var drawn: [Rect?] = []
    _ = Self.pixels {
      drawing.draw(in: Rect(0, 0, 120, 120), size: nil, fonts: Self.noFonts, on: $0) { image, area, _ in
        #expect(image.isPixelated)
        if image.id == ImageID(3) { drawn.append(area(Size(width: 10, height: 10))) }
      }
    }
    #expect(drawn == [Rect(30, 0, 40, 40)])
  }
}
