import Foundation
import JobQueue
import Postgres

/// The rules that must hold for deliveries at the end of a run.
struct DeliveryVerification {
  let database: Database
  /// How often the receiver has accepted the message of each delivery.
  let accepted: [Int64: Int]
  /// The folder of the destination `folder:out`.
  let folder: String

  private static let statements: [(rule: String, sql: Statement)] = [
    (
      "every delivery is in a final state",
      """
      select count(*) from pressrun.delivery_overview where state not in ('delivered', 'failed', 'cancelled', 'refused')
      """
    ),
    (
      "one delivery per completed job with a destination, and none of another job",
      """
      select count(*) from pressrun.jobs j where j.kind not like 'deliver.%'
        and (select count(*) from pressrun.deliveries d where d.job_id = j.id)
          <> case when j.state = 'completed' and j.destination <> 'none' then 1 else 0 end
      """
    ),
    (
      "a delivery has a receipt if it was delivered, and only then",
      "select count(*) from pressrun.delivery_overview where (state = 'delivered') <> (receipt is not null)"
    ),
    (
      "one final event per delivery",
      """
      select count(*) from pressrun.delivery_overview o where (
        select count(*) from pressrun.events e where e.job_id = o.delivery_id and e.type = 'pressrun.delivery.' || o.state) <> 1
      """
    ),
    (
      "deliveries are attempted again until they arrive",
      "select count(*) from pressrun.delivery_overview where state in ('failed', 'refused')"
    ),
  ]

  /// - Returns: one message per violated rule.
  func violations() async throws -> [String] {
    var found: [String] = []
    for (rule, sql) in Self.statements {
      let count = try await database.query(sql).single().decode(0, as: Int.self)
      if count > 0 { found.append("\(rule): \(count) violations") }
    }
    let (lost, unexplained) = try await webhooks()
    if lost > 0 { found.append("the receiver has each delivered document: \(lost) are missing") }
    if unexplained > 0 {
      found.append("each duplicate is explained by an attempt with unknown outcome: \(unexplained) are not")
    }
    let files = try await missingFiles()
    if files > 0 { found.append("each document delivered to the folder is there whole: \(files) are not") }
    return found
  }

  /// The number of deliveries that did not arrive, and of those that arrived more often than their attempts explain.
  private func webhooks() async throws -> (lost: Int, unexplained: Int) {
    let rows = try await database.query(
      """
      select o.delivery_id, o.state = 'delivered', (
        select count(*) from pressrun.attempts a where a.job_id = o.delivery_id and a.outcome_unknown)
      from pressrun.delivery_overview o where o.destination like 'webhook:%'
      """)
    var (lost, unexplained) = (0, 0)
    for row in rows {
      let arrived = accepted[try row.decode(0)] ?? 0
      let isDelivered = try row.decode(1, as: Bool.self)
      let unknown = try row.decode(2, as: Int.self)
      if isDelivered && arrived == 0 { lost += 1 }
      if arrived > (isDelivered ? 1 : 0) + unknown { unexplained += 1 }
    }
    return (lost, unexplained)
  }

  private func missingFiles() async throws -> Int {
    let rows = try await database.query(
      """
      select o.remote_id, o.bytes from pressrun.delivery_overview o
      where o.destination like 'folder:%' and o.state = 'delivered'
      """)
    var missing = 0
    for row in rows {
      let path = try row.decode(0, as: String?.self) ?? ""
      let file = path.hasPrefix("/") ? path : folder + "/" + path
      let size = try? FileManager.default.attributesOfItem(atPath: file)[.size] as? Int
      if size != (try row.decode(1, as: Int.self)) { missing += 1 }
    }
    return missing
  }
}
