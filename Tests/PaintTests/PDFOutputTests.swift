import Layout
import PDF
import PDFReading
import Resources
import Style
import TestTraits
import Testing

@testable import Paint

@Suite(.hangLimit) struct PDFOutputTests {
  private func text(_ scene: Scene, _ metadata: PDFMetadata = PDFMetadata()) throws -> String {
    try unpackedText(scene.painter.pdf(metadata).bytes)
  }

  private func count(_ part: String, in text: String) -> Int {
    text.split(separator: part, omittingEmptySubsequences: false).count - 1
  }

  @Test func eachPageHasItsOwnSizeInPoints() throws {
    var scene = Scene(width: 400, height: 200)
    scene.document.pages.append(Page(size: Size(width: 800, height: 1000)))
    let pdf = try text(scene)
    #expect(pdf.contains("/MediaBox [0 0 300 150]"))
    #expect(pdf.contains("/MediaBox [0 0 600 750]"))
  }

  /// Regression: Cairo clips to whole points, which left a white strip at the right and bottom of a page of A4.
  @Test func aPageOfFractionalPointsIsPaintedWhole() throws {
    var scene = Scene(width: 401, height: 203)
    scene.fill(Rect(0, 0, 401, 203), .red)
    let pdf = try text(scene)
    #expect(pdf.contains("/MediaBox [0 0 300.75 152.25]"))
    #expect(count("/MediaBox", in: pdf) == 1)
    #expect(!pdf.contains("0 0 300 152 re W n"))
  }

  @Test func linearGradientsOfEqualColoursShareOneShading() throws {
    var scene = Scene(width: 400, height: 200)
    func box(_ frame: Rect, degrees: Double, _ end: Color) {
      let stops = [GradientStop(color: .red, position: nil), GradientStop(color: end, position: nil)]
      let gradient = LinearGradient(line: .angle(degrees), stops: stops, isRepeating: false)
      scene.add(
        frame, scene.style { $0.paint.backgroundLayers = [BackgroundLayer(image: .linearGradient(gradient))] })
    }
    box(Rect(0, 0, 100, 50), degrees: 90, .blue)
    box(Rect(200, 20, 70, 90), degrees: 17, .blue)
    #expect(count("/ShadingType 2", in: try text(scene)) == 1)
    box(Rect(100, 100, 30, 30), degrees: 17, .green)
    #expect(count("/ShadingType 2", in: try text(scene)) == 2)
  }

  @Test func radialGradientsOfEqualColoursShareOneShading() throws {
    var scene = Scene(width: 400, height: 200)
    let stops = [GradientStop(color: .red, position: nil), GradientStop(color: .blue, position: nil)]
    let gradient = RadialGradient(
      isCircle: true, radius: .extent(.farthestCorner), center: Pair(.percent(50), .percent(50)), stops: stops,
      isRepeating: false)
    for frame in [Rect(0, 0, 100, 50), Rect(200, 20, 70, 90)] {
      scene.add(
        frame, scene.style { $0.paint.backgroundLayers = [BackgroundLayer(image: .radialGradient(gradient))] })
    }
    let pdf = try text(scene)
    #expect(count("/ShadingType 3", in: pdf) == 1 && count("/PatternType", in: pdf) == 0)
    // The state is saved once for each gradient.
    #expect(!pdf.contains("q\nq\n"))
  }

  @Test func aPageHasItsBoxesAndRotation() throws {
    var scene = Scene(width: 400, height: 200)
    scene.document.pages[0].trim = Rect(40, 20, 320, 160)
    scene.document.pages[0].bleed = 8
    scene.document.pages[0].rotation = 90
    let pdf = try text(scene)
    #expect(pdf.contains("/TrimBox [30 15 270 135]"))
    #expect(pdf.contains("/BleedBox [24 9 276 141]"))
    #expect(pdf.contains("/Rotate 90"))
  }

  @Test func theSameInputGivesTheSameBytes() throws {
    func bytes() throws -> [UInt8] {
      var scene = Scene(width: 100, height: 100)
      for name in ["a", "b", "c", "d", "e"] {
        scene.document.destinations[name] = Destination(page: 0, point: Point(x: 1, y: 2))
        scene.document.pages[0].links.append(LinkArea(frame: Rect(0, 0, 1, 1), target: "#" + name))
      }
      let id = try #require(scene.images.image(Pictures.png))
      scene.fill(Rect(0, 0, 50, 50), .red, { $0.paint.opacity = 0.5 })
      scene.add(Rect(0, 0, 9, 9), scene.style { _ in }, scene.image(id, in: Rect(0, 0, 9, 9)))
      return try scene.painter.pdf(PDFMetadata(title: "T", created: "2026-01-31T12:00:00Z")).bytes
    }
    #expect(try bytes() == (try bytes()))
  }

