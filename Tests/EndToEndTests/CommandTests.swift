import Foundation
import JobQueue
import Postgres
import TestTraits
import Testing

/// The command contract: output on stdout and stderr, files, and exit statuses.
@Suite(.hangLimit) struct CommandTests {
  @Test func renderNeedsNoDatabase() async throws {
    try await TestInstallation.with { installation in
      let page = try installation.file("page.html", "<h1>Quarterly</h1><p>One page.")
      let pdf = installation.folder + "/page.pdf"
      let result = try await installation.pressrun(
        "render", page, "-o", pdf, "--png", installation.folder + "/page-%d.png", "--page-size", "A5", "--timings")
      #expect(result.output.isEmpty)
      for stage in ["markup", "style", "layout", "paint"] { #expect(result.errors.contains(stage)) }
      #expect(try await installation.text(of: pdf).contains("Quarterly"))
      let picture = try Data(contentsOf: URL(fileURLWithPath: installation.folder + "/page-1.png"))
      #expect(picture.starts(with: [0x89, 0x50, 0x4E, 0x47]))
    }
  }

  /// With a file in the place of `/dev/null`, programs of the whole system would read what others have written there.
  @Test func aPipeIsWrittenAndNotReplaced() async throws {
    try await TestInstallation.with { installation in
      let page = try installation.file("page.html", "<p>Text")
      let pipe = installation.folder + "/pipe"
      #expect(mkfifo(pipe, 0o600) == 0)
      // Open for reading and writing, so that the program finds a reader.
      let descriptor = open(pipe, O_RDWR)
      defer { close(descriptor) }
      // The capacity of a pipe (64 KiB) is larger than the document.
      try await installation.pressrun("render", page, "-o", pipe)
      let written = try FileHandle(fileDescriptor: descriptor).read(upToCount: 5)
      #expect(written == Data("%PDF-".utf8))
      var status = stat()
      #expect(stat(pipe, &status) == 0 && status.st_mode & S_IFMT == S_IFIFO)
    }
  }

  /// `/dev/stdout` is such a link.
  @Test func aLinkIsFollowedAndNotReplaced() async throws {
    try await TestInstallation.with { installation in
      let page = try installation.file("page.html", "<p>Text")
      let target = try installation.file("target.pdf", "")
      let link = installation.folder + "/link.pdf"
      try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: target)
      try await installation.pressrun("render", page, "-o", link)
      #expect(FileManager.default.contents(atPath: target)?.starts(with: Data("%PDF-".utf8)) == true)
      #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link) == target)
    }
  }

