import TestTraits
import Testing

@testable import Composition

/// The places of values in templates: what is written for each, and what is refused.
@Suite(.hangLimit) struct TemplateContextTests: TemplateFilling {
  private func refusal(_ template: String, files: [String: String] = [:]) -> CompositionError? {
    error { _ = try fill(template, [:], files: files) }
  }

  // MARK: attribute values

  /// White space in a value began another attribute.
  @Test(arguments: [
    ("<p class={{x}}>", "<p class=\"V\">"), ("<p class=#X#>", "<p class=\"V\">"),
    ("<p class={{ x }}>", "<p class=\"V\">"),
    ("<p class=a-{{x}}>", "<p class=\"a-V\">"), ("<p class= {{x}}>", "<p class= \"V\">"),
    ("<p class={{{x}}}>", "<p class=\"V\">"), ("<p class={{&x}}>", "<p class=\"V\">"),
    ("<p class={{x}}{{x}}>", "<p class=\"VV\">"), ("<p class={{#s}}{{x}}{{/s}}>", "<p class=\"V\">"),
    ("<p class={{lowercased(x)}}>", "<p class=\"V\">"), ("<p class=#A#-#X#>", "<p class=\"q-V\">"),
    ("<p a={{x}} b=\"{{x}}\">", "<p a=\"V\" b=\"V\">"), ("<p a='{{x}}'b={{x}}>", "<p a='V'b=\"V\">"),
    ("<P CLASS=a{{x}}/>", "<P CLASS=\"aV/\">"), ("<p title=\"a > b\" c={{x}}>", "<p title=\"a > b\" c=\"V\">"),
    ("<p a={{x}}\nb=c d={{x}}>", "<p a=\"V\"\nb=c d=\"V\">"), ("<p a=b{{! c }} c={{x}}>", "<p a=b c=\"V\">"),
    // An empty value did not end before the next attribute.
    ("<p a={{e}} title=\"{{x}}\">", "<p a=\"\" title=\"V\">"),
    ("<p a={{^s}}b{{/s}} t=\"{{x}}\">", "<p a=\"\" t=\"V\">"),
    // Text, comments and the content of style sheets.
    ("<p>{{x}}", "<p>V"), ("a < {{x}}", "a < V"), ("<!-- <p a -->{{x}}", "<!-- <p a -->V"),
    ("<!--><p c={{x}}>", "<!--><p c=\"V\">"), ("<!DOCTYPE html><p c={{x}}>", "<!DOCTYPE html><p c=\"V\">"),
    ("<!-- {{x}} --><p c={{x}}>", "<!-- V --><p c=\"V\">"), ("<!--{{#s}}a{{/s}}-->{{x}}", "<!--a-->V"),
    ("<style>a<b {{x}}</style><p c={{x}}>", "<style>a<b a onload\\3d b\\3e </style><p c=\"V\">"),
    ("<svg><style/><rect width=1{{x}}>", "<svg><style/><rect width=\"1V\">"),
    ("</<style><p c={{x}}>", "</<style><p c=\"V\">"), ("<?x a={{x}}><p b={{x}}>", "<?x a=V><p b=\"V\">"),
    ("</><p c={{x}}>", "</><p c=\"V\">"),
    // Only in SVG does an element end with its start tag.
    ("<title/><p a={{x}}></title><p c={{x}}>", "<title/><p a=V></title><p c=\"V\">"),
    ("<svg><title><g a={{x}}></title></svg><p c={{x}}>", "<svg><title><g a=\"V\"></title></svg><p c=\"V\">"),
    ("<svg/><title>a<p b={{x}}></title><p c={{x}}>", "<svg/><title>a<p b=V></title><p c=\"V\">"), ("<3 {{x}}", "<3 V"),
  ])
  func valuesOfAttributesAreQuoted(template: String, expected: String) throws {
    let values: [String: TemplateValue] = ["x": .text("a onload=b>"), "a": .text("q"), "s": .flag(true), "e": .nothing]
    #expect(try fill(template, values).text == expected.replacing("V", with: "a onload=b&gt;"))
  }

  @Test func attributesWithoutTagsAreUnchanged() throws {
    let html = "<p class=a id='b' title = c hidden data-x=y/><input value=>"
    #expect(try fill(html + "{{x}}", ["x": .nothing]).text == html)
  }

  @Test func linesAreJoinedByLineBreaksInAttributes() throws {
    #expect(try fill("<p a=b{{x}}>", ["x": .lines(["c d", "e"])]).text == "<p a=\"bc d\ne\">")
    #expect(try fill("<title>{{x}}</title>", ["x": .lines(["<", "e"])]).text == "<title>&lt;\ne</title>")
  }

