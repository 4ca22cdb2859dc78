import TestTraits
import Testing

@testable import Paint

/// Files to which SVG images refer, which they may not load (SVG 2 §2.7.1).
@Suite(.hangLimit) struct SVGExternalImageTests: DrawsSVG {
  @Test(
    arguments: [
      ("<image href='photo.png' width='9' height='9'/>", "photo.png"),
      ("<image xlink:href='../a.svg' width='9' height='9'/>", "../a.svg"),
      ("<filter id='f'><feImage href='b.png'/></filter><rect width='9' height='9' filter='url(#f)'/>", "b.png"),
      ("<image href='data:image/svg+xml,%3Csvg xmlns=%22http://www.w3.org/2000/svg%22/%3E'/>", nil),
      ("<image href='#a'/>", nil), ("<image href='c.png' display='none'/>", nil), ("<image href=''/>", nil),
    ] as [(String, String?)])
  func theFirstOneIsKnown(content: String, address: String?) throws {
    let drawing = try #require(SVGDrawing(Self.file(content)))
    #expect(drawing.externalImage == address)
  }

  @Test func imagesInImagesReferToNoFilesEither() throws {
    let inner = "%3Csvg xmlns=%22http://www.w3.org/2000/svg%22%3E%3Cimage href=%22d.png%22/%3E%3C/svg%3E"
    let drawing = try #require(SVGDrawing(Self.file("<image href='data:image/svg+xml,\(inner)'/>")))
    #expect(drawing.externalImage == "d.png")
  }

  /// Files that another program draws are searched.
  @Test(
    arguments: [
      ("<image x='1' href=\"a.png\"/>", "a.png"), ("<image\nxlink:href = 'b.png'/>", "b.png"),
      ("<imageset href='c.png'/>", nil), ("<image href='data:image/png;base64,AAAA'/>", nil), ("<image", nil),
      ("<image href", nil), ("<image href='d.png", "d.png"),
    ] as [(String, String?)])
  func filesAreSearched(content: String, address: String?) {
    #expect(SVGExternalImages.first(in: Array(content.utf8)) == address)
  }
}
