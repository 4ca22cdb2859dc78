import Foundation

extension Dashboard {
  /// The lines of templates that warnings name.
  struct TemplateSource {
    struct Excerpt: Equatable {
      struct Line: Equatable {
        var number: Int
        var text: String
      }
      var line: Int
      var lines: [Line]
    }

    /// The folder with `Templates`; nil if there is none.
    let home: String?

    /// Two lines around the place that begins a warning (`note/note.html:12:5: …`); nil if it names no file of a
    /// template.
    func excerpt(of warning: String) -> Excerpt? {
      guard let home,
        let match = warning.prefixMatch(of: #/([A-Za-z0-9_][A-Za-z0-9_./-]*):([0-9]{1,7})(?::[0-9]+)?: /#),
        let line = Int(match.output.2), line > 0
      else { return nil }
      let name = String(match.output.1)
      // Only files below the folder of templates.
      guard !name.split(separator: "/").contains("..") else { return nil }
      let paths = name.hasPrefix("Templates/") ? ["\(home)/\(name)"] : candidates(name, home + "/Templates")
      guard let path = paths.first(where: { FileManager.default.isReadableFile(atPath: $0) }),
        let size = try? FileManager.default.attributesOfItem(atPath: path)[.size] as? Int, size < 1 << 20,
        let bytes = FileManager.default.contents(atPath: path)
      else { return nil }
      // "\r\n" is one Character.
      let lines = String(decoding: bytes, as: UTF8.self).split(omittingEmptySubsequences: false) {
        $0 == "\n" || $0 == "\r\n"
      }
      guard line <= lines.count else { return nil }
      let range = max(1, line - 2)...min(lines.count, line + 2)
      return Excerpt(line: line, lines: range.map { .init(number: $0, text: String(lines[$0 - 1].prefix(200))) })
    }

    /// The paths that a name in a warning may refer to: relative to the folder of the kind, or of all templates.
    private func candidates(_ name: String, _ folder: String) -> [String] {
      let kinds = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
      let matches = kinds.sorted().map { "\(folder)/\($0)/\(name)" }.filter {
        FileManager.default.fileExists(atPath: $0)
      }
      // A name that several templates have is ambiguous.
      return ["\(folder)/\(name)"] + (matches.count == 1 ? matches : [])
    }
  }
}
