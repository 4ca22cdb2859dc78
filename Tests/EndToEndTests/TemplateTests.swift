import Foundation
import JobQueue
import TestTraits
import Testing

/// Versions of templates and the check of kinds, with the commands as an operator uses them.
@Suite(.hangLimit) struct TemplateTests {
  private struct Version: Decodable {
    var kind, sha256: String
    var workers: Int
    var pinned: [String]
  }

  private static func versions(_ installation: TestInstallation) async throws -> [Version] {
    try await installation.pressrun("templates", "list", "letter", "--json").lines.map {
      try JSONDecoder().decode(Version.self, from: Data($0.utf8))
    }
  }

  /// Writes a file of the kind `letter`, by its path in the installation.
  private static func write(_ text: String, _ path: String, _ installation: TestInstallation) throws {
    let url = URL(fileURLWithPath: installation.folder + "/home/" + path)
    try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: url)
  }

  /// Adds the kind `letter` to an installation, which has its own copy of the templates.
  private static func addLetter(_ installation: TestInstallation) async throws {
    let templates = installation.folder + "/home/Templates"
    let source = try FileManager.default.destinationOfSymbolicLink(atPath: templates)
    try FileManager.default.removeItem(atPath: templates)
    try FileManager.default.copyItem(atPath: source, toPath: templates)
    try write("name: letter\ncomposer: html\ntemplate: letter\ntimeout: 1h\n", "Jobs/letter.yaml", installation)
    try write("<p>old {{name}}", "Templates/letter/template.html", installation)
    try await installation.pressrun("migrate")
  }

  private static func text(_ tenant: String, _ installation: TestInstallation) async throws -> String {
    let id = try await installation.enqueue("letter", #"{"name": "Ada"}"#, "--tenant", tenant)
    try await installation.queue.database.untilChanged(to: {
      try await installation.queue.job(id).job.state == .completed
    })
    return try #require(try await installation.queue.job(id).job.template)
  }

  @Test func aChangeIsRolledOutTenantByTenantAndTakenBackUnderALiveWorker() async throws {
    try await TestInstallation.with { installation in
      try await Self.addLetter(installation)
      let worker = try installation.start(["work", "--concurrency", "1"])
      let old = try await Self.text("a", installation)
      #expect(
        try await installation.pressrun("templates", "pin", "letter", String(old.prefix(12))).errors.contains(
          "pressrun templates unpin letter"))
      try Self.write("<p>new {{name}}", "Templates/letter/template.html", installation)
      try await installation.queue.database.untilChanged(to: {
        try await installation.queue.templateVersions(of: "letter").count == 2
      })
      let versions = try await Self.versions(installation)
      let new = try #require(versions.last?.sha256)
      #expect(versions.map(\.workers) == [0, 1] && versions.map(\.pinned) == [["*"], []])
      #expect(try await Self.text("a", installation) == old)
      try await installation.pressrun("templates", "pin", "letter", new, "--tenant", "a")
      #expect(try await Self.text("a", installation) == new)
      #expect(try await Self.text("b", installation) == old)
      // Back, and then for all.
      try await installation.pressrun("templates", "pin", "letter", old, "--tenant", "a")
      #expect(try await Self.text("a", installation) == old)
      try await installation.pressrun("templates", "unpin", "letter", "--tenant", "a")
      try await installation.pressrun("templates", "unpin", "letter")
      #expect(try await Self.text("b", installation) == new)
      try await installation.pressrun("templates", "unpin", "letter", status: 2)

      let difference = try await installation.pressrun("templates", "diff", "letter", old, new, status: 1).output
      #expect(difference.contains("--- a/Templates/letter/template.html") && difference.contains("-<p>old {{name}}"))
      #expect(try await installation.pressrun("templates", "diff", "letter", new).output.isEmpty)
      #expect(
        try await installation.pressrun("templates", "show", "letter", old, "Templates/letter/template.html").output
          == "<p>old {{name}}")
      #expect(try await installation.pressrun("templates", "show", "letter", old).output.contains("Jobs/letter.yaml"))
      try await installation.pressrun("templates", "show", "letter", "0123", status: 2)
      // Unreferenced artifacts are removed, versions are not.
      let artifacts = installation.folder + "/artifacts"
      for path in try FileManager.default.subpathsOfDirectory(atPath: artifacts) {
        try FileManager.default.setAttributes(
          [.modificationDate: Date(timeIntervalSinceNow: -100 * 3600)], ofItemAtPath: artifacts + "/" + path)
      }
      try await installation.pressrun("prune")
      try await installation.pressrun("templates", "show", "letter", old)
      worker.send(SIGTERM)
      _ = await worker.result()
    }
  }

  /// A volume of Kubernetes: files are links to `..data/FILE`, and `..data` is a link to a folder, which is replaced as
  /// a whole.
  private static func mount(_ files: [String: String], at folder: String, version: Int) throws {
    let manager = FileManager.default
    try manager.createDirectory(atPath: "\(folder)/..v\(version)", withIntermediateDirectories: true)
    for (name, text) in files {
      try Data(text.utf8).write(to: URL(fileURLWithPath: "\(folder)/..v\(version)/\(name)"))
      if !manager.fileExists(atPath: "\(folder)/\(name)") {
        try manager.createSymbolicLink(atPath: "\(folder)/\(name)", withDestinationPath: "..data/\(name)")
      }
    }
    try manager.createSymbolicLink(atPath: "\(folder)/..new", withDestinationPath: "..v\(version)")
    try #require(rename("\(folder)/..new", "\(folder)/..data") == 0)
  }

  @Test func mountedVolumesAreReadAndTheirChangesNoticed() async throws {
    try await TestInstallation.with { installation in
      let (jobs, letter) = (installation.folder + "/home/Jobs", installation.folder + "/home/Templates/letter")
      try FileManager.default.removeItem(atPath: jobs)
      try FileManager.default.removeItem(atPath: installation.folder + "/home/Templates")
      let kind = "name: letter\ncomposer: html\ntemplate: letter\ntimeout: 1h\n"
      try Self.mount(["letter.yaml": kind], at: jobs, version: 1)
      try Self.mount(["template.html": "<p>old {{name}}"], at: letter, version: 1)
      try await installation.pressrun("migrate")
      let worker = try installation.start(["work", "--concurrency", "1", "--no-deliver", "--require-sandbox"])
      let old = try await Self.text("a", installation)
      try Self.mount(["template.html": "<p>new {{name}}"], at: letter, version: 2)
      try await installation.until { try await installation.queue.templateVersions(of: "letter").count == 2 }
      #expect(try await Self.text("a", installation) != old)
      // A change of the kind is noticed too.
      try Self.mount(["letter.yaml": kind + "retry: {attempts: 2}\n"], at: jobs, version: 2)
      try await installation.until { try await installation.queue.templateVersions(of: "letter").count == 3 }
      let files = try await installation.pressrun("templates", "show", "letter", old).output
      #expect(files.contains("Templates/letter/template.html") && !files.contains(".."))
      worker.send(SIGTERM)
      #expect(await worker.result().status == 0)
    }
  }

  @Test func aBrokenKindIsLeftOutAndTheOthersAreServed() async throws {
    try await TestInstallation.with { installation in
      try await Self.addLetter(installation)
      try Self.write("name: letter\ncomposer: html\ntemplate: letter\ncolour: red\n", "Jobs/letter.yaml", installation)
      #expect(
        try await installation.pressrun("migrate").errors.contains("left out: Jobs/letter.yaml:4: colour: unknown key"))
      let id = try await installation.enqueue("note", Payloads.note(), "--destination", "none")
      let run = try await installation.pressrun("work", "--drain", "--concurrency", "1")
      #expect(run.errors.contains("colour") && run.errors.contains("its jobs are not claimed"))
      #expect(try await installation.queue.job(id).job.state == .completed)
    }
  }

  @Test func checkFindsEveryMistakeWithItsPlace() async throws {
    try await TestInstallation.with { installation in
      try await installation.pressrun("check", "archive")
      try await Self.addLetter(installation)
      try Self.write(
        "<p>{{strings.dear}} {{strings.yuors}}\n<p>{{holder.nmae}}<img src=nothing.png>",
        "Templates/letter/template.html",
        installation)
      try Self.write(
        "en: {dear: Dear, yours: Yours}\nde: {dear: Hallo}\n", "Templates/letter/strings.yaml", installation)
      try Self.write(
        #"{"kind": "letter", "payload": {"holder": {"name": "Ada"}}}"#, "Jobs/examples/letter.json", installation)
      let found = try await installation.pressrun("check", "letter", status: 1).output
      for expected in [
        "letter/template.html:1: the template asks for {{strings.yuors}}, which strings.yaml does not have",
        "letter/strings.yaml: de: no text for yours", "letter/template.html:2: the template asks for {{holder.nmae}}",
        "nothing.png",
      ] { #expect(found.contains(expected), "\(expected)") }
      try Self.write("<p>{{#open}}", "Templates/letter/template.html", installation)
      let broken = try await installation.pressrun("check", "letter", "--json", status: 1)
      #expect(broken.lines.count == 1 && broken.output.contains(#""severity":"error""#), "\(broken.output)")
      try await installation.pressrun("check", "nosuch", status: 2)
    }
  }

  @Test func aKindCanRefuseDocumentsWithWarnings() async throws {
    try await TestInstallation.with { installation in
      try await Self.addLetter(installation)
      try Self.write("<p>{{nmae}}", "Templates/letter/template.html", installation)
      let reported = try await installation.enqueue("letter", #"{"name": "Ada"}"#)
      let run = try await installation.pressrun("work", "--drain", "--concurrency", "1")
      #expect(run.errors.contains("1 warning about the document") && run.errors.contains("{{nmae}}"))
      #expect(try await installation.queue.job(reported).job.state == .completed)
      let listed = try await installation.queue.database.query(
        "select kind, number from pressrun.document_warnings where job_id = $1", [.integer(reported.rawValue)]
      ).single()
      #expect(try listed.decode(0, as: String.self) == "letter" && listed.decode(1, as: Int.self) == 1)
      try Self.write(
        "name: letter\ncomposer: html\ntemplate: letter\nwarnings: fail\n", "Jobs/letter.yaml", installation)
      let refused = try await installation.enqueue("letter", #"{"name": "Ada"}"#)
      try await installation.drain(discards: 1)
      let job = try await installation.queue.job(refused).job
      #expect(job.state == .discarded && job.lastErrorCode == "warnings_refused")
    }
  }
}
