/// A numbered migration: the baseline, whose files are in `SQL/baseline`, or a file of `SQL/migrations`. Tables, types,
/// indexes and changes of data. It is applied once and never edited after a release.
package struct Migration: Sendable {
  package var version: Int
  package var name: String
  package var script: String

  package init(_ version: Int, _ name: String, script: String) {
    self.version = version
    self.name = name
    self.script = script
  }

  /// The script's `comment on` statements, each of which begins a line.
  var comments: String {
    var comments = ""
    var isComment = false
    for line in script.split(separator: "\n", omittingEmptySubsequences: false) {
      isComment = isComment || line.hasPrefix("comment on ")
      guard isComment else { continue }
      comments += line + "\n"
      if line.hasSuffix(";") { isComment = false }
    }
    return comments
  }
}
