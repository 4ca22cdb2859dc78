import Foundation
import ProgramTesting
import TestTraits
import Testing

@testable import Composition

/// The shipped templates' pages of each size class as text with its layout (`Golden`), which a person can compare.
///
/// With the environment variable PRESSRUN_RECORD the files are written with the present results.
@Suite(.hangLimit) struct GoldenPageTests {
  @Test(arguments: ["note", "invoice-8", "statement"], SizeClassTests.sizes)
  func pagesAreThoseRecorded(example: String, size: String) throws {
    let rendered = try Project.example(example, on: size)
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("golden-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try Data(rendered.pdf).write(to: folder.appendingPathComponent("a.pdf"))
    let found = try text(of: folder.appendingPathComponent("a.pdf").path)

    let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("Golden/\(example)-\(size.replacing(" ", with: "-")).txt")
    if ProcessInfo.processInfo.environment["PRESSRUN_RECORD"] != nil {
      try found.write(to: file, atomically: true, encoding: .utf8)
    }
    #expect(try String(contentsOf: file, encoding: .utf8) == found)
  }

  /// The text of each page, separated by lines of `====`, without white space at the ends of lines.
  private func text(of path: String) throws -> String {
    let text = try TestProgram.output(["pdftotext", "-layout", "-enc", "UTF-8", path, "-"])
    let pages = text.split(separator: "\u{C}").filter { !$0.allSatisfy(\.isWhitespace) }
    return pages.map { page in
      page.split(separator: "\n", omittingEmptySubsequences: false)
        .map { $0.replacing(/\s+$/, with: "") }.joined(separator: "\n")
        .trimmingCharacters(in: .newlines)
    }.joined(separator: "\n====\n") + "\n"
  }
}
