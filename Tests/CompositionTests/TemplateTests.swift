import TestTraits
import Testing

@testable import Composition

@Suite(.hangLimit) struct TemplateTests: TemplateFilling {
  // MARK: placeholders

  @Test func placeholdersAreReplacedButColoursAreNot() throws {
    let css = "<style>a{color:#eee;background:#ABC;border-color:#FFF}</style>#A#-#B_1#"
    #expect(try fill(css, ["a": .text("x"), "b_1": .text("y")]).text == css.replacing("#A#-#B_1#", with: "x-y"))
  }

  @Test func tagsAndPlaceholdersCanBeMixed() throws {
    #expect(try fill("#A# {{a}} {{{a}}} {{&a}}", ["a": .text("<")]).text == "&lt; &lt; &lt; &lt;")
  }

  /// Regression: the library's parser crashed with delimiters of one character.
  @Test func delimitersMayHaveOneCharacter() throws {
    #expect(try fill("{{=| |=}}|#a||/a|x|b|", ["a": .flag(true), "b": .text("y")]).text == "xy")
    let end = "\u{10FFFD}\u{10FFFD}"
    for template in ["a\u{10FFFC}", "a\u{10FFFD}", "{{! x\(end)\u{10FFFC}\u{10FFFC}a\(end)}}"] {
      let error = #expect(throws: CompositionError.self) { try fill(template, ["a": .text("<")]) }
      #expect(error?.code == .templateBroken)
    }
  }

  /// The library's time to read a template grows with the square of its tags: more than 100 s.
  @Test func templatesWithVeryManyTagsAreRefused() throws {
    for template in [
      String(repeating: "{{a}}", count: 60_000), "{{=<% %>=}}" + String(repeating: "<p><%a%></p>", count: 30_000),
      "{{= <% %> =}}" + String(repeating: "<%!c%>", count: 30_000),
    ] {
      let error = #expect(throws: CompositionError.self) { try fill(template, ["a": .text("x")]) }
      #expect(error?.code == .templateBroken && error?.message.contains(" tags in ") == true)
    }
    // Braces of style sheets are not tags; the library took a minute for these.
    let rules = String(repeating: "p { color: red } ", count: 60_000)
    #expect(throws: Never.self) { try fill("<style>\(rules)</style>{{a}}", ["a": .text("x")]) }
  }

  @Test func templateCanSetDelimiters() throws {
    #expect(try fill("{{=# #=}}#a# #b#", ["a": .text("<"), "b": .text("2")]).text == "&lt; 2")
  }

  @Test func itemsUseRowTemplates() throws {
    let document = try fill(
      "<table>#ITEMS#</table>",
      ["items": .list(["a", "b", "c"].map { .object(["item_desc": .text($0)]) })],
      files: ["single_item.html": "<tr>#ITEM_DESC#", "last_item.html": "<tr class=last>#ITEM_DESC#"])
    #expect(document.text == "<table><tr>a<tr>b<tr class=last>c</table>")
  }

  // MARK: escaping

  @Test func textIsEscapedInEveryTag() throws {
    let text = "<b>&\"'\u{0}\u{1}"
    let escaped = "&lt;b&gt;&amp;&quot;&#39;\u{FFFD}\u{FFFD}"
    for tag in ["{{x}}", "{{{x}}}", "{{&x}}", "#X#", "{{#x}}{{.}}{{/x}}", "{{%CONTENT_TYPE:TEXT}}{{x}}"] {
      #expect(try fill(tag, ["x": .text(text)]).text == escaped, "\(tag)")
    }
  }

