import Foundation
import JobQueue
import Testing

/// What operators do with queues, batches and old jobs, and what programs read of it.
@Suite struct OperatingTests {
  private static func object(_ line: String?) throws -> [String: Any] {
    let line = try #require(line)
    return try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
  }

  @Test func aQueueIsPausedLimitedListedAndResumed() async throws {
    try await Site.with { site in
      let paused = try Self.object(try await site.pressrun("queue", "pause", "default", "--json").lines.first)
      #expect(paused["paused"] as? Bool == true && paused["name"] as? String == "default")
      try await site.pressrun("queue", "limit", "--tenant", "t", "--rate", "2.5", "--max-running", "3")
      let all = try Self.object(try await site.pressrun("queue", "list", "--json").lines.first)
      let queue = try #require((all["queues"] as? [[String: Any]])?.first { $0["queue"] as? String == "default" })
      #expect(queue["paused"] as? Bool == true && queue["available"] as? Int == 0)
      let limits = try #require(all["limits"] as? [[String: Any]])
      #expect(limits.contains { $0["scope"] as? String == "tenant" && $0["max_running"] as? Int == 3 })
      let table = try await site.pressrun("queue", "list").output
      #expect(table.contains("paused") && table.contains("2.5/s"))
      try await site.pressrun("queue", "resume", "default")
      #expect(try await site.queue.limits().map(\.isPaused) == [false])
      try await site.pressrun("queue", "pause", status: 2)
      try await site.pressrun("queue", "limit", "--kind", "nothing", "--max-running", "1", status: 2)
    }
  }

  @Test func aBatchSaysHowFarItHasGot() async throws {
    try await Site.with { site in
      let id = try await site.enqueue("note", Payloads.note(), "--batch", "night")
      let batch = try Self.object(try await site.pressrun("batch", "show", "night", "--json").lines.first)
      #expect(batch["jobs"] as? Int == 1 && batch["unfinished"] as? Int == 1)
      #expect(try await site.pressrun("jobs", "show", "\(id)").output.contains("night"))
      try await site.pressrun("batch", "show", "none", status: 1)
      try await site.pressrun("work", "--drain", "--concurrency", "1")
      #expect(
        try await site.pressrun("events").output.contains("pressrun.batch.completed  batch night  1 of 1 completed"))
    }
  }

  @Test func aPayloadMayComeThroughAPipe() async throws {
    try await Site.with { site in
      try await site.pressrun("enqueue", "note", "/dev/stdin", input: Payloads.note())
      #expect(try await site.queue.pending().available == 1)
      let result = try await site.pressrun("enqueue", "note", "/nowhere.json", status: 2)
      #expect(result.errors.contains("there is no such file"))
    }
  }

  @Test func jobsThatMatchAreCancelledAndRetried() async throws {
    try await Site.with { site in
      let id = try await site.enqueue("note", Payloads.note(), "--tenant", "t")
      _ = try await site.enqueue("note", Payloads.note(), "--tenant", "u")
      let lines = try await site.pressrun("jobs", "cancel", "--tenant", "t", "--json").lines
      #expect(try Self.object(lines.first)["id"] as? Int == Int(id.rawValue) && lines.count == 1)
      #expect(try await site.pressrun("jobs", "retry", "--tenant", "t", "--state", "cancelled").lines == ["\(id)"])
      try await site.pressrun("jobs", "cancel", status: 2)
      try await site.pressrun("jobs", "cancel", "\(id)", "--all", status: 2)
    }
  }

  @Test func pruningSaysWhatWouldGoAndThenRemovesIt() async throws {
    try await Site.with { site in
      let id = try await site.enqueue("note", Payloads.note(), "--destination", "none")
      try await site.drain()
      try await site.pressrun("prune", "--keep", "completed=0m", "--dry-run", status: 2)
      let kept =
        try Self.object(try await site.pressrun("prune", "--dry-run", "--json").lines.first)["keep"] as? [String: Int]
      #expect(kept == ["completed": 30 * 86_400, "cancelled": 30 * 86_400, "discarded": 90 * 86_400])
      #expect(
        try await site.pressrun("prune", "--dry-run").output.contains("0 jobs that are discarded (kept for 90 days)"))
      try await site.queue.keep("completed", for: .zero)
      let preview = try Self.object(try await site.pressrun("prune", "--dry-run", "--json").lines.first)
      #expect((preview["jobs"] as? [String: Int])?["completed"] == 1)
      #expect(try await site.queue.jobs(JobFilter(ids: [id])).count == 1)
      try await site.pressrun("prune", "--keep", "completed=0m")
      #expect(try await site.queue.jobs(JobFilter(ids: [id])).isEmpty)
    }
  }

  @Test func aScheduleIsPausedAndResumed() async throws {
    try await Site.with { site in
      try await site.pressrun("schedules", "pause", "nothing", status: 1)
      try await site.queue.register(schedules: [Schedule(name: "nightly", cron: "@daily")], of: "note")
      let paused = try Self.object(try await site.pressrun("schedules", "pause", "nightly", "--json").lines.first)
      #expect(paused["name"] as? String == "nightly" && paused["paused"] as? Bool == true)
      let resumed = try Self.object(try await site.pressrun("schedules", "resume", "nightly", "--json").lines.first)
      #expect(resumed["paused"] as? Bool == false && resumed["next_at"] is String)
    }
  }

  @Test func aScheduleWhoseKindHasNoFileIsWarnedOfUntilItIsRemoved() async throws {
    try await Site.with { site in
      try await site.queue.register(kinds: [KindSettings(name: "bygone")])
      try await site.queue.register(schedules: [Schedule(name: "nightly", cron: "@yearly")], of: "bygone")
      for command in [["migrate"], ["work", "--drain", "--concurrency", "1"]] {
        let result = try await site.start(command).result()
        #expect(result.status == 0 && result.errors.contains("pressrun schedules remove nightly"), "\(result.errors)")
      }
      try await site.pressrun("schedules", "remove", "nightly")
      #expect(try await site.queue.schedules().isEmpty)
      #expect(try await !site.pressrun("migrate").errors.contains("nightly"))
      try await site.pressrun("schedules", "remove", "nightly", status: 1)
    }
  }

  @Test func aWorkersLoginWorksAndPrunes() async throws {
    try await Site.with { site in
      let url = try #require(site.url)
      let name = try await site.database.query("select current_database()").single().decode(0, as: String.self)
      let login = "worker_of_\(name)"
      try await site.database.execute(script: "create role \(login) login in role pressrun_worker")
      let ids = [
        try await site.enqueue("note", Payloads.note(), "--destination", "none"),
        try await site.enqueue("note", #"{"title": "x"}"#),
      ]
      let own = site.reached(through: url.replacing("pressrun@", with: "\(login)@", maxReplacements: 1))
      try await own.drain()
      #expect(try await site.queue.job(ids[0]).job.state == .completed)
      #expect(try await site.queue.job(ids[1]).job.state == .discarded)
      try await site.queue.keep("completed", for: .zero)
      try await own.pressrun("prune")
      #expect(try await site.queue.jobs().map(\.id) == [ids[1]])
      try await own.pressrun("prune", "--keep", "discarded=0m", status: 1)
      try await site.database.execute(script: "drop owned by \(login); drop role \(login)")
    }
  }

  @Test func migrationsAreListedForPrograms() async throws {
    try await Site.with { site in
      let lines = try await site.pressrun("migrate", "--status", "--json").lines
      #expect(try Self.object(lines.first)["name"] as? String == "baseline")
    }
  }
}
