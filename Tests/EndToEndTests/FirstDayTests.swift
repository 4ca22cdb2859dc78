import Foundation
import JobQueue
import TestTraits
import Testing

/// The commands of an operator's first day, with one database and several installations.
@Suite(.hangLimit) struct FirstDayTests {
  /// Another installation with the same database and the same artifacts, which has these kinds only.
  private func second(_ first: TestInstallation, kinds: [String]) throws -> TestInstallation {
    let manager = FileManager.default
    let folder = first.folder + "/second"
    try manager.createDirectory(atPath: folder + "/home/Jobs", withIntermediateDirectories: true)
    try manager.createSymbolicLink(atPath: folder + "/artifacts", withDestinationPath: first.folder + "/artifacts")
    try manager.createSymbolicLink(
      atPath: folder + "/home/Templates",
      withDestinationPath: manager.destinationOfSymbolicLink(atPath: first.folder + "/home/Templates"))
    for kind in kinds {
      try manager.moveItem(
        atPath: first.folder + "/home/Jobs/\(kind).yaml", toPath: folder + "/home/Jobs/\(kind).yaml")
    }
    return TestInstallation(database: first.database, queue: first.queue, folder: folder, url: first.url)
  }

  @Test func installationsWithDifferentKindsShareADatabase() async throws {
    try await TestInstallation.with { first in
      // The first process names the artifact store, which the second installation uses too.
      try await first.drain()
      let second = try second(first, kinds: ["invoice"])
      let notes = try first.start(["work", "--no-deliver", "--concurrency", "1"])
      #expect(await notes.says("worker started"))
      var invoices: [JobID] = []
      var others: [JobID] = []
      for number in 1...4 {
        invoices.append(
          try await first.enqueue("invoice", Payloads.invoice("N-\(number)"), "--destination", "none"))
        others.append(try await first.enqueue("note", Payloads.note(), "--destination", "none"))
      }
      for id in others { try await first.until { try await first.queue.job(id).job.state == .completed } }
      // Nobody serves invoices: nothing is lost, and an alarm says so.
      for id in invoices { #expect(try await first.queue.job(id).job.state == .available) }
      func severity() async throws -> Alarm.Severity? {
        try await first.queue.alarms().first { $0.name == "unserved_kinds" }?.severity
      }
      #expect(try await severity() == .warn)
      let worker = try second.start(["work", "--no-deliver", "--concurrency", "1"])
      for id in invoices { try await first.until { try await first.queue.job(id).job.state == .completed } }
      #expect(try await severity() == Alarm.Severity.none)
      for process in [notes, worker] {
        process.send(SIGTERM)
        #expect(await process.result().status == 0)
      }
    }
  }

  /// The template and its strings name the same version in each document, whenever the files change.
  @Test func noDocumentMixesVersionsWhileATemplateIsRolledOutAndBackUnderLoad() async throws {
    try await TestInstallation.with { installation in
      let templates = installation.folder + "/home/Templates"
      try FileManager.default.removeItem(atPath: templates)
      // Renderers may read this folder, and no other to which it links.
      try FileManager.default.copyItem(atPath: repository + "/Templates", toPath: templates)
      // Both files change at once: the folder is replaced. Without it, workers keep to the version that they have.
      func write(_ version: String) throws {
        let (new, old) = (installation.folder + "/new", installation.folder + "/\(UUID().uuidString)")
        try FileManager.default.createDirectory(atPath: new, withIntermediateDirectories: true)
        try Data("<p>page of \(version), words of {{strings.version}}".utf8).write(
          to: URL(fileURLWithPath: new + "/template.html"))
        try Data("en: {version: \(version)}\n".utf8).write(to: URL(fileURLWithPath: new + "/strings.yaml"))
        if FileManager.default.fileExists(atPath: templates + "/letter") {
          try FileManager.default.moveItem(atPath: templates + "/letter", toPath: old)
        }
        try FileManager.default.moveItem(atPath: new, toPath: templates + "/letter")
      }
      try write("first")
      _ = try installation.file(
        "home/Jobs/letter.yaml", "name: letter\ncomposer: html\ntemplate: letter\ntimeout: 1h\n")
      try await installation.pressrun("migrate")
      let workers = try (1...2).map { _ in try installation.start(["work", "--no-deliver", "--concurrency", "1"]) }
      for worker in workers { #expect(await worker.says("worker started")) }
      let payloads = Array(repeating: #"{"name": "Ada"}"#, count: 12).joined(separator: "\n")
      for version in ["second", "first", "third"] {
        try await installation.pressrun("enqueue", "letter", "-", "--destination", "none", input: payloads)
        try write(version)
        try await installation.pressrun("enqueue", "letter", "-", "--destination", "none", input: payloads)
      }
      try await installation.until { try await installation.completed() == 72 }
      var seen: Set<String> = []
      for sha256 in Set(try await installation.queue.jobs(JobFilter(limit: 100)).compactMap(\.artifact?.sha256)) {
        let text = try await installation.text(of: installation.artifact(sha256))
        let match = try #require(text.firstMatch(of: /page of (\w+), words of (\w+)/), "\(text)")
        #expect(match.1 == match.2)
        seen.insert(String(match.1))
      }
      #expect(seen.contains("first") && seen.isSubset(of: ["first", "second", "third"]))
      for worker in workers {
        worker.send(SIGTERM)
        #expect(await worker.result().status == 0)
      }
    }
  }
}
