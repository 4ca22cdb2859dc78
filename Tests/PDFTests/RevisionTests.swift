import ArchiveTesting
import TestTraits
import Testing

@testable import PDF

@Suite(.hangLimit) struct RevisionTests {
  @Test(arguments: [Fixture.table(), Fixture.stream(), Fixture.hybrid()])
  func everyUpdateIsARevision(base: [UInt8]) throws {
    let segment = try Fixture.noteSegment(base)
    let revisions = try PDFFile(bytes: base + segment).revisions()
    #expect(revisions.map(\.range) == [0..<base.count, base.count..<base.count + segment.count])
    #expect(revisions[1].objects.contains(PDFReference(3, 0)!))
    #expect(revisions[0].objects.map(\.number).starts(with: [1, 2, 3]))
    #expect(revisions[0].freed == [])
  }

  @Test func anEarlierRevisionCanBeOpened() throws {
    let base = Fixture.table()
    let whole = PDFBytes(parts: [base, try Fixture.noteSegment(base)])
    let file = try PDFFile(whole, length: base.count)
    #expect(file.sections.count == 1)
    #expect(file.startxref == Fixture.startxref(base))
  }
}
