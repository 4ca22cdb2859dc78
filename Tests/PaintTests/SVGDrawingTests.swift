import Layout
import Markup
import Resources
import Style
import TestTraits
import Testing
import TextShaping

@testable import Paint

/// SVG images that are drawn without librsvg.
@Suite(.hangLimit) struct SVGDrawingTests: DrawsSVG {
  private static let gradients = """
    <defs><linearGradient id='a'><stop offset='.2' stop-color='red'/><stop offset='80%' stop-color='blue'
    stop-opacity='.5'/></linearGradient><radialGradient id='b' cx='50' cy='50' r='40' gradientUnits='userSpaceOnUse'>
    <stop stop-color='lime'/><stop offset='1' style='stop-color:navy'/></radialGradient>
    <linearGradient id='c' x1='0' y1='0' x2='.3' y2='.3' spreadMethod='reflect' gradientTransform='rotate(20)'><stop stop-color='#fff'/>
    <stop offset='1' stop-color='#000'/></linearGradient></defs>
    """

  static let pictures = [
    "<rect x='10' y='20' width='50' height='30' fill='#369'/>",
    "<rect x='10' y='20' width='50' height='30' rx='9' stroke='red' stroke-width='4'/>",
    "<rect x='5%' y='10%' width='50%' height='20mm' rx='30' ry='5' fill='rgb(10,20,30)' fill-opacity='.4'/>",
    // Without one of the radii, corners are square.
    "<rect x='10' y='20' width='50' height='30' rx='0' ry='9'/><rect y='60' width='50' height='30' rx='9' ry='0'/>",
    "<circle cx='50' cy='50' r='30' fill='none' stroke='green' stroke-width='3' stroke-dasharray='5 2 1'/>",
    "<ellipse cx='50' cy='40' rx='30' ry='12' fill='orange' opacity='.5' stroke='black'/>",
    "<circle cx='50' cy='40' r='20' fill='orange' opacity='.5' stroke='black' stroke-width='8' paint-order='stroke'/>",
    "<line x1='5' y1='5' x2='95' y2='60' stroke='currentColor' color='purple' stroke-linecap='round' stroke-width='6'/>",
    "<polyline points='5,5 40 70,60,20 90-3' fill='none' stroke='navy' stroke-linejoin='bevel' stroke-width='5'/>",
    "<polygon points='50,5 80,95 5,35 95,35 20,95' fill='teal' fill-rule='evenodd'/>",
    "<path d='M10 10h30v30H10zm50,0 q20 0 20 20t20 20M10 60c10-30 40-30 50 0s30 30 35-5' fill='none' stroke='red'/>",
    "<path d='M50 50L90 50A40 40 0 0 1 50 90Z' fill='blue'/><path d='m20 20a10,15 30 1,0 20 9a5 5 0 01-9-3z'/>",
    "<path d='M10-.5.5 90 80 1e1z' stroke='red' stroke-miterlimit='10' stroke-width='3' fill='#f80'/>",
    "<g transform='translate(50 50) rotate(30) scale(1.5,.5) skewX(10)' opacity='.6'><rect width='20' height='20'/>"
      + "<rect x='10' y='10' width='20' height='20' fill='red'/></g>",
    "<g fill='red' stroke='blue'><g style='fill: lime; stroke-width: 3px'><circle cx='30' cy='30' r='20'/></g>"
      + "<rect x='50' y='50' width='20' height='20' transform='rotate(45 60 60)'/></g>",
    gradients
      + "<rect x='10' y='10' width='80' height='30' fill='url(#a)'/><circle cx='50' cy='50' r='45' fill='url(#b)'"
      + " fill-opacity='.7'/><rect y='70' width='90' height='20' fill='url(#c)' stroke='url(#a)' stroke-width='4'/>",
    // The focal circle has the first colour inside.
    "<radialGradient id='f' cx='.5' cy='.5' r='.4' fx='.4' fr='.15'><stop stop-color='red'/>"
      + "<stop offset='1' stop-color='blue'/></radialGradient><radialGradient id='g' cx='20' cy='20' r='20' fx='25' "
      + "fy='25' fr='8' gradientUnits='userSpaceOnUse' spreadMethod='repeat'><stop offset='.2' stop-color='lime'/>"
      + "<stop offset='1' stop-color='navy'/></radialGradient><rect width='90' height='50' fill='url(#f)'/>"
      + "<rect y='50' width='90' height='50' fill='url(#g)'/>",
    "<rect width='50' height='50' visibility='hidden'/><g display='none'><rect width='9' height='9'/></g>"
      + "<rect x='20' width='10' height='90'/>",
    "<defs><g id='d'><rect id='e' width='20' height='10'/></g></defs><use href='#d' x='10' y='30' fill='red'/>"
      + "<use xlink:href='#e' transform='rotate(20)' x='50' opacity='.5'/><g fill='blue'><use href='#d' y='70'/></g>",
    "<clipPath id='c'><circle cx='50' cy='50' r='30'/></clipPath><g clip-path='url(#c)'><rect width='60' height='90'/>"
      + "<rect x='70' width='20' height='90' fill='red'/></g>",
    "<defs><clipPath id='c'><path d='M10 10H90V90H10ZM30 30H70V70H30Z' clip-rule='evenodd'/></clipPath></defs>"
      + "<rect x='20' width='60' height='100' clip-path=\"url('#c')\" transform='translate(10)' opacity='.7'/>",
    "<symbol id='s' viewBox='0 0 10 20' preserveAspectRatio='xMinYMin'><rect width='10' height='20' fill='red'/>"
      + "<circle r='5' cx='10' cy='10'/></symbol><use href='#s' x='5' y='10' width='40' height='40'/>"
      + "<use href='#s' width='50%' height='30' transform='rotate(20)' x='50'/><use href='#s' x='90' opacity='.5'/>",
    "<svg x='10' y='20' width='40' height='30' viewBox='0 0 4 4'><circle r='3' cx='2' cy='2'/></svg>"
      + "<svg width='30' height='5'><rect width='90' height='10' fill='red'/></svg><svg width='0' height='9'><rect/></svg>"
      + "<svg overflow='visible' x='60' width='10' height='10'><rect width='30' height='30' fill='blue'/></svg>",
    "<a xlink:href='#x'><title>t</title><rect width='10' height='20' data-x='1' aria-label='l' class='c'/></a>",
    "<rect x='-20' y='-20' width='60' height='60'/><path d=''/><rect width='0' height='5'/><polyline points=''/>",
    // What definitions inherit is from the elements around them.
    "<g clip-rule='evenodd'><clipPath id='c'><path d='M10 10H90V90H10ZM30 30H70V70H30Z'/></clipPath></g>"
      + "<rect width='100' height='100' clip-path='url(#c)'/>",
    "<g color='purple'><defs><linearGradient id='a'><stop stop-color='currentColor'/><stop offset='1' stop-color='red'/>"
      + "</linearGradient></defs></g><rect color='lime' width='90' height='90' fill='url(#a)'/>",
    // The order of declarations does not matter, and they are stronger than attributes.
    "<line x2='90' y2='70' style='stroke-width:2em;stroke:currentColor;font-size:5px;color:green'/>",
    "<rect display='none' style='display:inline' width='50' height='50'/>",
    "<rect fill='currentColor' stroke='currentcolor' stroke-width='9' style='color:red' width='50' height='50'/>"
      + "<g fill='currentColor' color='blue'><rect y='60' width='20' height='20'/><rect y='80' width='20' height='20' color='lime'/>"
      + "</g>",
  ]

