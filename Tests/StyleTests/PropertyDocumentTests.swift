import Foundation
import TestTraits
import Testing

@testable import Style

/// The section “Properties” of docs/css.md lists the rows of the property tables with the values that their grammars
/// accept.
@Suite(.hangLimit) struct PropertyDocumentTests {
  private static let document = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appendingPathComponent("docs/css.md")

  /// The groups of the section, by their first properties.
  private static let groups: [(title: String, first: Property)] = [
    ("Fonts and direction", .direction), ("Text", .textAlign), ("Boxes", .display),
    ("Backgrounds, borders and effects", .backgroundColor), ("Generated content", .content),
    ("Flexible boxes, grids and columns", .flexDirection), ("Pages, in `@page` only", .size),
    ("By the direction of text", .blockSize),
  ]

  /// What a property does not do although its values are accepted.
  private static let limits: [Property: String] = [
    .writingMode: """
    vertical text in vertical text of another mode is set as the text around it, with a warning
    """,
    .textCombineUpright: "`digits` may be followed by 2, 3 or 4",
    .position:
      "`absolute` boxes without a positioned ancestor are placed in the area of the page they are on, or of the first page if `top` or `bottom` moves them by a page or more; `sticky` boxes are not moved; `fixed` repeats the box on each page, unless it is beside the page area and the sheet would cut it off",
  ]

  /// A type of values, and a value of it that belongs to no type before.
  private static let types: [(name: String, sample: String)] = [
    ("integer", "3"), ("number", "1.5"), ("percentage", "50%"), ("length", "7px"), ("angle", "45deg"), ("flex", "2fr"),
    ("resolution", "2dppx"), ("ratio", "3 / 2"), ("color", "#123456"), ("url", "url(a.png)"), ("string", "\"text\""),
    ("gradient", "linear-gradient(red, blue)"), ("shape", "circle(7px)"), ("filter", "blur(7px)"),
    ("counter", "counter(page)"),
    ("transform", "matrix(1, 0, 0, 1, 0, 0)"), ("identifier", "some-name"),
  ]

  /// Keywords that only one property has, which are no cases of `Keyword`.
  private static let rareKeywords = """
    pixelated crisp-edges smooth size inline-size layout paint style multiply screen overlay darken lighten color-dodge color-burn \
    hard-light soft-light difference exclusion hue saturation color luminosity over sesame dot triangle double-circle filled \
    allow-end force-end each-line hanging from-image discard -webkit-legacy horizontal vertical inline-axis \
    block-axis alpha luminance match-source add subtract intersect exclude no-clip digits unicode trim-start trim-end trim-both ideographic ideographic-ink
    """.split(separator: " ").map(String.init)

  /// The types and keywords of which a value of the property can consist, found by parsing. Lists and functions of
  /// several values are not found.
  private func values(_ row: Longhand) -> String {
    func accepts(_ text: String) -> Bool {
      var parser = ValueParser(text)
      return parser.longhand(row.property) != nil && parser.atEnd
    }
    if let physical = row.physical {
      return "as `\(physical.leftToRight.name)`"
    }
    var found = Self.types.filter { accepts($0.sample) }.map(\.name)
    if found.contains("number") { found.removeAll { $0 == "integer" } }
    found = found.map { "\\<\($0)>" }
    if !found.contains("\\<identifier>") {
      // Names of colours are of their type.
      let isColor = found.contains("\\<color>")
      let keywords = (Keyword.allCases.map(\.name) + Self.rareKeywords).filter { accepts($0) }
      found += keywords.filter { !isColor || !["transparent", "currentcolor", "menu"].contains($0) }.map { "`\($0)`" }
    }
    return found.isEmpty ? "lists and functions" : found.joined(separator: " ")
  }

  private func tables() -> String {
    var text = ""
    for (index, group) in Self.groups.enumerated() {
      let end = index + 1 < Self.groups.count ? Self.groups[index + 1].first.rawValue : UInt16(Longhand.table.count)
      let rows = Longhand.table[Int(group.first.rawValue)..<Int(end)].filter { !$0.traits.contains(.internal) }
      text += "\n### \(group.title)\n\n| property | values | inherited |\n|---|---|---|\n"
      for row in rows {
        let limit = Self.limits[row.property].map { ". Limit: \($0)" } ?? ""
        text += "| `\(row.name)` | \(values(row))\(limit) | \(row.traits.contains(.inherited) ? "yes" : "no") |\n"
      }
    }
    text += "\n### Shorthands\n\n| property | sets |\n|---|---|\n"
    for shorthand in Shorthand.allCases {
      let longhands = shorthand.longhands.map { "`\(Longhand.table[Int($0.rawValue)].name)`" }
      text += "| `\(shorthand.name)` | \(shorthand == .all ? "all properties" : longhands.joined(separator: ", ")) |\n"
    }
    return text
  }

  /// With `PRESSRUN_WRITE_DOCUMENTS` set, the tables are written to the document.
  @Test func theDocumentListsThePropertiesOfTheTable() throws {
    let text = try String(contentsOf: Self.document, encoding: .utf8)
    let start = try #require(text.range(of: "## Properties\n"), "docs/css.md has no section of properties")
    let section = text[start.upperBound...]
    let tablesStart = section.range(of: "\n### ")?.lowerBound ?? section.endIndex
    let expected = tables()
    if ProcessInfo.processInfo.environment["PRESSRUN_WRITE_DOCUMENTS"] != nil {
      try (text[..<tablesStart] + expected).write(to: Self.document, atomically: true, encoding: .utf8)
      return
    }
    #expect(
      section[tablesStart...] == expected, "run this test with PRESSRUN_WRITE_DOCUMENTS=1 to write the tables")
  }

  /// What the document says of at-rules and of properties that are ignored.
  @Test(arguments: [
    ("@scope (p) { b { color: red } }", false), ("@starting-style { b { color: red } }", true), ("@nonsense x;", true),
    ("@keyframes a { from { top: 0 } }", false), ("@font-feature-values X { }", false),
    ("@viewport { width: 1px }", false),
    ("p { nonsense: 1 }", true), ("p { filter: blur(1px) }", false), ("p { filter: url(#a) }", false),
    ("p { mask: none }", false), ("p { mask: url(#a); clip-path: url(#a) }", false),
    ("p { clip-path: url(a.svg) }", true),
    ("p { shape-outside: circle(1px) }", false), ("p { shape-outside: url(a.png) }", true),
    ("p { line-clamp: 2 }", false), ("p { -webkit-line-clamp: 2 }", false),
    ("p { offset-path: none }", true),
    ("p { cursor: pointer; -webkit-x: 1; mso-pagination: none }", false),
    ("p { writing-mode: vertical-rl }", false), ("@page { writing-mode: vertical-rl }", false),
  ])
  func ignoredRulesAndPropertiesHaveTheWarningsOfTheDocument(css: String, hasWarning: Bool) throws {
    #expect(try Sheet(css).messages.isEmpty == !hasWarning)
  }
}
