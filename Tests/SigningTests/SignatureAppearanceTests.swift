import ArchiveTesting
import PDF
import TestTraits
import Testing

@testable import Signing

@Suite(.hangLimit) struct SignatureAppearanceTests {
  /// The place and the size of a visible signature are in points; its rectangle is in units of the page.
  @Test(arguments: [(1, [20, 360, 220, 460]), (2, [10, 430, 110, 480])] as [(Double, [Double])])
  func placesAreInPoints(unit: Double, expected: [Double]) throws {
    let document = try PDFFile(
      bytes: Fixture.table([
        "<</Type/Catalog/Pages 2 0 R>>", "<</Type/Pages/Kids[3 0 R]/Count 1>>",
        "<</Type/Page/Parent 2 0 R/MediaBox[0 0 500 500]/UserUnit \(unit)>>",
      ]))
    let page = try #require(try document.page(0))
    // The picture is 200 points wide and 100 points high.
    let appearance = SignatureAppearance(picture: Fixture.table(), place: .init(left: 20, top: 40))
    var writer = try AppendWriter(base: document)
    let rectangle = try appearance.annotation(on: page, &writer)["Rect"].array
    #expect(rectangle?.compactMap(\.number) == expected)
  }
}
