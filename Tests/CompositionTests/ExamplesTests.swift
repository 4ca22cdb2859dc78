import Foundation
import TestTraits
import Testing

@testable import Composition

@Suite(.hangLimit) struct ExamplesTests {
  private static let files: [String] =
    ((try? FileManager.default.contentsOfDirectory(atPath: Project.root + "/Jobs/examples")) ?? [])
    .filter { $0.hasSuffix(".json") }.sorted()

  @Test func everyKindHasExamples() throws {
    let kinds = try Self.files.map { try Self.job($0).kind }
    #expect(try Set(kinds) == Set(Project.kinds().names))
  }

  @Test(arguments: files)
  func exampleIsComposedWithoutWarnings(file: String) throws {
    let job = try Self.job(file)
    let kinds = try Project.kinds()
    let composed = try DocumentComposer(kinds: kinds).compose(
      kind: job.kind, payload: Array(job.payload.text.utf8), job: Project.job)
    #expect(composed.warnings == [])
    #expect(try kinds.kind(named: job.kind).destinations.allows(try #require(job.destination)))
  }

  private static func job(_ file: String) throws -> JobFile {
    try JobFile(Array(try #require(FileManager.default.contents(atPath: Project.root + "/Jobs/examples/" + file))))
  }
}
