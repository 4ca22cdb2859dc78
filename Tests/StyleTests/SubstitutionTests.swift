import TestTraits
import Testing

@testable import Style

/// Functions that are replaced by text before a value is parsed (css-values-5 §7 to §9), and registered properties.
@Suite(.hangLimit) struct SubstitutionTests {
  private let list = "<ul><li id=a>a</li>text<li id=b>b</li><!-- --><li id=c>c</li></ul>"

  @Test func elementsKnowTheirPlaceAmongTheirSiblings() throws {
    let sheet = try Sheet(
      "li { width: calc(sibling-index() * 10px); height: calc(1px * sibling-count()) } li::before { content: ''; z-index: sibling-index() }",
      list)
    #expect(["a", "b", "c"].map { sheet.style($0).box.width } == [.px(10), .px(20), .px(30)])
    #expect(["a", "b", "c"].map { sheet.style($0).box.height } == [.px(3), .px(3), .px(3)])
    #expect(["a", "b", "c"].map { sheet.pseudo(.before, $0)?.box.zIndex } == [1, 2, 3])
  }

  @Test func customPropertiesReadTheElementThatDeclaresThem() throws {
    let sheet = try Sheet(
      "li { --n: sibling-index(); --w: attr(data-w px) } b { z-index: var(--n); width: var(--w) }",
      "<ul><li data-w=4><b>x</b></li><li data-w=5><b id=x data-w=6>y</b></li></ul>")
    #expect(sheet.box.zIndex == 2)
    #expect(sheet.box.width == .px(5))
  }

  @Test(arguments: [
    ("if(style(--a: b): 1px; else: 2px)", 1.0), ("if(style(--a: c): 1px; else: 2px)", 2), ("if(style(--a): 1px)", 1),
    ("if(style(--none): 1px; else: 2px)", 2), ("if(not style(--a: c): 1px; else: 2px)", 1),
    ("if(style((--a: c) or (--n: 3)): 1px; else: 2px)", 1), ("if(style(--a: var(--same)): 1px; else: 2px)", 1),
    ("if(media(print): 1px; else: 2px)", 1), ("if(media(screen): 1px; style(--a: b): 3px)", 3),
    ("if(supports(display: grid) and style(--a: b): 1px; else: 2px)", 1),
    ("if(supports(display: x): 1px; else: 2px)", 2),
    ("calc(2 * if(else: 2px))", 4), ("if(style(--a: b): calc(1px * var(--n)); else: 2px)", 3),
  ])
  func branchesHaveConditions(value: String, expected: Double) throws {
    #expect(try Sheet("#x { --a: b; --same: b; --n: 3; width: \(value) }").box.width == .px(expected))
  }

  @Test(arguments: ["if(style(--a: c): 1px)", "if(style(--a: b) 1px)", "sibling-index(1)", "if(x: 1px)"])
  func otherValuesAreInvalid(value: String) throws {
    #expect(try Sheet("#x { --a: b; width: 5px; width: \(value) }").box.width == .auto)
  }

  @Test func styleQueriesTestTheParent() throws {
    let html = "<section id=s><div id=x>x</div></section>"
    func width(_ condition: String) throws -> SizeValue {
      try Sheet("section { --a: 1 } #x { --a: 2 } @container \(condition) { #x { width: 9px } }", html).box.width
    }
    #expect(try width("style(--a: 1)") == .px(9))
    #expect(try width("style(--a: 2)") == .auto)
    #expect(try width("style(--a) and (not style(--b))") == .px(9))
    #expect(try width("not style(--a: 2)") == .px(9))
  }

  @Test func shortValuesAreComparedByTokens() throws {
    func holds(_ declared: String, _ tested: String) throws -> Bool {
      try Sheet("#x { --a: \(declared); width: if(style(--a:  \(tested) ): 1px) }").box.width == .px(1)
    }
    #expect(try holds("1  2", "1 /**/ 2"))
    let long = String(repeating: "long ", count: 50)
    #expect(try holds(long, long) && !holds(long, long + "a"))
    #expect(try !holds(long + "longer", "var(--a)"))
  }

