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
  /// - Parameter person: who pauses it; nil for the login.
  package func pause(_ scope: LimitScope, by person: String? = nil) async throws {
    try await setPaused(scope, true, person)
  }

  /// Ends a pause.
  package func resume(_ scope: LimitScope) async throws { try await setPaused(scope, false, nil) }

  private func setPaused(_ scope: LimitScope, _ isPaused: Bool, _ person: String?) async throws {
    _ = try await query(
      Statements.setPaused,
      [.text(scope.parts.scope), .text(scope.parts.name), .boolean(isPaused), .text(optional: person)])
  }

  /// What keeps jobs and deliveries from being claimed; those that run, have ended or can be claimed are left out.
  package func holds(of jobs: [JobID]) async throws -> [JobID: [Hold]] {
    var holds: [JobID: [Hold]] = [:]
    for row in try await query(Statements.holdsOf, [.integers(jobs.map(\.rawValue))]) {
      guard let reason = Hold.Reason(rawValue: try row.decode(1)),
        let scope = LimitScope(scope: try row.decode(2), name: try row.decode(3))
      else { continue }
      holds[JobID(rawValue: try row.decode(0)), default: []].append(
        Hold(
          reason: reason, scope: scope, since: try row.decode(4), until: try row.decode(5), by: try row.decode(6)))
    }
    return holds
  }

  /// All scopes that are limited or paused.
  package func limits() async throws -> [LimitRecord] { try Self.records(await query(Statements.limits)) }

  private static func records(_ rows: Rows) throws -> [LimitRecord] {
    try rows.compactMap { row in
      guard let scope = LimitScope(scope: try row.decode(0), name: try row.decode(1)) else { return nil }
      return LimitRecord(
        scope: scope, isPaused: try row.decode(2),
        limits: Limits(
          maxRunning: try row.decode(3), maxDepth: try row.decode(4), rate: try row.decode(5), burst: try row.decode(6)),
        pausedAt: try row.decode(7), pausedBy: try row.decode(8))
    }
  }
}
