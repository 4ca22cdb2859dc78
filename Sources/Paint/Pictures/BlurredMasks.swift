import Layout

/// The blurred shapes of one output: equal ones are made, and embedded, once, and all of them together stay within bounds.
final class BlurredMasks {
  /// Pixels that may still be blurred; about a second's work in all.
  private var budget: Double
  private var known: [BlurredShape: AlphaMask?] = [:]
  private var knownPixels = 0.0

  /// Enough for a page at the finest scale; larger areas get a coarser one.
  private static let mostPixels = 2_000_000.0
  /// What a mask may have at least, however much has been blurred before.
  private static let fewestPixels = 10_000.0
  private static let mostKnownPixels = 8_000_000.0
  private static let mostKnown = 1000

  init(budget: Double = 400_000_000) { self.budget = budget }

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

  /// A mask that nothing else will be equal to. The more have been made, the coarser they get.
  func mask(_ area: Size, sigma: Double, rule: Canvas.FillRule, draw: (Canvas) -> Void) -> AlphaMask? {
    let most = min(Self.mostPixels, max(budget / 16, Self.fewestPixels))
    let mask = AlphaMask(area, sigma: sigma, maximumPixels: most, rule: rule, draw: draw)
    budget = max(0, budget - (mask?.pixels ?? 0))
    return mask
  }
}

/// A box's shadow before it is blurred, wherever on the page it lies.
struct BlurredShape: Hashable {
  /// From the area's corner, px.
  private(set) var outline: RoundedRect
  private(set) var hole: RoundedRect?
  private(set) var area: Size
  private(set) var sigma: Double

  /// - Parameter area: where the shadow may show.
  init(outline: RoundedRect, hole: RoundedRect?, in area: Rect, sigma: Double) {
    self.outline = outline.offset(x: -area.x, y: -area.y)
    self.hole = hole?.offset(x: -area.x, y: -area.y)
    self.area = Size(width: area.width, height: area.height)
    self.sigma = sigma
  }
}
