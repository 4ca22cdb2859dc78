import Archives
import Foundation
import JobQueue
import OperatingSystem
import TestTraits
import Testing

/// Annotated documents from registration to the bag, with the built command and a real PostgreSQL.
@Suite(.hangLimit) struct ArchiveTests {
  static func note(_ name: String) -> String {
    """
    <xfdf xmlns="http://ns.adobe.com/xfdf/"><annots><text page="0" rect="10,10,30,30" name="\(name)" title="Ann" \
    color="#FFD100" date="D:20261120120000Z"><contents>\(name)</contents></text></annots></xfdf>
    """
  }

  /// An installation with the document `briefing`, with an incremental update and two notes.
  func withDocument(_ body: @Sendable (TestInstallation) async throws -> Void) async throws {
    try await TestInstallation.with { installation in
      let folder = installation.folder
      for (name, bytes) in [
        ("base.pdf", PDFSamples.onePage), ("one.bin", PDFSamples.segment), ("two.xfdf", Array(Self.note("two").utf8)),
        ("three.xfdf", Array(Self.note("three").utf8)),
      ] { try Data(bytes).write(to: URL(fileURLWithPath: "\(folder)/\(name)")) }
      try await installation.pressrun("archive", "register", "briefing", "\(folder)/base.pdf")
      try await installation.pressrun(
        "archive", "sync", "briefing", "--segment", "\(folder)/one.bin", "--author", "Ann")
      try await installation.pressrun(
        "archive", "sync", "briefing", "--xfdf", "\(folder)/two.xfdf", "--xfdf", "\(folder)/three.xfdf")
      try await body(installation)
    }
  }

  func bytes(_ path: String) throws -> [UInt8] { [UInt8](try Data(contentsOf: URL(fileURLWithPath: path))) }

