import Foundation

/// One file of html5lib-tests' tree-construction cases.
struct TreeConstructionFile {
  struct Case {
    /// The position in the file, from 0.
    var index: Int
    var source: String
    /// The lines of the expected tree, each without its leading `| `; a node may have several lines.
    var tree: [String]
    /// Whether the case parses a fragment (`innerHTML`) or needs scripting to be on.
    var needsScripting: Bool
  }

  static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .appendingPathComponent("html5lib-tests")

  static func names(in folder: String, ext: String) -> [String] {
    let path = Self.folder.appendingPathComponent(folder).path
    return ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).filter { $0.hasSuffix(ext) }.sorted()
  }

  var cases: [Case] = []

  init(named name: String) throws {
    let file = Self.folder.appendingPathComponent("tree-construction").appendingPathComponent(name)
    let text = String(decoding: try Data(contentsOf: file), as: UTF8.self)
    var sections: [(name: String, lines: [String])] = []
    // A case ends at the next `#data`; sections other than the source never have a line that starts with `#`.
    for line in text.components(separatedBy: "\n") {
      if line == "#data" {
        if !sections.isEmpty { add(sections) }
        sections = [("#data", [])]
      } else if sections.isEmpty {
        continue
      } else if line.hasPrefix("#"), Self.sectionNames.contains(line) {
        sections.append((line, []))
      } else {
        sections[sections.count - 1].lines.append(line)
      }
    }
    add(sections)
  }

  private static let sectionNames: Set = [
    "#errors", "#new-errors", "#document-fragment", "#script-on", "#script-off", "#document",
  ]

  private mutating func add(_ sections: [(name: String, lines: [String])]) {
    guard let source = sections.first?.lines.joined(separator: "\n") else { return }
    let names = sections.map(\.name)
    var tree: [String] = []
    for line in sections.last?.lines ?? [] {
      if line.hasPrefix("| ") {
        tree.append(String(line.dropFirst(2)))
      } else if !tree.isEmpty {
        tree[tree.count - 1] += "\n" + line
      }
    }
    // The empty line between two cases is not part of the last node.
    if let last = tree.last, last.hasSuffix("\n") { tree[tree.count - 1] = String(last.dropLast()) }
    cases.append(
      Case(
        index: cases.count, source: source, tree: tree,
        needsScripting: names.contains("#document-fragment") || names.contains("#script-on")))
  }
}
