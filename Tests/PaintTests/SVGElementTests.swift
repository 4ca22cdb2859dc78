import Layout
import Markup
import Resources
import Style
import TestTraits
import Testing
import TextShaping

@testable import Paint

/// The `svg` elements of documents.
@Suite(.hangLimit) struct SVGElementTests: DrawsSVG {
  @Test(arguments: SVGDrawingTests.pictures) func elementsAreDrawnLikeFiles(_ content: String) throws {
    let html = "<p><svg viewBox='0 0 100 100' width='50' x='9'>\(content)</svg>"
    let drawings = try #require(try Self.inline(html).first)
    let (element, file) = (try #require(drawings.element), try #require(drawings.file))
    #expect(Self.pixels(element) == Self.pixels(file))
  }

  /// `opacity` and the size in the `style` attribute are those of the box.
  @Test func theStyleOfAnElementAppliesToItsBoxExceptForWhatItsContentsInherit() throws {
    let square = "<rect width='100' height='100'/></svg>"
    let drawings = try Self.inline(
      "<svg viewBox='0 0 100 100' style='width: 2em; opacity: .5; fill: red; vertical-align: middle'>\(square)"
        + "<svg viewBox='0 0 100 100' fill='red'>\(square)")
    let (styled, plain) = (try #require(drawings[0].element), try #require(drawings[1].element))
    #expect(Self.pixels(styled) == Self.pixels(plain))
  }

  @Test func identifiersAreThoseOfTheSameElement() throws {
    let drawings = try Self.inline(
      ["red", "blue"].map {
        "<svg viewBox='0 0 9 9'><defs><rect id='a' width='9' height='9' fill='\($0)'/></defs><use href='#a'/></svg>"
      }.joined() + "<svg viewBox='0 0 9 9'><use href='#a'/></svg><svg viewBox='0 0 9 9'><use href='#b'/></svg>")
    let pictures = try drawings.prefix(3).map { Self.pixels(try #require($0.element)) }
    #expect(pictures[0] != pictures[1])
    // An element that refers to another drawing has the first element with the identifier.
    #expect(pictures[2] == pictures[0])
    #expect(try drawings.prefix(3).map { Self.pixels(try #require($0.file)) } == pictures)
    #expect(drawings[3].element?.operations.count == 0 && drawings[3].file?.operations.count == 0)
  }

  // Icons that other elements define were blank.
  @Test func definitionsOfOtherElementsAreDrawn() throws {
    let square = "<rect width='9' height='9' fill='url(#g)'/>"
    let gradient =
      "<linearGradient id='g'><stop stop-color='red'/><stop offset='1' stop-color='blue'/></linearGradient>"
    let drawings = try Self.inline(
      "<svg viewBox='0 0 9 9'>\(gradient)\(square)</svg>"
        + "<svg><symbol id='s' viewBox='0 0 9 9'>\(square)</symbol><g id='u'><use href='#s'/></g></svg>"
        + "<svg viewBox='0 0 9 9'><use href='#u'/></svg><svg viewBox='0 0 9 9'>\(square)</svg>"
        + "<p id='p'><svg id='x' viewBox='0 0 9 9'><use href='#x'/><use href='#p'/><a href='#u'>\(square)</a></svg>")
    let pictures = try [0, 2, 3].map { index in
      #expect(drawings[index].file != nil)
      return Self.pixels(try #require(drawings[index].element))
    }
    #expect(pictures[1] == pictures[0] && pictures[2] == pictures[0])
    // An element does not show itself.
    #expect(Self.pixels(try #require(drawings[4].element)) == pictures[0])
  }

  /// Gradients used black for the `currentColor` of the drawing.
  @Test func theColourOfADrawingIsThatOfItsGradients() throws {
    let gradient = "<linearGradient id=g><stop stop-color=currentColor /></linearGradient>"
    let document = try Document.parse(html: "<svg>\(gradient)<rect width=9 height=9 fill='url(#g)' /></svg>")
    let root = try #require(document.nodes.indices.first { document.nodes[$0].name == .svg })
    let element = InlineSVG(document, NodeID(UInt32(root)), color: .red)
    let drawing = try #require(SVGDrawing(element, SVGDocument(document)))
    #expect(Self.pixels(drawing).prefix(3) == [0, 0, 255])
  }

  /// A gradient of another element was missing if a style sheet refers to it, and what it fills was invisible.
  @Test func styleSheetsMayReferToDefinitionsOfOtherElements() throws {
    let document = try Document.parse(
      html: "<svg><defs><linearGradient id=a /><linearGradient id=b /></defs></svg><svg><rect id=r /><g id=c /></svg>")
    let roots = document.nodes.indices.filter { document.nodes[$0].name == .svg }.map { NodeID(UInt32($0)) }
    var definitions = SVGDefinitions(document)
    #expect(definitions.definitions(of: roots[1]).isEmpty)
    let found = definitions.definitions(of: roots[1], declarations: ["fill:red", "fill:url(#b);clip-path:url('#c')"])
    #expect(found == [try #require(document.element(id: "b"))])
  }

  /// Files with style sheets were left to librsvg.
  @Test func styleSheetsOfFilesAreApplied() throws {
    let rect = "<rect width='20' height='9' fill='white' class='a' id='r'/>"
    #expect(try inked("<style>.a{fill:black}</style>\(rect)") == [0...19])
    #expect(
      try inked(
        "<defs><style type='text/css'><![CDATA[ #r { fill: black; transform: translate(9px) } ]]></style></defs>\(rect)"
      ) == [9...28])
    #expect(try inked("<style>@import 'a.css'; g rect { fill: black; width: 30px }</style><g>\(rect)</g>") == [0...29])
    #expect(
      try inked("<style>rect { fill: black }</style>\(rect.replacing("class", with: "style='fill: white' class"))")
        == [])
    #expect(
      try inked(
        "<style>rect { transform-box: fill-box; transform-origin: 100% 0; transform: scale(.5) }</style><g fill='black'>\(rect.replacing("white", with: "black"))</g>"
      ) == [10...19])
  }

  /// What style sheets declare is stronger than attributes, in drawings and in files for librsvg.
  @Test func declarationsOfStyleSheetsAreApplied() throws {
    let document = try Document.parse(
      html: "<svg><style>rect { fill: red }</style><rect id=x width=9 height=9 fill=blue style='stroke:none' /></svg>")
    let root = try #require(document.nodes.indices.first { document.nodes[$0].name == .svg })
    let node = try #require(document.element(id: "x"))
    let element = InlineSVG(document, NodeID(UInt32(root)), color: .black, declarations: [node: "fill:red"])
    let drawing = try #require(SVGDrawing(element, SVGDocument(document)))
    guard case .shape(_, let style)? = drawing.operations.first, case .color(.red) = style.fill else {
      Issue.record("not red")
      return
    }
    let file = String(decoding: element.file, as: UTF8.self)
    #expect(file.contains("style=\"stroke:none;fill:red\"") && !file.contains("<style"))
  }

  /// The opacity and the transform of the element were applied to its box and to the picture.
  @Test func filesDoNotRepeatWhatAppliesToTheBox() throws {
    let document = try Document.parse(
      html: "<svg style='opacity: .5; fill: red; transform: scale(2); font-size: 2em; filter: url(#f); '><text /></svg>"
    )
    let root = try #require(document.nodes.indices.first { document.nodes[$0].name == .svg })
    let element = InlineSVG(document, NodeID(UInt32(root)), color: .black)
    let file = String(decoding: element.file, as: UTF8.self)
    #expect(file.contains("fill: red; filter: url(#f)"), "\(file)")
    #expect(!file.contains("opacity") && !file.contains("scale") && !file.contains("2em"), "\(file)")
  }

  @Test func geometryPropertiesAreApplied() throws {
    let document = try Document.parse(html: "<svg><circle id=x r=1 cx=1 /></svg>")
    let root = try #require(document.nodes.indices.first { document.nodes[$0].name == .svg })
    let node = try #require(document.element(id: "x"))
    let element = InlineSVG(
      document, NodeID(UInt32(root)), color: .black,
      declarations: [node: "cx:20px;r:5px;transform:matrix(1,0,0,1,2,3)"])
    let drawing = try #require(SVGDrawing(element, SVGDocument(document)))
    guard case .shape(let path, let style)? = drawing.operations.first else {
      Issue.record("no shape")
      return
    }
    let circle = SVGPath.ellipse(Point(x: 20, y: 0), Size(width: 5, height: 5))
    #expect("\(path.segments)" == "\(circle.segments)")
    #expect(style.transform == .translation(2, 3))
  }

  /// Programs write such values by mistake. The drawing was left to librsvg, without the fonts of the document.
  @Test func valuesThatAreNotValidHaveNoEffect() throws {
    let square = "<rect width='50' height='50'"
    let plain = Self.pixels(try #require(try Self.inline("<svg viewBox='0 0 100 100'>\(square)/></svg>")[0].element))
    for attribute in [
      "opacity='inherit'", "fill-opacity='NaN'", "stroke-width='undefined'", "stroke-width='-1'", "fill-rule='odd'",
      "clip-rule=''", "clip-path='x'", "mask='x'", "stroke-linecap='NaN'", "stroke-linejoin='x'", "stop-color='x'",
      "stroke-miterlimit='0'", "stroke-dashoffset='null'", "stroke-dasharray='NaN 3'", "paint-order='x'",
      "transform='rotate(NaN)'", "transform='x'", "visibility='x'", "font-family=''", "style='font:bad'",
      "style='font:inherit'", "style='font:NaNpx Arial'", "font-size='NaN'", "font-size='-3'", "font-weight='x'",
      "font-style='x'", "letter-spacing='bad'", "word-spacing='x'", "writing-mode='x'", "writing-mode='vertical-rl'",
      "baseline-shift='x'",
    ] {
      let drawing = try Self.inline("<svg viewBox='0 0 100 100'>\(square) \(attribute)/></svg>")[0].element
      #expect(Self.pixels(try #require(drawing, "\(attribute)")) == plain, "\(attribute)")
    }
    for attribute in [
      "stroke-dasharray='1vw 2'", "font-size='3vw'", "style='font:calc(3px) Arial'",
    ] {
      let drawing = try Self.inline("<svg viewBox='0 0 100 100'>\(square) \(attribute)/></svg>")[0].element
      #expect(drawing == nil, "\(attribute)")
    }
  }
}
