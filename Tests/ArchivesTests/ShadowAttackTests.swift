import ArchiveTesting
import PDF
import TestTraits
import Testing

@testable import Archives

@Suite(.hangLimit) struct ShadowAttackTests {
  /// Shadow attacks (Mainka et al., 2021): the base contains prepared content, which a seemingly harmless update
  /// reveals, hides or replaces.
  @Test(arguments: [
    ("the catalog points elsewhere", 1, "<</Type/Catalog/Pages 9 0 R>>"),
    ("the page tree gets another page", 2, "<</Type/Pages/Kids[3 0 R 3 0 R]/Count 2>>"),
    (
      "the page's contents are others", 3,
      "<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 100]/Contents 5 0 R/Annots[5 0 R 6 0 R]>>"
    ),
    ("the contents themselves are replaced", 4, "<</Length 0>>"),
    ("a form field is changed", 6, "<</Type/Annot/Subtype/Widget/Rect[0 0 1 1]/FT/Tx/V(x)>>"),
    ("a note becomes a file", 5, "<</Type/Annot/Subtype/FileAttachment/Rect[0 0 1 1]>>"),
    ("a note acts", 5, "<</Type/Annot/Subtype/Text/Rect[0 0 1 1]/A<</S/JavaScript/JS(x)>>>>"),
    ("a link starts a program", 5, "<</Type/Annot/Subtype/Link/Rect[0 0 1 1]/A<</S/Launch/F(x)>>>>"),
  ])
  func shadowAttacksAreRefused(what: String, number: Int, object: String) throws {
    let file = try PDFFile(bytes: Fixture.annotated)
    var writer = try AppendWriter(base: file)
    try writer.replace(PDFReference(number, 0)!, with: Fixture.parse(object))
    let whole = try PDFBytes(parts: [Fixture.annotated, writer.segment()])
    let before = try PDFFile(whole, length: Fixture.annotated.count)
    let error = failure {
      let segment = try before.checkSegment(upTo: whole.count)
      _ = try before.checkAnnotationsOnly(segment, after: before.advanced(over: segment))
    }
    #expect(error?.code == .segment, "\(what)")
  }
}
