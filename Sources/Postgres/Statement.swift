/// SQL text with `$1`, `$2` … for its parameters, and the name it goes by in errors.
public struct Statement: Hashable, Sendable, ExpressibleByStringLiteral {
  public var name: String?
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
