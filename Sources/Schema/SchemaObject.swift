/// A file that is applied again whenever its text changes: a function, a view, or the grants of the tables.
///
/// Its text must be repeatable (`create or replace`) and end with the grants, one `grant` statement per role.
package struct SchemaObject: Sendable {
  package enum Kind: String, Sendable {
    case function, view, grants
  }

  package var kind: Kind
  package var name: String
  package var script: String

  /// - Returns: nil if the script defines neither a function nor a view of the schema `pressrun`.
  package init?(script: String) {
    for kind in [Kind.function, .view] {
      guard let start = script.firstRange(of: "create or replace \(kind) pressrun.") else { continue }
      self.init(kind, String(script[start.upperBound...].prefix { $0 == "_" || $0.isLetter || $0.isNumber }), script)
      return
    }
    return nil
  }

  init(_ kind: Kind, _ name: String, _ script: String) {
    self.kind = kind
    self.name = name
    self.script = script
  }

  /// The primary key in `pressrun.schema_objects`.
  var key: String { kind == .grants ? name : "\(kind) \(name)" }

  /// The script without the grants to roles that do not exist.
  func script(roles: Set<String>) -> String {
    var lines: [Substring] = []
    var statement: [Substring] = []
    for line in script.split(separator: "\n", omittingEmptySubsequences: false) {
      guard !statement.isEmpty || line.hasPrefix("grant ") else {
        lines.append(line)
        continue
      }
      statement.append(line)
      guard line.hasSuffix(";") else { continue }
      let grantee = line.split(separator: " ").last?.dropLast() ?? ""
      if roles.contains(String(grantee)) { lines += statement }
      statement = []
    }
    return lines.joined(separator: "\n")
  }
}
