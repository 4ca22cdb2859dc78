import Foundation
import TestTraits
import Testing

/// Files that jobs name, from the command to the document.
@Suite(.hangLimit) struct AssetTests {
  /// 2 × 2 px, red.
  private static let picture =
    Data(
      base64Encoded:
        "iVBORw0KGgoAAAANSUhEUgAAAAIAAAACCAIAAAD91JpzAAAAEElEQVR42mM4oaAARAwQCgAfjgQhZ/3l0QAAAABJRU5ErkJggg==")
    ?? Data()

  private static let note = Payloads.note(body: #"<p>Logo: <img src="img/logo.png" width="40" height="40"></p>"#)

  @Test func aDocumentShowsTheAssetsOfItsJobInEveryOutput() async throws {
    try await TestInstallation.with { installation in
      let kind = URL(fileURLWithPath: installation.folder + "/home/Jobs/note.yaml")
      let text = try String(contentsOf: kind, encoding: .utf8)
      try Data((text + "outputs: [pdf, docx, html-mail]\n").utf8).write(to: kind)
      try await installation.pressrun("migrate")
      try Self.picture.write(to: URL(fileURLWithPath: installation.folder + "/logo.png"))

      let put = try await installation.pressrun("assets", "put", installation.folder + "/logo.png", "--tenant", "acme")
      let asset = try #require(put.lines.first)
      #expect(asset.wholeMatch(of: /artifact:[0-9a-f]{64}/) != nil)
      let listed = try await installation.pressrun("assets", "list", "--tenant", "acme")
      #expect(listed.output.contains("logo.png") && listed.output.contains("image/png"))
      #expect(try await installation.pressrun("assets", "list").output == "")

      let id = try await installation.enqueue(
        "note", Self.note, "--tenant", "acme", "--asset", "img/logo.png=\(asset)")
      let without = try await installation.enqueue("note", Self.note, "--tenant", "acme")
      try await installation.drain()
      let details = try await installation.queue.job(id)
      #expect(details.attempts.flatMap(\.warnings) == [])
      #expect(details.assets.map(\.path) == ["img/logo.png"])
      #expect(try await installation.queue.job(without).attempts[0].warnings.contains { $0.contains("no such file") })
      let pdf = try await installation.pressrun("artifacts", "get", "\(id)", "-o", installation.folder + "/a.pdf")
      #expect(pdf.status == 0)
      let bytes = try Data(contentsOf: URL(fileURLWithPath: installation.folder + "/a.pdf"))
      #expect(String(decoding: bytes, as: UTF8.self).contains("/Subtype /Image"))
      let mail = try await installation.pressrun("artifacts", "get", "\(id)", "--format", "html-mail", "-o", "-").output
      #expect(mail.contains("Content-Id: <image-1"))

      let later = try await installation.enqueue(
        "note", Self.note, "--tenant", "acme", "--asset", "img/logo.png=\(asset)")
      try await installation.pressrun("assets", "delete", asset, "--tenant", "acme")
      try await installation.pressrun("assets", "delete", asset, "--tenant", "acme", status: 2)
      try await installation.pressrun("prune", "--artifact-hours", "1")
      try await installation.drain()
      // The job keeps what it was enqueued with.
      #expect(try await installation.queue.job(later).artifact?.sha256 == details.artifact?.sha256)
    }
  }

  @Test func aJobCannotNameAnAssetOfAnotherTenant() async throws {
    try await TestInstallation.with { installation in
      try Self.picture.write(to: URL(fileURLWithPath: installation.folder + "/logo.png"))
      let put = try await installation.pressrun("assets", "put", installation.folder + "/logo.png", "--tenant", "acme")
      let asset = try #require(put.lines.first)
      let file = installation.folder + "/job.json"
      let job =
        #"{"kind": "note", "payload": \#(Self.note), "tenant": "other", "assets": {"img/logo.png": "\#(asset)"}}"#
      try Data(job.utf8).write(to: URL(fileURLWithPath: file))
      let refused = try await installation.pressrun("enqueue", file, status: 2)
      #expect(refused.errors.contains(#"tenant "other" has no artifact"#))
      try await installation.pressrun("assets", "show", asset, "--tenant", "other", status: 2)
      let copied = try await installation.pressrun(
        "assets", "show", asset, "--tenant", "acme", "-o", installation.folder + "/copy.png")
      #expect(copied.status == 0)
      #expect(try Data(contentsOf: URL(fileURLWithPath: installation.folder + "/copy.png")) == Self.picture)
    }
  }
}
