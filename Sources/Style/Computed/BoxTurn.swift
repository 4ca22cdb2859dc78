/// A quarter turn of the contents of a box whose writing mode is orthogonal to that of its container
/// (css-writing-modes-4 §7.3). The contents are laid out horizontally and painted turned.
package enum BoxTurn: UInt8, Hashable, Sendable {
  case clockwise, counterclockwise

  /// The sides of a box before the turn, from those of the page.
  package func sides<Value>(_ sides: Sides<Value>) -> Sides<Value> {
    switch self {
    case .clockwise: Sides(top: sides.right, right: sides.bottom, bottom: sides.left, left: sides.top)
    case .counterclockwise: Sides(top: sides.left, right: sides.top, bottom: sides.right, left: sides.bottom)
    }
  }

  /// The corners of a box before the turn, from those of the page.
  func corners<Value>(_ corners: Corners<Value>) -> Corners<Value> {
    switch self {
    case .clockwise:
      Corners(
        topLeft: corners.topRight, topRight: corners.bottomRight, bottomRight: corners.bottomLeft,
        bottomLeft: corners.topLeft)
    case .counterclockwise:
      Corners(
        topLeft: corners.bottomLeft, topRight: corners.topLeft, bottomRight: corners.topRight,
        bottomLeft: corners.bottomRight)
    }
  }

  /// The style of a box before the turn: what it says of sides and sizes refers to the page.
  func style(_ style: ComputedStyle) -> ComputedStyle {
    var turned = style
    (turned.box.width, turned.box.height) = (style.box.height, style.box.width)
    (turned.box.minWidth, turned.box.minHeight) = (style.box.minHeight, style.box.minWidth)
    (turned.box.maxWidth, turned.box.maxHeight) = (style.box.maxHeight, style.box.maxWidth)
    (turned.box.containedWidth, turned.box.containedHeight) = (style.box.containedHeight, style.box.containedWidth)
    (turned.box.overflowX, turned.box.overflowY) = (style.box.overflowY, style.box.overflowX)
    if let ratio = style.box.aspectRatio?.ratio { turned.box.aspectRatio?.ratio = 1 / ratio }
    turned.box.margin = sides(style.box.margin)
    turned.box.padding = sides(style.box.padding)
    turned.box.borderWidth = sides(style.box.borderWidth)
    turned.box.borderStyle = sides(style.box.borderStyle)
    turned.box.inset = sides(style.box.inset)
    turned.paint.borderColor = sides(style.paint.borderColor)
    turned.paint.borderRadius = corners(style.paint.borderRadius)
    for corner in Corners<Pair<LengthPercentage>>.paths {
      let radius = turned.paint.borderRadius[keyPath: corner]
      turned.paint.borderRadius[keyPath: corner] = Pair(radius.y, radius.x)
    }
    turnEffects(of: &turned.paint)
    turned.text.vertical.turn = style.text.vertical.turn == inverse ? nil : self
    return turned
  }

  /// The opposite turn.
  package var inverse: BoxTurn { self == .clockwise ? .counterclockwise : .clockwise }
}

extension ComputedStyle {
  /// Exchanges what is said of the top and the bottom of the box's border and padding.
  mutating func flipEdges() {
    swap(&box.padding.top, &box.padding.bottom)
    swap(&box.borderWidth.top, &box.borderWidth.bottom)
    swap(&box.borderStyle.top, &box.borderStyle.bottom)
    swap(&paint.borderColor.top, &paint.borderColor.bottom)
    swap(&paint.borderRadius.topLeft, &paint.borderRadius.bottomLeft)
    swap(&paint.borderRadius.topRight, &paint.borderRadius.bottomRight)
    text.vertical.isFlipped.toggle()
  }
}
