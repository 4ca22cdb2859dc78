import Composition
import TestTraits
import Testing

@testable import Rendering

/// Reports of a renderer about its files are validated.
@Suite(.hangLimit) struct FileReportTests {
  private func report(_ files: FileReport...) -> RenderReport {
    var report = RenderReport(pages: [.init(width: 1, height: 2)])
    report.files = files
    return report
  }

  @Test func aBodyWithoutDescriptionIsOnePDF() throws {
    let files = try report().files(in: [1, 2], outputs: nil)
    #expect(files.map(\.format) == [.pdf] && files.map { Array($0.content) } == [[1, 2]] && files[0].pages.count == 1)
  }

  @Test func filesFollowEachOtherInTheBody() throws {
    let files = try report(
      FileReport(format: .pdf, name: "a.pdf", bytes: 1, pages: []),
      FileReport(format: .text, name: "a.txt", bytes: 2, pages: [])
    ).files(in: [1, 2, 3], outputs: nil)
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
    let error = #expect(throws: RenderingError.self) { try report(file).files(in: [1, 2, 3], outputs: nil) }
    #expect(error?.code == .protocolViolation)
  }

  private static let png: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
  private static let pdf = Array("%PDF-1.7".utf8)

  private func files(_ formats: [OutputFormat], _ contents: [[UInt8]], outputs: [OutputFormat]?) throws
    -> [OutputFormat]
  {
    var report = report()
    report.files = zip(formats, contents).map { FileReport(format: $0, name: "", bytes: $1.count, pages: []) }
    return try report.files(in: contents.flatMap { $0 }, outputs: outputs).map(\.format)
  }

  @Test func theFilesAreThoseOfTheKind() throws {
    let (pdf, png, text) = (Self.pdf, Self.png, Array("x".utf8))
    let outputs: [OutputFormat] = [.pdf, .png, .text]
    #expect(
      try files([.pdf, .png, .png, .text], [pdf, png, png, text], outputs: outputs) == [.pdf, .png, .png, .text])
    #expect(try files([.text], [text], outputs: outputs) == [.text])
    #expect(try files([], [pdf], outputs: nil) == [.pdf])
    for (formats, contents) in [
      ([.pdf, .pdf], [pdf, pdf]), ([.text, .pdf], [text, pdf]), ([.markdown], [text]), ([.pdf], [text]),
      ([.png], [pdf]),
      ([.text], [[0xFF]]), ([.bag], [pdf]), ([.jpeg], [[0xFF, 0xD8, 0xFF]]),
    ] as [([OutputFormat], [[UInt8]])] {
      let error = #expect(throws: RenderingError.self) { try files(formats, contents, outputs: outputs) }
      #expect(error?.code == .protocolViolation, "\(formats)")
    }
    // An answer without a description is a PDF, which not every kind makes.
    #expect(throws: RenderingError.self) { try report().files(in: pdf, outputs: [.text]) }
    #expect(throws: RenderingError.self) { try report().files(in: text, outputs: [.pdf]) }
  }

  @Test(arguments: ["a.txt\u{202E}fdp.pdf", "a:b.pdf", "con<.pdf", "a.exe", "a", ".pdf", "a/b.pdf", "a\u{7F}.pdf"])
  func aNameThatNoTemplateMakesIsRefused(name: String) {
    let file = FileReport(format: .pdf, name: name, bytes: 3, pages: [])
    #expect(throws: RenderingError.self) { try report(file).files(in: [1, 2, 3], outputs: nil) }
  }

  @Test func twoFilesWithOneNameAreRefused() {
    let file = FileReport(format: .text, name: "a.txt", bytes: 1, pages: [])
    #expect(throws: RenderingError.self) { try report(file, file).files(in: [1, 2], outputs: nil) }
  }

  @Test(arguments: [0, -1, Double.infinity, .nan, 1e9])
  func aPageWithoutASizeIsRefused(width: Double) {
    let file = FileReport(format: .pdf, name: "a.pdf", bytes: 1, pages: [.init(width: width, height: 10)])
    #expect(throws: RenderingError.self) { try report(file).files(in: [1], outputs: nil) }
  }
}