  /// css-properties-values-api-1 §2.4.
  @Test func registeredPropertiesWithOtherValuesAreUnset() throws {
    let own = "@property --w { syntax: '<length> | auto'; inherits: false; initial-value: 3px }"
    #expect(try Sheet("\(own) #x { --w: red; width: var(--w) }").box.width == .px(3))
    #expect(try Sheet("\(own) #x { --w: 4px; width: var(--w) }").box.width == .px(4))
    #expect(try Sheet("\(own) #x { --w: auto; width: var(--w) }").box.width == .auto)
    let inherited = "@property --w { syntax: '<length>'; inherits: true; initial-value: 3px } body { --w: 7px }"
    #expect(try Sheet("\(inherited) #x { --w: 5; width: var(--w) }").box.width == .px(7))
    let lists = "@property --w { syntax: '<length>#'; inherits: false; initial-value: 3px }"
    #expect(try Sheet("\(lists) #x { --w: 1px, 2px; border-radius: 0; width: var(--w, 1px) }").box.width == .auto)
  }

  /// css-properties-values-api-1 §2.4: the computed values of registered properties are inherited, not their texts.
  @Test(arguments: [
    ("<length>", "2em", "var(--s)", 20.0), ("<length>", "calc(1em + 5px)", "var(--s)", 15),
    ("<length>", "calc(var(--n) * 1em)", "var(--s)", 30), ("<length>#", "1em, 2em", "max(var(--s))", 20),
    ("<length> | auto", "2em", "var(--s)", 20),
    ("<length-percentage>", "2em", "var(--s)", 20), ("*", "2em", "var(--s)", 60),
    ("<integer>", "calc(2.6)", "calc(var(--s) * 1px)", 3), ("<number>", "calc(2.5 + 1)", "calc(var(--s) * 1px)", 3.5),
    ("<angle>", "0.5turn", "calc(1px * var(--s) / 1deg)", 180), ("<length>", "2em", "var(--t)", 40),
  ])
  func registeredPropertiesInheritTheirComputedValues(
    syntax: String, value: String, width: String, expected: Double
  ) throws {
    let css = """
      @property --s { syntax: '\(syntax)'; inherits: true; initial-value: 0px }
      section { font-size: 10px; --n: 3; --s: \(value); --t: calc(var(--s) * 2) }
      #x { font-size: 30px; width: \(width) }
      """
    #expect(try Sheet(css, "<section><div id=x></div></section>").box.width == .px(expected))
  }

  /// The value of an element itself depends on its own font, and that of `zoom` is not applied twice.
  @Test func lengthsOfRegisteredPropertiesReferToTheirElement() throws {
    let rule = "@property --s { syntax: '<length>'; inherits: true; initial-value: 0px }"
    #expect(try Sheet("\(rule) #x { font-size: 10px; --s: 2em; width: var(--s) }").box.width == .px(20))
    let zoom = "\(rule) body { font-size: 10px; zoom: 2; --s: 2em } #x { width: var(--s) }"
    #expect(try Sheet(zoom).box.width == .px(40))
    let mixed = rule.replacing("<length>", with: "<length-percentage>")
    let width = try Sheet("\(mixed) body { font-size: 10px; --s: calc(2em + 10%) } #x { width: var(--s) }").box.width
    guard case .length(let length) = width else {
      Issue.record("\(width)")
      return
    }
    #expect(length.resolve(against: 100) == 30)
  }

  @Test(arguments: [
    ("calc(100px * progress(30, 0, 60))", 50.0), ("calc(100px * progress(30px, 10px, 50px))", 50),
    ("calc(100px * progress(90px, 10px, 50px))", 100), ("calc(100px * progress(5px, 5px, 5px))", 0),
    ("calc(1px * atan2(1, 1) / 1deg)", 45), ("calc(1px * asin(1) / 1deg)", 90), ("calc(10px * 100px / 20px)", 50),
    ("calc(1px * (2px * 3deg) / (1deg * 1px))", 6),
  ])
  func quantitiesOfDifferentTypesAreMultiplied(value: String, expected: Double) throws {
    let width = try Sheet("#x { width: \(value) }").box.width
    guard case .length(.px(let width)) = width else {
      Issue.record("\(width)")
      return
    }
    #expect(abs(width - expected) < 1e-9)
  }

  @Test(arguments: ["calc(1px * 1deg)", "calc(1px + 1deg / 1deg)", "calc(2px * 1px)", "progress(1px, 2px)"])
  func otherTypesAreNotLengths(value: String) throws {
    #expect(try Sheet("#x { width: 5px; width: \(value) }").box.width == .px(5))
  }
}
