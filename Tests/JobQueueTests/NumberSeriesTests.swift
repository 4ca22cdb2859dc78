import Foundation
import Postgres
import TestSupport
import TestTraits
import Testing

@testable import JobQueue

/// Numbers without gaps.
@Suite(.hangLimit) struct NumberSeriesTests {
  /// `PRESSRUN_NUMBER_DRAWS=100000` makes the test of concurrent draws as long as stated.
  private static let draws =
    ProcessInfo.processInfo.environment["PRESSRUN_NUMBER_DRAWS"].flatMap { Int($0) } ?? 800

  @Test func aNumberIsWrittenByThePattern() async throws {
    try await QueueFixture.withQueue { test async throws in
      #expect(try await test.queue.defineNumberSeries("2026", pattern: "RE-2026-{number:3}", first: 99, tenant: "t"))
      #expect(try await test.queue.drawNumber("2026", uniqueKey: "a", tenant: "t") == "RE-2026-099")
      #expect(try await test.queue.drawNumber("2026", uniqueKey: "b", tenant: "t") == "RE-2026-100")
      #expect(try await test.queue.drawNumber("2026", uniqueKey: "a", tenant: "t") == "RE-2026-099")
      #expect(
        try await test.queue.numberSeries(of: "t") == [
          NumberSeries(name: "2026", pattern: "RE-2026-{number:3}", nextNumber: 101, issued: 2, voided: 0)
        ])
    }
  }

  @Test(arguments: [("{number}", "1000"), ("{number:3}", "1000"), ("A{number:6}/26", "A001000/26")])
  func numbersAreNotCut(pattern: String, text: String) async throws {
    try await QueueFixture.withQueue { test async throws in
      _ = try await test.queue.defineNumberSeries("s", pattern: pattern, first: 1000, tenant: "t")
      #expect(try await test.queue.drawNumber("s", uniqueKey: "k", tenant: "t") == text)
    }
  }

  @Test func sessionsAtTheSameTimeLeaveNoGapAndRepeatNothing() async throws {
    try await QueueFixture.withQueue { test async throws in
      _ = try await test.queue.defineNumberSeries("s", tenant: "t")
      let database = Database(DatabaseConfiguration(url: test.url, poolLimit: 8))
      // Each fourth transaction is rolled back after it has drawn, and each key is used by two sessions.
      let drawn = try await withThrowingTaskGroup(of: [String: String].self) { group in
        for session in 0..<8 {
          group.addTask {
            try await database.withConnection { connection async throws in
              var numbers: [String: String] = [:]
              for turn in 0..<(Self.draws / 8) {
                let key = "\(session / 2) \(turn)"
                try await connection.execute(script: "begin")
                let number = try await connection.query(
                  "select pressrun.draw_number('s', $1, 't')", [.text(key)]
                ).single().decode(0, as: String.self)
                let isKept = (turn + session) % 4 != 0
                try await connection.execute(script: isKept ? "commit" : "rollback")
                if isKept { numbers[key] = number }
              }
              return numbers
            }
          }
        }
        return try await group.reduce(into: [[String: String]]()) { $0.append($1) }
      }
      await database.close()
      var byKey: [String: Set<String>] = [:]
      for numbers in drawn { for (key, number) in numbers { byKey[key, default: []].insert(number) } }
      #expect(byKey.values.allSatisfy { $0.count == 1 })
      #expect(Set(byKey.values.flatMap(\.self)).count == byKey.count)
      let issued = try await test.database.query(
        "select count(*)::int, min(number)::int, max(number)::int, count(distinct unique_key)::int from pressrun.issued_numbers"
      ).single()
      let count = try issued.decode(0, as: Int.self)
      #expect(try issued.decode(1, as: Int.self) == 1)
      #expect(try issued.decode(2, as: Int.self) == count)
      #expect(try issued.decode(3, as: Int.self) == count && count == byKey.count)
    }
  }

  @Test func aVoidNumberIsRecordedAndNotIssuedAgain() async throws {
    try await QueueFixture.withQueue { test async throws in
      _ = try await test.queue.defineNumberSeries("s", tenant: "t")
      #expect(try await test.queue.drawNumber("s", uniqueKey: "a", tenant: "t") == "1")
      #expect(try await test.queue.voidNumber("1", of: "s", reason: "wrong customer", tenant: "t"))
      #expect(try await !test.queue.voidNumber("1", of: "s", reason: "again", tenant: "t"))
      let error = await #expect(throws: QueueError.self) {
        try await test.queue.drawNumber("s", uniqueKey: "a", tenant: "t")
      }
      #expect(error?.code == .invalidArgument && error?.message.contains("void") == true)
      #expect(try await test.queue.drawNumber("s", uniqueKey: "b", tenant: "t") == "2")
      let issued = try await test.queue.issuedNumbers(of: "s", tenant: "t")
      #expect(issued.map(\.voidReason) == ["wrong customer", nil] && issued.map(\.uniqueKey) == ["a", "b"])
      #expect(try await test.queue.issuedNumbers(of: "s", tenant: "t", after: 1).map(\.number) == [2])
      #expect(
        try await test.count("select count(*)::int from pressrun.audit_log where action = 'number.void'") == 1)
    }
  }

  @Test func tenantsHaveSeriesOfTheirOwn() async throws {
    try await QueueFixture.withQueue { test async throws in
      for tenant in ["a", "b"] { _ = try await test.queue.defineNumberSeries("s", tenant: tenant) }
      #expect(try await test.queue.drawNumber("s", uniqueKey: "k", tenant: "a") == "1")
      #expect(try await test.queue.drawNumber("s", uniqueKey: "k", tenant: "b") == "1")
      await #expect(throws: QueueError.self) {
        try await test.queue.voidNumber("1", of: "s", reason: "r", tenant: "c")
      }
    }
  }

  @Test func aSeriesIsDefinedOnce() async throws {
    try await QueueFixture.withQueue { test async throws in
      #expect(try await test.queue.defineNumberSeries("s", tenant: "t"))
      _ = try await test.queue.drawNumber("s", uniqueKey: "k", tenant: "t")
      #expect(try await !test.queue.defineNumberSeries("s", tenant: "t"))
      for (pattern, first) in [("X{number}", 1 as Int64), ("{number}", 7)] {
        let error = await #expect(throws: QueueError.self) {
          try await test.queue.defineNumberSeries("s", pattern: pattern, first: first, tenant: "t")
        }
        #expect(error?.code == .invalidArgument)
      }
    }
  }

  @Test(arguments: [
    "", "no number", "{number}{number}", "{number:0}", "{number:19}", "{x}{number}", "{number", "\u{1}{number}",
  ])
  func otherPatternsAreRefused(pattern: String) async throws {
    try await QueueFixture.withQueue { test async throws in
      let error = await #expect(throws: QueueError.self) {
        try await test.queue.defineNumberSeries("s", pattern: pattern, tenant: "t")
      }
      #expect(error?.code == .invalidArgument)
    }
  }

  @Test func unknownSeriesAndKeysAreRefused() async throws {
    try await QueueFixture.withQueue { test async throws in
      _ = try await test.queue.defineNumberSeries("s", tenant: "t")
      for (series, key) in [("other", "k"), ("s", ""), ("s", String(repeating: "k", count: 201))] {
        let error = await #expect(throws: QueueError.self) {
          try await test.queue.drawNumber(series, uniqueKey: key, tenant: "t")
        }
        #expect(error?.code == .invalidArgument)
      }
    }
  }

  @Test func aDrawReadsOneNumberOfMany() async throws {
    try await QueueFixture.withQueue { test async throws in
      _ = try await test.queue.defineNumberSeries("s", first: 100_001, tenant: "t")
      try await test.database.execute(
        script: """
          insert into pressrun.issued_numbers (tenant, series, number, text, unique_key)
          select 't', 's', n, n, 'key ' || n from generate_series(1, 100000) n;
          analyze pressrun.issued_numbers;
          """)
      let plan = try await test.database.query(
        "explain select * from pressrun.issued_numbers i where i.tenant = 't' and i.series = 's' and i.unique_key = 'key 7'"
      ).map { try $0.decode(0, as: String.self) }.joined()
      #expect(plan.contains("Index Scan using issued_numbers_unique_key"))
      #expect(try await test.queue.drawNumber("s", uniqueKey: "key 7", tenant: "t") == "7")
      #expect(try await test.queue.drawNumber("s", uniqueKey: "new", tenant: "t") == "100001")
    }
  }
}
