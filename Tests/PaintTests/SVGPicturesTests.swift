import Layout
import PDF
import Resources
import Style
import TestTraits
import Testing
import TextShaping

@testable import Paint

/// The work of SVG images, and images that are drawn several times.
@Suite(.hangLimit) struct SVGPicturesTests {
  private static func file(_ content: String) -> [UInt8] {
    Array(
      "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 100 100' width='100' height='100'>\(content)</svg>".utf8)
  }

  private static func work(_ content: String) throws -> SVGWork { try #require(SVGWork(file: file(content))) }

  // MARK: Work

  @Test func referencesCountAsOftenAsTheyAreDrawn() throws {
    let path = "<path id='p' d='\(String(repeating: "L9 9", count: 1000))'/>"
    let once = try Self.work(path).bytes
    for reference in [
      "<use href='#p'/>", "<rect fill='url(#p)'/>", "<rect style=\"stroke:url('#p')\"/>",
      "<rect mask='url( \"#p\" )'/>",
      "<style>.c, g > .d { fill: url(#p) }</style><rect class='c'/>", "<style>* { fill: url(#p) }</style><rect/>",
    ] {
      let five = try Self.work(path + String(repeating: reference, count: 5)).bytes
      #expect(five > 6 * once - 4000, "\(reference)")
    }
    for reference in ["<a href='#p'/>", "<animate href='#p'/>", "<style>.c { fill: url(#p) }</style><rect class='d'/>"]
    {
      #expect(try Self.work(path + String(repeating: reference, count: 5)).bytes < 2 * once, "\(reference)")
    }
    // Each element uses the one before it twice.
    let doubling = (1...40).map { "<g id='g\($0)'><use href='#g\($0 - 1)'/><use href='#g\($0 - 1)'/></g>" }
    #expect(try Self.work("<g id='g0'/>" + doubling.joined() + "<use href='#g40'/>").bytes > 1e12)
  }

  @Test func aMarkerCountsForEachVertex() throws {
    let marker = "<marker id='m'><path d='\(String(repeating: "L9 9", count: 100))'/></marker>"
    let path = "<path d='\(String(repeating: "L9 9", count: 100))'"
    let plain = try Self.work(marker + path + "/>").bytes
    #expect(try Self.work(marker + path + " marker-mid='url(#m)'/>").bytes > plain + 40_000)
    #expect(try Self.work(marker + path + " style='marker:url(#m)'/>").bytes > plain + 40_000)
    #expect(try Self.work(marker + "<style>path{marker-end:url(#m)}</style>" + path + "/>").bytes > plain + 40_000)
    #expect(try Self.work(marker + path + " fill='url(#m)'/>").bytes < plain + 2_000)
  }

  @Test func masksAndFiltersCountWhereTheyAreUsed() throws {
    let definitions = "<filter id='f'><feGaussianBlur stdDeviation='4'/></filter><mask id='m'><rect/></mask>"
    #expect(try Self.work(definitions).layers == 0)
    #expect(try Self.work(definitions + "<rect filter='url(#f)'/><rect mask='url(#m)'/>").layers == 4)
    let morphology = "<filter id='f'><feMorphology radius='2 200'/></filter><rect filter='url(#f)'/>"
    #expect(try Self.work(morphology).layers == 201)
    let work = SVGWork(bytes: 5, layers: 3)
    #expect(work.amount(for: Size(width: 20, height: 10)) == 405)
  }

  /// Each dash of a line is computed when the image is drawn as pixels.
  @Test func dashesAreCounted() throws {
    let path = "<path d='M0 0h100v100z'"
    #expect(try Self.work(path + "/>").dashes == 0)
    for dashed in [
      path + " stroke-dasharray='1,.5 .5'/>", "<g style='stroke-dasharray: 2px 1 1;fill:red'>\(path)/></g>",
      "<style>path{stroke-dasharray:1 .5,.5}</style>\(path)/>",
    ] {
      let dashes = try Self.work(dashed).dashes
      #expect(200...600 ~= dashes, "\(dashed)")
    }
    let definition = "<defs>\(path) id='p' stroke-dasharray='.001'/></defs>"
    let repeated = definition + String(repeating: "<use href='#p'/>", count: 50)
    let work = try Self.work(repeated)
    #expect(work.dashes > 1e7)
    #expect(work.amountOfDashes(isVector: true) == 0 && work.amountOfDashes(isVector: false) > SVGWork.limit)
    for value in ["none", "0", "-1", "x", "", "1e400"] {
      #expect(try Self.work(path + " stroke-dasharray='\(value)'/>").dashes == 0, "\(value)")
    }
  }

  // Documents with thousands of large charts exceeded the limit of repeated content.
  @Test func elementsWithoutReferencesAreNotRepeated() throws {
    let plain = try Self.work(String(repeating: "<rect/><switch/><text>a</text>", count: 100))
    #expect(plain.ownBytes == plain.bytes && plain.bytes > 30_000)
    let path = "<path id='p' d='\(String(repeating: "L9 9", count: 1000))'/>"
    let repeated = try Self.work(path + "<use href='#p'/>")
    #expect(repeated.bytes > repeated.ownBytes + 4000)
  }

  // Each rule was compared with each element, in quadratic time, even if its addresses name nothing.
  @Test func rulesWithoutReferencesTakeNoTime() throws {
    let rules = String(repeating: "*{fill:url(#none)}", count: 100_000)
    let work = try Self.work("<style>\(rules)</style>" + String(repeating: "<g/>", count: 100_000))
    #expect(work.bytes == work.ownBytes)
  }

  @Test func circularAndDeepReferencesHaveNoLimit() throws {
    #expect(try Self.work("<g id='a'><use href='#b'/></g><g id='b'><use href='#a'/></g>") == .unlimited)
    #expect(try Self.work("<pattern id='p'><rect fill='url(#p)'/></pattern><rect fill='url(#p)'/>") == .unlimited)
    let chain = (1...20_000).map { "<g id='g\($0)'><use href='#g\($0 - 1)'/></g>" }
    #expect(try Self.work("<g id='g0'/>" + chain.joined()).bytes > SVGWork.limit)
    #expect(try Self.work(chain.reversed().joined()) == .unlimited)
    // Too many pairs of rules and elements.
    let rules = String(repeating: "*{fill:url(#p)}", count: 2000)
    #expect(try Self.work("<style>\(rules)</style><g id='p'/>" + String(repeating: "<g/>", count: 1000)) == .unlimited)
    #expect(SVGWork(file: Array("<svg><g></svg>".utf8)) == nil)
  }

  /// Regression: Cairo divided a curve beyond its coordinates for 10 s.
  @Test(arguments: [
    "<path d='M0 0C1e9 0 3 1e30 5 5'/>", "<circle r='1000000000'/>", "<ellipse cx='-1e30' rx='3'/>",
    "<rect rx='3' width='1e9' height='3'/>", "<g transform='skewX(90)'/>",
    "<image href='data:image/svg+xml;base64,PHN2Zz48L3N2Zz4='/>", "<feImage href='data:,x'/>",
    "<text transform='scale(1e9)'>x</text>",
  ])
  func curvesFarAwayAreNotDrawn(shape: String) throws {
    #expect(try Self.work(shape) == .unlimited)
    #expect(try Self.work("<path d='M0 0L1e9 0'/><rect width='1e9'/><circle r='100000'/>").bytes < 1000)
  }

  // MARK: Pictures

  private static func scene(_ content: String, _ areas: [Rect]) throws -> Scene {
    var scene = Scene(width: 200, height: 200)
    let text = String(decoding: file(content), as: UTF8.self).replacing("#", with: "%23").replacing("'", with: "%27")
    let id = try #require(scene.images.image("data:image/svg+xml,\(text)"))
    for area in areas { scene.add(area, scene.style { _ in }, scene.image(id, in: area)) }
    return scene
  }

  private static func forms(_ scene: Scene) throws -> Int {
    let file = try PDFFile(PDFBytes(scene.painter.pdf().bytes))
    return (1..<(file.trailer["Size"].integer ?? 1)).count { number in
      guard let reference = PDFReference(number, 0), case .stream(let stream)? = try? file.object(reference) else {
        return false
      }
      return stream.dictionary["Subtype"].name == "Form"
    }
  }

  // An image that was drawn on many pages was written to each of them.
  @Test func anImageThatIsRepeatedIsWrittenOnceMore() throws {
    let path = "<path d='M0 0\((0..<5000).map { "L\($0 % 97) \($0 * 7 % 89)" }.joined())' fill='red'/>"
    let areas = (0..<40).map { Rect(Double($0), Double($0), 20, 20) }
    let once = try Self.scene(path, Array(areas[..<1]))
    let often = try Self.scene(path, areas)
    #expect(try Self.forms(once) == 0)
    #expect(try Self.forms(often) == 1)
    #expect(try often.painter.pdf().bytes.count < 3 * once.painter.pdf().bytes.count)
    // One size each.
    #expect(try Self.forms(Self.scene(path, areas + areas.map { Rect($0.x, $0.y, 10, 10) })) == 2)
  }

  @Test func anImageThatRepeatsTooMuchIsNotDrawn() throws {
    let filter = "<filter id='f'><feGaussianBlur/></filter>"
    func output(_ count: Int) throws -> PaintedFile {
      let uses = String(repeating: "<rect filter='url(#f)'/>", count: count)
      return try Self.scene(filter + uses, [Rect(0, 0, 100, 100), Rect(0, 0, 50, 50)]).painter.pdf()
    }
    #expect(try output(10).diagnostics.isEmpty)
    let refused = try output(5000)
    #expect(refused.diagnostics.map(\.code) == ["image_not_decoded"])
    #expect(refused.diagnostics.first?.message.contains("is not drawn: references") == true)
  }

  // A hundred sizes of a small file took as long as a file of a hundred times its size.
  @Test func differentSizesOfAnImageCount() throws {
    let content = "<rect width='9' height='9' data-note='\(String(repeating: "a", count: 1_000_000))'/>"
    let areas = (1...50).map { Rect(0, 0, Double($0), Double($0)) }
    #expect(try Self.scene(content, Array(areas[..<20])).painter.pdf().diagnostics.isEmpty)
    #expect(try Self.scene(content, areas).painter.pdf().diagnostics.count == 1)
  }
}
