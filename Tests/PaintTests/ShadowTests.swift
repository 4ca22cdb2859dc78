import Layout
import Style
import TestTraits
import Testing

@testable import Paint

@Suite(.hangLimit) struct ShadowTests {
  private func grid(
    _ width: Double, _ height: Double, _ frame: Rect, _ shadows: [BoxShadow], background: Color = .transparent
  ) throws -> String {
    var scene = Scene(width: width, height: height)
    let style = scene.style {
      $0.paint.boxShadows = shadows
      $0.paint.backgroundColor = background
    }
    scene.add(frame, style)
    return try scene.grid()
  }

  @Test func anUnblurredShadowIsNotPaintedUnderItsBox() throws {
    #expect(
      try grid(5, 4, Rect(1, 1, 2, 2), [BoxShadow(x: 1, y: 1, blur: 0, spread: 0, color: .red, isInset: false)]) == """
        _____
        _____
        ___R_
        __RR_
        """)
  }

  /// css-break-3 §5.4: the box continues beyond a break.
  @Test func aBrokenBoxHasNoShadowAtTheBreak() throws {
    var scene = Scene(width: 6, height: 3)
    let shadow = BoxShadow(x: 0, y: 0, blur: 0, spread: 1, color: .red, isInset: false)
    let style = scene.style { $0.paint.boxShadows = [shadow] }
    scene.add(Rect(2, 1, 2, 1), style, edges: [.top, .bottom, .left])
    #expect(
      try scene.grid() == """
        _RRR__
        _R____
        _RRR__
        """)
  }

  @Test func spreadMakesTheShadowLarger() throws {
    #expect(
      try grid(5, 4, Rect(2, 1, 1, 2), [BoxShadow(x: 0, y: 0, blur: 0, spread: 1, color: .red, isInset: false)]) == """
        _RRR_
        _R_R_
        _R_R_
        _RRR_
        """)
  }

  @Test func theFirstShadowIsOnTop() throws {
    let shadows = [
      BoxShadow(x: 1, y: 0, blur: 0, spread: 0, color: .red, isInset: false),
      BoxShadow(x: 2, y: 0, blur: 0, spread: 0, color: .blue, isInset: false),
    ]
    #expect(try grid(5, 1, Rect(0, 0, 2, 1), shadows) == "__RB_")
  }

  @Test func anInsetShadowIsAboveTheBackground() throws {
    let shadow = BoxShadow(x: 1, y: 1, blur: 0, spread: 0, color: .red, isInset: true)
    #expect(
      try grid(4, 3, Rect(0, 0, 4, 3), [shadow], background: .blue) == """
        RRRR
        RBBB
        RBBB
        """)
  }

  @Test func aBlurredShadowFadesOutwards() throws {
    var scene = Scene(width: 40, height: 40)
    let style = scene.style {
      $0.paint.boxShadows = [BoxShadow(x: 0, y: 0, blur: 8, spread: 0, color: .black, isInset: false)]
    }
    scene.add(Rect(15, 15, 10, 10), style)
    let (width, pixels) = try scene.painter.pixels(page: 0)
    let row = (0..<15).map { Int(pixels[20 * width + $0] & 0xFF) }
    #expect(row[0] == 255)
    #expect(row[14] < 200)
    #expect(zip(row, row.dropFirst()).allSatisfy { $0 >= $1 })
    #expect(pixels[20 * width + 20] == 0xFFFFFF)
  }

  @Test func aHugeBlurIsLimited() throws {
    let shadow = BoxShadow(x: 0, y: 0, blur: 1e5, spread: 1e5, color: .black, isInset: false)
    #expect(try grid(3, 1, Rect(0, 0, 1, 1), [shadow]).count == 3)
  }

  private func shape(at x: Double, width: Double, blur: Double = 8) -> BlurredShape {
    BlurredShape(
      outline: RoundedRect(Rect(x, 100, width, 300)), hole: nil, in: Rect(x - 12, 88, width + 24, 324), sigma: blur / 2)
  }

  @Test func equalShadowsAreBlurredOnce() throws {
    let masks = BlurredMasks()
    let first = try #require(masks.mask(of: shape(at: 20, width: 200)))
    #expect(masks.mask(of: shape(at: 310, width: 200)) === first)
    #expect(masks.mask(of: shape(at: 20, width: 201)) !== first)
    #expect(masks.mask(of: shape(at: 20, width: 200, blur: 9)) !== first)
  }

  /// Masks that are made of the corners of a smaller one are those that are blurred as a whole.
  @Test(arguments: [0.0, 10], [3.0, 8, 13]) func stretchedMasksHaveTheSamePixels(radius: Double, blur: Double) throws {
    for isInset in [false, true] {
      var outline = RoundedRect(Rect(7, 9, 301, 207))
      outline.radii = Corners(Size(width: radius, height: radius))
      let area = outline.rect
      let shape =
        isInset
        ? BlurredShape(
          outline: RoundedRect(area.inset(by: Sides(-blur * 1.5 - 1))), hole: outline.offset(x: 2, y: 3), in: area,
          sigma: blur / 2)
        : BlurredShape(outline: outline, hole: nil, in: area, sigma: blur / 2)
      let frame = try #require(AlphaMask.Frame(shape.area, sigma: shape.sigma, maximumPixels: 4_000_000))
      #expect(BlurredSlices(shape, frame) != nil)
      let whole = try #require(AlphaMask(frame, draw: { shape.add(to: $0) })?.bytes)
      let stretched = try #require(BlurredMasks().mask(of: shape)?.bytes)
      #expect(whole.count == stretched.count)
      #expect(zip(whole, stretched).allSatisfy { abs(Int($0) - Int($1)) <= 1 }, "\(isInset)")
    }
  }

  /// Regression: the mask of a shape that was larger by less than 1/1024 px had bytes of other memory.
  @Test func masksOfNearlyEqualShapesHaveTheirOwnPixels() throws {
    let masks = BlurredMasks()
    for spread in [0.0001, 0, 0.0003, -0.0001, 0.4, 0.4001] {
      let rect = Rect(50, 50, 200, 200).inset(by: Sides(-spread))
      let shape = BlurredShape(outline: RoundedRect(rect), hole: nil, in: rect, sigma: 4)
      let bytes = try #require(masks.mask(of: shape)?.bytes)
      #expect(bytes == BlurredMasks().mask(of: shape)?.bytes, "\(spread)")
    }
  }

  @Test func masksOfSmallShapesAreNotStretched() throws {
    let shape = BlurredShape(outline: RoundedRect(Rect(0, 0, 20, 20)), hole: nil, in: Rect(0, 0, 20, 20), sigma: 4)
    let frame = try #require(AlphaMask.Frame(shape.area, sigma: 4, maximumPixels: 1_000_000))
    #expect(BlurredSlices(shape, frame) == nil)
  }

  @Test func thePixelsOfAllShadowsAreLimited() {
    let masks = BlurredMasks(budget: 1_000_000)
    var pixels = 0.0
    for width in 501...1000 { pixels += masks.mask(of: shape(at: 0, width: Double(width)))?.pixels ?? 1_000_000 }
    let limit = 1_000_000.0 + 500 * 10_500
    #expect(pixels < limit)
  }

  /// The outlines of their glyphs are filled for each blurred shadow.
  @Test func theGlyphsInBlurredShadowsOfTextAreLimited() {
    let masks = BlurredMasks()
    #expect(masks.takeBlurredText(glyphs: 300_000))
    #expect(!masks.isExhausted)
    #expect(!masks.takeBlurredText(glyphs: 1))
    #expect(masks.isExhausted)
  }
}
