import Postgres
import TestSupport
import TestTraits
import Testing

@testable import JobQueue

/// Settings of tenants: permitted hosts of images, and size classes of pages.
@Suite(.hangLimit) struct TenantSettingTests {
  @Test func imageHostsBelongToATenantAndTheirChangesAreRecorded() async throws {
    try await QueueFixture.withQueue { test async throws in
      #expect(try await test.queue.allowImageHost("CDN.example", for: "acme"))
      #expect(try await test.queue.allowImageHost("cdn.example", for: "acme") == false)
      for host in ["*.img.example", "cdn.example:8443", "http://plain.example"] {
        #expect(try await test.queue.allowImageHost(host, for: "acme"), "\(host)")
      }
      #expect(try await test.queue.imageHosts(of: "other").isEmpty)
      #expect(try await test.queue.denyImageHost("cdn.example", for: "acme"))
      #expect(try await test.queue.denyImageHost("cdn.example", for: "acme") == false)
      #expect(
        try await test.queue.imageHosts(of: "acme") == ["*.img.example", "cdn.example:8443", "http://plain.example"])
      let log = try await test.database.query("select action || ' ' || object from pressrun.audit_log order by id")
        .map { try $0.decode(0, as: String.self) }
      #expect(log.first == "image_host.allow cdn.example" && log.last == "image_host.deny cdn.example")
      #expect(log.count == 5)
    }
  }

  @Test func aTenantHasALimitedNumberOfImageHosts() async throws {
    try await QueueFixture.withQueue { test async throws in
      #expect(try await test.queue.allowImageHost("cdn.example", for: "acme"))
      try await test.database.execute(
        script: "insert into pressrun.image_hosts select 'acme', n || '.example' from generate_series(1, 99) n")
      let refused = await #expect(throws: QueueError.self) {
        _ = try await test.queue.allowImageHost("more.example", for: "acme")
      }
      #expect(refused?.message == "a tenant can have at most 100 image hosts")
      #expect(try await test.queue.allowImageHost("cdn.example", for: "acme") == false, "it was allowed before")
    }
  }

  @Test(arguments: ["", "*", "https://cdn.example", "cdn.example/a", "a b.example", "user@cdn.example", "-a.example"])
  func invalidHostsAreRefused(host: String) async throws {
    try await QueueFixture.withQueue { test async throws in
      let refused = await #expect(throws: QueueError.self) {
        _ = try await test.queue.allowImageHost(host, for: "acme")
      }
      #expect(refused?.code == .invalidArgument)
    }
  }

  @Test func imagesAreRecordedUnderALeaseAndRemovedWithTheirJob() async throws {
    try await QueueFixture.withQueue { test async throws in
      let job = try await test.claimNew()
      let digest = String(repeating: "ab", count: 32)
      let stale = LeaseRef(job: job.ref.job, lease: job.ref.lease - 1)
      #expect(try await test.queue.record(images: ["https://a.example/": digest], of: stale) == false)
      #expect(try await test.queue.record(images: ["https://a.example/": digest], of: job.ref))
      // The first content of an address stays.
      let other = String(repeating: "cd", count: 32)
      #expect(try await test.queue.record(images: ["https://a.example/": other], of: job.ref))
      #expect(try await test.queue.images(of: job.ref.job) == ["https://a.example/": digest])
      #expect(try await test.queue.unreferenced([digest, other]) == [other])
      _ = try await test.queue.complete(job.ref, QueueFixture.completion)
      try await test.database.execute(script: "update pressrun.jobs set finished_at = now() - interval '60 days'")
      _ = try await test.queue.prune()
      #expect(try await test.queue.unreferenced([digest]) == [digest])
    }
  }

  @Test func defaultsAreSetAndRemovedPerTenantAndKind() async throws {
    try await QueueFixture.withQueue { test async throws in
      func set(_ members: String, of kind: String = "note") async throws {
        try await test.queue.setPayloadDefaults(Array(members.utf8), of: kind, for: "acme")
      }
      try await set(#"{"author": "Ann", "amount": 1.50}"#)
      // The text stays as it is: numbers are exact.
      #expect(
        try await test.queue.payloadDefaults(of: "acme").map(\.members) == [#"{"author": "Ann", "amount": 1.50}"#])
      try await set(#"{"author": "Bob"}"#)
      #expect(try await test.queue.payloadDefaults(of: "acme").map(\.members) == [#"{"author": "Bob"}"#])
      #expect(try await test.queue.payloadDefaults(of: "other").isEmpty)
      for (members, kind, code) in [
        ("{}", "none", QueueError.Code.unknownKind), ("{}", "deliver.email", .unknownKind),
        ("[]", "note", .invalidArgument),
        (#"{"a": "\#(String(repeating: "x", count: 1 << 20))"}"#, "note", .invalidArgument),
      ] {
        let refused = await #expect(throws: QueueError.self) { try await set(members, of: kind) }
        #expect(refused?.code == code, "\(kind)")
      }
      #expect(try await test.queue.removePayloadDefaults(of: "note", for: "acme"))
      #expect(try await test.queue.removePayloadDefaults(of: "note", for: "acme") == false)
      let log = try await test.database.query("select action || ' ' || object from pressrun.audit_log order by id")
        .map { try $0.decode(0, as: String.self) }
      #expect(log == ["defaults.set note", "defaults.set note", "defaults.remove note"])
    }
  }

  @Test func sizeClassesAreOpenedAndWithdrawnPerTenantAndKind() async throws {
    try await QueueFixture.withQueue { test async throws in
      #expect(try await test.queue.openSizeClass("compact", of: "note", for: "acme"))
      #expect(try await test.queue.openSizeClass("compact", of: "note", for: "acme") == false)
      #expect(try await test.queue.sizeClasses(of: "acme") == ["note": ["compact"]])
      #expect(try await test.queue.sizeClasses(of: "other").isEmpty)
      let unknown = await #expect(throws: QueueError.self) {
        _ = try await test.queue.openSizeClass("compact", of: "none", for: "acme")
      }
      #expect(unknown?.code == .unknownKind)
      let malformed = await #expect(throws: QueueError.self) {
        _ = try await test.queue.openSizeClass("huge", of: "note", for: "acme")
      }
      #expect(malformed?.code == .invalidArgument)
      #expect(try await test.queue.withdrawSizeClass("compact", of: "note", for: "acme"))
      #expect(try await test.queue.withdrawSizeClass("compact", of: "note", for: "acme") == false)
      #expect(try await test.queue.sizeClasses(of: "acme").isEmpty)
    }
  }
}
