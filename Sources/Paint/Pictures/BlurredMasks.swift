import Layout

/// The blurred shapes of one output. Equal shapes are blurred and embedded once, and the number of all pixels is
/// limited.
final class BlurredMasks {
  /// Pixels that may still be blurred; the whole budget takes about two seconds.
  private var budget: Double
  private var known: [BlurredShape: AlphaMask?] = [:]
  private var knownPixels = 0.0

  /// Maximum pixels of a mask: enough for a page at the finest scale. Larger areas get a coarser scale.
  private static let mostPixels = 2_000_000.0
  /// Pixels that every mask may have, even if the budget is used up.
  private static let fewestPixels = 10_000.0
  private static let mostKnownPixels = 8_000_000.0
  private static let mostKnown = 1000

  /// Glyphs of shadows of text that may still be drawn, and such shadows that may still be blurred.
  private var glyphs = 2_000_000
  private var blurredTexts = 5_000
  /// Whether shadows of text were left out or not blurred because there are too many.
  private(set) var isExhausted = false

  /// Whether one more shadow of a text may be drawn. Each text may have as many as its style lists.
  func takeText(glyphs count: Int) -> Bool {
    glyphs -= count + 10
    if glyphs < 0 { isExhausted = true }
    return glyphs >= 0
  }

  /// Whether one more shadow of a text may be blurred: each is a picture.
  func takeBlurredText() -> Bool {
    blurredTexts -= 1
    if blurredTexts < 0 { isExhausted = true }
    return blurredTexts >= 0
  }

  init(budget: Double = 100_000_000) { self.budget = budget }

  /// The mask of a box's shadow.
  func mask(of shape: BlurredShape) -> AlphaMask? {
    if let mask = known[shape] { return mask }
    let mask = mask(shape.area, sigma: shape.sigma, rule: .evenOdd) { canvas in
      canvas.add(shape.outline)
      if let hole = shape.hole, hole.rect.width > 0, hole.rect.height > 0 { canvas.add(hole) }
    }
    knownPixels += mask?.pixels ?? 0
    if knownPixels > Self.mostKnownPixels || known.count >= Self.mostKnown {
      known.removeAll()
      knownPixels = mask?.pixels ?? 0
    }
    known[shape] = .some(mask)
    return mask
  }

  /// A mask that is not cached. The more of the budget is used, the coarser it is.
  func mask(_ area: Size, sigma: Double, rule: FillRule, draw: (any Canvas) -> Void) -> AlphaMask? {
    let most = min(Self.mostPixels, max(budget / 16, Self.fewestPixels))
    let mask = AlphaMask(area, sigma: sigma, maximumPixels: most, rule: rule, draw: draw)
    budget = max(0, budget - (mask?.pixels ?? 0))
    return mask
  }
}

/// The shape of a box's shadow before blurring, independent of its position on the page.
struct BlurredShape: Hashable {
  /// The offset from the area's corner, px.
  private(set) var outline: RoundedRect
  private(set) var hole: RoundedRect?
  private(set) var area: Size
  private(set) var sigma: Double

  /// - Parameter area: the area of the shadow.
  init(outline: RoundedRect, hole: RoundedRect?, in area: Rect, sigma: Double) {
    self.outline = Self.moved(outline, from: area)
    self.hole = hole.map { Self.moved($0, from: area) }
    self.area = Size(width: area.width, height: area.height)
    self.sigma = sigma
  }

  /// A shape relative to the corner of the area. Rounded, because equal shapes at different positions would differ in
  /// the last digit.
  private static func moved(_ shape: RoundedRect, from area: Rect) -> RoundedRect {
    func rounded(_ value: Double) -> Double { (value * 1024).rounded() / 1024 }
    var shape = shape
    shape.rect.x = rounded(shape.rect.x - area.x)
    shape.rect.y = rounded(shape.rect.y - area.y)
    return shape
  }
}
