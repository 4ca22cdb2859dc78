import Markup
import Resources
import Style
import TestTraits
import Testing

@testable import Layout

/// Elements of the document that inline SVG and boxes refer to.
@Suite(.hangLimit) struct SVGEffectTests {
  /// The images of a document after its boxes are built.
  private func images(_ html: String) throws -> ImageStore {
    let files = [
      "a.png": Array("\u{89}PNG".utf8), "a.svg": Array("<svg xmlns='http://www.w3.org/2000/svg'/>".utf8),
      "a.gif": Self.gif,
    ]
    let images = ImageStore(loader: ResourceLoader(files: files))
    let document = try Document.parse(html: html)
    var builder = BoxTreeBuilder(document: StyleEngine.style(document, loader: ResourceLoader()), images: images)
    _ = try builder.build()
    return images
  }

  /// One pixel.
  private static let gif: [UInt8] = [
    0x47, 0x49, 0x46, 0x38, 0x39, 0x61, 0x01, 0x00, 0x01, 0x00, 0x80, 0x00, 0x00, 0x00, 0x00, 0x00, 0xFF, 0xFF, 0xFF,
    0x21, 0xF9, 0x04, 0x01, 0x00, 0x00, 0x00, 0x00, 0x2C, 0x00, 0x00, 0x00, 0x00, 0x01, 0x00, 0x01, 0x00, 0x00, 0x02,
    0x01, 0x44, 0x00, 0x3B,
  ]

  private func file(_ images: ImageStore, _ address: String) throws -> String {
    String(decoding: images.bytes(try #require(images.drawing(at: address))), as: UTF8.self)
  }

  // Each clipping path was a file with a copy of the elements to which it refers.
  @Test func effectsAreLimited() throws {
    let path = "<path id=u d='\(String(repeating: "L9 9", count: 25_000))'/>"
    let clips = (10..<60).map {
      "<svg><clipPath id=c\($0)><use href='#u'/></clipPath></svg><p style='clip-path:url(#c\($0))'>"
    }
    let images = try images("<svg>\(path)</svg>" + clips.joined())
    let count = (10..<60).count { images.drawing(at: "#c\($0)") != nil }
    // Of 4 MB, 100 KB each.
    #expect(30...45 ~= count, "\(count)")
  }

  /// css-masking-1 §5.1, §6.1: the size of the image is that of the box.
  @Test func masksAndClippingPathsAreImages() throws {
    let images = try images(
      """
      <style>circle { fill: red }</style><svg><mask id=m><circle r=5 fill="url(#g)" /></mask><clipPath id=c><path d="M0 0"/></clipPath>
      <linearGradient id=g></linearGradient></svg><p style="mask: url(#m)"><p style="clip-path: url(#c)"><p style="mask: url(#p)" id=p>
      """)
    let mask = try file(images, "#m")
    #expect(mask.contains("mask=\"url(#m)\"") && mask.contains("<linearGradient id=\"g\">"), "\(mask)")
    #expect(mask.contains("fill:red"), "\(mask)")
    #expect(try file(images, "#c").contains("clip-path=\"url(#c)\""))
    #expect(images.isClipped("#m") == true && images.isClipped("#c") == false)
    #expect(images.drawing(at: "#m") != images.drawing(at: "#c"))
    #expect(images.drawing(at: "#p") == nil && images.drawing(at: "#none") == nil)
  }

  /// SVG 2 §12.3. Missing files are reported. Drawings are not written into others: their work would not be counted.
  @Test func imagesAreWrittenIntoDrawings() throws {
    let images = try images(
      "<svg><image href=a.gif /><image href=a.svg /><image xlink:href='data:,x' /><image href=none.png /><use href='#x' /></svg>"
    )
    let file = String(decoding: images.bytes(ImageID(UInt32(images.count - 1))), as: UTF8.self)
    #expect(file.contains("<image href=\"data:image/gif;base64,R0lGOD"), "\(file)")
    #expect(file.contains("<image href=\"a.svg\""))
    #expect(file.contains("href=\"data:,x\"") && file.contains("href=\"none.png\"") && file.contains("href=\"#x\""))
    #expect(images.failures.map(\.error.address) == ["none.png"])
    // A drawing in a drawing is left out of the file, so that the rest is drawn.
    let nested = try self.images(
      "<svg><image href=\"data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg'/>\" /></svg>")
    let drawing = try #require(nested.drawing(ImageID(UInt32(nested.count - 1))) as? InlineSVG)
    #expect(drawing.images.count == 1)
    #expect(String(decoding: drawing.file, as: UTF8.self).contains("<image href=\"\">"))
  }
}

extension ImageStore {
  fileprivate func isClipped(_ address: String) -> Bool? { drawing(at: address).flatMap { drawing($0)?.isClipped } }
}
