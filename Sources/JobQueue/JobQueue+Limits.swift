import Postgres

extension JobQueue {
  /// Sets all limits of a queue, tenant or kind. They apply to later claims and enqueues; running jobs are not
  /// affected.
  /// - Throws: `QueueError` `.invalidArgument`, `.unknownKind`.
  package func setLimits(of scope: LimitScope, to limits: Limits) async throws {
    _ = try await query(Statements.setLimits, Self.parameters(of: scope, limits))
  }

  private static func parameters(of scope: LimitScope, _ limits: Limits) -> [Parameter] {
    [
      .text(scope.parts.scope), .text(scope.parts.name), .integer(optional: limits.maxRunning),
      .integer(optional: limits.maxDepth), limits.rate.map { .double($0) } ?? .null,
      limits.burst.map { .double($0) } ?? .null,
    ]
  }

  /// Changes some of the limits of a queue, tenant or kind. Concurrent changes are made one after the other.
  /// - Parameter change: receives the present limits.
  /// - Throws: as `setLimits`.
  package func changeLimits(of scope: LimitScope, _ change: @Sendable (inout Limits) -> Void) async throws {
    try await transaction { connection in
      _ = try await connection.query(Statements.lockLimits)
      let records = try Self.records(await connection.query(Statements.limits))
      var limits = records.first { $0.scope == scope }?.limits ?? Limits()
      change(&limits)
      _ = try await connection.query(Statements.setLimits, Self.parameters(of: scope, limits))
    }
  }

  /// Pauses a queue, tenant or kind: no more of its jobs are claimed, and running ones finish.
  package func pause(_ scope: LimitScope) async throws { try await setPaused(scope, true) }

  /// Ends a pause.
  package func resume(_ scope: LimitScope) async throws { try await setPaused(scope, false) }

  private func setPaused(_ scope: LimitScope, _ isPaused: Bool) async throws {
    _ = try await query(
      Statements.setPaused, [.text(scope.parts.scope), .text(scope.parts.name), .boolean(isPaused)])
  }

  /// All scopes that are limited or paused.
  package func limits() async throws -> [LimitRecord] { try Self.records(await query(Statements.limits)) }

  private static func records(_ rows: Rows) throws -> [LimitRecord] {
    try rows.compactMap { row in
      let name = try row.decode(1, as: String.self)
      let scope: LimitScope
      switch try row.decode(0, as: String.self) {
      case "queue": scope = .queue(name)
      case "tenant": scope = .tenant(name)
      case "kind": scope = .kind(name)
      default: return nil
      }
      return LimitRecord(
        scope: scope, isPaused: try row.decode(2),
        limits: Limits(
          maxRunning: try row.decode(3), maxDepth: try row.decode(4), rate: try row.decode(5), burst: try row.decode(6))
      )
    }
  }
}
