import FoundationEssentials
import Postgres
import TestSupport
import TestTraits
import Testing

@testable import JobQueue

/// Jobs with several files.
@Suite(.hangLimit) struct OutputTests {
  private static let files = [
    Artifact(
      output: "pdf", fileName: "Visit \"7\".pdf", sha256: String(repeating: "ab", count: 32), bytes: 1234,
      pages: [PagePoints(width: 595, height: 842)]),
    Artifact(
      output: "html-mail", fileName: "Visit 7.eml", sha256: String(repeating: "cd", count: 32), bytes: 99,
      mediaType: "message/rfc822", pages: []),
    Artifact(
      output: "text", sha256: String(repeating: "ef", count: 32), bytes: 5, mediaType: "text/plain; charset=utf-8",
      pages: []),
  ]

  private func complete(_ test: QueueFixture, options: String? = nil) async throws -> JobID {
    let job = try await test.claimNew {
      $0.destination = "folder"
      $0.deliveryOptions = options.map { Array($0.utf8) }
    }
    guard case .completed = try await test.queue.complete(job.ref, Completion(artifacts: Self.files)) else {
      Issue.record("not completed")
      return job.ref.job
    }
    return job.ref.job
  }

  @Test func everyFileIsAnArtifactOfTheJob() async throws {
    try await QueueFixture.withQueue { test async throws in
      let id = try await complete(test)
      let details = try await test.queue.job(id)
      #expect(details.artifacts == Self.files)
      #expect(details.outputs == ["pdf", "html-mail", "text"])
      #expect(details.job.artifact?.sha256 == Self.files[0].sha256, "the job has one row in job_overview")
    }
  }

  @Test func theEventListsTheFiles() async throws {
    struct Event: Decodable {
      struct File: Decodable {
        var output: String, fileName: String?, sha256: String, bytes: Int, mediaType: String, pages: Int
      }
      struct Contents: Decodable { var artifacts: [File]? }
      var data: Contents
    }
    try await QueueFixture.withQueue { test async throws in
      _ = try await complete(test)
      let plain = try await test.claimNew()
      _ = try await test.queue.complete(plain.ref, QueueFixture.completion)
      let events = try await test.queue.events().map {
        try JSONDecoder().decode(Event.self, from: Data($0.json.utf8)).data.artifacts
      }
      #expect(events[0]?.map(\.output) == ["pdf", "html-mail", "text"])
      #expect(events[0]?.map(\.fileName) == ["Visit \"7\".pdf", "Visit 7.eml", nil])
      #expect(events[0]?.map(\.sha256) == Self.files.map(\.sha256))
      #expect(events[0]?.map(\.pages) == [1, 0, 0])
      #expect(events[1] == nil, "a job with one PDF has one artifact")
    }
  }

