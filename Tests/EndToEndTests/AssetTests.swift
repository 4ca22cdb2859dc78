import Foundation
import JobQueue
import TestSupport
import TestTraits
import Testing

/// Files that jobs name, from the command to the document.
@Suite(.hangLimit) struct AssetTests {
  /// 2 × 2 px, red and blue.
  static let picture =
    Data(
      base64Encoded:
        "iVBORw0KGgoAAAANSUhEUgAAAAIAAAACCAIAAAD91JpzAAAAEUlEQVR42mP4zwAEIOI/kAAAG/ID/SGOiJAAAAAASUVORK5CYII=")
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
      // The job keeps the assets that it was enqueued with.
      #expect(try await installation.queue.job(later).artifact?.sha256 == details.artifact?.sha256)
    }
  }

  /// The commands migrated first, which a login for one tenant may not do.
  @Test func theLoginOfAProducerAddsFilesOfItsTenant() async throws {
    try await TestInstallation.with { installation in
      let url = try #require(installation.url)
      let name = try await installation.database.query("select current_database()").single().decode(0, as: String.self)
      let login = "assets_of_\(name)"
      try await installation.database.execute(
        script: """
          create role \(login) login in role pressrun_producer;
          insert into pressrun.producer_tenants (login, tenant) values ('\(login)', 'acme');
          """)
      let folder = installation.folder
      try Self.picture.write(to: URL(fileURLWithPath: folder + "/logo.png"))
      try Data(PDFSamples.onePage).write(to: URL(fileURLWithPath: folder + "/base.pdf"))
      let own = installation.reached(through: url.replacing("pressrun@", with: "\(login)@", maxReplacements: 1))
      let put = try await own.pressrun("assets", "put", folder + "/logo.png", "--tenant", "acme")
      #expect(put.lines.first?.hasPrefix("artifact:") == true)
      try await own.pressrun("archive", "register", "briefing", folder + "/base.pdf", "--tenant", "acme")
      #expect(try await installation.queue.assets(of: "acme").map(\.name) == ["logo.png"])
      try await own.pressrun("assets", "put", folder + "/logo.png", "--tenant", "other", status: 2)
      try await installation.database.execute(script: "drop owned by \(login); drop role \(login)")
    }
  }

  /// A font of a tenant: only its jobs can use it, and not if its license forbids that it is embedded.
  @Test func aDocumentUsesTheFontThatItsJobHas() async throws {
    try await TestInstallation.with { installation in
      try await installation.pressrun("migrate")
      let font = try Data(contentsOf: URL(fileURLWithPath: repository + "/Tests/Fonts/Caladea/Caladea-Regular.ttf"))
      var restricted = [UInt8](font)
      let tables = Int(restricted[4]) << 8 | Int(restricted[5])
      for entry in (0..<tables).map({ 12 + 16 * $0 }) where Array(restricted[entry..<entry + 4]) == Array("OS/2".utf8) {
        let table = restricted[entry + 8..<entry + 12].reduce(0) { $0 << 8 | Int($1) }
        restricted.replaceSubrange(table + 8..<table + 10, with: [0, 2])
      }
      let style = "@font-face { font-family: Brand; src: url(brand.ttf) } p { font-family: Brand }"
      let payload = Payloads.note(body: "<style>\(style)</style><p>Text</p>")
      var jobs: [JobID] = []
      for (name, bytes) in [("free.ttf", font), ("restricted.ttf", Data(restricted))] {
        try bytes.write(to: URL(fileURLWithPath: installation.folder + "/" + name))
        let put = try await installation.pressrun("assets", "put", installation.folder + "/" + name, "--tenant", "acme")
        let asset = "brand.ttf=\(try #require(put.lines.first))"
        jobs.append(try await installation.enqueue("note", payload, "--tenant", "acme", "--asset", asset))
      }
      try await installation.drain()
      let free = try await installation.queue.job(jobs[0])
      #expect(free.attempts.flatMap(\.warnings) == [] && free.artifact?.fonts.contains { $0.file == nil } == true)
      let refused = try await installation.queue.job(jobs[1])
      #expect(refused.attempts[0].warnings.contains { $0.contains("its license does not permit embedding") })
      #expect(refused.artifact?.fonts.contains { $0.file == nil } == false)
    }
  }

  @Test func imagesOfOtherHostsAreFetchedFromAllowedPublicAddressesOnly() async throws {
    try await TestInstallation.with { installation in
      let server = try TestListener { _ in Issue.record("the server was asked") }
      let address = "http://127.0.0.1:\(server.port)/logo.png"
      let note = Payloads.note(body: "<p>Logo: <img src='\(address)'></p>")
      try await installation.pressrun("images", "list", "--tenant", "acme")
      let refused = try await installation.enqueue("note", note, "--tenant", "acme")
      try await installation.drain()
      let warnings = try await installation.queue.job(refused).attempts[0].warnings
      #expect(warnings.contains { $0.contains("are not loaded") }, "\(warnings)")

      try await installation.pressrun("images", "allow", "http://127.0.0.1:\(server.port)", "--tenant", "acme")
      let listed = try await installation.pressrun("images", "list", "--tenant", "acme")
      #expect(listed.lines == ["http://127.0.0.1:\(server.port)"])
      let tried = try await installation.enqueue("note", note, "--tenant", "acme")
      try await installation.drain()
      let reasons = try await installation.queue.job(tried).attempts[0].warnings
      #expect(reasons.contains { $0.contains("It was not fetched: 127.0.0.1 is a loopback address") }, "\(reasons)")
      #expect(try await installation.queue.job(tried).job.state == .completed)

      try await installation.pressrun("images", "deny", "http://127.0.0.1:\(server.port)", "--tenant", "acme")
      try await installation.pressrun("images", "allow", "no host", status: 2)
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
