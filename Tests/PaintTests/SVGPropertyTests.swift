import Layout
import PDF
import Style
import TestTraits
import Testing
import TextShaping

@testable import Paint

/// Values of properties and attributes in SVG images.
@Suite(.hangLimit) struct SVGPropertyTests: DrawsSVG {
  private static let square = "<rect x='20' y='20' width='80' height='80'"

  @Test(arguments: [
    ("inset(0 20px 0 25%)", [40...79]), ("inset(10px round 5px)", [30...89]), ("circle(20px)", [40...79]),
    ("circle(30px at 40px 50%)", [30...89]), ("ellipse(10px 40px at right)", [90...99]),
    ("path('M0 0H10V90H0z')", [20...29]),
    ("polygon(evenodd, 0 0, 50% 0, 50% 100%, 0 100%)", [20...59]), ("view-box inset(0 0 0 50%)", [60...99]),
    ("fill-box", [20...99]), ("none", [20...99]),
  ])
  func basicShapesClip(_ value: String, _ columns: [ClosedRange<Int>]) throws {
    let quoted = value.replacing("'", with: "&quot;")
    #expect(try inked("\(Self.square) style='clip-path: \(quoted)'/>") == columns)
    #expect(try inked("\(Self.square) clip-path='\(quoted)'/>") == columns)
    #expect(try inked("<g clip-path='\(quoted)'>\(Self.square)/></g>") == columns)
  }

  @Test func strokesArePartOfTheBoxesOfShapes() throws {
    let stroked = "\(Self.square) stroke='black' stroke-width='20'"
    #expect(try inked("\(stroked) clip-path='inset(0)'/>") == [10...109])
    #expect(try inked("\(stroked) clip-path='inset(0) fill-box'/>") == [20...99])
    #expect(try inked("<g clip-path='inset(0 50% 0 0)'>\(stroked)/></g>") == [10...59])
  }

  @Test(arguments: [
    "circle(a", "circle(1px 2px)", "inset(a)", "polygon(1px)", "path(M0 0)", "path('M')", "view-box fill-box", "x",
  ])
  func invalidShapesHaveNoEffect(_ value: String) throws {
    let quoted = value.replacing("'", with: "&quot;")
    #expect(try inked("\(Self.square) clip-path='inset(0 40px 0 0)' style='clip-path:\(quoted)'/>") == [20...59])
  }

  @Test func pathsAreProperties() throws {
    let path = "<path d='M10 10H30V30z'"
    #expect(try inked("\(path) style='d: path(&quot;M40 0H50V90H40z&quot;)'/>") == [40...49])
    #expect(try inked("\(path) style='d: none'/>") == [])
    #expect(try inked("<path style='d: path(&quot;M40 0H50V90H40z&quot;)' />") == [40...49])
    let attribute = "<path d='M10 0H30V30H10z'"
    #expect(try inked("\(attribute) style='d: path(&quot;M40 0H50V90H40L&quot;)'/>") == [10...29])
    #expect(try inked("\(attribute) style='d: M40 0H50V90H40z'/>") == [10...29])
  }

  @Test func percentagesOfTranslationsReferToTheBox() throws {
    let box = "style='transform-box: fill-box; transform: translate(25%, 0)'"
    #expect(try inked("<rect width='40' height='40' \(box)/>") == [10...49])
    #expect(try inked("<g \(box)><rect width='40' height='40'/></g>") == [10...49])
    #expect(try inked("<rect width='40' height='40' style='transform: translate(25%)'/>") == [30...69])
    #expect(try inked("<rect width='40' height='40' style='transform: translateY(50%)'/>", rows: true) == [60...99])
    #expect(try inked("<rect width='9' height='9' style='transform: scale(2) translate(25%)'/>") == [60...77])
  }

  @Test func lengthsAreComputed() throws {
    #expect(try inked("<rect style='width: calc(10px + 20px); height: 20px'/>") == [0...29])
    #expect(
      try inked("<rect style='x: calc(50% - 2 * (5px + 1px)); width: calc(60px / 3); height: 9px'/>") == [48...67])
    let circle = "<circle style='cx: 60px; cy: 60px; r: calc(1em + 10px)' font-size='10'/>"
    #expect(try inked(circle) == [40...79])
    for invalid in [
      "calc(1px + 1)", "calc(1px * 1px)", "calc(1px / 0)", "calc(1px", "calc()",
      "calc(\(String(repeating: "(", count: 99))",
    ] {
      #expect(SVGDrawing(Self.file("<rect width='\(invalid)' height='9'/>")) == nil)
    }
  }

