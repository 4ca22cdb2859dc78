/// A quarter turn of the contents of a box whose writing mode is orthogonal to that of its container (css-writing-modes-4 §7.3).
/// The contents are laid out horizontally and painted turned.
package enum BoxTurn: UInt8, Hashable, Sendable {
  case clockwise, counterclockwise

  /// The sides of a box before the turn, from those of the page.
  private func sides<Value>(_ sides: Sides<Value>) -> Sides<Value> {
    switch self {
    case .clockwise: Sides(top: sides.right, right: sides.bottom, bottom: sides.left, left: sides.top)
    case .counterclockwise: Sides(top: sides.left, right: sides.top, bottom: sides.right, left: sides.bottom)
    }
  }

  /// The style of a box before the turn: what it says of sides and sizes refers to the page.
  func style(_ style: ComputedStyle) -> ComputedStyle {
    var turned = style
    (turned.box.width, turned.box.height) = (style.box.height, style.box.width)
    (turned.box.minWidth, turned.box.minHeight) = (style.box.minHeight, style.box.minWidth)
    (turned.box.maxWidth, turned.box.maxHeight) = (style.box.maxHeight, style.box.maxWidth)
    turned.box.margin = sides(style.box.margin)
    turned.box.padding = sides(style.box.padding)
    turned.box.borderWidth = sides(style.box.borderWidth)
    turned.box.borderStyle = sides(style.box.borderStyle)
    turned.box.inset = sides(style.box.inset)
    turned.paint.borderColor = sides(style.paint.borderColor)
    let radius = style.paint.borderRadius
    var corners = [radius.topLeft, radius.topRight, radius.bottomRight, radius.bottomLeft].map { Pair($0.y, $0.x) }
    corners = self == .clockwise ? Array(corners[1...] + corners[..<1]) : Array(corners[3...] + corners[..<3])
    turned.paint.borderRadius.topLeft = corners[0]
    turned.paint.borderRadius.topRight = corners[1]
    turned.paint.borderRadius.bottomRight = corners[2]
    turned.paint.borderRadius.bottomLeft = corners[3]
    for index in turned.paint.backgroundLayers.indices {
      guard case .linearGradient(var gradient) = turned.paint.backgroundLayers[index].image else { continue }
      gradient.line = line(gradient.line)
      turned.paint.backgroundLayers[index].image = .linearGradient(gradient)
    }
    return turned
  }

  /// The line of a gradient before the turn.
  private func line(_ line: LinearGradient.Line) -> LinearGradient.Line {
    switch line {
    case .angle(let degrees): .angle(self == .clockwise ? degrees - 90 : degrees + 90)
    case .corner(let x, let y): self == .clockwise ? .corner(x: y, y: -x) : .corner(x: -y, y: x)
    }
  }
}
