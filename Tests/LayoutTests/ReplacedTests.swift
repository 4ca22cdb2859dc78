import Layout
import TestTraits
import Testing

@Suite(.hangLimit) struct ReplacedTests {
  /// `zoom` applies to images in generated content, as to others.
  @Test func imagesOfGeneratedContentAreZoomed() throws {
    let image = "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' width='20' height='20'/%3E"
    let html = "<p><span style='zoom: 2'></span></p>"
    let document = try layOut(html, css: "span::before { content: url(\"\(image)\") }")
    let widths = document.pages[0].fragments.compactMap { fragment in
      if case .image = fragment.content { whole(fragment.frame.width) } else { nil }
    }
    #expect(widths == [40])
  }

  /// An image with these attributes on its root, in a block of 100 px.
  private func image(_ attributes: String, css: String = "") throws -> [String]? {
    let svg = "data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' \(attributes)/>"
    return try boxes(
      "<div style=\"width: 100px\"><img id=x src=\"\(svg)\"></div>",
      css: "@page { size: 400px } #x { display: block; \(css) }")["x"]
  }

  @Test(arguments: [
    ("width='50' height='20'", "50×20"), ("width='50' viewBox='0 0 2 1'", "50×25"),
    ("height='20' viewBox='0 0 2 1'", "40×20"),
    // With only a ratio it is as wide as a block.
    ("viewBox='0 0 2 1'", "100×50"),
    // Missing sizes default to 300 by 150.
    ("width='50'", "50×150"), ("height='20'", "300×20"), ("", "300×150"),
  ])
  func naturalSizesAndRatios(attributes: String, size: String) throws {
    #expect(try image(attributes) == ["1: 0,0 \(size)"])
  }

  @Test func limitsPreserveTheRatio() throws {
    #expect(try image("width='50' height='20'", css: "max-width: 25px") == ["1: 0,0 25×10"])
    #expect(try image("width='50'", css: "max-width: 25px; height: 60px") == ["1: 0,0 25×60"])
    #expect(try image("height='20'", css: "max-width: 25px") == ["1: 0,0 25×20"])
  }

  @Test func aHeightDeterminesTheWidthByTheRatio() throws {
    #expect(try image("viewBox='0 0 2 1'", css: "height: 10px") == ["1: 0,0 20×10"])
    #expect(try image("", css: "height: 10px") == ["1: 0,0 300×10"])
  }

  /// 20 by 10 pixels, with 192 by 96 pixels per inch, without a resolution, and with a ratio instead of it.
  private static let densePNG =
    "iVBORw0KGgoAAAANSUhEUgAAABQAAAAKCAAAAACRPiE6AAAACXBIWXMAAB2HAAAOxAFK0fCKAAAAD0lEQVR42mNowAIYhrIgAAc5ZAFLvsJUAAAAAElFTkSuQmCC"
  private static let plainPNG =
    "iVBORw0KGgoAAAANSUhEUgAAABQAAAAKCAAAAACRPiE6AAAAD0lEQVR42mNowAIYhrIgAAc5ZAFLvsJUAAAAAElFTkSuQmCC"
  private static let ratioPNG =
    "iVBORw0KGgoAAAANSUhEUgAAABQAAAAKCAAAAACRPiE6AAAACXBIWXMAAAACAAAAAQDJsbZ4AAAAD0lEQVR42mNowAIYhrIgAAc5ZAFLvsJUAAAAAElFTkSuQmCC"

  /// The same with EXIF data: 192 and 288/3 pixels per inch.
  private static let exifPNG =
    "iVBORw0KGgoAAAANSUhEUgAAABQAAAAKCAAAAACRPiE6AAAATmVYSWZNTQAqAAAACAAEARIAAwAAAAEAAQAAARoABQAAAAEAAAA+"
    + "ARsABQAAAAEAAABGASgAAwAAAAEAAgAAAAAAAAAAAMAAAAABAAABIAAAAANiO3MoAAAAD0lEQVR42mNowAIYhrIgAAc5ZAFLvsJUAAAAAElFTkSuQmCC"

  @Test(arguments: [
    (plainPNG, "200dppx from-image snap 1", "20×10"), (plainPNG, "0dppx", "20×10"), (plainPNG, "-1x", "20×10"),
    (plainPNG, "2dppx", "10×5"), (plainPNG, "192dpi snap", "10×5"), (plainPNG, "from-image", "20×10"),
    (plainPNG, "from-image 2x", "10×5"), (plainPNG, "calc(1dppx + 96dpi)", "10×5"), (densePNG, "2dppx", "10×5"),
    (densePNG, "from-image", "10×10"), (densePNG, "4x from-image", "10×10"), (ratioPNG, "from-image", "20×10"),
    (exifPNG, "from-image", "10×10"),
  ])
  func theResolutionDeterminesTheNaturalSize(png: String, resolution: String, size: String) throws {
    let html = "<div style='image-resolution: \(resolution)'><img id=x src='data:image/png;base64,\(png)'></div>"
    let box = try #require(try boxes(html, css: "#x { display: block }")["x"]?.first)
    let sizes = try #require(box.split(separator: " ").last).split(separator: "×").compactMap { Double($0) }
    #expect(sizes.map { "\(Int(($0 * 100).rounded()) / 100)" }.joined(separator: "×") == size)
  }

