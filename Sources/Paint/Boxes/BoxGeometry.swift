import Layout
import Style

/// The edges of one fragment's box, with the sides that a break cut away taken out.
struct BoxGeometry {
  var border: RoundedRect
  /// Used widths; 0 on sides that are cut away.
  var borderWidth: Sides<Double>
  var padding: RoundedRect

  /// - Parameter styles: the document's, from which the fragment's own is read in place.
  init(_ fragment: Fragment, _ styles: ContiguousArray<ComputedStyle>) {
    let style = Int(fragment.style.index)
    border = RoundedRect(fragment.frame.snapped, styles[style].paint.borderRadius, edges: fragment.edges)
    borderWidth = styles[style].box.borderWidth
    if case .collapsedBox(let halves) = fragment.content { borderWidth = halves }
    borderWidth = borderWidth.limited(to: fragment.edges)
    padding = border.inset(by: borderWidth)
  }

  /// The content edge. Percentages of padding are of a width that is not known here; the border box's stands in.
  func content(_ fragment: Fragment, _ styles: ContiguousArray<ComputedStyle>) -> RoundedRect {
    let width = fragment.frame.width
    let sides = styles[Int(fragment.style.index)].box.padding
    let padding = Sides(
      top: sides.top.resolve(against: width), right: sides.right.resolve(against: width),
      bottom: sides.bottom.resolve(against: width), left: sides.left.resolve(against: width))
    return self.padding.inset(by: padding.limited(to: fragment.edges))
  }
}

extension Rect {
  /// With its edges on whole px, as browsers draw boxes: neighbours whose edges fall on the same fraction of a px meet without a
  /// seam. What is thinner than that stays as it is.
  var snapped: Rect {
    let left = x.rounded()
    let top = y.rounded()
    let snapped = Rect(x: left, y: top, width: maxX.rounded() - left, height: maxY.rounded() - top)
    return Rect(
      x: snapped.width > 0 ? left : x, y: snapped.height > 0 ? top : y,
      width: snapped.width > 0 ? snapped.width : width,
      height: snapped.height > 0 ? snapped.height : height)
  }

  /// The margin box of a border box. Percentages are of a width that is not known here; the box's own stands in.
  func outset(by margin: Sides<MarginValue>) -> Rect {
    func length(_ value: MarginValue) -> Double {
      if case .length(let length) = value { length.resolve(against: width) } else { 0 }
    }
    let sides = Sides(
      top: -length(margin.top), right: -length(margin.right), bottom: -length(margin.bottom), left: -length(margin.left)
    )
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
