/// SQL text with `$1`, `$2` … for its parameters, and the name it goes by in errors.
package struct Statement: Hashable, Sendable, ExpressibleByStringLiteral {
  package var name: String?
  package var sql: String

  package init(_ sql: String, name: String? = nil) {
    self.sql = sql
    self.name = name
  }

  package init(stringLiteral sql: String) { self.init(sql) }

  /// The name, or the first line of the text.
  package var place: String {
    name ?? String(sql.drop { $0.isWhitespace }.prefix { !$0.isNewline }.prefix(80))
  }
}
