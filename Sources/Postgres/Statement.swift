/// SQL text with `$1`, `$2` … for its parameters, and the name it goes by in errors.
public struct Statement: Hashable, Sendable, ExpressibleByStringLiteral {
  /// Nil where it goes by its first line.
  public var name: String?
  /// One statement.
  public var sql: String

  public init(_ sql: String, name: String? = nil) {
    self.sql = sql
    self.name = name
  }

  public init(stringLiteral sql: String) { self.init(sql) }

  /// The name, or the first line of the text.
  public var place: String {
    name ?? String(sql.drop { $0.isWhitespace }.prefix { !$0.isNewline }.prefix(80))
  }
}
