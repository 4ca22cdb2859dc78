import Layout

/// A `mask` element (css-masking-1 §7), or a `clipPath` element with more than one shape, in the coordinates of what it
/// masks.
struct SVGMask {
  let operations: [SVGDrawing.Operation]
  /// Whether the luminance of the content is the mask; otherwise its alpha.
  var isLuminance = true
  /// The part that is not hidden; nil for all.
  var area: SVGRegion?
  /// The coordinates of the content are fractions of the box around what is masked.
  var usesBox = false

  var dependsOnBox: Bool { usesBox || area?.usesBox == true }
}

/// A rectangle whose numbers may be fractions of the box around a shape.
struct SVGRegion {
  var rect: Rect
  var usesBox: Bool

  func area(in box: Rect) -> Rect {
    guard usesBox else { return rect }
    return Rect(
      x: box.x + rect.x * box.width, y: box.y + rect.y * box.height, width: rect.width * box.width,
      height: rect.height * box.height)
  }
}

extension AffineTransform {
  /// The transform from the unit square to a box.
  init(unitsOf box: Rect) { self.init(a: box.width, d: box.height, e: box.x, f: box.y) }
}
