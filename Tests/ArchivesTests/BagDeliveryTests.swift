import Foundation
import JobQueue
import Postgres
import TestSupport
import TestTraits
import Testing

@testable import Archives

/// Receipts of deliveries in the record of a document and in its later bags.
@Suite(.hangLimit) struct BagDeliveryTests {
  private static let deliveries = [
    ArchiveDelivery(
      delivery: 7, job: 3, sequence: 1, destination: "sftp:records", protocol: "sftp",
      address: "sftp://archive.example:22/in/a&b.tar", remoteID: "/in/a&b.tar", time: "2026-11-22T10:00:00Z", bytes: 17,
      sha256: String(repeating: "ab", count: 32)),
    ArchiveDelivery(
      delivery: 9, job: 4, sequence: 2, destination: "s3:records", protocol: "s3", address: "s3://records/a.tar",
      time: "2026-11-22T11:00:00Z", bytes: 18, sha256: String(repeating: "cd", count: 32)),
  ]

  @Test func deliveriesAreEventsOfLaterBags() throws {
    let bag = NSTemporaryDirectory() + "bag-\(UUID().uuidString)"
    defer { try? FileManager.default.removeItem(atPath: bag) }
    var fixture = ArchiveFixture()
    var ann = ArchiveFixture.Reader()
    try fixture.add(ann.note("ann"))
    var export = try fixture.export()
    export.deliveries = Self.deliveries
    try BagWriter.write(export, to: bag)
    #expect(BagReader.verify(bag).fault == nil)
    let history = try String(contentsOfFile: bag + "/metadata/premis.xml", encoding: .utf8)
    #expect(history.contains("/delivered/7</eventIdentifierValue>"))
    #expect(history.contains("<eventType>transfer</eventType>"))
    #expect(history.contains("sftp://archive.example:22/in/a&amp;b.tar as /in/a&amp;b.tar: 17 bytes, SHA-256 abab"))
    for file in ["/metadata/premis.xml", "/data/deliveries.json"] {
      let whole = try #require(FileManager.default.contents(atPath: bag + file))
      var changed = whole
      changed[whole.count / 2] ^= 1
      try changed.write(to: URL(fileURLWithPath: bag + file))
      #expect(BagReader.verify(bag).fault != nil)
      try whole.write(to: URL(fileURLWithPath: bag + file))
    }
    #expect(
      try ArchiveDelivery.all(json: Array(Data(contentsOf: URL(fileURLWithPath: bag + "/data/deliveries.json"))))
        == Self.deliveries)
  }

  @Test func receiptsStayInTheRecordOfTheDocument() async throws {
    try await TestDatabase.withDatabase { test async throws in
      _ = try await test.database.query(
        """
        insert into pressrun.annotation_receipts
          (tenant, document, delivery_id, job_id, sequence, sha256, destination, receipt)
        values ('default', 'deed', 7, 3, 1, repeat('ab', 32), 'folder:out',
          '{"protocol":"folder","address":"/srv/out/deed.tar","remoteID":"deed.tar","bytes":17}')
        """)
      let found = try #require(try await DocumentStore(test.queue, tenant: "default").deliveries(of: "deed").first)
      #expect(found.delivery == 7 && found.job == 3 && found.sequence == 1 && found.destination == "folder:out")
      #expect(found.protocol == "folder" && found.address == "/srv/out/deed.tar" && found.remoteID == "deed.tar")
      #expect(found.bytes == 17 && found.time.hasSuffix("Z"))
      for change in ["delete from", "truncate", "update"] {
        let statement = "\(change) pressrun.annotation_receipts" + (change == "update" ? " set job_id = 1" : "")
        await #expect(throws: PostgresError.self) { try await test.database.execute(script: statement) }
      }
    }
  }
}
