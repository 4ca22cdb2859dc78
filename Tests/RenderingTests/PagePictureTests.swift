import TestTraits
import Testing

@testable import Rendering

@Suite(.hangLimit) struct PagePictureTests {
  /// Two pages of 200 by 100 points: a black one and an empty one.
  private static let pdf = Array(
    """
    %PDF-1.4
    1 0 obj <</Type/Catalog/Pages 2 0 R>> endobj
    2 0 obj <</Type/Pages/Kids[3 0 R 4 0 R]/Count 2>> endobj
    3 0 obj <</Type/Page/Parent 2 0 R/MediaBox[0 0 200 100]/Contents 5 0 R>> endobj
    4 0 obj <</Type/Page/Parent 2 0 R/MediaBox[0 0 200 100]>> endobj
    5 0 obj <</Length 18>> stream
    0 0 200 100 re f

    endstream endobj
    trailer <</Root 1 0 R>>
    %%EOF
    """.utf8)

  /// Width and height in the header of a PNG file.
  private static func size(_ png: [UInt8]) -> [Int] {
    [16, 20].map { start in png[start..<start + 4].reduce(0) { $0 << 8 | Int($1) } }
  }

  @Test func aPageHasTheRequestedWidthAndItsOwnShape() throws {
    let first = try PagePicture.png(of: Self.pdf, page: 1, width: 64, poppler: Poppler())
    let second = try PagePicture.png(of: Self.pdf, page: 2, width: 64, poppler: Poppler())
    #expect(Self.size(first) == [64, 32] && Self.size(second) == [64, 32])
    #expect(first != second)
  }

  @Test func anInvalidPageIsAnError() {
    for (pdf, page) in [(Self.pdf, 3), (Self.pdf, 0), (Array("no PDF".utf8), 1), ([], 1)] {
      #expect(throws: RenderingError.self) { try PagePicture.png(of: pdf, page: page, width: 64, poppler: Poppler()) }
    }
  }

  @Test func aPageThatIsTooHighIsRefused() {
    let high = String(decoding: Self.pdf, as: UTF8.self).replacing("[0 0 200 100]", with: "[0 0 1 9000]")
    #expect(throws: RenderingError.self) {
      try PagePicture.png(of: Array(high.utf8), page: 1, width: 200, poppler: Poppler())
    }
  }

  @Test func aProgramThatDrawsNothingIsAnError() async {
    let renderer = PagePictureRenderer(program: .init(path: "/bin/false", arguments: []))
    await #expect(throws: RenderingError.self) { try await renderer.png(of: Self.pdf, page: 1, width: 64) }
  }

  /// A tenant whose pages take long kept the pages of all others waiting.
  @Test func oneTenantNeverHasAllProcesses() async throws {
    let waits = Waits()
    let slots = ProcessSlots(limit: 2, limitPerTenant: 1, queueLimit: 6, onWait: { waits.count() })
    try await withThrowingTaskGroup(of: String.self) { group in
      try await slots.run(for: "acme") {
        for _ in 0..<2 { group.addTask { try await slots.run(for: "acme") { "acme" } } }
        await waits.next(2)
        group.addTask { try await slots.run(for: "globex") { "globex" } }
        #expect(try await group.next() == "globex")
        // Half of the queue is for others.
        group.addTask { try await slots.run(for: "acme") { "acme" } }
        await waits.next()
        await #expect(throws: RenderingError.self) { try await slots.run(for: "acme") {} }
        let others = try await slots.run(for: "initech") { true }
        #expect(others)
      }
      for _ in 0..<3 { #expect(try await group.next() == "acme") }
    }
  }

  /// Regression: two tenants with many requests kept all others waiting.
  @Test func aFreeProcessGoesToTheTenantWithTheFewest() async throws {
    let waits = Waits()
    let slots = ProcessSlots(limit: 2, queueLimit: 10, onWait: { waits.count() })
    try await withThrowingTaskGroup(of: String.self) { group in
      try await slots.run(for: "acme") {
        try await slots.run(for: "acme") {
          group.addTask { try await slots.run(for: "acme") { "acme" } }
          await waits.next()
          group.addTask { try await slots.run(for: "globex") { "globex" } }
          await waits.next()
        }
        #expect(try await group.next() == "globex")
      }
      #expect(try await group.next() == "acme")
    }
  }

  @Test func oneTenantNeverHasAllProcessesForFiles() async {
    let runner = FileTaskRunner(
      program: .init(path: "/bin/false", arguments: []), limit: 1, limitPerTenant: 0, queueLimit: 0)
    await #expect { _ = try await runner.of(tenant: "acme").title(of: []) } throws: {
      ($0 as? RenderingError)?.code == .busy
    }
    await #expect { _ = try await runner.title(of: []) } throws: { ($0 as? RenderingError)?.code == .unreadable }
  }

  @Test func furtherPicturesAreRefusedWhenTooManyWait() async {
    let renderer = PagePictureRenderer(program: .init(path: "/bin/cat", arguments: []), limit: 0, queueLimit: 0)
    await #expect { try await renderer.png(of: Self.pdf, page: 1, width: 64) } throws: {
      ($0 as? RenderingError)?.code == .busy
    }
    // The file is not read.
    await #expect(throws: RenderingError.self) {
      try await renderer.png(page: 1, width: 64) {
        Issue.record("the file was read")
        return []
      }
    }
  }
}

/// Counts tasks that begin to wait.
private struct Waits {
  private let events: AsyncStream<Void>
  private let continuation: AsyncStream<Void>.Continuation

  init() { (events, continuation) = AsyncStream.makeStream(of: Void.self) }

  func count() { continuation.yield() }

  /// Returns when as many more tasks wait.
  func next(_ count: Int = 1) async {
    var iterator = events.makeAsyncIterator()
    for _ in 0..<count { await iterator.next() }
  }
}
