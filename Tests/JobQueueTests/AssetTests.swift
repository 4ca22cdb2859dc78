import Postgres
import TestSupport
import TestTraits
import Testing

@testable import JobQueue

/// Files that the jobs of a tenant use.
@Suite(.hangLimit) struct AssetTests {
  private static let logo = String(repeating: "1f", count: 32)
  private static let font = String(repeating: "2e", count: 32)

  private func refusal(
    _ assets: [String: String], tenant: String = "acme", _ test: QueueFixture
  ) async throws -> QueueError? {
    await #expect(throws: QueueError.self) {
      _ = try await test.queue.enqueue(
        NewJob(kind: "note", payload: Array("{}".utf8), tenant: tenant, assets: assets))
    }
  }

  @discardableResult
  private func add(_ sha256: String, bytes: Int64 = 10, tenant: String = "acme", _ test: QueueFixture) async throws
    -> Bool
  {
    try await test.queue.addAsset(sha256, bytes: bytes, mediaType: "image/png", name: "logo.png", tenant: tenant)
  }

  @Test func aJobHasTheAssetsThatItWasEnqueuedWith() async throws {
    try await QueueFixture.withQueue { test async throws in
      #expect(try await add(Self.logo, test))
      #expect(try await add(Self.logo, test) == false, "the tenant has it already")
      try await add(Self.font, test)
      let assets = ["logo.png": "artifact:\(Self.logo)", "fonts/text.ttf": "artifact:\(Self.font)"]
      let claimed = try await test.claimNew {
        $0.tenant = "acme"
        $0.assets = assets
      }
      #expect(claimed.assets == ["logo.png": Self.logo, "fonts/text.ttf": Self.font])
      let shown = try await test.queue.job(claimed.ref.job).assets
      #expect(shown.map(\.path) == ["fonts/text.ttf", "logo.png"])
      #expect(try await test.claimNew().assets.isEmpty)
      #expect(try await test.queue.assets(of: "acme").map(\.jobs) == [1, 1])
      #expect(try await test.queue.assets(of: "other").isEmpty)
    }
  }

  @Test(arguments: [false, true]) func manyJobsCanHaveTheSameAssets(haveKeys: Bool) async throws {
    try await QueueFixture.withQueue { test async throws in
      try await add(Self.logo, test)
      let jobs = (1...300).map {
        NewJob(
          kind: "note", payload: Array("{}".utf8), tenant: "acme", uniqueKey: haveKeys ? "\($0)" : nil,
          assets: ["logo.png": "artifact:\(Self.logo)"])
      }
      #expect(try await test.queue.enqueue(many: jobs).count == 300)
      #expect(try await test.claim(300).allSatisfy { $0.assets == ["logo.png": Self.logo] })
    }
  }

  @Test func assetsOfOtherTenantsLookLikeUnknownOnes() async throws {
    try await QueueFixture.withQueue { test async throws in
      try await add(Self.logo, tenant: "other", test)
      let refused = try await refusal(["logo.png": "artifact:\(Self.logo)"], test)
      #expect(refused?.code == .invalidArgument)
      #expect(refused?.message == #"asset "logo.png": tenant "acme" has no artifact \#(Self.logo)"#)
      let unknown = try await refusal(["logo.png": "artifact:\(Self.font)"], test)
      #expect(unknown?.message == #"asset "logo.png": tenant "acme" has no artifact \#(Self.font)"#)
    }
  }

  @Test func theArtifactOfAJobOfTheTenantCanBeAnAsset() async throws {
    try await QueueFixture.withQueue { test async throws in
      let made = try await test.claimNew { $0.tenant = "acme" }
      _ = try await test.queue.complete(made.ref, QueueFixture.completion)
      let reference = "artifact:" + String(repeating: "ab", count: 32)
      #expect(try await test.claimNew { ($0.tenant, $0.assets) = ("acme", ["page.png": reference]) }.assets.count == 1)
      #expect(try await refusal(["page.png": reference], tenant: "other", test) != nil)
    }
  }

  @Test(arguments: [
    "../logo.png", "/logo.png", "a//b.png", "./a.png", "a/..", "", "https://a.example/b.png", "a?b", "a#b", "a\\b",
    "a\u{1}b", "%2e%2e/a",
  ])
  func pathsThatNoDocumentCanReferToAreRefused(path: String) async throws {
    try await QueueFixture.withQueue { test async throws in
      try await add(Self.logo, test)
      #expect(try await refusal([path: "artifact:\(Self.logo)"], test)?.message.contains("expected a path") == true)
    }
  }

  @Test(arguments: ["", "logo", "artifact:", "artifact:12", "artifact:" + String(repeating: "F", count: 64)])
  func malformedReferencesAreRefused(reference: String) async throws {
    try await QueueFixture.withQueue { test async throws in
      #expect(try await refusal(["a.png": reference], test)?.message.contains("expected \"artifact:\"") == true)
    }
  }

  @Test func aJobHasALimitedNumberOfAssetsAndBytes() async throws {
    try await QueueFixture.withQueue { test async throws in
      try await add(Self.logo, bytes: 64 << 20, test)
      let many = Dictionary(uniqueKeysWithValues: (1...101).map { ("\($0).png", "artifact:\(Self.logo)") })
      #expect(try await refusal(many.filter { $0.key.count > 5 }, test)?.message.contains("128 MB") == true)
      try await test.database.execute(script: "update pressrun.assets set bytes = 1")
      #expect(try await refusal(many, test)?.message == "a job has at most 100 assets")
      #expect(try await test.count("select count(*)::int from pressrun.job_assets") == 0)
    }
  }

  @Test func aTenantHasALimitedNumberOfBytes() async throws {
    try await QueueFixture.withQueue { test async throws in
      try await add(Self.logo, test)
      try await test.database.execute(script: "update pressrun.assets set bytes = 4294967290")
      let refused = await #expect(throws: QueueError.self) { try await add(Self.font, test) }
      #expect(refused?.message.contains("has 1 assets of 4096 MB; it may have 10000 of 4096 MB") == true)
      #expect(try await add(Self.logo, test) == false, "it is there already")
      #expect(try await add(Self.font, tenant: "other", test))
      let large = await #expect(throws: QueueError.self) { try await add(Self.font, bytes: 64 << 20 + 1, test) }
      #expect(large?.message == "an asset has at most 64 MB")
    }
  }

  @Test func aFileIsKeptAsLongAsAnAssetOrAJobNamesIt() async throws {
    try await QueueFixture.withQueue { test async throws in
      try await add(Self.logo, test)
      #expect(try await test.queue.unreferenced([Self.logo, Self.font]) == [Self.font])
      let job = try await test.claimNew { ($0.tenant, $0.assets) = ("acme", ["a.png": "artifact:\(Self.logo)"]) }
      #expect(try await test.queue.deleteAsset(Self.logo, tenant: "other") == false)
      #expect(try await test.queue.deleteAsset(Self.logo, tenant: "acme"))
      #expect(try await test.queue.unreferenced([Self.logo]).isEmpty, "the job has it still")
      #expect(try await refusal(["a.png": "artifact:\(Self.logo)"], test) != nil, "new jobs cannot use it")

      _ = try await test.queue.complete(job.ref, QueueFixture.completion)
      try await test.database.execute(script: "update pressrun.jobs set finished_at = now() - interval '60 days'")
      _ = try await test.queue.prune()
      #expect(try await test.queue.unreferenced([Self.logo]) == [Self.logo])
    }
  }
}
