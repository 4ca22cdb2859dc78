import Foundation
import JobQueue
import TestTraits
import Testing

/// Commands for operators: queues, batches, retention and schedules, with their JSON output.
@Suite(.hangLimit) struct OperatingTests {
  private static func object(_ line: String?) throws -> [String: Any] {
    let line = try #require(line)
    return try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
  }

  @Test func aQueueIsPausedLimitedListedAndResumed() async throws {
    try await TestInstallation.with { installation in
      let paused = try Self.object(try await installation.pressrun("queue", "pause", "default", "--json").lines.first)
      #expect(paused["paused"] as? Bool == true && paused["name"] as? String == "default")
      try await installation.pressrun("queue", "limit", "--tenant", "t", "--rate", "2.5", "--max-running", "3")
      let all = try Self.object(try await installation.pressrun("queue", "list", "--json").lines.first)
      let queue = try #require((all["queues"] as? [[String: Any]])?.first { $0["queue"] as? String == "default" })
      #expect(queue["paused"] as? Bool == true && queue["available"] as? Int == 0)
      let limits = try #require(all["limits"] as? [[String: Any]])
      #expect(limits.contains { $0["scope"] as? String == "tenant" && $0["max_running"] as? Int == 3 })
      let table = try await installation.pressrun("queue", "list").output
      #expect(table.contains("paused") && table.contains("2.5/s"))
      try await installation.pressrun("queue", "resume", "default")
      #expect(try await installation.queue.limits().map(\.isPaused) == [false])
      try await installation.pressrun("queue", "pause", status: 2)
      try await installation.pressrun("queue", "limit", "--kind", "nothing", "--max-running", "1", status: 2)
      let unknown = try await installation.pressrun("queue", "pause", "nosuch", status: 2)
      #expect(unknown.errors.contains("unknown queue \"nosuch\""))
    }
  }

  /// An idle worker and ready jobs were all that the commands showed.
  @Test func pausesAreShownWhereJobsWait() async throws {
    try await TestInstallation.with { installation in
      let job = try await installation.enqueue("note", Payloads.note(), "--destination", "none")
      #expect(!(try await installation.pressrun("status").output.contains("No jobs are claimed")))
      try await installation.pressrun("queue", "pause", "default")
      let status = try await installation.pressrun("status").output
      #expect(status.contains(#"No jobs are claimed: the queue "default" is paused since 20"#))
      let shown = try Self.object(try await installation.pressrun("status", "--json").lines.first)
      #expect((shown["holds"] as? [[String: Any]])?.first?["reason"] as? String == "paused")
      let text = try await installation.pressrun("jobs", "show", "\(job)").output
      #expect(text.contains(#"waits        the queue "default" is paused since 20"#))
      let details = try Self.object(try await installation.pressrun("jobs", "show", "\(job)", "--json").lines.first)
      let hold = try #require((details["holds"] as? [[String: Any]])?.first)
      #expect(hold["scope"] as? String == "queue" && hold["name"] as? String == "default" && hold["since"] != nil)
    }
  }

  /// Commands waited for a locked table without limit and without a word.
  @Test func aCommandDoesNotWaitForALockWithoutLimit() async throws {
    try await TestInstallation.with { installation in
      try await installation.pressrun("migrate")
      try await installation.database.transaction { holder in
        try await holder.execute(script: "lock table pressrun.jobs")
        let status = try await installation.pressrun("status", status: 1)
        #expect(status.errors.contains("another transaction holds a lock for longer than this command waits"))
      }
    }
  }

