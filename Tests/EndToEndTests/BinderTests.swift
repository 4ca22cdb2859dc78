import Foundation
import JobQueue
import TestTraits
import Testing

/// Binders, from enqueue to the restored parts.
@Suite(.hangLimit) struct BinderTests {
  @Test func aBatchEndsInItsBinderAndComesApartAgain() async throws {
    try await TestInstallation.with { installation in
      var ids: [JobID] = []
      for number in 1...3 {
        ids.append(try await installation.enqueue("invoice", Payloads.invoice("2026-\(number)"), "--batch", "year"))
      }
      try Data(#"{"title": "Year 2026", "separators": true}"#.utf8).write(
        to: URL(fileURLWithPath: installation.folder + "/binder.json"))
      let closed = try await installation.pressrun(
        "batch", "close", "year", "--binder", installation.folder + "/binder.json", "--json")
      let binder = try #require(
        Int64(closed.errors.split(separator: " ").last?.trimmingCharacters(in: .newlines) ?? ""))
      try await installation.drain()
      let details = try await installation.queue.job(JobID(rawValue: binder))
      #expect(details.job.state == .completed, "\(details.job.lastError ?? "")")
      let parts = try #require(details.artifacts.first?.parts)
      // Cover and contents, then a separator before each invoice.
      #expect(parts.map(\.firstPage) == [4, 6, 8] && parts.map(\.pages) == [1, 1, 1])

      let folder = installation.folder + "/parts"
      let split = try await installation.pressrun("artifacts", "split", "\(binder)", "-o", folder)
      #expect(split.output.contains("001.pdf") && split.output.contains("page 4, 1 page"))
      for (index, id) in ids.enumerated() {
        let alone = try await installation.pressrun("artifacts", "get", "\(id)", "-o", folder + "/alone.pdf")
        #expect(alone.errors.isEmpty)
        let restored = try Data(contentsOf: URL(fileURLWithPath: folder + "/00\(index + 1).pdf"))
        #expect(try restored == Data(contentsOf: URL(fileURLWithPath: folder + "/alone.pdf")))
      }
      let list = try await installation.pressrun("artifacts", "split", folder + "/alone.pdf", "--list", status: 2)
      #expect(list.errors.contains("is not a binder"))
    }
  }

  @Test func partsOfOtherTenantsAndFailedJobsAreRefusedByName() async throws {
    try await TestInstallation.with { installation in
      let own = try await installation.enqueue("note", Payloads.note())
      let other = try await installation.enqueue("note", Payloads.note("Secret"), "--tenant", "other")
      let bad = try await installation.enqueue("note", #"{"title": " ", "body": ""}"#)
      try await installation.drain(discards: 1)
      let sha256 = try #require(try await installation.queue.job(other).artifacts.first?.sha256)
      func binder(_ parts: String, _ rest: String = "", discards: Int = 1) async throws -> JobDetails {
        let id = try await installation.enqueue(
          "binder", #"{"title": "B", "parts": [{"job": \#(own)}, \#(parts)]\#(rest)}"#, "--max-attempts", "1")
        try await installation.drain(discards: discards)
        return try await installation.queue.job(id)
      }
      let foreign = try await binder(#"{"job": \#(other)}"#)
      #expect(foreign.job.state == .discarded && foreign.job.lastErrorCode == "part_refused")
      #expect(foreign.job.lastError == "$.parts[1].job: there is no job \(other)")
      // The bytes of another tenant are not sent to the renderer.
      let artifact = try await binder(#"{"artifact": "\#(sha256)"}"#)
      #expect(artifact.job.state == .discarded && artifact.job.lastErrorCode == "artifact_missing")
      let failed = try await binder(#"{"job": \#(bad)}"#)
      #expect(failed.job.lastError == "$.parts[1].job: job \(bad) is discarded and has no PDF")
      let skipped = try await binder(#"{"job": \#(bad)}"#, #", "missing": "skip""#, discards: 0)
      #expect(skipped.job.state == .completed && skipped.artifacts.first?.parts.count == 1)
      #expect(skipped.attempts.last?.warnings == ["$.parts[1]: job \(bad) is discarded and has no PDF"])
      #expect(try await installation.queue.job(own).job.state == .completed)
    }
  }

  @Test func documentsOfTheDatabaseAreParts() async throws {
    try await TestInstallation.with { installation in
      let base = installation.folder + "/base.pdf"
      try Data(PDFSamples.onePage).write(to: URL(fileURLWithPath: base))
      try await installation.pressrun("archive", "register", "memo", base)
      let id = try await installation.enqueue(
        "binder", #"{"title": "B", "parts": [{"title": "Memo", "document": "memo"}, {"document": "none"}]}"#)
      let good = try await installation.enqueue(
        "binder", #"{"title": "B", "parts": [{"title": "Memo", "document": "memo"}]}"#)
      try await installation.drain(discards: 1)
      let refused = try await installation.queue.job(id).job
      #expect(refused.state == .discarded && refused.lastError?.hasPrefix("$.parts[1].document: ") == true)
      let bound = try await installation.queue.job(good)
      #expect(bound.job.state == .completed && bound.artifacts.first?.parts.map(\.title) == ["Memo"])
    }
  }
}
