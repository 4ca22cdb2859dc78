import Foundation
import JobQueue
import TestTraits
import Testing

/// Archives as bags, their delivery, and finished documents as bases.
@Suite(.hangLimit) struct ArchiveDeliveryTests {
  @Test func bagIsDeliveredAndItsReceiptIsPartOfTheNextBag() async throws {
    try await TestInstallation.with { installation in
      let folder = installation.folder + "/vault"
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
      for (file, text) in [
        ("deed.yaml", "name: deed\ncomposer: archive\noutput: bag\n"),
        ("destinations.yaml", "folder:\n  default:\n    root: \(folder)\n    name: \"{job}.{extension}\"\n"),
      ] {
        try text.write(toFile: installation.folder + "/home/Jobs/" + file, atomically: true, encoding: .utf8)
      }
      try await installation.pressrun("migrate")
      let base = installation.folder + "/base.pdf"
      try Data(PDFSamples.onePage).write(to: URL(fileURLWithPath: base))
      try await installation.pressrun("archive", "register", "deed-1", base)
      let id = try await installation.enqueue("deed", #"{"document":"deed-1"}"#, "--destination", "folder")
      try await installation.drain()
      #expect(try await installation.queue.job(id).artifact?.mediaType == "application/x-tar")
      try await installation.pressrun("deliver", "--drain")
      let bag = folder + "/\(id).tar"
      try await installation.pressrun("archive", "verify", bag)

      let next = installation.folder + "/next"
      try await installation.pressrun("archive", "bag", "deed-1", "-o", next)
      try await installation.pressrun("archive", "verify", next)
      let history = try String(contentsOfFile: next + "/metadata/premis.xml", encoding: .utf8)
      #expect(history.contains("<eventType>transfer</eventType>") && history.contains(bag))

      // A bag has no chain without a document of the database.
      let payload = Payloads.json(["base": ["base64": Data(PDFSamples.onePage).base64EncodedString()], "segments": []])
      let other = try await installation.enqueue("deed", payload)
      try await installation.drain()
      #expect(try await installation.queue.job(other).job.state == .discarded)
    }
  }

  @Test func finishedDocumentBecomesABase() async throws {
    try await TestInstallation.with { installation in
      let id = try await installation.enqueue("note", Payloads.note(), "--tenant", "acme", "--destination", "none")
      try await installation.drain()
      let sha256 = try #require(try await installation.queue.job(id).artifact?.sha256)
      try await installation.pressrun("archive", "register", "by-job", "--job", "\(id)")
      try await installation.pressrun("archive", "register", "by-hash", "--artifact", sha256, "--tenant", "acme")
      for name in ["by-job", "by-hash"] {
        let count = try await installation.count(
          "select count(*) from pressrun.annotation_documents where name = '\(name)' and tenant = 'acme' and base_sha256 = '\(sha256)'"
        )
        #expect(count == 1)
      }
      // Another tenant has no such artifact, and a job that made none has no document.
      try await installation.pressrun("archive", "register", "x", "--artifact", sha256, "--tenant", "other", status: 2)
      try await installation.pressrun("archive", "register", "x", "--job", "\(id)", "--tenant", "other", status: 1)
      try await installation.pressrun("archive", "register", "x", status: 2)
      let waiting = try await installation.enqueue("note", Payloads.note(), "--destination", "none")
      try await installation.pressrun("archive", "register", "x", "--job", "\(waiting)", status: 1)
    }
  }
}
