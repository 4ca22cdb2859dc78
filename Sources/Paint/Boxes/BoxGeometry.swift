import Layout
import Style

/// The edges of one fragment's box, with the sides that a break cut away taken out.
struct BoxGeometry {
  var border: RoundedRect
  /// Used widths; 0 on sides that are cut away.
  var borderWidth: Sides<Double>
  var padding: RoundedRect

  init(_ fragment: Fragment, _ style: borrowing ComputedStyle) {
    border = RoundedRect(fragment.frame, style.paint.borderRadius, edges: fragment.edges)
    borderWidth = style.box.borderWidth
    if case .collapsedBox(let halves) = fragment.content { borderWidth = halves }
    borderWidth = borderWidth.limited(to: fragment.edges)
    padding = border.inset(by: borderWidth)
  }

  /// The content edge. Percentages of padding are of a width that is not known here; the border box's stands in.
  func content(_ fragment: Fragment, _ style: borrowing ComputedStyle) -> RoundedRect {
    let width = fragment.frame.width
    let sides = style.box.padding
    let padding = Sides(
      top: sides.top.resolve(against: width), right: sides.right.resolve(against: width),
      bottom: sides.bottom.resolve(against: width), left: sides.left.resolve(against: width))
    return self.padding.inset(by: padding.limited(to: fragment.edges))
  }
}

extension Rect {
  /// The margin box of a border box. Percentages are of a width that is not known here; the box's own stands in.
  func outset(by margin: Sides<MarginValue>) -> Rect {
    func length(_ value: MarginValue) -> Double {
      if case .length(let length) = value { length.resolve(against: width) } else { 0 }
    }
    let sides = Sides(
      top: -length(margin.top), right: -length(margin.right), bottom: -length(margin.bottom), left: -length(margin.left))
    return inset(by: sides)
  }
}

extension Sides<Double> {
  fileprivate func limited(to edges: Fragment.Edges) -> Sides<Double> {
    Sides(
      top: edges.contains(.top) ? top : 0, right: edges.contains(.right) ? right : 0,
      bottom: edges.contains(.bottom) ? bottom : 0, left: edges.contains(.left) ? left : 0)
  }
}
