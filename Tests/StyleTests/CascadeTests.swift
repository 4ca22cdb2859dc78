import TestTraits
import Testing

@testable import Style

@Suite(.hangLimit) struct CascadeTests {
  @Test func styleAttributesTakePrecedenceOverRules() throws {
    #expect(try Sheet("#x { width: 1px }", "<p id=x style='width: 2px'>").box.width == .px(2))
    #expect(try Sheet("#x { width: 1px !important }", "<p id=x style='width: 2px'>").box.width == .px(1))
    #expect(try Sheet("#x { width: 1px !important }", "<p id=x style='width: 2px ! important'>").box.width == .px(2))
  }

  @Test func hintsArePrecededByTheUserAgentAndFollowedByAuthorRules() throws {
    #expect(try Sheet("td { padding: 3px }", "<table cellpadding=9><td id=x>").box.padding.top == .px(3))
    #expect(try Sheet("", "<table cellpadding=9><td id=x>").box.padding.top == .px(9))
    #expect(try Sheet("* { width: 4px }", "<img id=x width=9>").box.width == .px(4))
  }

  @Test func unlayeredRulesTakePrecedenceOverLayers() throws {
    #expect(try Sheet("#x { width: 1px } @layer a { #x { width: 2px } }").box.width == .px(1))
    #expect(try Sheet("@layer a, b; @layer b { #x { width: 1px } } @layer a { #x { width: 2px } }").box.width == .px(1))
    #expect(try Sheet("@layer a { #x { width: 1px !important } } #x { width: 2px !important }").box.width == .px(1))
    #expect(try Sheet("@layer a { @layer b { #x { width: 1px } } #x { width: 2px } }").box.width == .px(2))
    #expect(try Sheet("@layer a.b { #x { width: 1px } } @layer a { div { width: 2px } }").box.width == .px(2))
  }

  @Test func wideKeywordsRestoreInheritedInitialAndEarlierValues() throws {
    let html = "<div style='width: 9px; color: red'><div id=x>"
    #expect(try Sheet("#x { width: inherit }", html).box.width == .px(9))
    #expect(try Sheet("#x { color: initial }", html).text.color == .black)
    #expect(try Sheet("#x { color: unset; width: unset }", html).text.color == Color(red: 1, green: 0, blue: 0))
    #expect(try Sheet("#x { display: inline; display: revert }").box.display == .block)
    #expect(try Sheet("b { font-weight: 100; font-weight: revert }", "<b id=x>").text.font.weight == 700)
    #expect(try Sheet("@layer a { #x { width: 1px } } @layer b { #x { width: revert-layer } }").box.width == .px(1))
    #expect(try Sheet("#x { width: 3px; all: initial }").box.width == .auto)
    #expect(try Sheet("#x { all: initial }").box.display == .inline)
  }

  @Test func onlyInheritedPropertiesAreInherited() throws {
    let html =
      "<div style='color: red; margin-left: 3px; font-size: 20px; text-indent: 1em; white-space: pre; orphans: 5'><span id=x>"
    let sheet = try Sheet("", html)
    #expect(sheet.text.color == Color(red: 1, green: 0, blue: 0))
    #expect(sheet.text.textIndent == .px(20))
    #expect(sheet.text.whiteSpace == .pre)
    #expect(sheet.text.orphans == 5)
    #expect(sheet.box.margin.left == .zero)
  }

  @Test func elementsWithEqualStylesShareOne() throws {
    let sheet = try Sheet("p { color: red } .a { width: 1px }", "<p id=a class=a>x<p id=b class=a>y<p id=c>")
    let nodes = ["a", "b", "c"].compactMap { sheet.document.document.element(id: $0) }
    let styles = nodes.map { sheet.document.styleOfNode[Int($0.index)] }
    #expect(styles[0] == styles[1])
    #expect(styles[0] != styles[2])
    #expect(sheet.document.styleOfNode[Int(nodes[0].index) + 1] == styles[0])
  }

