import Foundation
import TestTraits
import Testing

@testable import Style

/// The section “Supported properties” of docs/templates.md lists the rows of the property table.
@Suite(.hangLimit) struct PropertyDocumentTests {
  private static let document = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appendingPathComponent("docs/templates.md")
  private static let heading = "## Supported properties\n"

  /// The groups of the section, by their first properties.
  private static let groups: [(title: String, first: Property)] = [
    ("Fonts and direction", .direction), ("Text", .textAlign), ("Boxes", .display),
    ("Backgrounds, borders and effects", .backgroundColor), ("Generated content", .content),
    ("Flexible boxes, grids and columns", .flexDirection), ("Pages, in `@page` only", .size),
    ("By the direction of text", .blockSize),
  ]

  private func tables() -> String {
    var text = ""
    for (index, group) in Self.groups.enumerated() {
      let end = index + 1 < Self.groups.count ? Self.groups[index + 1].first.rawValue : UInt8(Longhand.table.count)
      let rows = Longhand.table[Int(group.first.rawValue)..<Int(end)].filter { !$0.traits.contains(.internal) }
      text += "\n### \(group.title)\n\n| property | inherited |\n|---|---|\n"
      for row in rows { text += "| `\(row.name)` | \(row.traits.contains(.inherited) ? "yes" : "no") |\n" }
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
    let start = try #require(text.range(of: Self.heading), "docs/templates.md has no section of properties")
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
}
