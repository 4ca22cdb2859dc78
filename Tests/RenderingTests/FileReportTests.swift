import TestTraits
import Testing

@testable import Rendering

/// What a renderer says of its files is not trusted.
@Suite(.hangLimit) struct FileReportTests {
  private func report(_ files: FileReport...) -> RenderReport {
    var report = RenderReport(pages: [.init(width: 1, height: 2)])
    report.files = files
    return report
  }

  @Test func aBodyWithoutDescriptionIsOnePDF() throws {
    let files = try report().files(in: [1, 2])
    #expect(files.map(\.format) == [.pdf] && files.map { Array($0.content) } == [[1, 2]] && files[0].pages.count == 1)
  }

  @Test func filesFollowEachOtherInTheBody() throws {
    let files = try report(
      FileReport(format: .pdf, name: "a.pdf", bytes: 1, pages: []),
      FileReport(format: .text, name: "a.txt", bytes: 2, pages: [])
    ).files(in: [1, 2, 3])
    #expect(files.map { Array($0.content) } == [[1], [2, 3]])
    #expect(files.map(\.name) == ["a.pdf", "a.txt"])
  }

  @Test(arguments: [
    FileReport(format: .text, name: "a", bytes: 4, pages: []),
    FileReport(format: .text, name: "a", bytes: 2, pages: []),
    FileReport(format: .text, name: "a", bytes: -1, pages: []),
    FileReport(format: .text, name: "../a", bytes: 3, pages: []),
    FileReport(format: .text, name: ".a", bytes: 3, pages: []),
    FileReport(format: .text, name: "a\n", bytes: 3, pages: []),
    FileReport(format: .htmlMail, name: "a", bytes: 3, pages: []),
  ])
  func anInvalidDescriptionIsRefused(file: FileReport) {
    let error = #expect(throws: RenderingError.self) { try report(file).files(in: [1, 2, 3]) }
    #expect(error?.code == .protocolViolation)
  }
}