  @Test func onlyLimitsThatAreNamedChange() async throws {
    try await TestInstallation.with { installation in
      func limits(_ arguments: String...) async throws -> [String: Any] {
        try Self.object(
          try await installation.pressrun(["queue", "limit", "default"] + arguments + ["--json"]).lines.first)
      }
      _ = try await limits("--max-running", "3", "--rate", "2.5")
      let second = try await limits("--max-depth", "100", "--max-running", "4")
      #expect(
        second["max_running"] as? Int == 4 && second["rate"] as? Double == 2.5 && second["max_depth"] as? Int == 100)
      let third = try await limits("--rate", "none", "--max-depth", "none")
      #expect(third["max_running"] as? Int == 4 && third["rate"] == nil && third["max_depth"] == nil)
      try await installation.pressrun("queue", "limit", "default", status: 2)
      try await installation.pressrun("queue", "limit", "default", "--rate", "fast", status: 2)
    }
  }

  @Test func eventsContinueAfterASequenceNumber() async throws {
    try await TestInstallation.with { installation in
      for _ in 0..<3 { _ = try await installation.enqueue("note", Payloads.note(), "--destination", "none") }
      try await installation.drain()
      let all = try await installation.pressrun("events", "--json").lines
      #expect(all.count >= 3)
      let second = try Self.object(all[1])
      let sequence = try #require(second["sequence"] as? String)
      #expect(second["specversion"] as? String == "1.0")
      #expect(try await installation.pressrun("events", "--json", "--after", sequence).lines == Array(all.dropFirst(2)))
      let line = try #require(try await installation.pressrun("events", "--after", sequence).lines.first)
      #expect(try Self.object(all[2])["sequence"] as? String == line.split(separator: " ").first.map(String.init))
    }
  }

  @Test func anArtifactStoreOfAnotherDatabaseIsRefused() async throws {
    try await TestInstallation.with { installation in
      _ = try await installation.enqueue("note", Payloads.note(), "--destination", "none")
      try await installation.drain()
      let elsewhere = ["PRESSRUN_ARTIFACTS": installation.folder + "/elsewhere"]
      for command in [["work", "--drain"], ["deliver", "--drain"], ["prune"]] {
        let refused = try await installation.pressrun(command, environment: elsewhere, status: 2)
        #expect(refused.errors.contains("pressrun artifacts bind"), "\(command)")
      }
      #expect(
        try await installation.pressrun(["artifacts", "bind"], environment: elsewhere).errors.contains("has the id"))
      try await installation.pressrun(["prune"], environment: elsewhere)
      // The first store is now that of no database.
      try await installation.pressrun("prune", status: 2)
      try await installation.pressrun("artifacts", "bind")
      try await installation.pressrun("prune")
    }
  }

  @Test func aMistypedCommandIsAnsweredWithASuggestion() async throws {
    try await TestInstallation.with { installation in
      for (words, expected) in [
        (["stauts"], "pressrun status"), (["jobs", "lst"], "pressrun jobs list"),
        (["queue", "puase", "a"], "pressrun queue pause"),
      ] {
        let run = try await installation.pressrun(words, status: 2)
        #expect(run.errors.contains("Did you mean '\(expected)'?"), "\(words): \(run.errors)")
      }
      let run = try await installation.pressrun("frobnicate", status: 2)
      #expect(!run.errors.contains("Did you mean"))
      for shell in ["bash", "zsh", "fish"] {
        let script = try await installation.pressrun("completions", shell).output
        #expect(script.contains("enqueue") && script.contains("artifacts"), "\(shell)")
      }
    }
  }

  @Test func batchProgressIsShown() async throws {
    try await TestInstallation.with { installation in
      let id = try await installation.enqueue("note", Payloads.note(), "--batch", "night")
      let batch = try Self.object(try await installation.pressrun("batch", "show", "night", "--json").lines.first)
      #expect(batch["jobs"] as? Int == 1 && batch["unfinished"] as? Int == 1)
      #expect(try await installation.pressrun("jobs", "show", "\(id)").output.contains("night"))
      try await installation.pressrun("batch", "show", "none", status: 1)
      try await installation.pressrun("work", "--drain", "--concurrency", "1")
      #expect(
        try await installation.pressrun("events").output.contains(
          "pressrun.batch.completed  batch night  1 of 1 completed"))
    }
  }

  @Test func drainingEndsIfTheDatabaseIsOutOfReach() async throws {
    try await TestInstallation.with { installation in
      for command in ["work", "deliver"] {
        let result = try await installation.pressrun(
          [command, "--drain"], environment: ["DATABASE_URL": "postgresql://nobody@127.0.0.1:1/none"], status: 1)
        #expect(result.errors.contains("127.0.0.1"), "\(result.errors)")
      }
    }
  }

  @Test func aPayloadIsReadFromAPipe() async throws {
    try await TestInstallation.with { installation in
      try await installation.pressrun("enqueue", "note", "/dev/stdin", input: Payloads.note())
      #expect(try await installation.queue.pending().available == 1)
      let result = try await installation.pressrun("enqueue", "note", "/nowhere.json", status: 2)
      #expect(result.errors.contains("/nowhere.json: no such file"))
    }
  }

  @Test func jobsThatMatchAreCancelledAndRetried() async throws {
    try await TestInstallation.with { installation in
      let id = try await installation.enqueue("note", Payloads.note(), "--tenant", "t")
      _ = try await installation.enqueue("note", Payloads.note(), "--tenant", "u")
      let lines = try await installation.pressrun("jobs", "cancel", "--tenant", "t", "--json").lines
      #expect(try Self.object(lines.first)["id"] as? Int == Int(id.rawValue) && lines.count == 1)
      #expect(
        try await installation.pressrun("jobs", "retry", "--tenant", "t", "--state", "cancelled").lines == ["\(id)"])
      try await installation.pressrun("jobs", "cancel", status: 2)
      try await installation.pressrun("jobs", "cancel", "\(id)", "--all", status: 2)
    }
  }

  @Test func prunePreviewsAndThenRemoves() async throws {
    try await TestInstallation.with { installation in
      let id = try await installation.enqueue("note", Payloads.note(), "--destination", "none")
      try await installation.drain()
      try await installation.pressrun("prune", "--keep", "completed=0m", "--dry-run", status: 2)
      let kept =
        try Self.object(try await installation.pressrun("prune", "--dry-run", "--json").lines.first)["keep"]
        as? [String: Int]
      #expect(kept == ["completed": 30 * 86_400, "cancelled": 30 * 86_400, "discarded": 90 * 86_400])
      #expect(
        try await installation.pressrun("prune", "--dry-run").output.contains(
          "0 jobs that are discarded (kept for 90 days)"))
      try await installation.queue.keep("completed", for: .zero)
      let preview = try Self.object(try await installation.pressrun("prune", "--dry-run", "--json").lines.first)
      #expect((preview["jobs"] as? [String: Int])?["completed"] == 1)
      #expect(try await installation.queue.jobs(JobFilter(ids: [id])).count == 1)
      try await installation.pressrun("prune", "--keep", "completed=0m")
      #expect(try await installation.queue.jobs(JobFilter(ids: [id])).isEmpty)
    }
  }

  @Test func aScheduleIsPausedAndResumed() async throws {
    try await TestInstallation.with { installation in
      try await installation.pressrun("schedules", "pause", "nothing", status: 1)
      try await installation.queue.register(schedules: [Schedule(name: "nightly", cron: "@daily")], of: "note")
      let paused = try Self.object(
        try await installation.pressrun("schedules", "pause", "nightly", "--json").lines.first)
      #expect(paused["name"] as? String == "nightly" && paused["paused"] as? Bool == true)
      let resumed = try Self.object(
        try await installation.pressrun("schedules", "resume", "nightly", "--json").lines.first)
      #expect(resumed["paused"] as? Bool == false && resumed["next_at"] is String)
    }
  }

  @Test func aScheduleWhoseKindHasNoFileIsWarnedOfUntilItIsRemoved() async throws {
    try await TestInstallation.with { installation in
      try await installation.queue.register(kinds: [KindSettings(name: "bygone")])
      try await installation.queue.register(schedules: [Schedule(name: "nightly", cron: "@yearly")], of: "bygone")
      for command in [["migrate"], ["work", "--drain", "--concurrency", "1"]] {
        let result = try await installation.start(command).result()
        #expect(result.status == 0 && result.errors.contains("pressrun schedules remove nightly"), "\(result.errors)")
      }
      try await installation.pressrun("schedules", "remove", "nightly")
      #expect(try await installation.queue.schedules().isEmpty)
      #expect(try await !installation.pressrun("migrate").errors.contains("nightly"))
      try await installation.pressrun("schedules", "remove", "nightly", status: 1)
    }
  }

  /// It ended as if there were no deliveries.
  @Test func aDrainWithoutTheRoleOfRelaysNamesTheDeliveries() async throws {
    try await TestInstallation.with { installation in
      let url = try #require(installation.url)
      let name = try await installation.database.query("select current_database()").single().decode(0, as: String.self)
      let login = "drain_of_\(name)"
      try await installation.database.execute(script: "create role \(login) login in role pressrun_worker")
      let own = installation.reached(through: url.replacing("pressrun@", with: "\(login)@", maxReplacements: 1))
      _ = try await installation.enqueue("note", Payloads.note(), "--destination", "folder")
      let drain = ["work", "--drain", "--concurrency", "1"]
      let result = try await own.pressrun(drain, status: 1)
      #expect(
        result.errors.contains("left: 1 delivery: this login of the database does not have the role pressrun_relay"))
      try await own.pressrun(drain + ["--no-deliver"])
      try await installation.database.execute(script: "drop owned by \(login); drop role \(login)")
    }
  }

  @Test func aWorkersLoginWorksAndPrunes() async throws {
    try await TestInstallation.with { installation in
      let url = try #require(installation.url)
      let name = try await installation.database.query("select current_database()").single().decode(0, as: String.self)
      let login = "worker_of_\(name)"
      try await installation.database.execute(script: "create role \(login) login in role pressrun_worker")
      let ids = [
        try await installation.enqueue("note", Payloads.note(), "--destination", "none"),
        try await installation.enqueue("note", #"{"title": " ", "body": ""}"#),
      ]
      let own = installation.reached(through: url.replacing("pressrun@", with: "\(login)@", maxReplacements: 1))
      try await own.drain(discards: 1)
      #expect(try await installation.queue.job(ids[0]).job.state == .completed)
      #expect(try await installation.queue.job(ids[1]).job.state == .discarded)
      try await installation.queue.keep("completed", for: .zero)
      try await own.pressrun("prune", "--dry-run")
      try await own.pressrun("prune")
      #expect(try await installation.queue.jobs().map(\.id) == [ids[1]])
      try await own.pressrun("prune", "--keep", "discarded=0m", status: 1)
      try await installation.database.execute(script: "drop owned by \(login); drop role \(login)")
    }
  }

  @Test func migrationsAreListedForPrograms() async throws {
    try await TestInstallation.with { installation in
      try await installation.pressrun("migrate", "--json", status: 2)
      let lines = try await installation.pressrun("migrate", "--status", "--json").lines
      #expect(try Self.object(lines.first)["name"] as? String == "baseline")
    }
  }
}