  @Test func customPropertiesAreSubstituted() throws {
    #expect(try Sheet(":root { --w: 5px } #x { width: var(--w) }").box.width == .px(5))
    #expect(try Sheet("#x { width: var(--w, 6px) }").box.width == .px(6))
    #expect(try Sheet("#x { --a: var(--b); --b: 7px; width: calc(var(--a) * 2) }").box.width == .px(14))
    #expect(try Sheet("#x { --m: 1px 2px; margin: var(--m) 3px }").box.margin.bottom == .length(.px(3)))
    #expect(
      try Sheet("#x { --c: red; border: 2px solid var(--c) }").paint.borderColor.top == Color(red: 1, green: 0, blue: 0)
    )
    #expect(try Sheet("#x { width: 3px; width: var(--nope) }").box.width == .auto)
    #expect(try Sheet("#x { width: calc(4px + env(safe-area-inset-left)) }").box.width == .px(4))
    #expect(try Sheet("#x { width: env(foo, var(--nope, 6px)) }").box.width == .px(6))
    #expect(try Sheet("#x { width: 3px; --w: foo; width: var(--w) }").box.width == .auto)
    #expect(try Sheet("div { --w: 1px } #x { --w: initial; width: var(--w, 2px) }").box.width == .px(2))
    #expect(try Sheet("#x { --W: 1px; --w: 2px; width: var(--W) }").box.width == .px(1))
    let mixed = try Sheet("#x { --m: 1px 2px; margin: var(--m); padding: var(--m); margin-left: var(--w, 3px) }").box
    #expect(mixed.margin.right == .length(.px(2)))
    #expect(mixed.margin.left == .length(.px(3)))
    #expect(mixed.padding.left == .px(2))
    #expect(try Sheet("#x { --d: ltr; margin-inline: var(--m, 4px) }").box.margin.left == .length(.px(4)))
  }

  @Test func cyclesOfCustomPropertiesAreInvalid() throws {
    #expect(try Sheet("#x { --a: var(--b); --b: var(--a); width: var(--a, 5px) }").box.width == .px(5))
    #expect(try Sheet("#x { --a: var(--a); width: var(--a, 5px) }").box.width == .px(5))
    #expect(try Sheet("#x { --a: var(--b); --b: var(--a, 1px); --c: 2px; width: var(--c) }").box.width == .px(2))
  }

  @Test func substitutionIsLimited() throws {
    let doubling = (1..<40).map { "--a\($0): var(--a\($0 - 1)) var(--a\($0 - 1));" }.joined()
    let sheet = try Sheet("#x { --a0: 1234567890; \(doubling) width: var(--a39, 3px) }")
    #expect(sheet.box.width == .px(3) || sheet.box.width == .auto)
  }

  @Test func flowRelativePropertiesDependOnTheDirection() throws {
    #expect(try Sheet("#x { margin-inline-start: 3px }").box.margin.left == .length(.px(3)))
    #expect(try Sheet("#x { direction: rtl; margin-inline-start: 3px }").box.margin.right == .length(.px(3)))
    #expect(try Sheet("#x { padding-inline: 1px 2px }", "<p dir=rtl><b id=x>").box.padding.right == .px(1))
    #expect(try Sheet("#x { margin-left: 1px; margin-inline-start: 2px }").box.margin.left == .length(.px(2)))
    #expect(try Sheet("#x { margin-inline-start: 2px; margin-left: 1px }").box.margin.left == .length(.px(1)))
    #expect(
      try Sheet("#x { border-block-end: 2px solid red; inset-inline-end: 4px; block-size: 7px }").box.height == .px(7))
  }

  /// css-logical-1 §4, css-writing-modes-4 §6.4. Styles of boxes in turned contents are not yet turned here.
  @Test(arguments: [
    ("vertical-rl", "ltr", "top", "right"), ("vertical-rl", "rtl", "bottom", "right"),
    ("vertical-lr", "ltr", "top", "left"), ("sideways-lr", "ltr", "bottom", "left"),
    ("sideways-lr", "rtl", "top", "left"), ("sideways-rl", "ltr", "top", "right"),
  ])
  func flowRelativePropertiesDependOnTheWritingMode(
    _ mode: String, _ direction: String, _ inline: String, _ block: String
  )
    throws
  {
    let writing = "writing-mode: \(mode); direction: \(direction);"
    let corner = "border-\(inline == "top" ? "top" : "bottom")-\(block)-radius"
    let flow = """
      #x { \(writing) margin-inline-start: 1px; padding-inline-start: 2px; border-inline-start: 3px solid red;
        inset-inline-start: 4px; margin-block-start: 5px; padding-block-start: 6px; inset-block-start: 7px;
        border-start-start-radius: 8px 9px }
      """
    let physical = """
      #x { \(writing) margin-\(inline): 1px; padding-\(inline): 2px; border-\(inline): 3px solid red; \(inline): 4px;
        margin-\(block): 5px; padding-\(block): 6px; \(block): 7px; \(corner): 8px 9px }
      """
    let (first, second) = (try Sheet(flow), try Sheet(physical))
    #expect(first.box == second.box)
    #expect(first.paint == second.paint)
  }

  /// css-logical-1 §4.7, css-sizing-4 §4.
  @Test func cornersAndContainedSizesDependOnTheWritingMode() throws {
    func radii(_ mode: String) throws -> [LengthPercentage] {
      let css = """
        border-start-start-radius: 1px; border-start-end-radius: 2px; border-end-end-radius: 3px;
        border-end-start-radius: 4px
        """
      let corners = try Sheet("#x { writing-mode: \(mode); \(css) }").paint.borderRadius
      return [corners.topLeft.x, corners.topRight.x, corners.bottomRight.x, corners.bottomLeft.x]
    }
    #expect(try radii("vertical-rl") == [.px(4), .px(1), .px(2), .px(3)])
    #expect(try radii("vertical-lr") == [.px(1), .px(4), .px(3), .px(2)])
    #expect(try radii("sideways-lr") == [.px(2), .px(3), .px(4), .px(1)])
    let box = try Sheet("#x { writing-mode: vertical-rl; contain-intrinsic-inline-size: 5px }").box
    #expect(box.containedHeight == 5 && box.containedWidth == nil)
  }

  @Test(arguments: [
    ("print", true), ("screen", false), ("all", true), ("not screen", true), ("not print", false), ("only print", true),
    ("screen, print", true),
    ("print and (orientation: portrait)", true), ("(orientation: landscape)", false), ("(min-width: 10cm)", true),
    ("(max-width: 10cm)", false),
    ("(width > 10cm) and (height < 40cm)", true), ("(10cm < width <= 21cm)", true), ("not (color)", false),
    ("(hover)", false), ("(color)", true),
    ("(unknown: 3)", false), ("not (unknown: 3)", false), ("(unknown) or print", false), ("print and", false),
    ("(min-resolution: 1dppx)", true),
    ("(grid) or (color)", true), ("((width) and (not (grid)))", true), ("(aspect-ratio < 1/1)", true),
    ("foo, (width)", true), ("&, print", true),
    // A condition that is unknown makes the whole query false, also if it is negated.
    ("not print and (unknown)", false), ("not screen and (unknown)", true), ("print and (unknown)", false),
    // A number is no length, except 0.
    ("(min-width: 100)", false), ("(width > 0)", true), ("(100 < width)", false), ("(color: 8px)", false),
    ("(resolution > 0.5)", false), ("(aspect-ratio < 100px)", false),
    // The comparisons of a range have the same direction.
    ("(10cm < width > 5cm)", false), ("(30cm > width >= 10cm)", true), ("(21cm = width < 30cm)", false),
  ])
  func mediaQueriesTestThePage(query: String, isTrue: Bool) throws {
    #expect(try Sheet("@media \(query) { #x { width: 5px } }").box.width == (isTrue ? .px(5) : .auto))
  }

  @Test(arguments: [
    ("(display: grid)", true), ("(display: foo)", false), ("not (display: foo)", true),
    ("(width: 1px) and (height: 1px)", true),
    ("(width: x) or (height: 1px)", true), ("selector(a > b)", true), ("selector(::foo)", false), ("(--x: y)", true),
    ("(foo: bar)", false),
    ("((width: 1px))", true), ("foo(bar)", false), ("(width: 1px) and", false),
  ])
  func supportsConditionsTestTheParsers(condition: String, isTrue: Bool) throws {
    #expect(try Sheet("@supports \(condition) { #x { width: 5px } }").box.width == (isTrue ? .px(5) : .auto))
  }

  @Test func styleElementsHaveMediaQueries() throws {
    #expect(try Sheet("", head: "<style media=screen>#x { width: 5px }</style>").box.width == .auto)
    #expect(try Sheet("", head: "<link rel=stylesheet href='data:text/css,%23x{width:5px}'>").box.width == .px(5))
  }

  /// Each property is twice as long as the one before.
  @Test func lostCustomPropertiesAreReported() throws {
    let doubled = (0..<24).map { "--a\($0 + 1): var(--a\($0)) var(--a\($0));" }.joined()
    let long = try Sheet(":root { --a0: x; \(doubled) }")
    #expect(long.messages.contains { $0.hasPrefix("Custom properties whose values are longer than 64 KB") })
    let chain = (0..<40).map { "--a\($0): var(--a\($0 + 1));" }.joined()
    #expect(try Sheet("#x { \(chain) --a40: 1px; width: var(--a0) }").messages.count == 1)
    #expect(try Sheet("#x { --a0: var(--a1); --a1: 1px; width: var(--a0) }").messages == [])
  }

  /// An element resets properties that are not inherited, also if it declares no custom property.
  @Test func registeredPropertiesThatAreNotInheritedAreReset() throws {
    let css = """
      @property --a { syntax: "<length>"; inherits: false; initial-value: 1px }
      @property --b { syntax: "*"; inherits: false }
      section { --a: 2px; --b: 3px } div, p { width: var(--a); height: var(--b, 4px) } p { --c: 1px }
      """
    let sheet = try Sheet(css, "<section><div id=x></div><p id=y><p></section>")
    #expect(sheet.style("x").box.width == .px(1) && sheet.style("y").box.width == .px(1))
    #expect(sheet.style("x").box.height == .px(4) && sheet.style("y").box.height == .px(4))
  }
}
