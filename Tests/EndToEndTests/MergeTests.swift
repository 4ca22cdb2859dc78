import Foundation
import PDF
import TestTraits
import Testing

/// `pressrun merge`.
@Suite(.hangLimit) struct MergeTests {
  @Test func filesBecomeOneWithAnOutline() async throws {
    try await TestInstallation.with { installation in
      let page = try installation.file("page.html", "<title>First</title><h1>Head</h1><p>One page.")
      let first = installation.folder + "/first.pdf"
      try await installation.pressrun("render", page, "-o", first)
      let scan = installation.folder + "/scan.pdf"
      try Data(PDFSamples.onePage).write(to: URL(fileURLWithPath: scan))
      let list = try installation.file("list.txt", scan + "\n" + first + "\n")
      let out = installation.folder + "/out.pdf"
      let result = try await installation.pressrun("merge", first, "--files-from", list, "-o", out, "--restorable")
      #expect(result.output.isEmpty && result.errors.isEmpty)
      let file = try PDFFile(path: out)
      #expect(try file.pages().count == 3)
      #expect(try file.title() == "First")
      #expect(try titles(in: file) == ["First", "scan", "First"])

      let parts = installation.folder + "/parts"
      try await installation.pressrun("artifacts", "split", out, "-o", parts)
      for (name, original) in [("001", first), ("002", scan), ("003", first)] {
        let restored = try Data(contentsOf: URL(fileURLWithPath: "\(parts)/\(name).pdf"))
        #expect(try restored == Data(contentsOf: URL(fileURLWithPath: original)))
      }

      try await installation.pressrun("merge", first, scan, "-o", out, "--no-outline", "--title", "Both")
      let flat = try PDFFile(path: out)
      #expect(try flat.title() == "Both")
      // The outline of the first file itself.
      #expect(try titles(in: flat) == ["Head"])
      #expect(try flat.originals().isEmpty)

      try await installation.pressrun(
        "merge", "-", first, "-o", out, input: String(decoding: PDFSamples.onePage, as: UTF8.self))
      #expect(try PDFFile(path: out).pages().count == 2)
    }
  }

  @Test func aDamagedFileIsNamedAndNothingIsWritten() async throws {
    try await TestInstallation.with { installation in
      let scan = installation.folder + "/scan.pdf"
      try Data(PDFSamples.onePage).write(to: URL(fileURLWithPath: scan))
      let damaged = try installation.file("damaged.pdf", "%PDF-1.7 and nothing else")
      let out = installation.folder + "/out.pdf"
      let result = try await installation.pressrun("merge", scan, damaged, "-o", out, status: 2)
      #expect(result.errors.contains("damaged.pdf"))
      let missing = try await installation.pressrun(
        "merge", scan, installation.folder + "/none.pdf", "-o", out, status: 2)
      #expect(missing.errors.contains("none.pdf"))
      let list = try installation.file("list.txt", installation.folder + "/none.pdf\n")
      let listed = try await installation.pressrun("merge", "--files-from", list, "-o", out, status: 2)
      #expect(listed.errors.contains("none.pdf"))
      let empty = try await installation.pressrun("merge", "-o", out, status: 2)
      #expect(empty.errors.contains("--files-from"))
      #expect(!FileManager.default.fileExists(atPath: out))
    }
  }

  /// Regression: the hint spoke of bases of archives.
  @Test func anEncryptedFileIsRefusedWithWhatToDo() async throws {
    try await TestInstallation.with { installation in
      let page = try installation.file("page.html", "<title>First</title><p>One page.")
      let secret = try installation.file("secret.txt", "open sesame\n")
      let file = installation.folder + "/encrypted.pdf"
      try await installation.pressrun("render", page, "-o", file, "--password-file", secret)
      let merged = try await installation.pressrun("merge", file, "-o", installation.folder + "/out.pdf", status: 2)
      #expect(merged.errors.contains("makes a copy that can be merged") && !merged.errors.contains("base"))
    }
  }

  /// The titles of the first level of the outline.
  private func titles(in file: PDFFile) throws -> [String] {
    let outline = try file.resolve(file.catalog()["Outlines"]).dictionary
    var titles: [String] = []
    var next = try file.resolve(outline?["First"] ?? .null).dictionary
    while let item = next {
      titles.append(try String(decoding: file.resolve(item["Title"]).string ?? [], as: UTF8.self))
      next = try file.resolve(item["Next"]).dictionary
    }
    return titles
  }
}
