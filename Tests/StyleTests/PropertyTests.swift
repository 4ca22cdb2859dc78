import TestTraits
import Testing

@testable import Style

@Suite(.hangLimit) struct PropertyTests {
  private let red = Color(red: 1, green: 0, blue: 0)

  @Test func bordersHaveNoWidthWithoutAStyle() throws {
    #expect(try Sheet("#x { border-width: 5px }").box.borderWidth.top == 0)
    #expect(try Sheet("#x { border-style: solid }").box.borderWidth.top == 3)
    let sheet = try Sheet("#x { border: thick dashed red; border-left: none }")
    #expect(sheet.box.borderWidth.top == 5)
    #expect(sheet.box.borderWidth.left == 0)
    #expect(sheet.box.borderStyle.bottom == .dashed)
    #expect(sheet.paint.borderColor.right == red)
  }

  @Test func oneToFourValuesSetTheSides() throws {
    let box = try Sheet("#x { margin: 1px 2px 3px; padding: 4px 5px; inset: 6px auto 7px 8px }").box
    #expect(
      box.margin == Sides(top: .length(.px(1)), right: .length(.px(2)), bottom: .length(.px(3)), left: .length(.px(2))))
    #expect(box.padding == Sides(top: .px(4), right: .px(5), bottom: .px(4), left: .px(5)))
    #expect(box.inset.left == .length(.px(8)))
    #expect(box.inset.right == .auto)
  }

  @Test(arguments: [
    ("float: left", BoxStyle.Display.block), ("position: absolute", .block),
    ("position: fixed; display: inline-table", .table),
    ("position: running(x)", .block), ("display: inline-flex; float: left", .flex), ("", .inline),
    ("display: block flow-root", .flowRoot),
    ("display: inline flow-root", .inlineBlock), ("display: inline list-item", .inlineListItem),
    ("display: table-cell; float: right", .block),
  ])
  func outOfFlowBoxesAreBlockified(css: String, display: BoxStyle.Display) throws {
    #expect(try Sheet("#x { \(css) }", "<span id=x>").box.display == display)
  }

  @Test func flexItemsAndTheRootAreBlockified() throws {
    #expect(try Sheet("p { display: flex } b { float: left }", "<p><b id=x>").box.display == .block)
    #expect(try Sheet("p { display: flex } b { float: left }", "<p><b id=x>").box.float == .none)
    #expect(try Sheet("p { display: inline-grid } i { display: contents }", "<p><i><b id=x>").box.display == .block)
    let sheet = try Sheet("html { display: inline }")
    #expect(sheet.document[sheet.document.styleOfNode[1]].box.display == .block)
  }

  @Test func absolutelyPositionedBoxesDoNotFloat() throws {
    #expect(try Sheet("#x { float: left; position: absolute }").box.float == .none)
  }

  @Test func decorationsPropagateToInFlowDescendants() throws {
    let css = "p { text-decoration: underline red 2px; color: blue } b { display: inline-block } i { float: left }"
    let html = "<p><a id=a>1</a><b id=b>2</b><i id=c>3</i><u id=d>4</u></p>"
    let sheet = try Sheet(css, html)
    #expect(sheet.style("a").text.decorations.map(\.line) == [.underline])
    #expect(sheet.style("a").text.decorations[0].color == red)
    #expect(sheet.style("a").text.decorations[0].thickness == .length(2))
    #expect(sheet.style("b").text.decorations.isEmpty)
    #expect(sheet.style("c").text.decorations.isEmpty)
    #expect(sheet.style("d").text.decorations.count == 2)
    #expect(sheet.style("d").text.decorations[1].color == Color(red: 0, green: 0, blue: 1))
  }

  /// The line of a block is drawn below the lines of each block in it, with the thickness of a font of the size of that
  /// block.
  @Test func decorationsOfABlockHaveTheFontSizeOfEachBlockInIt() throws {
    let css = "div { text-decoration: underline; font-size: 40px } p { font-size: 10px } b { font-size: 20px }"
    let sheet = try Sheet(css, "<div id=a><b id=b>1</b><p id=c><b id=d>2</b><ruby><rt id=e>3</rt></ruby></p></div>")
    let sizes = ["a", "b", "c", "d"].map { sheet.style($0).text.decorations.map(\.fontSize) }
    #expect(sizes == [[40], [40], [10], [10]])
    #expect(sheet.style("e").text.decorations.isEmpty)
  }

  @Test func underlinePositions() throws {
    func position(_ value: String) throws -> UnderlinePosition {
      try Sheet("#x { text-underline-position: \(value) }").text.underlinePosition
    }
    #expect(try position("under right") == [.under, .right] && position("left from-font") == [.left, .fromFont])
    #expect(try position("auto") == [] && position("left right") == [] && position("auto left") == [])
  }

  @Test func theFontShorthandSetsAllLonghands() throws {
    let font = try Sheet("#x { font: italic small-caps bold condensed 12px/2 \"A B\", Gill Sans, SERIF }").text
    #expect(font.font.families == ["A B", "Gill Sans", "serif"])
    #expect(font.font.size == 12)
    #expect(font.font.weight == 700)
    #expect(font.font.slant == .italic)
    #expect(font.font.stretch == 75)
    #expect(font.font.smallCaps)
    #expect(font.lineHeight == .number(2))
    #expect(try Sheet("#x { font: 1em serif; }").text.lineHeight == .normal)
    #expect(try Sheet("#x { font: bold }").text.font.weight == 400)
  }

  @Test func relativeFontSizesReferToTheParent() throws {
    let html = "<div style='font-size: 20px'><p id=x>"
    #expect(try Sheet("#x { font-size: 150% }", html).text.font.size == 30)
    #expect(try Sheet("#x { font-size: larger }", html).text.font.size == 24)
    #expect(try Sheet("#x { font-size: calc(1em + 50%) }", html).text.font.size == 30)
    #expect(try Sheet("#x { font-size: x-large }", html).text.font.size == 24)
    #expect(try Sheet("#x { margin-left: 2em; font-size: 10px }", html).box.margin.left == .length(.px(20)))
    #expect(try Sheet("b { font-weight: bolder }", "<p style='font-weight: 100'><b id=x>").text.font.weight == 400)
  }

  @Test func lineHeightsInheritAsNumbersOrLengths() throws {
    let html = "<div class=p style='font-size: 20px'><p id=x style='font-size: 10px'>"
    #expect(try Sheet(".p { line-height: 2 }", html).text.lineHeight == .number(2))
    #expect(try Sheet(".p { line-height: 2em }", html).text.lineHeight == .px(40))
    #expect(try Sheet(".p { line-height: 150% }", html).text.lineHeight == .px(30))
    #expect(try Sheet(".p { line-height: calc(1 + 1) }", html).text.lineHeight == .number(2))
    #expect(try Sheet("#x { line-height: 2; height: 3lh }", html).box.height == .px(60))
  }

  @Test func fontVariantsAndSettingsBecomeFeatures() throws {
    let css =
      "#x { font-variant: small-caps tabular-nums; font-kerning: none; font-feature-settings: 'ss01', 'tnum' 0 }"
    let font = try Sheet(css).text.font
    #expect(font.smallCaps)
    #expect(
      font.features == [
        FontFeature(tag: "kern", value: 0), FontFeature(tag: "ss01", value: 1), FontFeature(tag: "tnum", value: 0),
      ])
  }

  /// Quirks Mode Standard §3.1 and §3.2, for the properties named there.
  @Test func coloursWithoutHashAndLengthsWithoutUnitAreQuirks() throws {
    let css = "#x { background-color: ccffcc; width: 200; padding: 10 0 5; line-height: 3; margin: calc(10) }"
    let html = "<p id=x style='color: 00ff00; height: 30'>"
    let quirky = try Sheet(css, html, doctype: "")
    #expect(quirky.paint.backgroundColor == Color(hexDigits: "ccffcc".utf8))
    #expect(quirky.text.color == Color(hexDigits: "00ff00".utf8))
    #expect(quirky.box.width == .px(200) && quirky.box.height == .px(30) && quirky.box.padding.top == .px(10))
    #expect(quirky.text.lineHeight == .number(3) && quirky.box.margin.top != .length(.px(10)))
    let standard = try Sheet(css, html)
    #expect(standard.box.width == .auto && standard.box.height == .auto && standard.text.color == .black)
    let number = try Sheet("#x { background-color: +123; color: 1e3 }", doctype: "")
    #expect(number.paint.backgroundColor == Color(hexDigits: "000123".utf8) && number.text.color == .black)
    let others = try Sheet("#x { background: ccffcc; flex-basis: 20 }", doctype: "")
    #expect(others.paint.backgroundColor == .transparent && others.item.flexBasis == .auto)
  }

  @Test func countersTakeCalculations() throws {
    let changes = try Sheet("#x { counter-reset: a calc(2 * 2) b calc(2.5) c 7 }").style().content.counterReset
    #expect(changes.map(\.value) == [4, 3, 7])
  }

  @Test func variationsAreSortedAndTheLastOfAnAxisApplies() throws {
    let settings = "'wght' 350.5, 'GRAD' -20, 'wght' calc(300 + 1)"
    let font = try Sheet("#x { font-variation-settings: \(settings); font-optical-sizing: none }").text.font
    #expect(font.variations == [FontVariation(tag: "GRAD", value: -20), FontVariation(tag: "wght", value: 301)])
    #expect(!font.usesOpticalSize)
    for invalid in ["'wght'", "'weight' 3", "wght 400", "'wght' 3px"] {
      #expect(try Sheet("#x { font-variation-settings: \(invalid) }").text.font.variations.isEmpty)
    }
    let reset = try Sheet(".p { font-variation-settings: 'wght' 300 } #x { font: 10px a }", "<div class=p><p id=x>")
    #expect(reset.text.font.variations.isEmpty)
  }

  @Test(arguments: [
    ("normal", TextStyle.WhiteSpace.normal), ("nowrap", .nowrap), ("pre", .pre), ("pre-wrap", .preWrap),
    ("pre-line", .preLine),
    ("break-spaces", .breakSpaces), ("preserve nowrap", .pre),
  ])
  func whiteSpaceSetsTwoLonghands(value: String, expected: TextStyle.WhiteSpace) throws {
    #expect(try Sheet("#x { white-space: \(value) }").text.whiteSpace == expected)
  }

  @Test func backgroundsHaveLayers() throws {
    let css =
      "#x { background: url(a.png) right 10px top 5px / 20px auto no-repeat padding-box, linear-gradient(to right, red, blue 50%) fixed red }"
    let paint = try Sheet(css).paint
    #expect(paint.backgroundColor == red)
    #expect(paint.backgroundLayers.count == 2)
    let first = paint.backgroundLayers[0]
    #expect(first.image == .url("a.png"))
    #expect(first.position.x.resolve(against: 100) == 90)
    #expect(first.position.y == .px(5))
    #expect(first.size == .lengths(.px(20), nil))
    #expect(first.repetition == Pair(.noRepeat, .noRepeat))
    #expect(first.clip == .paddingBox)
    #expect(paint.backgroundLayers[1].isFixed)
    guard case .linearGradient(let gradient) = paint.backgroundLayers[1].image else { return #expect(Bool(false)) }
    #expect(gradient.line == .angle(90))
    #expect(gradient.stops[1].position == .percent(50))
    #expect(try Sheet("#x { background: red; background: red blue }").paint.backgroundColor == red)
    #expect(
      try Sheet("#x { background: url(a) 1px 2px; background-position: center }").paint.backgroundLayers[0].position
        == Pair(.percent(50), .percent(50)))
  }

  @Test func shadowsRadiiAndTransformsAreComputed() throws {
    let css = """
      #x { box-shadow: 1px 2px 3px 4px red, inset 0 0; border-radius: 1px 2px / 3px; transform: translate(10%, 5px) rotate(0.25turn) scale(2);
      opacity: 50%; transform-origin: left bottom; text-shadow: red 1px 1px; rotate: 10deg }
      """
    let sheet = try Sheet(css)
    #expect(sheet.paint.boxShadows[0] == BoxShadow(x: 1, y: 2, blur: 3, spread: 4, color: red, isInset: false))
    #expect(sheet.paint.boxShadows[1].isInset)
    #expect(sheet.paint.borderRadius.topRight == Pair(.px(2), .px(3)))
    #expect(sheet.paint.transforms == [.rotate(10), .translate(.percent(10), .px(5)), .rotate(90), .scale(2, 2)])
    #expect(sheet.paint.opacity == 0.5)
    #expect(sheet.paint.transformOrigin == Pair(.percent(0), .percent(100)))
    #expect(sheet.text.shadows == [TextShadow(x: 1, y: 1, blur: 0, color: red)])
  }

  @Test func contentListsAreComputed() throws {
    let css =
      "#x::before { content: \"a\" attr(title) counter(c, upper-roman) counters(d, '.') open-quote url(i.png) target-counter(attr(href), page) leader('.') }"
    let content = try Sheet(css, "<a id=x title=T href='#h'>").pseudo(.before)?.content.content
    #expect(
      content == [
        .string("a"), .string("T"), .counter(name: "c", style: "upper-roman"),
        .counters(name: "d", separator: ".", style: "decimal"), .openQuote,
        .image("i.png"), .targetCounter(url: "#h", name: "page", style: "decimal"), .leader("."),
      ])
  }

  @Test(arguments: [
    "attr(href), page", "attr(href url), page", "attr(href, url), page",
  ])
  func theTargetOfACounterMayHaveAType(_ arguments: String) throws {
    let content = try Sheet("#x::after { content: leader(dotted) target-counter(\(arguments)) }", "<a id=x href='#h'>")
      .pseudo(.after)?.content.content
    #expect(content == [.leader("."), .targetCounter(url: "#h", name: "page", style: "decimal")])
  }

  @Test func attrInContentIsReplacedForEachElement() throws {
    let sheet = try Sheet(
      "a::before { content: attr(title) } b::after { content: var(--c) } b { --c: attr(title) }",
      "<a id=x title=1></a><a id=y title=2></a><b id=z title=3></b><b id=w title=4></b>")
    #expect(sheet.pseudo(.before, "x")?.content.content == [.string("1")])
    #expect(sheet.pseudo(.before, "y")?.content.content == [.string("2")])
    #expect(sheet.pseudo(.after, "z")?.content.content == [.string("3")])
    #expect(sheet.pseudo(.after, "w")?.content.content == [.string("4")])
  }

  @Test func pseudoElementsWithoutContentMakeNoBox() throws {
    let sheet = try Sheet("#x::before { color: red } #x::after { content: none } #x::first-letter { color: red }")
    #expect(sheet.pseudo(.before) == nil)
    #expect(sheet.pseudo(.after) == nil)
    #expect(sheet.pseudo(.firstLetter)?.text.color == red)
    #expect(sheet.pseudo(.marker) == nil)
    #expect(try Sheet("#x::before { content: '' }").pseudo(.before) != nil)
  }

  @Test func counterPropertiesListTheirChanges() throws {
    let content = try Sheet(
      "#x { counter-reset: a b 5; counter-increment: a -2; counter-set: c 3; string-set: t content(), u 'x' attr(id) }"
    ).style().content
    #expect(content.counterReset == [CounterChange(name: "a", value: 0), CounterChange(name: "b", value: 5)])
    #expect(content.counterIncrement == [CounterChange(name: "a", value: -2)])
    #expect(content.counterSet == [CounterChange(name: "c", value: 3)])
    #expect(
      content.stringSet == [
        StringSet(name: "t", items: [.elementText(.text)]), StringSet(name: "u", items: [.string("x"), .string("x")]),
      ])
  }

  @Test func flexAndGapShorthandsAreExpanded() throws {
    let item = try Sheet(
      "#x { flex: 2; gap: 1px 2px; flex-flow: column wrap; place-content: center space-between; align-self: last baseline; order: -1 }"
    ).item
    #expect(item.flexGrow == 2)
    #expect(item.flexBasis == .percent(0))
    #expect(item.rowGap == .px(1))
    #expect(item.columnGap == .px(2))
    #expect(item.flexDirection == .column)
    #expect(item.flexWrap == .wrap)
    #expect(item.alignContent == .center)
    #expect(item.justifyContent == .spaceBetween)
    #expect(item.alignSelf == .lastBaseline)
    #expect(item.order == -1)
    #expect(try Sheet("#x { flex: none }").item.flexShrink == 0)
    #expect(try Sheet("#x { flex: 1 1 10% }").item.flexBasis == .percent(10))
    #expect(try Sheet("#x { columns: 3 10em; column-rule: thin solid red }").item.columnCount == 3)
  }

  @Test func gridTemplatesAreExpanded() throws {
    let css =
      "#x { grid-template: [a] 'h h' 20px 'm s' 1fr; grid-template-columns: repeat(2, [b] minmax(10px, 1fr)); grid-auto-flow: column dense }"
    let grid = try Sheet(css).item.grid
    let column = GridTemplate.Item.track(TrackSize(minimum: .length(.px(10)), maximum: .fraction(1)))
    #expect(grid.templateAreas == [["h", "h"], ["m", "s"]])
    #expect(grid.templateColumns.items == [.lines(["b"]), column, .lines(["b"]), column])
    #expect(grid.templateRows.items.count == 3)
    #expect(grid.flowsColumns && grid.isDense)
    let placed = try Sheet("#x { grid-area: a; grid-column: 2 / span 3 }").item.grid
    #expect(placed.rowStart == .name("a") && placed.rowEnd == .name("a"))
    #expect(placed.columnStart == .line(2, name: nil) && placed.columnEnd == .span(3, name: nil))
    #expect(try Sheet("#x { grid-template-areas: 'a b' 'b a' }").item.grid.templateAreas.isEmpty)
    let auto = try Sheet("#x { grid-template-columns: repeat(auto-fill, 100px) }").item.grid.templateColumns.items
    #expect(
      auto == [
        .autoRepeat(collapsesEmpty: false, [.track(TrackSize(minimum: .length(.px(100)), maximum: .length(.px(100))))])
      ])
  }

  /// Each grid container took as long as there are areas, whose number was not limited.
  @Test func theCellsOfAreasAreLimited() throws {
    func rows(_ count: Int) throws -> Int {
      let areas = (0..<count).map { row in "'" + (0..<100).map { "a\(row)-\($0)" }.joined(separator: " ") + "'" }
      return try Sheet("#x { grid-template-areas: \(areas.joined()) }").item.grid.templateAreas.count
    }
    #expect(try rows(100) == 100)
    #expect(try rows(101) == 0)
  }

  @Test(arguments: [
    ("2px", BoxStyle.ClipMargin(width: 2)), ("content-box 1em", BoxStyle.ClipMargin(edge: .content, width: 16)),
    ("3px border-box", BoxStyle.ClipMargin(edge: .border, width: 3)),
    ("border-box", BoxStyle.ClipMargin(edge: .border)), ("padding-box 0", BoxStyle.ClipMargin()),
  ])
  func clipMarginsHaveAnEdgeAndAWidth(value: String, expected: BoxStyle.ClipMargin) throws {
    #expect(try Sheet("#x { overflow-clip-margin: \(value) }").box.clipMargin == expected)
  }

  @Test(arguments: ["-1px", "10%", "margin-box", "1px 2px", "1px border-box 2px", "auto"])
  func clipMarginsThatAreNotValidAreIgnored(value: String) throws {
    #expect(
      try Sheet("#x { overflow-clip-margin: 7px; overflow-clip-margin: \(value) }").box.clipMargin.width == 7)
  }

  @Test func overflowOfOneAxisAffectsTheOther() throws {
    let box = try Sheet("#x { overflow-x: hidden }").box
    #expect(box.overflowY == .auto)
    #expect(box.overflow == .hidden)
    #expect(try Sheet("#x { overflow: clip visible }").box.overflowX == .clip)
  }

  @Test func sizesMayBeKeywords() throws {
    #expect(try Sheet.width("min-content") == .minContent)
    #expect(try Sheet.width("fit-content(5px)") == .fitContent(.px(5)))
    #expect(try Sheet.width("-webkit-fill-available") == .stretch)
    #expect(try Sheet("#x { max-width: none; aspect-ratio: 16 / 9 }").box.aspectRatio?.ratio == 16.0 / 9)
  }

  @Test func pageBreakPropertiesAreAliases() throws {
    #expect(try Sheet("#x { page-break-before: always }").box.breakBefore == .page)
    #expect(try Sheet("#x { page-break-inside: avoid }").box.breakInside == .avoid)
    #expect(try Sheet("#x { break-after: recto; page: Chapter }").box.breakAfter == .recto)
  }

  @Test func addressesAreRelativeToTheirStyleSheet() throws {
    let sheet = try Sheet("@import 'data:text/css,%23x{background:url(a.png)}';")
    #expect(sheet.paint.backgroundLayers.first?.image == .url("a.png"))
  }

  /// css-inline-3 §6.
  @Test func textBoxes() throws {
    func values(_ css: String) throws -> (TextBoxTrim, TextBoxEdge) {
      let sheet = try Sheet("#x { \(css) }")
      return (sheet.box.textBoxTrim, sheet.text.boxEdge)
    }
    let both: TextBoxTrim = [.start, .end]
    #expect(try values("text-box: trim-start cap alphabetic") == (.start, TextBoxEdge(over: .cap, under: .alphabetic)))
    #expect(try values("text-box: ex text") == (both, TextBoxEdge(over: .ex, under: .text)))
    #expect(try values("text-box: text trim-end") == (.end, TextBoxEdge()))
    #expect(try values("text-box: trim-both") == (both, TextBoxEdge()))
    #expect(try values("text-box: trim-both; text-box: normal") == ([], TextBoxEdge()))
    #expect(try values("text-box-edge: cap; text-box-edge: alphabetic text") == ([], TextBoxEdge()))
  }

  /// css-viewport-1 §4.
  @Test func zoomMultipliesLengths() throws {
    let css = """
      body { zoom: .5; font-size: 20px; line-height: 30px; letter-spacing: 2px }
      #x { zoom: 150%; width: 100px; height: 50%; margin: 1em; padding: 1rem; border: solid }
      """
    let style = try Sheet(css).style()
    #expect(style.text.zoom == 0.75)
    #expect(style.text.font.size == 15 && style.text.lineHeight == .px(22.5) && style.text.letterSpacing == 1.5)
    #expect(style.box.width == .length(.px(75)) && style.box.height == .length(.percent(50)))
    #expect(style.box.margin.left == .length(.px(15)) && style.box.padding.left == .px(12))
    #expect(style.box.borderWidth.left == 2.25)
    #expect(try Sheet("#x { zoom: 2; font-size: 1.5em }").text.font.size == 48)
    #expect(try Sheet("#x { zoom: 2; font-size: large }").text.font.size == 36)
    #expect(
      try Sheet("div { zoom: 2; font-size: initial }", "<div style='font-size: 9px'><div id=x>").text.font.size == 64)
    #expect(try Sheet("html { zoom: 2 } #x { width: 1rem }").box.width == .length(.px(32)))
    for value in ["normal", "0", "1", "-1", "reset"] {
      #expect(try Sheet("#x { zoom: \(value); width: 10px }").box.width == .length(.px(10)), "\(value)")
    }
  }

  /// Regression: `inherit` had no effect. The computed value is the number, and all of them are multiplied.
  @Test func zoomIsInheritedAsANumber() throws {
    func zoom(_ value: String) throws -> Double {
      try Sheet("div { zoom: 1.5 } #x { zoom: \(value) }", "<div><div><p id=x>").text.zoom
    }
    #expect(try zoom("inherit") == 3.375)
    #expect(try zoom("unset") == 2.25 && zoom("initial") == 2.25 && zoom("revert") == 2.25)
    #expect(try zoom("200%") == 4.5 && zoom("calc(100% + 50%)") == 3.375)
  }

  @Test func zoomDoesNotChangePages() throws {
    var sheet = try Sheet("html { zoom: .5 } @page { margin: 10px; size: 200px 100px }")
    #expect(sheet.page().box.margin.left == 10)
  }
}
