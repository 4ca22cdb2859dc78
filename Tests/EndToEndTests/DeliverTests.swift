import Foundation
import JobQueue
import TestTraits
import Testing

/// The commands `deliver` and `work` as relays: the file of destinations, signals, and the end.
@Suite(.hangLimit) struct DeliverTests {
  private func configure(_ installation: TestInstallation, _ text: String) throws {
    try text.write(toFile: installation.folder + "/home/Jobs/destinations.yaml", atomically: true, encoding: .utf8)
  }

  /// Two folders, `folder:one` and `folder:two`, and a tenant that may use them.
  private func configureFolders(_ installation: TestInstallation, _ names: [String] = ["one", "two"]) async throws {
    var lines = ["folder:"]
    for name in names {
      try FileManager.default.createDirectory(
        atPath: "\(installation.folder)/\(name)", withIntermediateDirectories: true)
      lines.append("  \(name): { root: \(installation.folder)/\(name), name: \"{job}.{extension}\" }")
    }
    try configure(installation, lines.joined(separator: "\n"))
    try await installation.pressrun("migrate")
  }

  private func exists(_ installation: TestInstallation, _ folder: String, _ job: JobID) -> Bool {
    FileManager.default.fileExists(atPath: "\(installation.folder)/\(folder)/\(job).pdf")
  }

  private func enqueue(_ installation: TestInstallation, _ destination: String) async throws -> JobID {
    try await installation.enqueue("note", Payloads.note(), "--destination", destination)
  }

  private func delivered(_ installation: TestInstallation) async throws -> Int {
    try await installation.count("select count(*) from pressrun.delivery_overview where state = 'delivered'")
  }

  @Test func aWorkerDeliversWhatItMakes() async throws {
    try await TestInstallation.with { installation in
      try await configureFolders(installation)
      let job = try await enqueue(installation, "folder:one")
      try await installation.drain()
      #expect(exists(installation, "one", job))
      #expect(try await delivered(installation) == 1)
    }
  }

  @Test func aWorkerLeavesDeliveriesToRelays() async throws {
    try await TestInstallation.with { installation in
      try await configureFolders(installation)
      let job = try await enqueue(installation, "folder:one")
      try await installation.pressrun("work", "--drain", "--no-deliver", "--concurrency", "1")
      #expect(try await installation.queue.job(job).job.state == .completed)
      #expect(try await delivered(installation) == 0)
      let result = try await installation.pressrun("deliver", "--drain")
      #expect(result.errors.contains("relay ended"))
      #expect(exists(installation, "one", job))
    }
  }

  @Test func drainingEndsWhenWhatIsLeftCannotRun() async throws {
    try await TestInstallation.with { installation in
      try await configureFolders(installation)
      let job = try await enqueue(installation, "folder:one")
      try await installation.pressrun("queue", "pause", "deliveries.folder.one")
      var result = try await installation.pressrun("work", "--drain", "--concurrency", "1", status: 1)
      #expect(result.errors.contains(#"left: 1 delivery: the queue "deliveries.folder.one" is paused"#))
      try await installation.pressrun("queue", "resume", "deliveries.folder.one")
      _ = try await installation.database.query(
        """
        insert into pressrun.breakers (queue, state) values ('deliveries.folder.one', 'disabled')
        on conflict (queue) do update set state = excluded.state
        """)
      result = try await installation.pressrun("deliver", "--drain", status: 1)
      #expect(result.errors.contains(#"left: 1 delivery: the queue "deliveries.folder.one" is disabled"#))
      try await installation.pressrun("deliveries", "enable", "folder:one")
      try await installation.pressrun("deliver", "--drain")
      #expect(exists(installation, "one", job))

      try await installation.pressrun("queue", "pause", "default")
      _ = try await enqueue(installation, "folder:one")
      result = try await installation.pressrun("work", "--drain", "--concurrency", "1", status: 1)
      #expect(result.errors.contains(#"left: 1 job: the queue "default" is paused"#), "\(result.errors)")
    }
  }

