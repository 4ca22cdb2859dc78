import Markup
import Resources
import TestTraits
import Testing

@testable import Style

@Suite(.hangLimit) struct HTMLStyleTests {
  @Test func headingsParagraphsAndListsHaveTheirMargins() throws {
    #expect(try Sheet("", "<h1 id=x>").text.font.size == 32)
    #expect(try Sheet("", "<h1 id=x>").style().content.bookmarkLevel == 1)
    #expect(try Sheet("", "<section><h2 id=x>").text.font.weight == 700)
    #expect(try Sheet("", "<p id=x>").box.margin.top == .length(.px(16)))
    #expect(try Sheet("", "<ul id=x>").box.padding.left == .px(40))
    #expect(try Sheet("", "<ul><li><ul id=x>").text.listStyleType == "circle")
    #expect(try Sheet("", "<ul><li><ul id=x>").box.margin.top == .length(.px(0)))
    #expect(try Sheet("", "<ul><li><ul><li><ol><li><ul id=x>").text.listStyleType == "square")
  }

  @Test(arguments: ["head", "style", "script", "title", "template", "[hidden]", "dialog", "datalist"])
  func hiddenElementsHaveNoBox(name: String) throws {
    let html = name == "[hidden]" ? "<p hidden id=x>" : "<\(name) id=x></\(name)>"
    let sheet = try Sheet("", html)
    #expect(name == "head" || sheet.box.display == .none)
  }

  @Test func linksInDrawingsLookLikeTheirText() throws {
    let blue = try Sheet("", "<a href=b id=x>").text.color
    #expect(blue != .black)
    #expect(try Sheet("", "<svg><a href=b id=x></a></svg>").text.color == .black)
    #expect(try Sheet("", "<svg><foreignObject><p><a href=b id=x></a></foreignObject></svg>").text.color == blue)
  }

