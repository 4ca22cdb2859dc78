import ArchiveTesting
import TestTraits
import Testing

@testable import Archives
@testable import PDF

@Suite(.hangLimit) struct InspectionTests {
  @Test func revisionListsChanges() throws {
    let base = Fixture.table()
    let file = try PDFFile(bytes: base + Fixture.noteSegment(base))
    let revisions = try file.revisions()
    let older = Set(revisions[0].objectNumbers)
    let changes = file.changes(in: revisions[1], older: older, limit: 10)
    #expect(
      changes == [
        ObjectChange(number: 3, action: .replaced, role: "page"),
        ObjectChange(number: 4, action: .added, role: "annotation Text"),
      ])
    #expect(file.changes(in: revisions[1], older: older, limit: 1).count == 1)
  }

  @Test func changesInObjectStreamsAreRead() throws {
    let file = try PDFFile(bytes: Fixture.stream())
    let roles = file.changes(in: try file.revisions()[0], older: [], limit: 10).map(\.role)
    #expect(roles == ["catalog", "pages", "page", "object stream", "cross-reference stream"])
  }

  @Test func replacedObjectIsReadFromItsRevision() throws {
    let base = Fixture.annotated
    let first = try Fixture.noteSegment(base)
    let file = try PDFFile(bytes: base + first + Fixture.noteSegment(base + first))
    let revisions = try file.revisions()
    #expect(file.changes(in: revisions[1], older: [3], limit: 1).first?.role == "page")
  }

  @Test func annotationsAreListedWithProperties() throws {
    let annotation =
      "<</Type/Annot/Subtype/Text/Rect[30 30 10 10]/NM(a)/T(\\215Reader\\216)/Contents<FEFF00E4>/M(D:2026)/AP<</N<<>>>>>>"
    let page = "<</Type/Page/Parent 2 0 R/Annots[4 0 R null 99 0 R 1]>>"
    let file = try PDFFile(bytes: Fixture.table([Fixture.onePage[0], Fixture.onePage[1], page, annotation]))
    let found = try file.annotations(of: try #require(try file.page(0)))
    #expect(found.count == 1)
    #expect(found.first?.author == "\u{201C}Reader\u{201D}")
    #expect(found.first?.contents == "ä")
    #expect(found.first?.rectangle == PDFRectangle(x0: 10, y0: 10, x1: 30, y1: 30))
    #expect(found.first?.name == "a" && found.first?.modified == "D:2026" && found.first?.hasAppearance == true)
  }
}

@Suite(.hangLimit) struct ContinuousViewTests {
  /// Three pages of 100, 300 (rotated, 200 units of 1.5) and 50 points.
  static let file = Fixture.table([
    "<</Type/Catalog/Pages 2 0 R>>", "<</Type/Pages/Kids[3 0 R 4 0 R 5 0 R]/Count 3>>",
    "<</Type/Page/MediaBox[0 0 10 100]>>", "<</Type/Page/MediaBox[0 0 200 10]/Rotate 90/UserUnit 1.5>>",
    "<</Type/Page/MediaBox[0 0 10 50]>>",
  ])

  @Test(arguments: [
    (0.0, 100.0, 0), (0, 199, 0), (0, 200, 1), (60, 100, 1), (350, 98, 1), (350, 100, 2), (-500, 10, 0), (9_999, 10, 2),
  ])
  func currentPageCoversMiddle(offset: Double, height: Double, page: Int) throws {
    #expect(try PDFFile(bytes: Self.file).page(at: offset, viewHeight: height)?.page.index == page)
  }

  @Test func gapsBelongToNearerPage() throws {
    let file = try PDFFile(bytes: Self.file)
    #expect(try file.page(at: 104, viewHeight: 0, gap: 10)?.page.index == 0)
    #expect(try file.page(at: 106, viewHeight: 0, gap: 10)?.page.index == 1)
    #expect(try file.page(at: 260, viewHeight: 0, gap: 10)?.fraction == 0.5)
  }
}