  @Test func attributesOfAnInlineSVGAreProperties() throws {
    let html =
      "<!DOCTYPE html><div><svg id=x width=40 height=50% viewBox='0 0 4 1' style='display: block'><rect width=4 height=1 /></svg></div>"
    #expect(try boxes(html)["x"] == ["1: 0,0 40×10"])
    #expect(try boxes(html, css: "#x { width: 80px }")["x"] == ["1: 0,0 80×20"])
  }

  @Test func aCanvasHasTheSizeOfItsAttributes() throws {
    #expect(try boxes("<canvas id=x width=40 height=20 style='display: block'></canvas>")["x"] == ["1: 0,0 40×20"])
    #expect(
      try boxes("<canvas id=x width=40 height=20 style='display: block; width: 20px'></canvas>")["x"] == [
        "1: 0,0 20×10"
      ])
  }

  /// HTML 15.4.2: the text is not squeezed into the size of the image.
  @Test func theAlternativeTextOfAMissingImageIsNotLimitedByItsSize() throws {
    let html = "<p><img id=x src=none.png width=12 height=12 alt='Company logo'></p>"
    #expect(try lines(html).map { $0.map { $0.split(separator: " ", maxSplits: 1).last } } == [["72 Company logo"]])
    let large = "<img id=x src=none.png width=90 height=40 alt=Logo style='display: block'>"
    #expect(try boxes(large)["x"] == ["1: 0,0 90×40"])
  }

  @Test func anImageReplacesTheContentOfAnElement() throws {
    let svg = "data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' width='30' height='10'/>"
    let css = "#x { display: block; content: url(\"\(svg)\") }"
    #expect(try boxes("<p id=x>text</p>", css: css)["x"] == ["1: 0,0 30×10"])
    #expect(try lines("<p id=x>text</p>", css: css) == [[]])
    // Only pseudo-elements may have more than one image.
    #expect(try lines("<p id=x>text</p>", css: "#x { content: 'a' }") == [["0,0 24 text"]])
  }

  @Test func overflowOfTheBodyDoesNotClip() throws {
    let pages = try lines("<p>\(String(repeating: "a<br>", count: 12))b</p>", css: "html, body { overflow: hidden }")
    #expect(pages.count == 2)
  }

  /// Regression: `stretch` was taken as `auto` (css-sizing-4 §4.1).
  @Test func stretchFillsTheContainer() throws {
    let css = "svg { display: block; width: stretch; height: 10px; margin: 0 10px 0 20px; padding: 5px }"
    #expect(try boxes("<svg id=a></svg>", css: css)["a"] == ["1: 20,0 170×20"])
  }

  /// The controls of the first page.
  private func controls(_ html: String, css: String = "") throws -> [Fragment.Control] {
    try layOut(html, css: css).pages[0].fragments.compactMap {
      if case .control(let control) = $0.content { control } else { nil }
    }
  }

  @Test func controlsAreReplaced() throws {
    let sizes = try boxes(
      "<!DOCTYPE html><input id=a type=checkbox><progress id=b></progress><meter id=c></meter><input id=d type=range>",
      css: "body { width: 600px } * { font-size: 10px }")
    #expect(sizes["a"]?.first?.hasSuffix("13×13") == true && sizes["b"]?.first?.hasSuffix("100×10") == true)
    #expect(sizes["c"]?.first?.hasSuffix("50×10") == true && sizes["d"]?.first?.hasSuffix("129×16") == true)
    // The content is for programs that do not know the element.
    #expect(try lines("<progress value=1>90 %</progress>") == [[]])
  }

  /// HTML 4.10.14: the value, the part that is filled, and how good it is.
  @Test(
    arguments: [
      ("<progress value=3 max=4>", 0.75, .good), ("<progress>", 0, .good), ("<progress value=9>", 1, .good),
      ("<meter min=10 max=30 value=15>", 0.25, .good), ("<meter value=.2 low=.3>", 0.2, .fair),
      ("<meter value=.2 low=.3 high=.8 optimum=.9>", 0.2, .poor),
      ("<meter value=.9 low=.3 high=.8 optimum=.1>", 0.9, .poor),
      ("<meter value=.5 low=.3 high=.8 optimum=.9>", 0.5, .fair), ("<meter value=.5 max=0>", 0, .good),
      ("<input type=range>", 0.5, .good), ("<input type=range min=1 max=5 value=2>", 0.25, .good),
      ("<input type=range value=x max=-1>", 0, .good),
    ] as [(String, Double, Fragment.Control.Level)])
  func barsShowTheirValues(html: String, fraction: Double, level: Fragment.Control.Level) throws {
    let control = try #require(controls(html).first)
    #expect(abs(control.fraction - fraction) < 1e-9 && control.level == level)
  }

  /// With `appearance: none`, authors draw check boxes with borders and generated content.
  @Test func plainCheckBoxesAreBoxes() throws {
    let html = "<input id=x type=checkbox checked>"
    #expect(try controls(html).map(\.isChecked) == [true])
    #expect(try controls("<input type=radio disabled>").map(\.isDisabled) == [true])
    let css = "#x { appearance: none; width: 20px; height: 20px } #x::before { content: 'y' }"
    #expect(try controls(html, css: css).isEmpty)
    #expect(try boxes(html, css: css)["x"]?.first?.hasSuffix("20×20") == true)
    #expect(try lines(html, css: css)[0].first?.hasSuffix("y") == true)
  }
}