  @Test func archiveJobBuildsDocumentUpToSegment() async throws {
    try await withDocument { installation in
      for at in 0...3 {
        let id = try await installation.enqueue("archive", "{\"document\": \"briefing\", \"at\": \(at)}")
        try await installation.drain()
        let (built, extracted) = ("\(installation.folder)/built.pdf", "\(installation.folder)/extracted.pdf")
        try await installation.pressrun("artifacts", "get", "\(id)", "-o", built)
        try await installation.pressrun("archive", "extract", "briefing", "--at", "\(at)", "-o", extracted)
        #expect(try bytes(built) == bytes(extracted))
        #expect(try bytes(built).starts(with: PDFSamples.onePage + (at > 0 ? PDFSamples.segment : [])))
      }
      let manifest = try #require(
        try await DocumentStore(installation.queue, tenant: "default").builds(of: "briefing").last?.manifest)
      let steps = try #require(try JSONSerialization.jsonObject(with: Data(manifest.utf8)) as? [String: Any])["steps"]
      let outcomes = (steps as? [[String: Any]])?.map { $0["outcome"] as? String }
      #expect(outcomes == ["appended", "converted", "converted"])
      let proof = try await installation.pressrun("archive", "verify", "document:briefing")
      #expect(proof.output.contains("4 archives that jobs built"))
    }
  }

  @Test func annotationsAreListedAtSegment() async throws {
    try await withDocument { installation in
      for (at, names) in [("1", [] as [String]), ("2", ["two"]), ("3", ["two", "three"])] {
        let xfdf = try await installation.pressrun("archive", "annotations", "briefing", "--at", at, "--format", "xfdf")
          .output
        for name in ["two", "three"] {
          #expect(xfdf.contains("name=\"\(name)\"") == names.contains(name), "\(name) at \(at)")
        }
      }
      let built = installation.folder + "/built.pdf"
      try await installation.pressrun("archive", "extract", "briefing", "--at", "3", "-o", built)
      for format in ["text", "json", "instant-json"] {
        let ofFile = try await installation.pressrun("archive", "annotations", built, "--format", format).output
        #expect(
          try await installation.pressrun("archive", "annotations", "briefing", "--format", format).output == ofFile)
        let earlier = try await installation.pressrun("archive", "annotations", built, "--at", "2", "--format", format)
          .output
        #expect(earlier != ofFile)
      }
    }
  }

  /// Updates for an available file (the base, an earlier build, or a given file) are tried on that file.
  @Test func updatesAreTriedOnParentFile() async throws {
    try await withDocument { installation in
      let folder = installation.folder
      let id = try await installation.enqueue("archive", #"{"document": "briefing", "at": 1}"#)
      try await installation.drain()
      let built = folder + "/built.pdf"
      try await installation.pressrun("artifacts", "get", "\(id)", "-o", built)
      // Two consecutive updates for the build.
      var files = [built]
      for name in ["a", "b"] {
        let source = try installation.file("\(name).xfdf", Self.note(name))
        let next = "\(folder)/\(name).pdf"
        try await installation.pressrun("archive", "append", files[files.count - 1], "--xfdf", source, "-o", next)
        let (before, after) = (try bytes(files[files.count - 1]), try bytes(next))
        try Data(after[before.count...]).write(to: URL(fileURLWithPath: "\(folder)/\(name).bin"))
        files.append(next)
      }
      let parent = SHA256.hash(data: try bytes(built)).hex
      try await installation.pressrun(
        "archive", "sync", "briefing", "--segment", folder + "/a.bin", "--segment", folder + "/b.bin", "--parent",
        parent)
      // Sent again with the file, they are already stored.
      let again = try await installation.pressrun(
        "archive", "sync", "briefing", "--segment", folder + "/b.bin", "--made-on", folder + "/a.pdf", "--json")
      #expect(again.output.contains(#""inserted":false"#))
      // An update that does not fit that file is refused and not stored.
      let refused = try await installation.pressrun(
        "archive", "sync", "briefing", "--segment", folder + "/b.bin", "--parent", parent, status: 2)
      #expect(refused.errors.contains("made for a base of another length"))
      #expect(try await DocumentStore(installation.queue, tenant: "default").segments(of: "briefing").count == 5)
      let manifest = try await installation.pressrun("archive", "annotations", "briefing", "--format", "xfdf").output
      for name in ["two", "three", "a", "b"] { #expect(manifest.contains("name=\"\(name)\"")) }
    }
  }

  /// Palm rejection is reported by `sync`, in a job's warnings, and in the manifest of a build.
  @Test func droppedStrokesAreLogged() async throws {
    try await withDocument { installation in
      let touches =
        #"{"format": "pressrun-touches/1", "recordings": [{"pageIndex": 0, "name": "ink", "strokes": ["#
        + #"{"input": "stylus", "touches": [[0, 10, 10], [9, 20, 20]]}, {"input": "finger", "touches": [[4, 1, 1]]}]}]}"#
      let ink = try installation.file("ink.json", touches)
      let dropped = "$.recordings[0].strokes[1]: dropped (overlapsStylus)"
      let sync = try await installation.pressrun("archive", "sync", "briefing", "--ink", ink, "--json")
      #expect(sync.errors.contains("warning: \(ink): \(dropped)"))
      #expect(sync.output.contains(dropped))
      for (payload, place) in [
        (#"{"document": "briefing"}"#, "segment 4: \(dropped)"),
        (
          "{\"base\": {\"base64\": \"\(Data(PDFSamples.onePage).base64EncodedString())\"}, \"segments\": [{\"ink\": \(touches)}]}",
          "$.segments[0].ink.recordings[0].strokes[1]: dropped (overlapsStylus)"
        ),
      ] {
        let id = try await installation.enqueue("archive", payload)
        try await installation.drain()
        let job = try await installation.pressrun("jobs", "show", "\(id)", "--json").output
        #expect(job.contains(place), "\(job)")
      }
      #expect(
        try await DocumentStore(installation.queue, tenant: "default").builds(of: "briefing").last?.manifest.contains(
          dropped)
          == true)
      let bag = installation.folder + "/bag"
      try await installation.pressrun("archive", "bag", "briefing", "-o", bag)
      #expect(String(decoding: try bytes(bag + "/data/manifest.json"), as: UTF8.self).contains(dropped))
      #expect(String(decoding: try bytes(bag + "/metadata/premis.xml"), as: UTF8.self).contains("Remarks"))
    }
  }

  @Test func jobForUnknownDocumentIsDiscarded() async throws {
    try await withDocument { installation in
      for payload in [#"{"document": "none"}"#, #"{"document": "briefing", "at": 9}"#] {
        let id = try await installation.enqueue("archive", payload)
        try await installation.drain(discards: 1)
        #expect(try await installation.queue.job(id).job.state == .discarded)
      }
    }
  }

  /// Two tenants have a document of the same name. Each command sees that of its tenant only.
  @Test func commandsSeeTheDocumentOfTheirTenant() async throws {
    try await withDocument { installation in
      let folder = installation.folder
      let acme = ["--tenant", "acme"]
      let commands: [[String]] = [
        ["archive", "list", "briefing"], ["archive", "convert", "briefing"],
        ["archive", "sync", "briefing", "--xfdf", folder + "/three.xfdf"],
        ["archive", "extract", "briefing", "--at", "0", "-o", folder + "/x.pdf"],
        ["archive", "annotations", "briefing"], ["archive", "bag", "briefing", "-o", folder + "/x"],
      ]
      for command in commands {
        let refused = try await installation.pressrun(command + acme, status: 2)
        #expect(refused.errors.contains(#"tenant "acme" has no document "briefing""#), "\(refused.errors)")
      }
      #expect(try await installation.pressrun("archive", "list", "--tenant", "acme", "--json").output.isEmpty)

      try await installation.pressrun("archive", "register", "briefing", folder + "/base.pdf", "--tenant", "acme")
      for command in commands { try await installation.pressrun(command + acme) }
      try await installation.pressrun("archive", "verify", folder + "/x")
      try await installation.pressrun("archive", "verify", "document:briefing", "--tenant", "acme")
      let all = try await installation.pressrun("archive", "list", "--all-tenants", "--json").output.split(
        separator: "\n")
      #expect(all.count == 2)
      #expect(try await DocumentStore(installation.queue, tenant: "default").segments(of: "briefing").count == 3)

      let id = try await installation.enqueue("archive", #"{"document": "briefing"}"#, "--tenant", "acme")
      try await installation.drain()
      let builds = try await DocumentStore(installation.queue, tenant: "acme").builds(of: "briefing")
      #expect(builds.map(\.job) == [id] && builds[0].manifest.contains(#""tenant" : "acme""#))
      #expect(try await DocumentStore(installation.queue, tenant: "default").builds(of: "briefing").isEmpty)
      let output = folder + "/got.pdf"
      try await installation.pressrun("artifacts", "get", "\(id)", "-o", output, "--tenant", "acme")
      let refused = try await installation.pressrun(
        "artifacts", "get", "\(id)", "-o", output, "--tenant", "other", status: 1)
      #expect(refused.errors.contains("there is no job \(id)"))
    }
  }

  @Test func jobForDocumentOfOtherTenantIsDiscarded() async throws {
    try await withDocument { installation in
      let id = try await installation.enqueue("archive", #"{"document": "briefing"}"#, "--tenant", "other")
      try await installation.drain(discards: 1)
      let details = try await installation.queue.job(id)
      #expect(details.job.state == .discarded && details.attempts.last?.errorCode == "unknown_document")
    }
  }

  @Test(arguments: ["bag", "bag.tar"])
  func bagIsVerifiedWithRecordedHash(name: String) async throws {
    try await withDocument { installation in
      let bag = "\(installation.folder)/\(name)"
      try await installation.pressrun("archive", "bag", "briefing", "-o", bag)
      #expect(try await installation.pressrun("archive", "verify", bag).output.hasPrefix("verified: the bag \(bag)\n"))
      let json = try await installation.pressrun("archive", "verify", "document:briefing", "--json").output
      #expect(json.contains(#""kind":"document""#) || json.contains(#""kind" : "document""#), "\(json)")
      for segment in try await DocumentStore(installation.queue, tenant: "default").segments(of: "briefing") {
        let proof = try await installation.pressrun("archive", "verify", bag, "--chain", segment.chain)
        #expect(proof.output.contains("segments 1 to \(segment.sequence) are unchanged"))
      }
      let other = String(repeating: "0", count: 64)
      let refused = try await installation.pressrun("archive", "verify", bag, "--chain", other, status: 1)
      #expect(refused.errors.contains(other))
    }
  }

  /// The commands in docs/archives.md that do not need Pressrun.
  func documentedCommands() throws -> String {
    let text = try String(contentsOfFile: repository + "/docs/archives.md", encoding: .utf8)
    let section = try #require(text.components(separatedBy: "## Checking without Pressrun\n").last)
    return section.components(separatedBy: "\n## ")[0].components(separatedBy: "```sh\n").dropFirst()
      .map { $0.components(separatedBy: "```")[0] }.joined()
  }

  @Test func documentedCommandsVerifyBag() async throws {
    try await withDocument { installation in
      let bag = "\(installation.folder)/bag"
      let commands = try documentedCommands()
      func check() async throws -> Program.Result {
        try await Program(
          "/bin/bash", ["-c", "cd \(bag) && { \(commands)\n}"], input: [],
          environment: ProcessInfo.processInfo.environment
        ).result()
      }
      try await installation.pressrun("archive", "bag", "briefing", "-o", bag)
      let proof = try await check()
      #expect(proof.output.contains("chain holds") && proof.output.contains("same"))
      #expect(!proof.output.contains("FAILED") && !proof.output.contains("differs"), "\(proof.output)")

      let segment = URL(fileURLWithPath: "\(bag)/data/segments/00000002.xfdf")
      try (Data(contentsOf: segment) + [0x20]).write(to: segment)
      let fault = try await check()
      #expect(fault.output.contains("segment 2 differs") && !fault.output.contains("chain holds"))
      #expect(fault.output.contains("00000002.xfdf: FAILED"))
    }
  }

  @Test func missingSegmentIsDetected() async throws {
    for lost in 1...3 {
      try await withDocument { installation in
        _ = try await installation.enqueue("archive", #"{"document": "briefing"}"#)
        try await installation.drain()
        // As an administrator.
        try await installation.database.execute(
          script: """
            alter table pressrun.annotation_segments disable trigger append_only;
            delete from pressrun.annotation_segments where sequence = \(lost)
            """)
        let proof = try await installation.pressrun("archive", "verify", "document:briefing", status: 1)
        #expect(proof.errors.contains("\(lost)"), "\(proof.errors)")
      }
    }
  }

  @Test func changedSegmentIsDetected() async throws {
    for change in ["bytes = bytes || '\\x20'", "metadata = replace(metadata, 'Ann', 'Bob')", "chain = sha256"] {
      try await withDocument { installation in
        try await installation.database.execute(
          script: """
            alter table pressrun.annotation_segments disable trigger append_only;
            update pressrun.annotation_segments set \(change) where sequence = 1
            """)
        let proof = try await installation.pressrun("archive", "verify", "document:briefing", status: 1)
        #expect(proof.errors.contains("segment 1"), "\(proof.errors)")
      }
    }
  }
}