  /// librsvg draws the same.
  @Test(arguments: pictures) func shapesAreThoseOfLibrsvg(_ content: String) throws {
    for (attributes, area) in [
      ("viewBox='0 0 100 100'", Rect(0, 0, 120, 120)), ("viewBox='10 0 80 100'", Rect(3, 5, 110, 60)),
      ("viewBox='0 0 100 100' preserveAspectRatio='none'", Rect(0, 0, 60, 120)),
      ("viewBox='0 0 100 100' preserveAspectRatio='xMaxYMin slice'", Rect(0, 0, 60, 120)),
      ("viewBox='0 0 100 100' fill='maroon' opacity='.8'", Rect(0, 0, 100, 100)),
    ] {
      let file = Self.file(content, attributes)
      let drawing = try #require(SVGDrawing(file))
      let vector = try #require(VectorPicture(file))
      let own = Self.pixels { drawing.draw(in: area, size: nil, fonts: Self.noFonts, on: $0) }
      let other = Self.pixels { $0.draw(vector, in: area) }
      let differences = zip(own, other).filter { abs(Int($0) - Int($1)) > 24 }
      #expect(differences.count <= own.count / 400, "\(attributes): \(differences.count) of \(own.count)")
      // Of other view boxes, some pictures are outside.
      if area.width == 120 { #expect(other.contains { $0 != 255 }) }
    }
  }

  @Test func imagesWithoutAViewBoxHaveTheirOwnSizeOrThatOfTheArea() throws {
    let file = Self.file("<rect width='50' height='50'/>", "width='100' height='50'")
    let drawing = try #require(SVGDrawing(file))
    let stretched = Self.pixels {
      drawing.draw(in: Rect(0, 0, 100, 100), size: Size(width: 100, height: 50), fonts: Self.noFonts, on: $0)
    }
    #expect(stretched[(90 * 120 + 40) * 4] == 0)
    let natural = Self.pixels { drawing.draw(in: Rect(0, 0, 100, 100), size: nil, fonts: Self.noFonts, on: $0) }
    #expect(natural[(90 * 120 + 40) * 4] == 255 && natural[(40 * 120 + 40) * 4] == 0)
  }

  @Test(arguments: [
    "<rect width='calc(1px + 2vw)' height='9'/>",
    "<text style='font:calc(3px) Arial'>a</text>", "<rect transform='rotate(a)' width='9' height='9'/>",
    "<radialGradient id='g' fr='1'><stop/></radialGradient><rect width='9' height='9' fill='url(#g)'/>",
    "<radialGradient id='g' r='-1' fr='1'><stop/></radialGradient><rect width='9' height='9' fill='url(#g)'/>",
  ])
  func unsupportedContentIsLeftToLibrsvg(_ content: String) throws {
    #expect(SVGDrawing(Self.file(content)) == nil)
    let element = try #require(try Self.inline("<svg viewBox='0 0 100 100'>\(content)</svg>").first)
    #expect(element.element == nil)
  }

  /// One element or attribute that is not known sent the whole image to librsvg.
  @Test(arguments: [
    "<image href='a.png'/>", "<use href='#a'/>", "<g id='g'><use href='#g'/></g>",
    "<unknown><rect width='99'/></unknown>",
    "<script>1</script>", "<foreignObject width='9' height='9'/>", "<metadata/>", "<x xmlns='urn:x'><rect/></x>",
    "<rect unknown='1'/>", "<g marker-end='url(#m)'/>",
    "<g clip-path='url(#missing)' mask='url(#missing)' filter='url(#missing)'/>",
    "<text x='-90 a'> </text>", "<text xml:space='preserve' font-kerning='auto' text-rendering='optimizeLegibility'/>",
    "<g style='text-shadow: 0 0 1px red; will-change: transform; unicode-bidi: embed; -x-y: z; fill: x y; shape-rendering'/>",
    "<path d='M0 0 L'/>", "<path d='L0 0'/>", "<path d='M0 0zz1'/>", "<rect width='-1' height='2'/>",
    "<rect width='9' height='9' fill='url(#missing)'/>", "<text><textPath href='#p'>a</textPath></text>",
    "<g text-decoration='none' font-variant='normal' white-space='normal' writing-mode='lr-tb' x='1' points='a'/>",
  ])
  func whatIsNotKnownIsIgnored(_ content: String) throws {
    #expect(try inked(content + "<rect x='20' width='10' height='10'/>") == [20...29])
  }

  @Test func invalidValuesHaveNoEffect() throws {
    #expect(try inked("<g fill='white'><rect width='9' height='9' fill='nothing'/></g>") == [])
    #expect(try inked("<g fill='white'><rect width='9' height='9' style='fill: black !important'/></g>") == [0...8])
    // Path data are drawn up to the first error (SVG 2 §9.5.4).
    #expect(try inked("<path d='M10 0H30V9H10ZL'/>") == [10...29])
  }

  @Test func variablesHaveTheirFallbacks() throws {
    #expect(try inked("<g fill='white'><rect width='9' height='9' style='fill: var(--x, black)'/></g>") == [0...8])
    #expect(try inked("<g fill='white'><rect width='9' height='9' fill='var(--x)'/></g>") == [])
  }

  @Test func damagedFilesAreLeftToLibrsvg() {
    let file = Self.file(Self.pictures.joined())
    for count in stride(from: 0, to: file.count, by: 41) { #expect(SVGDrawing(Array(file[..<count])) == nil) }
    #expect(SVGDrawing(Array("<a/>".utf8)) == nil)
    let deep = String(repeating: "<g>", count: 100) + String(repeating: "</g>", count: 100)
    #expect(SVGDrawing(Self.file(deep)) == nil)
    // So are those of markers, masks and clips.
    let marker = "<marker id='m'><path d='M0 0\(String(repeating: "L9 9", count: 2_000))'/></marker>"
    #expect(SVGDrawing(repeating(marker, "<path d='M0 0H1' marker-end='url(#m)'/>", 900)) != nil)
    #expect(SVGDrawing(repeating(marker, "<path d='M0 0H1' marker-end='url(#m)'/>", 1100)) == nil)
    #expect(
      SVGDrawing(Self.file(marker + "<path marker-mid='url(#m)' d='M0 0\(String(repeating: "L9 9", count: 1100))'/>"))
        == nil)
    let nested = (1...9).map { level in
      "<marker id='n\(level)'><path d='M0 0\(String(repeating: "L9 9", count: 20))' marker-mid='url(#n\(level - 1))'/></marker>"
    }
    #expect(SVGDrawing(Self.file(nested.joined() + "<path d='M0 0L1 1L2 2' marker-mid='url(#n9)'/>")) == nil)
    let masks = (1...40).map { level in
      "<mask id='a\(level)'><g mask='url(#a\(level - 1))'/><g mask='url(#a\(level - 1))'/></mask>"
    }
    #expect(SVGDrawing(Self.file(masks.joined() + "<rect mask='url(#a40)' width='1' height='1'/>")) == nil)
    let doubling = (1...40).map { "<g id='g\($0)'><use href='#g\($0 - 1)'/><use href='#g\($0 - 1)'/></g>" }
    #expect(SVGDrawing(Self.file("<defs><g id='g0'/>\(doubling.joined())</defs><use href='#g40'/>")) == nil)
    // Elements count as often as they are read.
    func repeating(_ definition: String, _ reference: String, _ count: Int) -> [UInt8] {
      Self.file("<defs>\(definition)</defs>" + String(repeating: reference, count: count))
    }
    let path = "<path id='p' d='M0 0\(String(repeating: "L9 9", count: 20_000))'/>"
    #expect(SVGDrawing(repeating(path, "<use href='#p'/>", 90)) != nil)
    #expect(SVGDrawing(repeating(path, "<use href='#p'/>", 110)) == nil)
    let text = "<g id='g'><text x='\(String(repeating: "9 ", count: 9_000))'>a</text></g>"
    #expect(SVGDrawing(repeating(text, "<use href='#g'/>", 40)) != nil)
    #expect(SVGDrawing(repeating(text, "<use href='#g'/>", 70)) == nil)
    let clip = "<clipPath id='c'><path d='M0 0\(String(repeating: "L9 9", count: 20_000))'/></clipPath>"
    #expect(SVGDrawing(repeating(clip, "<g clip-path='url(#c)'/>", 90)) != nil)
    #expect(SVGDrawing(repeating(clip, "<g clip-path='url(#c)'/>", 110)) == nil)
    let many = String(repeating: "<rect width='1' height='1'/>", count: 100_001)
    #expect(SVGDrawing(Self.file(many)) == nil)
  }

  /// Dashes are in units of the path length that the author states.
  @Test(arguments: [("100", [10.0, 50], 5.0), ("0", [20, 100], 10), ("-1", [20, 100], 10), ("1e9", [], 0)])
  func dashesAreInUnitsOfThePathLength(stated: String, dashes: [Double], offset: Double) throws {
    let path =
      "<path d='M0 0H50' stroke='red' stroke-dasharray='20 100' stroke-dashoffset='10' pathLength='\(stated)'/>"
    let drawing = try #require(SVGDrawing(Self.file(path, "")))
    guard case .shape(_, let style) = drawing.operations.first else { throw Missing() }
    #expect(style.line.dashes == dashes && abs(style.line.dashOffset - offset) < 1e-3)
  }

  private struct Missing: Error {}

  /// Cairo computed millions of dashes that cannot be seen.
  @Test func linesOfTooManyDashesAreSolid() throws {
    for (end, isDashed) in [(100, true), (100_000, true), (5_000_000, false)] {
      let lines = (0..<60).map { "M0 \(4 * $0 + 3)H\(end)" }.joined()
      let drawing = try #require(
        SVGDrawing(Self.file("<path d='\(lines)' stroke='black' stroke-width='2' stroke-dasharray='5'/>", "")))
      let pixels = Self.pixels(drawing)
      #expect(pixels[(3 * 120 + 2) * 4] == 0)
      #expect(pixels[(3 * 120 + 7) * 4] == (isDashed ? 255 : 0), "\(end)")
    }
  }

