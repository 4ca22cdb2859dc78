import Style

/// A border line (CT_Border).
struct Border: Hashable {
  /// ST_Border; `nil` for no line.
  var kind: String
  /// Eighths of a point.
  var size: Int
  /// Points between the line and the text.
  var space = 0
  var color: String

  static let none = Border(kind: "nil", size: 0, color: "auto")
  var isVisible: Bool { kind != "nil" }

  init(kind: String, size: Int, space: Int = 0, color: String) {
    self.kind = kind
    self.size = size
    self.space = space
    self.color = color
  }

  /// - Parameter width: px.
  init(_ style: BorderStyle, width: Double, color: Color, space: Double = 0) {
    guard width > 0, color.alpha > 0, let kind = Self.kinds[style] else {
      self = .none
      return
    }
    // Word's double line is three times as wide as its size.
    let line = style == .double ? width / 3 : width
    self.init(kind: kind, size: Units.eighths(line), space: Units.points(space), color: color.hex)
  }

  private static let kinds: [BorderStyle: String] = [
    .solid: "single", .dotted: "dotted", .dashed: "dashed", .double: "double",
    // Word draws several lines for the styles of this name.
    .groove: "single", .ridge: "single", .inset: "single", .outset: "single",
  ]

  /// Whether this border is drawn where it meets the other (CSS 2.2 §17.6.2.1).
  func wins(over other: Border) -> Bool {
    guard isVisible != other.isVisible else { return size > other.size }
    return isVisible
  }

  func write(_ name: StaticString, to xml: inout XMLWriter) {
    xml.open(name)
    xml.attribute("w:val", kind)
    if isVisible {
      xml.attribute("w:sz", size)
      xml.attribute("w:space", space)
      xml.attribute("w:color", color)
    }
    xml.close(name)
  }
}

extension ComputedStyle {
  /// The borders of a box.
  /// - Parameter space: px between each border and the text.
  func borders(space: Sides<Double> = Sides(0)) -> Sides<Border> {
    Sides(
      top: Border(box.borderStyle.top, width: box.borderWidth.top, color: paint.borderColor.top, space: space.top),
      right: Border(
        box.borderStyle.right, width: box.borderWidth.right, color: paint.borderColor.right, space: space.right),
      bottom: Border(
        box.borderStyle.bottom, width: box.borderWidth.bottom, color: paint.borderColor.bottom, space: space.bottom),
      left: Border(box.borderStyle.left, width: box.borderWidth.left, color: paint.borderColor.left, space: space.left))
  }
}

extension Sides where Value == Border {
  static var none: Sides<Border> { Sides(.none) }
  var isVisible: Bool { top.isVisible || right.isVisible || bottom.isVisible || left.isVisible }
}
