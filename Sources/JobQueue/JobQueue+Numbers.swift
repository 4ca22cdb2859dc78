import Postgres

/// Gapless numbers, such as invoice numbers.
extension JobQueue {
  /// Defines a series.
  /// - Parameters:
  ///   - pattern: text with `{number}`, or `{number:6}` for at least six digits.
  ///   - first: the number that is issued first.
  /// - Returns: false if the series exists with this pattern.
  /// - Throws: `QueueError` `.invalidArgument` for what is malformed, and for a series that exists otherwise.
  package func defineNumberSeries(
    _ name: String, pattern: String = "{number}", first: Int64 = 1, tenant: String
  ) async throws -> Bool {
    try await query(
      Statements.defineNumberSeries, [.text(name), .text(pattern), .integer(first), .text(tenant)]
    ).single().decode(0)
  }

  /// Issues the next number of a series, or returns the one that was issued for the unique key.
  /// - Throws: `QueueError` `.invalidArgument` for an unknown series and for a number that is void; `.tenantDenied`.
  package func drawNumber(_ series: String, uniqueKey: String, tenant: String) async throws -> String {
    try await query(Statements.drawNumber, [.text(series), .text(uniqueKey), .text(tenant)]).single().decode(0)
  }

  /// Declares a number void; it is not issued again.
  /// - Parameter number: as the pattern of the series writes it.
  /// - Returns: false if it is void already.
  /// - Throws: `QueueError` `.invalidArgument` if the series has not issued it.
  package func voidNumber(
    _ number: String, of series: String, reason: String, tenant: String
  ) async throws -> Bool {
    try await query(
      Statements.voidNumber, [.text(series), .text(number), .text(reason), .text(tenant)]
    ).single().decode(0)
  }

  /// - Throws: `QueueError` `.tenantDenied`.
  package func numberSeries(of tenant: String) async throws -> [NumberSeries] {
    try await query(Statements.numberSeriesOf, [.text(tenant)]).map(NumberSeries.init)
  }

  /// The numbers of a series after a number, in order, at most 10,000.
  /// - Throws: `QueueError` `.tenantDenied`.
  package func issuedNumbers(
    of series: String, tenant: String, after: Int64 = 0, limit: Int = 1000
  ) async throws -> [IssuedNumber] {
    try await query(
      Statements.issuedNumbersOf, [.text(series), .text(tenant), .integer(after), .integer(Int64(limit))]
    ).map(IssuedNumber.init)
  }
}
