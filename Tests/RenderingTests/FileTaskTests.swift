import ArchiveTesting
import OperatingSystem
import PDF
import TestTraits
import Testing

@testable import Rendering

/// The process for PDF files, and the checks of its output by the caller. `GotenbergTests` and `LinkRoutesTests` run
/// the process.
@Suite(.hangLimit) struct FileTaskTests {
  private static func file(title: String, pages: Int) -> [UInt8] {
    let kids = (0..<pages).map { "\($0 + 4) 0 R" }.joined(separator: " ")
    return Fixture.table(
      [
        "<</Type/Catalog/Pages 2 0 R>>", "<</Type/Pages/Kids[\(kids)]/Count \(pages)>>",
        "<</Title(\(title))/Author(Ann)/CreationDate(D:20260131120000+01'00')>>",
      ] + (0..<pages).map { _ in "<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 100]>>" }, trailer: "/Info 3 0 R")
  }

  private static func merged(_ files: [[UInt8]], _ options: FileMergeOptions) throws -> PDFFile {
    let (answer, file) = FileTask.merge(options).run(files)
    guard case .merged = answer else { throw Unexpected(answer: "\(answer)") }
    return try PDFFile(bytes: file)
  }

  private struct Unexpected: Error { var answer: String }

  private static func failure(_ task: FileTask, _ files: [[UInt8]]) -> FileTaskFailure? {
    guard case (.failed(let failure), _) = task.run(files) else { return nil }
    return failure
  }

  @Test func theTitleIsRead() {
    guard case (.title(let title), _) = FileTask.title.run([Self.file(title: "Plan", pages: 1)]) else {
      Issue.record("no title")
      return
    }
    #expect(title == "Plan")
  }

  @Test func metadataHasTheNamesOfExifTool() throws {
    guard case (.metadata(let texts), _) = FileTask.metadata.run([Self.file(title: "Plan", pages: 2)]) else {
      Issue.record("no metadata")
      return
    }
    #expect(
      texts == [
        #"{"PDFVersion":1.7,"MIMEType":"application/pdf","PageCount":2,"Title":"Plan","Author":"Ann","#
          + #""CreateDate":"2026:01:31 12:00:00+01:00"}"#
      ])
  }

  @Test func filesAreMergedWithTheInformationOfTheFirst() throws {
    let options = FileMergeOptions(information: [.init("Title", .text("Both")), .init("Author", .none)])
    let file = try Self.merged([Self.file(title: "A", pages: 1), Self.file(title: "B", pages: 2)], options)
    #expect(try file.pages().count == 3)
    let information = try file.resolve(file.trailer["Info"]).dictionary
    #expect(information?["Title"].string.map { TextString.decode($0) } == "Both")
    #expect(information?["Author"].isNull == true)
  }

  @Test func pagesAreSelected() throws {
    let file = Self.file(title: "A", pages: 5)
    let options = FileMergeOptions(pages: [PageRange(first: 4, last: nil), PageRange(first: 1, last: 1)])
    #expect(try Self.merged([file], options).pages().count == 3)
    let outside = FileTask.merge(FileMergeOptions(pages: [PageRange(first: 6, last: 9)]))
    #expect(Self.failure(outside, [file]) == .noPages(count: 5))
  }

  @Test func aFileThatIsNotAPDFIsNamed() {
    let files = [Self.file(title: "A", pages: 1), Array("no PDF".utf8)]
    for task in [FileTask.metadata, .title, .merge(FileMergeOptions())] {
      guard case .file(let index, let message) = Self.failure(task, files) else {
        Issue.record("no failure")
        continue
      }
      #expect(index == 1 && !message.isEmpty)
    }
  }

  @Test func aTaskIsTheSameAfterItWasSent() throws {
    let output = LengthFrame.frame([1, 2]) + LengthFrame.frame([])
    #expect(LengthFrame.contents(of: output) == [[1, 2], []])
    for damaged in [Array(output.dropLast()), output + [0], [255] + output.dropFirst()] {
      #expect(LengthFrame.contents(of: damaged) == nil)
    }
  }

  /// A process that was taken over may answer anything.
  @Test(arguments: ["exit 1", "cat >/dev/null; echo no frame", "cat"])
  func otherAnswersAreErrors(script: String) async {
    let runner = FileTaskRunner(program: .init(path: "/bin/sh", arguments: ["-c", script]), time: .seconds(2))
    await #expect(throws: RenderingError.self) { try await runner.title(of: Self.file(title: "A", pages: 1)) }
  }

  @Test func furtherTasksAreRefusedWhenTooManyWait() async {
    let runner = FileTaskRunner(program: .init(path: "/bin/cat", arguments: []), limit: 0, queueLimit: 0)
    await #expect { try await runner.title(of: []) } throws: { ($0 as? RenderingError)?.code == .busy }
  }
}