  @Test func invalidViewBoxesHaveNoEffect() throws {
    #expect(try inked("<svg width='60' height='60' viewBox='0 0 NaN 9'>\(Self.square)/></svg>") == [20...59])
    #expect(try inked("<svg width='60' height='60' viewBox='0 0 -1 9'>\(Self.square)/></svg>") == [20...59])
    let junk = "<svg width='60' height='60' viewBox='0 0 120 120' preserveAspectRatio='junk'>\(Self.square)/></svg>"
    #expect(try inked(junk) == [10...49])
  }

  @Test func linesWithoutALengthHaveCaps() throws {
    let line = "stroke='black' stroke-width='20'"
    for cap in ["round", "square"] {
      for data in ["M60 60h0", "M60 60z", "M60 60L60 60z", "M60 60c0 0 0 0 0 0", "M0 0M60 60h0M1 1"] {
        #expect(try inked("<path d='\(data)' \(line) stroke-linecap='\(cap)'/>") == [50...69])
      }
    }
    #expect(try inked("<path d='M60 60h0' \(line)/>") == [])
  }

  @Test func identifiersMayBeEncoded() throws {
    let gradient = "<linearGradient id='größe'><stop/></linearGradient>"
    #expect(try inked("\(gradient)\(Self.square) fill='url(#gr%C3%B6%C3%9Fe)'/>") == [20...99])
    #expect(try inked("<defs>\(Self.square) id='a b'/></defs><use href='#a%20b'/>") == [20...99])
    #expect(try inked("<defs>\(Self.square) id='50%'/></defs><use href='#50%'/>") == [20...99])
  }

  @Test func entitiesAreExpanded() {
    func file(_ declarations: String, _ content: String) -> [UInt8] {
      Array(
        "<?xml version='1.0'?><!DOCTYPE svg [\(declarations)]><svg xmlns='http://www.w3.org/2000/svg'>\(content)</svg>"
          .utf8)
    }
    let rect = "<rect width='9' height='9' fill='&c;'/>"
    let expanded = SVGEntities.expanded(file("<!ENTITY c \"teal\"><!ENTITY c 'red'>", rect), most: 1000)
    #expect(String(decoding: expanded, as: UTF8.self).contains("fill='teal'"))
    #expect(SVGDrawing(file("<!ENTITY c 'teal'>", rect)) != nil)
    #expect(!String(decoding: expanded, as: UTF8.self).contains("ENTITY"))
    // Those with other entities are not expanded, and no file becomes longer than the limit.
    for declarations in ["<!ENTITY a 'a'><!ENTITY c '&a;&a;'>", "<!ENTITY c SYSTEM 'file:///etc/passwd'>"] {
      let source = file(declarations, rect)
      #expect(String(decoding: SVGEntities.expanded(source, most: 1000), as: UTF8.self).contains("fill='&c;'"))
    }
    let long = file("<!ENTITY c '\(String(repeating: "a", count: 4000))'>", String(repeating: "&c;", count: 10))
    #expect(SVGEntities.expanded(long, most: 10_000) == long)
  }

