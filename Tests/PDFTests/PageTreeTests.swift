import ArchiveTesting
import TestTraits
import Testing

@testable import PDF

@Suite(.hangLimit) struct PageTreeTests {
  func pages(_ objects: [String]) throws -> [PDFPage] {
    try PDFFile(bytes: Fixture.table(["<</Type/Catalog/Pages 2 0 R>>"] + objects)).pages()
  }

  @Test func attributesAreInherited() throws {
    let pages = try pages([
      "<</Kids[3 0 R 6 0 R]/Count 3/MediaBox[0 0 100 200]/Rotate 90>>",
      "<</Kids[4 0 R 5 0 R]/Count 2/CropBox[10 10 60 80]>>",
      "<</Type/Page>>", "<</Type/Page/Rotate 0/MediaBox[0 0 50 50]>>", "<</Type/Page/Rotate -180>>",
    ])
    #expect(pages.map(\.rotation) == [90, 0, 180])
    #expect(pages.map(\.cropBox) == [.box(10, 10, 60, 80), .box(10, 10, 50, 50), .box(0, 0, 100, 200)])
    #expect(pages.map(\.width) == [70, 40, 100])
    #expect(pages.map(\.height) == [50, 40, 200])
    #expect(pages.map(\.index) == [0, 1, 2])
  }

  @Test func userUnitScalesThePage() throws {
    let pages = try pages(["<</Kids[3 0 R]/Count 1>>", "<</MediaBox[0 0 100 200]/UserUnit 2.5>>"])
    #expect((pages[0].width, pages[0].height) == (250, 500))
  }

  @Test func boxesMayBeGivenByAnyTwoCorners() throws {
    let pages = try pages(["<</Kids[3 0 R]/Count 1>>", "<</MediaBox[100 200 0 4 0 R]>>", "50"])
    #expect(pages[0].mediaBox == .box(0, 50, 100, 200))
  }

  @Test(arguments: ["", "/MediaBox[0 0 0 0]", "/MediaBox[1 2 3]", "/MediaBox/No", "/MediaBox[0 0 5 (a)]"])
  func aPageWithoutAValidBoxIsLetter(box: String) throws {
    #expect(try pages(["<</Kids[3 0 R]/Count 1>>", "<<\(box)>>"])[0].mediaBox == .letter)
  }

  /// Positions on a page whose sides are next to nothing would be no numbers.
  @Test func tinyBoxesAndUnitsAreIgnored() throws {
    let tiny = "0." + String(repeating: "0", count: 300) + "1"
    let box = "/MediaBox[0 0 100 50]/CropBox[0 0 \(tiny) 10]/UserUnit \(tiny)"
    let page = try pages(["<</Kids[3 0 R]/Count 1>>", "<<\(box)>>"])[0]
    #expect((page.width, page.height) == (100, 50))
    #expect(try pages(["<</Kids[3 0 R]/Count 1>>", "<</MediaBox[0 0 \(tiny) 10]>>"])[0].mediaBox == .letter)
  }

  @Test func aCropBoxOutsideThePageIsIgnored() throws {
    let pages = try pages(["<</Kids[3 0 R]/Count 1>>", "<</MediaBox[0 0 10 10]/CropBox[20 20 30 30]/Rotate 45>>"])
    #expect(pages[0].cropBox == .box(0, 0, 10, 10))
    #expect(pages[0].rotation == 0)
  }

  @Test func aPageMayOccurTwice() throws {
    #expect(try pages(["<</Kids[3 0 R 3 0 R]/Count 2>>", "<<>>"]).count == 2)
  }

  @Test(arguments: [
    ["<</Kids[2 0 R]/Count 1>>"], ["<</Kids[3 0 R 3 0 R]/Count 0>>", "<</Kids[]>>"], ["<</Kids[9 0 R]/Count 1>>"],
    ["<</Kids 3>>"],
    ["<<>>"], ["<</Kids[3 0 R]/Count 2>>", "<<>>"], ["[]"],
  ])
  func aDamagedTreeIsAnError(objects: [String]) {
    expect(.pageTree) { _ = try pages(objects) }
  }

  @Test func depthAndNumberOfPagesAreLimited() throws {
    let chain = (3...400).map { "<</Kids[\($0) 0 R]>>" } + ["<<>>"]
    expect(.limit) { _ = try pages(chain) }
    var limits = PDFLimits()
    limits.pages = 2
    let kids = Array(repeating: "<<>>", count: 3)
    let bytes = Fixture.table(["<</Pages 2 0 R>>", "<</Kids[3 0 R 4 0 R 5 0 R]/Count 3>>"] + kids)
    expect(.limit) { _ = try PDFFile(bytes: bytes, limits: limits).pages() }
  }

  @Test func theFirstPageIsFoundWithoutReadingTheOthers() throws {
    let bytes = Fixture.table(["<</Pages 2 0 R>>", "<</Kids[3 0 R 9 0 R]/Count 7>>", "<<>>"])
    #expect(try PDFFile(bytes: bytes).page(0)?.reference == PDFReference(3, 0))
  }

  @Test func pagesDoNotDependOnTheOrderOfAccess() throws {
    let kids = (1...5).map { "<</MediaBox[0 0 \($0) 9]>>" }
    let file = try PDFFile(
      bytes: Fixture.table(["<</Pages 2 0 R>>", "<</Kids[3 0 R 4 0 R 5 0 R 6 0 R 7 0 R]/Count 5>>"] + kids))
    for index in [3, 0, 4, 3, 1] { #expect(try file.page(index) == file.pages()[index]) }
    #expect(try file.page(5) == nil && file.page(-1) == nil)
  }

  @Test func aDamagedPageIsAnErrorAtEachAccess() throws {
    let file = try PDFFile(
      bytes: Fixture.table(["<</Pages 2 0 R>>", "<</Kids[3 0 R 9 0 R 4 0 R]/Count 3>>", "<<>>", "<<>>"]))
    for _ in 0..<2 {
      expect(.pageTree) { _ = try file.page(1) }
      expect(.pageTree) { _ = try file.page(2) }
      #expect(try file.page(0)?.reference == PDFReference(3, 0))
    }
  }
}

extension PDFRectangle {
  static func box(_ x0: Double, _ y0: Double, _ x1: Double, _ y1: Double) -> PDFRectangle {
    PDFRectangle(x0: x0, y0: y0, x1: x1, y1: y1)
  }
}
