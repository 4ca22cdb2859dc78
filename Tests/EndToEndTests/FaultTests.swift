import Foundation
import JobQueue
import TestSupport
import TestTraits
import Testing

/// Workers and renderers that are killed or stopped lose no job and complete none twice.
@Suite(.hangLimit) struct FaultTests {
  /// A package that is installed replaces the program of a running worker, whose next renderers were of the new
  /// release.
  @Test func aWorkerKeepsItsReleaseWhenItsProgramIsReplaced() async throws {
    try await TestInstallation.with { installation in
      var present = installation
      present.program = installation.folder + "/pressrun"
      try FileManager.default.copyItem(atPath: pressrunPath, toPath: present.program)
      let worker = try present.start(["work", "--no-deliver", "--concurrency", "1"])
      #expect(await worker.says("worker started"))
      let next = installation.folder + "/next"
      try Data("#!/bin/sh\nexit 1\n".utf8).write(to: URL(fileURLWithPath: next))
      try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: next)
      try #require(rename(next, present.program) == 0)
      let threads = "/proc/\(worker.id)/task"
      let renderers = try FileManager.default.contentsOfDirectory(atPath: threads).flatMap { thread in
        let list = (try? String(contentsOfFile: "\(threads)/\(thread)/children", encoding: .utf8)) ?? ""
        return list.split(separator: " ").compactMap { pid_t($0) }
      }
      try #require(!renderers.isEmpty)
      for renderer in renderers { kill(renderer, SIGKILL) }
      _ = try await installation.enqueue("note", Payloads.note(), "--destination", "none")
      try await installation.until { try await installation.completed() == 1 }
      worker.send(SIGTERM)
      #expect(await worker.result().status == 0)
    }
  }

  @Test func threeHundredJobsSurviveAWorkerThatIsKilled() async throws {
    try await TestInstallation.with { installation in
      let archive = try Payloads.archive()
      for (kind, payloads) in [
        ("note", (1...120).map { Payloads.note("Note \($0)") }),
        ("invoice", (1...120).map { Payloads.invoice("N-\($0)") }),
        ("archive", Array(repeating: archive, count: 60)),
      ] {
        try await installation.pressrun("enqueue", kind, "-", input: payloads.joined(separator: "\n"))
      }
      // Without --drain it does not end by itself, even if it has completed all jobs before the signal arrives.
      let doomed = try installation.start(["work", "--concurrency", "2"])
      let survivor = try installation.start(["work", "--concurrency", "2", "--drain"])
      try await installation.until {
        try await installation.completed() >= 80
      }
      doomed.send(SIGKILL)
      let end = await doomed.result()
      #expect(end.status == 128 + SIGKILL, "\(end.errors)")
      try await installation.expireLeases(of: doomed.id)
      let result = await survivor.result()
      #expect(result.status == 0, "\(result.errors)")

      let jobs = try await installation.queue.jobs(JobFilter(limit: 1000))
      #expect(jobs.count == 300)
      #expect(jobs.allSatisfy { $0.state == .completed })
      for view in ["artifacts", "events WHERE type = 'pressrun.job.completed'"] {
        #expect(try await installation.count("SELECT count(*) FROM pressrun.\(view)") == 300)
        #expect(try await installation.count("SELECT count(DISTINCT job_id) FROM pressrun.\(view)") == 300)
      }
      for sha256 in Set(jobs.compactMap(\.artifact?.sha256)) {
        #expect(FileManager.default.fileExists(atPath: installation.artifact(sha256)))
      }
    }
  }

  @Test func aDatabaseOutageLosesNothing() async throws {
    try await TestInstallation.withPrivateCluster { installation in
      let payloads = (1...100).map { Payloads.note("Note \($0)") }
      try await installation.pressrun("enqueue", "note", "-", input: payloads.joined(separator: "\n"))
      let worker = try installation.start(["work", "--concurrency", "2"])
      try await installation.until { try await installation.completed() >= 20 }
      try await installation.pressrun("database", "stop")
      #expect(await worker.says("out of reach"))
      try await installation.pressrun("database", "start")
      #expect(await worker.says("in reach again"))
      worker.send(SIGTERM)
      let result = await worker.result()
      #expect(result.status == 0, "\(result.errors)")
      try await installation.drain()
      #expect(try await installation.completed() == 100)
      for table in ["artifacts", "events WHERE type = 'pressrun.job.completed'"] {
        #expect(try await installation.count("SELECT count(DISTINCT job_id) FROM pressrun.\(table)") == 100)
        #expect(try await installation.count("SELECT count(*) FROM pressrun.\(table)") == 100)
      }
    }
  }

  @Test func renderersDieWithTheirWorker() async throws {
    try await TestInstallation.with { installation in
      let worker = try installation.start(["work", "--concurrency", "2"])
      #expect(await worker.says("worker started"))
      let renderers = installation.renderers(of: worker.id)
      #expect(renderers.count == 2)
      let ends = renderers.map(ProcessEnd.init)
      worker.send(SIGKILL)
      _ = await worker.result()
      for end in ends { await end.wait() }
    }
  }

  @Test func aKilledRendererCostsOneAttempt() async throws {
    try await TestInstallation.with { installation in
      let worker = try installation.start(["work", "--concurrency", "1"])
      let id = try await installation.enqueueForStoppedRenderer(of: worker)
      for renderer in installation.renderers(of: worker.id) { kill(renderer, SIGKILL) }
      try await installation.until { try await installation.queue.job(id).job.state == .completed }
      #expect(try await installation.queue.job(id).attempts.map(\.errorCode) == ["crashed", nil])
      worker.send(SIGTERM)
      #expect(await worker.result().status == 0)
    }
  }

  @Test func sigtermReleasesWithoutUsingAnAttempt() async throws {
    try await TestInstallation.with { installation in
      let worker = try installation.start(["work", "--concurrency", "1", "--grace", "0"])
      let id = try await installation.enqueueForStoppedRenderer(of: worker)
      worker.send(SIGTERM)
      #expect(await worker.result().status == 0)
      let job = try await installation.queue.job(id).job
      #expect(job.state == .available)
      #expect(job.attempt == 0)
    }
  }

  @Test func sigtstpStopsClaimsAndSigcontResumesThem() async throws {
    try await TestInstallation.with { installation in
      let quiet = try installation.start(["work", "--concurrency", "1"])
      #expect(await quiet.says("worker started"))
      quiet.send(SIGTSTP)
      #expect(await quiet.says("claiming no more until SIGCONT"))
      let first = try await installation.enqueue("note", Payloads.note())
      // Another worker finds the job untouched.
      try await installation.drain()
      #expect(try await installation.queue.job(first).attempts.count == 1)
      quiet.send(SIGCONT)
      let second = try await installation.enqueue("note", Payloads.note())
      try await installation.until { try await installation.queue.job(second).job.state == .completed }
      quiet.send(SIGTERM)
      #expect(await quiet.result().status == 0)
    }
  }

  @Test func sigintTwiceReleasesImmediately() async throws {
    try await TestInstallation.with { installation in
      let worker = try installation.start(["work", "--concurrency", "1", "--grace", "3600"])
      let id = try await installation.enqueueForStoppedRenderer(of: worker)
      worker.send(SIGINT)
      #expect(await worker.says("stopping"))
      worker.send(SIGINT)
      #expect(await worker.result().status == 0)
      let job = try await installation.queue.job(id).job
      #expect(job.state == .available)
      #expect(job.attempt == 0)
    }
  }

  @Test func sigtermFinishesRunningJobs() async throws {
    try await TestInstallation.with { installation in
      let worker = try installation.start(
        ["work", "--concurrency", "1", "--grace", "3600"], environment: ["PRESSRUN_LOG_LEVEL": "debug"])
      #expect(await worker.says("worker started"))
      let id = try await installation.enqueue("note", Payloads.medium)
      #expect(await worker.says("rendering"))
      worker.send(SIGTERM)
      #expect(await worker.result().status == 0)
      #expect(try await installation.queue.job(id).job.state == .completed)
    }
  }
}
