import Foundation
import Postgres
import TestSupport
import TestTraits
import Testing

/// The queries in the operator's guide and in the deployment files run with the rights of a monitoring login.
@Suite(.hangLimit) struct OperationsGuideTests {
  private func text(_ path: String) throws -> String {
    let repository = URL(fileURLWithPath: #filePath).appendingPathComponent("../../..").standardized
    return try String(contentsOf: repository.appendingPathComponent(path), encoding: .utf8)
  }

  /// The statements in the SQL code blocks.
  private func statements(of guide: String) -> [String] {
    guide.components(separatedBy: "```sql\n").dropFirst()
      .flatMap { ($0.components(separatedBy: "```").first ?? "").components(separatedBy: ";\n") }
      .map { $0.trimmingCharacters(in: .whitespacesAndNewlines) }
      .filter { $0.contains("select") && !$0.contains("pg_reload_conf") && !$0.contains("PID") }
  }

  private func asMonitor(_ body: @Sendable (Connection) async throws -> Void) async throws {
    try await TestDatabase.withDatabase { test in
      try await test.database.withConnection { connection in
        _ = try await connection.query("set role pressrun_monitor")
        try await body(connection)
        _ = try await connection.query("reset role")
      }
    }
  }

  @Test func everyQueryOfTheGuideRuns() async throws {
    let statements = statements(of: try text("docs/operations.md"))
    #expect(statements.count >= 8)
    try await asMonitor { connection in
      for statement in statements { _ = try await connection.query(Statement(statement)) }
    }
  }

  @Test func theGuideListsEveryAlarmAndAnEmptyQueueHasNone() async throws {
    let guide = try text("docs/operations.md")
    try await asMonitor { connection in
      let alarms = try await connection.query("select title, anchor, alarm, severity from pressrun.alarms")
      #expect(alarms.count >= 10)
      for alarm in alarms {
        let (title, anchor) = (try alarm.decode(0, as: String.self), try alarm.decode(1, as: String.self))
        #expect(guide.contains("| [\(title)](#\(anchor)) |"), "\(title)")
        if try alarm.decode(2, as: String.self) != "no_workers" {
          #expect(try alarm.decode(3, as: String.self) == "none", "\(title)")
        }
      }
    }
  }

  @Test func theScalersQueryIsThatOfTheGuide() async throws {
    let scaler = try text("deploy/kubernetes.yaml")
    let query = try #require(
      scaler.components(separatedBy: "query: |\n").last?.components(separatedBy: "# Slots").first)
    func words(_ text: String) -> [Substring] {
      text.replacingOccurrences(of: ";", with: "").split(whereSeparator: \.isWhitespace)
    }
    let guide = statements(of: try text("docs/operations.md"))
    #expect(guide.contains { words($0) == words(query) })
    try await asMonitor { connection in
      let value = try await connection.query(Statement(query)).single().decode(0, as: Double.self)
      #expect(value == 0)
    }
  }
}
