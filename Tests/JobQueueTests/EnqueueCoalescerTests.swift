import Postgres
import Synchronization
import TestSupport
import TestTraits
import Testing

@testable import JobQueue

/// Statements of a coalescer. Each waits until the test answers it.
private final class Statements: Sendable {
  typealias Answers = CheckedContinuation<[Enqueued], any Error>
  struct Sent: Sendable {
    /// The payloads of its jobs.
    var jobs: [String]
    var answers: Answers

    func succeed() {
      answers.resume(returning: jobs.map { Enqueued(id: JobID(rawValue: Int64($0) ?? 0), inserted: true) })
    }
  }

  private let sent = AsyncStream.makeStream(of: Sent.self)

  func coalescer() -> EnqueueCoalescer {
    EnqueueCoalescer(one: { try await self.send([$0])[0] }, each: { try await self.send($0) })
  }

  /// The next statement that the coalescer sends.
  func next() async -> Sent? { await sent.stream.first { _ in true } }

  private func send(_ jobs: [NewJob]) async throws -> [Enqueued] {
    try await withCheckedThrowingContinuation {
      sent.continuation.yield(Sent(jobs: jobs.map { String(decoding: $0.payload, as: UTF8.self) }, answers: $0))
    }
  }
}

/// The answers to the callers of a coalescer.
private final class Callers: Sendable {
  private let answers = AsyncStream.makeStream(of: (payload: String, result: Result<Enqueued, any Error>).self)

  /// Adds jobs whose ids will be the numbers that are their payloads.
  func add(_ numbers: ClosedRange<Int>, to coalescer: EnqueueCoalescer, _ change: (inout NewJob) -> Void = { _ in }) {
    for number in numbers {
      var job = NewJob(kind: "note", payload: Array("\(number)".utf8))
      change(&job)
      coalescer.add(job) { self.answers.continuation.yield(("\(number)", $0)) }
    }
  }

  /// The next answers: for each payload the id of its job, or the error.
  func next(_ count: Int) async -> [String: String] {
    var found: [String: String] = [:]
    for await (payload, result) in answers.stream {
      switch result {
      case .success(let enqueued): found[payload] = "\(enqueued.id)"
      case .failure(let error): found[payload] = (error as? QueueError)?.code.rawValue ?? "\(error)"
      }
      if found.count == count { break }
    }
    return found
  }
}

@Suite(.hangLimit) struct EnqueueCoalescerTests {
  /// A coalescer whose statements for the jobs 1 and 2 run: further jobs wait until one of them ends.
  private func twoRunningStatements() async throws -> (
    Statements, Callers, EnqueueCoalescer, first: Statements.Sent, second: Statements.Sent
  ) {
    let statements = Statements()
    let callers = Callers()
    let coalescer = statements.coalescer()
    callers.add(1...1, to: coalescer)
    let first = try #require(await statements.next())
    callers.add(2...2, to: coalescer)
    let second = try #require(await statements.next())
    return (statements, callers, coalescer, first, second)
  }

  @Test func jobsThatArriveWhileTwoStatementsRunShareTheNextOne() async throws {
    // Nobody waits while fewer than two statements run.
    let (statements, callers, coalescer, first, second) = try await twoRunningStatements()
    #expect([first.jobs, second.jobs] == [["1"], ["2"]])
    callers.add(3...7, to: coalescer)
    first.succeed()
    let third = try #require(await statements.next())
    #expect(third.jobs == ["3", "4", "5", "6", "7"])
    second.succeed()
    third.succeed()
    #expect(await callers.next(7) == Dictionary(uniqueKeysWithValues: (1...7).map { ("\($0)", "\($0)") }))
  }

  @Test func statementHasALimitedNumberOfJobs() async throws {
    let (statements, callers, coalescer, first, second) = try await twoRunningStatements()
    callers.add(3...152, to: coalescer)
    first.succeed()
    let third = try #require(await statements.next())
    #expect(third.jobs.count == EnqueueCoalescer.jobsPerStatement)
    second.succeed()
    let fourth = try #require(await statements.next())
    #expect(fourth.jobs.count == 150 - EnqueueCoalescer.jobsPerStatement)
    third.succeed()
    fourth.succeed()
    #expect(await callers.next(152).count == 152)
  }

