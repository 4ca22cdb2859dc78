/// SQL text with the parameters `$1`, `$2` …, and a name for errors.
public struct Statement: Hashable, Sendable, ExpressibleByStringLiteral {
  /// If it is nil, the first line of the text is the name.
  public var name: String?
  /// One statement.
  public var sql: String

  /// - Parameters:
  ///   - sql: one statement.
  ///   - name: for errors and logs; nil to use the first line of the text.
  public init(_ sql: String, name: String? = nil) {
    self.sql = sql
    self.name = name
  }

  public init(stringLiteral sql: String) { self.init(sql) }

  /// The name; without one, the first line of the text.
  public var place: String {
    name ?? String(sql.drop { $0.isWhitespace }.prefix { !$0.isNewline }.prefix(80))
  }
}
