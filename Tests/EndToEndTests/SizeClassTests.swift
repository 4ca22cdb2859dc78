import Foundation
import TestTraits
import Testing

/// Page sizes that a kind does not support.
@Suite(.hangLimit) struct SizeClassTests {
  @Test func aSizeClassIsOpenedToATenantAndWithdrawnAgain() async throws {
    try await TestInstallation.with { installation in
      let file = URL(fileURLWithPath: installation.folder + "/home/Jobs/note.yaml")
      let kind = try String(contentsOf: file, encoding: .utf8)
      try Data((kind + "supports: [regular]\n").utf8).write(to: file)
      try await installation.pressrun("migrate")
      let note = Payloads.json(["title": "Small", "body": "<p>Small", "page_size": "A5"])

      let refused = try await installation.enqueue("note", note, "--tenant", "acme")
      try await installation.drain(discards: 1)
      #expect(try await installation.queue.job(refused).job.state == .discarded)

      try await installation.pressrun("sizes", "open", "note", "compact", "--tenant", "acme")
      #expect(try await installation.pressrun("sizes", "list", "--tenant", "acme").lines == ["note compact"])
      let open = try await installation.enqueue("note", note, "--tenant", "acme")
      let other = try await installation.enqueue("note", note, "--tenant", "other")
      try await installation.drain(discards: 1)
      let width = try #require(try await installation.queue.job(open).artifact?.pages.first?.width)
      #expect(abs(width - 419.53) < 0.1)
      #expect(try await installation.queue.job(other).job.state == .discarded)

      try await installation.pressrun("sizes", "withdraw", "note", "compact", "--tenant", "acme")
      try await installation.pressrun("sizes", "withdraw", "note", "compact", "--tenant", "acme", status: 2)
      let late = try await installation.enqueue("note", note, "--tenant", "acme")
      try await installation.drain(discards: 1)
      #expect(try await installation.queue.job(late).job.state == .discarded)
    }
  }
}
