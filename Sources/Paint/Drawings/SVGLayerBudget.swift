/// The pixels that groups and masks of the drawings of one output may have together: each may be as large as the page.
final class SVGLayerBudget {
  private var pixels: Double
  /// The work that the filters of the drawings may still take.
  var filters = FilterBudget(work: 128_000_000)
  /// The limits of content that is drawn as pixels for filters.
  let pixelBudget = PixelBudget()
  private var filterDepth = 0
  /// The most filters within one another, each of which keeps the pixels of its content.
  private static let deepestFilter = 8

  init(pixels: Double = 3_000_000_000) { self.pixels = pixels }

  /// Whether so many layers may be drawn where a canvas can be seen. Vectors have no pixels.
  func take(_ layers: Int, on canvas: any Canvas) -> Bool {
    guard layers > 0, !canvas.isVector else { return true }
    let (box, scale) = (canvas.visibleBox, canvas.greatestScale)
    let needed = max(0, box.width) * max(0, box.height) * scale * scale * Double(layers)
    guard needed <= pixels else { return false }
    pixels -= needed
    return true
  }

  /// Whether content with a filter may begin, until `endFilter`.
  func beginFilter() -> Bool {
    guard filterDepth < Self.deepestFilter else { return false }
    filterDepth += 1
    return true
  }

  func endFilter() { filterDepth -= 1 }
}
