import Layout
import Style

/// The edges of a fragment's box, without the sides that a break removed.
struct BoxGeometry {
  var border: RoundedRect
  /// Used widths; 0 on removed sides.
  var borderWidth: Sides<Double>
  var padding: RoundedRect

  /// - Parameter styles: the document's styles; passed to read the fragment's style without a copy.
  init(_ fragment: Fragment, _ styles: ContiguousArray<ComputedStyle>) {
    let style = Int(fragment.style.index)
    let frame = fragment.frame.snapped
    border =
      styles[style].paint.hasRadius
      ? RoundedRect(frame, styles[style].paint.borderRadius, edges: fragment.edges) : RoundedRect(frame)
    borderWidth = styles[style].box.borderWidth
    if case .collapsedBox(let halves) = fragment.content { borderWidth = halves }
    borderWidth = borderWidth.limited(to: fragment.edges)
    padding = border.inset(by: borderWidth)
  }

  /// The content edge. Layout has resolved percentages of padding, except those of inline boxes, whose containing
  /// block is not known here: they refer to the border box.
  func content(_ fragment: Fragment, _ styles: ContiguousArray<ComputedStyle>) -> RoundedRect {
    let width = fragment.frame.width
    let sides = styles[Int(fragment.style.index)].box.padding
    let padding = Sides(
      top: sides.top.resolve(against: width), right: sides.right.resolve(against: width),
      bottom: sides.bottom.resolve(against: width), left: sides.left.resolve(against: width))
    return self.padding.inset(by: padding.limited(to: fragment.edges))
  }

  /// How far a box can be seen beyond its edges in an axis in which it does not clip, px.
  private static let unlimited = 100_000.0

  /// Where the contents of a box that clips them can be seen (css-overflow-4 §3).
  func clip(_ fragment: Fragment, _ styles: ContiguousArray<ComputedStyle>) -> RoundedRect {
    let style = Int(fragment.style.index)
    let (x, y) = (styles[style].box.overflowX, styles[style].box.overflowY)
    // Boxes that can be scrolled have no margin.
    guard x == .clip || y == .clip else { return padding }
    let margin = styles[style].box.clipMargin
    let edge =
      switch margin.edge {
      case .padding: padding
      case .content: content(fragment, styles)
      case .border: border
      }
    let shape = margin.width > 0 ? edge.outset(by: Double(margin.width)) : edge
    guard x == .visible || y == .visible else { return shape }
    let (width, height) = (x == .visible ? Self.unlimited : 0, y == .visible ? Self.unlimited : 0)
    return RoundedRect(shape.rect.inset(by: Sides(top: -height, right: -width, bottom: -height, left: -width)))
  }
}

extension Rect {
  var topLeft: Point { Point(x: x, y: y) }
  var topRight: Point { Point(x: maxX, y: y) }
  var bottomRight: Point { Point(x: maxX, y: maxY) }
  var bottomLeft: Point { Point(x: x, y: maxY) }
  /// Clockwise.
  var corners: [Point] { [topLeft, topRight, bottomRight, bottomLeft] }

  /// The rectangle with its edges rounded to px, as in browsers, so that boxes with common edges meet without a seam.
  /// Sides shorter than a px are not rounded.
  var snapped: Rect {
    let left = x.rounded()
    let top = y.rounded()
    let snapped = Rect(x: left, y: top, width: maxX.rounded() - left, height: maxY.rounded() - top)
    return Rect(
      x: snapped.width > 0 ? left : x, y: snapped.height > 0 ? top : y,
      width: snapped.width > 0 ? snapped.width : width,
      height: snapped.height > 0 ? snapped.height : height)
  }

  /// The margin box of a border box. The containing block is not known here, so percentages refer to the box itself.
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
