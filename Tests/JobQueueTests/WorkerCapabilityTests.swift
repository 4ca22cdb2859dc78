import FoundationEssentials
import Postgres
import TestTraits
import Testing

@testable import JobQueue

/// The registration of workers: their kinds, fonts and libraries, and the reason if they cannot work.
@Suite(.hangLimit) struct WorkerCapabilityTests {
  private func register(
    _ test: QueueFixture, kinds: [String]? = nil, fonts: String? = nil, libraries: String? = nil
  ) async throws -> WorkerID {
    try await test.queue.register(
      worker: WorkerDescription(
        host: "press", pid: 2, version: "v", slots: 1,
        capabilities: WorkerCapabilities(kinds: kinds, fonts: fonts, libraries: libraries)))
  }

  private func severity(_ alarm: String, _ test: QueueFixture) async throws -> String {
    try await test.database.query("select severity from pressrun.alarms where alarm = $1", [.text(alarm)]).single()
      .decode(0)
  }

  /// Calls `body` after the fixture's own worker was deregistered and two kinds were registered.
  private func withWorkersOfKinds(_ body: @Sendable (QueueFixture) async throws -> Void) async throws {
    try await QueueFixture.withQueue { test async throws in
      try await test.queue.unregister(worker: test.worker)
      try await test.queue.register(kinds: [KindSettings(name: "letter"), KindSettings(name: "label")])
      try await body(test)
    }
  }

  @Test func aWorkerClaimsOnlyJobsOfItsKinds() async throws {
    try await withWorkersOfKinds { test in
      let notes = try await register(test, kinds: ["note", "label"])
      let letters = try await register(test, kinds: ["letter"])
      var ids: [String: [JobID]] = [:]
      for (tenant, kind) in [("a", "letter"), ("a", "note"), ("b", "letter"), ("b", "label"), ("b", "note")] {
        ids[kind, default: []].append(
          try await test.enqueue {
            $0.kind = kind
            $0.tenant = tenant
          })
      }
      let claimed = try await test.queue.claim(worker: notes, limit: 10, lease: .seconds(3600))
      #expect(Set(claimed.map(\.kind)) == ["note", "label"] && claimed.count == 3)
      #expect(try await test.queue.claim(worker: notes, limit: 10, lease: .seconds(3600)).isEmpty)
      let rest = try await test.queue.claim(worker: letters, limit: 10, lease: .seconds(3600))
      #expect(Set(rest.map(\.ref.job)) == Set(ids["letter"] ?? []))
    }
  }

  @Test func readyJobsOfAKindThatNoWorkerHasAreReportedUntilOneHasIt() async throws {
    try await withWorkersOfKinds { test in
      _ = try await register(test, kinds: ["note"])
      try await test.enqueue()
      #expect(try await test.queue.status().unservedKinds.isEmpty)
      try await test.enqueue { $0.kind = "letter" }
      #expect(try await test.queue.status().unservedKinds == ["letter"])
      #expect(try await severity("unserved_kinds", test) == "warn")

      let unfinished = try await test.queue.unfinished(kinds: ["note"])
      let obstacle = UnfinishedJobs.Obstacle(reason: "unserved", scope: "kind", name: "letter")
      #expect(
        Set(unfinished) == [UnfinishedJobs(obstacle: obstacle, count: 1), UnfinishedJobs(obstacle: nil, count: 1)])
      #expect(try await test.queue.unfinished().allSatisfy { $0.obstacle == nil })

      _ = try await register(test, kinds: ["letter"])
      #expect(try await test.queue.status().unservedKinds.isEmpty)
      #expect(try await severity("unserved_kinds", test) == "none")
    }
  }

  @Test func aWorkerOfOtherQueuesDoesNotServeAKind() async throws {
    try await withWorkersOfKinds { test in
      _ = try await test.queue.register(
        worker: WorkerDescription(host: "h", pid: 3, version: "v", slots: 1, queues: ["other"]))
      try await test.enqueue()
      #expect(try await test.queue.status().unservedKinds == ["note"])
    }
  }

  @Test func workersWithDifferentFontsAreReported() async throws {
    try await withWorkersOfKinds { test in
      for _ in 0..<2 { _ = try await register(test, fonts: "1", libraries: "pango 1") }
      // A relay has no fonts.
      _ = try await register(test)
      #expect(try await severity("different_fonts", test) == "none")
      #expect(try await !test.queue.status().hasDifferentFonts)
      let third = try await register(test, fonts: "1", libraries: "pango 2")
      #expect(try await severity("different_fonts", test) == "warn")
      #expect(try await test.queue.status().hasDifferentFonts)
      try await test.queue.unregister(worker: third)
      #expect(try await severity("different_fonts", test) == "none")
    }
  }

  @Test func aProblemKeepsItsBeginningUntilItEnds() async throws {
    try await QueueFixture.withQueue { test async throws in
      try await test.queue.report(problem: "the disk is full", of: test.worker)
      let first = try #require(try await test.queue.status().workers.first)
      #expect(first.problem == "the disk is full")
      let since = try #require(first.problemSince)
      try await test.queue.report(problem: "the disk is still full", of: test.worker)
      let second = try #require(try await test.queue.status().workers.first)
      #expect(second.problem == "the disk is still full" && second.problemSince == since)
      #expect(try await severity("worker_problems", test) == "warn")
      try await test.queue.report(problem: nil, of: test.worker)
      let third = try #require(try await test.queue.status().workers.first)
      #expect(third.problem == nil && third.problemSince == nil)
      #expect(try await severity("worker_problems", test) == "none")
    }
  }

  @Test func theStorageWithTheSmallestFreeShareRaisesTheAlarm() async throws {
    try await QueueFixture.withQueue { test async throws in
      #expect(try await severity("storage", test) == "none")
      let other = try await register(test)
      try await test.queue.report(storage: StorageSpace(size: 1 << 40, free: 1 << 39), of: other)
      for (free, expected) in [(11, "none"), (9, "warn"), (1, "page"), (0, "page"), (50, "none")] {
        try await test.queue.report(storage: StorageSpace(size: 100, free: free), of: test.worker)
        #expect(try await severity("storage", test) == expected, "\(free) of 100 free")
      }
      let reported = try await test.queue.status().workers.map(\.storage)
      #expect(reported.contains(StorageSpace(size: 100, free: 50)))
    }
  }

  @Test(arguments: [(50, false), (70, true)])
  func aWorkerIsSilentAfterAMinuteWithoutAHeartbeat(age: Int, isSilent: Bool) async throws {
    try await QueueFixture.withQueue { test async throws in
      _ = try await test.database.query(
        "update pressrun.workers set heartbeat_at = statement_timestamp() - make_interval(secs => $1)", [.integer(age)])
      // A slow machine can only make it older.
      let worker = try #require(try await test.queue.status().workers.first)
      #expect(worker.isSilent == (isSilent || worker.heartbeatAgeSeconds >= 60))
    }
  }

  @Test func aWorkerThatIsGoneLeavesTheListAfterTenMinutesAndReturnsWithAHeartbeat() async throws {
    try await QueueFixture.withQueue { test async throws in
      func isListed() async throws -> Bool { try await !test.queue.status().workers.isEmpty }
      for (age, expected) in [(9, true), (11, false)] {
        _ = try await test.database.query(
          "update pressrun.workers set heartbeat_at = now() - make_interval(mins => $1)", [.integer(age)])
        #expect(try await isListed() == expected, "\(age) minutes")
      }
      _ = try await test.queue.heartbeat(worker: test.worker, holding: [], lease: .seconds(3600))
      #expect(try await isListed())
    }
  }
}
