import Markup
import TestTraits
import Testing

@testable import Composition

/// No value changes which elements, attributes and CSS tokens a document has.
@Suite(.hangLimit) struct TemplateAttackTests {
  /// Templates with the values `x` and `y`, the list `l` of them, and the flag `s`, which is true.
  static let templates = [
    "<p>{{x}}</p><p>{{{y}}}</p>", "<p title=\"{{x}}\" lang=\"{{y}}\">a</p>", "<p title='{{x}}' lang='{{&y}}'>a</p>",
    "<p data-a={{x}} title=\"{{y}}\">a</p>", "<p data-a={{x}} title={{y}}>a</p>",
    "<p data-a=b{{x}}c title='{{y}}'>a</p>",
    "<p data-a= {{x}} title={{y}}/><br>", "<p data-a=#X# title=\"#Y#\">a</p>", "<p data-a={{x}}{{y}} id=z>a</p>",
    "<p data-a={{#x}}{{.}}{{/x}} title=\"{{y}}\">a</p>", "<p data-a={{#l}}{{.}}{{/l}} title=\"{{y}}\">a</p>",
    "<p {{#s}}title=\"{{x}}\"{{/s}} lang={{y}}>a</p>", "<p{{#l}} class=\"{{.}}\"{{/l}} lang={{y}}>a</p>",
    "<p {{#s}}hidden {{/s}}title=\"{{x}}\">{{y}}</p>", "{{#l}}<p title={{.}}>{{.}}</p>{{/l}}",
    "<!-- {{x}} -- {{y}} --><p title={{x}}>{{y}}</p>", "<!--{{x}}--><p title={{y}}>a</p>",
    "<!DOCTYPE html {{x}}><p>{{y}}</p>",
    "<title>{{x}}</title><p title={{y}}>a</p>", "<textarea>{{x}}</textarea><p>{{y}}</p>",
    "<script>a = '{{x}}'</script><p>{{y}}</p>",
    "<style>p { color: {{x}}; width: {{y}} }</style><p>a</p>",
    "<style>p::after { content: \"{{x}}\" '{{y}}' }</style><p>a</p>",
    "<style>.{{x}} { color: red } /* {{y}} */</style><p>a</p>",
    "<style>@import url({{x}}); p { {{y}}: a }</style><p>a</p>",
    "<p style=\"color: {{x}}; width: {{y}}\">a</p>", "<p style='font: \"{{x}}\"; color: {{y}}'>a</p>",
    "<p style=color:{{x}};width:{{y}}>a</p>",
    "<a href=\"{{x}}\">{{y}}</a>", "<a href={{x}}{{y}}>a</a>", "<a href=\"/a?b={{x}}#{{y}}\">a</a>",
    "<img src={{x}} alt={{y}}>",
    "<p title=\"{{>value}}\" data-a='{{>value}}' {{>attributes}}>{{>value}}</p>",
    "<style>p { color: {{>value}} }</style><p>a</p>",
    "<table>#ITEMS#</table>", "<p title=\"#ITEMS#\">a</p>", "<svg><title>{{x}}</title><rect width={{y}} /></svg>",
    "<svg><style>a { fill: {{x}} }</style><path d=\"{{y}}\"/></svg>", "a < {{x}} &{{y}}; &#{{x}};<p>b</p>",
  ]

  static let files = [
    "value.html": "{{x}}{{y}}", "attributes.html": "class={{x}} lang=\"{{y}}\"",
    "single_item.html": "#A#", "last_item.html": "{{a}}{{b}}",
  ]

