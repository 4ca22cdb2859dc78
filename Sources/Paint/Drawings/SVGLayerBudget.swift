/// The pixels that groups and masks of the drawings of one output may have together: each may be as large as the page.
final class SVGLayerBudget {
  private var pixels: Double

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
}