  /// Most processes that render a document need none of them, and loading them takes most of their start
  /// (`CLazyLibraries`, `CLazyDocumentLibraries`).
  @Test func librariesThatFewRunsNeedAreNotLoadedAtTheStart() async throws {
    try await TestInstallation.with { installation in
      // With this variable the dynamic loader lists the libraries instead of running the program (ld.so(8)).
      let list = try await installation.pressrun(["--version"], environment: ["LD_TRACE_LOADED_OBJECTS": "1"]).output
      #expect(list.contains("libcairo"))
      let libraries = [
        "libpq", "libcurl", "libssh", "librsvg", "libgdk_pixbuf", "libgmime", "libzip", "libzint", "libcmark",
        "libp11-kit",
      ]
      for library in libraries { #expect(!list.contains(library), "\(library)") }
    }
  }

  @Test func aDocumentReadsFromItsOwnFolderOnly() async throws {
    try await TestInstallation.with { installation in
      try FileManager.default.createDirectory(atPath: installation.folder + "/own", withIntermediateDirectories: true)
      _ = try installation.file("secret.css", "p { color: red }")
      _ = try installation.file("own/fine.css", "p { color: red }")
      for (sheet, isRefused) in [("../secret.css", true), ("fine.css", false), ("file:///etc/passwd", true)] {
        let page = try installation.file("own/page.html", "<link rel=stylesheet href='\(sheet)'><p>Text")
        let result = try await installation.pressrun("render", page, "-o", "-")
        #expect(result.errors.contains("warning") == isRefused, "\(sheet): \(result.errors)")
      }
    }
  }

  @Test func badInputToRenderEndsWithStatus2AndItsPlace() async throws {
    try await TestInstallation.with { installation in
      let payload = try installation.file("note.json", #"{"title": "x"}"#)
      let pdf = installation.folder + "/note.pdf"
      let result = try await installation.pressrun("render", payload, "--kind", "note", "-o", pdf, status: 2)
      #expect(result.errors.contains("$.body"))
      #expect(!FileManager.default.fileExists(atPath: pdf))
    }
  }

  @Test func badUsageEndsWithStatus2() async throws {
    try await TestInstallation.with { installation in
      try await installation.pressrun("nonsense", status: 2)
      try await installation.pressrun("work", "--concurrency", "0", status: 2)
      try await installation.pressrun("jobs", "show", "12x", status: 2)
      try await installation.pressrun("--help")
    }
  }

  @Test func jobsInBulkHaveTheirOwnKeysAndQueues() async throws {
    try await TestInstallation.with { installation in
      // Enough jobs for COPY, which is not used for jobs with keys.
      let lines = (0..<300).map {
        #"{"kind": "note", "payload": \#(Payloads.note()), "unique_key": "k\#($0)", "queue": "night", "priority": \#($0 % 2)}"#
      }
      let input = lines.joined(separator: "\n")
      let first = try await installation.pressrun("enqueue", "-", "--unique-for", "1h", input: input).lines
      #expect(Set(first).count == 300)
      let again = try await installation.pressrun("enqueue", "-", input: input)
      #expect(again.lines == first)
      // One message, not 300.
      #expect(again.errors == "300 jobs with these unique keys exist already, the first of them is job \(first[0])\n")
      #expect(
        try await installation.count("select count(*) from pressrun.jobs where queue = 'night' and priority = 1") == 150
      )
      let wrong = try await installation.pressrun(
        "enqueue", "-", input: lines[0] + "\n" + #"{"kind": "note", "payload": {}, "max_attempts": "x"}"#, status: 2)
      #expect(wrong.errors.contains("line 2: $.max_attempts"))
    }
  }

  @Test func aUniqueKeyAppliesForItsTimeAlsoAfterTheJobHasFinished() async throws {
    try await TestInstallation.with { installation in
      let id = try await installation.enqueue(
        "note", Payloads.note(), "--unique-key", "k", "--unique-for", "1h", "--queue", "q")
      #expect(try await installation.queue.job(id).job.queue == "q")
      try await installation.pressrun("jobs", "cancel", "\(id)")
      #expect(try await installation.enqueue("note", Payloads.note(), "--unique-key", "k") == id)
      let payload = try installation.file("payload.json", Payloads.note())
      try await installation.pressrun("enqueue", "note", payload, "--unique-for", "1h", status: 2)
      try await installation.pressrun(
        "enqueue", "note", payload, "--unique-key", "k", "--unique-for", "soon", status: 2)
    }
  }

  @Test func aMissingJobEndsWithStatus1() async throws {
    try await TestInstallation.with { installation in
      let result = try await installation.pressrun("jobs", "show", "12345", status: 1)
      #expect(result.errors.contains("12345"))
    }
  }

  @Test func cancelledJobsCanBeRetried() async throws {
    try await TestInstallation.with { installation in
      let id = try await installation.enqueue("note", Payloads.note())
      try await installation.pressrun("jobs", "cancel", "\(id)")
      #expect(try await installation.queue.job(id).job.state == .cancelled)
      try await installation.pressrun("jobs", "retry", "\(id)")
      try await installation.drain()
      #expect(try await installation.queue.job(id).job.state == .completed)
    }
  }

  @Test func listsAreTablesAndJSON() async throws {
    try await TestInstallation.with { installation in
      let id = try await installation.enqueue("note", Payloads.note(), "--tenant", "north", "--priority", "3")
      try await installation.drain()
      let table = try await installation.pressrun("jobs", "list", "--state", "completed", "--tenant", "north").lines
      #expect(table.count == 2)
      #expect(table.first?.hasPrefix("ID") == true)
      let line = try #require(try await installation.pressrun("jobs", "list", "--json").lines.first)
      let job = try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
      #expect(job["id"] as? Int == Int(id.rawValue))
      #expect(job["tenant"] as? String == "north")
      #expect(job["priority"] as? Int == 3)
      let status = try await installation.pressrun("status", "--json").output
      #expect(try JSONSerialization.jsonObject(with: Data(status.utf8)) is [String: Any])
    }
  }

  @Test func offATerminalThereIsNoProgressLineAndNoColour() async throws {
    try await TestInstallation.with { installation in
      _ = try await installation.enqueue("note", Payloads.note())
      let result = try await installation.pressrun("work", "--drain")
      #expect(!result.errors.contains("\u{1B}"))
      #expect(!result.errors.contains("\r"))
    }
  }

  /// Runs `pressrun` with stderr on a terminal.
  private func onATerminal(
    _ installation: TestInstallation, _ arguments: [String], environment: [String: String] = [:]
  ) async throws -> String {
    var all = ProcessInfo.processInfo.environment.merging(environment) { $1 }
    all["DATABASE_URL"] = installation.url
    all["PRESSRUN_HOME"] = installation.folder + "/home"
    all["PRESSRUN_DATA"] = installation.folder
    all["TERM"] = "xterm"
    // `swift test` sets it if it has no terminal.
    all["NO_COLOR"] = environment["NO_COLOR"]
    let command = ([pressrunPath] + arguments).joined(separator: " ")
    let result = try await Program(
      "/usr/bin/script", ["--quiet", "--return", "--command", command, "/dev/null"], input: [], environment: all
    ).result()
    #expect(result.status == 0, "\(result.output)")
    return result.output
  }

  @Test(.needs("script (Debian: bsdutils)", FileManager.default.isExecutableFile(atPath: "/usr/bin/script")))
  func onATerminalAWorkerThatDrainsShowsABarUnlessThereIsNoColour() async throws {
    try await TestInstallation.with { installation in
      let work = ["work", "--drain", "--no-deliver", "--concurrency", "1"]
      _ = try await installation.enqueue("note", Payloads.note())
      let shown = try await onATerminal(installation, work)
      // The total, and with it the bar, is not shown if the drain ends before the database has answered.
      #expect(shown.contains("\u{1B}[2K") && shown.contains(" jobs"), "\(shown)")
      _ = try await installation.enqueue("note", Payloads.note())
      let plain = try await onATerminal(installation, work, environment: ["NO_COLOR": "1"])
      #expect(!plain.contains("\u{1B}"), "\(plain)")
      let empty = try await onATerminal(installation, ["status"])
      #expect(!empty.contains("\u{1B}"))
    }
  }

  @Test func theTimeOfARenderedDocumentCanBeStated() async throws {
    try await TestInstallation.with { installation in
      let payload = try installation.file("note.json", #"{"title": "Note", "body": "<p>Text."}"#)
      func rendered(at time: String, _ name: String, status: Int32 = 0) async throws -> (errors: String, bytes: Data?) {
        let output = installation.folder + "/" + name
        let result = try await installation.pressrun(
          ["render", payload, "--kind", "note", "-o", output], environment: ["SOURCE_DATE_EPOCH": time], status: status)
        return (result.errors, FileManager.default.contents(atPath: output))
      }
      let first = try await rendered(at: "1750000000", "a.pdf").bytes
      #expect(first != nil)
      #expect(try await rendered(at: "1750000000", "b.pdf").bytes == first)
      #expect(try await rendered(at: "1760000000", "c.pdf").bytes != first)
      let refused = try await rendered(at: "today", "d.pdf", status: 2)
      #expect(refused.errors.contains("SOURCE_DATE_EPOCH must be a number of seconds since 1970"))
      #expect(refused.bytes == nil)
    }
  }

  @Test func benchPrintsOneJSONLineAFile() async throws {
    try await TestInstallation.with { installation in
      let page = try installation.file("page.html", "<p>One page.")
      let lines = try await installation.pressrun("bench", "render", page, page, "--iterations", "3", "--json").lines
      #expect(lines.count == 2)
      let row = try #require(try JSONSerialization.jsonObject(with: Data(lines[0].utf8)) as? [String: Any])
      #expect((row["ms"] as? [Double])?.count == 3)
      #expect(row["pages"] as? Int == 1)
      #expect(row["file"] as? String == page)
      #expect(row["bytes"] is Int)
    }
  }

  /// The pauses and limits of the queues of hosts ended without a word with those queues.
  @Test func migrateNamesTheSettingsOfFormerQueues() async throws {
    try await TestInstallation.with { installation in
      try await installation.pressrun("migrate")
      let database = Database(url: try #require(installation.url))
      try await database.execute(
        script: """
          delete from pressrun.migrations where version = 34;
          alter table pressrun.limits drop column paused_by;
          insert into pressrun.limits (scope, name, paused, max_running, rate) values
            ('queue', 'deliveries.webhook.example.com', true, 3, 2.5), ('queue', 'deliveries.webhook.localhost.8443', false, 2, null),
            ('queue', 'deliveries.webhook.idle.example', false, null, null), ('queue', 'deliveries.email', true, null, null),
            ('queue', 'deliveries.s3.reports', true, null, null), ('queue', 'mail.example.com', true, null, null);
          insert into pressrun.breakers (queue, state, threshold) values
            ('deliveries.webhook.example.com', 'open', 5), ('deliveries.webhook.localhost.', 'disabled', 9);
          """)
      await database.close()
      let lines = try await installation.pressrun("migrate").errors.split(separator: "\n").filter { $0.hasPrefix("  ") }
      #expect(
        lines == [
          "  deliveries.webhook.example.com: paused, at most 3 running, at most 2.5 per second, circuit breaker open",
          "  deliveries.webhook.localhost.: disabled, settings of its circuit breaker",
          "  deliveries.webhook.localhost.8443: at most 2 running",
        ])
      #expect(try await !installation.pressrun("migrate").errors.contains("notice"))
    }
  }

  @Test func migratingTwiceIsFine() async throws {
    try await TestInstallation.with { installation in
      try await installation.pressrun("migrate")
      #expect(!(try await installation.pressrun("migrate", "--status").output.contains("missing")))
    }
  }
}