  static let payloads = [
    "", " ", "a b", "a onload=b", "\" onload=\"b", "' onload='b", "\"><i>", "'><i>", "><i>", "<i>", "</p><i>", "<!--",
    "-->", "--", "--!>",
    "-", ">", "<", "/", "/>", "=", "a=", "=b c", "`", "</style><i>", "</style", "</title><i>", "</textarea><i>",
    "</script><i>", "<script>",
    "red; background: url(a)", "red}*{color:blue", "\";}*{a:b", "';}*{a:b", "/*", "*/", "url(", "rgb(", ")", "\\",
    "\\\"", "\n", "\r\n", "\t",
    "\u{0}", "\u{0C}", "\u{0B}x", "\u{301}\"", "\"\u{301} onload=\"", "&quot; onload=&quot;", "&#34;", "&lt;i&gt;", "&",
    "lt", "#60", "x3c",
    "javascript:alert(1)", "data:text/html,<i>", "{{x}}", "{{{y}}}", "#X#", "{{/s}}", "{{=<% %>=}}", "]]>", "<![CDATA[",
    "<?",
    "\u{2028}", "é\"", "@import 'a'", "!important", "--a: b",
  ]

  private static let format = LocalFormat(identifier: "en-US")

  private func document(_ template: Template, _ x: TemplateValue, _ y: TemplateValue) throws -> Document {
    let rows = TemplateValue.list([.object(["a": x, "b": y]), .object(["a": y, "b": x])])
    let values: [String: TemplateValue] = ["x": x, "y": y, "l": .list([x, y]), "s": .flag(true), "items": rows]
    let html = try template.document(values, format: try #require(Self.format)).text
    return try Document.parse(html: html)
  }

  /// The elements in document order with the names of their attributes, and the tokens of CSS that group others.
  private func structure(_ document: Document) -> [String] {
    var result: [String] = []
    for index in document.nodes.indices where document.nodes[index].kind == .element {
      let node = NodeID(UInt32(index))
      result.append(
        document.name(node) + document.attributes(of: node).map { " " + document.names[$0.name] }.joined())
      if document.name(node) == "style" { result.append(marks(document.textContent(node))) }
      if let style = document.attribute(node, "style") { result.append(marks(style)) }
    }
    return result
  }

  /// The characters of CSS that are neither escaped nor parts of words, numbers, colours and lists.
  private func marks(_ css: String) -> String {
    var rest = Array(css.utf8)[...]
    var found: [UInt8] = []
    while let byte = rest.popFirst() {
      let digits = rest.prefix {
        UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 || UInt8(ascii: "a")...UInt8(ascii: "f") ~= $0
      }
      if byte == UInt8(ascii: "\\"), 1...6 ~= digits.count, rest.dropFirst(digits.count).first == 0x20 {
        rest = rest.dropFirst(digits.count + 1)
      } else if "{};:\"'()[]@!*/\\<>&=\n".utf8.contains(byte) {
        found.append(byte)
      }
    }
    return String(decoding: found, as: UTF8.self)
  }

  @Test(arguments: templates) func valuesDoNotChangeTheStructure(text: String) throws {
    let folder = try TemporaryFolder(Self.files.merging(["template.html": text]) { $1 })
    let template = try Template(folder: folder.path)
    let expected = structure(try document(template, .text("harmless"), .text("harmless")))
    for payload in Self.payloads {
      for (x, y) in [(payload, payload), (payload, ""), ("a", payload)] {
        let found = structure(try document(template, .text(x), .text(y)))
        #expect(found == expected, "\(text) with \(x.debugDescription) and \(y.debugDescription)")
      }
    }
  }

  /// Fields that are declared as HTML are markup in text only.
  @Test(
    arguments: templates.filter {
      !$0.contains("<p>{{") && !$0.contains(">{{") && !$0.contains("ITEMS") && !$0.hasPrefix("a <")
    })
  func markupDoesNotChangeTheStructureOutsideOfText(text: String) throws {
    let folder = try TemporaryFolder(Self.files.merging(["template.html": text]) { $1 })
    let template = try Template(folder: folder.path)
    let expected = structure(try document(template, .text("harmless"), .text("harmless")))
    for payload in Self.payloads {
      #expect(
        structure(try document(template, .html(payload), .html(payload))) == expected, "\(payload.debugDescription)")
    }
  }
}
