import ArchiveTesting
import TestTraits
import Testing

@testable import Archives
@testable import PDF

@Suite(.hangLimit) struct AnnotationRulesTests {
  /// The changes found in an update that replaces and adds objects; new ones are numbered from 7.
  func changes(_ replaced: [Int: String] = [:], added: [String] = []) throws -> [AnnotationChange] {
    let file = try PDFFile(bytes: Fixture.annotated)
    var writer = try AppendWriter(base: file)
    for (number, text) in replaced { try writer.replace(PDFReference(number, 0)!, with: Fixture.parse(text)) }
    for text in added {
      let object = try Fixture.parse(text)
      let isStream = object.dictionary?["Subtype"].name == "Form"
      _ = try writer.add(isStream ? .stream(PDFStream(dictionary: object.dictionary!, data: [])) : object)
    }
    let before = try PDFFile(PDFBytes(parts: [Fixture.annotated, writer.segment()]), length: Fixture.annotated.count)
    let segment = try before.checkSegment(upTo: before.bytes.count)
    return try before.checkAnnotationsOnly(segment, after: before.advanced(over: segment))
  }

  static func page(_ annotations: String, _ rest: String = "/Contents 4 0 R") -> String {
    "<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 100]\(rest)/Annots\(annotations)>>"
  }

  static let appearance = "<</Type/XObject/Subtype/Form/BBox[0 0 1 1]/Group<</S/Transparency>>>>"

  @Test func addingAnnotationsIsAllowed() throws {
    let changes = try changes(
      [3: Self.page("[5 0 R 6 0 R 7 0 R 8 0 R]")],
      added: [
        "<</Type/Annot/Subtype/Ink/Rect[0 0 1 1]/AP<</N 9 0 R>>/Popup 10 0 R/P 3 0 R>>",
        "<</Type/Annot/Subtype/Link/Rect[0 0 1 1]/A<</S/URI/URI(https://example.org)>>>>", Self.appearance,
        "<</Type/Annot/Subtype/Popup/Rect[0 0 1 1]/Parent 7 0 R>>",
      ])
    #expect(changes.map(\.added) == [[PDFReference(7, 0)!, PDFReference(8, 0)!]])
  }

  @Test func changingAndRemovingAnnotationsIsAllowed() throws {
    #expect(try changes([5: "<</Type/Annot/Subtype/Text/Rect[0 0 2 2]>>"]).map(\.modified) == [[PDFReference(5, 0)!]])
    #expect(try changes([3: Self.page("[6 0 R]")]).map(\.removed) == [[PDFReference(5, 0)!]])
  }

  @Test(arguments: [
    (1, "<</Type/Catalog/Pages 2 0 R/OpenAction 7 0 R>>"), (2, "<</Type/Pages/Kids[3 0 R 3 0 R]/Count 2>>"),
    (4, "<<>>"),
    (3, page("[5 0 R 6 0 R]", "/Contents 7 0 R")), (3, page("[5 0 R]")),
    (6, "<</Type/Annot/Subtype/Widget/Rect[0 0 9 9]/FT/Tx>>"),
    (5, "<</Type/Annot/Subtype/Ink/Rect[0 0 1 1]>>"), (5, "[]"), (3, page("[5 0 R 6 0 R 4 0 R]")), (3, page("<<>>")),
  ])
  func nonAnnotationsMustNotChange(number: Int, object: String) {
    let error = failure { _ = try changes([number: object]) }
    #expect(error?.code == .segment)
    #expect(error?.message.contains("does more than annotate") == true)
  }

  @Test(arguments: [
    "/Subtype/Text/A<</S/JavaScript/JS(app.alert())>>", "/Subtype/Link/A<</S/Launch/F(cmd.exe)>>",
    "/Subtype/Text/AA<<>>",
    "/Subtype/Link/A<</S/URI/URI(a)/Next<</S/JavaScript>>>>", "/Subtype/FileAttachment/FS 8 0 R", "/Subtype/Widget",
    "/Subtype/Stamp/AP<</N 8 0 R>>",
    "/Subtype/Movie", "/Subtype/Link/A 8 0 R", "",
  ])
  func actionsAndFilesAreRefused(annotation: String) {
    expect(.segment) {
      _ = try changes(
        [3: Self.page("[5 0 R 6 0 R 7 0 R]")],
        added: ["<</Type/Annot/Rect[0 0 1 1]\(annotation)>>", "<</Type/Filespec/EF<<>>>>"])
    }
  }

  @Test func unreachableObjectsAreRefused() {
    expect(.segment) { _ = try changes(added: ["<</Type/Whatever>>"]) }
  }
}