  /// A field that is declared as HTML could end the value of an attribute, or the title.
  @Test func markupIsTextInAttributesAndTitles() throws {
    let values: [String: TemplateValue] = ["x": .html("<b title=\"y\">1</b>")]
    let escaped = "&lt;b title=&quot;y&quot;&gt;1&lt;/b&gt;"
    #expect(try fill("<p title='{{x}}'>{{x}}", values).text == "<p title='\(escaped)'><b title=\"y\">1</b>")
    #expect(try fill("<title>{{x}}</title>", values).text == "<title>\(escaped)</title>")
  }

  @Test func flagsAndPositionsAreWrittenInAttributes() throws {
    let values: [String: TemplateValue] = ["f": .flag(true), "l": .list([.text("a"), .text("b")])]
    #expect(try fill("<p a={{f}} b=\"{{count(l)}}\">", values).text == "<p a=\"true\" b=\"2\">")
    #expect(
      try fill("{{#l}}<p id=p{{index()}} a=\"{{#last()}}z{{/last()}}\">{{/l}}", values).text
        == "<p id=\"p0\" a=\"\"><p id=\"p1\" a=\"z\">")
  }

  // MARK: CSS

  @Test(arguments: [
    ("12pt", "12pt"), ("#ff0000", "#ff0000"), ("red", "red"), ("50%", "50%"), ("-1.5em +2px", "-1.5em +2px"),
    ("Arial, sans-serif", "Arial, sans-serif"), ("rgb(10 20 30 / 50%)", "rgb(10 20 30 / 50%)"),
    ("RGBA(1,2,3,0.5)", "RGBA(1,2,3,0.5)"), ("größe", "größe"), ("", ""),
    ("red;", "red\\3b "), ("a}", "a\\7d "), ("a{", "a\\7b "), ("\"'", "\\22 \\27 "), ("\\", "\\5c "),
    ("a:b", "a\\3a b"), ("@x", "\\40 x"), ("!a", "\\21 a"), ("</style>", "\\3c \\2f style\\3e "),
    ("/*", "\\2f \\2a "), ("url(x)", "url\\28 x\\29 "), ("rgb(1", "rgb\\28 1"), ("rgb(1)(", "rgb\\28 1\\29 \\28 "),
    ("a\nb", "a\\a b"), ("\u{0}", "\\fffd "), ("&", "\\26 "),
  ])
  func valuesInCSSAreWordsAndNumbers(value: String, expected: String) throws {
    for template in ["<p style=\"a: {{x}}\">", "<p style='a: {{{x}}}'>", "<style>p { a: {{x}} }</style>"] {
      let expected = template.replacing("{{{x}}}", with: expected).replacing("{{x}}", with: expected)
      #expect(try fill(template, ["x": .text(value)]).text == expected)
      #expect(try fill(template, ["x": .html(value)]).text == expected)
    }
    #expect(try fill("<p STYLE=a:{{x}}>", ["x": .text(value)]).text == "<p STYLE=\"a:\(expected)\">")
  }

  // MARK: addresses

  @Test(arguments: [
    "javascript:a", "JavaScript:a", " \u{1}javascript:a", "java\nscript:a", "java\tscript\t:a", "vbscript:a",
  ])
  func addressesThatRunScriptsAreReplaced(address: String) throws {
    for template in [
      "<a href=\"{{x}}\">", "<a href=\" {{x}}\">", "<img src='{{x}}'>", "<a href=\"{{#x}}{{.}}{{/x}}\">",
    ] {
      let document = try fill(template, ["x": .text(address)])
      #expect(document.text.contains("about:invalid") && !document.text.contains("script"), "\(template)")
      #expect(document.warnings.map(\.code) == ["unsafe_address"])
    }
    #expect(try fill("<p title=\"{{x}}\">", ["x": .text("javascript:a")]).text == "<p title=\"javascript:a\">")
  }

  @Test(arguments: [
    "https://a.example/?b=c:d", "mailto:a@b.example", "#a", "a/b.png", "javascript", "a javascript:b", "",
  ])
  func otherAddressesAreUnchanged(address: String) throws {
    let document = try fill("<a href=\"{{x}}\"><img src=\"{{x}}\">", ["x": .text(address)])
    #expect(document.text == "<a href=\"\(address)\"><img src=\"\(address)\">")
    #expect(document.warnings.isEmpty)
  }

  /// Images of a payload are `data:` addresses; links to them open a document that the payload wrote.
  @Test func dataIsAllowedForImagesOnly() throws {
    let values: [String: TemplateValue] = ["x": .text("data:text/html,a")]
    #expect(try fill("<img src={{x}}>", values).text == "<img src=\"data:text/html,a\">")
    #expect(try fill("<a href={{x}}>", values).text == "<a href=\"about:invalid\">")
    #expect(try fill("<a {{>b}}>", values, files: ["b.html": "href='{{x}}'"]).text == "<a href='about:invalid'>")
    let image = "<svg><image xlink:href='data:text/html,a' /></svg>"
    #expect(try fill(image.replacing("data:text/html,a", with: "{{x}}"), values).text == image)
  }

  @Test func dataOfChartsAreNoAddresses() throws {
    let values: [String: TemplateValue] = ["x": .text("javascript:a"), "y": .text("10:30")]
    #expect(
      try fill("<pressrun-chart data='[{{x}}, {{y}}]'>", values).text == "<pressrun-chart data='[javascript:a, 10:30]'>"
    )
  }

  @Test func valuesDoNotMakeASchemeTogether() throws {
    let values: [String: TemplateValue] = ["a": .text("java"), "b": .text("script:c:d")]
    #expect(try fill("<a href=\"{{a}}{{b}}\">", values).text == "<a href=\"javascript%3Ac:d\">")
    #expect(try fill("<a href=\"java{{b}}\">", values).text == "<a href=\"javascript%3Ac:d\">")
    #expect(try fill("<a href=\"/{{a}}{{b}}\">", values).text == "<a href=\"/javascript:c:d\">")
  }

  // MARK: sections

  @Test(arguments: [
    "<p{{#s}} class=\"a\"{{/s}}>", "<p {{#s}}hidden{{/s}}>", "<p {{#s}}hidden {{/s}}id=a>",
    "<p {{#s}}a=\"b\"{{/s}}id=a>",
    "<p class=\"a{{#s}} b{{/s}}\">", "<p class=a{{#s}}b{{/s}}>", "<p{{#s}} a=\"b\"{{/s}}{{^s}} c=\"d\"{{/s}}>",
    "{{#s}}<p class=\"a\">{{/s}}{{^s}}<p>{{/s}}", "{{#s}}<b>{{/s}}a{{#s}}</b>{{/s}}", "<!-- {{#s}}<p {{/s}} -->",
    "<style>{{#s}}p { color: red }{{/s}}</style>", "<td{{#s}}\n  colspan=\"2\"\n{{/s}}>",
    "{{#s}}{{=<% %>=}}<%x%><%/s%>{{x}}",
  ])
  func sectionsOfWholeAttributesAndElementsAreAccepted(template: String) {
    #expect(refusal(template) == nil, "\(template)")
  }

  /// What followed the section was in a tag, in quotes or in text, depending on the payload.
  @Test(arguments: [
    ("<p {{#s}}title=\"{{/s}}{{x}}\">", "1:17", "begins in a tag p in line 1, but ends in an attribute's value"),
    ("<p title=\"{{#s}}\" a=\"{{x}}{{/s}}\">", "1:27", ""),
    ("<p title={{#s}}a b{{/s}} c>", "1:19", "put attribute values into quotes"),
    ("a\n{{#s}}\n<p {{/s}}>", "3:4", "the section s begins in text in line 2, but ends in a tag p"),
    ("<p a{{#s}}>{{/s}}", "1:12", ""), ("<{{#s}}b{{/s}}>", "1:9", ""), ("{{#s}}<style>{{/s}}</style>", "1:14", ""),
    ("{{#s}}<!--{{/s}} -->", "1:11", ""), ("<p{{#s}}></p><q{{/s}}>", "1:16", ""),
    ("<p a=\"{{#s}}\" b='{{/s}}\">", "1:18", ""),
    ("{{^s}}<p a={{/s}}b>", "1:12", ""), ("{{#s}}<p a={{x}}{{/s}}>", "1:17", ""),
    ("<style></{{#s}}s{{/s}}</style>", "1:17", ""),
    ("<p{{#s}}a{{/s}}>", "1:9", "white space"),
    ("{{#s}}<svg>{{/s}}", "1:12", "but ends in an svg or math element"),
    ("<svg><style>a<b {{x}}", "1:15", "a tag is in the content of style"),
    ("<p {{#s}}a{{/s}}b>", "1:17", "white space"),
    ("<p {{#s}}a{{/s}}=\"{{x}}\">", "1:17", "equals sign"), ("<p {{#s}}a {{/s}} = b>", "1:19", "equals sign"),
    ("<!-- {{#s}}--{{/s}}> {{x}} -->", "1:20", "the comment"),
  ])
  func sectionsThatChangeThePlaceAreRefused(template: String, place: String, message: String) {
    let error = refusal(template)
    #expect(error?.code == .templateBroken, "\(template)")
    #expect(error?.place.hasSuffix("template.html:\(place)") == true, "\(template): \(error?.place ?? "accepted")")
    #expect(message.isEmpty || error?.message.contains(message) == true, "\(template): \(error?.message ?? "accepted")")
  }

  @Test(arguments: [
    ("<{{x}}>", "1:2"), ("</{{x}}>", "1:3"), ("<h{{x}}>", "1:3"), ("<p {{x}}>", "1:4"), ("<p {{x}}=\"a\">", "1:4"),
    ("<p a{{x}}=\"b\">", "1:5"), ("<p a {{x}}>", "1:6"), ("<p #X#>", "1:4"), ("<p {{{x}}}>", "1:4"),
    ("<p a=\"b\"{{x}}>", "1:9"),
    ("\n <p {{&x}}>", "2:5"), ("<!{{x}}>", "1:3"), ("<style></{{x}}</style>", "1:10"), ("<!-- {{x}}>", "1:11"),
    ("<p a={{x}}\"b>", "1:11"), ("<p a=b\"{{x}}>", "1:8"),
  ])
  func valuesThatAreNamesAreRefused(template: String, place: String) {
    let error = refusal(template)
    #expect(error?.code == .templateBroken, "\(template)")
    #expect(error?.place.hasSuffix("template.html:\(place)") == true, "\(template): \(error?.place ?? "accepted")")
  }

  // MARK: included files

  @Test func includedFilesEscapeForTheirPlace() throws {
    let values: [String: TemplateValue] = ["x": .html("<b \"a\"")]
    let document = try fill(
      "<p a=\"{{>v}}\" b='{{>v}}' {{>t}}>{{>v}}<style>{{>v}}</style>", values,
      files: ["v.html": "{{>w}}", "w.html": "{{x}}", "t.html": "c={{x}} d"])
    let text = "&lt;b &quot;a&quot;"
    #expect(document.text == "<p a=\"\(text)\" b='\(text)' c=\"\(text)\" d><b \"a\"<style>\\3c b \\22 a\\22 </style>")
  }

  @Test func includedFilesEndWhereTheyStart() {
    let broken = [
      ("{{>f}}", "<p "), ("{{>f}}", "<p a=\""), ("{{>f}}", "<!--"), ("<p a=\"{{>f}}\">", "\" b=\""),
      ("<p {{>f}}>", "a=b"),
      ("<p {{>f}}>", ">"), ("<style>{{>f}}</style>", "</style>"), ("{{#s}}{{>f}}{{/s}}", "<textarea>"),
    ]
    for (template, file) in broken {
      let error = refusal(template, files: ["f.html": file])
      #expect(error?.message.contains("must end where it starts") == true, "\(template) with \(file)")
      #expect(error?.place.contains("/f.html:1:") == true, "\(template) with \(file)")
    }
    #expect(refusal("{{>f}}</body>", files: ["f.html": "<body><table>"]) == nil)
  }

  @Test(arguments: [
    ("<p>\n<p a={{>b}}>", "2:6", "into quotes"), ("<p a=x{{>b}}>", "1:7", "into quotes"),
    ("<p{{>b}}>", "1:3", "white space"),
    ("<p {{>b}}{{>b}}>", "1:10", "white space"), ("<{{>b}}>", "1:2", "in the name of a tag"),
    ("<table a=#ITEMS#>", "1:10", "into quotes"),
    ("<p a{{#s}} {{/s}}{{>b}}>", "1:18", "white space"), ("<p a=\"{{$b}}{{/b}}\">", "1:7", "a block must be in text"),
    ("<p {{<b}}{{/b}}>", "1:4", "must be in text"),
  ])
  func filesAreIncludedInWholeValues(template: String, place: String, message: String) {
    let error = refusal(template, files: ["b.html": "c", "single_item.html": "", "last_item.html": ""])
    #expect(
      error?.code == .templateBroken && error?.message.contains(message) == true, "\(template): \(error?.message ?? "")"
    )
    #expect(error?.place.hasSuffix("template.html:\(place)") == true, "\(template): \(error?.place ?? "")")
  }

  @Test func rowsEscapeForTheirPlace() throws {
    let values: [String: TemplateValue] = ["items": .list([.object(["a": .text("\"")]), .object(["a": .text("'")])])]
    #expect(
      try fill("<p a='#ITEMS#'>", values, files: ["single_item.html": "#A#-", "last_item.html": "#A#"]).text
        == "<p a='&quot;-&#39;'>")
  }

  @Test func blocksOfIncludedFilesAreReplaced() throws {
    #expect(
      try fill(
        "{{<b}}{{$c}}<i>{{x}}</i>{{/c}}{{/b}}", ["x": .text("<")], files: ["b.html": "<p>{{$c}}d{{/c}}</p>"]
      ).text == "<p><i>&lt;</i></p>")
  }

  /// Delimiters of a section ended with it for Mustache only, so that values after it were read as text.
  @Test func delimitersOfASectionEndWithIt() throws {
    #expect(
      try fill("{{#s}}{{=<% %>=}}<%x%><%/s%><p a={{x}}>", ["s": .flag(true), "x": .text("b c")]).text
        == "b c<p a=\"b c\">")
  }
}
