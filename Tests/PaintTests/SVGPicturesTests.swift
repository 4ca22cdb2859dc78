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

  /// Regression: librsvg draws nothing that has a filter with an element that it does not know.
  @Test func dropShadowsAreMadeOfOtherElements() throws {
    func replaced(_ text: String) -> String {
      String(decoding: DropShadowElements.replaced(in: Array(text.utf8)), as: UTF8.self)
    }
    let shadow = replaced(
      "<filter><feDropShadow in='a' dx=\"3\" stdDeviation='1 2' flood-color='red' result='b'/></filter>")
    #expect(
      shadow == """
        <filter><feGaussianBlur in="a" stdDeviation="1 2"/><feOffset dx="3" dy="2" result="pressrun-shadow-0-blur"/>\
        <feFlood flood-color="red"/><feComposite in2="pressrun-shadow-0-blur" operator="in"/>\
        <feMerge result="b"><feMergeNode/><feMergeNode in="a"/></feMerge></filter>
        """)
    let content = replaced("<g><feDropShadow dx='1'><animate/></feDropShadow><feDropShadow></feDropShadow>x</g>")
    #expect(!content.contains("feDropShadow") && !content.contains("animate") && content.hasSuffix("x</g>"))
    for same in [
      "<!-- <feDropShadow> --><g/>", "<![CDATA[<feDropShadow/>]]>", "<feDropShadow><g/>", "<g>", "<feDropShadow",
      "<feDropShadow dx=", "<feDropShadow dx='1",
    ] { #expect(replaced(same) == same) }
    let many = String(repeating: "<feDropShadow/>", count: 1001)
    #expect(replaced(many).hasSuffix("</feMerge><feDropShadow/>"))
  }

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
    #expect(try Self.work(definitions + "<rect filter='url(#f)'/><rect mask='url(#m)'/>").layers == 7)
    let morphology = "<filter id='f'><feMorphology radius='2 200'/></filter><rect filter='url(#f)'/>"
    #expect(try Self.work(morphology).layers == 401)
    let work = SVGWork(bytes: 5, layers: 3)
    #expect(work.amount(for: Size(width: 20, height: 10)) == 405)
  }

  /// Each dash of a line is computed, also of vectors, to find the area of the line.
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
    #expect(work.amount(for: Size(width: 9, height: 9)) > SVGWork.limit)
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

  /// Regression: each of these took seconds or a GB, because the numbers were read from the text of attributes only.
  @Test(arguments: [
    "<path d='M0 0L99999999 5' style='str\\6f ke-dasharray:.01'/>",
    "<path d='M0 0L99999999 5' STYLE='x' style='STROKE-DASHARRAY/**/:/**/.01'/>",
    "<g stroke-dasharray='.001em' font-size='.1px'><path d='M0 0L9999999 5'/></g>",
    "<path id='p' d='M0 0L9999999 5'/><use href='#p' stroke-dasharray='.01'/>",
    "<path d='M0 0L9999999 5,' stroke-dasharray='.01'/>",
    "<rect style='width:90000000px' stroke-dasharray='1'/>",
    "<style>.a{wi\\64th:90000000px}</style><rect class='a' stroke-dasharray='1'/>",
    "<rect width='900000in' stroke-dasharray='1'/>",
    "<g style='transform:scale(1e30)'><circle r='50'/></g>",
    "<g transform='scale(10000)'><g transform='scale(10000)'><circle r='50'/></g></g>",
    "<svg viewBox='0 0 .00001 .00001'><svg viewBox='0 0 .00001 .00001'><circle r='50'/></svg></svg>",
    "<symbol id='s' viewBox='0 0 .0001 .0001'><circle r='50'/></symbol><use href='#s' width='1e8' height='9'/>",
    "<circle style='font-size:1e8px;r:100em'/>", "<ellipse style='rx:1e30px'/>",
  ])
  func computedValuesAreCounted(content: String) throws {
    #expect(try Self.work(content).amount(for: Size(width: 100, height: 100)) > SVGWork.limit)
  }

  @Test func referencesWithEscapesAreCounted() throws {
    let definition = "<mask id='m'><circle r='9'/></mask>"
    for reference in [
      "<rect style='m\\61sk:url(#m)'/>", "<rect style='mask:u\\72l(\"#\\6d\")'/>", "<rect mask='url(\\23 m)'/>",
      "<style>r\\65 ct{mask:url(#m)}</style><rect/>", "<style>.x{}<!-- -->rect{ma<!-- -->sk:url(#m)}</style><rect/>",
    ] {
      #expect(try Self.work(definition + reference).layers >= 2, "\(reference)")
    }
  }

  /// Regression: librsvg ended the process when it read such a kernel.
  @Test func largeKernelsAreNotRead() {
    #expect(SVGWork(file: Self.file("<filter id='f'><feConvolveMatrix order='20'/></filter>")) != nil)
    #expect(SVGWork(file: Self.file("<filter id='f'><feConvolveMatrix order='60'/></filter>")) == nil)
    #expect(SVGWork(file: Self.file("<filter id='f'><feConvolveMatrix order='3 200'/></filter>")) == nil)
  }

  /// Such files cannot be counted without the other files and the entities.
  @Test func hiddenContentIsNotDrawn() throws {
    for content in [
      "<style>@import 'data:text/css,g{}';</style>", "<style>@\\69mport url(data:text/css,g)</style>",
      "<include xmlns='http://www.w3.org/2001/XInclude' href='data:,x'/>",
    ] {
      #expect(try Self.work(content) == .unlimited, "\(content)")
    }
    let file = String(decoding: Self.file("<rect/>"), as: UTF8.self)
    #expect(SVGWork(file: Array("<?xml-stylesheet href='data:text/css,g'?>\(file)".utf8)) == .unlimited)
    #expect(SVGWork(file: Array("<!DOCTYPE svg [<!ENTITY a '<g/>'>]>\(file)".utf8)) == .unlimited)
    let address = "<!DOCTYPE svg [<!ENTITY ns_svg 'http://www.w3.org/2000/svg'>]>"
    #expect(SVGWork(file: Array("\(address)\(file)".utf8)) != .unlimited)
  }

  /// Cairo finds all crossings of the lines of a shape, also of vectors.
  @Test func crossingsOfLinesAreCounted() throws {
    var state: UInt64 = 1
    func next() -> UInt64 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return (state >> 33) % 1000
    }
    let points = (0..<4000).map { _ in "L\(next()) \(next())" }.joined()
    // About a quarter of all pairs.
    #expect(try Self.work("<path d='M0 0\(points)'/>").crossings > 1_000_000)
    let line = "<path d='M0 0\((0..<4000).map { "L\($0 * 5) \($0 % 9)" }.joined())'/>"
    #expect(try Self.work(line).crossings == 0)
    #expect(try Self.work("<path d='M0 0H9V9H5V-9L6-8'/>").crossings == 1)
    #expect(try Self.work("<path stroke='red' d='M0 0H9V9H5V-9L6-8' stroke-width='9'/>").crossings > 1)
  }

  /// Regression: 2,000 groups with an opacity took a minute as pixels.
  @Test func groupsCountInPixels() throws {
    let work = try Self.work(String(repeating: "<g opacity='.9'><rect/></g>", count: 2000))
    let size = Size(width: 300, height: 300)
    #expect(work.amount(for: size) < SVGWork.limit)
    #expect(work.amount(for: size, pixels: 3) > SVGWork.limit)
    #expect(work.groups == 2000 && work.depth == 1)
  }

  /// Masks that are in use at the same time must not need more memory than there is.
  @Test func nestedMasksOfLargeImagesHaveFewerPixels() throws {
    let masks = (0..<9).map { "<mask id='m\($0)'><rect mask='url(#m\($0 + 1))'/></mask>" }.joined()
    let work = try Self.work(masks + "<mask id='m9'/><rect mask='url(#m0)'/>")
    #expect(work.depth == 30)
    #expect(work.scale(for: Size(width: 100, height: 100)) == 2)
    #expect(work.scale(for: Size(width: 2000, height: 2000)) < 1)
  }

  @Test func largeTilesAreNotDrawnAsPixels() throws {
    for pattern in [
      "width='20000' height='20000' patternUnits='userSpaceOnUse'",
      "width='2' height='2' patternTransform='scale(10000)' patternUnits='userSpaceOnUse'", "width='200' height='200'",
    ] {
      let work = try Self.work("<pattern id='p' \(pattern)/><rect width='100' height='100' fill='url(#p)'/>")
      let size = Size(width: 100, height: 100)
      #expect(work.amount(for: size) < SVGWork.limit && work.amount(for: size, pixels: 2) == .infinity, "\(pattern)")
    }
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
      let uses = String(repeating: "<rect width='1' height='1' filter='url(#f)'/>", count: count)
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
