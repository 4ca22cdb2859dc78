import Foundation
import TestTraits
import Testing

@Suite("Links in documents", .hangLimit) struct LinkTests {
  /// The anchors that GitHub derives from the headings of a Markdown text.
  private func anchors(of text: String) -> Set<String> {
    Set(
      text.split(separator: "\n").filter { $0.hasPrefix("#") }.map { heading in
        String(
          heading.drop { $0 == "#" || $0 == " " }.lowercased().compactMap { character in
            switch character {
            case " ": "-"
            case "-", "_": character
            default: character.isLetter || character.isNumber ? character : nil
            }
          })
      })
  }

  @Test(arguments: Repository.documents) func relativeLinksResolve(document: String) throws {
    let text = try Repository.text(document)
    let folder = (document as NSString).deletingLastPathComponent
    for match in text.matches(of: /\]\(([^)\s]+)\)/) where !match.1.contains("://") {
      let parts = match.1.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
      let target = parts[0].isEmpty ? document : ((folder + "/" + parts[0]) as NSString).standardizingPath
      let path = target.hasPrefix("/") ? String(target.dropFirst()) : target
      #expect(Repository.exists(path), "\(document) links to \(match.1)")
      guard parts.count == 2, path.hasSuffix(".md"), Repository.exists(path) else { continue }
      #expect(anchors(of: try Repository.text(path)).contains(String(parts[1])), "\(document) links to \(match.1)")
    }
  }

  @Test(arguments: Repository.documents) func namedFilesExist(document: String) throws {
    let text = try Repository.text(document)
    let path = /`((?:docs|script|deploy|Jobs|Templates|Sources|Tests|Benchmarks)\/[\w.\/+-]*)`/
    for match in text.matches(of: path) {
      let isExample = match.1.contains("..") || match.1.contains("NAME")
      #expect(isExample || Repository.exists(String(match.1)), "\(document) names \(match.1)")
    }
  }
}
