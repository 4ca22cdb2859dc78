import Layout
import Markup
import PDF
import PDFReading
import Style
import TestTraits
import Testing
import TextShaping

@testable import Paint

/// Links in drawings (SVG 2 §16.2) are links of the page.
@Suite(.hangLimit) struct SVGLinkTests {
  /// The areas of the links of a drawing of 100 by 100 px on a page of the same size, px from the top left.
  private func links(_ content: String, _ transforms: [Transform] = []) throws -> [[Double]] {
    let file = try pdf(content, transforms).text
    return file.matches(of: #/\/Rect \[([0-9. ]+)\]/#).map { match in
      let numbers = match.output.1.split(separator: " ").compactMap { Double($0) }.map { $0 / 0.75 }
      return [numbers[0], 100 - numbers[3], numbers[2], 100 - numbers[1]].map { $0.rounded() }
    }
  }

  private func pdf(
    _ content: String, _ transforms: [Transform] = [], isTagged: Bool = false, needsAlternatives: Bool = false
  ) throws -> (text: String, messages: [String]) {
    let document = try Document.parse(html: "<!DOCTYPE html><p><svg viewBox='0 0 100 100'>\(content)</svg>")
    let nodes = document.nodes.indices.map { NodeID(UInt32($0)) }
    let root = try #require(nodes.first { document.name($0) == "svg" })
    var scene = Scene(width: 100, height: 100)
    let id = scene.images.add(InlineSVG(document, root, color: .black), name: "svg")
    let style = scene.style { $0.paint.transforms = transforms }
    let area = Rect(0, 0, 100, 100)
    scene.add(area, style, scene.image(id, in: area), node: root)
    let structure = isTagged ? DocumentStructure(document, needsAlternatives: needsAlternatives) : nil
    let painted = try scene.painter.pdf(structure: structure)
    return (try unpackedText(painted.bytes), painted.diagnostics.map(\.code))
  }

  private static let square = "<rect x='10' y='20' width='30' height='40'/>"

  @Test func theBoxAroundTheContentIsALink() throws {
    #expect(try links("<a href='https://example.org/'>\(Self.square)</a>") == [[10, 20, 40, 60]])
    #expect(try links("<a xlink:href='https://example.org/'>\(Self.square)</a>") == [[10, 20, 40, 60]])
    let stroked = "<rect x='10' y='20' width='30' height='40' stroke='red' stroke-width='4'/>"
    #expect(try links("<a href='https://example.org/'>\(stroked)</a>") == [[8, 18, 42, 62]])
    #expect(try links("<a>\(Self.square)</a>") == [])
    #expect(try links("<a href='https://example.org/'/>") == [])
  }

  @Test func hrefIsStrongerThanThatOfXLink() throws {
    let text = try pdf("<a xlink:href='https://a.example/' href=' https://b.example/ '>\(Self.square)</a>").text
    #expect(text.contains("https://b.example/"))
    #expect(!text.contains("https://a.example/"))
  }

  @Test func transformsMoveTheArea() throws {
    let link = "<a href='https://example.org/'>\(Self.square)</a>"
    #expect(try links("<g transform='translate(10) scale(2)'>\(link)</g>") == [[30, 40, 90, 100]])
    #expect(
      try links("<a href='https://example.org/' transform='rotate(90 40 60)'>\(Self.square)</a>") == [[40, 30, 80, 60]])
    #expect(try links("<svg x='50' viewBox='0 0 200 200' width='50' height='50'>\(link)</svg>") == [[53, 5, 60, 15]])
    // A box around the drawing may be transformed as well.
    #expect(try links(link, [.matrix(1, 0, 0, 1, 5, 5)]) == [[15, 25, 45, 65]])
    #expect(try links("<g opacity='.5' transform='translate(10)'>\(link)</g>") == [[20, 20, 50, 60]])
  }

  @Test func whatIsClippedIsNoLink() throws {
    let clip = "<clipPath id='c'><rect width='30' height='50'/></clipPath>"
    #expect(
      try links("\(clip)<g clip-path='url(#c)'><a href='https://example.org/'>\(Self.square)</a></g>")
        == [[10, 20, 30, 50]])
    #expect(
      try links("<a href='https://example.org/'><rect x='200' width='9' height='9'/></a>") == [])
  }

  @Test func linksAreShownByUse() throws {
    let link = "<defs><a id='a' href='https://example.org/'>\(Self.square)</a></defs>"
    #expect(try links("\(link)<use href='#a'/><use href='#a' x='50'/>") == [[10, 20, 40, 60], [60, 20, 90, 60]])
    // Markers, masks and patterns are not.
    let marker =
      "<marker id='m' markerWidth='9' markerHeight='9'><a href='https://example.org/'><rect width='9' height='9'/></a></marker>"
    #expect(try links("\(marker)<path d='M9 9H90' stroke='red' marker-end='url(#m)'/>") == [])
    let mask = "<mask id='m'><a href='https://example.org/'><rect width='99' height='99' fill='white'/></a></mask>"
    #expect(try links("\(mask)<rect width='9' height='9' mask='url(#m)'/>") == [])
    let filter = "<filter id='f'><feGaussianBlur stdDeviation='1'/></filter>"
    #expect(try links("\(filter)<g filter='url(#f)'>\(link.replacing("defs", with: "g"))</g>") == [[10, 20, 40, 60]])
  }

  @Test func theStructureContainsTheLink() throws {
    let link = "<title>Map</title><a href='https://example.org/'>\(Self.square)</a>"
    let tagged = try pdf(link, isTagged: true)
    #expect(structureTypes(tagged.text) == ["Document", "P", "Figure", "Link"])
    #expect(tagged.text.contains("/Type/OBJR"))
    // Decoration has no place for links.
    let untitled = try pdf(
      "<a href='https://example.org/'>\(Self.square)</a>", isTagged: true, needsAlternatives: true)
    #expect(structureTypes(untitled.text) == ["Document", "P", "Link"])
    #expect(untitled.messages == ["picture_without_alternative"])
  }

  @Test func linksThatAreNotAllowedAreReported() throws {
    #expect(try pdf("<a href='javascript:alert(1)'>\(Self.square)</a>").messages == ["link_not_allowed"])
    #expect(try pdf("<a href='#nowhere'>\(Self.square)</a>").messages == ["link_without_destination"])
  }

  /// Images that are files are pictures, not documents (SVG 2 §2.2.1).
  @Test func filesHaveNoLinks() throws {
    let file =
      "<svg xmlns='http://www.w3.org/2000/svg'><a href='https://example.org/'><rect width='9' height='9'/></a></svg>"
    #expect(SVGDrawing(Array(file.utf8))?.hasLinks == false)
  }

  @Test func manyNestedLinksAreLimited() throws {
    let depth = 60
    let opening = String(repeating: "<a href='https://example.org/'>", count: depth)
    let shapes = String(repeating: Self.square, count: 3000)
    let html = "<svg>\(opening)\(shapes)\(String(repeating: "</a>", count: depth))</svg>"
    let document = try Document.parse(html: html)
    let root = try #require(document.nodes.indices.first { document.nodes[$0].name == .svg })
    let drawing = SVGDrawing(InlineSVG(document, NodeID(UInt32(root)), color: .black), SVGDocument(document))
    #expect((drawing?.work ?? .infinity) <= SVGWork.limit || drawing == nil)
  }
}
