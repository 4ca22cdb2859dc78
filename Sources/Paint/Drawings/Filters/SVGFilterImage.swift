import Layout

/// What `feImage` shows (filter-effects-1 §9.12).
enum SVGFilterImage {
  /// An element of the document, as a `use` element shows it.
  case element([SVGDrawing.Operation])
  /// An image, which fills the area of the primitive.
  case image(SVGImage)

  /// - Parameter area: that of the primitive.
  func operations(in area: Rect) -> [SVGDrawing.Operation] {
    switch self {
    case .element(let operations): return operations
    case .image(var image):
      (image.x, image.y, image.width, image.height) = (area.x, area.y, area.width, area.height)
      return [.image(image)]
    }
  }
}