  @Test func aDeliveryTakesTheOutputThatItsOptionsName() async throws {
    try await QueueFixture.withQueue { test async throws in
      for (options, index) in [(nil, 0), (#"{"output": "text"}"#, 2), (#"{"output": "html-mail"}"#, 1)] {
        let id = try await complete(test, options: options)
        let row = try await test.database.query(
          "select sha256, bytes, media_type, file_name, refusal from pressrun.deliveries where job_id = $1",
          [.integer(id.rawValue)]
        ).single()
        let file = Self.files[index]
        #expect(try row.decode(0, as: String.self) == file.sha256)
        #expect(try row.decode(1, as: Int64.self) == file.bytes)
        #expect(try row.decode(2, as: String.self) == file.mediaType)
        #expect(try row.decode(3, as: String?.self) == (file.fileName.isEmpty ? nil : file.fileName))
        #expect(try row.decode(4, as: String?.self) == nil)
      }
    }
  }

  @Test func aDeliveryTakesAllOutputsThatItsOptionsName() async throws {
    struct File: Decodable, Equatable {
      var output: String, fileName: String?, sha256: String, bytes: Int, mediaType: String
    }
    try await QueueFixture.withQueue { test async throws in
      let id = try await complete(test, options: #"{"output": ["text", "pdf"]}"#)
      let query: Statement = "select sha256, files::text from pressrun.deliveries where job_id = $1 order by id"
      let expected = [Self.files[0], Self.files[2]].map {
        File(
          output: $0.output, fileName: $0.fileName.isEmpty ? nil : $0.fileName, sha256: $0.sha256, bytes: Int($0.bytes),
          mediaType: $0.mediaType)
      }
      func check(_ row: Row) throws {
        #expect(try row.decode(0, as: String.self) == Self.files[0].sha256, "the files are in the order of the job")
        #expect(try JSONDecoder().decode([File].self, from: Data(row.decode(1, as: [UInt8].self))) == expected)
      }
      try check(try await test.database.query(query, [.integer(id.rawValue)]).single())
      _ = try await test.database.query(
        "select pressrun.share($1, 'folder', '{\"output\": [\"pdf\", \"text\"]}')", [.integer(id.rawValue)])
      try check(#require(try await test.database.query(query, [.integer(id.rawValue)]).last))
      let single = try await complete(test, options: #"{"output": ["text"]}"#)
      let row = try await test.database.query(query, [.integer(single.rawValue)]).single()
      #expect(try row.decode(0, as: String.self) == Self.files[2].sha256)
      #expect(try row.decode(1, as: String?.self) == nil, "one file needs no list")
    }
  }

  @Test(
    arguments: [
      ("print", 2, "a delivery to print sends one file, and the outputs that were chosen have 2"),
      ("link", 2, "a delivery to link sends one file, and the outputs that were chosen have 2"),
      ("print", 1, nil), ("s3:reports", 100, nil),
      ("s3:reports", 101, "a delivery sends at most 100 files, and the outputs that were chosen have 101"),
    ] as [(String, Int, String?)])
  func theNumberOfFilesIsLimited(destination: String, count: Int, problem: String?) async throws {
    try await QueueFixture.withQueue { test async throws in
      let found = try await test.database.query(
        """
        select pressrun.output_problem(
          (select jsonb_agg('{"output": "png"}'::jsonb) from generate_series(1, $2)), '{"output": "png"}', $1)
        """, [.text(destination), .integer(count)]
      ).single().decode(0, as: String?.self)
      #expect(found == problem)
    }
  }

  @Test(arguments: ["7", "[]", "[7]", "{}", "[[\"pdf\"]]"])
  func malformedOutputsAreRefusedAtEnqueue(output: String) async throws {
    try await QueueFixture.withQueue { test async throws in
      let error = await #expect(throws: PostgresError.self) {
        try await test.database.query(
          "select pressrun.check_delivery_options($1::json)", [.text("{\"output\": \(output)}")])
      }
      #expect(error?.message.contains("\"output\" must be the name of an output") == true)
    }
  }

  /// They were found when the mail was sent, and the delivery had failed for good.
  @Test(arguments: [
    #"{"subject": "a\nb"}"#, #"{"file_name": "a\u0085b"}"#, #"{"subject": "a\u2028b"}"#,
    #"{"subject": "a\r\nBcc: x@y.example"}"#,
  ])
  func lineBreaksInOptionsAreRefusedAtEnqueue(options: String) async throws {
    try await QueueFixture.withQueue { test async throws in
      let error = await #expect(throws: PostgresError.self) {
        try await test.database.query("select pressrun.check_delivery_options($1::json)", [.text(options)])
      }
      #expect(error?.message.contains("must be one line") == true)
      _ = try await test.database.query(
        "select pressrun.check_delivery_options($1::json)",
        [.text(#"{"subject": "ä", "message": "a\nb", "file_name": null}"#)])
    }
  }

  @Test func aDeliveryOfAnOutputThatTheJobHasNotIsRefused() async throws {
    try await QueueFixture.withQueue { test async throws in
      let id = try await complete(test, options: #"{"output": "docx"}"#)
      let plain = try await test.claimNew {
        $0.destination = "folder"
        $0.deliveryOptions = Array(#"{"output": "text"}"#.utf8)
      }
      guard case .completed(_, let refusal) = try await test.queue.complete(plain.ref, QueueFixture.completion) else {
        Issue.record("not completed")
        return
      }
      #expect(refusal == "the job has no output \"text\"")
      let refusals = try await test.database.query("select job_id, refusal from pressrun.deliveries order by job_id")
      #expect(try refusals.map { try $0.decode(0, as: Int64.self) } == [id.rawValue, plain.ref.job.rawValue])
      #expect(try refusals[0].decode(1, as: String.self) == "the job has no output \"docx\"")
      // It would deliver another file.
      let error = await #expect(throws: PostgresError.self) {
        try await test.database.query(
          "select pressrun.retry_delivery(d.id) from pressrun.deliveries d where d.job_id = $1", [.integer(id.rawValue)]
        )
      }
      #expect(error?.message == "job \(id): the job has no output \"docx\"")
    }
  }

  @Test func anyOutputCanBeShared() async throws {
    try await QueueFixture.withQueue { test async throws in
      let id = try await complete(test)
      func share(_ options: String) async throws -> String {
        try await test.database.query(
          """
          select d.sha256 from pressrun.deliveries d
          where d.id = (select pressrun.share($1, 'folder', $2::json))
          """, [.integer(id.rawValue), .text(options)]
        ).single().decode(0)
      }
      // The row is visible to the next statement only.
      _ = try await test.database.query(
        "select pressrun.share($1, 'folder', '{\"output\": \"text\"}')", [.integer(id.rawValue)])
      let shared = try await test.database.query(
        "select sha256 from pressrun.deliveries where job_id = $1 order by id desc limit 1", [.integer(id.rawValue)]
      ).single().decode(0, as: String.self)
      #expect(shared == Self.files[2].sha256)
      let error = await #expect(throws: PostgresError.self) { _ = try await share(#"{"output": "docx"}"#) }
      #expect(error?.message.contains("has no output \"docx\"") == true)
    }
  }

  @Test func malformedFilesAreRefusedBeforeTheDatabase() async throws {
    try await QueueFixture.withQueue { test async throws in
      let job = try await test.claimNew()
      for change: (inout Artifact) -> Void in [{ $0.output = "PDF " }, { $0.sha256 = "x" }, { $0.bytes = -1 }] {
        var files = Self.files
        change(&files[1])
        let error = await #expect(throws: QueueError.self) {
          try await test.queue.complete(job.ref, Completion(artifacts: files))
        }
        #expect(error?.code == .invalidArgument)
      }
      guard case .completed = try await test.queue.complete(job.ref, Completion(artifacts: Self.files)) else {
        Issue.record("not completed")
        return
      }
    }
  }
}
