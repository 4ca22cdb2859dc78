import CPango
import Layout
import Resources
import Style
import TestTraits
import Testing

@testable import Paint

@Suite(.hangLimit) struct BorderImageTests {
  /// Three by three: a frame of corners (red, green, blue, black), cyan above and below, magenta beside, yellow inside.
  private static let frame =
    "data:image/png;base64,"
    + "iVBORw0KGgoAAAANSUhEUgAAAAMAAAADCAIAAADZSiLoAAAAG0lEQVR4nGP4z8DA8P8/A5ACEmAGWAQkxsAAAM5PDPSTm0BIAAAAAElFTkSuQmCC"

  private func grid(
    _ width: Double, _ height: Double, _ change: (inout BorderImage) -> Void = { _ in },
    style: (inout ComputedStyle) -> Void = { _ in }
  ) throws -> String {
    var scene = Scene(width: width, height: height)
    var image = BorderImage(source: .url(Self.frame))
    image.slice = Sides(.number(1))
    change(&image)
    let id = scene.style {
      $0.paint.borderImage = image
      $0.box.borderWidth = Sides(1)
      $0.box.borderStyle = Sides(.solid)
      style(&$0)
    }
    scene.add(Rect(0, 0, width, height), id)
    return try scene.grid()
  }

  @Test func cornersKeepTheirPlaceAndEdgesStretch() throws {
    #expect(try grid(5, 4) == "RCCCG\nM___M\nM___M\nBCCCK")
  }

  // Each division of an image took memory for all of its pixels.
  @Test func thePixelsOfPartsAreLimited() throws {
    let images = ImageStore(loader: ResourceLoader())
    let file = SamplePNG(width: 2500, height: 2000, colorType: 0, depth: 1).file
    let id = try #require(images.add(file, name: "large"))
    let pictures = PictureCache(images: images, fonts: nil, prepared: nil)
    let surface = try #require(cairo_image_surface_create(CAIRO_FORMAT_RGB24, 9, 9))
    defer { cairo_surface_destroy(surface) }
    let canvas = RasterCanvas(surface: surface, scale: 1)
    let drawn = (0..<5).map {
      pictures.draw(id, part: Rect(Double($0), 0, 2490, 2000), in: Rect(0, 0, 9, 9), isPixelated: false, on: canvas)
    }
    #expect(drawn == [true, true, true, false, false])
    #expect(pictures.draw(id, part: Rect(0, 0, 2490, 2000), in: Rect(0, 0, 9, 9), isPixelated: false, on: canvas))
  }

  @Test func theMiddleIsDrawnOnlyWithFill() throws {
    #expect(try grid(4, 3, { $0.fills = true }) == "RCCG\nMYYM\nBCCK")
  }

  @Test func widthsMayDifferFromTheBorders() throws {
    #expect(
      try grid(
        5, 3,
        {
          $0.width.left = .length(.px(2))
          $0.width.bottom = .number(0)
        }) == "RRCCG\nMM__M\nMM__M")
  }

  @Test func widthsThatDoNotFitAreScaledDownTogether() throws {
    #expect(try grid(2, 2, { $0.width = Sides(.number(40)) }) == "RG\nBK")
  }

  @Test func anOutsetDrawsOutsideTheBorderBox() throws {
    var scene = Scene(width: 5, height: 5)
    var image = BorderImage(source: .url(Self.frame))
    image.slice = Sides(.number(1))
    image.outset = Sides(1)
    let id = scene.style {
      $0.paint.borderImage = image
      $0.box.borderWidth = Sides(1)
      $0.box.borderStyle = Sides(.solid)
    }
    scene.add(Rect(1, 1, 3, 3), id)
    #expect(try scene.grid() == "RCCCG\nM___M\nM___M\nM___M\nBCCCK")
  }

  @Test func spacedTilesAreWholeWithEqualGaps() throws {
    // Scaled to the border's three px, one tile fits into five px, with a gap of one on either side.
    let rows = try grid(11, 6, { $0.repetition.x = .space }, style: { $0.box.borderWidth = Sides(3) })
    #expect(rows.hasPrefix("RRR_CCC_GGG\n") && rows.hasSuffix("\nBBB_CCC_KKK"))
  }

  @Test func withoutItsImageTheBorderIsDrawnInItsStyle() throws {
    #expect(try grid(3, 3, { $0.source = .url("missing.png") }) == "KKK\nK_K\nKKK")
  }

  @Test func aGradientIsAsLargeAsTheBorderImageArea() throws {
    let stops = [
      GradientStop(color: .red, position: nil), GradientStop(color: .red, position: .percent(50)),
      GradientStop(color: .blue, position: .percent(50)), GradientStop(color: .blue, position: nil),
    ]
    let gradient = BackgroundImage.linearGradient(LinearGradient(line: .angle(90), stops: stops, isRepeating: false))
    #expect(try grid(4, 3, { $0.source = gradient }) == "RRBB\nR__B\nRRBB")
  }

  /// `mask-border` (css-masking-1 §8): only what is under the parts of the image is seen.
  @Test func aMaskShowsWhatIsUnderTheImage() throws {
    func masked(_ change: (inout BorderImage) -> Void = { _ in }) throws -> String {
      var scene = Scene(width: 4, height: 3)
      var image = BorderImage(source: .url(Self.frame))
      image.slice = Sides(.number(1))
      image.width = Sides(.length(.px(1)))
      change(&image)
      scene.fill(Rect(0, 0, 4, 3), .red, { $0.paint.maskBorder = .alpha(image) })
      return try scene.grid()
    }
    #expect(try masked() == "RRRR\nR__R\nRRRR")
    #expect(try masked { $0.fills = true } == "RRRR\nRRRR\nRRRR")
    // An image that is missing masks nothing.
    #expect(try masked { $0.source = .url("missing.png") } == "RRRR\nRRRR\nRRRR")
  }
}
