import Foundation

/// The files of the repository that the tests check.
enum Repository {
  /// The folder with `Package.swift`.
  static let folder = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().path

  static func text(_ path: String) throws -> String {
    try String(contentsOfFile: folder + "/" + path, encoding: .utf8)
  }

  static func exists(_ path: String) -> Bool { FileManager.default.fileExists(atPath: folder + "/" + path) }

  /// Paths of the files below `path` whose name ends in `suffix`, relative to the repository.
  static func files(in path: String, suffix: String) -> [String] {
    let names = FileManager.default.enumerator(atPath: folder + "/" + path)?.compactMap { $0 as? String } ?? []
    return names.filter { $0.hasSuffix(suffix) }.map { path + "/" + $0 }.sorted()
  }

  /// All Markdown documents.
  static let documents =
    ["README.md", "CHANGELOG.md", "Jobs/README.md", "Templates/README.md"].filter(exists)
    + files(in: "docs", suffix: ".md")
}
