import Layout

/// A `pattern` element (SVG 2 §14.3).
struct SVGPattern {
  let operations: [SVGDrawing.Operation]
  let tile: SVGRegion
  var transform = AffineTransform.identity
  /// The coordinates of the content are fractions of the box around the shape.
  var contentUsesBox = false
  var viewBox: Rect?
  var alignment = SVGAlignment()
  /// Whether it has few opaque shapes, which may be painted over each other.
  let isSimple: Bool

  private static let fewSegments = 64

  /// - Parameter gradients: those of the drawing.
  init(operations: [SVGDrawing.Operation], tile: SVGRegion, gradients: [String: SVGGradient]) {
    (self.operations, self.tile) = (operations, tile)
    var segments = 0
    isSimple = operations.allSatisfy { operation in
      guard case .shape(let path, let style) = operation else { return false }
      segments += path.segments.count
      return segments <= Self.fewSegments && style.isOpaque(gradients)
    }
  }

  /// The transform of the content in a tile at the origin. It begins at the corner of the tile, as in browsers.
  func content(_ box: Rect, in tile: Rect) -> AffineTransform {
    if let viewBox {
      return alignment.transform(from: viewBox, to: Rect(x: 0, y: 0, width: tile.width, height: tile.height))
    }
    return contentUsesBox ? .scale(box.width, box.height) : .identity
  }
}
