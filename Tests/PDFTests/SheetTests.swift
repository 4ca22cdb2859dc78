import ArchiveTesting
import TestTraits
import Testing

@testable import PDF

/// Pages that are drawn on sheets.
@Suite(.hangLimit) struct SheetTests {
  private typealias Size = SheetLayout.Size

  private func layout(_ order: SheetLayout.Order, columns: Int, rows: Int = 1) -> SheetLayout {
    var layout = SheetLayout()
    (layout.order, layout.columns, layout.rows) = (order, columns, rows)
    return layout
  }

  private func cells(_ layout: SheetLayout, _ count: Int, _ documents: [Range<Int>] = []) -> [[Int]] {
    layout.sheets(of: Array(repeating: Size(width: 100, height: 200), count: count), documents: documents)
      .map { $0.cells.map(\.page) }
  }

  @Test func pagesFillRowsOfTheLargestSheetOrientation() throws {
    let sheets = layout(.pages, columns: 2).sheets(
      of: Array(repeating: Size(width: 100, height: 200), count: 3), documents: [])
    #expect(sheets.count == 2 && sheets[0].size == Size(width: 200, height: 100))
    // Each half is 100 by 100: the page is half as large and centred.
    #expect(sheets[0].cells.map(\.matrix.a) == [0.5, 0.5])
    #expect(sheets[0].cells.map(\.matrix.e) == [25, 125] && sheets[1].cells.map(\.page) == [2])
    #expect(cells(layout(.pages, columns: 2, rows: 2), 5) == [[0, 1, 2, 3], [4]])
    #expect(cells(layout(.pages, columns: 4, rows: 2), 9) == [Array(0..<8), [8]])
  }

  @Test func documentsKeepTheirColumnsIfOneIsLonger() throws {
    let sheets = layout(.documents, columns: 2).sheets(
      of: Array(repeating: Size(width: 100, height: 100), count: 6), documents: [0..<1, 1..<4, 4..<6])
    #expect(sheets.map { $0.cells.map(\.page) } == [[0, 1], [2], [3], [4], [5]])
    // The second document stays in the right column, and pages start at the top.
    #expect(sheets[1].cells[0].matrix.e == 50 && sheets[1].cells[0].matrix.f == 50)
    #expect(cells(layout(.documents, columns: 2, rows: 2), 5, [0..<2, 2..<5]) == [[0, 2, 1, 3], [4]])
  }

  @Test func bookletsFoldIntoTheOrderOfThePages() {
    #expect(cells(layout(.booklet, columns: 2), 8) == [[7, 0], [1, 6], [5, 2], [3, 4]])
    #expect(cells(layout(.booklet, columns: 2), 5) == [[0], [1], [2], [3, 4]])
    #expect(cells(layout(.booklet, columns: 2), 1) == [[0], []])
  }

  @Test func aScaleReducesSheetsOfOnePage() {
    var layout = SheetLayout()
    layout.scale = 0.5
    layout.margin = 10
    let sheets = layout.sheets(of: [Size(width: 100, height: 200)], documents: [])
    #expect(sheets[0].size == Size(width: 70, height: 120))
    #expect(sheets[0].cells[0].matrix == PDFMatrix(a: 0.5, b: 0, c: 0, d: 0.5, e: 10, f: 10))
  }

  @Test func firstColumnOnTheRight() {
    var layout = layout(.pages, columns: 2)
    layout.isRightToLeft = true
    let sheets = layout.sheets(of: Array(repeating: Size(width: 100, height: 100), count: 2), documents: [])
    #expect(sheets[0].cells.map(\.matrix.e) == [50, 0])
  }

  private func sheets(_ file: PDFFile, _ layout: SheetLayout) throws -> PDFFile {
    var part = FileMerge.Part(file)
    part.sheets = layout
    let bytes = try FileMerge.merge([part])
    #expect(try QPDF.fault(in: bytes) == nil)
    return try PDFFile(bytes: bytes)
  }

  @Test func linksAndDestinationsFollowTheirPages() throws {
    let file = try sheets(BindingTests.file("A", pages: 3), layout(.pages, columns: 2))
    #expect(try file.pages().map { [$0.width, $0.height] } == [[200, 100], [200, 100]])
    let page = try BindingTests.entries(0, file)
    let links = try #require(try file.resolve(page["Annots"]).array)
    let second = try #require(try file.resolve(links[1]).dictionary)
    // Half as large, in the right half: x' = 125 + x / 2.
    #expect(second["Rect"] == .array([130, 10, 140, 20].map { .integer($0) }))
    let destination = try #require(second["Dest"].array)
    #expect(destination[0].reference == (try file.pages()[0].reference))
    #expect(destination[2].number == 25 && destination[3].number == 100)
  }

  @Test(arguments: [(90, [20.0, 70, 40, 90]), (180, [70, 160, 90, 180]), (270, [160, 10, 180, 30])])
  func rotatedPagesAreDrawnAsDisplayed(rotation: Int, expected: [Double]) throws {
    let file = try sheets(BindingTests.file("A", rotation: rotation), SheetLayout())
    let page = try #require(try file.pages().first)
    #expect(page.rotation == 0 && page.width == (rotation == 180 ? 100 : 200))
    let entries = try BindingTests.entries(0, file)
    let link = try file.resolve(try file.resolve(entries["Annots"]).array?.first ?? .null).dictionary
    #expect(link?["Rect"].array?.compactMap(\.number) == expected)
  }

  @Test func appearancesTurnWithTheirPages() throws {
    let file = try PDFFile(
      bytes: Fixture.table([
        "<</Type/Catalog/Pages 2 0 R>>", "<</Type/Pages/Kids[3 0 R]/Count 1/MediaBox[0 0 100 200]/Rotate 90>>",
        "<</Type/Page/Parent 2 0 R/Annots[4 0 R]>>",
        "<</Type/Annot/Subtype/Ink/Rect[10 20 30 40]/InkList[[10 20 30 40]]/AP<</N 5 0 R>>/P 3 0 R>>",
        "<</Type/XObject/Subtype/Form/BBox[0 0 20 20]/Length 1>>\nstream\nn\nendstream",
      ]))
    let result = try sheets(file, SheetLayout())
    let page = try BindingTests.entries(0, result)
    let ink = try #require(try result.resolve(page["Annots"].array?.first ?? .null).dictionary)
    #expect(ink["InkList"] == .array([.array([20, 90, 40, 70].map { .integer($0) })]))
    let form = try result.resolve(ink["AP"].dictionary?["N"] ?? .null).dictionary
    #expect(form?["Matrix"] == .array([0, -1, 1, 0, 0, 0].map { .integer($0) }))
    #expect(ink["P"].reference == (try result.pages()[0].reference))
  }

  @Test func sheetsOfABinderStillRestoreItsParts() throws {
    let original = try BindingTests.file("A", pages: 3)
    var part = FileMerge.Part(original)
    part.title = "A"
    part.isRestorable = true
    var merge = FileMerge()
    try merge.add(part)
    let binder = try PDFFile(bytes: try merge.finish(information: [:]))
    let file = try sheets(binder, layout(.pages, columns: 2))
    let record = try #require(try file.originals().first)
    #expect(record.firstPage == 0 && record.pages == 3)
    #expect(try file.restore(record) == original.contents)
    // The content of a page is its form, and is not stored a second time.
    #expect(file.length < binder.length + 1500)
  }
}