  @Test(arguments: [["deliver", "--drain"], ["work", "--drain", "--concurrency", "1"]])
  func drainingReportsDeliveriesThatFailed(command: [String]) async throws {
    try await TestInstallation.with { installation in
      try await configureFolders(installation, ["one"])
      // Different documents with the same name are a conflict, which no retry solves.
      try configure(
        installation, "folder: { one: { root: \(installation.folder)/one, name: note.pdf, on_conflict: fail } }")
      _ = try await enqueue(installation, "folder:one")
      try await installation.drain()
      _ = try await installation.enqueue("note", Payloads.note("Another note"), "--destination", "folder:one")
      try await installation.pressrun("work", "--drain", "--no-deliver", "--concurrency", "1")
      let result = try await installation.pressrun(command, status: 1)
      #expect(
        result.errors.contains("failed: 1 delivery; see pressrun deliveries list --state failed"), "\(result.errors)")
      #expect(!result.errors.contains("left:"))
      try await installation.pressrun("deliver", "--drain")
    }
  }

  @Test func aShippedInstallationDeliversIntoItsOwnFolder() async throws {
    try await TestInstallation.with { installation in
      let job = try await enqueue(installation, "folder")
      try await installation.drain()
      #expect(try await delivered(installation) == 1)
      let files = try FileManager.default.subpathsOfDirectory(atPath: installation.folder + "/out")
      #expect(files.contains { $0.hasSuffix("\(job)-note.pdf") }, "\(files)")
    }
  }

  @Test func hangupReadsTheFileAgainAndTerminationEndsTheRelay() async throws {
    try await TestInstallation.with { installation in
      try await configureFolders(installation, ["one"])
      let relay = try installation.start(["deliver"])
      #expect(await relay.says("relay started"))
      try configure(installation, "folder: { one: { root: /srv, rot: /srv } }")
      relay.send(SIGHUP)
      #expect(await relay.says("the destinations stay as they were"))
      try await configureFolders(installation)
      relay.send(SIGHUP)
      #expect(await relay.says("destinations: folder:one, folder:two"))
      #expect(await relay.says("destinations read again"))
      let job = try await enqueue(installation, "folder:two")
      try await installation.pressrun("work", "--drain", "--no-deliver", "--concurrency", "1")
      try await installation.until { try await delivered(installation) == 1 }
      #expect(exists(installation, "two", job))
      relay.send(SIGTERM)
      let result = await relay.result()
      #expect(result.status == 0, "\(result.errors)")
      #expect(result.errors.contains("destinations.yaml:1: folder.one.rot: unknown key"))
    }
  }

  /// Regression: the worker was killed by the signal, and its jobs waited for the end of their leases.
  @Test func aWorkerWithoutRelayGoesOnAfterHangup() async throws {
    try await TestInstallation.with { installation in
      let worker = try installation.start(["work", "--no-deliver", "--concurrency", "1"])
      #expect(await worker.says("worker started"))
      worker.send(SIGHUP)
      _ = try await enqueue(installation, "folder")
      try await installation.until { try await installation.completed() == 1 }
      worker.send(SIGTERM)
      #expect(await worker.result().status == 0)
    }
  }

  @Test(arguments: ["deliver", "work", "migrate"]) func aFileWithAnErrorIsRefusedAtTheStart(command: String)
    async throws
  {
    try await TestInstallation.with { installation in
      try configure(installation, "folder:\n  one:\n    root: [1]\n")
      let result = try await installation.pressrun(command, status: 2)
      #expect(result.errors.contains("destinations.yaml:3: folder.one.root: expected a text"))
    }
  }

  @Test func aFileThatIsNamedMustExist() async throws {
    try await TestInstallation.with { installation in
      let program = try installation.start(
        ["deliver", "--drain"], environment: ["PRESSRUN_DESTINATIONS": installation.folder + "/none.yaml"])
      let result = await program.result()
      #expect(result.status == 2 && result.errors.contains("none.yaml: the file cannot be read"), "\(result.errors)")
    }
  }

  @Test func onlyQueuesOfDeliveriesCanBeNamed() async throws {
    try await TestInstallation.with { installation in
      let result = try await installation.pressrun("deliver", "--queue", "default", status: 2)
      #expect(result.errors.contains("the queues of deliveries begin with"))
    }
  }
}
