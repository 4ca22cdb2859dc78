import ArchiveTesting
import TestTraits
import Testing

@testable import PDF

/// A base must not need repair: each object begins at its offset in the cross-reference sections.
@Suite(.hangLimit) struct CrossReferenceCheckTests {
  private func check(_ bytes: [UInt8], limit: Int = 10_000) throws {
    var limits = PDFLimits()
    limits.checkedObjects = limit
    try PDFFile(bytes: bytes, limits: limits).checkCrossReference()
  }

  @Test(arguments: [Fixture.table(), Fixture.stream(), Fixture.hybrid()])
  func aValidFilePasses(file: [UInt8]) throws { try check(file) }

  /// The object is not referred to, so no reader would notice.
  @Test func aMissingObjectIsNamed() throws {
    let file = Fixture.table(Fixture.onePage + ["(unused)"])
    try check(file)
    let number = Fixture.onePage.count + 1
    for found in ["\(number) 1 obj", "9 0 obj", "\(number) 0 ob "] {
      expect(.crossReference) { try check(file.replacing("\(number) 0 obj", found)) }
    }
  }

  @Test func anObjectBeyondTheEndIsAnError() throws {
    let file = Fixture.table(Fixture.onePage + ["(unused)"])
    guard case .inUse(let offset, _)? = try PDFFile(bytes: file).table[Fixture.onePage.count + 1] else {
      Issue.record("The fixture has no such object.")
      return
    }
    expect(.crossReference) { try check(file.replacing(Fixture.row(offset), Fixture.row(9_999_999))) }
  }

  /// A revision truncated at any byte is found, although an earlier revision ends properly.
  @Test(arguments: [Fixture.table(), Fixture.stream(), Fixture.hybrid()])
  func aTruncatedRevisionIsAnError(base: [UInt8]) throws {
    let update = try Fixture.noteSegment(base)
    try check(base + update)
    try check(base + Array("\r\n\0 % more\n".utf8))
    for count in 1..<min(update.count - 20, 1_500) where update[count - 1] > 0x20 {
      #expect(throws: PDFError.self, "cut after \(count)") { try check(base + update[..<count]) }
    }
  }

  @Test func ofALargeFileASampleIsChecked() throws {
    let objects = Fixture.onePage + (0..<40).map { "(\($0))" }
    let file = Fixture.table(objects)
    let damaged = file.replacing("\(objects.count) 0 obj", "\(objects.count) 0 ob ")
    expect(.crossReference) { try check(damaged, limit: objects.count + 1) }
    #expect(try PDFFile(bytes: file).table.sample(10).count <= 10)
    try check(damaged, limit: 2)
  }
}