  @Test func theClockIsNeverRead() throws {
    let pdf = try text(Scene(width: 10, height: 10))
    #expect(!pdf.contains("/CreationDate"))
    #expect(!pdf.contains("/ModDate"))
  }

  @Test func metadataIsWritten() throws {
    let pdf = try text(
      Scene(width: 10, height: 10),
      PDFMetadata(
        title: "A (title)", author: "Ann", subject: "S", keywords: "k1, k2", creator: "Pressrun", language: "en-GB",
        created: "2026-01-31T12:00:00Z", modified: "2026-02-01T00:00:00+01:00"))
    #expect(pdf.contains("/Title (A \\(title\\))"))
    #expect(pdf.contains("/Author (Ann)"))
    #expect(pdf.contains("/Subject (S)"))
    #expect(pdf.contains("/Keywords (k1, k2)"))
    #expect(pdf.contains("/Creator (Pressrun)"))
    #expect(pdf.contains("/CreationDate (D:20260131120000Z)"))
    #expect(pdf.contains("/ModDate (D:20260201000000+01'00')"))
    #expect(pdf.contains("/Lang (en-GB)"))
  }

  @Test func aJPEGFileIsEmbeddedUnchanged() throws {
    var scene = Scene(width: 16, height: 8)
    let id = try #require(scene.images.image(Pictures.jpeg))
    scene.add(Rect(0, 0, 16, 8), scene.style { _ in }, scene.image(id, in: Rect(0, 0, 16, 8)))
    let file = scene.images.bytes(id)
    let pdf = try scene.painter.pdf().bytes
    #expect(String(decoding: pdf, as: UTF8.self).contains("/DCTDecode"))
    #expect(pdf.firstRange(of: file) != nil)
  }

  @Test func anImageUsedOftenIsEmbeddedOnce() throws {
    var scene = Scene(width: 16, height: 8)
    let jpeg = try #require(scene.images.image(Pictures.jpeg))
    let png = try #require(scene.images.image(Pictures.png))
    scene.document.pages = Array(repeating: scene.document.pages[0], count: 3)
    let style = scene.style { _ in }
    for page in 0..<3 {
      for (image, x) in [(jpeg, 0.0), (png, 8), (jpeg, 12)] {
        scene.document.pages[page].fragments.append(
          Fragment(
            frame: Rect(x, 0, 4, 8), style: style, node: .none,
            subtreeEnd: UInt32(scene.document.pages[page].fragments.count + 1),
            content: scene.image(image, in: Rect(x, 0, 4, 8), page: page)))
      }
    }
    let pdf = try text(scene)
    #expect(count("/Subtype /Image", in: pdf) == 2)
    // One of them is twice on each page, but named once in its resources.
    for part in pdf.split(separator: "/XObject <<").dropFirst() {
      let names = part.prefix { $0 != ">" }.split { $0.isWhitespace }.filter { $0.hasPrefix("/X") }
      #expect(names.count == 2 && Set(names).count == 2)
    }
  }

  /// The same image may be smoothed in one place and not in another.
  @Test func pixelatedImagesAreNotInterpolated() throws {
    var scene = Scene(width: 32, height: 8)
    let images = [Pictures.jpeg, Pictures.png].compactMap { scene.images.image($0) }
    let styles = [false, true].map { isPixelated in scene.style { $0.text.images.arePixelated = isPixelated } }
    for (row, image) in images.enumerated() {
      for (column, style) in styles.enumerated() {
        let frame = Rect(Double(row * 16 + column * 8), 0, 8, 8)
        scene.add(frame, style, scene.image(image, in: frame))
      }
    }
    let pdf = try text(scene)
    #expect(count("/Subtype /Image", in: pdf) == 4)
    #expect(count("/Interpolate true", in: pdf) == 2)
  }

  @Test func linksToAddressesAndDestinationsAreWritten() throws {
    var scene = Scene(width: 100, height: 200)
    scene.document.pages.append(Page(size: Size(width: 100, height: 200)))
    scene.document.destinations["here"] = Destination(page: 1, point: Point(x: 8, y: 40))
    scene.document.pages[0].links = [
      LinkArea(frame: Rect(4, 8, 40, 20), target: "https://example.org/a(b)?x='y'&z=\\é"),
      LinkArea(frame: Rect(4, 40, 40, 20), target: "#here"),
    ]
    let pdf = try text(scene)
    // 4 px from the left and 8 px from the top of 200 px, in points from the bottom.
    #expect(pdf.contains("/Rect [3 129 33 144]"))
    #expect(pdf.contains("/URI (https://example.org/a\\(b\\)?x='y'&z=%5C%C3%A9)"))
    #expect(pdf.contains("/Dest (here)"))
    #expect(pdf.contains("/Names [(here) ["))
    #expect(pdf.contains("/XYZ 6 120 0]"))
  }

