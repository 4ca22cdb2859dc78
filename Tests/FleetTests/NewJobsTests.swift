import Composition
import Testing

@testable import Fleet

@Suite struct NewJobsTests {
  @Test func aPayloadIsKeptToTheLetter() throws {
    let text = #"{ "price" : 1.10, "x":1e3 }"#
    let job = try NewJobs.job(Array(text.utf8), kind: "invoice", place: "a.json")
    #expect(job.kind == "invoice")
    #expect(String(decoding: job.payload, as: UTF8.self) == text)
  }

  @Test func aJobFileSaysItsKindTenantAndDestination() throws {
    let text = #"{"kind": "note", "tenant": "north", "destination": "print", "payload": {"price": 1.10}}"#
    let job = try NewJobs.job(Array(text.utf8), kind: nil, place: "a.json")
    #expect([job.kind, job.tenant, job.destination] == ["note", "north", "print"])
    #expect(String(decoding: job.payload, as: UTF8.self) == #"{"price":1.10}"#)
  }

  @Test func blankLinesArePassedOver() throws {
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
