import TestTraits
import Testing

@testable import Composition

/// Names with dots whose objects lack a member.
@Suite(.hangLimit) struct TemplateNamesTests {
  private static let values: [String: TemplateValue] = [
    "holder": .object(["name": .text("Ada"), "address": .object(["city": .text("Bonn")])]),
    "guardian": .nothing,
    "items": .list([.object(["price": .object(["net": .text("1")])]), .object(["unit": .object(["name": .text("h")])])]
    ),
    "title": .text("x"),
  ]

  private func unknown(_ template: String, _ more: [String: String] = [:]) throws -> [String] {
    var files = more
    files["template.html"] = template
    let folder = try TemporaryFolder(files)
    let document = try Template(folder: folder.path).document(
      Self.values, format: try #require(LocalFormat(identifier: "en-US")))
    return document.warnings.filter { $0.code == "missing_value" && $0.message.contains(".") }.map {
      "\($0.location.line): "
        + ($0.message.split(separator: "{{").last?.split(separator: "}}").first.map(String.init) ?? "")
    }
  }

  @Test(
    arguments: [
      ("{{holder.name}} {{holder.address.city}}", []),
      ("a\n{{holder.nmae}}", ["2: holder.nmae"]),
      ("{{holder.address.town}}", ["1: holder.address.town"]),
      ("{{title.text}}", ["1: title.text"]),
      ("{{uppercased(holder.nmae)}} {{{holder.nmae}}}", ["1: holder.nmae"]),
      ("<a href={{holder.nmae}}>", ["1: holder.nmae"]),
      // Objects that the payload omits, and names that no object has, which are reported without their members.
      ("{{guardian.name}} {{#guardian}}{{guardian.name}}{{/guardian}}", []),
      // Members of elements: one element has it.
      ("{{#items}}{{price.net}} {{unit.name}}{{/items}}", []),
      ("{{#items}}{{price.gross}}{{/items}}", ["1: price.gross"]),
      // The context of a section comes first, then those around it.
      ("{{#holder}}{{address.city}} {{address.zip}} {{holder.nmae}}{{/holder}}", ["1: address.zip", "1: holder.nmae"]),
      ("{{#holder.childern}}{{name}}{{/holder.childern}}", ["1: holder.childern"]),
      ("{{^holder.childern}}none{{/holder.childern}}", ["1: holder.childern"]),
      ("{{! holder.nmae }}{{#items}}{{^last()}},{{/last()}}{{/items}}", []),
    ] as [(String, [String])])
  func namesAreFoundWithTheirLines(template: String, expected: [String]) throws {
    #expect(try unknown(template) == expected)
  }

  @Test func namesInIncludedFilesAreFoundInTheContextOfTheInclusion() throws {
    #expect(
      try unknown("{{#items}}{{>row}}{{/items}}", ["row.html": "\n{{price.net}} {{price.gross}}"]) == ["2: price.gross"]
    )
  }
}
