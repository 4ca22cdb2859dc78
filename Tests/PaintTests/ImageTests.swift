import Layout
import Resources
import Style
import TestTraits
import Testing

@testable import Paint

@Suite(.hangLimit) struct ImageTests {
  private func grid(
    _ address: String, _ width: Double, _ height: Double, _ content: Rect? = nil,
    _ change: (inout ComputedStyle) -> Void = { _ in }
  ) throws -> String {
    var scene = Scene(width: width, height: height)
    let id = try #require(scene.images.image(address))
    let style = scene.style(change)
    scene.add(Rect(0, 0, width, height), style, scene.image(id, in: content ?? Rect(0, 0, width, height)))
    return try scene.grid()
  }

  @Test(arguments: [Pictures.png, Pictures.gif, Pictures.webp])
  func rasterFormatsAreDecoded(_ address: String) throws {
    #expect(try grid(address, 2, 2) == "RG\nBK")
  }

  @Test func alphaIsKept() throws {
    #expect(try grid(Pictures.transparentPNG, 2, 1) == "Rk")
  }

  @Test func anImageFillsItsContentBox() throws {
    #expect(try grid(Pictures.svg, 6, 3, Rect(1, 1, 4, 2)) == "______\n_RRBB_\n_RRBB_")
  }

  @Test func anSVGClipsItsContent() throws {
    let svg = "data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg'><rect width='9' height='9' fill='red'/></svg>"
    #expect(try grid(svg, 4, 3, Rect(1, 1, 2, 1)) == "____\n_RR_\n____")
  }

  @Test func jpegIsDecodedForPixels() throws {
    var scene = Scene(width: 16, height: 8)
    let id = try #require(scene.images.image(Pictures.jpeg))
    scene.add(Rect(0, 0, 16, 8), scene.style { _ in }, scene.image(id, in: Rect(0, 0, 16, 8)))
    let (_, pixels) = try scene.painter.pixels(page: 0)
    #expect(pixels[0] >> 16 > 0xF0 && pixels[0] & 0xFF < 0x10)
    #expect(pixels[15] >> 16 < 0x10 && pixels[15] & 0xFF > 0xF0)
  }

  @Test func theEXIFOrientationIsApplied() throws {
    var scene = Scene(width: 8, height: 16)
    let id = try #require(scene.images.image(Pictures.turnedJPEG))
    scene.add(Rect(0, 0, 8, 16), scene.style { _ in }, scene.image(id, in: Rect(0, 0, 8, 16)))
    let (_, pixels) = try scene.painter.pixels(page: 0)
    #expect(pixels[7] >> 16 > 0xF0, "red is on top")
    #expect(pixels[8 * 15] & 0xFF > 0xF0, "blue is below")
  }

  @Test func containLetterboxesAndCoverClips() throws {
    #expect(
      try grid(Pictures.png, 4, 2) {
        $0.box.objectFit = .contain
        $0.box.objectPosition = Pair(.percent(100), .zero)
      } == "__RG\n__BK")
    #expect(
      try grid(Pictures.svg, 2, 2) {
        $0.box.objectFit = .cover
        $0.box.objectPosition = Pair(.zero, .zero)
      } == "RR\nRR")
  }

  @Test func noneKeepsTheNaturalSizeAndScaleDownNeverEnlarges() throws {
    let fit: (BoxStyle.ObjectFit) throws -> String = { fit in
      try grid(Pictures.png, 4, 4) { $0.box.objectFit = fit }
    }
    #expect(try fit(.none) == "____\n_RG_\n_BK_\n____")
    #expect(try fit(.scaleDown) == (try fit(.none)))
  }

  @Test func aPixelatedImageIsEnlargedWithoutSmoothing() throws {
    #expect(try grid(Pictures.png, 4, 4) { $0.text.images.arePixelated = true } == "RRGG\nRRGG\nBBKK\nBBKK")
    #expect(try grid(Pictures.png, 4, 4) != "RRGG\nRRGG\nBBKK\nBBKK")
  }

  @Test func anImageThatCannotBeDecodedIsReportedOnce() throws {
    // Its header and end are valid, and loading checks only these.
    let address =
      "data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' width='1' height='1'><a></b></svg>"
    var scene = Scene(width: 2, height: 1)
    let id = try #require(scene.images.image(address))
    let style = scene.style { _ in }
    scene.add(Rect(0, 0, 1, 1), style, scene.image(id, in: Rect(0, 0, 1, 1)))
    scene.add(Rect(1, 0, 1, 1), style, scene.image(id, in: Rect(1, 0, 1, 1)))
    #expect(try scene.painter.png(page: 0).diagnostics.count == 1)
    #expect(try scene.painter.pdf().diagnostics.map(\.location.source) == ["page 1"])
    #expect(try scene.grid() == "__")
  }

  @Test func bulletsAreDrawnInTheTextColourAndControlsInTheirs() throws {
    var scene = Scene(width: 30, height: 10)
    let style = scene.style {
      $0.text.color = .red
      $0.text.glyphPaint.accent = .blue
    }
    scene.add(Rect(0, 0, 2, 2), style, .bullet(.square))
    scene.add(Rect(4, 0, 6, 6), style, .bullet(.disc))
    scene.add(Rect(20, 0, 10, 10), style, .control(.init(isRadio: true, isChecked: true)))
    let rows = try scene.grid().split(separator: "\n").map(Array.init)
    #expect(rows[0][0] == "R" && rows[2][2] == "_")
    #expect(rows[3][7] == "R" && rows[0][4] != "R")
    #expect(rows[5][25] == "B" && rows[1][25] == "_")
  }

  /// The bar is the middle half of the box, and a plain one the whole box.
  @Test func barsAreFilledFromTheirStart() throws {
    func grid(_ direction: TextStyle.Direction, isPlain: Bool) throws -> String {
      var scene = Scene(width: 8, height: 4)
      let style = scene.style {
        $0.text.direction = direction
        $0.text.glyphPaint.accent = .blue
      }
      var control = Fragment.Control(.progress)
      (control.fraction, control.isPlain) = (0.5, isPlain)
      scene.add(Rect(0, 0, 8, 4), style, .control(control))
      return try scene.grid()
    }
    #expect(try grid(.leftToRight, isPlain: true) == "BBBB____\nBBBB____\nBBBB____\nBBBB____")
    #expect(try grid(.rightToLeft, isPlain: true) == "____BBBB\n____BBBB\n____BBBB\n____BBBB")
    let rows = try grid(.leftToRight, isPlain: false).split(separator: "\n").map(Array.init)
    #expect(rows[0] == Array("________") && rows[3] == Array("________"))
    #expect(rows[1][2] == "B" && rows[2][3] == "B" && rows[1][4] == "?")
  }
}
