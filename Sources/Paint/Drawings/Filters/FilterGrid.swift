import Layout

/// Where the pixels of a filter are.
struct FilterGrid {
  /// Of all pixels, px.
  let area: Rect
  /// Pixels per px.
  let scale: Double

  /// The top left corner of a pixel, px.
  func corner(x: Int, y: Int) -> Point { Point(x: area.x + Double(x) / scale, y: area.y + Double(y) / scale) }

  /// The distance of the pixels whose colours a kernel combines. By default, they are 1 px apart, as on a screen,
  /// whatever the resolution is (`kernelUnitLength`, filter-effects-1 §9.9).
  func step(_ unit: Double?) -> Int { Int(max(1, min((unit ?? 1) * scale, 10_000)).rounded()) }

  /// The part of a rectangle in the area, in pixels.
  func pixels(of rect: Rect) -> Rect {
    // The numbers of a rectangle may be larger than those of a surface.
    let rect = rect.intersection(area.enlarged(by: 1e4))
    return Rect(
      x: (rect.x - area.x) * scale, y: (rect.y - area.y) * scale, width: rect.width * scale,
      height: rect.height * scale)
  }
}