  @Test func aPaintWithoutAnElementIsNone() throws {
    for address in ["url(#)", "url()", "url(!)", "url('other.svg#a')"] {
      #expect(try inked("<rect width='50' height='50' fill=\"\(address)\"/>") == [], "\(address)")
    }
  }

  /// A length with `calc()` sent the whole image to librsvg.
  @Test(arguments: [
    "calc(10px + 20px)", "calc(2 * (1em - 5px))", "calc(50% - 30px)", "max(30px, 1px)",
    "calc(min(40px, 10px, 99%) * 3)",
    "calc(90px / 3)",
  ])
  func lengthsAreCalculated(_ length: String) throws {
    #expect(try inked("<rect x='20' width='\(length)' height='9'/>") == [20...49])
    if !length.contains("%") {
      let line = "<path d='M20 50H50' stroke='black' style='stroke-width: \(length)'/>"
      #expect(try inked(line, rows: true) == [35...64])
    }
    for damaged in [length + "1", String(length.dropLast()), length.replacing("(", with: "( *")] {
      #expect(SVGDrawing(Self.file("<rect width='\(damaged)' height='9'/>")) == nil, "\(damaged)")
    }
    let deep = String(repeating: "calc(", count: 1000) + "1" + String(repeating: ")", count: 1000)
    #expect(SVGDrawing(Self.file("<rect width='\(deep)' height='9'/>")) == nil)
  }

