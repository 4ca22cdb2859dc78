import Foundation
import Testing

/// A fenced code block of a Markdown document.
///
/// A block that cannot run in a test is preceded by a line such as `<!-- not run: needs kubectl -->`.
struct CodeBlock: CustomTestStringConvertible {
  var document: String
  /// The line of the opening fence, from 1.
  var line: Int
  var language: String
  var text: String
  /// The reason why the block is not run; nil if it is run.
  var exemption: String?

  var testDescription: String { "\(document):\(line)" }

  /// The commands of a `console` block: lines that begin with `$ `, and continuation lines that begin with `> `.
  var commands: String {
    text.split(separator: "\n").filter { $0.hasPrefix("$ ") || $0.hasPrefix("> ") }.map { $0.dropFirst(2) }
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
          document: document, line: index + 1, language: String(line.dropFirst(3)), text: "",
          exemption: previous.firstMatch(of: /^<!-- not run: (.+) -->$/).map { String($0.1) })
      }
      previous = line.isEmpty ? previous : String(line)
    }
    return blocks
  }

  /// All blocks of one language that are run.
  static func runnable(_ language: String) -> [CodeBlock] {
    Repository.documents.flatMap { (try? all(in: $0)) ?? [] }
      .filter { $0.language == language && $0.exemption == nil }
  }
}