  @Test func tablesHaveTheirDisplays() throws {
    let html = "<table id=a><caption id=b></caption><colgroup id=c><col id=d></colgroup><thead id=e><tr id=f><th id=g>"
    let sheet = try Sheet("", html)
    #expect(
      "abcdefg".map { sheet.style(String($0)).box.display } == [
        .table, .tableCaption, .tableColumnGroup, .tableColumn, .tableHeaderGroup, .tableRow, .tableCell,
      ])
    #expect(sheet.style("g").text.font.weight == 700)
    #expect(sheet.style("g").text.textAlign == .center)
    #expect(sheet.style("g").box.verticalAlign == .middle)
    #expect(try Sheet("table { text-align: right }", html).style("g").text.textAlign == .right)
  }

  @Test func listAttributesSetCounters() throws {
    #expect(
      try Sheet("", "<ol id=x start=5>").style().content.counterReset == [CounterChange(name: "list-item", value: 4)])
    #expect(
      try Sheet("", "<ol><li id=x value=9>").style().content.counterSet == [CounterChange(name: "list-item", value: 9)])
    #expect(
      try Sheet("", "<ol reversed id=x><li><li>").style().content.counterReset == [
        CounterChange(name: "list-item", value: 0, direction: .reversedFromCount)
      ])
    #expect(
      try Sheet("", "<ol reversed start=7 id=x>").style().content.counterReset == [
        CounterChange(name: "list-item", value: 8, direction: .reversed)
      ])
    #expect(try Sheet("", "<ol type=a><li id=x>").text.listStyleType == "lower-alpha")
    #expect(try Sheet("", "<ol type=I><li id=x>").text.listStyleType == "upper-roman")
  }

  @Test func fieldsOfColoursShowThem() throws {
    let red = Color(red: 1, green: 0, blue: 0)
    #expect(try Sheet("", "<input id=x type=color value='#ff0000'>").paint.backgroundColor == red)
    #expect(try Sheet("", "<input id=x type=color value=red>").paint.backgroundColor == .black)
  }

  /// A list shows all of its options if it has several rows, and else the selected one.
  @Test func listsShowTheirOptions() throws {
    func display(_ attributes: String) throws -> [BoxStyle.Display] {
      let sheet = try Sheet("", "<select \(attributes)><option id=x>a<option id=y selected>b</select>")
      return [sheet.style("x").box.display, sheet.style("y").box.display]
    }
    #expect(try display("") == [.none, .block])
    #expect(try display("size=1") == [.none, .block])
    #expect(try display("size=2") == [.block, .block])
    #expect(try display("multiple") == [.block, .block])
  }

  /// HTML 4.10.7: without a selected option, the first one that is not disabled. Of several selected ones, the last.
  @Test(arguments: [
    ("<optgroup label=x></optgroup><option id=x>a", true), ("<hr><option id=x>a", true),
    ("<option disabled>a<option id=x>b", true), ("<option>a<option id=x>b", false),
    ("<optgroup disabled><option id=x>a</optgroup><option>b", false),
    ("<option id=x selected>a<option selected>b", false), ("<option selected>a<option id=x selected>b", true),
  ])
  func listsShowOneOption(content: String, isShown: Bool) throws {
    let sheet = try Sheet("option:checked { color: red }", "<select>\(content)</select>")
    #expect(sheet.style("x").box.display == (isShown ? .block : .none))
    #expect((sheet.style("x").text.color == Color(red: 1, green: 0, blue: 0)) == isShown)
  }

  /// Regression: several radio buttons of a group were checked (HTML 4.10.5.1.17).
  @Test(arguments: [
    ("<input RADIO name=a id=x><input RADIO name=a>", false), ("<input RADIO name=a><input RADIO name=a id=x>", true),
    ("<input RADIO name=a id=x><input RADIO name=A>", true), ("<input RADIO id=x><input RADIO>", true),
    ("<input RADIO name='' id=x><input RADIO name=''>", true),
    ("<input RADIO name=a id=x><input type=radio name=a>", true),
    ("<input RADIO name=a id=x><input type=checkbox name=a checked>", true),
    ("<input RADIO name=a id=x><form><input RADIO name=a></form>", true),
    ("<input RADIO name=a id=x form=f><form id=f><input RADIO name=a></form>", false),
    ("<form><input RADIO name=a id=x form=no></form><input RADIO name=a>", false),
    ("<input RADIO name=a id=x disabled><input RADIO name=a disabled>", false),
  ])
  func oneRadioButtonOfAGroupIsChecked(html: String, isChecked: Bool) throws {
    let html = html.replacing("RADIO", with: "type=Radio checked")
    #expect(try Sheet.matches(":checked", html) == isChecked)
  }

  @Test func controlsHaveAnAccentAndAnAppearance() throws {
    let red = Color(red: 1, green: 0, blue: 0)
    let box = "<p><input id=x type=checkbox>"
    #expect(try Sheet("p { accent-color: red }", box).text.glyphPaint.accent == red)
    #expect(
      try Sheet("p { accent-color: currentcolor; color: red } input { color: blue }", box).text.glyphPaint.accent == red
    )
    #expect(try Sheet("p { accent-color: red } #x { accent-color: auto }", box).text.glyphPaint.accent == nil)
    #expect(try Sheet("#x { -webkit-appearance: none }", box).box.isPlainControl)
    #expect(try !Sheet("#x { appearance: none; appearance: checkbox }", box).box.isPlainControl)
    #expect(try Sheet("#x { appearance: none; appearance: some-thing }", box).messages.count == 1)
  }

  /// Bevelled lines without a colour are light grey, as in Chromium; those of tables have the colour of the text.
  @Test func bevelledLinesHaveAColourOfTheirOwn() throws {
    let red = Color(red: 1, green: 0, blue: 0)
    #expect(try Sheet("", "<hr id=x>").style().paintedBorderColors == Sides(.bevel))
    #expect(try Sheet("", "<fieldset id=x></fieldset>").style().paintedBorderColors == Sides(.bevel))
    #expect(try Sheet("#x { border: 3px outset; color: red }").style().paintedBorderColors == Sides(.bevel))
    #expect(try Sheet("#x { border: 3px outset red }").style().paintedBorderColors == Sides(red))
    #expect(try Sheet("#x { border: 3px solid; color: red }").style().paintedBorderColors == Sides(red))
    let table = try Sheet("table { color: red }", "<table border id=x><td id=y>a")
    #expect(table.style().paintedBorderColors == Sides(red) && table.style("y").paintedBorderColors == Sides(red))
  }

  /// Regression: layout looked a tag of 1 MB up for each word.
  @Test func languageTagsHaveAMaximumLength() throws {
    let sheet = try Sheet("b:lang(de) { z-index: 7 }", "<b id=x lang='\(String(repeating: "de-", count: 1000))'>x")
    #expect(sheet.text.language.utf8.count == 255)
    #expect(sheet.box.zIndex == 7)
  }

  @Test func listsOfOptionsHaveAnArrowUnlessTheyArePlain() throws {
    #expect(try Sheet("", "<select id=x>").paint.backgroundLayers.count == 1)
    let rightToLeft = try Sheet("", "<div dir=rtl><select id=x></select></div>").paint.backgroundLayers
    #expect(rightToLeft.first?.position.x == .px(4))
    #expect(try Sheet("#x { appearance: none }", "<select id=x>").paint.backgroundLayers.isEmpty)
    let own = try Sheet("#x { appearance: none; background: url(a.png) }", "<select id=x>")
    #expect(own.paint.backgroundLayers.count == 1)
  }

  @Test func groupsOfListedOptionsHaveTheirLabel() throws {
    let label = try Sheet("", "<select size=3><optgroup label=Group id=x><option>a</select>").pseudo(.before)
    #expect(label?.text.font.weight == 700)
    #expect(try Sheet("", "<select><optgroup label=Group id=x><option>a</select>").pseudo(.before) == nil)
  }

  @Test func theBodyColorsLinks() throws {
    let html =
      "<body link=#a06060><a href=x id=x>a</a><a id=y>b</a><font color=lime><a href=x id=z style='color: red'>c</a></font>"
    let document = StyleEngine.style(try Document.parse(html: html), loader: ResourceLoader())
    func color(_ id: String) -> Color? {
      document.document.element(id: id).map { document[document.styleOfNode[Int($0.index)]].text.color }
    }
    #expect(color("x") == Color(rgb: 0xA06060))
    #expect(color("y") == Color(rgb: 0))
    #expect(color("z") == Color(rgb: 0xFF0000))
  }

  @Test func presentationalAttributesAreHints() throws {
    let digits = String(repeating: "9", count: 400)
    #expect(try Sheet("", "<img id=x width=\(digits)%>").box.width == .percent(1e7))
    #expect(try Sheet("", "<img id=x width=50% height=20>").box.width == .percent(50))
    #expect(try Sheet("", "<img id=x width=50% height=20>").box.height == .px(20))
    #expect(try Sheet("", "<table id=x bgcolor=#f00>").paint.backgroundColor == Color(red: 1, green: 0, blue: 0))
    #expect(try Sheet("", "<table bgcolor=chucknorris id=x>").paint.backgroundColor == Color(rgb: 0xC00000))
    #expect(try Sheet("", "<table border=3 cellspacing=5 id=x>").box.borderWidth.top == 3)
    #expect(try Sheet("", "<table border=3 cellspacing=5 id=x>").text.borderSpacing == Pair(5, 5))
    #expect(try Sheet("", "<table border=3><td id=x>").box.borderWidth.top == 1)
    #expect(try Sheet("", "<table border=0><td id=x>").box.borderWidth.top == 0)
    #expect(try Sheet("", "<tr><table><td id=x align=right valign=bottom nowrap>").text.textAlign == .right)
    #expect(try Sheet("", "<table><td id=x valign=bottom>").box.verticalAlign == .bottom)
    #expect(try Sheet("", "<font id=x color=red size=+2 face='A, B'>").text.font.families == ["A", "B"])
    #expect(try Sheet("", "<font id=x color=red size=+2>").text.font.size == 24)
    #expect(try Sheet("", "<p id=x align=center>").text.blockAlign == .center)
    #expect(try Sheet("", "<img id=x align=left hspace=3>").box.float == .left)
    #expect(try Sheet("", "<br id=x clear=all>").box.clear == .both)
    #expect(try Sheet("", "<hr id=x size=5 noshade width=50%>").box.borderWidth.top == 2.5)
    #expect(try Sheet("", "<p dir=rtl lang=he id=x>").text.direction == .rightToLeft)
    #expect(try Sheet("", "<p dir=rtl lang=he><b id=x>").text.language == "he")
    #expect(try Sheet("p { all: unset }", "<p lang=he><b id=x>").text.language == "he")
    #expect(try Sheet("", "<svg id=x width=3cm height=20>").box.height == .px(20))
  }

  @Test func tablesDoNotInheritTheAlignmentOfBlocks() throws {
    let table = try Sheet("", "<center><table id=x>")
    #expect(table.text.textAlign == .start && table.text.blockAlign == nil)
    #expect(try Sheet("", "<div align=right><div id=x>").text.blockAlign == .right)
    #expect(try Sheet("", "<center><div style='text-align: center'><div id=x>").text.blockAlign == nil)
  }

  /// `-1` was read as a width of less than 0, so that the table had no border.
  @Test(arguments: [("", 1.0), ("foo", 1), ("-1", 1), ("-1%", 1), ("0", 0), ("2foo", 2), ("+3", 3), ("--2", 1)])
  func bordersOfTablesAreNonNegativeIntegers(value: String, width: Double) throws {
    #expect(try Sheet("", "<table id=x border='\(value)'>").box.borderWidth == Sides(width))
    let cell = try Sheet("", "<table border='\(value)'><td id=x>a").box.borderWidth
    #expect(cell == Sides(width == 0 ? 0 : 1))
  }

  /// Each list accepted the types of all others.
  @Test func typesOfListsAreThoseOfTheElement() throws {
    func type(_ html: String) throws -> String? { try Sheet("", html).text.listStyleType }
    #expect(try type("<ol id=x type=disc>") == "decimal" && type("<ol id=x type=A>") == "upper-alpha")
    #expect(try type("<ul id=x type=1>") == "disc" && type("<ul id=x type=SQUARE>") == "square")
    #expect(try type("<ol><li id=x type=circle>") == "circle" && type("<ul><li id=x type=i>") == "lower-roman")
    #expect(try type("<ul id=x type=none>") == nil && type("<ul id=x type=decimal>") == "disc")
  }

  /// HTML 15.3.7.
  @Test func itemsOutsideOfListsHaveInnerMarkersInQuirksMode() throws {
    func isInside(_ html: String, doctype: String = "") throws -> Bool {
      try Sheet("", html, doctype: doctype).text.listStyleInside
    }
    #expect(try isInside("<li id=x>a") && !isInside("<li id=x>a", doctype: "<!DOCTYPE html>"))
    #expect(try !isInside("<ul><li id=x>a") && !isInside("<li><ul><li id=x>a"))
    #expect(try isInside("<ul style='list-style-position: inside'><li id=x>a"))
  }

  /// HTML 15.3.13.
  @Test func fieldsetsEstablishAFormattingContextAndAreNotListItems() throws {
    #expect(try Sheet("#x { display: list-item }", "<fieldset id=x>").box.display == .flowRoot)
    #expect(try Sheet("#x { display: block }", "<fieldset id=x>").box.display == .flowRoot)
    #expect(try Sheet("#x { display: flex }", "<fieldset id=x>").box.display == .flex)
  }

  @Test func automaticQuotesDependOnTheParentsLanguage() throws {
    #expect(try Sheet("", "<q id=x>").text.quotes.first == Pair("“", "”"))
    #expect(try Sheet("", "<p lang=de><q id=x>").text.quotes.first == Pair("„", "“"))
    #expect(try Sheet("", "<p lang=de><q id=x lang=ja>").text.quotes.first == Pair("„", "“"))
    #expect(try Sheet("", "<p lang=fr-CH><q id=x>").text.quotes == [Pair("«", "»"), Pair("‹", "›")])
    #expect(try Sheet("#x { quotes: '<' '>' }", "<q id=x>").text.quotes == [Pair("<", ">")])
    // Regression: declared inside of an element with automatic marks, it meant no marks.
    #expect(try Sheet("q { quotes: auto }", "<p lang=de><q><q id=x>").text.quotes.first == Pair("„", "“"))
  }

  @Test func footnotesHaveTheirCallAndMarker() throws {
    let sheet = try Sheet("#x { float: footnote } #x::footnote-call { color: red }", "<span id=x>note</span>")
    #expect(sheet.pseudo(.footnoteCall)?.content.content == [.counter(name: "footnote", style: "decimal")])
    #expect(sheet.pseudo(.footnoteMarker) != nil)
    #expect(sheet.box.float == .footnote)
  }

  @Test func quirksModeResetsTables() throws {
    let html = "<div style='font-size: 30px'><table><td id=x>"
    #expect(try Sheet("", html).text.font.size == 30)
    #expect(try Sheet("", html, doctype: "").text.font.size == 16)
  }

  /// HTML 15.3.10.
  @Test func paragraphsHaveNoMarginsAtTheEdgesOfCellsInQuirksMode() throws {
    func margins(_ html: String, doctype: String = "") throws -> [Bool] {
      let margin = try Sheet("", html, doctype: doctype).box.margin
      return [margin.top == .length(.px(0)), margin.bottom == .length(.px(0))]
    }
    #expect(try margins("<table><td> <p id=x>a</p> <!-- --></table>") == [true, true])
    #expect(try margins("<table><td><p id=x>a</p></table>", doctype: "<!DOCTYPE html>") == [false, false])
    #expect(try margins("<table><td>a<p id=x>b</p>c</table>") == [false, false])
    #expect(try margins("<table><td><h2 id=x>a</h2></table>") == [true, false])
    #expect(try margins("<p id=x>a</p>") == [true, false])
    #expect(try margins("<table><td><p id=x style='margin: 1px'>a</p></table>") == [false, false])
  }

  @Test func theUserAgentStyleSheetHasNoWarnings() {
    #expect(UserAgentStylesheet.warnings == [])
    // All names are well known, so that the parsed rules can be used with the name table of any document.
    #expect(UserAgentStylesheet.quirky.names.count == NameTable().count)
  }
}