  @Test func transformsMayHaveUnits() throws {
    func drawn(_ transform: String) throws -> [UInt8] {
      let drawing = try #require(SVGDrawing(Self.file("<rect width='30' height='20' \(transform)/>")))
      return Self.pixels { drawing.draw(in: Rect(0, 0, 120, 120), size: nil, fonts: Self.noFonts, on: $0) }
    }
    let plain = try drawn("transform='translate(50 20) rotate(36) scale(2 1) skewY(10)'")
    #expect(
      try drawn("style='transform: translateX(50px) translateY(15pt) rotate(.1turn) scaleX(2) skew(0, 10deg)'") == plain
    )
    #expect(
      try drawn("transform='translate(50) translate(0 20) rotate(40grad) scaleY(.5) scale(2) skewY(10deg)'") == plain)
  }

  @Test func transformsHaveAnOrigin() throws {
    let turned = "<rect x='50' y='40' width='40' height='10' transform='rotate(90)' transform-origin='50px 40'/>"
    #expect(try inked(turned) == [40...49])
    #expect(try inked(turned, rows: true) == [40...79])
  }

  /// The initial value of the radii is `auto`: one is as long as the other (SVG 2 §10.4).
  @Test(arguments: ["rx", "ry"]) func anEllipseWithOneRadiusIsACircle(_ radius: String) throws {
    let ellipse = "<ellipse cx='60' cy='50' \(radius)='20'/>"
    #expect(try inked(ellipse) == [40...79])
    #expect(try inked(ellipse, rows: true) == [30...69])
    #expect(try inked("<ellipse cx='60' cy='50' \(radius)='0'/>").isEmpty)
  }

  @Test func propertiesWithoutEffectAreIgnoredInStyles() throws {
    #expect(try inked("<rect style='shape-rendering:crispEdges; cursor: pointer' width='9' height='9'/>") == [0...8])
  }

  @Test func aSymbolThatIsUsedIsDisplayed() throws {
    let symbol = "<symbol id='s' display='none' viewBox='0 0 9 9'><rect width='9' height='9'/></symbol>"
    #expect(try inked(symbol + "<use href='#s' x='10' width='30' height='30'/>") == [10...39])
  }
}
