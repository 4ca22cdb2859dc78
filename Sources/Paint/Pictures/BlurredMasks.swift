import Layout

/// The blurred shapes of one output. Equal shapes are blurred and embedded once, and the number of all pixels is
/// limited.
final class BlurredMasks {
  /// Pixels that may still be blurred; the whole budget takes about two seconds.
  private var budget: Double
  private var known: [BlurredShape: AlphaMask?] = [:]
  private var knownPixels = 0.0
  /// The masks of small shapes, from which those of larger ones are made.
  private var corners: [BlurredShape: AlphaMask] = [:]

  /// Maximum pixels of a mask: enough for a page at the finest scale. Larger areas get a coarser scale.
  private static let mostPixels = 2_000_000.0
  /// Pixels that every mask may have, even if the budget is used up.
  private static let fewestPixels = 10_000.0
  private static let mostKnownPixels = 8_000_000.0
  private static let mostKnown = 1000
  /// One has at most 50,000 pixels, unless its radii are large.
  private static let mostCorners = 100

  /// Glyphs of shadows of text that may still be drawn.
  private var glyphs = 2_000_000
  /// Shadows of text that may still be blurred, and glyphs in them: each glyph is filled as a path.
  private var blurredTexts = 5_000
  private var blurredGlyphs = 300_000
  /// Whether shadows of text were left out or not blurred because there are too many.
  private(set) var isExhausted = false

  /// Whether one more shadow of a text may be drawn. Each text may have as many as its style lists.
  func takeText(glyphs count: Int) -> Bool {
    glyphs -= count + 10
    if glyphs < 0 { isExhausted = true }
    return glyphs >= 0
  }

  /// Whether one more shadow of a text may be blurred: each is a picture.
  func takeBlurredText(glyphs count: Int) -> Bool {
    blurredTexts -= 1
    blurredGlyphs -= count
    if blurredTexts < 0 || blurredGlyphs < 0 { isExhausted = true }
    return blurredTexts >= 0 && blurredGlyphs >= 0
  }

  init(budget: Double = 100_000_000) { self.budget = budget }

  /// The mask of a box's shadow.
  func mask(of shape: BlurredShape) -> AlphaMask? {
    if let mask = known[shape] { return mask }
    return store(stretched(shape) ?? blurred(shape), shape)
  }

  private func blurred(_ shape: BlurredShape) -> AlphaMask? {
    mask(shape.area, sigma: shape.sigma, rule: .evenOdd) { shape.add(to: $0) }
  }

  /// The mask with the corners of a smaller shape, which has the same radii and is blurred once for all sizes; nil if
  /// the shape is too small, or so large that the mask has fewer pixels than it needs.
  private func stretched(_ shape: BlurredShape) -> AlphaMask? {
    guard let frame = AlphaMask.Frame(shape.area, sigma: shape.sigma, maximumPixels: mostPixels), !frame.isCoarse,
      let slices = BlurredSlices(shape, frame)
    else { return nil }
    let core = shape.reduced(by: slices.omittedSize(frame.scale))
    // Copying takes a fraction of the time of blurring.
    budget = max(0, budget - frame.pixels / 8)
    // Equal shapes may have masks of different sizes, because their areas are rounded.
    if let mask = corners[core], let stretched = AlphaMask(frame, stretching: mask, slices) { return stretched }
    let small = frame.reduced(columns: slices.columns.omitted, rows: slices.rows.omitted)
    budget = max(0, budget - small.pixels)
    guard let mask = AlphaMask(small, draw: { core.add(to: $0) }) else { return nil }
    if corners.count >= Self.mostCorners { corners.removeAll() }
    corners[core] = mask
    return AlphaMask(frame, stretching: mask, slices)
  }

  private func store(_ mask: AlphaMask?, _ shape: BlurredShape) -> AlphaMask? {
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
    let frame = AlphaMask.Frame(area, sigma: sigma, maximumPixels: mostPixels)
    let mask = frame.flatMap { AlphaMask($0, rule: rule, draw: draw) }
    budget = max(0, budget - (mask?.pixels ?? 0))
    return mask
  }

  private var mostPixels: Double { min(Self.mostPixels, max(budget / 16, Self.fewestPixels)) }
}
