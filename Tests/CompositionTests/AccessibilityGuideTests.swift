import Foundation
import TestTraits
import Testing

@testable import Composition

/// The outlines in `docs/accessibility.md` equal the outlines of the examples.
@Suite(.hangLimit) struct AccessibilityGuideTests {
  private struct Line: Hashable, CustomStringConvertible {
    var depth: Int
    var type: String
    /// The text without white space, which programs that extract the text of a PDF handle differently.
    var text: String
    /// Whether the text is cut off.
    var isCut: Bool

    var description: String { String(repeating: "  ", count: depth) + type + " " + text }

    /// Cells without text are in the file only.
    var isEmptyCell: Bool { type == "TD" && text.isEmpty }

    func shows(_ line: StructureLine) -> Bool {
      let words = Self.words(line.text)
      return line.depth == depth && line.type == type && (isCut ? words.hasPrefix(text) : words == text)
    }

    static func words(_ text: some StringProtocol) -> String { String(text.filter { !$0.isWhitespace }) }
  }

  /// The lines of the outline below a heading.
  private func lines(below heading: String) throws -> [Line] {
    let guide = try String(contentsOfFile: Project.root + "/docs/accessibility.md", encoding: .utf8)
    let start = try #require(guide.range(of: "### \(heading)\n"))
    let block = guide[start.upperBound...].split(separator: "\n", omittingEmptySubsequences: false)
      .drop { $0 != "```text" }.dropFirst().prefix { $0 != "```" }
    var lines: [Line] = []
    for line in block {
      let parts = line.drop { $0 == " " }.split(separator: "“", omittingEmptySubsequences: false)
      let text = Line.words(parts.last?.prefix { $0 != "”" && $0 != "…" } ?? "")
      if line.contains("“"), parts[0].isEmpty {
        // More text of the same element.
        lines[lines.count - 1].text += text
      } else {
        let depth = line.prefix { $0 == " " }.count / 2
        lines.append(
          Line(
            depth: depth, type: Line.words(parts[0]), text: parts.count > 1 ? text : "", isCut: line.contains("…”")))
      }
    }
    return lines
  }

  private func outline(of example: String) throws -> [StructureLine] {
    guard case .html(var document) = try Project.example(example) else { return [] }
    document.isTagged = true
    return try Typesetter().typeset(document, isInspected: true).structureOutline()
  }

  /// Every line of the guide is in the outline, in the same order, with the same depth and text.
  @Test(arguments: [("A note", "note"), ("An invoice", "invoice-de"), ("A statement", "statement")])
  func outlinesAreCurrent(_ heading: String, _ example: String) throws {
    let shown = try lines(below: heading).filter { !$0.isEmptyCell }
    #expect(shown.count > 10)
    var rest = try outline(of: example)[...]
    for line in shown {
      guard let next = rest.firstIndex(where: line.shows) else {
        Issue.record("not in the structure of \(example): \(line)")
        continue
      }
      rest = rest[(next + 1)...]
    }
  }
}
