import Glibc
import Layout
import Style

/// Borders (css-backgrounds-3 §3): every style, mitred where sides meet.
struct BorderPainter {
  let canvas: any Canvas
  /// The outer edge.
  let outer: RoundedRect
  let widths: Sides<Double>
  let styles: Sides<BorderStyle>
  let colors: Sides<Color>

  func paint() {
    let visible = Side.allCases.filter(isVisible)
    guard let first = visible.first else { return }
    let style = styles[first]
    let color = colors[first]
    let isUniform = visible.count == 4 && visible.allSatisfy { styles[$0] == style && colors[$0] == color }
    if isUniform, isPlain(style) {
      paintRings(style, color)
    } else if isUniform, style == .dotted || style == .dashed, outer.isRounded, widths == Sides(widths.top) {
      paintDashedLoop(style, color)
    } else {
      paintSides(visible)
    }
  }

  private func isVisible(_ side: Side) -> Bool {
    widths[side] > 0 && styles[side] != .none && styles[side] != .hidden && colors[side].alpha > 0
  }

  /// Paints whole rings if all four sides are alike.
  private func isPlain(_ style: BorderStyle) -> Bool { style == .solid || style == .double }

  // MARK: Rings

  private func paintRings(_ style: BorderStyle, _ color: Color) {
    for (from, to) in style == .double ? [(0.0, 1.0 / 3), (2.0 / 3, 1.0)] : [(0, 1)] {
      addRing(from: from, to: to)
      canvas.fill(color, rule: .evenOdd)
    }
  }

  /// The ring between two fractions of the border's width, 0 at the outer edge. It is open at sides without width:
  /// viewers draw a thin line where both edges of a ring coincide.
  func addRing(from: Double, to: Double) {
    let sides = Side.allCases.filter { widths[$0] > 0 }
    if sides.count == 4 {
      canvas.add(edge(from))
      canvas.add(edge(to))
    } else {
      for first in sides where widths[first.previous] == 0 {
        let run = sequence(first: first, next: \.next).prefix { widths[$0] > 0 }
        canvas.add(bandAlong: Array(run), outer: edge(from), inner: edge(to))
      }
    }
  }

  /// The shape inset by a fraction of the border's width.
  func edge(_ fraction: Double) -> RoundedRect {
    func depth(_ side: Side) -> Double {
      styles[side] == .double ? Self.doubleDepth(widths[side], fraction) : widths[side] * fraction
    }
    return outer.inset(
      by: Sides(top: depth(.top), right: depth(.right), bottom: depth(.bottom), left: depth(.left)))
  }

  /// The distance of a line's edge in a double border, at a third of its width or less. Lines are equally wide, and
  /// whole px if the border is, as in browsers.
  private static func doubleDepth(_ width: Double, _ fraction: Double) -> Double {
    let line = width == width.rounded() && width >= 3 ? ((width + 1) / 3).rounded(.down) : width / 3
    return switch fraction {
    case 1.0 / 3: line
    case 2.0 / 3: width - line
    default: width * fraction
    }
  }

  // MARK: Sides

  /// Adjacent sides that look alike are filled together, so that no seam is visible between them.
  private func paintSides(_ sides: [Side]) {
    var rest = sides
    while let side = rest.first {
      let style = styles[side]
      let color = colors[side]
      let joins = isPlain(style)
      let group = joins ? rest.filter { styles[$0] == style && colors[$0] == color } : [side]
      rest.removeAll(where: group.contains)
      switch style {
      case .none, .hidden: break
      case .solid: paintBand(group, color, from: 0, to: 1)
      case .double:
        paintBand(group, color, from: 0, to: 1.0 / 3)
        paintBand(group, color, from: 2.0 / 3, to: 1)
      case .groove, .ridge:
        let isSunkenOutside = style == .groove
        paintBand(group, color.shaded(side, isSunken: isSunkenOutside), from: 0, to: 0.5)
        paintBand(group, color.shaded(side, isSunken: !isSunkenOutside), from: 0.5, to: 1)
      case .inset, .outset: paintBand(group, color.shaded(side, isSunken: style == .inset), from: 0, to: 1)
      case .dotted, .dashed: paintDashes(side, style, color)
      }
    }
  }

  /// A fraction of the border's width on some sides.
  private func paintBand(_ sides: [Side], _ color: Color, from: Double, to: Double) {
    if !outer.isRounded {
      for side in sides { canvas.add(polygon: band(side, from: from, to: to)) }
      canvas.fill(color)
      return
    }
    if sides.count == Side.allCases.count(where: { widths[$0] > 0 }) {
      addRing(from: from, to: to)
      canvas.fill(color, rule: .evenOdd)
      return
    }
    canvas.isolated {
      for side in sides { canvas.add(polygon: wedge(side)) }
      canvas.clip()
      addRing(from: from, to: to)
      canvas.fill(color, rule: .evenOdd)
    }
  }

  /// The trapezoid of a straight side between two fractions of its width, clockwise.
  private func band(_ side: Side, from: Double, to: Double) -> [Point] {
    let a = edge(from).rect
    let b = edge(to).rect
    return switch side {
    case .top: [a.topLeft, a.topRight, b.topRight, b.topLeft]
    case .right: [a.topRight, a.bottomRight, b.bottomRight, b.topRight]
    case .bottom: [a.bottomRight, a.bottomLeft, b.bottomLeft, b.bottomRight]
    case .left: [a.bottomLeft, a.topLeft, b.topLeft, b.bottomLeft]
    }
  }

  /// The region of one side, separated from its neighbours by the lines from the outer corners through the inner ones
  /// to their intersection.
  func wedge(_ side: Side) -> [Point] {
    if let strip = strip(side) { return strip }
    let horizontal = widths.left + widths.right
    let vertical = widths.top + widths.bottom
    let reach = min(
      horizontal > 0 ? outer.rect.width / horizontal : .infinity,
      vertical > 0 ? outer.rect.height / vertical : .infinity)
    return band(side, from: 0, to: max(1, reach.isFinite ? reach : 1))
  }

  /// The region of a side whose neighbours have no width: as deep as its corners.
  func strip(_ side: Side) -> [Point]? {
    let (rect, radii) = (outer.rect, outer.radii)
    switch side {
    case .top, .bottom:
      guard widths.left == 0, widths.right == 0 else { return nil }
      let most =
        side == .top
        ? max(radii.topLeft.height, radii.topRight.height) : max(radii.bottomLeft.height, radii.bottomRight.height)
      let depth = min(rect.height, max(widths[side], most))
      return Rect(
        x: rect.x, y: side == .top ? rect.y : rect.maxY - depth, width: rect.width, height: depth
      ).corners
    case .left, .right:
      guard widths.top == 0, widths.bottom == 0 else { return nil }
      let most =
        side == .left
        ? max(radii.topLeft.width, radii.bottomLeft.width) : max(radii.topRight.width, radii.bottomRight.width)
      let depth = min(rect.width, max(widths[side], most))
      return Rect(
        x: side == .left ? rect.x : rect.maxX - depth, y: rect.y, width: depth, height: rect.height
      ).corners
    }
  }

}
