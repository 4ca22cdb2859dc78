import ArchiveTesting
import Foundation
import PDF
import TestTraits
import Testing

@testable import Archives

@Suite(.hangLimit) struct FileVerificationTests {
  /// What may follow the `%%EOF` of a base belongs to the base: `append` accepted such bases, but the result was said to
  /// have bytes after its last revision.
  @Test(arguments: [
    "", "\n", " \n", "\n\n", "\r\r\n", "\n% written by a program\n", String(repeating: "\0", count: 300),
  ])
  func theEndOfABaseBelongsToIt(ending: String) throws {
    try Fixture.withFolder { folder in
      let base = ArchiveFixture.base.dropLast() + Array(ending.utf8)
      var reader = ArchiveFixture.Reader(file: Array(base))
      try base.withUnsafeBytes { try Data($0).write(to: URL(filePath: "\(folder)/base.pdf")) }
      for count in 0...2 {
        if count > 0 { _ = try reader.note("note \(count)") }
        let file = "\(folder)/\(count).pdf"
        try Data(reader.file).write(to: URL(filePath: file))
        for stated in ["\(folder)/base.pdf", nil] {
          let result = try FileVerification.verify(file, base: stated)
          #expect(result.fault == nil)
          #expect(result.proven.count { $0.contains("only annotates: 1 added") } == count)
        }
      }
    }
  }

  /// Regression: an update in one line that begins with a percent sign was a comment at the end of the base.
  @Test func anUpdateInACommentIsNoPartOfTheBase() throws {
    try Fixture.withFolder { folder in
      let base = Array(ArchiveFixture.base.dropLast())
      var reader = ArchiveFixture.Reader(file: base)
      _ = try reader.note("x")
      let update = reader.file.dropFirst(base.count).map { $0 == 0x0A || $0 == 0x0D ? 0x20 : $0 }
      // The offsets are those of the bytes without the percent sign, in the place of the first line end.
      try Data(base + [UInt8(ascii: "%")] + update.dropFirst()).write(to: URL(filePath: "\(folder)/a.pdf"))
      let revisions = try PDFFile(PDFBytes(path: "\(folder)/a.pdf")).revisions()
      #expect(revisions.first?.range.upperBound == base.count)
      #expect(try FileVerification.verify("\(folder)/a.pdf", base: nil).fault != nil)
    }
  }

  /// Bytes that are neither white space nor a comment may be the rest of an update.
  @Test func otherBytesAfterTheEndAreAFault() throws {
    try Fixture.withFolder { folder in
      try Data(ArchiveFixture.base + Array("6 0 obj".utf8)).write(to: URL(filePath: "\(folder)/a.pdf"))
      let result = try FileVerification.verify("\(folder)/a.pdf", base: nil)
      #expect(result.fault?.message.contains("7 bytes follow the last revision") == true)
    }
  }
}