  @Test func linksToTheDocumentItselfLeadToItsPlaces() throws {
    var scene = Scene(width: 100, height: 200)
    scene.document.destinations["é"] = Destination(page: 0, point: Point(x: 8, y: 40))
    scene.document.pages[0].links = ["#", "#TOP", "page.html", "page.html#é", "#%C3%A9"].map {
      LinkArea(frame: Rect(4, 8, 40, 20), target: $0)
    }
    var options = Painter.PDFOptions()
    options.fileName = "page.html"
    let file = try scene.painter.pdf(options)
    #expect(file.diagnostics.isEmpty)
    let pdf = try unpackedText(file.bytes)
    #expect(count("/XYZ 0 150 0]", in: pdf) == 3)
    #expect(count("/Dest <C3A9>", in: pdf) == 2)
  }

  @Test(arguments: ["javascript:alert(1)", "file:///etc/passwd", "data:text/html,x", "#nowhere", "page.html", ""])
  func otherLinksAreLeftOutWithADiagnostic(_ target: String) throws {
    var scene = Scene(width: 10, height: 10)
    scene.document.pages[0].links = [LinkArea(frame: Rect(0, 0, 1, 1), target: target)]
    let file = try scene.painter.pdf()
    #expect(file.diagnostics.count == 1)
    #expect(!(try unpackedText(file.bytes)).contains("/Link"))
  }

  @Test func outlinesNestByLevel() throws {
    var scene = Scene(width: 100, height: 100)
    let place = Destination(page: 0, point: Point(x: 0, y: 20))
    scene.document.outline = [(1, "One"), (3, "Deep"), (2, "Two"), (1, "Last")].map {
      OutlineItem(level: $0.0, title: $0.1, isOpen: true, destination: place)
    }
    let pdf = try text(scene)
    let first = try #require(pdf.firstRange(of: "/Title (One)").map { pdf[$0.lowerBound...].prefix { $0 != "\n" } })
    #expect(
      first.contains("/Count 2") && first.contains("/First") && first.contains("/Next") && !first.contains("/Prev"))
    #expect(first.contains("/XYZ 0 60 0]"))
    #expect(pdf.contains("/Type /Outlines") && pdf.contains("/Count 4"))
  }

  @Test func pagesMayHaveLabels() throws {
    var scene = Scene(width: 10, height: 10)
    scene.document.pages[0].label = "iv"
    scene.document.pages.append(Page(size: Size(width: 10, height: 10)))
    #expect(try text(scene).contains("/PageLabels << /Nums [0 << /P (iv) >> 1 << /S /D /St 2 >>] >>"))
  }

  @Test func aDocumentWithoutPagesIsAnError() {
    var scene = Scene(width: 10, height: 10)
    scene.document.pages = []
    let error = #expect(throws: PaintError.self) { try scene.painter.pdf() }
    #expect(error?.code == .noSuchPage)
  }

  @Test(arguments: [0, -1, Double.nan, Double.infinity, 1e9])
  func aPageThatCannotBePaintedIsAnError(_ width: Double) {
    let scene = Scene(width: width, height: 10)
    #expect(#expect(throws: PaintError.self) { try scene.painter.pdf() }?.code == .badPageSize)
  }

  @Test func outputBeyondTheLimitIsAnError() {
    let scene = Scene(width: 10, height: 10)
    #expect(#expect(throws: PaintError.self) { try scene.painter.pdf(maximumBytes: 100) }?.code == .tooLarge)
  }

  @Test func numbersThatAreNotFiniteDoNotBreakThePage() throws {
    var scene = Scene(width: 4, height: 1)
    for value in [Double.nan, .infinity, -.infinity, 1e300, -1e300] {
      scene.fill(
        Rect(value, value, value, value), .red,
        {
          $0.box.borderWidth = Sides(value)
          $0.box.borderStyle = Sides(.dotted)
          $0.paint.borderRadius = Corners(Pair(.px(value), .percent(value)))
          $0.paint.boxShadows = [BoxShadow(x: value, y: value, blur: value, spread: value, color: .red, isInset: false)]
          $0.paint.outlineWidth = value
          $0.paint.outlineStyle = .double
        })
    }
    _ = try scene.painter.pdf()
    _ = try scene.grid()
  }
}
