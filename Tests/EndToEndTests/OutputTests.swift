import Foundation
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
        #expect(shown.output.contains("\(file.bytes) bytes, \(file.sha256)"))
      }

      let refusal = try await installation.pressrun(
        "artifacts", "get", "\(id)", "--format", "bag", "-o", "-", status: 2)
      #expect(refusal.errors.contains("has no output \"bag\"; it has pdf, html-mail, png, text"))
    }
  }
}
