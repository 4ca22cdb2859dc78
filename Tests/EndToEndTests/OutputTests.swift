import Foundation
import TestSupport
import TestTraits
import Testing

/// A kind with several outputs, from enqueue to delivery.
@Suite(.hangLimit) struct OutputTests {
  @Test func oneJobMakesAllFilesOfItsKind() async throws {
    try await TestInstallation.with { installation in
      let file = URL(fileURLWithPath: installation.folder + "/home/Jobs/note.yaml")
      let kind = try String(contentsOf: file, encoding: .utf8)
      try Data((kind + "outputs: [pdf, html-mail, png, text]\nfile_name: \"{title}\"\n").utf8).write(to: file)
      try await installation.pressrun("migrate")

      let payload = Payloads.json(["title": "Visit: plant 7", "body": "<p>All <b>four</b> lines run.</p>"])
      let id = try await installation.enqueue("note", payload)
      try await installation.drain()
      let details = try await installation.queue.job(id)
      #expect(details.outputs == ["pdf", "html-mail", "png", "text"])
      #expect(
        details.artifacts.map(\.fileName)
          == ["Visit- plant 7.pdf", "Visit- plant 7.eml", "Visit- plant 7-1.png", "Visit- plant 7.txt"])

      // The fonts of the PDF are recorded with the first file.
      #expect(!details.artifacts[0].fonts.isEmpty && details.artifacts.dropFirst().allSatisfy(\.fonts.isEmpty))
      #expect(details.artifacts[0].fonts.allSatisfy { $0.file?.contains("/") == false })
      let job = try await installation.pressrun("jobs", "show", "\(id)").output
      #expect(details.artifacts[0].fonts.allSatisfy { job.contains("font         \($0.name), ") })

      let text = try await installation.pressrun("artifacts", "get", "\(id)", "--format", "text", "-o", "-")
      #expect(text.output.contains("All four lines run."))
      let mail = try await installation.pressrun("artifacts", "get", "\(id)", "--format", "html-mail", "-o", "-").output
      #expect(
        mail.contains("Subject: Visit: plant 7") && mail.contains("multipart/alternative") && !mail.contains("From:"))
      let share = try await installation.pressrun(
        "share", "\(id)", "folder", "--option", #"output:=["pdf", "text", "png"]"#)
      try await installation.pressrun("deliver", "--drain")
      let shown = try await installation.pressrun(
        "deliveries", "show", share.output.trimmingCharacters(in: .whitespacesAndNewlines))
      for file in details.artifacts where file.output != "html-mail" {
        #expect(shown.output.contains(file.sha256))
      }

      let refusal = try await installation.pressrun(
        "artifacts", "get", "\(id)", "--format", "bag", "-o", "-", status: 2)
      #expect(refusal.errors.contains("has no output \"bag\"; it has pdf, html-mail, png, text"))
    }
  }

  @Test(
    .needs("the Python packages of Tests/requirements.txt (script/bootstrap)", hasPython),
    .needs("libreoffice-writer-nogui", FileManager.default.isExecutableFile(atPath: "/usr/bin/soffice")))
  func aJobMakesAWordFileOfItsNote() async throws {
    try await TestInstallation.with { installation in
      let file = URL(fileURLWithPath: installation.folder + "/home/Jobs/note.yaml")
      let kind = try String(contentsOf: file, encoding: .utf8)
      try Data((kind + "outputs: [pdf, docx]\nfile_name: \"{title}\"\n").utf8).write(to: file)
      try await installation.pressrun("migrate")
      let note = Payloads.note("Plant 7", body: "<h2>Lines</h2><p>All <b>four</b> run.</p><ul><li>one<li>two</ul>")
      let id = try await installation.enqueue("note", note)
      let again = try await installation.enqueue("note", note)
      try await installation.drain()
      let made = try await installation.queue.job(id).artifacts
      #expect(made.map(\.fileName) == ["Plant 7.pdf", "Plant 7.docx"])
      #expect(made[1].mediaType == "application/vnd.openxmlformats-officedocument.wordprocessingml.document")
      #expect(
        try await installation.queue.job(again).artifacts.map(\.sha256) == made.map(\.sha256),
        "the same bytes each time")

      let path = installation.folder + "/note.docx"
      try await installation.pressrun("artifacts", "get", "\(id)", "--format", "docx", "-o", path)
      let script = """
        import docx, sys
        d = docx.Document(sys.argv[1])
        print([p.text for p in d.paragraphs if p.style.name.startswith("Heading")])
        print([p.text for p in d.paragraphs if "four" in p.text], d.core_properties.title)
        """
      let environment = ProcessInfo.processInfo.environment
      let result = try await Program(
        TestPython.program("python"), ["-c", script, path], input: [], environment: environment
      ).result()
      #expect(
        result.output.contains("'Lines'") && result.output.contains("['All four run.'] Plant 7"), "\(result.errors)")

      let profile = "-env:UserInstallation=file://\(installation.folder)/profile"
      let options = [profile, "--headless", "--convert-to", "txt:Text", "--outdir", installation.folder, path]
      #expect(try await Program("/usr/bin/soffice", options, input: [], environment: environment).result().status == 0)
      let text = try String(contentsOfFile: installation.folder + "/note.txt", encoding: .utf8)
      #expect(text.contains("All four run."))
    }
  }
}

private let hasPython = FileManager.default.isExecutableFile(atPath: TestPython.program("openxml-audit"))
