import Glibc
import Style

/// Transforms of boxes (css-transforms-1 §5).
extension AffineTransform {
  /// The `transform` of a box around its `transform-origin`. Percentages refer to its border box.
  package init(_ transforms: [Transform], origin: Pair<LengthPercentage>, box: Rect) {
    let x = box.x + origin.x.resolve(against: box.width)
    let y = box.y + origin.y.resolve(against: box.height)
    var result = AffineTransform.translation(x, y)
    for transform in transforms { result = result.concatenating(AffineTransform(transform, box: box)) }
    self = result.concatenating(.translation(-x, -y))
  }

  /// The `transform` of a box with its style.
  /// - Parameter frame: the border box.
  package init(of style: borrowing ComputedStyle, frame: Rect) {
    var box = frame
    if style.paint.transformBox.isContentBox {
      let padding = style.box.padding
      box = frame.inset(by: style.box.borderWidth).inset(
        by: Sides(
          top: padding.top.resolve(against: frame.width), right: padding.right.resolve(against: frame.width),
          bottom: padding.bottom.resolve(against: frame.width), left: padding.left.resolve(against: frame.width)))
    }
    self.init(style.paint.transforms, origin: style.paint.transformOrigin, box: box)
  }

  private init(_ transform: Transform, box: Rect) {
    switch transform {
    case .translate(let x, let y):
      self = .translation(x.resolve(against: box.width), y.resolve(against: box.height))
    case .scale(let x, let y):
      self = .scale(x, y)
    case .rotate(let degrees):
      self = .rotation(degrees)
    case .skew(let x, let y):
      self.init(b: tan(y * .pi / 180), c: tan(x * .pi / 180))
    case .matrix(let a, let b, let c, let d, let e, let f):
      self.init(a: a, b: b, c: c, d: d, e: e, f: f)
    }
  }

  /// The smallest rectangle around a transformed one.
  package func bounds(of rect: Rect) -> Rect {
    let corners = [(rect.x, rect.y), (rect.maxX, rect.y), (rect.x, rect.maxY), (rect.maxX, rect.maxY)]
    let xs = corners.map { a * $0.0 + c * $0.1 + e }
    let ys = corners.map { b * $0.0 + d * $0.1 + f }
    let (left, top) = (xs.min() ?? 0, ys.min() ?? 0)
    return Rect(x: left, y: top, width: (xs.max() ?? 0) - left, height: (ys.max() ?? 0) - top)
  }
}
