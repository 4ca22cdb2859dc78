import Foundation
import Testing

/// A fenced code block of a Markdown document.
///
/// A line before the block says what the tests do with it:
///
///     <!-- not run: needs kubectl -->     The commands cannot run in a test. They are only parsed.
///     <!-- file: payload.json -->         The folder in which the document's commands run has the text as this file.
struct CodeBlock: CustomTestStringConvertible {
  var document: String
  /// The line of the opening fence, from 1.
  var line: Int
  var language: String
  var text = ""
  /// The reason why the block is not run; nil if it is run.
  var exemption: String?
  /// The name of the file with this text, if there is one.
  var file: String?

  var testDescription: String { "\(document):\(line)" }

  /// The languages of blocks with commands.
  static let commandLanguages: Set<String> = ["console", "sh"]

  /// The commands of a `console` block, the lines that begin with `$ ` and continuation lines that begin with `> `; or
  /// the text of a `sh` block.
  var commands: String {
    guard language == "console" else { return text }
    return text.split(separator: "\n").filter { $0.hasPrefix("$ ") || $0.hasPrefix("> ") }.map { $0.dropFirst(2) }
      .joined(separator: "\n")
  }

  static func all(in document: String) throws -> [CodeBlock] {
    let lines = try Repository.text(document).split(separator: "\n", omittingEmptySubsequences: false)
    var blocks: [CodeBlock] = []
    var open: CodeBlock?
    var previous = ""
    for (index, line) in lines.enumerated() {
      if var block = open {
        if line.hasPrefix("```") {
          blocks.append(block)
          open = nil
        } else {
          block.text += line + "\n"
          open = block
        }
      } else if line.hasPrefix("```") {
        open = CodeBlock(
          document: document, line: index + 1, language: String(line.dropFirst(3)),
          exemption: previous.firstMatch(of: /^<!-- not run: (.+) -->$/).map { String($0.1) },
          file: previous.firstMatch(of: /^<!-- file: (.+) -->$/).map { String($0.1) })
      }
      previous = line.isEmpty ? previous : String(line)
    }
    return blocks
  }

  /// The lines of code blocks that are indented instead of fenced, from 1.
  static func indented(in document: String) throws -> [Int] {
    var (isFenced, isAfterBlank) = (false, true)
    var found: [Int] = []
    for (index, line) in try Repository.text(document).split(separator: "\n", omittingEmptySubsequences: false)
      .enumerated()
    {
      if line.hasPrefix("```") { isFenced.toggle() }
      if !isFenced, isAfterBlank, line.hasPrefix("    ") || line.hasPrefix("\t") { found.append(index + 1) }
      isAfterBlank = line.allSatisfy(\.isWhitespace)
    }
    return found
  }

  static let all = Repository.documents.flatMap { (try? all(in: $0)) ?? [] }

  /// All blocks of one language that are run.
  static func runnable(_ language: String) -> [CodeBlock] {
    all.filter { $0.language == language && $0.exemption == nil }
  }

  /// All blocks of some languages that are not run.
  static func exempted(_ languages: Set<String>) -> [CodeBlock] {
    all.filter { languages.contains($0.language) && $0.exemption != nil }
  }
}
