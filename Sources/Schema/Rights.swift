import Foundation

/// The rights on functions, tables and views that the files of the schema grant to a role.
package struct Rights: Hashable, Sendable {
  /// Functions that it may execute; names without the schema.
  package var functions: Set<String> = []
  /// Tables and views that it may read.
  package var relations: Set<String> = []

  package init(of role: String) {
    for object in SchemaFiles.objects {
      let lines = object.script.split(separator: "\n").filter { !$0.hasPrefix("--") }
      for statement in lines.joined(separator: "\n").components(separatedBy: ";") {
        let words = statement.split { $0.isWhitespace || $0 == "," }
        guard let start = words.lastIndex(of: "grant"), words.suffix(2) == ["to", Substring(role)] else { continue }
        let grant = words[start...]
        let names = grant.filter { $0.hasPrefix("pressrun.") }.map { String($0.dropFirst("pressrun.".count)) }
        if grant.dropFirst().first == "execute" {
          functions.formUnion(names)
        } else {
          relations.formUnion(names)
        }
      }
    }
  }
}