  @Test func linksMayHaveAnyPrefix() {
    let file = """
      <a:svg xmlns:a='http://www.w3.org/2000/svg' xmlns:b='http://www.w3.org/1999/xlink'><a:defs><a:rect id='r' width='9'
      height='9'/></a:defs><a:use b:href='#r'/></a:svg>
      """
    #expect(
      SVGDrawing(Array(file.utf8)).map { drawing in
        drawing.operations.contains { if case .shape = $0 { true } else { false } }
      } == true)
  }

  @Test func rootsOfFilesHaveBackgrounds() throws {
    let drawing = try #require(SVGDrawing(Self.file("", "viewBox='0 0 10 10' style='background-color: black'")))
    #expect(Self.pixels(drawing)[(60 * 120 + 5) * 4] == 0)
  }

  @Test func gradientsHaveTheirOwnColour() throws {
    let gradient = "<linearGradient id='g' color='black'><stop stop-color='currentColor'/></linearGradient>"
    #expect(try inked("<g color='white'>\(gradient)</g>\(Self.square) fill='url(#g)'/>") == [20...99])
  }

  @Test func fallbacksReplaceGradientsOfFlatShapes() throws {
    let gradient = "<linearGradient id='g'><stop/><stop offset='1'/></linearGradient>"
    let line = "<path d='M10 50H90' stroke-width='9'"
    #expect(try inked("\(gradient)\(line) stroke='url(#g) black'/>") == [10...89])
    #expect(try inked("\(gradient)\(line) stroke='url(#g)'/>") == [])
    let mask = "<mask id='m'><rect width='9' height='9'/></mask>"
    #expect(try inked("\(mask)\(line) stroke='black' mask='url(#m)'/>") == [10...89])
  }

  @Test func usesPaintWithTheirOwnPaints() throws {
    let shapes =
      "<defs><rect id='r' width='20' height='20' fill='context-fill'/><rect id='s' width='9' height='9' fill='context-stroke' stroke='none'/></defs>"
    #expect(try inked("\(shapes)<use href='#r' fill='black'/><use href='#r' x='40' fill='white'/>") == [0...19])
    #expect(try inked("\(shapes)<use href='#s' stroke='black' fill='white'/>") == [0...8])
    #expect(
      try inked(
        "<defs><rect id='r' width='20' height='20' fill='context-fill'/><use id='u' href='#r' fill='context-fill'/></defs><use href='#u' fill='black'/>"
      ) == [0...19])
    #expect(try inked("<rect width='20' height='20' fill='context-fill'/>") == [])
    let gradient = "<linearGradient id='g'><stop/></linearGradient>"
    #expect(try inked("\(gradient)\(shapes)<use href='#r' fill='url(#g)'/>") == [0...19])
  }

  @Test func partsOfTextHaveLengths() throws {
    func end(_ attributes: String) throws -> Int {
      let text = "<text y='60' font-family='Liberation Sans'><tspan \(attributes)>HHH</tspan></text>"
      return try #require(try inked(text).last).upperBound
    }
    let natural = try end("")
    #expect(natural < 50)
    #expect(abs(try end("textLength='100'") - 98) <= 2)
    #expect(abs(try end("textLength='100' lengthAdjust='spacingAndGlyphs'") - 97) <= 3)
    let after = "<text y='60' font-family='Liberation Sans'><tspan textLength='90' fill='white'>HHH</tspan>H</text>"
    #expect(abs(try #require(try inked(after).first).lowerBound - 92) <= 1)
  }
}

/// Masks in PDF files.
@Suite(.hangLimit) struct PDFMaskTests {
  private static func canvas() -> PDFCanvas {
    let (drawing, fonts) = (PDFDrawing(), SVGLimitTests.noFonts)
    return PDFCanvas(
      drawing, DrawnFonts(drawing, fonts, PreparedImages()), DrawnGradients(drawing),
      DrawnColors(drawing, ColorProfiles()), size: Size(width: 100, height: 100), scale: 1, isTagged: false)
  }

  /// Readers draw a mask with the opacity that is in effect where it is set.
  @Test func masksDoNotHaveTheOpacityOfWhatIsBefore() {
    let canvas = Self.canvas()
    canvas.fill(Rect(0, 0, 10, 10), Color(red: 1, green: 0, blue: 0, alpha: 0.25))
    canvas.beginGroup()
    canvas.fill(Rect(0, 0, 10, 10), .black)
    canvas.endGroup(maskIsLuminance: false) { $0.fill(Rect(0, 0, 10, 10), .black) }
    let operators = String(decoding: canvas.stream.bytes, as: UTF8.self).split(separator: "\n")
    // The opacities of the rectangle and of the mask, and the mask.
    #expect(operators.count { $0.hasSuffix(" gs") } == 3)
  }

  /// Readers compute the luminance with weights of their own.
  @Test func coloursOfMasksAreTheirLuminance() {
    let canvas = Self.canvas()
    canvas.beginGroup()
    canvas.fill(Rect(0, 0, 10, 10), .black)
    var found: Color?
    canvas.endGroup(maskIsLuminance: true) {
      $0.setColor(Color(red: 0, green: 1, blue: 0))
      if let mask = $0 as? PDFCanvas, case .color(let color) = mask.state.source { found = color }
    }
    #expect(found == Color(red: 0.7154, green: 0.7154, blue: 0.7154))
  }
}
