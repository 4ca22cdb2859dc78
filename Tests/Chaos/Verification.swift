import ArtifactStore
import Foundation
import JobQueue
import Postgres

/// The rules that must hold at the end of a run. Each statement counts the violations of one rule.
struct Verification {
  let database: Database
  let store: ArtifactStore
  let jobs: Int
  /// The tenant with a limit of running jobs, and the limit.
  let limit: (tenant: String, running: Int)

  private static let statements: [(rule: String, sql: Statement)] = [
    (
      "every job is in a final state",
      "select count(*) from pressrun.jobs where state not in ('completed', 'cancelled', 'discarded')"
    ),
    (
      "one completion event and one artifact per completed job",
      """
      select count(*) from pressrun.jobs j where j.state = 'completed' and j.kind not like 'deliver.%' and (
        (select count(*) from pressrun.events e where e.job_id = j.id and e.type = 'pressrun.job.completed') <> 1
        or (select count(*) from pressrun.artifacts a where a.job_id = j.id) <> 1)
      """
    ),
    (
      "no completion event and no artifact of any other job",
      """
      select count(*) from pressrun.jobs j where j.state <> 'completed' and (
        exists (select from pressrun.events e where e.job_id = j.id and e.type = 'pressrun.job.completed')
        or exists (select from pressrun.artifacts a where a.job_id = j.id))
      """
    ),
    (
      "one final event per job that was cancelled or discarded",
      """
      select count(*) from pressrun.jobs j where j.state in ('cancelled', 'discarded') and j.kind not like 'deliver.%'
        and (select count(*) from pressrun.events e where e.job_id = j.id and e.type = 'pressrun.job.' || j.state) <> 1
      """
    ),
    (
      "each lease has one attempt, so none was lost and none recorded twice",
      """
      select count(*) from pressrun.jobs j where j.lease <> (
        select count(distinct a.lease) from pressrun.attempts a where a.job_id = j.id and a.lease between 1 and j.lease)
      """
    ),
    (
      "only the last lease of a job has completed it: no stale write was accepted",
      """
      select count(*) from pressrun.attempts a join pressrun.jobs j on j.id = a.job_id
      where a.outcome = 'completed' and (a.lease <> j.lease or j.state <> 'completed')
      """
    ),
    (
      "no two attempts of a job overlap",
      """
      select count(*) from (
        select a.started_at < lag(a.finished_at) over (partition by a.job_id order by a.lease) as is_early
        from pressrun.attempts a) o
      where is_early
      """
    ),
    (
      "no attempt beyond those that a job has",
      "select count(*) from pressrun.jobs where attempt > max_attempts"
    ),
  ]

  /// - Returns: one message per violated rule.
  func violations() async throws -> [String] {
    var found: [String] = []
    for (rule, sql) in Self.statements {
      let count = try await database.query(sql).single().decode(0, as: Int.self)
      if count > 0 { found.append("\(rule): \(count) violations") }
    }
    let there = try await database.query("select count(*) from pressrun.jobs where kind not like 'deliver.%'").single()
      .decode(0, as: Int.self)
    if there != jobs { found.append("nothing is lost: \(jobs) jobs were enqueued, \(there) exist") }
    let peak = try await self.peak(of: limit.tenant)
    if peak > limit.running { found.append("a tenant's limit holds: \(peak) ran concurrently, not \(limit.running)") }
    let missing = try await artifactsWithoutTheirFiles()
    if missing > 0 { found.append("every artifact row has an undamaged file: \(missing) have none") }
    return found
  }

  /// The largest number of concurrent attempts of a tenant, from claim to outcome.
  private func peak(of tenant: String) async throws -> Int {
    try await database.query(
      """
      select coalesce(max(running), 0) from (
        select sum(change) over (order by at, change rows unbounded preceding) as running from (
          select a.started_at as at, 1 as change from pressrun.attempts a join pressrun.jobs j on j.id = a.job_id
          where j.tenant = $1 and j.kind not like 'deliver.%'
          union all
          select a.finished_at, -1 from pressrun.attempts a join pressrun.jobs j on j.id = a.job_id
          where j.tenant = $1 and j.kind not like 'deliver.%'
        ) changes) sums
      """, [.text(tenant)]
    ).single().decode(0, as: Int.self)
  }

  private func artifactsWithoutTheirFiles() async throws -> Int {
    let rows = try await database.query("select distinct sha256, bytes from pressrun.artifacts")
    var missing = 0
    for row in rows {
      let (sha256, bytes) = (try row.decode(0, as: String.self), try row.decode(1, as: Int.self))
      if (try? await store.verify(sha256))?.bytes != bytes { missing += 1 }
    }
    return missing
  }
}
