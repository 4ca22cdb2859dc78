import Foundation
import JobQueue
import TestSupport
import Testing

/// Workers and renderers that are killed or told to stop lose nothing and do nothing twice.
@Suite(.timeLimit(.minutes(30))) struct FaultTests {
  @Test func threeHundredJobsSurviveAWorkerThatIsKilled() async throws {
    try await Site.with { site in
      let archive = try Payloads.archive()
      for (kind, payloads) in [
        ("note", (1...120).map { Payloads.note("Note \($0)") }),
        ("invoice", (1...120).map { Payloads.invoice("N-\($0)") }),
        ("archive", Array(repeating: archive, count: 60)),
      ] {
        try await site.pressrun("enqueue", kind, "-", input: payloads.joined(separator: "\n"))
      }
      let arguments = ["work", "--concurrency", "2", "--lease", "3", "--drain"]
      let doomed = try site.start(arguments)
      let survivor = try site.start(arguments)
      try await site.until {
        try await site.completed() >= 80
      }
      doomed.send(SIGKILL)
      #expect(await doomed.result().status == 128 + SIGKILL)
      let result = await survivor.result()
      #expect(result.status == 0, "\(result.errors)")

      let jobs = try await site.queue.jobs(JobFilter(limit: 1000))
      #expect(jobs.count == 300)
      #expect(jobs.allSatisfy { $0.state == .completed })
      for view in ["artifacts", "events WHERE type = 'pressrun.job.completed'"] {
        #expect(try await site.count("SELECT count(*) FROM pressrun.\(view)") == 300)
        #expect(try await site.count("SELECT count(DISTINCT job_id) FROM pressrun.\(view)") == 300)
      }
      for sha256 in Set(jobs.compactMap(\.artifact?.sha256)) {
        #expect(FileManager.default.fileExists(atPath: site.artifact(sha256)))
      }
    }
  }

  @Test func aDatabaseThatIsAwayForAWhileCostsNothing() async throws {
    try await Site.withPrivateCluster { site in
      let payloads = (1...100).map { Payloads.note("Note \($0)") }
      try await site.pressrun("enqueue", "note", "-", input: payloads.joined(separator: "\n"))
      let worker = try site.start(["work", "--concurrency", "2", "--lease", "3", "--drain"])
      try await site.until { try await site.completed() >= 20 }
      try await site.pressrun("database", "stop")
      #expect(await worker.says("out of reach"))
      try await site.pressrun("database", "start")
      let result = await worker.result()
      #expect(result.status == 0, "\(result.errors)")
      #expect(try await site.completed() == 100)
      for table in ["artifacts", "events WHERE type = 'pressrun.job.completed'"] {
        #expect(try await site.count("SELECT count(DISTINCT job_id) FROM pressrun.\(table)") == 100)
        #expect(try await site.count("SELECT count(*) FROM pressrun.\(table)") == 100)
      }
    }
  }

  @Test func renderersDieWithTheirWorker() async throws {
    try await Site.with { site in
      let worker = try site.start(["work", "--concurrency", "2"])
      #expect(await worker.says("worker started"))
      let renderers = site.renderers(of: worker.id)
      #expect(renderers.count == 2)
      let ends = renderers.map(ProcessEnd.init)
      worker.send(SIGKILL)
      _ = await worker.result()
      for end in ends { await end.wait() }
    }
  }

  @Test func aRendererThatIsKilledCostsAnAttemptAndNothingElse() async throws {
    try await Site.with { site in
      let worker = try site.start(["work", "--concurrency", "1"])
      #expect(await worker.says("worker started"))
      let renderer = try #require(site.renderers(of: worker.id).first)
      let id = try await site.enqueue("note", Payloads.large)
      try await site.untilComputing(renderer)
      kill(renderer, SIGKILL)
      try await site.until { try await site.queue.job(id).job.state == .completed }
      #expect(try await site.queue.job(id).attempts.map(\.errorCode) == ["crashed", nil])
      worker.send(SIGTERM)
      #expect(await worker.result().status == 0)
    }
  }

  @Test func sigtermGivesBackWithoutUsingAnAttempt() async throws {
    try await Site.with { site in
      let id = try await site.enqueue("note", Payloads.large)
      let worker = try site.start(["work", "--concurrency", "1", "--grace", "0"])
      try await site.until { try await site.queue.job(id).job.state == .running }
      worker.send(SIGTERM)
      #expect(await worker.result().status == 0)
      let job = try await site.queue.job(id).job
      #expect(job.state == .available)
      #expect(job.attempt == 0)
    }
  }

  @Test func sigtstpMakesAWorkerQuietAndSigcontWakesIt() async throws {
    try await Site.with { site in
      let quiet = try site.start(["work", "--concurrency", "1"])
      #expect(await quiet.says("worker started"))
      quiet.send(SIGTSTP)
      #expect(await quiet.says("claiming no more until SIGCONT"))
      let first = try await site.enqueue("note", Payloads.note())
      // Another worker finds the job untouched.
      try await site.drain()
      #expect(try await site.queue.job(first).attempts.count == 1)
      quiet.send(SIGCONT)
      let second = try await site.enqueue("note", Payloads.note())
      try await site.until { try await site.queue.job(second).job.state == .completed }
      quiet.send(SIGTERM)
      #expect(await quiet.result().status == 0)
    }
  }

  @Test func sigintTwiceGivesBackAtOnce() async throws {
    try await Site.with { site in
      let id = try await site.enqueue("note", Payloads.large)
      let worker = try site.start(["work", "--concurrency", "1", "--grace", "3600"])
      try await site.until { try await site.queue.job(id).job.state == .running }
      worker.send(SIGINT)
      #expect(await worker.says("stopping"))
      worker.send(SIGINT)
      #expect(await worker.result().status == 0)
      let job = try await site.queue.job(id).job
      #expect(job.state == .available)
      #expect(job.attempt == 0)
    }
  }

  @Test func sigtermFinishesWhatItCan() async throws {
    try await Site.with { site in
      let worker = try site.start(["work", "--concurrency", "1", "--grace", "3600"])
      #expect(await worker.says("worker started"))
      let renderer = try #require(site.renderers(of: worker.id).first)
      let id = try await site.enqueue("note", Payloads.large)
      try await site.untilComputing(renderer)
      worker.send(SIGTERM)
      #expect(await worker.result().status == 0)
      #expect(try await site.queue.job(id).job.state == .completed)
    }
  }
}
