import Layout
import Style

/// The boxes of vertical text as seen on the page, apart from their position.
extension BoxTurn {
  /// The transform from the page to the text.
  var undone: AffineTransform {
    switch self {
    case .clockwise: AffineTransform(a: 0, b: -1, c: 1, d: 0)
    case .counterclockwise: AffineTransform(a: 0, b: 1, c: -1, d: 0)
    }
  }

  func onPage(_ shape: RoundedRect) -> RoundedRect {
    let rect = shape.rect
    var turned = RoundedRect(
      Rect(
        x: self == .clockwise ? -rect.maxY : rect.y, y: self == .clockwise ? rect.x : -rect.maxX, width: rect.height,
        height: rect.width))
    let radii = shape.radii
    let corners = [radii.topLeft, radii.topRight, radii.bottomRight, radii.bottomLeft].map {
      Size(width: $0.height, height: $0.width)
    }
    let first = self == .clockwise ? 3 : 1
    turned.radii.topLeft = corners[first]
    turned.radii.topRight = corners[(first + 1) % 4]
    turned.radii.bottomRight = corners[(first + 2) % 4]
    turned.radii.bottomLeft = corners[(first + 3) % 4]
    return turned
  }
}

/// What has the orientation of the page in vertical text (css-writing-modes-4 §7.5): images, masks, clip paths and
/// filters.
extension Canvas {
  /// Draws in coordinates that have the orientation of the page.
  /// - Parameter turn: that of the text; nil if it is horizontal.
  func isolated(undoing turn: BoxTurn?, _ draw: () -> Void) {
    guard let turn else { return draw() }
    isolated {
      transform(turn.undone)
      draw()
    }
  }
}
