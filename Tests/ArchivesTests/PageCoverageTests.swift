import ArchiveTesting
import TestTraits
import Testing

@testable import Archives
@testable import PDF

@Suite(.hangLimit) struct PageCoverageTests {
  /// A page of 200 by 100 points with annotations.
  func coverage(_ annotations: [String]) throws -> [PageCoverage] {
    let list = annotations.indices.map { "\($0 + 4) 0 R" }.joined(separator: " ")
    let page = "<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 100]/Annots[\(list)]>>"
    return try PDFFile(bytes: Fixture.table(Fixture.onePage.dropLast() + [page] + annotations)).coveredPages()
  }

  @Test func largeStampIsReported() throws {
    let found = try coverage(["<</Subtype/Stamp/Rect[0 0 200 90]>>"])
    #expect(found.count == 1 && (0.88...0.92).contains(found[0].share))
    #expect(found[0].remark.contains("page 1"))
  }

  @Test func manySmallAnnotationsAreCountedTogether() throws {
    let parts = (0..<10).map { "<</Subtype/Square/Rect[\($0 * 20) 0 \($0 * 20 + 20) 100]>>" }
    #expect(try coverage(parts).map(\.share) == [1])
    #expect(try coverage(Array(parts.prefix(4))).isEmpty)
    // Overlapping parts count once.
    #expect(try coverage(Array(repeating: parts[0], count: 10)).isEmpty)
  }

  @Test func linksAndRectanglesOutsideAreNotCounted() throws {
    #expect(try coverage(["<</Subtype/Link/Rect[0 0 200 100]>>"]).isEmpty)
    #expect(try coverage(["<</Subtype/Stamp/Rect[300 0 900 100]>>", "<</Subtype/Stamp/Rect[0 0 1e300 -1e300]>>"]).isEmpty)
  }
}
