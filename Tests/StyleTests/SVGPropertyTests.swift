import TestTraits
import Testing

@testable import Style

/// Style sheets apply to the elements of inline SVG (SVG 2 §6).
@Suite(.hangLimit) struct SVGPropertyTests {
  private func declarations(
    _ css: String, _ content: String, _ id: String = "x", attributes: String = ""
  ) throws -> String? {
    let sheet = try Sheet(css, "<svg id=root \(attributes)>\(content)</svg>")
    let document = sheet.document.document
    let root = try #require(document.element(id: "root"))
    let node = try #require(document.element(id: id))
    #expect(sheet.messages.isEmpty)
    return sheet.document.drawingDeclarations(in: root, isBox: true)[node]
  }

  @Test func rulesSetThePropertiesOfTheirElements() throws {
    #expect(
      try declarations(".bar { fill: red; stroke-width: 2 }", "<rect id=x class=bar />") == "fill:red;stroke-width:2")
    #expect(try declarations("body .bar { fill: red } .bar { fill: blue }", "<rect id=x class=bar />") == "fill:red")
    #expect(try declarations(":root { --brand: teal } rect { fill: var(--brand) }", "<rect id=x />") == "fill:teal")
    #expect(try declarations("rect { fill: red !important }", "<rect id=x style='fill: blue' />") == "fill:red")
    #expect(try declarations("svg { fill: red }", "<rect />", "root") == "fill:red")
  }

  /// css-images-3 §6.1: a rule, an attribute of an element around it, or the document says it.
  @Test func imagesHaveARendering() throws {
    let image = "<g id=g><image id=x class=i /></g>"
    #expect(try declarations(".i { image-rendering: pixelated }", image) == "image-rendering:pixelated")
    #expect(try declarations("g { image-rendering: crisp-edges }", image, "g") == "image-rendering:pixelated")
    #expect(try declarations("g { image-rendering: crisp-edges }", image) == nil)
    let smooth = "<g image-rendering=pixelated><image id=x class=i /></g>"
    #expect(try declarations(".i { image-rendering: auto }", smooth) == "image-rendering:auto")
    #expect(try declarations("body { image-rendering: pixelated }", image, "root") == "image-rendering:pixelated")
    #expect(try declarations("", "<image id=x image-rendering=optimizeSpeed />") == "image-rendering:pixelated")
  }

  /// Where a `use` element shows the element, `em` and per cent refer to the size there.
  @Test(arguments: ["2em", "200%", "20"]) func sizesThatAttributesStateAreTheirs(_ size: String) throws {
    #expect(
      try declarations("svg { font-size: 10px }", "<g id=x font-size='\(size)'><text>a</text></g>") == nil)
  }

  @Test func theWritingModeIsThatOfTheCascade() throws {
    #expect(try declarations("text { writing-mode: vertical-rl }", "<text id=x>a</text>") == "writing-mode:vertical-rl")
    #expect(
      try declarations("text { text-orientation: upright }", "<text id=x writing-mode=tb>a</text>")
        == "writing-mode:vertical-rl;text-orientation:upright")
  }

  @Test func pathsAreProperties() throws {
    #expect(try declarations("path { d: path('M0 0H9') }", "<path id=x />") == "d:path('M0 0H9')")
  }

  /// Basic shapes are values, not text, so that their lengths are computed.
  @Test func basicShapesClipElements() throws {
    func clip(_ css: String) throws -> ClipPath? {
      let sheet = try Sheet("rect { font-size: 10px; clip-path: \(css) }", "<svg id=root><rect id=x /></svg>")
      let document = sheet.document.document
      let root = try #require(document.element(id: "root"))
      let node = try #require(document.element(id: "x"))
      return sheet.document.drawingClipPaths(in: root, isBox: true)[node]
    }
    #expect(
      try clip("circle(2em at 5px 6px)")?.shape
        == .ellipse(
          radii: Pair(.length(.px(20)), .length(.px(20))), center: Pair(.px(5), .px(6)), isCircle: true))
    #expect(try clip("view-box")?.box == .viewBox)
    #expect(try clip("fill-box inset(0)")?.box == .contentBox)
    #expect(try clip("url(#c)") == nil)
    #expect(try clip("none") == nil)
  }

  /// A rule was ignored, with a warning for each of its declarations, if it was within the drawing.
  @Test func aStyleSheetMayBeInTheDrawing() throws {
    #expect(try declarations("", "<style>.a { fill: red }</style><rect id=x class=a />") == "fill:red")
  }

  /// What elements of the document set was not inherited by the drawings in them.
  @Test func theDrawingInheritsFromTheDocument() throws {
    let css = "html { stroke-width: 2 } body { fill: red; stroke: teal; cx: 5px; stop-color: red }"
    #expect(try declarations(css, "<rect />", "root") == "fill:red;stroke:teal;stroke-width:2")
    #expect(try declarations(css, "<rect id=x />") == nil)
    // What the element declares itself is stronger.
    #expect(
      try declarations(css + "svg { stroke: none; fill: initial }", "<rect />", "root", attributes: "stroke-width=3")
        == "stroke:none")
  }

  /// What an element inherits is not declared: its own attributes are stronger.
  @Test func inheritedValuesAreNotDeclared() throws {
    let content = "<g id=g class=a><rect id=x fill=blue /></g>"
    #expect(try declarations(".a { fill: red; font-size: 7px }", content) == nil)
    #expect(try declarations(".a { fill: red; font-size: 7px }", content, "g") == "fill:red;font-size:7.0px")
    // The same style on both is declared on both.
    #expect(try declarations("g, rect { opacity: .5 }", content) == "opacity:0.5")
  }

  @Test func filtersAndTheDirectionAreDeclared() throws {
    #expect(
      try declarations("rect { filter: url(#f) blur(2px) drop-shadow(1px 2px 3px rgb(255 0 0 / .5)) }", "<rect id=x />")
        == "filter:url(#f) blur(2.0px) drop-shadow(1.0px 2.0px 3.0px rgba(255,0,0,0.5))")
    #expect(
      try declarations("rect { filter: grayscale(1) hue-rotate(.5turn) opacity(50%) }", "<rect id=x />")
        == "filter:grayscale(1.0) hue-rotate(180.0deg) opacity(0.5)")
    #expect(try declarations("text { direction: rtl }", "<text id=x />") == "direction:rtl")
    #expect(try declarations("body { direction: rtl }", "<text id=x />", "root") == "direction:rtl")
  }

  @Test func otherPropertiesThatDrawingsHaveAreDeclared() throws {
    let css = "text { color: red; display: none; visibility: hidden; font: italic 700 9px Arial; letter-spacing: 2px }"
    #expect(
      try declarations(css, "<text id=x>a</text>")
        == "color:rgb(255,0,0);display:none;visibility:hidden;font-family:Arial;font-size:9.0px;font-weight:700;"
        + "font-style:italic;letter-spacing:2.0px")
  }

  @Test func geometryAndTransformsAreDeclared() throws {
    #expect(try declarations("circle { cx: 5px; r: 2px }", "<circle id=x />") == "cx:5px;r:2px")
    #expect(try declarations("rect { width: 1in; height: 50% }", "<rect id=x />") == "width:96.0px")
    #expect(
      try declarations("g { transform: translate(3px, 4px) scale(2) }", "<g id=x></g>")
        == "transform:matrix(2.0,0.0,0.0,2.0,3.0,4.0)")
    #expect(
      try declarations("g { transform: scale(2); transform-origin: 10px 20px }", "<g id=x></g>")
        == "transform:matrix(2.0,0.0,0.0,2.0,-10.0,-20.0);transform-origin:0 0")
    let moved = try declarations("g { transform: translate(50%) }", "<g id=x></g>")
    #expect(moved?.hasPrefix("transform:translate(50.0%,") == true, "\(moved ?? "none")")
  }
  /// The origin is that of the view box, unless it is set (css-transforms-1 §6).
  @Test func originsOfTransformsAreDeclared() throws {
    for element in ["rect", "g", "clipPath", "linearGradient"] {
      #expect(try declarations("", "<\(element) id=x />") == nil, "\(element)")
    }
    #expect(
      try declarations("rect { transform: scale(2); transform-origin: center }", "<rect id=x />")
        == "transform:matrix(2.0,0.0,0.0,2.0,0.0,0.0);transform-origin:50.0% 50.0%")
    #expect(
      try declarations("rect { transform-box: fill-box; transform-origin: 10px 0 }", "<rect id=x />")
        == "transform-box:fill-box;transform-origin:10.0px 0.0px")
  }

  @Test func propertiesOfTextAreDeclared() throws {
    let css = """
      text { word-spacing: 2px; white-space: pre; text-transform: uppercase; font-stretch: condensed;
        font-feature-settings: 'tnum'; font-variant: small-caps; text-decoration: underline }
      """
    let declared =
      "word-spacing:2.0px;white-space:pre;text-transform:uppercase;font-stretch:75.0%;"
      + "font-feature-settings:'tnum' 1;font-variant:small-caps;text-decoration:underline"
    #expect(try declarations(css, "<text id=x>a</text>") == declared)
    // Those of the document are inherited.
    #expect(
      try declarations("body { letter-spacing: 1px; text-transform: lowercase }", "<text />", "root")
        == "text-transform:lowercase;letter-spacing:1.0px")
    // Links in drawings look like other elements.
    #expect(try declarations("", "<a id=x href=b><text>a</text></a>") == nil)
  }

  @Test func effectsAreDeclared() throws {
    #expect(
      try declarations(
        "g { clip-path: url(#c); mask: url(#m); mix-blend-mode: multiply }", "<clipPath id=c /><g id=x></g>")
        == "clip-path:url(#c);mask:url(#m);mix-blend-mode:multiply")
  }
}
