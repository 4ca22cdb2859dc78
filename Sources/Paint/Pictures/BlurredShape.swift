import Layout

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

  /// Adds it to a path, which is filled by the even-odd rule.
  func add(to canvas: any Canvas) {
    canvas.add(outline)
    if let hole, hole.rect.width > 0, hole.rect.height > 0 { canvas.add(hole) }
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

  /// The shape with everything right of and below a point moved to the left and upwards.
  func reduced(by size: Size) -> BlurredShape {
    func rounded(_ value: Double) -> Double { (value * 1024).rounded() / 1024 }
    func reduced(_ shape: RoundedRect) -> RoundedRect {
      var shape = shape
      shape.rect.width = rounded(shape.rect.width - size.width)
      shape.rect.height = rounded(shape.rect.height - size.height)
      return shape
    }
    var copy = self
    copy.outline = reduced(outline)
    copy.hole = hole.map(reduced)
    copy.area = Size(width: rounded(area.width - size.width), height: rounded(area.height - size.height))
    return copy
  }
}
