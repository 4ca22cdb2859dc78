import FoundationEssentials
import Postgres

/// A series of numbers of a tenant.
package struct NumberSeries: Hashable, Sendable, Encodable {
  package var name: String
  /// The format of a number: text with `{number}`, or `{number:6}` for at least six digits.
  package var pattern: String
  /// The number that is issued next.
  package var nextNumber: Int64
  /// How many numbers were issued, void ones included.
  package var issued: Int
  /// How many of them were declared void.
  package var voided: Int
}

/// A number that was issued.
package struct IssuedNumber: Hashable, Sendable, Encodable {
  package var number: Int64
  /// The number as the pattern of its series writes it.
  package var text: String
  /// The producer's key of the object that has the number.
  package var uniqueKey: String
  package var issuedAt: Date
  /// The time when it was declared void; nil if it is valid.
  package var voidedAt: Date?
  /// Why it was declared void, for a person; nil if it is valid.
  package var voidReason: String?
}

extension NumberSeries {
  init(_ row: Row) throws {
    self.init(
      name: try row.decode(0), pattern: try row.decode(1), nextNumber: try row.decode(2), issued: try row.decode(3),
      voided: try row.decode(4))
  }
}

extension IssuedNumber {
  init(_ row: Row) throws {
    self.init(
      number: try row.decode(0), text: try row.decode(1), uniqueKey: try row.decode(2), issuedAt: try row.decode(3),
      voidedAt: try row.decode(4), voidReason: try row.decode(5))
  }
}