  @Test func jobsWithOtherPropertiesDoNotWaitForEachOther() async throws {
    let statements = Statements()
    let callers = Callers()
    let coalescer = statements.coalescer()
    var sent: [Statements.Sent] = []
    for tenant in ["a", "b", "c"] {
      callers.add(1...1, to: coalescer) { $0.tenant = tenant }
      sent.append(try #require(await statements.next()))
    }
    #expect(sent.map(\.jobs) == [["1"], ["1"], ["1"]])
    for statement in sent { statement.succeed() }
  }

  @Test func eachCallerReceivesTheErrorOfItsOwnJob() async throws {
    let (statements, callers, coalescer, first, second) = try await twoRunningStatements()
    callers.add(3...5, to: coalescer)
    first.succeed()
    let refused = try #require(await statements.next())
    #expect(refused.jobs == ["3", "4", "5"])
    refused.answers.resume(throwing: QueueError(code: .queueFull, message: "full"))
    for payload in ["3", "4", "5"] {
      let alone = try #require(await statements.next())
      #expect(alone.jobs == [payload])
      if payload == "5" {
        alone.answers.resume(throwing: QueueError(code: .queueFull, message: "full"))
      } else {
        alone.succeed()
      }
    }
    second.succeed()
    #expect(await callers.next(5) == ["1": "1", "2": "2", "3": "3", "4": "4", "5": "queueFull"])
  }

  /// After a lost connection the jobs may exist; a second statement could enqueue them again.
  @Test func jobsAreNotSentAgainAfterALostConnection() async throws {
    let (statements, callers, coalescer, first, second) = try await twoRunningStatements()
    callers.add(3...4, to: coalescer)
    first.succeed()
    let lost = try #require(await statements.next())
    lost.answers.resume(throwing: PostgresError(code: .connectionLost, message: "lost"))
    callers.add(5...5, to: coalescer)
    let next = try #require(await statements.next())
    #expect(next.jobs == ["5"])
    second.succeed()
    next.succeed()
    #expect(await callers.next(5) == ["1": "1", "2": "2", "3": "lost", "4": "lost", "5": "5"])
  }

  @Test func combinedJobsAreTheSameAsJobsAlone() async throws {
    try await QueueFixture.withQueue { test async throws in
      let trace = TraceParent("00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01")
      var jobs = (1...3).map {
        NewJob(
          kind: "note", payload: Array("{ \"n\" : \($0), \"s\": \"\\\"{},\" }".utf8), tenant: "t", destination: "none",
          priority: 7, maxAttempts: 2, queue: "other", batch: "b")
      }
      jobs[1].traceParent = trace
      let enqueued = try await test.queue.enqueue(each: jobs)
      #expect(enqueued.map(\.inserted) == [true, true, true])
      #expect(enqueued.map(\.id.rawValue) == enqueued.map(\.id.rawValue).sorted())
      let alone = try await test.queue.enqueue(jobs[0])
      let columns: Statement = """
        select kind || tenant || queue || priority || state || max_attempts || destination || destination_chosen
          || (batch_id is not null), coalesce(traceparent, ''), payload::text
        from pressrun.jobs join pressrun.payloads on job_id = id order by id
        """
      var rows: [[String]] = []
      for row in try await test.database.query(columns) {
        rows.append([try row.decode(0), try row.decode(1), try row.decode(2)])
      }
      #expect(Set(rows.map { $0[0] }).count == 1 && rows.count == 4)
      #expect(rows.map { $0[1] } == ["", trace?.text ?? "", "", ""])
      #expect(rows.map { $0[2] } == (jobs + [jobs[0]]).map { String(decoding: $0.payload, as: UTF8.self) })
      #expect(alone.inserted)
    }
  }

  @Test func callersAtTheSameTimeReceiveTheirOwnJobs() async throws {
    try await QueueFixture.withQueue { test async throws in
      let coalescer = EnqueueCoalescer(test.queue)
      let stored = try await withThrowingTaskGroup(of: (String, JobID?).self) { group in
        for number in 1...60 {
          // Every tenth is no JSON and is refused alone.
          let payload = number % 10 == 0 ? "{" : "\(number)"
          group.addTask {
            do {
              return (payload, try await coalescer.enqueue(NewJob(kind: "note", payload: Array(payload.utf8))).id)
            } catch let error as QueueError where error.code == .invalidPayload {
              return (payload, nil)
            }
          }
        }
        var stored: [JobID: String] = [:]
        for try await (payload, id) in group {
          #expect((id == nil) == (payload == "{"))
          if let id { stored[id] = payload }
        }
        return stored
      }
      #expect(stored.count == 54)
      for row in try await test.database.query("select job_id, payload::text from pressrun.payloads") {
        #expect(stored[JobID(rawValue: try row.decode(0))] == (try row.decode(1, as: String.self)))
      }
      #expect(try await test.count("select count(*)::int from pressrun.payloads") == 54)
    }
  }
}