  /// Mustache compares characters. A quote with a combining mark is a different character, but HTML treats it as a
  /// quote.
  @Test func quoteWithCombiningMarkIsEscaped() throws {
    #expect(
      try fill("<p title=\"{{x}}\">", ["x": .text("\"\u{301} x=\"<\u{301}")]).text
        == "<p title=\"&quot;\u{301} x=&quot;&lt;\u{301}\">")
  }

  @Test func templateCannotReachInsideValues() throws {
    let tags = ["{{x.text}}", "{{#x}}{{text}}{{/x}}", "{{l}}", "{{o}}", "{{l.values}}", "{{o.members}}", "{{x.state}}"]
    for tag in tags {
      let values: [String: TemplateValue] = [
        "x": .text("<i>"), "l": .list([.text("<i>")]), "o": .object(["a": .text("<i>")]),
      ]
      #expect(try fill(tag, values).text == "", "\(tag)")
    }
  }

  @Test func htmlIsInsertedAndLinesAreJoined() throws {
    let values: [String: TemplateValue] = ["x": .html("<b>1</b>"), "y": .lines(["<a>", "b"])]
    #expect(try fill("{{x}}{{y}}", values).text == "<b>1</b>&lt;a&gt;<br>b")
  }

  @Test func pageSheetValuesAreEscaped() throws {
    let document = try fill(
      "", ["x": .text("a\"; } b\\\n€"), "h": .html("</style>\"")],
      files: ["page.css": "@page { @top-left { content: \"{{x}}{{h}}\" } }"])
    #expect(
      document.pageSheet
        == #"@page { @top-left { content: "a\22 \3b  \7d  b\5c \a €\3c \2f style\3e \22 " } }"#)
  }

  // MARK: words and warnings

  @Test func stringsUseLocale() throws {
    let folder = try TemporaryFolder([
      "template.html": "{{strings.a}} {{strings.b}}",
      "strings.yaml": "en: {a: one, b: two}\nde: {a: eins}\nde-CH: {b: zwei}\n",
    ])
    let template = try Template(folder: folder.path)
    for (locale, text) in [("en-US", "one two"), ("de-DE", "eins two"), ("de-CH", "eins zwei"), ("fr", "one two")] {
      #expect(try template.document([:], format: try #require(LocalFormat(identifier: locale))).text == text)
    }
  }

  @Test func missingValuesProduceWarnings() throws {
    let warnings = try fill("{{x}} {{y}} {{x}}", ["y": .nothing]).warnings
    #expect(warnings.map(\.message) == ["the template asks for {{x}}, which the payload does not have"])
  }

  // MARK: limits

  @Test(arguments: [
    (["template.html": "{{>template}}"], "template includes itself"),
    (["template.html": "{{>a}}", "a.html": "{{>b}}", "b.html": "{{#x}}{{>a}}{{/x}}"], "a includes itself"),
    (["template.html": "{{>nothing}}"], "includes nothing, which is not there"),
    (["template.html": "#ITEMS#"], "includes single_item, which is not there"),
    (["template.html": "{{>*x}}"], "cannot be included by a value's name"),
    (["template.html": "\n{{#a}}"], "expectedSectionEnd"),
    (["template.html": "{{#a}}{{/b}}"], "sectionCloseNameIncorrect"),
    (["template.html": "a\n{{x"], "template.html:2:1: the tag that starts here does not end"),
    (["template.html": String(repeating: "{{#a}}", count: 50_000)], "more than 32 sections"),
  ])
  func brokenTemplateIsRefused(files: [String: String], message: String) throws {
    let folder = try TemporaryFolder(files)
    let refusal = error { _ = try Template(folder: folder.path) }
    #expect(refusal?.code == .templateBroken)
    #expect(refusal?.description.contains(message) == true, "\(refusal?.description ?? "accepted")")
    #expect(refusal?.isPermanent == false)
  }

  @Test func sectionsThatMultiplyAreStopped() throws {
    let list = TemplateValue.list(Array(repeating: .text("x"), count: 1001))
    let refusal = error { _ = try fill("{{#l}}{{#l}}a{{/l}}{{/l}}", ["l": list]) }
    #expect(refusal?.code == .limitExceeded)
    #expect(refusal?.isPermanent == true)
  }

  @Test func textThatMultipliesIsStopped() throws {
    let list = TemplateValue.list(Array(repeating: .nothing, count: 100))
    let text = TemplateValue.html(String(repeating: "x", count: 1 << 20))
    #expect(error { _ = try fill("{{#l}}{{x}}{{/l}}", ["l": list, "x": text]) }?.code == .limitExceeded)
  }
}
