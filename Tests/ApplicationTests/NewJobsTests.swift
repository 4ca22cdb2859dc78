import Composition
import Foundation
import TestTraits
import Testing

@testable import Application

@Suite(.hangLimit) struct NewJobsTests {
  @Test func aPayloadIsStoredUnchanged() throws {
    let text = #"{ "price" : 1.10, "x":1e3 }"#
    let job = try NewJobs.job(Array(text.utf8), kind: "invoice", place: "a.json")
    #expect(job.kind == "invoice")
    #expect(String(decoding: job.payload, as: UTF8.self) == text)
  }

  @Test func aJobFileSetsKindTenantAndDestination() throws {
    let text = #"{"kind": "note", "tenant": "north", "destination": "print", "payload": {"price": 1.10}}"#
    let job = try NewJobs.job(Array(text.utf8), kind: nil, place: "a.json")
    #expect([job.kind, job.tenant, job.destination] == ["note", "north", "print"])
    #expect(String(decoding: job.payload, as: UTF8.self) == #"{"price":1.10}"#)
  }

  @Test func aLineMaySetEveryFieldOfAJob() throws {
    let line = #"""
      {"kind": "note", "payload": {}, "priority": -2, "run_at": "2026-01-31T12:00:00+01:00", "unique_key": "k", \#
      "unique_for": "12h", "max_attempts": 7, "queue": "night", "batch": "b"}
      """#
    let job = try #require(try NewJobs.lines(Array(line.utf8), kind: nil).first)
    #expect(job.priority == -2 && job.maxAttempts == 7)
    #expect(job.runAt == Date(timeIntervalSince1970: 1_769_857_200))
    #expect([job.uniqueKey, job.queue, job.batch] == ["k", "night", "b"])
    #expect(job.uniqueFor == .seconds(43_200))
  }

  @Test(arguments: [
    (#""priority": "high""#, "priority"), (#""priority": 1.5"#, "priority"), (#""priority": 3000000000"#, "priority"),
    (#""run_at": "tomorrow""#, "run_at"), (#""unique_key": "", "queue": "q""#, "unique_key"),
    (#""unique_key": "k", "unique_for": "0s""#, "unique_for"), (#""unique_for": "1h""#, "unique_for"),
    (#""unique_key": "k", "unique_for": "-1h""#, "unique_for"), (#""max_attempts": 0"#, "max_attempts"),
    (#""queue": 1"#, "queue"), (#""queue": "no way""#, "queue"), (#""batch": "a\nb""#, "batch"),
    (#""tenant": """#, "tenant"), (#""prioritty": 1"#, "prioritty"),
  ])
  func anInvalidFieldIsNamedWithItsLine(_ member: String, _ name: String) {
    let text = #"{"kind": "note", "payload": {}}"# + "\n" + #"{"kind": "note", "payload": {}, \#(member)}"#
    let error = #expect(throws: CompositionError.self) { try NewJobs.lines(Array(text.utf8), kind: nil) }
    #expect(error?.place == "line 2: $.\(name)")
  }

  @Test func blankLinesAreSkipped() throws {
    let jobs = try NewJobs.lines(Array("{\"a\":1}\n\n  \r\n{\"a\":2}\n".utf8), kind: "note")
    #expect(jobs.map { String(decoding: $0.payload, as: UTF8.self) } == [#"{"a":1}"#, #"{"a":2}"#])
  }

  @Test func anErrorNamesTheLineOfTheInput() {
    let error = #expect(throws: CompositionError.self) { try NewJobs.lines(Array("{}\n{]".utf8), kind: "note") }
    #expect(error?.place == "line 2, column 2")
  }

  @Test func anErrorNamesTheFile() {
    let error = #expect(throws: CompositionError.self) {
      try NewJobs.job(Array("{]".utf8), kind: "note", place: "a.json")
    }
    #expect(error?.place == "a.json: line 1, column 2")
  }
}
